"""The edition: what CITATION.cff and CHANGELOG.md say of it, citations of its parts, its mistakes, replies to it.

The two files, ``errata.yml`` (mistakes that an edition printed) and ``replies.yml`` (replies to our verdicts) are typed
by hand and read here only. Mistakes of the sources are in ``corrections.yml``.
"""

from __future__ import annotations

import datetime
import functools
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, ConfigDict, Field, Strict, StringConstraints

from claimcheck.core.documents import Address, Many, Model, Text, keyed_as, read
from claimcheck.core.printing import date_text
from claimcheck.data.paths import ERRATA, REPLIES
from claimcheck.data.schema import section

ROOT = Path(__file__).resolve().parents[2]
CITATION = ROOT / "CITATION.cff"
CHANGELOG = ROOT / "CHANGELOG.md"

# Tables, text and charts; the code is under MIT (LICENSE).
LICENSE = "https://creativecommons.org/licenses/by/4.0/"
LICENSE_ID = "CC-BY-4.0"
AUTHOR = "claimcheck"


@dataclass(frozen=True)
class Edition:
    """What a quotation names: ``version``, the day of it (``release``), the book's ``address``, which ends in a slash.

    A state after an edition has the commit after its version, as in ``1.0.0+g1a2b3c4d5e6f``, and the day of that commit
    in UTC. Without git its version ends in a plus, and its day is that of the edition before it.
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

    def bibtex(self, name: str, title: str, address: str, note: str = "") -> str:
        """A part of the edition as a ``@misc`` entry, such as a claim, called ``claimcheck2026claim7``.

        TeX's own signs in ``title`` and ``note`` are text.
        """
        fields = {
            "author": f"{{{AUTHOR}}}",
            "title": f"{{{title.translate(_TEX)}}}",
            "year": self.release.year,
            "month": self.release.month,
            "date": self.release,
            "version": self.version.translate(_TEX),
            "note": note.translate(_TEX),
            "url": address,
        }
        lines = "".join(f"  {field:7} = {{{value}}},\n" for field, value in fields.items() if value)
        return f"@misc{{{AUTHOR}{self.release.year}{name},\n{lines}}}\n"


_TEX = str.maketrans(
    {
        **{sign: f"\\{sign}" for sign in "&%$#_{}"},
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "\\": r"\textbackslash{}",
    }
)


class Publication(Model):
    """The citation file: ``url`` is the site's address and ends with a slash, ``repository`` that of the code.

    It has more keys; the whole format is checked with its JSON Schema in the tests.
    """

    model_config = ConfigDict(extra="ignore")

    title: Text
    abstract: Text
    authors: Annotated[Many[Text], BeforeValidator(lambda found: tuple(author["name"] for author in found))]
    keywords: Many[Text]
    version: Text
    released: datetime.date = Field(alias="date-released")
    url: Address
    repository: Address = Field(alias="repository-code")

    @property
    def edition(self) -> Edition:
        """Version, day and address alone, as they are now."""
        if "\n## Unreleased\n" not in _changelog():
            return Edition(self.version, self.released, self.url)
        commit, day = checkout() or ("", self.released)
        return Edition(f"{self.version}+{commit}", day, self.url)

    @property
    def bibtex(self) -> str:
        """The edition as a BibTeX entry."""
        return self.edition.bibtex("", self.title, self.url)


@functools.cache
def read_citation() -> Publication:
    """The edition that the citation file describes, read once. Raises RegisterError."""
    return read(CITATION, Publication)


def read_edition() -> Edition:
    """The edition of the checkout, from its citation file. Raises RegisterError."""
    return read_citation().edition


@functools.cache
def _changelog() -> str:
    return CHANGELOG.read_text(encoding="utf-8")


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


# --- our mistakes, and replies to our verdicts ----------------------------------------------------

_Claims = Annotated[tuple[int | str, ...], Strict(False)]


class Erratum(Model):
    """One mistake of ours, named by ``id`` for good; ``versions`` are the editions that printed it.

    ``mended`` is None while it is not mended. ``claims`` and ``pages`` (without an ending) are what it touches.
    """

    id: Text
    found: datetime.date
    mended: datetime.date | None = None
    versions: Many[Text] = Field(alias="version")
    was: Text
    now: Text
    pages: Annotated[tuple[Text, ...], Strict(False)] = ()
    claims: _Claims = ()

    @property
    def anchor(self) -> str:
        """Its place on the page ``book/cite``."""
        return f"erratum-{self.id}"


class Reply(Model):
    """One reply to the verdicts on the claims of these numbers."""

    id: Text = Field(description="name in the register of replies")
    # As text too: a recorded claim holds it so.
    day: Annotated[datetime.date, Strict(False)] = Field(description="when it came in and was printed")
    by: Text = Field(description="who replies, and for whom")
    claims: _Claims
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)] = Field(description="the whole reply")
    address: Address | None = Field(None, description="where its author has published it; null where that is not known")


_errata = section(ERRATA, "errata", Annotated[dict[str, Erratum], keyed_as("id")])
_replies = section(REPLIES, "replies", Annotated[dict[str, Reply], keyed_as("id")])


def read_errata(data: Path) -> list[Erratum]:
    """The mistakes of ``data/facts/errata.yml``, the newest first; none without that file. Raises RegisterError."""
    return sorted(_errata(data).values(), key=lambda one: (one.found, one.id), reverse=True)


def read_replies(data: Path) -> list[Reply]:
    """The replies of ``data/facts/replies.yml``, as ``read_errata``."""
    return sorted(_replies(data).values(), key=lambda one: (one.day, one.id), reverse=True)
