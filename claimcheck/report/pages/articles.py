"""Pages about articles: what a text is, what its claims came to, and what NVIDIA's own text says of each.

A journey shows how a figure travels from text to text: a list of stages, each with what it lost, added or changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx

from claimcheck.claims.register.claim import order
from claimcheck.claims.verdict.result import ClaimResult, grouped
from claimcheck.report.book import nearest
from claimcheck.report.parts.directives import BookDirective
from claimcheck.report.parts.html import part, slug

# Where the stages of the journey that is being read are collected.
_OPEN = "cc-journey"


class ArticleDirective(BookDirective):
    """A part of an article's page.

    ``article-facts <article>``: who wrote it, when, what kind of text it is, what was read, what is out of scope, and
    how many claims have which verdict. ``article-claims <article>``: the article's claims by their verdicts.
    ``article-vendor <article>``: its claims next to what NVIDIA's own text says of each.
    """

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The HTML; a warning and nothing for an article that is not known."""
        book, article = self.book, self.arguments[0].strip()
        if article not in book.articles:
            return self.warn("no article %r%s", article, nearest(article, book.articles))
        groups = grouped(book.claims, article)
        if self.name == "article-facts":
            return self.html(part("articles", "facts", book.texts[article], groups))
        if self.name == "article-claims":
            return self.html(part("articles", "claims", groups, article, self.claim_link))
        stances = [claim for made in groups.values() for claim in made if claim.nvidia]
        return self.html(part("articles", "vendor", sorted(stances, key=_departs), self.claim_link))


def _departs(claim: ClaimResult) -> tuple[int, tuple[int, str]]:
    """Sorting key: claims whose words are not NVIDIA's first, each kind in the order of the register."""
    return int(claim.nvidia.stance not in ("bends", "silent")), order(claim.number)


class OneFigureDirective(BookDirective):
    """``one-figure``: each figure that articles print in more than one sentence, and these sentences."""

    def run(self) -> list[nodes.Node]:
        """A table of the first register's figures."""
        sentences = printed_again(self.book.of_register(""))
        return self.html(part("articles", "one_figure", sentences, self.book.texts, self.claim_link))


def printed_again(claims: Sequence[ClaimResult]) -> dict[str, list[ClaimResult]]:
    """Figures that several of ``claims`` print, as printed, each with these claims."""
    printing: dict[str, list[ClaimResult]] = {}
    for claim in claims:
        for text in dict.fromkeys(figure.published.text for figure in claim.figures):
            printing.setdefault(text, []).append(claim)
    return {text: several for text, several in printing.items() if len(several) > 1}


# What a stage says of each detail: its value, or "" where the detail is given and its value stands in the text.
Details = Mapping[str, str]


@dataclass(frozen=True)
class Step:
    """What became of the details between a stage and the one that it follows."""

    kept: tuple[str, ...]
    lost: tuple[str, ...]
    added: tuple[str, ...]
    changed: tuple[tuple[str, str, str], ...]


def details_of(text: str, known: Sequence[str]) -> dict[str, str]:
    """Read ``submitter, scenario = Offline`` as a mapping. Raises ValueError for a detail not ``known``, or twice."""
    details: dict[str, str] = {}
    for detail in filter(None, (piece.strip() for piece in text.split(","))):
        name, _, value = (piece.strip() for piece in detail.partition("="))
        if name not in known:
            raise ValueError(f"unknown detail {name!r}; details are {', '.join(known)}")
        if name in details:
            raise ValueError(f"detail {name!r} stands twice")
        details[name] = value
    return details


def step(before: Details, after: Details) -> Step:
    """Compare two stages. A detail changed when both give a value of it and the values differ."""
    changed = [(k, before[k], after[k]) for k in after if k in before and before[k] and after[k]]
    moved = tuple(c for c in changed if c[1] != c[2])
    names = {name for name, _, _ in moved}
    return Step(
        kept=tuple(k for k in after if k in before and k not in names),
        lost=tuple(k for k in before if k not in after),
        added=tuple(k for k in after if k not in before),
        changed=moved,
    )


class JourneyDirective(BookDirective):
    """``journey <title>``: the stages inside it, after a table of the details that each still gives.

    ``details``: names of the details, separated by commas, in the order of the table.
    """

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"details": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """The table and the list of stages."""
        title = self.arguments[0]
        known = [name.strip() for name in self.options.get("details", "").split(",") if name.strip()]
        journey: dict[str, Any] = {"id": slug(title), "details": known, "stages": []}
        outer, self.env.temp_data[_OPEN] = self.env.temp_data.get(_OPEN), journey
        holder = nodes.Element()
        self.state.nested_parse(self.content, self.content_offset, holder)
        self.env.temp_data[_OPEN] = outer
        stages = [node for node in holder.children if isinstance(node, nodes.list_item)]
        if not stages or len(stages) != len(holder.children):
            return self.warn("journey %r holds something else than stages", title)
        listed = nodes.enumerated_list(classes=["cc-journey"], enumtype="arabic", prefix="", suffix=".")
        listed.extend(stages)
        return [*self.html(part("journey", "table", title, known, journey["stages"])), listed]


class StageDirective(BookDirective):
    """``stage <what is said>``, inside a journey: the text inside it tells what happened.

    ``by``: who says it; ``says``: the details that it gives, ``detail`` or ``detail = value``; ``after``: the number of
    the stage that it follows, if not the one before.
    """

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "by": directives.unchanged_required,
        "says": directives.unchanged,
        "after": directives.positive_int,
    }

    def run(self) -> list[nodes.Node]:
        """An item of the journey's list."""
        journey = self.env.temp_data.get(_OPEN)
        if journey is None:
            raise self.error("a stage stands in a journey")
        done = journey["stages"]
        after = self.options.get("after", len(done))
        if after > len(done):
            raise self.error(f"stage {len(done) + 1} cannot follow stage {after}")
        try:
            says = details_of(self.options.get("says", ""), journey["details"])
        except ValueError as error:
            raise self.error(str(error)) from error
        change = step(done[after - 1]["says"], says) if after else None
        number = len(done) + 1
        anchor = f"stage-{journey['id']}-{number}"
        done.append({"says": says, "step": change, "anchor": anchor, "title": self.arguments[0]})
        item = nodes.list_item(classes=["cc-stage"], ids=[anchor])
        figure = nodes.paragraph(classes=["cc-stage__says"])
        figure += self.state.inline_text(self.arguments[0], self.lineno)[0]
        item += figure
        follows = f", after stage {after}" if after not in (0, number - 1) else ""
        item += nodes.paragraph("", f"{self.options.get('by', '')}{follows}", classes=["cc-stage__by"])
        self.state.nested_parse(self.content, self.content_offset, item)
        if change is not None:
            item += self.html(part("journey", "step", change))
        return [item]


def register(app: Sphinx) -> None:
    """Register the directives of articles, figures and journeys with Sphinx."""
    for name in ("article-facts", "article-claims", "article-vendor"):
        app.add_directive(name, ArticleDirective)
    app.add_directive("one-figure", OneFigureDirective)
    app.add_directive("journey", JourneyDirective)
    app.add_directive("stage", StageDirective)
