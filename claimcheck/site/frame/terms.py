"""Links of words: a page's first use of a term leads to the glossary, that of a chip's name to the chip's page."""

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
_RUNNING = {"p", "li", "dd"}
_SKIPPED = {"h1", "h2", "h3", "h4", "a", "button", "code", "pre", "details", "table", "figure", "aside", "nav", "label"}
# A tag, with scripts, styles and pictures whole; whether it closes, and its name.
_TAG = re.compile(r"(<(?:script|style|svg)\b.*?</(?:script|style|svg)>|<!--.*?-->|<[^>]*>)", re.DOTALL)
_NAME = re.compile(r"<(/?)([a-z][\w-]*)")
# The names of an entry of the glossary, on the line above what it means; and the first of them, as HTML.
_ENTRY = re.compile(r"^(\S[^\n]*)\n: ", re.MULTILINE)
_ENTRY_HTML = re.compile(r"<dt>([^,<]+)")


def terms(glossary: str) -> dict[str, str]:
    """The place in the glossary's page of each name of its Markdown, in a sentence and at the beginning of one.

    A name is found without what is in brackets, then only as it is written: "Server (scenario)".
    """
    places = {}
    for names in (entry.split(", ") for entry in _ENTRY.findall(glossary)):
        for name, bracket, _ in (name.partition(" (") for name in names):
            own = bracket or name[1:2].isupper()
            places |= dict.fromkeys({name, name if own else name[0].lower() + name[1:]}, f"term-{slug(names[0])}")
    return places


@functools.cache
def _pattern(names: frozenset[str]) -> re.Pattern[str]:
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    found = "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in longest_first)
    return re.compile(rf"(?<![\w/-])({found})s?(?![\w-])")


def link_words(html: str, addresses: Mapping[str, str]) -> str:
    """HTML with a link at the first use, in running text, of a name that leads to each of ``addresses``.

    The name of a chip that a cell of a table holds alone is a link in each cell.
    """
    linked, running, skipped, pattern = {""}, 0, 0, _pattern(frozenset(addresses))

    def marked(match: re.Match[str]) -> str:
        address = addresses[" ".join(match[1].split())]
        if address in linked:
            return match[0]
        linked.add(address)
        css = ' class="cc-term"' if "#" in address else ""
        return f'<a{css} href="{address}">{match[0]}</a>'

    pieces = _TAG.split(html)
    for place, piece in enumerate(pieces):
        if place % 2 and (tag := _NAME.match(piece)):
            step = -1 if tag[1] else 1
            running += step * (tag[2] in _RUNNING)
            skipped += step * (tag[2] in _SKIPPED)
        elif running and not skipped:
            pieces[place] = pattern.sub(marked, piece)
        elif pieces[place - 1].startswith(("<td", "<th")):
            address = addresses.get(piece.strip(), "#")
            pieces[place] = piece if not address or "#" in address else f'<a href="{address}">{piece}</a>'
    return "".join(pieces)


@functools.cache
def _places(glossary: Path, data: Path) -> dict[str, str]:
    found = terms(glossary.read_text(encoding="utf-8"))
    return {name: f"{GLOSSARY}#{place}" for name, place in found.items()} | chip_names(data)


def addresses(app: Sphinx, page: str) -> dict[str, str]:
    """The address to which each name leads from a ``page``; empty for that page itself."""
    places = _places(Path(app.srcdir, f"{GLOSSARY}.md"), Path(app.srcdir, "data").resolve())
    there = {to: app.builder.get_relative_uri(page, to) for to in {to.partition("#")[0] for to in places.values()}}
    found = {name: to.partition("#") for name, to in places.items()}
    return {name: "" if to == page else there[to] + sign + place for name, (to, sign, place) in found.items()}


def add_to(context: dict[str, Any], app: Sphinx, page: str) -> None:
    """Link the words of a ``page`` that is written."""
    found = addresses(app, page)
    context["body"] = link_words(context["body"], found)
    if page == GLOSSARY:
        context["body"] = _ENTRY_HTML.sub(lambda one: f'<dt id="term-{slug(one[1])}">{one[1]}', context["body"])


def note_dependency(app: Sphinx) -> None:
    """Have Sphinx read the page again when the glossary changes, whose names are linked on each."""
    app.env.note_dependency(str(Path(app.srcdir, f"{GLOSSARY}.md")))
