"""Claim cards and the scorecard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from docutils import nodes
from docutils.parsers.rst.states import Inliner
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from claimcheck.claims.printing import readings_text
from claimcheck.errata import Erratum
from claimcheck.site.anchors import anchored
from claimcheck.site.errata import errata_for_claim, errata_links
from claimcheck.site.markup import (
    VERDICTS,
    badge,
    esc,
    evidence_list,
    paragraphs,
    result_ids,
    sentence,
    tag,
)
from claimcheck.site.source import nearest, source_of

logger = logging.getLogger(__name__)

_HOLDS = {
    True: ("yes", "\N{CHECK MARK}", "holds"),
    False: ("no", "\N{MULTIPLICATION SIGN}", "does not hold"),
}

Resolve = Callable[[str], str | None]


class _Directive(SphinxDirective):
    def page_link(self, page: str) -> str | None:
        """The address of ``docname#anchor`` from this page; a warning and None when there is no such page."""
        docname, _, anchor = page.partition("#")
        if not docname:
            return None
        if docname not in self.env.found_docs:
            logger.warning(
                "a claim names page %r, which is not in the book", docname, location=self.get_location()
            )
            return None
        here = self.env.app.builder.get_relative_uri(self.env.docname, docname)
        return f"{here}#{anchor}" if anchor else here

    def place(self, anchor: str, title: str, html: str) -> list[nodes.Node]:
        """The HTML under an anchor; a warning when the page has the same thing already.

        A heading of the author's may have taken the anchor ("Claim 5" above card 5): then links go there.
        """
        shown = self.env.temp_data.setdefault("claimcheck-shown", set())
        if anchor in shown:
            logger.warning("%s stands twice on this page", anchor, location=self.get_location())
            return []
        shown.add(anchor)
        if anchor in self.state.document.ids:
            return [nodes.raw("", html, format="html")]
        return [anchored(self.state.document, anchor, title, html)]


class ClaimCardDirective(_Directive):
    """``claim-card <number>``: one claim, what was published, what comes out, and why."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The card, with the anchor ``claim-<number>``."""
        claim = _claim(self.env.app, self.arguments[0], self.get_location())
        if claim is None:
            return []

        def elsewhere(page: str) -> str | None:
            return None if page.partition("#")[0] == self.env.docname else self.page_link(page)

        errata = errata_for_claim(claim.number, source_of(self.env.app).data_dir)
        return self.place(f"claim-{claim.number}", claim.statement, card_html(claim, elsewhere, errata))


class ScorecardDirective(_Directive):
    """``scorecard``: every claim on a line, to be filtered by verdict and by article."""

    def run(self) -> list[nodes.Node]:
        """The table, with the anchor ``claims-scorecard``."""
        return self.place(
            "claims-scorecard", "Scorecard", scorecard_html(source_of(self.env.app).claims, self.page_link)
        )


