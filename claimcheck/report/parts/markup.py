"""Small pieces of HTML that several parts of the site share. Everything from data is escaped here."""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from collections.abc import Iterable
from typing import Any

_ADDRESS = re.compile(r"https://[^\s<>\"')]+[^\s<>\"').,;:]")


def esc(value: Any) -> str:
    """Text for HTML, quotes included."""
    return html.escape(str(value), quote=True)


def tag(name: str, content: str, css: str = "", **attributes: str) -> str:
    """An element around ``content``, which must be HTML already; attribute values are escaped here.

    An underscore in an attribute's name stands for a hyphen.
    """
    given = {"class": css, **attributes} if css else attributes
    written = "".join(f' {key.replace("_", "-")}="{esc(value)}"' for key, value in given.items())
    return f"<{name}{written}>{content}</{name}>"


def slug(value: str) -> str:
    """Text as part of an id: lower-case letters, digits, hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", value.lower()).strip("-")


def script_json(data: Any) -> str:
    """JSON that cannot end the script element around it."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def script_call(function: str, name: str, data: Any) -> str:
    """A script that hands ``data`` to a ``function`` of the site, which ``static/unpack.js`` reads for it.

    A page opened as a file can load data in no other way; packed, they take a sixth of the room.
    """
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    return f'{function}({script_json(name)}, "{packed}");\n'


def link(address: str, words: str) -> str:
    """An ordinary link, or the plain words when the address is not https."""
    if not address.startswith("https://"):
        return esc(words)
    return f'<a href="{esc(address)}">{esc(words)}</a>'


def paragraphs(text: str) -> str:
    """Plain text as paragraphs; https addresses become links."""
    parts = (part.strip() for part in re.split(r"\n\s*\n", text.strip()))
    return "".join(f"<p>{_linked(part)}</p>" for part in parts if part)


def _linked(text: str) -> str:
    out, last = [], 0
    for match in _ADDRESS.finditer(text):
        out += [esc(text[last : match.start()]), link(match[0], match[0])]
        last = match.end()
    return "".join([*out, esc(text[last:])])


def result_ids(evidence: Iterable[Any], shown: int = 4) -> str:
    """The published IDs in a few words: ``6.0-0078, 6.0-0082 and 12 more``."""
    ids = sorted({one.result_id for one in evidence if one.result_id})
    more = f" and {len(ids) - shown} more" if len(ids) > shown else ""
    return ", ".join(ids[:shown]) + more
