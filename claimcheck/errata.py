"""The register ``data/errata.yml``: mistakes of ours that an edition printed, and why what it said has changed.

What changed is compared in ``editions.py``. Mistakes of the sources are another register (``corrections.yml``), applied
when the tables are made.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field, Strict, ValidationInfo, model_validator

from claimcheck.registers import Many, Model, Text, broken, formed, read, suggestion, with_names

FILE = "errata.yml"
_FIGURE = re.compile(r"(?P<page>[^#\s]+)#fig-(?P<id>[a-z0-9]+(?:-[a-z0-9]+)*)")


def _figure(text: str) -> tuple[str, str]:
    match = _FIGURE.fullmatch(text)
    if match is None:
        raise broken(f"figure {text!r}", 'a figure is named with its page: "notebooks/cost#fig-ID"')
    return match["page"], match["id"]


def _known(number: int | str, info: ValidationInfo) -> int | str:
    known = info.context
    if known is not None and number not in known:
        fix = suggestion(number, map(str, known))
        raise broken(f"no claim {number}", "a claim is one of a register's, as in 5 or v6.1/3", fix)
    return number


Id = Annotated[str, formed(r"^[a-z0-9]+(-[a-z0-9]+)*$", "an anchor: lower-case letters, digits and single hyphens")]
Version = Annotated[str, formed(r"^\d+\.\d+\.\d+$", 'an edition, quoted as CHANGELOG.md has it: "0.1.0"')]
Commit = Annotated[str, formed(r"^[0-9a-f]{8,40}$", "the id of a commit, of at least 8 digits")]
# The number of a claim of a register, among those that the reader of the file knows.
ClaimNumber = Annotated[int | str, AfterValidator(_known)]
Page = Annotated[str, formed(r"^[^#.\s]+$", "a page, named as in _toc.yml: notebooks/cost")]


class Erratum(Model):
    """One mistake of ours.

    ``id`` names it for good. ``mended`` and ``mended_in`` are None while the mistake is not mended. ``figures`` are
    pairs of page and figure id, ``claims`` numbers, ``pages`` names of pages without an ending.
    """

    id: Id
    found: datetime.date
    mended: datetime.date | None = None
    versions: Many[Version] = Field(alias="version")
    mended_in: Version | None = None
    was: Text
    now: Text
    pages: Annotated[tuple[Page, ...], Strict(False)] = ()
    figures: Annotated[tuple[Annotated[str, AfterValidator(_figure)], ...], Strict(False)] = ()
    claims: Annotated[tuple[ClaimNumber, ...], Strict(False)] = ()

    @property
    def anchor(self) -> str:
        """Its place on the page ``book/cite``."""
        return f"erratum-{self.id}"

    @model_validator(mode="after")
    def _whole(self) -> Erratum:
        if (self.mended is None) != (self.mended_in is None):
            rule = "a mended mistake has both, one that is not mended has neither"
            raise broken("has one of mended and mended_in", rule)
        if self.mended and self.mended < self.found:
            rule = "a mistake is found before it is mended"
            raise broken(f"mended {self.mended}, found {self.found}", rule, key="mended")
        if self.mended_in in self.versions:
            rule = "an edition that is out does not change"
            raise broken(f"{self.mended_in} printed it and mended it", rule, key="mended_in")
        if not (self.pages or self.figures or self.claims):
            raise broken("touches nothing", "an entry names the pages, figures or claims that were wrong")
        return self


class Comparison(Model):
    """An edition whose contents were compared with what the code gives at the commit ``against``."""

    version: Version
    commit: Commit
    against: Commit
    date: datetime.date
    compared: Text
    found: Text


class Reason(Model):
    """Why verdicts and headline numbers are no longer what the edition ``since`` said; ``changed``: their keys.

    A key is that of a number of ``numbers.csv``, or ``claim.7.verdict``.
    """

    id: Id
    since: Version
    changed: Many[Text]
    why: Text

    @property
    def anchor(self) -> str:
        """Its place on the page ``book/cite``."""
        return f"change-{self.id}"


class Errata(Model):
    """The whole register."""

    errata: dict[str, Erratum] = Field({})
    editions: dict[str, Comparison] = Field({}, alias="comparisons")
    changes: dict[str, Reason] = Field({})

    @model_validator(mode="before")
    @classmethod
    def _named(cls, values: Any) -> Any:
        """An entry knows its own name."""
        for section, key in (("errata", "id"), ("comparisons", "version"), ("changes", "id")):
            values = with_names(values, section, key)
        return values

    @property
    def entries(self) -> tuple[Erratum, ...]:
        """The mistakes, the newest first."""
        return tuple(sorted(self.errata.values(), key=lambda e: (e.found, e.id), reverse=True))

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """The editions that were compared."""
        return tuple(self.editions.values())

    def of_figure(self, figure_id: str) -> tuple[Erratum, ...]:
        """The mistakes that touch the figure of that id, the newest first."""
        return tuple(e for e in self.entries if figure_id in {name for _, name in e.figures})

    def of_claim(self, number: int | str) -> tuple[Erratum, ...]:
        """The mistakes that touch the claim of that number, the newest first."""
        return tuple(e for e in self.entries if number in e.claims)


def read_errata(path: Path, claims: Collection[int | str] | None = None) -> Errata:
    """Read ``path``; without that file the register is empty.

    ``claims`` are the known numbers of claims, where they are to be checked. Raises RegisterError, with file and line,
    for an entry that breaks a rule of the register.
    """
    return read(path, Errata, claims) if path.is_file() else Errata()
