"""Terms of the field, explained where a page first uses them: the word opens its entry of the glossary."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from claimcheck.site.markup import esc, slug

GLOSSARY = "book/glossary"
# Text in these is explained; in those it is not, because it is a name, a control, code, folded or a footnote.
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


def read_terms(text: str) -> list[Term]:
    """The entries of the glossary's Markdown.

    Names are divided by commas. A name with a qualifier in brackets, ``Server (scenario)``, is found as it is written;
    any other with a small first letter as well.
    """
    found = []
    for entry in _ENTRY.finditer(text):
        names = tuple(name.strip() for name in entry["names"].split(", "))
        found.append(Term(names, " ".join(_LINK.sub(r"\1", entry["text"]).split())))
    return found


def _pattern(name: str) -> str:
    qualified = _QUALIFIED.fullmatch(name)
    written = qualified[1] if qualified else name
    first = written[0]
    either = not qualified and first.isalpha() and not (len(written) > 1 and written[1].isupper())
    start = f"[{first.lower()}{first.upper()}]" if either else re.escape(first)
    return start + re.escape(written[1:]).replace(r"\ ", r"\s+")


def explained(body: str, terms: Sequence[Term], glossary: str) -> str:
    """The HTML of a page, with a button at the first use of each term in running text and the boxes at its end.

    ``glossary``: the address of the glossary from there.
    """
    known = {f"t{n}": term for n, term in enumerate(terms)}
    named = [(name, key) for key, term in known.items() for name in term.names]
    # The longest name first, and each name a group, by which its term is found.
    named.sort(key=lambda pair: -len(pair[0]))
    groups = (rf"(?P<n{place}>{_pattern(name)})" for place, (name, _) in enumerate(named))
    any_name = re.compile(rf"(?<![\w/-])(?:{'|'.join(groups)})(?:s\b)?(?![\w-])")
    left, used = set(known), []

    def button(match: re.Match[str]) -> str:
        key = named[int(str(match.lastgroup)[1:])][1]
        if key not in left:
            return match[0]
        left.discard(key)
        used.append(known[key])
        return f'<button type="button" class="cc-term" popovertarget="{known[key].anchor}">{match[0]}</button>'

    out, running, skipped = [], 0, 0
    pieces = _PIECE.split(body)
    # Tags, with scripts, styles and pictures whole, and the text between them, without the names of these tags.
    del pieces[2::3]
    for piece in pieces:
        if not piece.startswith("<"):
            out.append(any_name.sub(button, piece) if running and not skipped and left else piece)
            continue
        out.append(piece)
        if tag := _TAG.match(piece):
            step = -1 if tag[1] else 1
            running += step * (tag[2] in _RUNNING)
            skipped += step * (tag[2] in _SKIPPED)
    boxes = "".join(
        f'<div class="cc-term__box" id="{term.anchor}" popover><p><b>{esc(_shown(term))}</b> {esc(term.text)}</p>'
        f'<p><a href="{esc(glossary)}">Glossary</a></p></div>'
        for term in used
    )
    return "".join(out) + (f'<div class="cc-terms">{boxes}</div>' if boxes else "")


def _shown(term: Term) -> str:
    """The names of a term as its box shows them."""
    return ", ".join(_QUALIFIED.sub(r"\1", name) for name in term.names) + "."


def outdated(app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """Every page, when the glossary has changed: its entries are on each (a handler of ``env-get-outdated``)."""
    return sorted(env.found_docs) if GLOSSARY in changed else []


def explain(app: Sphinx, page: str, body: str) -> str:
    """The text of a page with its terms explained."""
    path = Path(app.srcdir, f"{GLOSSARY}.md")
    if page == GLOSSARY or not path.is_file():
        return body
    return explained(body, read_terms(path.read_text(encoding="utf-8")), app.builder.get_relative_uri(page, GLOSSARY))
