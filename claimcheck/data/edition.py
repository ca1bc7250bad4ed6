"""The edition that CITATION.cff and CHANGELOG.md describe, and citations of its pages, figures and claims.

The two files are typed by hand and read here only. A citation is a description of a work, written as BibTeX.
"""

from __future__ import annotations

import datetime
import functools
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, ConfigDict, Field

from claimcheck.core.documents import Many, Model, Text, broken, read
from claimcheck.core.errors import RegisterError
from claimcheck.core.limits import file_text

ROOT = Path(__file__).resolve().parents[2]
CITATION = ROOT / "CITATION.cff"
CHANGELOG = ROOT / "CHANGELOG.md"

# Tables, text and charts; the code is under MIT (LICENSE).
LICENSE = "https://creativecommons.org/licenses/by/4.0/"
LICENSE_ID = "CC-BY-4.0"

_UNRELEASED = "Unreleased"
_RELEASE = re.compile(r"(?P<version>\d+\.\d+\.\d+) \((?P<date>\d{4}-\d{2}-\d{2})\)")
_HEADING_RULE = "a heading of the second level is 'Unreleased' or 'VERSION (YYYY-MM-DD)'"
_ORDER_RULE = "versions stand newest first"


@dataclass(frozen=True)
class Edition:
    """What a quotation names: ``version``, day of its ``release``, the book's ``address``, which ends in a slash."""

    version: str
    release: datetime.date
    address: str

    def page(self, docname: str) -> str:
        """The permanent address of a page of the book: ``claims/7`` -> ``https://…/claims/7.html``."""
        return f"{self.address}{docname}.html"


class _Author(Model):
    model_config = ConfigDict(extra="ignore")

    name: Text


def _folder(url: str) -> str:
    if not url.startswith("https://") or not url.endswith("/"):
        raise broken(f"url is {url!r}", "url begins with https:// and ends with /")
    return url


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
    url: Annotated[Text, AfterValidator(_folder)]
    repository: Text = Field(alias="repository-code")

    @property
    def edition(self) -> Edition:
        """Version, day and address alone."""
        return Edition(self.version, self.released, self.url)

    @property
    def bibtex(self) -> str:
        """The edition as a BibTeX entry on one line."""
        authors = " and ".join(f"{{{name}}}" for name in self.authors)
        return (
            f"@misc{{claimcheck{self.released.year}, author={{{authors}}}, title={{{{{self.title}}}}}, "
            f"year={{{self.released.year}}}, version={{{self.version}}}, url={{{self.url}}}}}"
        )


@dataclass(frozen=True)
class Release:
    """A version of the changelog: ``body`` is its Markdown, ``line`` that of its heading (1-based)."""

    version: str
    date: datetime.date
    body: str
    line: int

    @property
    def is_published(self) -> bool:
        """Whether it is a published edition: what comes before 1.0.0 is a draft."""
        return not self.version.startswith("0.")


@functools.cache
def read_citation(path: Path = CITATION) -> Publication:
    """The edition that the citation file describes, read once. Raises RegisterError."""
    return read(path, Publication)


def read_edition(root: Path = ROOT) -> Edition:
    """The edition of the checkout in ``root``, from its citation file. Raises RegisterError."""
    return read_citation(root / CITATION.name).edition


def read_changelog(path: Path = CHANGELOG) -> list[Release]:
    """The released versions, newest first; what is not released yet is left out.

    Raises RegisterError, with the line, for a heading that is neither 'Unreleased' nor a version
    with its date, for a version twice, an empty one, and one that is younger than the one above it.
    """
    lines = file_text(path, RegisterError).splitlines()
    places = [number for number, line in enumerate(lines) if line.startswith("## ")]
    releases: list[Release] = []
    for place, end in zip(places, [*places[1:], len(lines)], strict=True):
        heading, body = lines[place][3:].strip(), "\n".join(lines[place + 1 : end]).strip()
        fault = functools.partial(RegisterError, where=path, line=place + 1)
        if heading == _UNRELEASED:
            if place != places[0]:
                raise fault("'Unreleased' is not first", rule=_ORDER_RULE)
            continue
        if (match := _RELEASE.fullmatch(heading)) is None:
            raise fault(f"heading {heading!r}", rule=_HEADING_RULE)
        version = match["version"]
        try:
            date = datetime.date.fromisoformat(match["date"])
        except ValueError as error:
            raise fault(f"{match['date']}: {error}", rule=_HEADING_RULE) from error
        if not body:
            raise fault(f"{version} has no text", rule="a version says what is new")
        if version in (above.version for above in releases):
            raise fault(f"{version} stands twice", rule="a version stands once")
        if releases and date > releases[-1].date:
            raise fault(f"{version} is younger than {releases[-1].version} above it", rule=_ORDER_RULE)
        releases.append(Release(version, date, body, place + 1))
    if not releases:
        raise RegisterError("no released version", where=path, rule=_HEADING_RULE)
    return releases


def unreleased(path: Path = CHANGELOG) -> int | None:
    """The line of the changelog's heading of what is not released yet; None where all is. Raises RegisterError."""
    read_changelog(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((number for number, line in enumerate(lines, 1) if line.strip() == f"## {_UNRELEASED}"), None)


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


def tex(text: str) -> str:
    """``text`` for BibTeX: TeX's own signs as text, a backslash as its name."""
    return re.sub(r"[&%$#_{}~^\\]", lambda m: _TEX.get(m[0], r"\textbackslash{}"), text)
