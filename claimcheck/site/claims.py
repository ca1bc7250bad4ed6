"""Claim cards, tiles and verdicts."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.parsers.rst.states import Inliner

from claimcheck.site.claimdirective import ClaimDirective, claim_of
from claimcheck.site.claimparts import Resolve, card_html
from claimcheck.site.errata import errata_links
from claimcheck.site.markup import VERDICTS, badge, esc, sentence, tag
from claimcheck.site.source import source_of


class ClaimCardDirective(ClaimDirective):
    """``claim-card <number>``: one claim, what was published, what comes out, and why."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The card, with the anchor ``claim-<number>``."""
        claim = claim_of(self.env.app, self.arguments[0], self.get_location())
        if claim is None:
            return []

        def elsewhere(page: str) -> str | None:
            return None if page.partition("#")[0] == self.env.docname else self.page_link(page)

        errata = source_of(self.env.app).errata.of_claim(claim.number)
        html = card_html(claim, elsewhere, self.link_if_there(claim.address), errata_links(errata, elsewhere))
        return self.place(f"claim-{claim.number}", claim.statement, html)


class AnswerDirective(ClaimDirective):
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
