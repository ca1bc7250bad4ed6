"""Names that sources may use (benchmarks, makers of chips), corrections, and rows on their way into the tables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

import pandas as pd
from pydantic import BeforeValidator, Field

from claimcheck.core.documents import Many, Model, Text, broken, document, keyed_as
from claimcheck.core.errors import LogError, RegisterError, UpstreamError, nearest
from claimcheck.data.paths import BENCHMARKS, CORRECTIONS, DATA_DIR, NAMES, VENDORS
from claimcheck.data.rounds import order
from claimcheck.data.schema import TABLES, allowed, reader, section

Scenario = Literal[allowed("inference_results", "scenario")]  # type: ignore[valid-type]
Suite = Literal[allowed("inference_results", "suite")]  # type: ignore[valid-type]


def _compiled(pattern: object) -> re.Pattern[str]:
    try:
        return re.compile(pattern, re.IGNORECASE)  # type: ignore[call-overload]
    except (re.error, TypeError) as error:
        raise broken(f"{pattern!r} is no pattern: {error}", "patterns are regular expressions") from error


# A regular expression, compiled so that capitals do not count.
Pattern = Annotated[re.Pattern[str], BeforeValidator(_compiled)]


class Benchmark(Model):
    """A benchmark as ``benchmarks.yml`` describes it: what it counts, its names, when its scenarios were first run.

    ``suites`` (scenarios of each suite), ``last`` (last round) and ``successor`` (benchmark that took its models over)
    are there for benchmarks of the rounds that have raw logs only.
    """

    metric: Literal["tokens", "samples"]
    llm: bool = False
    aliases: Many[Text] = ()
    scenarios: dict[Scenario, Text] = Field({})
    suites: dict[Suite, Many[Scenario]] = Field({})
    last: Text | None = None
    successor: Text | None = None


class OpenModel(Model):
    """Patterns of the names that the open division gave models of one benchmark."""

    benchmark: Text
    patterns: Many[Pattern]


class Benchmarks(Model):
    """``benchmarks.yml``: every benchmark by its canonical name; how many prompts LoadGen issues in whole passes."""

    benchmarks: dict[str, Benchmark]
    titles: dict[str, Text] = Field({})
    open_models: dict[str, OpenModel] = Field({})
    sample_sets: dict[str, int] = Field({})

    @cached_property
    def aliases(self) -> dict[str, str]:
        """Every other name of a benchmark -> its canonical name."""
        return {alias: name for name, benchmark in self.benchmarks.items() for alias in benchmark.aliases}

    def canonical(self, name: str, place: Place) -> str:
        """The canonical name of ``name``; raises UpstreamError for an unknown benchmark."""
        name = self.aliases.get(name, name)
        if name not in self.benchmarks:
            # Until somebody has looked at its rules.
            entry = {"benchmarks": {name: {"metric": "samples", "scenarios": {}}}}
            near = next(iter(nearest(name, self.benchmarks, 1)), None)
            raise UnknownName(f"unknown benchmark {name!r}", BENCHMARKS, entry, near, place)
        return name

    def check_scenario(self, benchmark: str, scenario: str, round_: str, place: Place) -> None:
        """Raise UpstreamError for a scenario that ``benchmark`` does not have."""
        if scenario not in self.benchmarks[benchmark].scenarios:
            entry = {"benchmarks": {benchmark: {"scenarios": {scenario: round_}}}}
            raise UnknownName(f"{benchmark} has no scenario {scenario}", BENCHMARKS, entry, None, place)

    def of_model(self, model: str, round_: str, own: Mapping[str, str]) -> str:
        """The benchmark that a model folder belongs to in ``round_``.

        A benchmark's name or alias decides first, then ``own``, the submitter's model_mapping.json,
        then the patterns of the open division. Order and meaning as in MLCommons' submission checker.
        """
        name = self.aliases.get(model, model)
        if name not in self.benchmarks:
            fitting = (m.benchmark for m in self.open_models.values() if any(p.search(model) for p in m.patterns))
            name = own[model] if model in own else next(fitting)
            name = self.aliases.get(name, name)
        benchmark = self.benchmarks[name]
        ended = benchmark.last is not None and order(round_) > order(benchmark.last)
        return benchmark.successor if ended and benchmark.successor else name


read_benchmarks = reader(BENCHMARKS, Benchmarks)


class Correction(Model):
    """An entry of ``corrections.yml``: which rows of a table, what they report, what we use instead, and why."""

    name: Text
    table: Literal[tuple(TABLES)]  # type: ignore[valid-type]
    where: dict[str, Any]
    column: Text
    reported: Any
    use: Any
    why: Text
    source: Text
    expect: int

    def apply(self, frame: pd.DataFrame, data: Path, *, whole: bool = True) -> pd.DataFrame:
        """Return ``frame`` with the correction made; one that is not ``whole`` has the rows of some rounds only.

        Raises RegisterError when the rows that report the mistake are not exactly ``expect``: the source has changed.
        """
        mask = self.meets(frame, self.reported)
        of_round = _in(frame, {name: self.where[name] for name in ("suite", "round") if name in self.where})
        if (whole or ("round" in self.where and of_round.any())) and int(mask.sum()) != self.expect:
            path = data / CORRECTIONS
            raise RegisterError(
                f"{self.name}: {int(mask.sum())} rows report {self.column} = {self.reported!r}, expected {self.expect}",
                where=path,
                line=document(path).line_of(f"corrections.{self.name}"),
                rule="a correction holds for the rows it was written for",
                fix="see whether the source corrected its mistake; then change or remove the entry",
            )
        values = frame[self.column].astype(object)
        values[mask] = self.use
        return frame.assign(**{self.column: values})

    def meets(self, frame: pd.DataFrame, value: object) -> pd.Series:
        """Mark the rows that the correction is for whose column holds ``value``: what is reported, or what is used."""
        values = frame[self.column]
        return _in(frame, self.where) & (values.isna() if value is None else (values == value).fillna(False))


def _in(frame: pd.DataFrame, where: Mapping[str, Any]) -> pd.Series:
    """Mark the rows whose columns hold the value, or one of the values, that ``where`` gives."""
    mask = pd.Series(True, index=frame.index)
    for column, wanted in where.items():
        mask &= frame[column].isin(wanted if isinstance(wanted, list) else [wanted])
    return mask


_corrections = section(CORRECTIONS, "corrections", Annotated[dict[str, Correction], keyed_as("name")])


def read_corrections(data: Path = DATA_DIR) -> list[Correction]:
    """``data/facts/corrections.yml``, in file order. Raises RegisterError."""
    return list(_corrections(data).values())


class Maker(Model):
    """Patterns of the names of one vendor's silicon; a ``licensor`` designs what others build into their chips."""

    patterns: Many[Pattern]
    licensor: bool = False


