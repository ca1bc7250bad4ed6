"""Terms of the field, explained where a page first uses them: the word has its meaning as title and leads to it.

The name of a chip that has a page leads to it likewise, and from every cell of a table that holds nothing else.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import escape
from sphinx.application import Sphinx

from claimcheck.site.contents import chip_names
from claimcheck.site.frame.html import slug

GLOSSARY = "book/glossary"
# Text in these elements is explained; in those it is not, because it is a name, a control, code, folded or a footnote.
_RUNNING = frozenset({"p", "li", "dd"})
_SKIPPED = frozenset(
    {"h1", "h2", "h3", "h4", "h5", "h6", "a", "button", "code", "pre", "summary", "details", "table", "figure"}
    | {"aside", "nav", "label", "select"}
)
_PIECE = re.compile(r"(<(script|style|svg)\b.*?</\2>|<!--.*?-->|<[^>]*>)", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)")
# An entry of the glossary: its names on one line, then a colon and what it means.
_ENTRY = re.compile(r"^(?P<names>\S[^\n]*)\n: (?P<text>.+?(?=\n\n|\Z))", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_QUALIFIED = re.compile(r"(.+?) \([^)]*\)")
_CELL = re.compile(r"(<t[dh]\b[^>]*>)([^<>]+)(?=</t[dh]>)")


# The first name of an entry, as HTML.
_NAMES = re.compile(r"<dt>([^,<]+)")


def anchor_of(name: str) -> str:
    """The id of the entry whose first name this is."""
    return f"term-{slug(name)}"


@dataclass(frozen=True)
class Term:
    """An entry of the glossary: its ``names``, the first of which it is listed under, and its ``text``."""

    names: tuple[str, ...]
    text: str

    @property
    def anchor(self) -> str:
        """The id of its entry on the page of the glossary."""
        return anchor_of(self.names[0])

    @property
    def meaning(self) -> str:
        """Its names, and what they mean."""
        names = ", ".join(_QUALIFIED.sub(r"\1", name) for name in self.names)
        return f"{names}. {self.text}"


def read_terms(text: str) -> list[Term]:
    """The entries of the glossary's Markdown.

    Names are divided by commas. A name with a qualifier in brackets, ``Server (scenario)``, is found as it is written;
    any other with a small first letter as well.
    """
    entries = ((entry["names"].split(", "), _LINK.sub(r"\1", entry["text"])) for entry in _ENTRY.finditer(text))
    return [Term(tuple(name.strip() for name in names), " ".join(meaning.split())) for names, meaning in entries]


def _pattern(name: str) -> str:
    qualified = _QUALIFIED.fullmatch(name)
    written = qualified[1] if qualified else name
    first = written[0]
    either = not qualified and first.isalpha() and not (len(written) > 1 and written[1].isupper())
    start = f"[{first.lower()}{first.upper()}]" if either else re.escape(first)
    return start + re.escape(written[1:]).replace(r"\ ", r"\s+")


class Explainer:
    """Marks the first use of each term in the HTML of a page: it leads to the glossary, or of ``chips`` to its page."""

    def __init__(self, terms: Sequence[Term], chips: Sequence[str] = ()) -> None:
        named: list[tuple[str, Term | str]] = [(name, name) for name in chips]
        named += [(name, term) for term in terms for name in term.names]
        # The longest name first, of one name the chip; and each name a group, by which its term is found.
        self._named = sorted(named, key=lambda pair: -len(pair[0]))
        groups = (rf"(?P<n{place}>{_pattern(name)})" for place, (name, _) in enumerate(self._named))
        self._any = re.compile(rf"(?<![\w/-])(?:{'|'.join(groups)})(?:s\b)?(?![\w-])")

    def html(self, html: str, glossary: str, pages: Mapping[str, str] | None = None) -> str:
        """The page with a link at each first use in running text.

        ``pages``: the address of each chip's page; a chip without is not linked.
        """
        used: list[Term] = []
        left = dict(pages or {})

        def marked(match: re.Match[str]) -> str:
            term = self._named[int(str(match.lastgroup)[1:])][1]
            if isinstance(term, str):
                address = left.pop(term, "")
                return f'<a href="{address}">{match[0]}</a>' if address else match[0]
            if term in used or not glossary:
                return match[0]
            used.append(term)
            return f'<a class="cc-term" href="{glossary}#{term.anchor}" title="{escape(term.meaning)}">{match[0]}</a>'

        out, running, skipped = [], 0, 0
        pieces = _PIECE.split(html)
        # Tags, with scripts, styles and pictures whole, and the text between them, without the names of these tags.
        del pieces[2::3]
        for piece in pieces:
            if not piece.startswith("<"):
                out.append(self._any.sub(marked, piece) if running and not skipped else piece)
                continue
            out.append(piece)
            if tag := _TAG.match(piece):
                step = -1 if tag[1] else 1
                running += step * (tag[2] in _RUNNING)
                skipped += step * (tag[2] in _SKIPPED)
        return "".join(out)


@functools.cache
def _explainer(path: Path, data: Path) -> Explainer:
    return Explainer(read_terms(path.read_text(encoding="utf-8")), [*chip_names(data)])


def chip_addresses(app: Sphinx, page: str) -> dict[str, str]:
    """The address of each chip's page from a ``page``, by the chip's names; not of that page itself."""
    pages = chip_names(Path(app.srcdir, "data").resolve()).items()
    there = {name: to for name, to in pages if to in app.env.found_docs and to != page}
    return {name: app.builder.get_relative_uri(page, to) for name, to in there.items()}


def link_cells(html: str, pages: Mapping[str, str]) -> str:
    """HTML with a link in each cell of a table that holds the name of a chip of ``pages`` and nothing else."""

    def linked(cell: re.Match[str]) -> str:
        address = pages.get(cell[2].strip())
        return f'{cell[1]}<a href="{address}">{cell[2]}</a>' if address else cell[0]

    return _CELL.sub(linked, html)


def add_to(context: dict[str, Any], app: Sphinx, page: str) -> None:
    """Explain the terms of a ``page`` that is written, and link the chips."""
    if GLOSSARY in app.env.found_docs:
        # The glossary does not explain itself: there each entry has its id.
        glossary = "" if page == GLOSSARY else app.builder.get_relative_uri(page, GLOSSARY)
        pages = chip_addresses(app, page)
        explainer = _explainer(Path(app.srcdir, f"{GLOSSARY}.md"), Path(app.srcdir, "data").resolve())
        body = explainer.html(link_cells(context["body"], pages), glossary, pages)
        context["body"] = body if glossary else _NAMES.sub(lambda one: f'<dt id="{anchor_of(one[1])}">{one[1]}', body)


def note_dependency(app: Sphinx) -> None:
    """Have Sphinx read the page again when the glossary changes, whose entries are on each."""
    app.env.note_dependency(str(Path(app.srcdir, f"{GLOSSARY}.md")))
