"""Read the registers that steer ingestion: rounds, benchmarks, vendors, corrections."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from claimcheck.errors import RegisterError, UpstreamError
from claimcheck.registers import read_yaml


@dataclass(frozen=True)
class Round:
    """A round as ``rounds.yml`` describes it."""

    name: str
    repo: str
    commit: str
    folders: tuple[str, ...]
    published_table: str
    expected_rows: dict[str, int]


def read_rounds(data: Path) -> list[Round]:
    """The rounds of ``data/rounds.yml``, in file order. Raises RegisterError."""
    path = data / "rounds.yml"
    rounds = []
    for name, entry in read_yaml(path).section("rounds"):
        rounds.append(
            Round(
                name=name,
                repo=entry.text("repo"),
                commit=entry.text("commit"),
                folders=tuple(entry.list("folders")),
                published_table=entry.text("published_table"),
                expected_rows=dict(entry.get("expected_rows", {})),
            )
        )
    return rounds


@dataclass(frozen=True)
class Benchmarks:
    """Canonical benchmark names, what each counts, and its known scenarios."""

    metric: dict[str, str]
    aliases: dict[str, str]
    scenarios: dict[str, dict[str, str]]

    def canonical(self, name: str, *, where: str, line: int) -> str:
        """The canonical name of ``name``; raises UpstreamError for an unknown benchmark."""
        name = self.aliases.get(name, name)
        if name not in self.metric:
            raise UpstreamError(
                f"unknown benchmark {name!r}",
                where=where,
                line=line,
                fix="describe it in data/benchmarks.yml",
            )
        return name


def read_benchmarks(data: Path) -> Benchmarks:
    """``data/benchmarks.yml``. Raises RegisterError."""
    metric, aliases, scenarios = {}, {}, {}
    for name, entry in read_yaml(data / "benchmarks.yml").section("benchmarks"):
        metric[name] = entry.choice("metric", ("tokens", "samples"))
        scenarios[name] = dict(entry.get("scenarios", {}))
        for alias in entry.get("aliases", []):
            aliases[alias] = name
    return Benchmarks(metric, aliases, scenarios)


@dataclass(frozen=True)
class Correction:
    """A mistake of the source: which rows, what they report, what we use, and why."""

    id: str
    table: str
    where: dict[str, Any]
    column: str
    reported: Any
    use: Any
    expect: int
    line: int
    path: Path

    def apply(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Return ``frame`` with the correction made.

        Raises RegisterError when the rows that report the mistake are not exactly
        ``expect``: the source has changed, so the entry must be looked at again.
        """
        mask = pd.Series(True, index=frame.index)
        for column, wanted in self.where.items():
            if column not in frame:
                raise RegisterError(
                    f"no column {column!r}",
                    where=self.path,
                    line=self.line,
                    rule="where names columns of the table",
                )
            mask &= frame[column].isin(wanted if isinstance(wanted, list) else [wanted])
        mask &= frame[self.column].isna() if self.reported is None else frame[self.column] == self.reported
        if int(mask.sum()) != self.expect:
            raise RegisterError(
                f"{self.id}: {int(mask.sum())} rows report {self.column} = {self.reported!r}, expected {self.expect}",
                where=self.path,
                line=self.line,
                rule="a correction holds for the rows it was written for",
                fix="see whether the source mended its mistake; then change or remove the entry",
            )
        values = frame[self.column].astype(object)
        values[mask] = self.use
        return frame.assign(**{self.column: values})


def read_corrections(data: Path) -> list[Correction]:
    """``data/corrections.yml``, in file order. Raises RegisterError."""
    path = data / "corrections.yml"
    corrections = []
    for name, entry in read_yaml(path).section("corrections"):
        for needed in ("why", "source"):
            entry.text(needed)
        corrections.append(
            Correction(
                id=name,
                table=entry.text("table"),
                where=dict(entry.get("where", {})),
                column=entry.text("column"),
                reported=entry.get("reported"),
                use=entry.get("use"),
                expect=entry.integer("expect"),
                line=entry.line,
                path=path,
            )
        )
    return corrections


def read_vendors(data: Path) -> list[tuple[re.Pattern[str], str]]:
    """Patterns of accelerator names and their makers, in order, from ``data/vendors.yml``."""
    path = data / "vendors.yml"
    patterns = []
    for vendor, entry in read_yaml(path).section("accelerators"):
        for pattern in entry.list("patterns"):
            try:
                patterns.append((re.compile(pattern, re.IGNORECASE), vendor))
            except re.error as error:
                raise RegisterError(f"{pattern!r} is no pattern: {error}", where=path, line=entry.line) from error
    return patterns


def vendor_of(accelerator: str, patterns: list[tuple[re.Pattern[str], str]], *, where: str, line: int) -> str:
    """Maker of ``accelerator``; raises UpstreamError when no pattern of ``vendors.yml`` fits."""
    for pattern, vendor in patterns:
        if pattern.search(accelerator):
            return vendor
    raise UpstreamError(
        f"no known vendor makes {accelerator!r}",
        where=where,
        line=line,
        fix="add a pattern to data/vendors.yml",
    )


__all__ = [
    "Benchmarks",
    "Correction",
    "Round",
    "read_benchmarks",
    "read_corrections",
    "read_rounds",
    "read_vendors",
    "vendor_of",
]