class Vendors(Model):
    """``vendors.yml``: makers of accelerators and of host processors, by patterns; the first match wins."""

    accelerators: dict[str, Maker]
    processors: dict[str, Maker] = Field({})

    def accelerator_vendor(self, name: str, place: Place) -> str:
        """Maker of the accelerator ``name``; raises UpstreamError when no pattern of ``vendors.yml`` fits."""
        return _maker(self.accelerators, "accelerators", [name], place)

    def platform_vendor(self, accelerator: str | None, processor: str | None, system: str | None, place: Place) -> str:
        """Maker of the silicon that ran, whoever submitted it: the accelerator's, or without one the host processor's.

        So too where the accelerator is only licensed. Raises UpstreamError when no pattern of ``vendors.yml`` fits.
        """
        if accelerator:
            vendor = self.accelerator_vendor(accelerator, place)
            if not self.accelerators[vendor].licensor:
                return vendor
        return _maker(self.processors, "processors", [*filter(None, (processor, system))] or [""], place)


def _maker(makers: Mapping[str, Maker], section: str, names: Sequence[str], place: Place) -> str:
    """The first maker with a pattern that the first of ``names``, or else the next, has.

    Raises UnknownName for a chip whose maker no pattern names; its first word may be that maker, or be near to one.
    """
    for name in names:
        for vendor, maker in makers.items():
            if any(pattern.search(name) for pattern in maker.patterns):
                return vendor
    word = next(iter(re.findall(r"[A-Za-z][A-Za-z-]*[A-Za-z]", names[0])), names[0])
    near = next(iter(nearest(word, makers, 1, 0.8)), None)
    entry = {section: {near or word: {"patterns": [rf"\b{re.escape(word)}\b"]}}}
    raise UnknownName(f"no known vendor makes {names[0]!r}", VENDORS, entry, near, place)


