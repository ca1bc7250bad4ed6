"""Passages of our own pages with the numbers that they print: by these the engine knows a sentence of ours again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from claimcheck.charts.figure import recorded
from claimcheck.data.numbers import Number
from claimcheck.data.paths import PAGE_FILES
from claimcheck.site.frame.html import slug

# A number by its key.
_KEY = re.compile(r"\{n\}`([^`]+)`")
_MARKUP = re.compile(r"\{[\w-]+\}`[^`]*`|\{\.[\w-]+\}|\{%.*?%\}|<[^<>]+>|\]\([^)]*\)")
_APART = re.compile(r"\n\s*\n|\n(?=#|\s*- |<p>|<h\d)")
# A number of a title has no key.
_FIGURE = re.compile(r"(?:\d[\d,.]*\d|\d)%?")
# What a claim was said to be is that claim.
_CLAIM = re.compile(r"claim\.([\w/-]+)\.published")

# A number of a passage: its text, what it is, where that is shown, and the claim that it is the figure of, or ""; of a
# title, whose numbers have no key, None.
Printed = tuple[str, str, str, str | None]


def passages(data: Path, known: Mapping[str, Number]) -> Iterator[tuple[str, list[Printed]]]:
    """The words and the numbers of each paragraph and title of the book around ``data``.

    Numbers are those ``known``, by their keys in the text.
    """
    for path in (path for form in PAGE_FILES for path in sorted(data.parent.glob(form))):
        page, text = path.relative_to(data.parent).with_suffix("").as_posix(), path.read_text(encoding="utf-8")
        if path.suffix == ".ipynb":
            for name, figure in recorded(path).items():
                yield _titled("chart", figure["title"], f"{page}.html#fig-{name}")
            continue
        # Of a notebook the lines of its text, which are comments.
        text = text if path.suffix != ".py" else "\n".join(re.findall(r"^#(?: (.*))?$", text, re.MULTILINE))
        yield from (_titled("heading", title, f"{page}.html") for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE))
        yield from (_passage(part, page, known) for part in _APART.split(text))


def _letters(text: str) -> str:
    """The letters of a text, words apart: a sentence is known again whatever its figures and its marks are."""
    return " ".join(re.findall("[a-z]+", text.lower()))


def _titled(what: str, title: str, address: str) -> tuple[str, list[Printed]]:
    return _letters(title), [(text, f"the {what} “{title}”", address, None) for text in _FIGURE.findall(title)]


def _passage(text: str, page: str, known: Mapping[str, Number]) -> tuple[str, list[Printed]]:
    """The passage that a text of a ``page`` is, with its numbers."""
    numbers = {}

    def printed(found: re.Match[str]) -> str:
        if not (number := known.get(found[1])):
            return " "
        how = f"{number.how}, {number.formula}" if number.formula else number.how
        claim = _CLAIM.fullmatch(number.key)
        anchor = f"{page}.html#src-{slug(number.key)}-{slug(page.rpartition('/')[2])}"
        numbers[number.key] = (number.text, how, anchor, claim[1] if claim else "")
        return number.text

    return _letters(_MARKUP.sub(" ", _KEY.sub(printed, text))), [*numbers.values()]
