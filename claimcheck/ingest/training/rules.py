"""The register of MLPerf Training and HPC, ``data/training.yml``: benchmarks, spellings, what trees do not say."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from claimcheck.errors import UpstreamError
from claimcheck.registers import Entry, read_yaml
from claimcheck.tables.schema import AVAILABILITIES

SUITES = ("training", "hpc")
_VERSION = re.compile(r"v(\d+)\.(\d+)")


@dataclass(frozen=True)
class Benchmark:
    """One benchmark and its score rule: ``dropped`` runs at each end of ``runs``.

    With ``first_converged``, only so many converged runs count, in the order of their
    numbers, and failed runs cost nothing (NCF of v0.5).
    """

    name: str
    suite: str
    folders: tuple[str, ...]
    first: tuple[int, int]
    last: tuple[int, int]
    runs: int
    dropped: int
    first_converged: int | None = None

    @property
    def rule(self) -> str:
        """The score rule in words."""
        counted = self.first_converged or self.runs
        kept = counted - 2 * self.dropped
        of = f"{self.runs} runs, the first {counted} that converge" if self.first_converged else f"{self.runs} runs"
        mean = "the one that is left" if kept == 1 else f"mean of {kept}"
        return f"{of}; {self.dropped} fastest and {self.dropped} slowest dropped; {mean}"


@dataclass(frozen=True)
class Told:
    """What ``training.yml`` says of a folder of runs, because its tree does not or is wrong."""

    source: str
    benchmark: str | None = None
    description: str | None = None
    nodes: int | None = None
    accelerators_per_node: int | None = None


@dataclass(frozen=True)
class TrainingRules:
    """``data/training.yml``. ``told`` is keyed by round and folder: ``training-v0.5:<folder>``."""

    benchmarks: tuple[Benchmark, ...]
    availability: dict[str, str]
    cores_per_chip: dict[str, int]
    submitters: dict[str, str]
    told: dict[str, Told]

    def benchmark(self, suite: str, round_name: str, folder: str, *, where: str) -> Benchmark:
        """The benchmark that ``folder`` names in a round; raises UpstreamError for an unknown one."""
        now = _version(round_name)
        for benchmark in self.benchmarks:
            if benchmark.suite == suite and folder in benchmark.folders and benchmark.first <= now <= benchmark.last:
                return benchmark
        raise UpstreamError(
            f"{suite} {round_name} has no benchmark {folder!r}",
            where=where,
            rule="data/training.yml names every benchmark and its rounds",
            fix="describe it in data/training.yml",
        )

    def available(self, status: str, *, where: str) -> str:
        """The availability that ``status`` spells; raises UpstreamError for an unknown spelling."""
        try:
            return self.availability[" ".join(status.lower().split())]
        except KeyError as error:
            raise UpstreamError(
                f"unknown availability {status!r}",
                where=where,
                rule="data/training.yml lists every spelling",
                fix="add it to availability in data/training.yml",
            ) from error


def _version(name: str) -> tuple[int, int]:
    match = _VERSION.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r} is no round")
    return int(match[1]), int(match[2])


def read_rules(data: Path) -> TrainingRules:
    """``data/training.yml``. Raises RegisterError."""
    register = read_yaml(data / "training.yml")
    availability: dict[str, str] = {}
    for name, entry in register.section("availability"):
        entry.only(("spellings",))
        if name not in AVAILABILITIES:
            raise entry.fail("is no availability", rule=f"one of {', '.join(AVAILABILITIES)}")
        for spelling in entry.list("spellings"):
            if availability.setdefault(str(spelling), name) != name:
                raise entry.fail(f"{spelling!r} means another", "spellings", rule="a spelling means one availability")
    cores = {}
    for name, entry in register.section("tpu"):
        entry.only(("cores_per_chip",))
        cores[name] = _positive(entry, "cores_per_chip")
    submitters = {}
    for name, entry in register.section("submitters"):
        entry.only(("name",))
        submitters[name] = entry.text("name")
    return TrainingRules(
        benchmarks=_benchmarks(list(register.section("benchmarks"))),
        availability=availability,
        cores_per_chip=cores,
        submitters=submitters,
        told={name: _told(entry) for name, entry in register.section("entries")},
    )


def _benchmarks(entries: list[tuple[str, Entry]]) -> tuple[Benchmark, ...]:
    benchmarks: list[Benchmark] = []
    for name, entry in entries:
        entry.only(("suite", "folders", "first", "last", "runs", "dropped", "first_converged"))
        for key in ("first", "last"):
            if not _VERSION.fullmatch(entry.text(key)):
                raise entry.fail(f"{key} is {entry.get(key)!r}", key, rule="a round is v and two numbers, such as v5.1")
        benchmark = Benchmark(
            name=name,
            suite=entry.choice("suite", SUITES) if "suite" in entry.values else "training",
            folders=tuple(entry.list("folders")) if "folders" in entry.values else (name,),
            first=_version(entry.text("first")),
            last=_version(entry.text("last")),
            runs=_positive(entry, "runs"),
            dropped=_positive(entry, "dropped"),
            first_converged=_positive(entry, "first_converged") if "first_converged" in entry.values else None,
        )
        if (benchmark.first_converged or benchmark.runs) <= 2 * benchmark.dropped:
            raise entry.fail("drops every run", "dropped", rule="at least one run is left for the score")
        if benchmark.first > benchmark.last:
            raise entry.fail("ends before it begins", "last", rule="first is not after last")
        for other in benchmarks:
            together = benchmark.first <= other.last and other.first <= benchmark.last
            if other.suite == benchmark.suite and together and set(other.folders) & set(benchmark.folders):
                raise entry.fail(f"shares a folder with {other.name}", rule="a folder of a round names one benchmark")
        benchmarks.append(benchmark)
    return tuple(benchmarks)


def _told(entry: Entry) -> Told:
    entry.only(("benchmark", "description", "nodes", "accelerators_per_node", "source"))
    if ("nodes" in entry.values) != ("accelerators_per_node" in entry.values):
        raise entry.fail("gives half a count", rule="nodes and accelerators_per_node stand together")
    return Told(
        source=entry.text("source"),
        benchmark=entry.text("benchmark") if "benchmark" in entry.values else None,
        description=entry.text("description") if "description" in entry.values else None,
        nodes=_positive(entry, "nodes") if "nodes" in entry.values else None,
        accelerators_per_node=(
            _positive(entry, "accelerators_per_node") if "accelerators_per_node" in entry.values else None
        ),
    )


def _positive(entry: Entry, key: str) -> int:
    value = entry.integer(key)
    if value < 1:
        raise entry.fail(f"{key} is {value}", key, rule=f"{key} is at least 1")
    return value
