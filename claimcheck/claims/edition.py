"""Which edition this is, and where it can be read: what a quotation must name."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from claimcheck import __version__
from claimcheck.errors import RegisterError
from claimcheck.tables import DATA_DIR

ROOT = DATA_DIR.parent


@dataclass(frozen=True)
class Edition:
    """``version`` of the package, day of its ``release``, and the book's ``address``, which ends in a slash."""

    version: str
    release: dt.date
    address: str

    def page(self, docname: str) -> str:
        """The permanent address of a page of the book: ``claims/7`` -> ``https://…/claims/7.html``."""
        return f"{self.address}{docname}.html"


def read_edition(root: Path = ROOT) -> Edition:
    """The edition of the checkout in ``root``: day from ``CITATION.cff``, address from ``_config.yml``.

    Raises RegisterError for a file that cannot be read or lacks either.
    """
    day = _value(root / "CITATION.cff", "date-released")
    if not isinstance(day, dt.date):
        raise RegisterError(f"date-released is {day!r}", where=root / "CITATION.cff", rule="a day: 2026-11-21")
    address = _value(root / "_config.yml", "html", "baseurl")
    if not re.fullmatch(r"https://[^\s?#]+", str(address)):
        raise RegisterError(f"html.baseurl is {address!r}", where=root / "_config.yml", rule="an address of https://")
    return Edition(__version__, day, f"{str(address).rstrip('/')}/")


def _value(path: Path, *keys: str) -> Any:
    try:
        value = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise RegisterError(f"cannot be read: {error}", where=path) from error
    for key in keys:
        if not isinstance(value, dict) or key not in value:
            raise RegisterError(f"has no {'.'.join(keys)}", where=path, fix=f"add {'.'.join(keys)}")
        value = value[key]
    return value
