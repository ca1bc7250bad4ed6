"""What one build of the site knows about the data, looked up once and on demand."""

from __future__ import annotations

import difflib
import hashlib
import importlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

_ATTRIBUTE = "claimcheck_source"


class Source:
    """Numbers, claims and rows for one build. ``data_dir`` holds the tables; ``provider`` names a module."""

    def __init__(self, data_dir: Path, provider: str) -> None:
        self.data_dir = data_dir
        self._provider = importlib.import_module(provider)

    @cached_property
    def numbers(self) -> Mapping[str, Any]:
        """Key to Number."""
        return self._provider.numbers(self.data_dir)

    @cached_property
    def claims(self) -> Sequence[Any]:
        """Claims in the order of their numbers."""
        return sorted(self._provider.claims(self.data_dir), key=lambda claim: claim.number)

    @cached_property
    def texts(self) -> Mapping[str, Any]:
        """Articles and other cited texts by key, articles first."""
        return self._provider.texts(self.data_dir)

    @cached_property
    def articles(self) -> list[str]:
        """The keys of the articles that make claims, in order."""
        return sorted({article for claim in self.claims for article in claim.articles})

    @cached_property
    def assertions(self) -> Sequence[Any]:
        """What each text asserts, point by point."""
        return self._provider.assertions(self.data_dir)

    @cached_property
    def contradictions(self) -> Sequence[Any]:
        """Every pair of differing values."""
        return self._provider.contradictions(self.data_dir)

    @cached_property
    def _results(self) -> Any:
        return self._provider.results(self.data_dir)

    def footnote(self, row_ids: Sequence[str]) -> str:
        """The footnote for these rows of inference_results. Raises KeyError with the unknown row ids."""
        return self._provider.footnote(self.rows(row_ids))

    def rounds_footnote(self, suites: Sequence[str], row_ids: Sequence[str] = ()) -> str:
        """The footnote for whole rounds of ``suites`` (none: all), after that for these rows where there are any.

        Raises KeyError with the unknown row ids, ValueError for an unknown suite.
        """
        return self._provider.rounds_footnote(self.data_dir, suites, self.rows(row_ids))

    @cached_property
    def said(self) -> Mapping[str, Any]:
        """Articles by key."""
        return self._provider.said(self.data_dir)

    def quotation(self, claim: Any) -> Any:
        """A claim in two sentences, with source and footnote."""
        return self._provider.quotation(self.data_dir, claim)

    def claim_files(self) -> Mapping[str, str]:
        """The files served of all claims: address from the site's root to content."""
        return self._provider.claim_files(self.data_dir, self.claims)

    def checked(self, register: Path) -> Sequence[Any]:
        """The claims of a reader's register with their verdicts. Raises RegisterError with its faults."""
        return self._provider.checked(self.data_dir, register)

    def checked_footnotes(self, claims: Sequence[Any]) -> Sequence[str]:
        """The footnotes for all results behind such claims."""
        return self._provider.checked_footnotes(self.data_dir, claims)

    def rows(self, row_ids: Sequence[str]) -> Any:
        """These rows of inference_results, in the table's order. Raises KeyError with the unknown row ids."""
        rows = self._results[self._results["row_id"].isin(row_ids)]
        if unknown := sorted(set(row_ids) - set(rows["row_id"])):
            raise KeyError(*unknown)
        return rows


def connect(app: Sphinx) -> None:
    """Give the application its Source (a handler of ``builder-inited``)."""
    data_dir = Path(app.srcdir, app.config.claimcheck_data_dir).resolve()
    setattr(app, _ATTRIBUTE, Source(data_dir, app.config.claimcheck_provider))


def source_of(app: Sphinx) -> Source:
    """The Source of a running build."""
    return getattr(app, _ATTRIBUTE)


def fingerprint(data_dir: Path) -> str:
    """SHA-256 over the data files and over claimcheck's own code.

    Pages hold computed numbers, so a page is stale when either changes; Sphinx itself looks
    only at the text of the page.
    """
    package = Path(__file__).resolve().parents[1]
    files = [p for p in data_dir.glob("*") if p.is_file()] + list(package.rglob("*.py"))
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def nearest(name: str, known: Sequence[str]) -> str:
    """The known name most like ``name`` as the end of a message, or nothing."""
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.0)
    return f"; the nearest is {close[0]!r}" if close else ""
