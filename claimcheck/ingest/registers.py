"""Read the registers that steer ingestion: rounds, benchmarks, vendors, corrections."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pandas as pd

from claimcheck.errors import RegisterError, UpstreamError
from claimcheck.registers import Entry, read_yaml
from claimcheck.tables.schema import SCENARIO, SUITES, TABLES

_COMMIT = re.compile(r"[0-9a-f]{40}")


SOURCES = ("published", "logs", "experiments", "typed", "training")
_SUITES = {"MLPerf Inference": "inference", "MLPerf Training": "training", "MLPerf HPC": "hpc"}
_ROUND_KEYS = (
    "suite",
    "published",
    "retrieved",
    "read_from",
    "source",
    "repo",
    "commit",
    "folders",
    "table",
    "covers",
    "expected_rows",
    "rules",
)


@dataclass(frozen=True)
class Repository:
    """A results repository at the commit that is read; ``folders`` are the names its git directory may have."""

    repo: str
    commit: str
    folders: tuple[str, ...]


@dataclass(frozen=True)
class Round:
    """A round as ``rounds.yml`` describes it.

    ``key`` is its name there (training-v5.1), ``name`` the suite's own (v5.1), ``source``
    one of SOURCES. ``table`` is the published table in the repository, or the typed one
    in ``data``; empty for logs.
    """

    key: str
    name: str
    suite: str
    source: str
    at: Repository
    table: str
    expected_rows: dict[str, int]


def read_rounds(data: Path) -> list[Round]:
    """The rounds of ``data/rounds.yml``, in file order. Raises RegisterError."""
    rounds = []
    for key, entry in read_yaml(data / "rounds.yml").section("rounds"):
        entry.only(_ROUND_KEYS)
        source = entry.choice("source", SOURCES)
        for table, count in entry.mapping("expected_rows").items():
            if table not in TABLES:
                raise entry.unknown("expected_rows", table, TABLES)
            if not isinstance(count, int) or isinstance(count, bool):
                raise entry.fail(f"{table}: {count!r}", "expected_rows", rule="a number of rows is a whole number")
        suite = _SUITES[entry.choice("suite", tuple(_SUITES))]
        name = key if suite == "inference" else key.removeprefix(f"{suite}-")
        if suite != "inference" and name == key:
            raise entry.fail(f"{key} does not name its suite", "suite", rule=f"its rounds are called {suite}-v5.1")
        rounds.append(
            Round(
                key=key,
                name=name,
                suite=suite,
                source=source,
                at=_repository(entry, needs_folders=source != "typed"),
                table=entry.text("table") if source in ("published", "typed") else "",
                expected_rows=entry.mapping("expected_rows"),
            )
        )
    return rounds


def _repository(entry: Entry, *, needs_folders: bool = True) -> Repository:
    if not _COMMIT.fullmatch(entry.text("commit")):
        raise entry.fail(
            f"commit is {entry.get('commit')!r}", "commit", rule="commit is the whole id: 40 hexadecimal digits"
        )
    folders = tuple(entry.list("folders")) if needs_folders else ()
    return Repository(entry.text("repo"), entry.text("commit"), folders)


def read_experiments_source(data: Path) -> tuple[Repository, tuple[str, ...]] | None:
    """MLCommons' experiments repository, and the rounds of which it is the second source.

    None when ``data/rounds.yml`` names none. Raises RegisterError.
    """
    register = read_yaml(data / "rounds.yml")
    if not register.has("experiments"):
        return None
    ((_, entry),) = register.section("experiments")
    entry.only(("repo", "commit", "folders", "retrieved", "second_value_of"))
    return _repository(entry), tuple(entry.list("second_value_of"))


def round_number(name: str) -> tuple[int, ...]:
    """A round's name as numbers, for order: v0.5 is (0, 5)."""
    return tuple(int(part) for part in name.removeprefix("v").split("."))


@dataclass(frozen=True)
class Benchmarks:
    """Canonical benchmark names, what each counts, and its known scenarios.

    ``suites`` (scenarios of each suite), ``last`` (last round) and ``successor`` (benchmark
    that took its models over) are there for benchmarks of the rounds that have raw logs
    only; ``open_models`` are patterns of the names that the open division gave its models.
    """

    metric: dict[str, str]
    aliases: dict[str, str]
    scenarios: dict[str, dict[str, str]]
    suites: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    last: dict[str, str] = field(default_factory=dict)
    successor: dict[str, str] = field(default_factory=dict)
    open_models: tuple[tuple[re.Pattern[str], str], ...] = ()

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

    def of_model(self, model: str, round_: str, own: Mapping[str, str]) -> str | None:
        """The benchmark that a model folder belongs to in ``round_``; None when nothing says.

        A benchmark's name or alias decides first, then ``own``, the submitter's model_mapping.json,
        then the patterns of the open division. Order and meaning as in MLCommons' submission checker.
        """
        name = self.aliases.get(model, model)
        if name not in self.metric:
            guess = next((b for pattern, b in self.open_models if pattern.search(model)), "")
            name = own.get(model, guess)
            name = self.aliases.get(name, name)
        if name in self.successor and self._ended(name, round_):
            name = self.successor[name]
        return name if name in self.metric else None

    def refusal(self, benchmark: str, scenario: str, suite: str | None, round_: str) -> str | None:
        """Why the rules of ``round_`` give no result of this kind; None when they do."""
        first = self.scenarios[benchmark].get(scenario)
        if first is None or round_number(round_) < round_number(first) or self._ended(benchmark, round_):
            return f"{round_} has no {benchmark} {scenario}"
        if suite is not None and scenario not in self.suites.get(benchmark, {}).get(suite, ()):
            return f"the {suite} suite has no {benchmark} {scenario}"
        return None

    def _ended(self, benchmark: str, round_: str) -> bool:
        return benchmark in self.last and round_number(round_) > round_number(self.last[benchmark])


