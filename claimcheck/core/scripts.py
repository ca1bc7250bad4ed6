"""Data for the scripts of pages, in files that a page opened from a disk can load."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any


def script_json(data: Any) -> str:
    """JSON that cannot end the script element around it."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def script_call(function: str, name: str, data: Any) -> str:
    """A script that hands ``data`` to a ``function`` of the site, which ``site/frame/unpack.js`` reads for it.

    A page opened as a file can load data in no other way; packed, they take a sixth of the room.
    """
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    return f'{function}({script_json(name)}, "{packed}");\n'
