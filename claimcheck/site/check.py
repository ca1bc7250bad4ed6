"""What a reader's register can ask, as tables, and registers checked while the site is built."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from claimcheck.errors import RegisterError
from claimcheck.site.parts import part
from claimcheck.site.source import nearest, source_of

logger = logging.getLogger(__name__)

STYLE = "claimcheck-check.css"
Row = Sequence[str]


def setup(app: Sphinx) -> None:
    """Register the directives of this module and its style sheet."""
    app.add_directive("register-table", RegisterTableDirective)
    app.add_directive("checked-register", CheckedRegisterDirective)
    app.add_css_file(STYLE, priority=900)


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
        html = part("data", "asked", title, heads, list(make()))
        return [nodes.raw("", html, format="html")]


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
        cards = "".join(part("claims", "checked", claim, path.stem) for claim in claims)
        notes = "".join(
            part("common", "footnote", note, f"Footnote on results of {path.name}, {n}")
            for n, note in enumerate(footnotes, start=1)
        )
        return [nodes.raw("", cards + notes, format="html")]
