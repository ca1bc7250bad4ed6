"""What the site says of claims: cards, tiles, verdicts, each claim's own page, the scorecard, the tally by article."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole
from sphinx.util.osutil import relative_uri

from claimcheck.claims.register.articles import Article, who
from claimcheck.claims.texts.export import marked
from claimcheck.claims.texts.printing import verdict_text
from claimcheck.claims.verdict.result import VERDICTS, ClaimResult, tally
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import sentence
from claimcheck.data.edition import Edition
from claimcheck.data.heads import find_head, prefix_of
from claimcheck.report.pages.contents import ARTICLES, register_page
from claimcheck.report.parts import cite, embeds
from claimcheck.report.parts.anchors import anchored, section
from claimcheck.report.parts.figures import shown_here
from claimcheck.report.parts.markup import script_json, slug
from claimcheck.report.parts.metadata import DESCRIPTION, EMBED
from claimcheck.report.parts.source import Source, address_of, nearest, source_of, this_publication
from claimcheck.report.parts.templates import badge, part

logger = logging.getLogger(__name__)

# Where a directive puts the title of its page in lists, among the page's metadata.
TITLE = "claimcheck-title"
# What a test rests on, in a reader's words.
KINDS = {
    "results": "raw results",
    "configurations": "submitted configurations",
    "rules": "rules",
    "prices": "price assumption",
    "outside": "outside source",
}
# The sections of a claim's own page that need nothing but the claim, by their macros in ``claims.html``.
_SECTIONS = {
    "published": "Published and recomputed",
    "conditions": "What the wording implies",
    "readings": "The range of the figure",
    "later": "In later rounds",
    "case": "The strongest case for it",
    "chart": "In a chart",
    "evidence": "Evidence",
    "queries": "The queries behind it, to run yourself",
    "sources": "Facts from other sources",
}


class BookDirective(SphinxDirective):
    """A directive that shows what the build knows and links to other pages of the book."""

    @property
    def source(self) -> Source:
        """What the build knows."""
        return source_of(self.env.app)

    def html(self, html: str) -> list[nodes.Node]:
        """HTML as a node."""
        return [nodes.raw("", html, format="html")]

    @property
    def root(self) -> str:
        """The way from this page to the site's root."""
        return "../" * self.env.docname.count("/")

    def warn(self, message: str, *values: object) -> list[nodes.Node]:
        """A warning at the directive's line, and nothing to show."""
        logger.warning(message, *values, location=self.get_location(), type="claimcheck")
        return []

    def page_link(self, page: str) -> str | None:
        """The address of ``docname#anchor`` from this page; a warning and None when there is no such page."""
        found, docname = self.link_if_there(page), page.partition("#")[0]
        if docname and found is None:
            self.warn("no page %r%s", docname, nearest(docname, sorted(self.env.found_docs)))
        return found

    def link_if_there(self, page: str) -> str | None:
        """As ``page_link``, without the warning: for pages that a book may have or not."""
        return address_of(self.env.app, page)

    def link_elsewhere(self, page: str) -> str | None:
        """As ``page_link``, but None for a place on this page."""
        return None if page.partition("#")[0] == self.env.docname else self.page_link(page)

    def claim_link(self, claim: ClaimResult) -> str | None:
        """The address of the claim's own page, or, in a book without it, of the page that checks it."""
        return self.link_if_there(claim.address) or self.page_link(claim.page)

    def claim(self, number: str) -> ClaimResult | None:
        """The claim of that number; a warning and None when there is none."""
        return claim_of(self.env.app, number, self.get_location())

    def place(self, anchor: str, title: str, html: str) -> list[nodes.Node]:
        """The HTML under an anchor; a warning when the page has the same thing already.

        A heading of the author's may have taken the anchor ("Claim 5" above card 5): then links go there.
        """
        shown = self.env.temp_data.setdefault("claimcheck-shown", set())
        if anchor in shown:
            return self.warn("%s stands twice on this page", anchor)
        shown.add(anchor)
        if anchor in self.state.document.ids:
            return self.html(html)
        return [anchored(self.state.document, anchor, title, html)]


class Listing(BookDirective):
    """What files of data/ hold."""

    def run(self) -> list[nodes.Node]:
        """The listing; a warning and nothing when a file is missing or is not what it should be."""
        try:
            return self.listing()
        except ClaimcheckError as error:
            return self.warn("%s", error)

    def listing(self) -> list[nodes.Node]:
        """What is shown. Raises ClaimcheckError."""
        raise NotImplementedError


