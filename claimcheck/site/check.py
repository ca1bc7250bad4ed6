"""What a reader's register can ask, as tables, and registers checked while the site is built."""

from __future__ import annotations

import inspect
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from claimcheck.errors import RegisterError
from claimcheck.site.markup import badge, esc, evidence_list, link, paragraphs, result_ids, sentence, slug, tag
from claimcheck.site.source import nearest, source_of

logger = logging.getLogger(__name__)

STYLE = "claimcheck-check.css"
_SCHEMA = "claims.schema.json"
_SCHEMA_AT = "claims-register.schema.json"
Row = Sequence[str]


def setup(app: Sphinx) -> None:
    """Register the directives of this module, its style sheet and the served schema."""
    app.add_directive("register-table", RegisterTableDirective)
    app.add_directive("checked-register", CheckedRegisterDirective)
    app.connect("build-finished", serve_schema)
    app.add_css_file(STYLE, priority=900)


def serve_schema(app: Sphinx, error: Exception | None) -> None:
    """Put the register's schema at the top of the site, where editors can be pointed to."""
    schema = Path(app.srcdir, app.config.claimcheck_data_dir, _SCHEMA)
    if error is None and app.builder.format == "html" and schema.is_file():
        shutil.copyfile(schema, Path(app.outdir, _SCHEMA_AT))


# --- tables of what can be asked ----------------------------------------------------------------


class RegisterTableDirective(SphinxDirective):
    """``register-table <what>``: what a register can hold or ask, from the code that reads it; see TABLES."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The table; a warning for a name that is none."""
        what = self.arguments[0]
        if what not in TABLES:
            logger.warning("no table %r%s", what, nearest(what, list(TABLES)), location=self.get_location())
            return []
        title, heads, make = TABLES[what]
        # A narrow screen displays the parts as blocks, which take their meaning away unless the roles are written out.
        rows = "\n".join(tag("tr", _cells(row), role="row") for row in make())
        names = "".join(tag("th", esc(name), scope="col", role="columnheader") for name in heads)
        head = tag("thead", tag("tr", names, role="row"), role="rowgroup")
        body = tag("tbody", rows, role="rowgroup")
        table = tag("table", tag("caption", esc(title)) + head + body, "cc-register", role="table")
        region = {"role": "region", "tabindex": "0", "aria_label": title}
        return [nodes.raw("", tag("div", table, "cc-register__scroll", **region), format="html")]


def _cells(row: Row) -> str:
    first = tag("th", tag("code", esc(row[0])), scope="row", role="rowheader")
    return first + "".join(tag("td", _coded(cell), role="cell") for cell in row[1:])


def _coded(text: str) -> str:
    """Plain text, with what stands between backticks as code."""
    parts = text.split("``")
    return "".join(tag("code", esc(part)) if n % 2 else esc(part) for n, part in enumerate(parts))


def _keys() -> Iterable[Row]:
    from claimcheck.claims.schema import KEY

    ours = ("number", "short", "articles", "page", "picture", "kinds", "afterwards")
    return [(key, what) for key, what in KEY.items() if key not in ours]


def _filters() -> Iterable[Row]:
    from claimcheck.claims.scope import FILTERS

    return list(FILTERS.items())


def _picks() -> Iterable[Row]:
    from claimcheck.claims.schema import PICK

    return list(PICK.items())


def _rules() -> Iterable[Row]:
    from claimcheck.claims.schema import RULE

    return list(RULE.items())


def _questions() -> Iterable[Row]:
    from claimcheck.claims.arguments import OF_QUESTION
    from claimcheck.claims.check import tables_of, unit_in_words
    from claimcheck.claims.questions import QUESTIONS

    for name, question in QUESTIONS.items():
        tables = ", ".join(tables_of(name)) or "none"
        yield name, _said(question), _arguments(*OF_QUESTION[name]), unit_in_words(name), tables


def _conditions() -> Iterable[Row]:
    from claimcheck.claims.conditions import ANY_SYSTEM, ARGUMENTS, CONDITIONS

    for name, test in CONDITIONS.items():
        asked = "any row" if name in ANY_SYSTEM else "accelerators of MLPerf Inference"
        yield name, _said(test), _arguments(*ARGUMENTS.get(name, ((), ()))), asked
    also = "Another figure, asked as one of ``figures`` is, comes out as well."
    yield "also", also, "``says``, ``ask`` and those of the question", "any row"


def _arguments_of() -> Iterable[Row]:
    from claimcheck.claims.arguments import ARGUMENT

    for name, argument in ARGUMENT.items():
        few = 0 < len(argument.choices) < 15
        choices = ": " + ", ".join(f"``{c}``" for c in argument.choices) if few else ""
        kind = {"texts": "list", "names": "text or list"}.get(argument.kind, argument.kind)
        yield name, kind, argument.what + choices


def _things() -> Iterable[Row]:
    from claimcheck.claims.tallies import SIZES, THINGS

    yield from ((name, what, "``count``, ``only``") for name, what in THINGS.items())
    yield from ((name, what, "``largest``, ``held_by``") for name, what in SIZES.items())


def _said(function: Any) -> str:
    """The first paragraph of a docstring in one line."""
    return " ".join((inspect.getdoc(function) or "").partition("\n\n")[0].split())


