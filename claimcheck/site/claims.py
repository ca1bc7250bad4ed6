"""Claim cards and the scorecard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from docutils import nodes
from docutils.parsers.rst.states import Inliner

from claimcheck.site.claimdirective import ClaimsDirective, claim_of
from claimcheck.site.claimparts import Resolve, card_html
from claimcheck.site.claimparts import body as _body
from claimcheck.site.claimparts import heads as _heads
from claimcheck.site.claimparts import row as _row
from claimcheck.site.claimparts import said_in as _said_in
from claimcheck.site.markup import VERDICTS, badge, esc, sentence, tag
from claimcheck.site.source import source_of


class ClaimCardDirective(ClaimsDirective):
    """``claim-card <number>``: one claim, what was published, what comes out, and why."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The card, with the anchor ``claim-<number>``."""
        claim = claim_of(self.env.app, self.arguments[0], self.get_location())
        if claim is None:
            return []

        def elsewhere(page: str) -> str | None:
            return None if page.partition("#")[0] == self.env.docname else self.page_link(page)

        html = card_html(claim, elsewhere, self.link_if_there(claim.address))
        return self.place(f"claim-{claim.number}", claim.statement, html)


class ScorecardDirective(ClaimsDirective):
    """``scorecard``: every claim on a line, to be filtered by verdict and by article."""

    def run(self) -> list[nodes.Node]:
        """The table, with the anchor ``claims-scorecard``."""
        return self.place(
            "claims-scorecard", "Scorecard", scorecard_html(source_of(self.env.app).claims, self.page_link)
        )


class AnswerDirective(ClaimsDirective):
    """``answer <numbers>``: the named claims side by side, for the front page."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """One tile a claim, in the order given."""
        found = [claim_of(self.env.app, number, self.get_location()) for number in self.arguments[0].split()]
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
    claim = claim_of(env.app, text, (env.docname, lineno))
    return ([nodes.raw("", badge(claim.verdict), format="html")] if claim is not None else []), []


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


def _later(claim: Any) -> str:
    """The state as of the latest round in a line, for the scorecard."""
    found = claim.afterwards
    return tag("span", esc(f"As of {found.as_of}: {found.status}"), "cc-later") if found is not None else ""
