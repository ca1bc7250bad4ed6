"""Text for a terminal of 100 columns: paragraphs, and an answer of the engine line by line."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any


def wrapped(text: str, indent: int = 0) -> list[str]:
    """``text`` in lines, with addresses and names unbroken and each line after the first hanging."""
    first, rest = " " * indent, " " * (indent + 2)
    return textwrap.wrap(
        text, 100, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )


def answer_lines(answer: Mapping[str, Any]) -> Iterator[str]:
    """The heading and the lines of an answer (``Answer`` in ``site/frame/types.d.ts``).

    A blank line parts lines of different roles, but none stands before a difference or a link of a source or claim.
    """
    yield from wrapped(answer["heading"])
    before, item = "", False
    for line in answer["lines"]:
        role = line["role"]
        if not (item and role in ("difference", "link")):
            if role != before or role == "table":
                yield ""
            before, item = role, role == "source" or "claim" in line
        yield from _line(**line)


def _line(role: str, text: str, address: str = "", heads=(), lines=(), **_: Any) -> Iterator[str]:
    """A line of an answer: an address stands below its words, and the cells of a table beside each other."""
    text = " ".join(text.split())
    if role == "link":
        yield from wrapped(f"{text}:", 2)
        yield f"   {address}"
        return
    yield from wrapped(text, 2 if role == "difference" else 0)
    rows = ["≠ " * row["differs"] + " | ".join([row["name"], *row["cells"]]) for row in lines]
    for row in [" | ".join(heads), *rows]:
        yield from wrapped(" ".join(row.split()))
