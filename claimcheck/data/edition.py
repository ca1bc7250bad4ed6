"""The edition: what CITATION.cff and CHANGELOG.md say of it, citations of its parts, its mistakes, replies to it.

The two files, ``errata.yml`` (mistakes that an edition printed) and ``replies.yml`` (replies to our verdicts) are typed
by hand and read here only. Mistakes of the sources are in ``corrections.yml``.
"""

from __future__ import annotations

import datetime
import functools
import os
import re
import subprocess
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, ConfigDict, Field, Strict, StringConstraints, ValidationInfo

from claimcheck.core.documents import (
    Address,
    Many,
    Model,
    Text,
    broken,
    formed,
    keyed_as,
    read,
    read_if_there,
    suggestion,
)
from claimcheck.core.errors import RegisterError
from claimcheck.core.limits import file_text
from claimcheck.core.printing import date_text
from claimcheck.data.paths import ERRATA, REPLIES

ROOT = Path(__file__).resolve().parents[2]
CITATION = ROOT / "CITATION.cff"
CHANGELOG = ROOT / "CHANGELOG.md"

# Tables, text and charts; the code is under MIT (LICENSE).
LICENSE = "https://creativecommons.org/licenses/by/4.0/"
LICENSE_ID = "CC-BY-4.0"

_UNRELEASED = "## Unreleased"
_RELEASE = re.compile(r"## (\d+\.\d+\.\d+) \((\d{4}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01]))\)")


@dataclass(frozen=True)
class Edition:
    """What a quotation names: ``version``, the day of it (``release``), the book's ``address``, which ends in a slash.

    A state after an edition has the commit after its version, as in ``1.0.0+g1a2b3c4d5e6f``, and the day of that commit
    in UTC. Without git its version ends in a plus, and its day is that of the edition before.
    """

    version: str
    release: datetime.date
    address: str

    @property
    def day(self) -> str:
        """24 November 2026; after 24 November 2026 where the commit is not known."""
        return f"{'after ' if self.version.endswith('+') else ''}{date_text(self.release.isoformat())}"

    def page(self, docname: str) -> str:
        """The permanent address of a page of the book: ``claims/7`` -> ``https://…/claims/7.html``."""
        return f"{self.address}{docname}.html"

    def figure(self, docname: str, figure_id: str) -> str:
        """The permanent address of a figure, on the page ``docname`` of its notebook."""
        return f"{self.page(docname)}#fig-{figure_id}"


class _Author(Model):
    model_config = ConfigDict(extra="ignore")

    name: Text


class Publication(Model):
    """An edition: ``url`` is the site's address and ends with a slash, ``repository`` that of the code.

    The citation file has more keys; the whole format is checked with its JSON Schema in the tests.
    """

    model_config = ConfigDict(extra="ignore")

    title: Text
    abstract: Text
    authors: Annotated[Many[_Author], AfterValidator(lambda found: tuple(author.name for author in found))]
    keywords: Many[Text]
    version: Text
    released: datetime.date = Field(alias="date-released")
    url: Annotated[Text, formed(r"https://\S+/", "an address that begins with https:// and ends with /")]
    repository: Text = Field(alias="repository-code")

    @property
    def edition(self) -> Edition:
        """Version, day and address alone, as they are now."""
        if _all_released():
            return Edition(self.version, self.released, self.url)
        commit, day = checkout() or ("", self.released)
        return Edition(f"{self.version}+{commit}", day, self.url)

    @property
    def bibtex(self) -> str:
        """The edition as a BibTeX entry."""
        return Work("", self.title, self.url, self.edition).bibtex


@dataclass(frozen=True)
class Release:
    """A version of the changelog: ``body`` is its Markdown, ``line`` that of its heading (1-based)."""

    version: str
    date: datetime.date
    body: str
    line: int


@functools.cache
def read_citation(path: Path = CITATION) -> Publication:
    """The edition that the citation file describes, read once. Raises RegisterError."""
    return read(path, Publication)


def read_edition(root: Path = ROOT) -> Edition:
    """The edition of the checkout in ``root``, from its citation file. Raises RegisterError."""
    return read_citation(root / CITATION.name).edition


def read_changelog(path: Path = CHANGELOG) -> list[Release]:
    """The released versions, newest first; what is not released yet is left out.

    Raises RegisterError, with the line, for a heading that is neither 'Unreleased' nor a version with its date.
    """
    lines = file_text(path, RegisterError).splitlines()
    places = [number for number, line in enumerate(lines) if line.startswith("## ")]
    releases = []
    for place, end in zip(places, [*places[1:], len(lines)], strict=True):
        if lines[place] == _UNRELEASED:
            continue
        if (match := _RELEASE.fullmatch(lines[place].strip())) is None:
            rule = "a heading of the second level is 'Unreleased' or 'VERSION (YYYY-MM-DD)'"
            raise RegisterError(f"heading {lines[place][3:]!r}", where=path, line=place + 1, rule=rule)
        body = "\n".join(lines[place + 1 : end]).strip()
        releases.append(Release(match[1], datetime.date.fromisoformat(match[2]), body, place + 1))
    return releases


@functools.cache
def _all_released() -> bool:
    """Whether the changelog has nothing that is not released yet."""
    return _UNRELEASED not in CHANGELOG.read_text(encoding="utf-8").splitlines()


