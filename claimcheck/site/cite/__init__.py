"""The page "Cite, editions, errata, replies": our own mistakes, replies to our verdicts, licences of what is not ours.

Licences are read from where they are declared: package-lock.json, the notice of the fonts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import vl_convert
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx

from claimcheck.analysis.questions import NOT_CLAIMED
from claimcheck.charts.fonts import FOLDER as FONTS
from claimcheck.charts.record import recorded
from claimcheck.claims.verdict.result import ClaimResult
from claimcheck.data import edition
from claimcheck.site.book import nearest, this_publication
from claimcheck.site.frame.directives import BookDirective, anchored, showing
from claimcheck.site.frame.html import day_text, part

_FONT = re.compile(r"^([a-z-]+)@([0-9.]+): ", re.MULTILINE)
# Named by their own repositories; the package that brings their scripts does not say it.
_VEGA = "BSD-3-Clause"
_NO_REPLY = "<p>No reply has come in yet.</p>"
_NONE = '<p class="cc-errata-none">No mistake is known in anything that an edition printed.</p>'


def errata(directive: BookDirective) -> list[nodes.Node]:
    """Every mistake under its anchor, an article each, the newest first; a sentence when there is none.

    A page, figure or claim that the book does not have is a warning.
    """
    book, document = directive.book, directive.state.document
    entries = edition.read_errata(book.data_dir, {claim.number for claim in book.claims})
    if not entries:
        return directive.html(_NONE)
    shown = []
    for entry in entries:
        html = part("errata", "erratum", entry, list(_touched(directive, entry)))
        title = f"Erratum of {day_text(entry.found)}: {entry.id}"
        shown.append(anchored(document, entry.anchor, title, html))
    return shown


def _touched(directive: BookDirective, entry: edition.Erratum) -> Iterator[tuple[str, str | None]]:
    """What a mistake touches, in words, and where that is."""
    for page in entry.pages:
        yield page, directive.page_link(page)
    for page, figure_id in entry.figures:
        path = Path(directive.env.srcdir, f"{page}.ipynb")
        if path.is_file() and figure_id not in (known := recorded(path)):
            directive.warn("no figure %r in %s%s", figure_id, page, nearest(figure_id, list(known)))
        else:
            yield f"figure {figure_id}", directive.page_link(f"{page}#fig-{figure_id}")
    for number in entry.claims:
        (claim,) = (claim for claim in directive.book.claims if claim.number == number)
        yield f"claim {number}", directive.claim_link(claim)


def replies(directive: BookDirective) -> str:
    """Every reply to a verdict, whole, the newest first; a sentence when there is none."""
    claims = {claim.number: claim for claim in directive.book.claims}

    def about(reply: edition.Reply) -> list[tuple[str, str | None]]:
        return [(f"claim {number}", directive.claim_link(claims[number])) for number in reply.claims]

    return part("errata", "replies", edition.read_replies(directive.book.data_dir, claims), about) or _NO_REPLY


def moved(directive: BookDirective) -> str:
    """Every claim whose verdict is another than in edition 1.0.0: old, new, and what it rests on now."""
    book = directive.book
    first = edition.read_first_verdicts(book.data_dir)
    rows = []
    for claim, old, why in changed(book.claims, first):
        linked = part("common", "linked", directive.claim_link(claim), f"{claim.number}: {claim.statement}")
        rows.append((linked, old, claim.called, why))
    caption = f"Claims whose verdict is another than in edition 1.0.0: {len(rows)} of {len(first)}"
    return part("common", "table", caption, ("Claim", "In 1.0.0", "Now", "Why"), rows)


def changed(claims: Iterable[ClaimResult], first: Mapping[int | str, str]) -> Iterator[tuple[ClaimResult, str, str]]:
    """The claims with another verdict than ``first`` has by their numbers, each with that verdict and why."""
    for claim in claims:
        if (old := first.get(claim.number, claim.verdict)) != claim.verdict:
            limits = [one.detail for one in claim.conditions if one.state == NOT_CLAIMED]
            limited = f"the text limits itself, so it does not claim what differs: {limits[0]}" if limits else ""
            yield claim, old, claim.reason or limited or "each question that could be answered of it holds"


class Package(NamedTuple):
    """A package of which the site has files."""

    name: str
    version: str
    licence: str


def packages(root: Path = edition.ROOT) -> list[Package]:
    """The packages of which the site has files, by name."""
    lock = json.loads((root / "claimcheck/site/package-lock.json").read_text(encoding="utf-8"))["packages"].items()
    found = [
        Package(path.rpartition("node_modules/")[2], package["version"], package.get("license", "not declared"))
        for path, package in lock
        if path and not package.get("dev")
    ]
    # The families that ours are subsets of, as their notice names them.
    fonts = _FONT.findall((FONTS / "LICENSE.txt").read_text(encoding="utf-8"))
    found += [Package(name, version, "OFL-1.1") for name, version in fonts]
    # What draws an interactive chart: a script that vl-convert holds.
    found.append(Package("vega", vl_convert.get_vega_version(), _VEGA))
    found.append(Package("vega-lite", vl_convert.get_vegalite_versions()[-1], _VEGA))
    found.append(Package("vega-embed", vl_convert.get_vega_embed_version(), _VEGA))
    return sorted(found, key=lambda package: package.name.lower())


def changes(directive: BookDirective) -> list[nodes.Node]:
    """What the newest entry of the change log says, in its own words: its paragraphs and lists."""
    newest = edition.read_changelog()[0]
    directive.env.note_dependency(str(edition.CHANGELOG))
    lines = StringList(newest.body.splitlines(), source=str(edition.CHANGELOG))
    entry = nodes.container()
    directive.state.nested_parse(lines, newest.line, entry)
    return entry.children


def whole(_: BookDirective) -> str:
    """The entry for a bibliography that cites the whole report, with its version and day."""
    return part("errata", "entry", this_publication().bibtex)


def licences(_: BookDirective) -> str:
    """What the site contains that is not ours, as a table."""
    heads = ("Package", "Version", "Licence")
    return part("common", "table", "What the site contains", heads, packages(), "As the packages declare it.")


def register(app: Sphinx) -> None:
    """Register the directives of changes, errata, replies and licences with Sphinx."""
    app.add_directive("errata", showing(errata))
    app.add_directive("moved-verdicts", showing(moved))
    app.add_directive("replies", showing(replies))
    app.add_directive("edition-changes", showing(changes))
    app.add_directive("cite-whole", showing(whole))
    app.add_directive("licences", showing(licences))
