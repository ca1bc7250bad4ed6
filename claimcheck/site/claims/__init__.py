"""What the site says of claims: verdicts, each claim's own page, the scorecard, companies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxRole

from claimcheck.claims.register.articles import PART, PRESS, THROUGH
from claimcheck.claims.texts.export import bibtex, marked
from claimcheck.claims.verdict import result
from claimcheck.data.registers import ClaimRegister, find_register, prefix_of, read_questions
from claimcheck.data.rounds import read_rounds
from claimcheck.site.book import Book, book_of
from claimcheck.site.contents import REPLY, SCORECARD, companies, company_page, register_page
from claimcheck.site.frame.directives import BookDirective, anchored, find_claim, section, showing
from claimcheck.site.frame.html import badge, part, slug
from claimcheck.site.frame.metadata import DESCRIPTION

# What of its text was not read, where that could change the verdict.
READ_HOW = {
    PART: "We could read a part of its text, and the rest may change the verdict.",
    THROUGH: "We know its text from others, or from a copy in other words, and the text itself may change the verdict.",
}
# The sections of a claim's own page that need nothing but the claim, by their macros in ``claims.html``.
_SECTIONS = {
    "published": "Published and recomputed",
    "conditions": "What the wording implies",
    "readings": "The range of the figure",
    "later": "In later rounds",
    "case": "The strongest case for it",
    "evidence": "Evidence",
    "queries": "The queries behind it, to run yourself",
    "sources": "Facts from other sources",
}


class VerdictRole(SphinxRole):
    """The role ``verdict``: the badge of a verdict or of a claim, or how many claims of an article have which."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The badge, named by itself or by a claim's number, or the counts; a warning for an unknown claim."""
        if self.text in result.VERDICTS:
            html = badge(self.text)
        elif found := book_of(self.env.app).in_article(self.text):
            html = part("common", "verdict_counts", found)
        else:
            claim = find_claim(self, self.text)
            html = badge(claim.verdict, claim.reason, claim.called) if claim else ""
        return [nodes.raw("", html, format="html")], []


def claim_list(directive: BookDirective, numbers: str) -> Iterator[nodes.Node]:
    """Claims in a line each, with the anchor ``claim-<number>``, the verdict and the way to the claim's own page."""
    for number in numbers.split():
        if claim := find_claim(directive, number):
            html = part("claims", "line", claim, directive.claim_link(claim), Markup(_errata(directive, claim)))
            yield anchored(directive.state.document, f"claim-{slug(str(claim.number))}", html)
    yield from directive.html(part("errata", "right", directive.link_if_there(REPLY), "one of these claims"))


def _errata(directive: BookDirective, claim: result.ClaimResult) -> str:
    """A line about our mistakes that touch a claim."""
    touching = [one for one in directive.book.errata if claim.number in one.claims]
    return part("errata", "links", touching, directive.link_if_there)


def copied(directive: BookDirective, number: str) -> str:
    """The text of a claim, to be copied; nothing for an unknown claim."""
    claim = find_claim(directive, number)
    return part("claims", "copy", directive.book.quotation(claim), f"copy-{number}") if claim else ""


def claim_page(directive: BookDirective, number: str) -> list[nodes.Node]:
    """Everything about one claim, with the page's title and its footnote: all of the page ``claims/<number>``."""
    claim = find_claim(directive, number)
    if claim is None:
        return []
    book, env, key, there = directive.book, directive.env, f"c{claim.own}", directive.link_if_there
    quotation = book.quotation(claim)
    passage = Markup(part("claims", "copy", quotation, f"{key}-quote", bibtex(claim)))
    texts = {name: text for name, text in book.texts.items() if prefix_of(name) == claim.register}
    title = f"Claim {claim.number}: {marked(claim.statement).strip().rstrip('.')}"
    env.metadata[env.docname][DESCRIPTION] = quotation.text
    round_ = find_register(claim.register, book.data_dir).round
    head = part("claims", "page_head", claim, passage, texts, there, there(REPLY), READ_HOW, round_)
    page = section(key, title, head + _errata(directive, claim))
    for name, heading, html in sections(claim):
        page += section(f"{key}-{name}", heading, html)
    # A claim that no notebook checks names its own page.
    checked = None if claim.page.startswith(f"{claim.address}#") else directive.link_if_there(claim.page)
    words = f"How claim {claim.number} was checked, with code and charts"
    together = f"{'' if claim.register else '../'}claims.json", "The claims of its register, with evidence (JSON)"
    onward = [(checked, words), (there(SCORECARD), "Scorecard of all claims"), together]
    page += section(f"{key}-more", "Further", part("common", "links", onward))
    footnote = part("common", "footnote", quotation.footnote)
    page += directive.html(footnote)
    return [page]


