"""Terms of the field, explained where a page first uses them: the word opens its entry of the glossary."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.html5 import HTML5Translator

from claimcheck.site.frame.html import esc, slug

GLOSSARY = "book/glossary"
# Text in these is explained; in those it is not, because it is a name, a control, code, folded or a footnote. First
# as nodes, then as elements of the HTML that directives make.
_RUNNING_NODES = (nodes.paragraph, nodes.list_item, nodes.definition)
_SKIPPED_NODES = (
    nodes.title, nodes.reference, nodes.literal, nodes.literal_block, nodes.table, nodes.figure, nodes.sidebar,
    nodes.raw, HideCodeCellNode,
)  # fmt: skip
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


@dataclass(frozen=True)
class Term:
    """An entry of the glossary: its ``names``, the first of which it is listed under, and its ``text``."""

    names: tuple[str, ...]
    text: str

    @property
    def anchor(self) -> str:
        """The id of its box on a page."""
        return f"term-{slug(self.names[0])}"


@functools.cache
def read_terms(text: str) -> list[Term]:
    """The entries of the glossary's Markdown.

    Names are divided by commas. A name with a qualifier in brackets, ``Server (scenario)``, is found as it is written;
    any other with a small first letter as well.
    """
    terms = []
    for entry in _ENTRY.finditer(text):
        names = tuple(name.strip() for name in entry["names"].split(", "))
        terms.append(Term(names, " ".join(_LINK.sub(r"\1", entry["text"]).split())))
    return terms


def _pattern(name: str) -> str:
    qualified = _QUALIFIED.fullmatch(name)
    written = qualified[1] if qualified else name
    first = written[0]
    either = not qualified and first.isalpha() and not (len(written) > 1 and written[1].isupper())
    start = f"[{first.lower()}{first.upper()}]" if either else re.escape(first)
    return start + re.escape(written[1:]).replace(r"\ ", r"\s+")


class explained_term(nodes.inline):
    """The first use of a term on a page; ``anchor`` is the id of the box that explains it."""


def open_button(writer: HTML5Translator, node: explained_term) -> None:
    """Write the beginning of the button around a term."""
    writer.body.append(_button(node["anchor"]))


def close_button(writer: HTML5Translator, node: explained_term) -> None:
    """Write its end."""
    writer.body.append("</button>")


def _button(anchor: str) -> str:
    return f'<button type="button" class="cc-term" popovertarget="{esc(anchor)}">'


class Explainer:
    """Finds the first use of each term on a page; ``used`` are the terms that were found, in order."""

    def __init__(self, terms: Sequence[Term]) -> None:
        # The longest name first, and each name a group, by which its term is found.
        self._named = sorted(((name, term) for term in terms for name in term.names), key=lambda pair: -len(pair[0]))
        groups = (rf"(?P<n{place}>{_pattern(name)})" for place, (name, _) in enumerate(self._named))
        self._any = re.compile(rf"(?<![\w/-])(?:{'|'.join(groups)})(?:s\b)?(?![\w-])")
        self.used: list[Term] = []

    def parts(self, text: str) -> Iterator[tuple[str, str]]:
        """The text in pieces, each with the id of the box that explains it, or nothing."""
        end = 0
        for match in self._any.finditer(text):
            term = self._named[int(str(match.lastgroup)[1:])][1]
            if term not in self.used:
                self.used.append(term)
                yield text[end : match.start()], ""
                yield match[0], term.anchor
                end = match.end()
        yield text[end:], ""

    def html(self, html: str) -> str:
        """HTML with a button around each first use in running text."""
        out, running, skipped = [], 0, 0
        pieces = _PIECE.split(html)
        # Tags, with scripts, styles and pictures whole, and the text between them, without the names of these tags.
        del pieces[2::3]
        for piece in pieces:
            if not piece.startswith("<"):
                marked = self.parts(piece) if running and not skipped else [(piece, "")]
                out += [f"{_button(anchor)}{words}</button>" if anchor else words for words, anchor in marked]
                continue
            out.append(piece)
            if tag := _TAG.match(piece):
                step = -1 if tag[1] else 1
                running += step * (tag[2] in _RUNNING)
                skipped += step * (tag[2] in _SKIPPED)
        return "".join(out)


class ExplainTerms(SphinxPostTransform):
    """Put a button around the first use of each term in running text, and the boxes at the end of the page."""

    # After folds, whose text is not explained.
    default_priority = 210
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Change the document in place."""
        path = Path(self.env.srcdir, f"{GLOSSARY}.md")
        if self.env.docname == GLOSSARY or not path.is_file():
            return
        for element in list(self.document.findall(nodes.TextElement)):
            _join(element)
        explainer = Explainer(read_terms(path.read_text(encoding="utf-8")))
        for node in list(self.document.findall(lambda node: isinstance(node, nodes.Text | nodes.raw))):
            if isinstance(node, nodes.raw):
                if node.get("format") == "html":
                    html = explainer.html(node.astext())
                    node.parent.replace(node, nodes.raw("", html, **node.attributes))
            elif _is_running(node):
                parts = (
                    explained_term("", words, anchor=anchor) if anchor else nodes.Text(words)
                    for words, anchor in explainer.parts(node)
                    if words
                )
                node.parent.replace(node, list(parts))
        if explainer.used:
            glossary = self.app.builder.get_relative_uri(self.env.docname, GLOSSARY)
            boxes = "".join(_box(term, glossary) for term in explainer.used)
            self.document += nodes.raw("", f'<div class="cc-terms">{boxes}</div>', format="html")


def _join(element: nodes.TextElement) -> None:
    """Join the texts in an element that a line's end has parted."""
    joined: list[nodes.Node] = []
    for is_text, group in groupby(element.children, lambda child: isinstance(child, nodes.Text)):
        children = list(group)
        joined += [nodes.Text("".join(children))] if is_text else children
    element[:] = joined


def _is_running(text: nodes.Text) -> bool:
    """Whether a text is in a paragraph, item or definition and in nothing that is not explained."""
    around, node = [], text.parent
    while node is not None:
        around.append(type(node))
        node = node.parent
    return any(issubclass(kind, _RUNNING_NODES) for kind in around) and not any(
        issubclass(kind, _SKIPPED_NODES) for kind in around
    )


def _box(term: Term, glossary: str) -> str:
    return (
        f'<div class="cc-term__box" id="{term.anchor}" popover><p><b>{esc(_shown(term))}</b> {esc(term.text)}</p>'
        f'<p><a href="{esc(glossary)}">Glossary</a></p></div>'
    )


def _shown(term: Term) -> str:
    """The names of a term as its box shows them."""
    return ", ".join(_QUALIFIED.sub(r"\1", name) for name in term.names) + "."


def note_dependency(app: Sphinx) -> None:
    """Have Sphinx read the page again when the glossary changes, whose entries are on each."""
    app.env.note_dependency(str(Path(app.srcdir, f"{GLOSSARY}.md")))


def register(app: Sphinx) -> None:
    """Register the explanation of terms with Sphinx."""
    app.add_node(explained_term, html=(open_button, close_button))
    app.add_post_transform(ExplainTerms)
