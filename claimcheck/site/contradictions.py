"""The page of contradictions: every pair of differing values, what the raw results say, and what the pair is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from claimcheck.claims.contradictions import COARSER, DIFFER, MORE, OMITS, RELATIONS
from claimcheck.site.articles import verdict_line
from claimcheck.site.claimdirective import ClaimDirective
from claimcheck.site.markup import esc, sentence, tag
from claimcheck.site.source import source_of

ClaimLink = Callable[[Any], str | None]

_SIGNS = {
    DIFFER: ("differ", "\N{NOT EQUAL TO}", "they differ"),
    MORE: ("more", "\N{LESS-THAN SIGN}", "the second claims more"),
    OMITS: ("omits", "\N{EMPTY SET}", "the first leaves it out"),
    COARSER: ("coarser", "\N{ALMOST EQUAL TO}", "the same figure, with other digits"),
}


class ContradictionsDirective(ClaimDirective):
    """``contradictions``: the pairs, point by point.

    The option ``found`` takes those of the claim register (``register``) or of ``assertions`` alone; of these,
    ``points`` those points that have a pair that differs (``differ``), or none (``other``).
    """

    option_spec: ClassVar[dict[str, Any]] = {
        "found": lambda word: directives.choice(word, ("register", "assertions")),
        "points": lambda word: directives.choice(word, ("differ", "other")),
    }

    def run(self) -> list[nodes.Node]:
        """A list, a point an item."""
        source = source_of(self.env.app)
        pairs = [p for p in source.contradictions if p.found == self.options.get("found", p.found)]
        points: dict[str, list[Any]] = {}
        for pair in pairs:
            points.setdefault(pair.id, []).append(pair)
        if wanted := self.options.get("points"):
            differ = {p.id for p in pairs if p.relation == DIFFER}
            points = {k: v for k, v in points.items() if (k in differ) == (wanted == "differ")}
        html = contradictions_html(points.values(), source.texts, source.claims, self.claim_link)
        return [nodes.raw("", html, format="html")]


def contradictions_html(
    points: Any, texts: Mapping[str, Any], claims: Sequence[Any], link_to: ClaimLink
) -> str:
    """Points, each a list of pairs that share subject, attribute, claims and explanation."""
    found = {claim.number: claim for claim in claims}
    return "".join(_point(pairs, texts, found, link_to) for pairs in points)


def _point(pairs: Sequence[Any], texts: Mapping[str, Any], claims: Mapping[int, Any], link_to: ClaimLink) -> str:
    first = pairs[0]
    anchor = f"point-{first.id}"
    heading = tag("h3", esc(sentence(f"{first.subject}: {first.attribute}").rstrip(".")), id=anchor)
    ordered = sorted(pairs, key=lambda pair: RELATIONS.index(pair.relation))
    listed = "".join(tag("li", _pair(pair, texts), "cc-pair") for pair in ordered)
    judged = [claims[number] for number in first.claims if number in claims]
    verdicts = tag("ul", "".join(verdict_line(claim, link_to) for claim in judged), "cc-beside__verdicts")
    results = tag("div", tag("p", "What the raw results say", "cc-point__label") + verdicts, "cc-point__results")
    why = first.why or " ".join(sentence(f"Claim {claim.number}: {claim.reason}") for claim in judged)
    return tag(
        "section",
        heading + tag("ul", listed, "cc-pairs") + tag("p", esc(why), "cc-point__why") + results,
        "cc-point",
        aria_labelledby=anchor,
    )


def _pair(pair: Any, texts: Mapping[str, Any]) -> str:
    kind, sign, words = _SIGNS[pair.relation]
    left, right = (_side(side, texts) for side in pair.sides)
    mark = tag("span", sign, "cc-pair__sign", aria_hidden="true") + tag("span", esc(words), "cc-pair__words")
    return left + tag("div", mark, f"cc-pair__relation cc-pair__relation--{kind}") + right


def _side(side: Any, texts: Mapping[str, Any]) -> str:
    who = ", ".join(texts[key].short for key in side.said_by)
    claims = f" (claim {', '.join(map(str, side.claims))})" if side.claims else ""
    said = tag("p", esc(sentence(side.text).rstrip(".")), "cc-pair__value")
    return tag("div", said + tag("p", esc(f"{who}{claims}"), "cc-pair__who"), "cc-pair__side")
