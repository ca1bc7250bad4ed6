"""Read the registers that steer ingestion: rounds, benchmarks, vendors, corrections."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from claimcheck.errors import RegisterError, UpstreamError
from claimcheck.registers import Entry, read_yaml
from claimcheck.tables.schema import SCENARIO, TABLES

_COMMIT = re.compile(r"[0-9a-f]{40}")


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
        entry.only(
            (
                "suite",
                "published",
                "retrieved",
                "read_from",
                "repo",
                "commit",
                "folders",
                "published_table",
                "covers",
                "expected_rows",
                "rules",
            )
        )
        if not _COMMIT.fullmatch(entry.text("commit")):
            raise entry.fail(
                f"commit is {entry.get('commit')!r}", "commit", rule="commit is the whole id: 40 hexadecimal digits"
            )
        for table, count in entry.mapping("expected_rows").items():
            if table not in TABLES:
                raise entry.unknown("expected_rows", table, TABLES)
            if not isinstance(count, int) or isinstance(count, bool):
                raise entry.fail(f"{table}: {count!r}", "expected_rows", rule="a number of rows is a whole number")
        rounds.append(
            Round(
                name=name,
                repo=entry.text("repo"),
                commit=entry.text("commit"),
                folders=tuple(entry.list("folders")),
                published_table=entry.text("published_table"),
                expected_rows=entry.mapping("expected_rows"),
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
                rule="data/benchmarks.yml names every benchmark",
                fix="describe it in data/benchmarks.yml",
            )
        return name


def read_benchmarks(data: Path) -> Benchmarks:
    """``data/benchmarks.yml``. Raises RegisterError."""
    metric: dict[str, str] = {}
    aliases: dict[str, str] = {}
    scenarios = {}
    entries = list(read_yaml(data / "benchmarks.yml").section("benchmarks"))
    names = {name for name, _ in entries}
    for name, entry in entries:
        entry.only(("metric", "llm", "variant_of", "aliases", "scenarios"))
        metric[name] = entry.choice("metric", ("tokens", "samples"))
        scenarios[name] = entry.mapping("scenarios")
        for scenario in scenarios[name]:
            if scenario not in (SCENARIO.allowed or ()):
                raise entry.unknown("scenarios", scenario, SCENARIO.allowed or ())
        for alias in entry.list("aliases") if "aliases" in entry.values else []:
            if alias in names or alias in aliases:
                raise entry.fail(f"{alias!r} names another benchmark", "aliases", rule="a name means one benchmark")
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
        entry.only(("table", "where", "column", "reported", "use", "why", "source", "expect"))
        for needed in ("why", "source"):
            entry.text(needed)
        table = entry.choice("table", TABLES)
        entry.need("where")
        for column in entry.mapping("where"):
            if column not in TABLES[table].names:
                raise entry.unknown("where", column, TABLES[table].names)
        corrections.append(
            Correction(
                id=name,
                table=table,
                where=entry.mapping("where"),
                column=entry.choice("column", TABLES[table].names),
                reported=entry.need("reported"),
                use=_use(entry, table),
                expect=entry.integer("expect"),
                line=entry.line,
                path=path,
            )
        )
    return corrections


def _use(entry: Entry, table: str) -> object:
    """The value to use; raises RegisterError when the column cannot hold it."""
    (column,) = (c for c in TABLES[table].columns if c.name == entry.get("column"))
    value = entry.need("use")
    kinds = {"string": str, "float": (int, float), "integer": int, "boolean": bool}[column.dtype]
    fits = column.nullable if value is None else isinstance(value, kinds)
    if isinstance(value, bool) and column.dtype != "boolean":
        fits = False
    if not fits:
        raise entry.fail(f"use is {value!r}", "use", rule=f"{column.name} of {table} is {column.dtype}")
    return value


def read_vendors(data: Path) -> list[tuple[re.Pattern[str], str]]:
    """Patterns of accelerator names and their makers, in order, from ``data/vendors.yml``."""
    path = data / "vendors.yml"
    patterns = []
    for vendor, entry in read_yaml(path).section("accelerators"):
        entry.only(("patterns",))
        for pattern in entry.list("patterns"):
            try:
                patterns.append((re.compile(pattern, re.IGNORECASE), vendor))
            except (re.error, TypeError) as error:
                raise entry.fail(
                    f"{pattern!r} is no pattern: {error}", "patterns", rule="patterns are regular expressions"
                ) from error
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
        rule="data/vendors.yml names the maker of every accelerator",
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