@functools.cache
def checkout(root: Path = ROOT) -> tuple[str, datetime.date] | None:
    """The commit of the folder ``root``, as in ``g1a2b3c4d5e6f``, and its day in UTC; None where git does not know it.

    Where a file that git follows differs from the commit, ``.changed`` stands after it.
    """
    if not (root / ".git").exists():
        return None

    def git(*arguments: str) -> str:
        environment = {**os.environ, "TZ": "UTC", "GIT_OPTIONAL_LOCKS": "0"}
        run = ["git", "-C", str(root), *arguments]
        return subprocess.run(run, env=environment, check=True, capture_output=True, encoding="utf-8").stdout.strip()

    try:
        commit = git("describe", "--always", "--exclude=*", "--abbrev=12", "--dirty=.changed")
        day = git("show", "--no-patch", "--format=%cd", "--date=format-local:%Y-%m-%d", "HEAD")
    except (OSError, subprocess.CalledProcessError):
        return None
    return f"g{commit}", datetime.date.fromisoformat(day)


# --- citations of parts ---------------------------------------------------------------------------

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
            "title": f"{{{_tex(self.title)}}}",
            "year": str(day.year),
            "month": str(day.month),
            "date": day.isoformat(),
            "version": _tex(self.edition.version),
            **({"note": _tex(self.note)} if self.note else {}),
            "url": self.address,
        }
        lines = "".join(f"  {name.ljust(7)} = {{{value}}},\n" for name, value in fields.items())
        return f"@misc{{{self.key},\n{lines}}}\n"


def _tex(text: str) -> str:
    """``text`` for BibTeX: TeX's own signs as text, a backslash as its name."""
    return re.sub(r"[&%$#_{}~^\\]", lambda m: _TEX.get(m[0], r"\textbackslash{}"), text)


# --- our mistakes, and replies to our verdicts ----------------------------------------------------


def _known(number: int | str, info: ValidationInfo) -> int | str:
    if info.context is not None and number not in info.context:
        fix = suggestion(number, map(str, info.context))
        raise broken(f"no claim {number}", "a claim is one of a register's, as in 5 or v6.1/3", fix)
    return number


Id = Annotated[str, formed(r"^[a-z0-9]+(-[a-z0-9]+)*$", "an anchor: lower-case letters, digits and single hyphens")]
# The number of a claim of a register, among those that the reader of the file knows.
ClaimNumber = Annotated[int | str, AfterValidator(_known)]
_Listed = Strict(False)
# Page and id of a figure.
_Figure = Annotated[
    str,
    formed(r"^[^#\s]+#fig-[a-z0-9-]+$", 'a figure with its page: "notebooks/cost#fig-ID"'),
    AfterValidator(lambda text: tuple(text.split("#fig-"))),
]


class Erratum(Model):
    """One mistake of ours.

    ``id`` names it for good; ``versions`` are the editions that printed it. ``mended`` is None while the mistake is not
    mended. ``figures`` are pairs of page and figure id, ``claims`` numbers, ``pages`` names of pages without an ending.
    """

    id: Id
    found: datetime.date
    mended: datetime.date | None = None
    versions: Many[Annotated[str, formed(r"^\d+\.\d+\.\d+$", 'an edition in quotes: "1.0.0"')]] = Field(alias="version")
    was: Text
    now: Text
    pages: Annotated[tuple[Annotated[str, formed(r"^[^#.\s]+$", "a page as in _toc.yml")], ...], _Listed] = ()
    figures: Annotated[tuple[_Figure, ...], _Listed] = ()
    claims: Annotated[tuple[ClaimNumber, ...], _Listed] = ()

    @property
    def anchor(self) -> str:
        """Its place on the page ``book/cite``."""
        return f"erratum-{self.id}"


class _Errata(Model):
    errata: Annotated[dict[str, Erratum], keyed_as("id")] = Field({})


class Reply(Model):
    """One reply to the verdicts on the claims of these numbers."""

    id: Id = Field(description="name in the register of replies")
    # As text too: a recorded claim holds it so.
    day: Annotated[datetime.date, _Listed] = Field(description="when it came in and was printed")
    by: Text = Field(description="who replies, and for whom")
    claims: Many[ClaimNumber] = Field(exclude=True)
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)] = Field(description="the whole reply")
    address: Address | None = Field(None, description="where its author has published it; null where that is not known")


class _Replies(Model):
    replies: Annotated[dict[str, Reply], keyed_as("id")] = Field({})


def read_errata(data: Path, claims: Collection[int | str] | None = None) -> tuple[Erratum, ...]:
    """The mistakes of ``data/facts/errata.yml``, the newest first; none without that file.

    ``claims`` are the known numbers of claims, where they are to be checked. Raises RegisterError, with file and line,
    for an entry that breaks a rule of the register.
    """
    found = read_if_there(data / ERRATA, _Errata, claims).errata.values()
    return tuple(sorted(found, key=lambda one: (one.found, one.id), reverse=True))


def read_replies(data: Path, claims: Collection[int | str] | None = None) -> tuple[Reply, ...]:
    """The replies of ``data/facts/replies.yml``, as ``read_errata``."""
    found = read_if_there(data / REPLIES, _Replies, claims).replies.values()
    return tuple(sorted(found, key=lambda one: (one.day, one.id), reverse=True))
