"""The prose of a notebook as any Markdown reader shows it: figures, footnotes and verdicts in place of MyST's marks.

A text form keeps ``{n}`key```, from which the site makes a number with its source; its reference, which people open on
GitHub or in Jupyter, has the number itself. The site reads the prose from the text form (``site.extension``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path

from pybtex.database import Entry, parse_file

from claimcheck.core.documents import suggestion
from claimcheck.core.errors import ClaimcheckError
from claimcheck.data.numbers import Number
from claimcheck.site.book import Book
from claimcheck.site.numbers import page_footnote

_ROLE = re.compile(r"\{([a-z-]+)\}`([^`]+)`")
_DIRECTIVE = re.compile(
    r"^(?P<fence>:{3,}|`{3,})\{(?P<name>[a-z-]+)\} ?(?P<argument>.*)\n(?P<body>(?:.*\n)*?)(?P=fence)$", re.MULTILINE
)
_OPTION = re.compile(r"^:([a-z-]+):[ ]?(.*)\n", re.MULTILINE)
# A name that other pages link to, on a line of its own.
_LABEL = re.compile(r"^\([a-z0-9-]+\)=\n", re.MULTILINE)
_KEYS = re.compile(r"\{n\}`([^`]+)`")


class Prose:
    """Turns MyST prose into plain Markdown, with the numbers and claims of the folder ``data``, read when needed."""

    def __init__(self, data: Path) -> None:
        self.data = data

    @cached_property
    def _book(self) -> Book:
        return Book(self.data)

    @cached_property
    def _sources(self) -> Mapping[str, Entry]:
        return parse_file(self.data.with_name("book") / "references.bib").entries

    def plain(self, markdown: str, page: str, mistake: Callable[[int, str, str], ClaimcheckError]) -> str:
        """``markdown``, a cell, as plain Markdown; ``page`` is the prose of its whole notebook, for its footnote.

        ``mistake`` makes the error at a line (0-based) of the cell, of a message and what mends it: for a number, a
        claim or a mark that does not exist.
        """
        if "{" not in markdown:
            return _LABEL.sub("", markdown)

        def at(match: re.Match[str], message: str, fix: str) -> ClaimcheckError:
            return mistake(markdown[: match.start()].count("\n"), message, fix)

        def role(match: re.Match[str]) -> str:
            make = {"n": self._number, "cite": self._cited, "download-file": "`{}`".format}.get(match[1])
            if make is None:
                raise at(match, f"no role {match[1]!r} in a notebook", "use n, cite or download-file")
            try:
                return make(match[2])
            except KeyError:
                kind, known = ("number", self._book.numbers) if match[1] == "n" else ("source", self._sources)
                raise at(match, f"no {kind} is called {match[2]!r}", suggestion(match[2], known)) from None

        def directive(match: re.Match[str]) -> str:
            make: Mapping[str, Callable[..., str]]
            make = {"admonition": _quoted, "mlperf-footnote": self._footnote, "claim-list": self._claims}
            if match["name"] not in make:
                raise at(match, f"no directive {match['name']!r} in a notebook", f"use {', '.join(make)}")
            options = {option[1]: option[2] for option in _OPTION.finditer(match["body"])}
            try:
                return make[match["name"]](match["argument"], options, _OPTION.sub("", match["body"]).strip(), page)
            except KeyError as error:
                raise at(match, f"there is no claim {error.args[0]}", "give the numbers of claims") from None

        # Roles first: what a directive gives may hold braces of its own.
        return _DIRECTIVE.sub(directive, _ROLE.sub(role, _LABEL.sub("", markdown)))

    def _number(self, key: str) -> str:
        number: Number = self._book.numbers[key.strip()]
        # JupyterLab and GitHub typeset what is between two dollar signs as a formula.
        return number.text.replace("$", r"\$")

    def _cited(self, key: str) -> str:
        entry = self._sources[key]
        title, doi = entry.fields["title"].strip("{}"), entry.fields.get("doi", "")
        return f"([{title}]({entry.fields.get('url', f'https://doi.org/{doi}')}))"

    def _footnote(self, argument: str, options: Mapping[str, str], body: str, page: str) -> str:
        keys = list(dict.fromkeys(key.strip() for key in _KEYS.findall(page)))
        return f"*{page_footnote(self._book, keys, argument.split(), options)}*"

    def _claims(self, argument: str, options: Mapping[str, str], body: str, page: str) -> str:
        by_number = {str(claim.number): claim for claim in self._book.claims}
        claims = [by_number[number] for number in argument.split()]
        verdicts = [f"**{one.verdict}**" + f" ({one.reason})" * bool(one.reason) for one in claims]
        lines = [f"- Claim {one.number}: {one.statement} {v}" for one, v in zip(claims, verdicts, strict=True)]
        return "\n".join(lines).replace("$", r"\$")


def _quoted(argument: str, options: Mapping[str, str], body: str, page: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in [f"**{argument}**", "", *body.splitlines()])