def sections(claim: result.ClaimResult) -> list[tuple[str, str, str]]:
    """The sections that a claim may have or lack: name, heading and HTML of each, in the page's order."""
    made = ((name, heading, part("claims", f"page_{name}", claim)) for name, heading in _SECTIONS.items())
    return [(name, heading, html) for name, heading, html in made if html]


def newest_first(book: Book) -> list[ClaimRegister]:
    """The registers of claims, that of the newest round first."""
    published = {round_.key: round_.published or "" for round_ in read_rounds(book.data_dir)}
    return sorted(book.heads, key=lambda head: published[head.key], reverse=True)


# What parts the two tables of a company, for who hears their names.
_WAYS = {"own": " in its own words", "reported": " that others report"}


def of_register(directive: BookDirective, name: str) -> str:
    """The scorecard of a register; of ``all``, the newest round first."""
    book = directive.book
    heads = newest_first(book) if name == "all" else [find_register(name, book.data_dir)]
    return scorecard(directive, [claim for head in heads for claim in book.of_register(head.prefix)])


def of_company(directive: BookDirective, way: str, company: str) -> str:
    """The claims in a company's ``own`` words, or those that others ``reported`` as its, the newest round first."""
    of = (claim for head in newest_first(directive.book) for claim in directive.book.of_register(head.prefix))
    return scorecard(directive, [claim for claim in of if company in getattr(claim.whose, way)], _WAYS[way])


def scorecard(directive: BookDirective, claims: Sequence[result.ClaimResult], way: str = "") -> str:
    """A table of ``claims``; ``way``: what tells it from another table of its page."""
    book = directive.book
    rounds = {head.prefix: head.round for head in book.heads}
    rows = [(claim, "|".join(claim.by) or PRESS, rounds[claim.register]) for claim in claims]
    names = sorted({name for _, by, _ in rows for name in by.split("|")})
    texts = sorted({key for claim in claims for key in claim.articles})
    options = [
        ("verdict", "Verdict", {name: name for name in result.VERDICTS if name in {claim.verdict for claim in claims}}),
        ("by", "Whose claim", {name: name for name in names}),
        ("round", "Round", {round_: round_ for *_, round_ in rows}),
        ("article", "Text", {key: book.texts[key].short for key in texts}),
    ]
    filters = [one for one in options if len(one[-1]) > 1]
    return part("scorecard", "scorecard", rows, filters, book.texts, directive.claim_link, way)


def company_answer(directive: BookDirective, name: str) -> str:
    """How many claims are in a company's own texts and how many others report."""
    return part("scorecard", "opening", directive.book.company(name))


def registers(directive: BookDirective) -> str:
    """Every register with the verdicts on its claims, the newest first, and links to their pages."""
    book = directive.book
    heads = newest_first(book)
    rows = [(head, directive.link_if_there(register_page(head)), book.of_register(head.prefix)) for head in heads]
    return part("scorecard", "registers", rows)


def whose(directive: BookDirective) -> str:
    """Whose own claims were judged, most claims first, with how many and links to their pages."""
    made = Counter(name for claim in directive.book.claims for name in claim.by)
    names = sorted(companies(directive.book.data_dir), key=lambda name: (-made[name], name))
    rows = [(name, directive.link_if_there(company_page(name)), made[name]) for name in names]
    return part("scorecard", "companies", rows)


def asked_questions(directive: BookDirective) -> str:
    """The kinds of sentences with the questions that each is asked, as a table."""
    rules, of_kind = read_questions(), Counter(claim.sentence for claim in directive.book.claims)
    asked = {name: ", ".join(rules.asked_of(name)) or "none" for name in rules.kinds}
    rows = [(name, kind.is_, asked[name], str(of_kind[name])) for name, kind in rules.kinds.items()]
    return part("common", "table", "Kinds of sentences", ("Kind", "It says", "Questions", "Claims"), rows)


def register(app: Sphinx) -> None:
    """Register the directives of claims, their pages and the scorecard with Sphinx."""
    app.add_role("verdict", VerdictRole())
    app.add_directive("claim-list", showing(claim_list, 1))
    app.add_directive("claim-page", showing(claim_page, 1))
    app.add_directive("copy-this", showing(copied, 1))
    app.add_directive("scorecard", showing(of_register, 1))
    app.add_directive("company-scorecard", showing(of_company, 2))
    app.add_directive("registers", showing(registers))
    app.add_directive("companies", showing(whose))
    app.add_directive("company-answer", showing(company_answer, 1))
    app.add_directive("asked-questions", showing(asked_questions))
