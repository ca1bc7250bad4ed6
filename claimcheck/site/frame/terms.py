"""Links of words: a page's first use of a term leads to the glossary, that of a chip's name to the chip's page.

The name of a chip leads there from every cell of a table that holds nothing else, too.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from claimcheck.site.contents import chip_names
from claimcheck.site.frame.html import slug

GLOSSARY = "book/glossary"
# Text in these elements is linked; in those it is not, because it is a name, a control, code, folded or a footnote.
_RUNNING = frozenset({"p", "li", "dd"})
_SKIPPED = frozenset(
    {"h1", "h2", "h3", "h4", "h5", "h6", "a", "button", "code", "pre", "summary", "details", "table", "figure"}
    | {"aside", "nav", "label", "select"}
)
# A tag, with scripts, styles and pictures whole.
_TAG = re.compile(r"(<(?:script|style|svg)\b.*?</(?:script|style|svg)>|<!--.*?-->|<[^>]*>)", re.DOTALL)
_NAME = re.compile(r"<(/?)([a-z][\w-]*)")
# The names of an entry of the glossary, on the line above what it means; and the first of them, as HTML.
_ENTRY = re.compile(r"^(\S[^\n]*)\n: ", re.MULTILINE)
_ENTRY_HTML = re.compile(r"<dt>([^,<]+)")
# A name that is found without what is in brackets, and only with its own first letter: "Server (scenario)".
_QUALIFIED = re.compile(r"(.+?) \([^)]*\)")
_CELL = re.compile(r"(<t[dh]\b[^>]*>)([^<>]+)(?=</t[dh]>)")


def terms(glossary: str) -> dict[str, str]:
    """The id of the entry that explains each name of the glossary's Markdown."""
    entries = (line.split(", ") for line in _ENTRY.findall(glossary))
    return {name: _anchor(names[0]) for names in entries for name in names}


def _anchor(name: str) -> str:
    return f"term-{slug(name)}"


@functools.cache
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Finds any of these names, in its group; one with a small second letter also with a small first one."""
    groups = []
    for name in names:
        qualified = _QUALIFIED.fullmatch(name)
        written = qualified[1] if qualified else name
        first = re.escape(written[0])
        if not qualified and written[0].isalpha() and not written[1:2].isupper():
            first = f"[{written[0].lower()}{written[0].upper()}]"
        groups.append(f"({first}{re.escape(written[1:])})".replace(r"\ ", r"\s+"))
    return re.compile(rf"(?<![\w/-])(?:{'|'.join(groups)})(?:s\b)?(?![\w-])")


def link_words(html: str, addresses: Mapping[str, str]) -> str:
    """HTML with a link at the first use, in running text, of a name that leads to each of ``addresses``."""
    # The longest first.
    names = tuple(sorted(addresses, key=lambda name: -len(name)))
    linked = {""}

    def marked(match: re.Match[str]) -> str:
        address = addresses[names[match.lastindex - 1]]
        if address in linked:
            return match[0]
        linked.add(address)
        css = ' class="cc-term"' if "#" in address else ""
        return f'<a{css} href="{address}">{match[0]}</a>'

    pieces, running, skipped = _TAG.split(html), 0, 0
    for place, piece in enumerate(pieces):
        if place % 2 == 0:
            pieces[place] = _pattern(names).sub(marked, piece) if running and not skipped else piece
        elif tag := _NAME.match(piece):
            step = -1 if tag[1] else 1
            running += step * (tag[2] in _RUNNING)
            skipped += step * (tag[2] in _SKIPPED)
    return "".join(pieces)


@functools.cache
def _pages(glossary: Path, data: Path) -> dict[str, str]:
    """Where each name leads: that of a term to its place in the glossary, that of a chip to its page."""
    places = terms(glossary.read_text(encoding="utf-8"))
    return {name: f"{GLOSSARY}#{place}" for name, place in places.items()} | chip_names(data)


def addresses(app: Sphinx, page: str) -> dict[str, str]:
    """The address to which each name leads from a ``page``; empty for that page itself, and one that is not there."""
    found = {}
    for name, to in _pages(Path(app.srcdir, f"{GLOSSARY}.md"), Path(app.srcdir, "data").resolve()).items():
        there, sign, place = to.partition("#")
        known = there in app.env.found_docs and there != page
        found[name] = f"{app.builder.get_relative_uri(page, there)}{sign}{place}" if known else ""
    return found


def link_cells(html: str, addresses: Mapping[str, str]) -> str:
    """HTML with a link in each cell of a table that holds the name of a chip and nothing else."""

    def linked(cell: re.Match[str]) -> str:
        address = addresses.get(cell[2].strip())
        return f'{cell[1]}<a href="{address}">{cell[2]}</a>' if address and "#" not in address else cell[0]

    return _CELL.sub(linked, html)


def add_to(context: dict[str, Any], app: Sphinx, page: str) -> None:
    """Link the words of a ``page`` that is written."""
    found = addresses(app, page)
    context["body"] = link_words(link_cells(context["body"], found), found)
    if page == GLOSSARY:
        context["body"] = _ENTRY_HTML.sub(lambda one: f'<dt id="{_anchor(one[1])}">{one[1]}', context["body"])


def note_dependency(app: Sphinx) -> None:
    """Have Sphinx read the page again when the glossary changes, whose names are linked on each."""
    app.env.note_dependency(str(Path(app.srcdir, f"{GLOSSARY}.md")))
