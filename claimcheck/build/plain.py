"""The prose of a notebook as any Markdown reader shows it: figures, footnotes and verdicts in place of MyST's marks.

A text form keeps ``{n}`key```, from which the site makes a number with its source; its reference, which people open on
GitHub or in Jupyter, has the number itself. The site reads the prose from the text form (``site.extension``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from claimcheck.core.errors import ClaimcheckError, suggestion
from claimcheck.site.book import Book
from claimcheck.site.numbers import page_footnote

T = TypeVar("T")
Mark = re.Match[str]
_ROLE = re.compile(r"\{(?P<name>[a-z-]+)\}`(?P<text>[^`]+)`")
_DIRECTIVE = re.compile(
    r"^(?P<fence>:{3,}|`{3,})\{(?P<name>[a-z-]+)\} ?(?P<text>.*)\n(?P<body>(?:.*\n)*?)(?P=fence)$", re.MULTILINE
)
_OPTION = re.compile(r"^:([a-z-]+):[ ]?(.*)\n", re.MULTILINE)
# A name that other pages link to, on a line of its own.
_LABEL = re.compile(r"^\([a-z0-9-]+\)=\n", re.MULTILINE)
_KEYS = re.compile(r"\{n\}`\s*([^`]+?)\s*`")


class Prose:
    """Turns MyST prose into plain Markdown, with the numbers and claims of the folder ``data``, read when needed."""

    def __init__(self, data: Path) -> None:
        self._book = Book(data)

    def plain(self, markdown: str, page: str) -> str:
        """``markdown``, a cell, as plain Markdown; ``page`` is the prose of its whole notebook, for its footnote.

        Raises ClaimcheckError, with the line of the cell (0-based), for a number, claim or mark that does not exist.
        """
        directives = {"admonition": _quoted, "claim-list": self._claims}
        directives["mlperf-footnote"] = lambda mark: self._footnote(mark, page)
        # Roles first: what a directive gives may hold braces of its own.
        text = _filled(_ROLE, "role", {"n": self._number}, _LABEL.sub("", markdown))
        return _filled(_DIRECTIVE, "directive", directives, text)

    def _number(self, mark: Mark) -> str:
        # JupyterLab and GitHub typeset what is between two dollar signs as a formula.
        return _of(self._book.numbers, mark["text"].strip(), "number").text.replace("$", r"\$")

    def _footnote(self, mark: Mark, page: str) -> str:
        options = dict(_OPTION.findall(mark["body"]))
        return f"*{page_footnote(self._book, list(dict.fromkeys(_KEYS.findall(page))), mark['text'].split(), options)}*"

    def _claims(self, mark: Mark) -> str:
        by_number = {str(claim.number): claim for claim in self._book.claims}
        claims = [_of(by_number, number, "claim") for number in mark["text"].split()]
        verdicts = [f"**{one.verdict}**" + f" ({one.reason})" * bool(one.reason) for one in claims]
        lines = [f"- Claim {one.number}: {one.statement} {v}" for one, v in zip(claims, verdicts, strict=True)]
        return "\n".join(lines).replace("$", r"\$")


def _quoted(mark: Mark) -> str:
    body = _OPTION.sub("", mark["body"]).strip()
    return "\n".join(f"> {line}".rstrip() for line in [f"**{mark['text']}**", "", *body.splitlines()])


def _filled(pattern: re.Pattern[str], kind: str, makers: Mapping[str, Callable[[Mark], str]], text: str) -> str:
    """``text`` with what the maker of each mark's name makes of it. Raises ClaimcheckError with its line."""

    def made(mark: Mark) -> str:
        try:
            return _of(makers, mark["name"], f"{kind} in a notebook")(mark)
        except ClaimcheckError as error:
            error.line = text.count("\n", 0, mark.start())
            raise

    return pattern.sub(made, text)


def _of(known: Mapping[str, T], name: str, kind: str) -> T:
    """What ``known`` has under a name. Raises ClaimcheckError with the nearest where there is nothing."""
    if name not in known:
        raise ClaimcheckError(f"no {kind} is called {name!r}", fix=suggestion(name, known))
    return known[name]
