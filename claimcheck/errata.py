"""The register of our own mistakes, ``data/errata.yml``: what an edition printed and what it says now.

Mistakes of the sources are another register (``corrections.yml``), applied when the tables are made.
"""

from __future__ import annotations

import datetime
import difflib
import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from claimcheck.registers import Entry, Register, read_yaml

FILE = "errata.yml"
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_VERSION = re.compile(r"\d+\.\d+\.\d+")
_FIGURE = re.compile(r"(?P<page>[^#\s]+)#fig-(?P<id>[a-z0-9]+(?:-[a-z0-9]+)*)")
_COMMIT = re.compile(r"[0-9a-f]{8,40}")
_KEYS = ("found", "mended", "version", "mended_in", "was", "now", "pages", "figures", "claims")


@dataclass(frozen=True)
class Erratum:
    """One mistake of ours.

    ``id`` names it for good. ``mended`` and ``mended_in`` are None while the mistake still stands. ``figures`` are
    pairs of page and figure id, ``claims`` numbers, ``pages`` names of pages without an ending.
    """

    id: str
    found: datetime.date
    mended: datetime.date | None
    versions: tuple[str, ...]
    mended_in: str | None
    was: str
    now: str
    pages: tuple[str, ...] = ()
    figures: tuple[tuple[str, str], ...] = ()
    claims: tuple[int, ...] = ()

    @property
    def anchor(self) -> str:
        """Its place on the page ``book/errata``."""
        return f"erratum-{self.id}"


@dataclass(frozen=True)
class Comparison:
    """An edition whose contents were compared with what the code gives at the commit ``against``."""

    version: str
    commit: str
    against: str
    date: datetime.date
    compared: str
    found: str


@dataclass(frozen=True)
class Errata:
    """The whole register, the newest mistake first."""

    entries: tuple[Erratum, ...] = ()
    comparisons: tuple[Comparison, ...] = ()

    def of_figure(self, figure_id: str) -> tuple[Erratum, ...]:
        """The mistakes that touch the figure of that id."""
        return tuple(e for e in self.entries if figure_id in {name for _, name in e.figures})

    def of_claim(self, number: int) -> tuple[Erratum, ...]:
        """The mistakes that touch the claim of that number."""
        return tuple(e for e in self.entries if number in e.claims)


def read_errata(path: Path, claims: Collection[int] | None = None) -> Errata:
    """Read ``path``; without that file the register is empty.

    ``claims`` are the known numbers of claims, where they are to be checked. Raises RegisterError, with file and line,
    for an entry that breaks a rule of the register.
    """
    if not path.is_file():
        return Errata()
    register = read_yaml(path)
    entries = [_erratum(name, entry, claims) for name, entry in register.section("errata")]
    entries.sort(key=lambda e: (e.found, e.id), reverse=True)
    return Errata(tuple(entries), _comparisons(register))


def _erratum(name: str, entry: Entry, claims: Collection[int] | None) -> Erratum:
    entry.only(_KEYS)
    if not _ID.fullmatch(name):
        raise entry.fail("is no id", rule="an id is lower-case letters, digits and single hyphens: it is an anchor")
    found = _date(entry, "found")
    mended = _date(entry, "mended") if "mended" in entry.values else None
    if (mended is None) != ("mended_in" not in entry.values):
        raise entry.fail(
            "has one of mended and mended_in", rule="a mended mistake has both, one that still stands has neither"
        )
    if mended is not None and mended < found:
        raise entry.fail(f"mended {mended}, found {found}", "mended", rule="a mistake is found before it is mended")
    mended_in = _version(entry, "mended_in", entry.get("mended_in")) if mended is not None else None
    versions = tuple(_version(entry, "version", value) for value in entry.list("version"))
    if mended_in in versions:
        raise entry.fail(
            f"{mended_in} printed it and mended it", "mended_in", rule="an edition that is out does not change"
        )
    erratum = Erratum(
        id=name,
        found=found,
        mended=mended,
        versions=versions,
        mended_in=mended_in,
        was=entry.text("was"),
        now=entry.text("now"),
        pages=tuple(_page(entry, value) for value in _optional(entry, "pages")),
        figures=tuple(_figure(entry, value) for value in _optional(entry, "figures")),
        claims=tuple(_claim(entry, value, claims) for value in _optional(entry, "claims")),
    )
    if not (erratum.pages or erratum.figures or erratum.claims):
        raise entry.fail("touches nothing", rule="an entry names the pages, figures or claims that were wrong")
    return erratum


def _optional(entry: Entry, key: str) -> list:
    return entry.list(key) if key in entry.values else []


def _date(entry: Entry, key: str) -> datetime.date:
    value = entry.need(key)
    # A datetime is a date too, but a day is what the register asks for.
    if not isinstance(value, datetime.date) or isinstance(value, datetime.datetime):
        raise entry.fail(f"{key} is {value!r}", key, rule=f"{key} is a day, as in 2026-11-21")
    return value


def _version(entry: Entry, key: str, value: object) -> str:
    if not isinstance(value, str) or not _VERSION.fullmatch(value):
        raise entry.fail(f"{key} is {value!r}", key, rule='an edition is quoted, as CHANGELOG.md has it: "0.1.0"')
    return value


def _page(entry: Entry, value: object) -> str:
    if not isinstance(value, str) or "#" in value or value.endswith((".md", ".py", ".ipynb", ".html")):
        raise entry.fail(f"page {value!r}", "pages", rule="a page is named as in _toc.yml: notebooks/07-cost")
    return value


def _figure(entry: Entry, value: object) -> tuple[str, str]:
    match = _FIGURE.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        rule = 'a figure is named with its page: "notebooks/07-cost#fig-ID"'
        raise entry.fail(f"figure {value!r}", "figures", rule=rule)
    return match["page"], match["id"]


def _claim(entry: Entry, value: object, claims: Collection[int] | None) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise entry.fail(f"claim {value!r}", "claims", rule="a claim is named by its number")
    if claims is not None and value not in claims:
        near = difflib.get_close_matches(str(value), [str(n) for n in claims], 1, 0.0)
        fix = f"did you mean {near[0]}?" if near else None
        raise entry.fail(f"no claim {value}", "claims", rule="a claim is one of claims.yml", fix=fix)
    return value


def _comparisons(register: Register) -> tuple[Comparison, ...]:
    found = []
    for name, entry in register.section("comparisons") if register.has("comparisons") else ():
        entry.only(("commit", "against", "date", "compared", "found"))
        for key in ("commit", "against"):
            if not _COMMIT.fullmatch(entry.text(key)):
                raise entry.fail(f"{key} is {entry.get(key)!r}", key, rule="a commit's id has at least 8 digits")
        found.append(
            Comparison(
                version=_version(entry, "date", name),
                commit=entry.text("commit"),
                against=entry.text("against"),
                date=_date(entry, "date"),
                compared=entry.text("compared"),
                found=entry.text("found"),
            )
        )
    return tuple(found)