def _arguments(needed: Iterable[str], optional: Iterable[str]) -> str:
    must, may = (", ".join(f"``{name}``" for name in names) for names in (needed, optional))
    return "; ".join(filter(None, [must, may and f"optional: {may}"])) or "none"


TABLES: dict[str, tuple[str, Row, Callable[[], Iterable[Row]]]] = {
    "keys": ("Keys of a claim", ("Key", "What stands there"), _keys),
    "filters": ("Filters of results", ("Filter", "What it compares"), _filters),
    "picks": ("Picks of a row", ("Pick", "Which result it takes"), _picks),
    "rules": ("When a figure comes out", ("Rule", "It comes out when"), _rules),
    "questions": ("Questions", ("ask", "What it computes", "Arguments", "Unit", "From"), _questions),
    "conditions": ("Conditions", ("test", "Holds when", "Arguments", "Asked of"), _conditions),
    "arguments": ("Arguments", ("Argument", "Kind", "What it is"), _arguments_of),
    "things": ("What can be counted, and what can be largest", ("what", "One of it", "Asked by"), _things),
}


# --- a register checked while the site is built --------------------------------------------------


class CheckedRegisterDirective(SphinxDirective):
    """``checked-register <file>``: a card for every claim of a register, with its verdict as computed now.

    The file is named from the book's root. A register with faults is a warning with all of them.
    """

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The cards and the footnotes for the results behind them."""
        path = Path(self.env.srcdir, self.arguments[0])
        self.env.note_dependency(str(path))
        source = source_of(self.env.app)
        try:
            claims, footnotes = source.checked(path)
        except RegisterError as error:
            logger.warning("%s", error, location=self.get_location())
            return []
        cards = "".join(card_html(claim, path.stem) for claim in claims)
        notes = "".join(
            tag("aside", paragraphs(note), "cc-footnote", aria_label=f"Footnote on results of {path.name}, {n}")
            for n, note in enumerate(footnotes, start=1)
        )
        return [nodes.raw("", cards + notes, format="html")]


def card_html(claim: Any, register: str) -> str:
    """A claim of a reader's register as an article element; ``register`` keeps its ids unique on a page."""
    label = f"checked-{slug(register)}-{slug(claim.id)}"
    head = tag("p", f"{esc(register)}: {esc(claim.id)}", "cc-claim__number")
    parts = [
        tag("header", head + badge(claim.verdict), "cc-claim__head"),
        tag("p", esc(claim.statement), "cc-claim__statement", id=label),
        *(tag("p", _source(source), "cc-checked__source") for source in claim.sources),
        tag("p", esc(sentence(claim.reason)), "cc-claim__reason"),
        _figures(claim, label),
    ]
    if claim.conditions:
        parts.append(tag("p", "What the wording implies", "cc-claim__label") + _conditions_html(claim.conditions))
    if claim.strongest_case:
        heading = tag("p", "The strongest case for it", "cc-claim__label")
        parts.append(tag("div", heading + paragraphs(claim.strongest_case), "cc-claim__case"))
    if claim.evidence:
        ids = result_ids(claim.evidence)
        summary = tag("summary", f"Evidence: {esc(ids)}" if ids else "Evidence")
        parts.append(tag("details", summary + evidence_list(claim.evidence), "cc-claim__evidence"))
    return tag("article", "".join(parts), "cc-claim cc-checked", aria_labelledby=label)


def _source(source: Any) -> str:
    return link(source.where, sentence(source.what).rstrip("."))


def _figures(claim: Any, label: str) -> str:
    if not claim.figures:
        return ""
    rows = []
    for figure in claim.figures:
        computed = figure.computed.text if figure.computed else "none"
        words = "comes out" if figure.comes_out else "does not come out"
        rows.append(
            tag(
                "tr",
                tag("th", esc(figure.published.text), scope="row", role="rowheader")
                + tag("td", f"{_sign(figure.comes_out)} {words}: {esc(computed)}", role="cell")
                + tag("td", esc(sentence(figure.how)), role="cell"),
                role="row",
            )
        )
    heads = "".join(tag("th", name, scope="col", role="columnheader") for name in ("Published", "Recomputed", "From"))
    caption = tag("caption", f"Figures of {esc(claim.id)}", "cc-visually-hidden")
    head = tag("thead", tag("tr", heads, role="row"), role="rowgroup")
    body = tag("tbody", "".join(rows), role="rowgroup")
    return tag("table", caption + head + body, "cc-claim__figures", role="table", aria_describedby=label)


def _conditions_html(conditions: Sequence[Any]) -> str:
    items = []
    for condition in conditions:
        kind, words = ("yes", "holds") if condition.holds else ("no", "does not hold")
        name = tag("b", esc(sentence(condition.name).rstrip(".")))
        text = tag("span", f"{name}: {words}. {esc(sentence(condition.detail))}")
        items.append(tag("li", _sign(condition.holds) + text, f"cc-condition cc-condition--{kind}"))
    return tag("ul", "".join(items), "cc-conditions")


def _sign(holds: bool) -> str:
    sign = "\N{CHECK MARK}" if holds else "\N{MULTIPLICATION SIGN}"
    return tag("span", sign, "cc-condition__sign", aria_hidden="true")