class AnswerDirective(_Directive):
    """``answer <numbers>``: the named claims side by side, for the front page."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """One tile a claim, in the order given."""
        found = [_claim(self.env.app, number, self.get_location()) for number in self.arguments[0].split()]
        tiles = "".join(tile_html(claim, self.page_link) for claim in found if claim is not None)
        return [nodes.raw("", f'<div class="cc-answer">{tiles}</div>', format="html")] if tiles else []


def verdict_role(
    role: str,
    rawtext: str,
    text: str,
    lineno: int,
    inliner: Inliner,
    options: Any = None,
    content: Any = None,
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """The role ``verdict``: the computed verdict of a claim by its number, or a verdict by its name."""
    env = inliner.document.settings.env
    if text in VERDICTS:
        return [nodes.raw("", badge(text), format="html")], []
    claim = _claim(env.app, text, (env.docname, lineno))
    return ([nodes.raw("", badge(claim.verdict), format="html")] if claim is not None else []), []


def _claim(app: Sphinx, number: str, location: Any) -> Any:
    """The claim of that number; a warning and None when there is none."""
    claims = {str(claim.number): claim for claim in source_of(app).claims}
    if (found := claims.get(number.strip())) is None:
        logger.warning(
            "no claim %r%s", number, nearest(number, list(claims)), location=location, type="claimcheck"
        )
    return found


def tile_html(claim: Any, resolve: Resolve) -> str:
    """A claim in a few words: what was said, what comes out, the verdict."""
    parts = [
        tag("p", esc(claim.statement), "cc-tile__claim"),
        tag("p", esc(claim.computed_text), "cc-tile__figure"),
        tag("p", f"Published: {esc(claim.published_text)}", "cc-tile__published"),
        *(tag("p", esc(sentence(figure.how)), "cc-tile__how") for figure in claim.figures[:1]),
        badge(claim.verdict),
    ]
    if address := resolve(claim.page):
        parts.append(tag("p", tag("a", f"See claim {esc(claim.number)}", href=address), "cc-tile__more"))
    return tag("div", "".join(parts), "cc-tile")


def card_html(claim: Any, resolve: Resolve, errata: Sequence[Erratum] = ()) -> str:
    """A claim as an article element; ``errata`` are our own mistakes that touch it."""
    label = f"claim-{claim.number}-statement"
    said_in = tag("span", _said_in(claim), "cc-claim__articles")
    number = tag("p", f"Claim {esc(claim.number)} {said_in}", "cc-claim__number")
    parts = [
        tag("header", number + badge(claim.verdict), "cc-claim__head"),
        tag("p", esc(claim.statement), "cc-claim__statement", id=label),
        tag("p", esc(sentence(claim.reason)), "cc-claim__reason") if claim.reason else "",
        errata_links(errata, resolve),
        _figures(claim),
        _sensitivity(claim),
        _conditions(claim),
        _afterwards(claim),
    ]
    if claim.strongest_case:
        heading = tag("p", "The strongest case for it", "cc-claim__label")
        parts.append(tag("div", heading + paragraphs(claim.strongest_case), "cc-claim__case"))
    if claim.evidence:
        summary = tag("summary", f"Evidence: {esc(result_ids(claim.evidence))}")
        parts.append(tag("details", summary + evidence_list(claim.evidence), "cc-claim__evidence"))
    if address := resolve(claim.page):
        words = f"How claim {esc(claim.number)} was checked"
        parts.append(tag("p", tag("a", words, href=address), "cc-claim__more"))
    return tag("article", "".join(parts), "cc-claim", aria_labelledby=label)


# Tables that a narrow screen displays as blocks lose their meaning there unless the roles
# are written out.
def _row(cells: str, **attributes: str) -> str:
    return tag("tr", cells, role="row", **attributes)


def _heads(names: Sequence[str]) -> str:
    cells = "".join(tag("th", name, scope="col", role="columnheader") for name in names)
    return tag("thead", _row(cells), role="rowgroup")


def _body(rows: Iterable[str]) -> str:
    return tag("tbody", "\n".join(rows), role="rowgroup")


def scorecard_html(claims: Sequence[Any], resolve: Resolve) -> str:
    """All claims as one table; each line carries what the filter asks for."""
    heads = ("No.", "Claim", "Said in", "Published", "Recomputed", "Verdict")
    inside = tag("caption", _tally(claims)) + _heads(heads) + _body(_line(c, heads, resolve) for c in claims)
    table = tag("table", inside, role="table")
    region = {"role": "region", "tabindex": "0", "aria_label": "Scorecard of the claims"}
    return tag("div", tag("div", table, "cc-table__scroll", **region), "cc-scorecard")


def _line(claim: Any, heads: Sequence[str], resolve: Resolve) -> str:
    statement = esc(claim.statement)
    if address := resolve(claim.page):
        statement = tag("a", statement, href=address)
    words = (
        str(claim.number),
        statement,
        _said_in(claim),
        esc(claim.published_text),
        esc(claim.computed_text),
        badge(claim.verdict) + _later(claim),
    )
    cells = []
    for head, cell in zip(heads, words, strict=True):
        inside = tag("span", cell)
        if head == "Claim":
            cells.append(tag("th", inside, role="rowheader", scope="row", data_label=head))
        else:
            cells.append(tag("td", inside, role="cell", data_label=head))
    return _row("".join(cells), data_verdict=claim.verdict, data_articles=" ".join(claim.articles))


def _tally(claims: Sequence[Any]) -> str:
    counts = {verdict: sum(c.verdict == verdict for c in claims) for verdict in VERDICTS}
    listed = "; ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)
    return esc(f"{len(claims)} claims: {listed}")


def _said_in(claim: Any) -> str:
    return esc(", ".join(claim.articles))


def _figures(claim: Any) -> str:
    """Every published figure of a claim beside ours, as a table."""
    if not claim.figures:
        return ""
    rows = []
    for figure in claim.figures:
        kind, sign, _ = _HOLDS[bool(figure.comes_out)]
        words = tag(
            "span", " comes out:" if figure.comes_out else " does not come out:", "cc-visually-hidden"
        )
        computed = esc(figure.computed.text if figure.computed else "none")
        mark = tag("span", sign, "cc-condition__sign", aria_hidden="true")
        rows.append(
            _row(
                tag("th", esc(figure.published.text), scope="row", role="rowheader")
                + tag("td", f"{mark}{words} {computed}", f"cc-condition--{kind}", role="cell")
                + tag("td", esc(sentence(figure.how)), role="cell")
            )
        )
    name = tag("caption", f"Figures of claim {esc(claim.number)}", "cc-visually-hidden")
    inside = name + _heads(("Published", "Recomputed", "From")) + _body(rows)
    return tag("table", inside, "cc-claim__figures", role="table")


def _sensitivity(claim: Any) -> str:
    found = claim.sensitivity
    if found is None:
        return ""
    label = tag("span", "All defensible readings:", "cc-claim__label")
    return tag("p", f"{label} {esc(readings_text(found))}", "cc-claim__range")


def _conditions(claim: Any) -> str:
    if not claim.conditions:
        return ""
    heading = tag("p", "What the wording implies", "cc-claim__label")
    return heading + _listed(claim.conditions)


def _afterwards(claim: Any) -> str:
    """What later rounds made of the claim: below its verdict, which stays as of its own round."""
    found = claim.afterwards
    if found is None:
        return ""
    status = tag("b", esc(f"As of {found.as_of}: {found.status}."), "cc-claim__status")
    heading = tag("p", f"{status} {esc(sentence(found.what))}", "cc-claim__afterwards")
    evidence = ""
    if found.evidence:
        summary = tag("summary", "Results behind it")
        evidence = tag("details", summary + evidence_list(found.evidence), "cc-claim__evidence")
    return tag("div", heading + _listed(found.conditions) + evidence, "cc-claim__later")


def _later(claim: Any) -> str:
    """The state as of the latest round in a line, for the scorecard."""
    found = claim.afterwards
    return tag("span", esc(f"As of {found.as_of}: {found.status}"), "cc-later") if found is not None else ""


def _listed(conditions: Sequence[Any]) -> str:
    items = []
    for condition in conditions:
        kind, sign, words = _HOLDS[bool(condition.holds)]
        mark = tag("span", sign, "cc-condition__sign", aria_hidden="true")
        name = tag("b", esc(sentence(condition.name).rstrip(".")))
        text = tag("span", f"{name}: {words}. {esc(sentence(condition.detail))}")
        items.append(tag("li", mark + text, f"cc-condition cc-condition--{kind}"))
    return tag("ul", "".join(items), "cc-conditions")
