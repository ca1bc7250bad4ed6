"""Mistakes of ours that a published edition printed (``errata.yml``), and replies to our verdicts (``replies.yml``).

Mistakes of the sources are in ``corrections.yml``, which is applied when the tables are made.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, Strict, StringConstraints, ValidationInfo, model_validator

from claimcheck.core.documents import Address, Many, Model, Text, broken, formed, keyed_as, read_if_there, suggestion
from claimcheck.data.paths import ERRATA, REPLIES

_FIGURE = re.compile(r"(?P<page>[^#\s]+)#fig-(?P<id>[a-z0-9]+(?:-[a-z0-9]+)*)")


def _figure(text: str) -> tuple[str, str]:
    match = _FIGURE.fullmatch(text)
    if match is None:
        raise broken(f"figure {text!r}", 'a figure is named with its page: "notebooks/cost#fig-ID"')
    return match["page"], match["id"]


def _known(number: int | str, info: ValidationInfo) -> int | str:
    claims = info.context
    if claims is not None and number not in claims:
        fix = suggestion(number, map(str, claims))
        raise broken(f"no claim {number}", "a claim is one of a register's, as in 5 or v6.1/3", fix)
    return number


Id = Annotated[str, formed(r"^[a-z0-9]+(-[a-z0-9]+)*$", "an anchor: lower-case letters, digits and single hyphens")]
Version = Annotated[str, formed(r"^\d+\.\d+\.\d+$", 'an edition, quoted as CHANGELOG.md has it: "1.0.0"')]
# The number of a claim of a register, among those that the reader of the file knows.
ClaimNumber = Annotated[int | str, AfterValidator(_known)]
Page = Annotated[str, formed(r"^[^#.\s]+$", "a page, named as in _toc.yml: notebooks/cost")]


class Erratum(Model):
    """One mistake of ours.

    ``id`` names it for good; ``versions`` are the editions that printed it. ``mended`` is None while the mistake is not
    mended. ``figures`` are pairs of page and figure id, ``claims`` numbers, ``pages`` names of pages without an ending.
    """

    id: Id
    found: datetime.date
    mended: datetime.date | None = None
    versions: Many[Version] = Field(alias="version")
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
        if self.mended and self.mended < self.found:
            rule = "a mistake is found before it is mended"
            raise broken(f"mended {self.mended}, found {self.found}", rule, key="mended")
        if not (self.pages or self.figures or self.claims):
            raise broken("touches nothing", "an entry names the pages, figures or claims that were wrong")
        return self


class Errata(Model):
    """The whole register."""

    errata: Annotated[dict[str, Erratum], keyed_as("id")] = Field({})

    @property
    def entries(self) -> tuple[Erratum, ...]:
        """The mistakes, the newest first."""
        return tuple(sorted(self.errata.values(), key=lambda e: (e.found, e.id), reverse=True))

    def of_figure(self, figure_id: str) -> tuple[Erratum, ...]:
        """The mistakes that touch the figure of that id, the newest first."""
        return tuple(e for e in self.entries if figure_id in {name for _, name in e.figures})

    def of_claim(self, number: int | str) -> tuple[Erratum, ...]:
        """The mistakes that touch the claim of that number, the newest first."""
        return tuple(e for e in self.entries if number in e.claims)


class Reply(Model):
    """One reply to the verdicts on the claims of these numbers."""

    id: Id = Field(description="name in the register of replies")
    # As text too: a recorded claim holds it so.
    day: Annotated[datetime.date, Strict(False)] = Field(description="when it came in and was printed")
    by: Text = Field(description="who replies, and for whom")
    claims: Many[ClaimNumber] = Field(exclude=True)
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)] = Field(description="the whole reply")
    address: Address | None = Field(None, description="where its author has published it; null where that is not known")


class Replies(Model):
    """The whole register."""

    replies: Annotated[dict[str, Reply], keyed_as("id")] = Field({})

    @property
    def entries(self) -> tuple[Reply, ...]:
        """The replies, the newest first."""
        return tuple(sorted(self.replies.values(), key=lambda one: (one.day, one.id), reverse=True))

    def of_claim(self, number: int | str) -> tuple[Reply, ...]:
        """The replies to the verdict on the claim of that number, the newest first."""
        return tuple(one for one in self.entries if number in one.claims)


def read_errata(data: Path, claims: Collection[int | str] | None = None) -> Errata:
    """``data/facts/errata.yml``; without that file there is no mistake.

    ``claims`` are the known numbers of claims, where they are to be checked. Raises RegisterError, with file and line,
    for an entry that breaks a rule of the register.
    """
    return read_if_there(data / ERRATA, Errata, claims)


def read_replies(data: Path, claims: Collection[int | str] | None = None) -> Replies:
    """``data/facts/replies.yml``, as ``read_errata``."""
    return read_if_there(data / REPLIES, Replies, claims)
