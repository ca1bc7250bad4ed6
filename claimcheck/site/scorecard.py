"""The scorecard: every claim on a line, to be filtered, and the tally of verdicts by article."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from docutils import nodes

from claimcheck.claims.articles import tally
from claimcheck.claims.model import VERDICTS
from claimcheck.site.claimdirective import ClaimDirective
from claimcheck.site.markup import VERDICTS as SIGNS
from claimcheck.site.markup import badge, esc, table_body, table_heads, table_row, tag
from claimcheck.site.source import source_of

SCORECARD = "book/scorecard"

# What a test rests on, in a reader's words.
KINDS = {
    "results": "raw results",
    "configurations": "submitted configurations",
    "rules": "rules",
    "prices": "price assumption",
    "model": "simulation or model",
    "outside": "outside source",
}
_HEADS = ("No.", "Claim", "Said in", "Published", "Recomputed", "Tested on", "Verdict")

ClaimLink = Callable[[Any], str | None]


class ScorecardDirective(ClaimDirective):
    """``scorecard``: every claim on a line, to be filtered by article, kind and verdict."""

    def run(self) -> list[nodes.Node]:
        """The table, with the anchor ``claims-scorecard``."""
        source = source_of(self.env.app)
        html = scorecard_html(source.claims, self.claim_link)
        return self.place("claims-scorecard", "Scorecard", html)


class VerdictMatrixDirective(ClaimDirective):
    """``verdict-matrix``: how many claims of each article have which verdict."""

    def run(self) -> list[nodes.Node]:
        """The table, with the anchor ``verdict-matrix``."""
        source = source_of(self.env.app)
        scorecard = self.page_link(SCORECARD) if SCORECARD in self.env.found_docs else None
        html = matrix_html(source.claims, source.articles, scorecard, self._article)
        return self.place("verdict-matrix", "Verdicts by article", html)

    def _article(self, article: str) -> str | None:
        page = f"book/articles/{article}"
        return self.page_link(page) if page in self.env.found_docs and page != self.env.docname else None


def scorecard_html(claims: Sequence[Any], link: ClaimLink) -> str:
    """All claims as one table; each line carries what the filter asks for."""
    inside = tag("caption", _tally(claims)) + table_heads(_HEADS) + table_body(_line(c, link) for c in claims)
    table = tag("table", inside, role="table")
    region = {"role": "region", "tabindex": "0", "aria_label": "Scorecard of the claims"}
    return tag("div", tag("div", table, "cc-table__scroll", **region), "cc-scorecard")


def _line(claim: Any, link: ClaimLink) -> str:
    statement = esc(claim.statement)
    if address := link(claim):
        statement = tag("a", statement, href=address)
    kinds = [KINDS[kind] for kind in claim.kinds]
    words = (
        str(claim.number),
        statement,
        esc(", ".join(claim.articles)),
        esc(claim.published_text),
        esc(claim.computed_text),
        esc(", ".join(kinds)),
        badge(claim.verdict) + _later(claim),
    )
    cells = []
    for head, cell in zip(_HEADS, words, strict=True):
        inside = tag("span", cell)
        if head == "Claim":
            cells.append(tag("th", inside, role="rowheader", scope="row", data_label=head))
        else:
            cells.append(tag("td", inside, role="cell", data_label=head))
    given = {"articles": " ".join(claim.articles), "kinds": " ".join(claim.kinds), "verdict": claim.verdict}
    return table_row("".join(cells), **{f"data_{name}": value for name, value in given.items()})


def _later(claim: Any) -> str:
    """The state as of the latest round in a line."""
    found = claim.afterwards
    return tag("span", esc(f"As of {found.as_of}: {found.status}"), "cc-later") if found is not None else ""


def _tally(claims: Sequence[Any]) -> str:
    counts = {verdict: sum(c.verdict == verdict for c in claims) for verdict in VERDICTS}
    listed = "; ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)
    return esc(f"{len(claims)} claims: {listed}")


def filtered(address: str, **chosen: str) -> str:
    """The address of the scorecard with a filter set: ``article``, ``kind`` and ``verdict``."""
    return f"{address}?{urlencode(chosen)}#claims-scorecard"


def matrix_html(
    claims: Sequence[Any],
    articles: Sequence[str],
    scorecard: str | None,
    article_page: Callable[[str], str | None],
) -> str:
    """Verdicts down, articles across: a square for each claim and their number, which leads to the scorecard.

    A claim that several articles make counts for each of them, and once in the last column.
    """
    counts = tally(claims, articles, VERDICTS)
    everywhere = {verdict: sum(c.verdict == verdict for c in claims) for verdict in VERDICTS}
    rows = [_matrix_row(v, dict(zip(articles, counts[v], strict=True)), everywhere[v], scorecard) for v in VERDICTS]
    made = [sum(column) for column in zip(*counts.values(), strict=True)]
    totals = [tag("td", _number(n, scorecard, article=a), role="cell") for a, n in zip(articles, made, strict=True)]
    totals.append(tag("td", _number(len(claims), scorecard), "cc-matrix__all", role="cell"))
    rows.append(table_row(tag("th", "all claims", scope="row", role="rowheader") + "".join(totals)))
    heads = [tag("a", a, href=page) if (page := article_page(a)) else esc(a) for a in articles]
    caption = "Claims of each article by verdict; one square is one claim"
    inside = tag("caption", caption) + table_heads(["Verdict", *heads, "any"]) + table_body(rows)
    return tag("div", tag("table", inside, role="table"), "cc-matrix")


def _matrix_row(verdict: str, counts: Mapping[str, int], everywhere: int, scorecard: str | None) -> str:
    kind, _ = SIGNS[verdict]
    cells = [
        tag("td", _number(n, scorecard, article=a, verdict=verdict) + _squares(n), role="cell")
        for a, n in counts.items()
    ]
    last = tag("td", _number(everywhere, scorecard, verdict=verdict), "cc-matrix__all", role="cell")
    head = tag("th", badge(verdict), scope="row", role="rowheader")
    return table_row(head + "".join(cells) + last, **{"class": f"cc-matrix__row--{kind}"})


def _squares(count: int) -> str:
    return tag("span", "<i></i>" * count, "cc-matrix__squares", aria_hidden="true") if count else ""


def _number(count: int, scorecard: str | None, **chosen: str) -> str:
    if not count or scorecard is None:
        return tag("span", str(count), "cc-matrix__none" if not count else "cc-matrix__n")
    words = f" claims: {', '.join(chosen.values()) or 'all'}"
    inside = f"{count}{tag('span', esc(words), 'cc-visually-hidden')}"
    return tag("a", inside, "cc-matrix__n", href=filtered(scorecard, **chosen))