def claim_of(app: Sphinx, number: str, location: Any) -> ClaimResult | None:
    """The claim of that number; a warning and None when there is none."""
    claims = {str(claim.number): claim for claim in source_of(app).claims}
    if (found := claims.get(number.strip())) is None:
        logger.warning("no claim %r%s", number, nearest(number, list(claims)), location=location, type="claimcheck")
    return found


class VerdictRole(SphinxRole):
    """The role ``verdict``: the computed verdict of a claim by its number, or a verdict by its name."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The badge; nothing for a claim that is not known."""
        if self.text in VERDICTS:
            return [nodes.raw("", badge(self.text), format="html")], []
        claim = claim_of(self.env.app, self.text, self.get_location())
        return [nodes.raw("", badge(claim.verdict, claim.reason), format="html")] if claim else [], []


class ClaimCardDirective(BookDirective):
    """``claim-card <number>``: one claim, what was published, what comes out, and why."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The card, with the anchor ``claim-<number>``."""
        claim = self.claim(self.arguments[0])
        if claim is None:
            return []
        errata = part("errata", "links", self.source.errata.of_claim(claim.number), self.link_elsewhere)
        own = self.link_if_there(claim.address)
        html = part("claims", "card", claim, self.link_elsewhere, own, Markup(errata))
        return self.place(f"claim-{slug(str(claim.number))}", claim.statement, html)


class CopyDirective(BookDirective):
    """``copy-this <name>``: an answer about several claims, to be copied."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The texts, folded."""
        name = self.arguments[0]
        try:
            found = self.source.answer(name)
        except KeyError:
            return self.warn("no answer %r in claims.yml", name)
        return self.html(part("claims", "copy", found, f"{self.root}claims/{name}.txt", f"copy-{name}"))


class ClaimPageDirective(BookDirective):
    """``claim-page <number>``: everything about one claim, with the page's title and its footnote.

    The only content of the page ``claims/<number>``: on a page of another name it is a warning, since the claim's
    permanent address would lead nowhere.
    """

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """A section with the claim as its title, and in it one for each part."""
        claim = self.claim(self.arguments[0])
        if claim is None:
            return []
        if self.env.docname != claim.address:
            self.warn("claim %s has its page at %s", claim.number, claim.address)
        described = f"{sentence(claim.statement)} {sentence(f'verdict: {verdict_text(claim)}')}"
        edition = this_publication().edition
        self.env.metadata[self.env.docname] |= {
            DESCRIPTION: described,
            TITLE: title_of(claim),
            EMBED: embeds.discovery(embeds.claim_page(claim), embeds.title_of(claim), edition),
        }
        source, key = self.source, f"c{claim.own}"
        quotation = source.quotation(claim)
        copied = Markup(part("claims", "copy", quotation, f"{claim.own}.txt", f"{key}-quote"))
        texts = {name: text for name, text in source.texts.items() if prefix_of(name) == claim.register}
        head = part("claims", "page_head", claim, who(claim.articles, texts), copied, texts, self.link_if_there)
        errata = part("errata", "links", source.errata.of_claim(claim.number), self.link_if_there)
        page = section(key, marked(claim.statement).strip().rstrip("."), head + errata)
        for name, heading, html in sections(claim):
            page += section(f"{key}-{name}", heading, html)
            if name == "chart":
                page[-1] += self._chart(claim)
        codes = cite.texts(
            ("Code to embed it", embeds.of_claim(claim, quotation.footnote, source.texts, edition).snippet),
            ("Code of the badge", embeds.badge_snippet(claim, edition)),
        )
        shown = relative_uri(self.env.app.builder.get_target_uri(self.env.docname), embeds.badge_address(claim))
        downloads = part("claims", "page_downloads", claim, shown, embeds.title_of(claim), Markup(codes))
        page += section(f"{key}-downloads", "Downloads", downloads)
        # A claim that no notebook checks names its own page.
        checked = None if claim.page.startswith(f"{claim.address}#") else self.page_link(claim.page)
        scorecard = self.link_if_there(register_page(find_head(claim.register, source.data_dir)))
        others = neighbours(claim, source.of_register(claim.register))
        onward = part("claims", "page_onward", claim, others, checked, scorecard, self.link_if_there)
        page += section(f"{key}-more", "Further", onward)
        footnote = part("common", "footnote", quotation.footnote)
        review = script_json(claim_review(claim, source.texts, edition))
        page += self.html(f'{footnote}<script type="application/ld+json">{review}</script>')
        return [page]

    def _chart(self, claim: ClaimResult) -> list[nodes.Node]:
        """The claim's picture, and a link to the page that it is from."""
        docname, name = claim.picture
        shown = shown_here(self, docname, name)
        if shown and (address := self.link_if_there(f"{docname}#fig-{name}")):
            words = part("common", "linked", address, "The chart on its own page, with what it rests on")
            shown += self.html(f'<p class="cc-claim__more">{words}</p>')
        return shown


