"""BibTeX entries for what the book publishes."""

from __future__ import annotations

import re
from collections.abc import Mapping

_TEX = {**{sign: f"\\{sign}" for sign in "&%$#_{}"}, "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


def entry(key: str, fields: Mapping[str, str]) -> str:
    """A ``@misc`` entry; the values are TeX already (see ``tex``)."""
    lines = "".join(f"  {name.ljust(7)} = {{{value}}},\n" for name, value in fields.items())
    return f"@misc{{{key},\n{lines}}}\n"


def tex(text: str) -> str:
    """``text`` for BibTeX: TeX's own signs as text, a backslash as its name."""
    return re.sub(r"[&%$#_{}~^\\]", lambda m: _TEX.get(m[0], r"\textbackslash{}"), text)
