"""Reading HTML as a browser would, as far as the tests need it."""

from __future__ import annotations

import base64
import json
import re
import zlib
from html.parser import HTMLParser
from typing import Any


class Reader(HTMLParser):
    """Start tags in order, the text of each, and ids."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.scripts: list[str] = []
        self._into = self.words
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {k: v or "" for k, v in attrs}))
        self._into = self.scripts if tag == "script" else self.words

    def handle_endtag(self, tag: str) -> None:
        self._into = self.words

    def handle_data(self, data: str) -> None:
        self._into.append(data)

    @property
    def text(self) -> str:
        """All text outside scripts."""
        return "".join(self.words)

    @property
    def ids(self) -> list[str]:
        """Every id, in order."""
        return [a["id"] for _, a in self.tags if "id" in a]

    def named(self, tag: str) -> list[dict[str, str]]:
        """Attributes of every element of that name."""
        return [a for name, a in self.tags if name == tag]


def hostile_elements(reader: Reader) -> list[tuple[str, dict[str, str]]]:
    """Elements that only data could have brought in: pictures, handlers, script addresses."""
    return [
        (tag, attributes)
        for tag, attributes in reader.tags
        if tag == "img"
        or any(name.startswith("on") for name in attributes)
        or any(value.lower().startswith("javascript:") for value in attributes.values())
    ]


def handed_over(script: str) -> tuple[str, Any]:
    """The name and the data that a script of the site hands over."""
    name, packed = json.loads(f"[{re.fullmatch(r'[.A-Za-z]+[(](.*)[)];', script.strip())[1]}]")
    return name, json.loads(zlib.decompress(base64.b64decode(packed)))