def title_of(claim: ClaimResult) -> str:
    """The title of a claim's page in lists and in a browser's tab: number and statement."""
    return f"Claim {claim.number}: {marked(claim.statement).strip().rstrip('.')}"


def keep_titles(app: Sphinx, doctree: nodes.document) -> None:
    """Give a claim's page its title in lists, which is not its heading (a late handler of ``doctree-read``)."""
    if title := app.env.metadata[app.env.docname].get(TITLE):
        app.env.titles[app.env.docname] = app.env.longtitles[app.env.docname] = nodes.title("", title)


def sections(claim: ClaimResult) -> list[tuple[str, str, str]]:
    """The sections that a claim may have or lack: name, heading and HTML of each, in the page's order."""
    found = []
    for name, heading in _SECTIONS.items():
        html = "" if name == "chart" else part("claims", f"page_{name}", claim)
        if html or (name == "chart" and claim.picture):
            found.append((name, heading, html))
    return found


def neighbours(claim: ClaimResult, claims: Sequence[ClaimResult]) -> list[tuple[str, ClaimResult | None]]:
    """The claims before and after a claim, each with a word for its place; None where there is none."""
    at = [one.number for one in claims].index(claim.number)
    after = claims[at + 1] if at + 1 < len(claims) else None
    return [("Previous", claims[at - 1] if at else None), ("Next", after)]


def claim_review(claim: ClaimResult, articles: Mapping[str, Article], edition: Edition) -> dict[str, Any]:
    """The review of a claim for machines: what was claimed, by which articles, and the verdict in words.

    The rating has no number: verdicts are kinds of answer and not steps of a scale. See schema.org/ClaimReview.
    Raises KeyError for an article that is not known.
    """
    said = [articles[key] for key in claim.articles]
    authors = [{"@type": "Organization", "name": a.author} for a in said]
    appearances = [
        {"@type": "Article", "headline": a.title, "datePublished": a.date, "author": author}
        for a, author in zip(said, authors, strict=True)
    ]
    ours = {"@type": "Organization", "name": "claimcheck", "url": edition.address}
    return {
        "@context": "https://schema.org",
        "@type": "ClaimReview",
        "url": edition.page(claim.address),
        "datePublished": edition.release.isoformat(),
        "author": ours,
        "claimReviewed": claim.statement,
        "itemReviewed": {
            "@type": "Claim",
            "author": authors,
            "datePublished": min(a.date for a in said),
            "appearance": appearances,
        },
        "reviewRating": {
            "@type": "Rating",
            "alternateName": claim.verdict,
            "ratingExplanation": claim.explanation,
            "author": ours,
        },
        "version": edition.version,
    }


class ScorecardDirective(BookDirective):
    """``scorecard [register]``: every claim on a line, to be filtered by article, kind and verdict.

    Of the first register unless one is named.
    """

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The table, with the anchor ``claims-scorecard``."""
        claims = self.source.of_register("".join(self.arguments))
        html = part("scorecard", "scorecard", claims, self.claim_link, KINDS)
        return self.place("claims-scorecard", "Scorecard", html)


class VerdictMatrixDirective(BookDirective):
    """``verdict-matrix [register]``: how many claims of each article of a register have which verdict.

    Of the first register unless one is named. A claim that several articles make counts for each of them, and once in
    the last column.
    """

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The table, with the anchor ``verdict-matrix``."""
        name = "".join(self.arguments)
        claims = self.source.of_register(name)
        articles = {key: self.source.texts[key] for key in self.source.articles if prefix_of(key) == name}
        counts = tally(claims, list(articles), VERDICTS)
        scorecard = self.link_if_there(register_page(find_head(name, self.source.data_dir)))
        html = part("scorecard", "matrix", claims, articles, counts, scorecard, self._article)
        return self.place("verdict-matrix", "Verdicts by article", html)

    def _article(self, article: str) -> str | None:
        page = f"{ARTICLES}/{article}"
        return self.link_if_there(page) if page != self.env.docname else None


class RegistersDirective(BookDirective):
    """``registers``: every register but the first, with the verdicts on its claims."""

    def run(self) -> list[nodes.Node]:
        """A list of links to their pages."""
        others = [head for head in self.source.heads if not head.first]
        found = [(one, self.page_link(register_page(one)), self.source.of_register(one.prefix)) for one in others]
        return self.html(part("scorecard", "registers", found))
