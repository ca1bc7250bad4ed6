"""Citations of what the book publishes: one description of a work, written as BibTeX, RIS or CSL-JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from claimcheck.data.edition import Edition

AUTHOR = "claimcheck"
_TEX = {**{sign: f"\\{sign}" for sign in "&%$#_{}"}, "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


@dataclass(frozen=True)
class Work:
    """A page, figure, claim or comparison of an ``edition``: what names it, its title, address and a remark on it."""

    name: str
    title: str
    address: str
    edition: Edition
    note: str = ""

    @property
    def key(self) -> str:
        """What a citation is called in a bibliography: ``claimcheck2026claim7``."""
        return f"{AUTHOR}{self.edition.release.year}{self.name}"

    @property
    def bibtex(self) -> str:
        """A ``@misc`` entry, with TeX's own signs as text."""
        day = self.edition.release
        fields = {
            "author": f"{{{AUTHOR}}}",
            "title": f"{{{tex(self.title)}}}",
            "year": str(day.year),
            "month": str(day.month),
            "date": day.isoformat(),
            "version": tex(self.edition.version),
            **({"note": tex(self.note)} if self.note else {}),
            "url": self.address,
        }
        lines = "".join(f"  {name.ljust(7)} = {{{value}}},\n" for name, value in fields.items())
        return f"@misc{{{self.key},\n{lines}}}\n"

    @property
    def ris(self) -> str:
        """A reference in RIS, a tag a line, with the line ends that the format has."""
        day = self.edition.release
        tags = [
            ("TY", "ELEC"), ("ID", self.key), ("AU", AUTHOR), ("TI", self.title), ("PY", str(day.year)),
            ("DA", f"{day:%Y/%m/%d}"), ("ET", self.edition.version), ("N1", self.note),
            ("UR", self.address), ("ER", ""),
        ]  # fmt: skip
        return "".join(f"{tag}  - {' '.join(text.split())}\r\n" for tag, text in tags if text or tag == "ER")

    @property
    def csl(self) -> str:
        """A list of one item in CSL-JSON."""
        day = self.edition.release
        item: Mapping[str, object] = {
            "id": self.key,
            "type": "webpage",
            "author": [{"literal": AUTHOR}],
            "title": self.title,
            "issued": {"date-parts": [[day.year, day.month, day.day]]},
            "version": self.edition.version,
            **({"note": self.note} if self.note else {}),
            "URL": self.address,
        }
        return json.dumps([item], indent=1, ensure_ascii=False) + "\n"


# Ending of a file with a citation: what writes it, and how the format is called.
FORMATS = {"bib": ("bibtex", "BibTeX"), "ris": ("ris", "RIS"), "csl.json": ("csl", "CSL-JSON")}


def tex(text: str) -> str:
    """``text`` for BibTeX: TeX's own signs as text, a backslash as its name."""
    return re.sub(r"[&%$#_{}~^\\]", lambda m: _TEX.get(m[0], r"\textbackslash{}"), text)
