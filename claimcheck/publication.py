"""What this edition is, as its own files say: CITATION.cff and CHANGELOG.md.

The two files are typed by hand and read here only; every citation, tag, feed and piece of
metadata that the site and ``data/`` carry is made from what this module returns.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from claimcheck.errors import PublicationError
from claimcheck.outside import file_bytes, text_of

ROOT = Path(__file__).resolve().parents[1]
CITATION = ROOT / "CITATION.cff"
CHANGELOG = ROOT / "CHANGELOG.md"

# Tables, text and charts; the code is under MIT (LICENSE).
LICENSE = "https://creativecommons.org/licenses/by/4.0/"
LICENSE_ID = "CC-BY-4.0"

_NEEDED = ("title", "abstract", "authors", "keywords", "version", "date-released", "license", "url", "repository-code")
_UNRELEASED = "Unreleased"
_RELEASE = re.compile(r"(?P<version>\d+\.\d+\.\d+) \((?P<date>\d{4}-\d{2}-\d{2})\)")
_HEADING_RULE = "a heading of the second level is 'Unreleased' or 'VERSION (YYYY-MM-DD)'"


@dataclass(frozen=True)
class Edition:
    """What a quotation names: ``version``, day of its ``release``, the book's ``address``, which ends in a slash."""

    version: str
    release: datetime.date
    address: str

    def page(self, docname: str) -> str:
        """The permanent address of a page of the book: ``claims/7`` -> ``https://…/claims/7.html``."""
        return f"{self.address}{docname}.html"


@dataclass(frozen=True)
class Publication:
    """An edition: ``url`` is the site's address and ends with a slash, ``repository`` that of the code."""

    title: str
    abstract: str
    authors: tuple[str, ...]
    keywords: tuple[str, ...]
    version: str
    released: datetime.date
    url: str
    repository: str

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


def read_citation(path: Path = CITATION) -> Publication:
    """The edition that the citation file describes.

    Raises PublicationError when the file cannot be read, lacks a key, or a key holds something else
    than is needed here; the whole format is checked with its JSON Schema in the tests.
    """
    try:
        found = yaml.safe_load(_text(path))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise PublicationError(
            "not YAML", where=path, line=mark.line + 1 if mark else None, rule="a citation file is YAML"
        ) from error
    given: dict[str, Any] = found if isinstance(found, dict) else {}
    for key in _NEEDED:
        if not given.get(key):
            raise PublicationError(f"has no {key!r}", where=path, rule=f"it has {', '.join(_NEEDED)}")
    released = given["date-released"]
    if not isinstance(released, datetime.date):
        raise PublicationError(f"date-released is {released!r}", where=path, rule="date-released is YYYY-MM-DD")
    if not str(given["url"]).startswith("https://") or not str(given["url"]).endswith("/"):
        raise PublicationError(f"url is {given['url']!r}", where=path, rule="url begins with https:// and ends with /")
    return Publication(
        title=str(given["title"]),
        abstract=" ".join(str(given["abstract"]).split()),
        authors=tuple(_name(author, path) for author in given["authors"]),
        keywords=tuple(str(word) for word in given["keywords"]),
        version=str(given["version"]),
        released=released,
        url=str(given["url"]),
        repository=str(given["repository-code"]),
    )


def read_edition(root: Path = ROOT) -> Edition:
    """The edition of the checkout in ``root``, from its citation file. Raises PublicationError."""
    return read_citation(root / CITATION.name).edition


def _text(path: Path) -> str:
    return text_of(file_bytes(path, PublicationError), path, PublicationError)


def _name(author: Any, path: Path) -> str:
    if not isinstance(author, dict) or not author.get("name"):
        raise PublicationError(f"an author is {author!r}", where=path, rule="an author is an organisation with a name")
    return str(author["name"])


def read_changelog(path: Path = CHANGELOG) -> list[Release]:
    """The released versions, newest first; what is not released yet is left out.

    Raises PublicationError, with the line, for a heading that is neither 'Unreleased' nor a version
    with its date, for a version twice, an empty one, and one that is younger than the one above it.
    """
    lines = _text(path).splitlines()
    places = [number for number, line in enumerate(lines) if line.startswith("## ")]
    releases: list[Release] = []
    for place, end in zip(places, [*places[1:], len(lines)], strict=True):
        heading = lines[place][3:].strip()
        if heading == _UNRELEASED:
            if place != places[0]:
                raise PublicationError(
                    "'Unreleased' is not first", where=path, line=place + 1, rule="versions stand newest first"
                )
            continue
        releases.append(_release(heading, "\n".join(lines[place + 1 : end]).strip(), path, place + 1))
        _follows(releases, path)
    if not releases:
        raise PublicationError("no released version", where=path, rule=_HEADING_RULE)
    return releases


def unreleased(path: Path = CHANGELOG) -> int | None:
    """The line of the changelog's heading of what is not released yet; None where all is. Raises PublicationError."""
    read_changelog(path)
    lines = _text(path).splitlines()
    return next((number for number, line in enumerate(lines, 1) if line.strip() == f"## {_UNRELEASED}"), None)


def _release(heading: str, body: str, path: Path, line: int) -> Release:
    match = _RELEASE.fullmatch(heading)
    if match is None:
        raise PublicationError(f"heading {heading!r}", where=path, line=line, rule=_HEADING_RULE)
    try:
        date = datetime.date.fromisoformat(match["date"])
    except ValueError as error:
        raise PublicationError(f"{match['date']}: {error}", where=path, line=line, rule=_HEADING_RULE) from error
    if not body:
        raise PublicationError(
            f"{match['version']} has no text", where=path, line=line, rule="a version says what is new"
        )
    return Release(match["version"], date, body, line)


def _follows(releases: list[Release], path: Path) -> None:
    """Raise PublicationError when the last of ``releases`` cannot stand below the others."""
    *above, last = releases
    if any(other.version == last.version for other in above):
        raise PublicationError(f"{last.version} stands twice", where=path, line=last.line, rule="a version stands once")
    if above and last.date > above[-1].date:
        raise PublicationError(
            f"{last.version} is younger than {above[-1].version} above it",
            where=path,
            line=last.line,
            rule="versions stand newest first",
        )