def read_benchmarks(data: Path) -> Benchmarks:
    """``data/benchmarks.yml``. Raises RegisterError."""
    found = Benchmarks({}, {}, {})
    register = read_yaml(data / "benchmarks.yml")
    entries = list(register.section("benchmarks"))
    names = {name for name, _ in entries}
    for name, entry in entries:
        entry.only(("metric", "llm", "variant_of", "aliases", "scenarios", "suites", "last", "successor"))
        found.metric[name] = entry.choice("metric", ("tokens", "samples"))
        found.scenarios[name] = entry.mapping("scenarios")
        for scenario in found.scenarios[name]:
            if scenario not in (SCENARIO.allowed or ()):
                raise entry.unknown("scenarios", scenario, SCENARIO.allowed or ())
        found.suites[name] = entry.mapping("suites")
        for suite, scenarios in found.suites[name].items():
            if suite not in SUITES:
                raise entry.unknown("suites", suite, SUITES)
            for scenario in scenarios:
                if scenario not in found.scenarios[name]:
                    raise entry.unknown("suites", scenario, found.scenarios[name])
        if "last" in entry.values:
            found.last[name] = entry.text("last")
        if "successor" in entry.values:
            found.successor[name] = entry.choice("successor", names)
        for alias in entry.list("aliases") if "aliases" in entry.values else []:
            if alias in names or alias in found.aliases:
                raise entry.fail(f"{alias!r} names another benchmark", "aliases", rule="a name means one benchmark")
            found.aliases[alias] = name
    if not register.has("open_models"):
        return found
    patterns = []
    for _, entry in register.section("open_models"):
        entry.only(("benchmark", "patterns"))
        benchmark = entry.choice("benchmark", names)
        patterns += [(pattern, benchmark) for pattern in _patterns(entry)]
    return replace(found, open_models=tuple(patterns))


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


Patterns = tuple[tuple[re.Pattern[str], str], ...]


@dataclass(frozen=True)
class Vendors:
    """Makers of accelerators and of host processors, by patterns of their names; the first match wins.

    ``licensors`` design accelerators that others build into their chips.
    """

    accelerators: Patterns
    processors: Patterns
    licensors: frozenset[str] = frozenset()

    def accelerator_vendor(self, name: str, *, where: str, line: int) -> str:
        """Maker of the accelerator ``name``; raises UpstreamError when no pattern of ``vendors.yml`` fits."""
        vendor = _first(self.accelerators, name)
        if vendor is None:
            raise _nobody(name, "accelerator", where, line)
        return vendor

    def platform_vendor(
        self, accelerator: str | None, processor: str | None, system: str | None, *, where: str, line: int
    ) -> str:
        """Maker of the silicon that ran, whoever submitted it.

        The accelerator's maker; without an accelerator, or with one that is only licensed,
        the maker of the host processor, from its name or else from the system's. Raises
        UpstreamError when no pattern of ``vendors.yml`` fits.
        """
        if accelerator:
            vendor = self.accelerator_vendor(accelerator, where=where, line=line)
            if vendor not in self.licensors:
                return vendor
        vendor = _first(self.processors, processor or "") or _first(self.processors, system or "")
        if vendor is None:
            raise _nobody(f"{processor or ''} ({system or ''})", "processor", where, line)
        return vendor


def _first(patterns: Patterns, name: str) -> str | None:
    return next((vendor for pattern, vendor in patterns if pattern.search(name)), None)


def _nobody(name: str, kind: str, where: str, line: int) -> UpstreamError:
    return UpstreamError(
        f"no known vendor makes {name!r}",
        where=where,
        line=line,
        rule=f"data/vendors.yml names the maker of every {kind}",
        fix="add a pattern to data/vendors.yml",
    )


def read_vendors(data: Path) -> Vendors:
    """``data/vendors.yml``. Raises RegisterError."""
    register = read_yaml(data / "vendors.yml")
    found: dict[str, list[tuple[re.Pattern[str], str]]] = {"accelerators": [], "processors": []}
    licensors = set()
    for section, patterns in found.items():
        if section == "processors" and not register.has(section):
            continue
        for vendor, entry in register.section(section):
            entry.only(("patterns", "licensor"))
            patterns += [(pattern, vendor) for pattern in _patterns(entry)]
            if entry.get("licensor"):
                licensors.add(vendor)
    return Vendors(tuple(found["accelerators"]), tuple(found["processors"]), frozenset(licensors))


def _patterns(entry: Entry) -> list[re.Pattern[str]]:
    compiled = []
    for pattern in entry.list("patterns"):
        try:
            compiled.append(re.compile(pattern, re.IGNORECASE))
        except (re.error, TypeError) as error:
            raise entry.fail(
                f"{pattern!r} is no pattern: {error}", "patterns", rule="patterns are regular expressions"
            ) from error
    return compiled


__all__ = [
    "Benchmarks",
    "Correction",
    "Repository",
    "Round",
    "Vendors",
    "read_benchmarks",
    "read_corrections",
    "read_experiments_source",
    "read_rounds",
    "read_vendors",
    "round_number",
]