read_vendors = reader(VENDORS, Vendors)


class Absent(Model):
    """What people name and no row of the tables has: its kind, other names, and the round ``of`` others that has it."""

    kind: Literal["benchmark", "chip"]
    names: Many[Text] = ()
    of: Text | None = None


class Spoken(Model):
    """``names.yml``: by kind, what people call what the tables call otherwise; and what they name and no row has."""

    names: dict[str, dict[str, Many[Text]]] = Field({})
    absent: dict[str, Absent] = Field({})


read_spoken = reader(NAMES, Spoken)


Row = dict[str, object]


@dataclass(frozen=True)
class Place:
    """A file and the line of it (1-based) whose fault is reported; ``line`` is None for the file as a whole."""

    where: str
    line: int | None = None

    def error(self, message: str, rule: str) -> UpstreamError:
        """The error that names this place."""
        return UpstreamError(message, where=self.where, line=self.line, rule=rule)


class UnknownName(UpstreamError):
    """A name in a source that no register knows.

    ``entry`` is what the register ``file`` lacks: section, entry, values. ``near`` is the nearest name that it knows.
    """

    def __init__(self, message: str, file: str, entry: dict[str, Any], near: str | None, place: Place) -> None:
        rule, fix = f"data/{file} has every name", f"describe it in data/{file}"
        super().__init__(message, where=place.where, line=place.line, rule=rule, fix=fix)
        self.file, self.entry, self.near = file, entry, near


# Rows gathered from one round, by table.
Rows = dict[str, list[Row]]


def skip(kind: str, path: str, reason: str | LogError, line: int | None = None) -> Row:
    """A row of ``skipped``; the reason may be the error for a file that cannot be used."""
    if isinstance(reason, LogError):
        line, rule = reason.line, f" ({reason.rule})" if reason.rule else ""
        reason = reason.message + rule
    return {"kind": kind, "path": path, "line": line, "reason": reason}


LACKED = "listed in the commit but absent from the repository"
# Reasons of rows of ``skipped`` for a file whose blob the repository lacked when the table was made.
ABSENT = re.compile(r"\blisted\b.*\babsent\b")


def complete(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    """``frame`` with every column of its schema, absent ones empty, and no text of no letters."""
    frame = frame.replace("", None)
    extra = [c for c in frame.columns if c not in TABLES[name].names]
    return frame.reindex(columns=[*TABLES[name].names, *extra])


def llm_benchmarks() -> list[str]:
    """Benchmarks that are language models served with limits on the times of tokens, in the register's order."""
    return [name for name, benchmark in read_benchmarks(DATA_DIR).benchmarks.items() if benchmark.llm]


def introduced(data: Path = DATA_DIR) -> pd.DataFrame:
    """The round in which each benchmark and scenario was first run: columns benchmark, scenario, round."""
    rows = [
        (name, scenario, first)
        for name, benchmark in read_benchmarks(data).benchmarks.items()
        for scenario, first in benchmark.scenarios.items()
    ]
    return pd.DataFrame(rows, columns=["benchmark", "scenario", "round"])
