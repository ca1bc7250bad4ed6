"""What a tie is: a function of the tables that yields the rows which contradict another place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd
from pydantic import Field

from claimcheck.errors import TableError
from claimcheck.ingest.registers import Benchmarks, Vendors, read_benchmarks, read_vendors
from claimcheck.registers import Many, Model, Text, read
from claimcheck.rounds import Round, read_experiments_source, read_rounds
from claimcheck.tables import DATA_DIR, TABLES, load

ODDITIES = "oddities.yml"


@dataclass(frozen=True)
class Fault:
    """A row of ``table``, by its key, whose ``column`` holds what the ``rule`` excludes.

    Of a register, ``table`` is its path below data, ``row`` the entry and ``line`` its line.
    """

    table: str
    row: str
    column: str
    holds: str
    rule: str
    line: int | None = None

    def __str__(self) -> str:
        place = f"{self.table}:{self.line}" if self.line else self.table
        return f"{place}: {self.row}: {self.column} is {self.holds}; rule: {self.rule}"


class Ground:
    """The tables and registers that ties look at: those of ``data``, with ``frames`` in place of its tables.

    Raises TableError or RegisterError where a file breaks its own format.
    """

    def __init__(self, data: Path = DATA_DIR, **frames: pd.DataFrame) -> None:
        self.data = data
        self._frames = frames

    def __getitem__(self, name: str) -> pd.DataFrame:
        if name not in self._frames:
            self._frames[name] = load(name, self.data)
        return self._frames[name]

    @cached_property
    def rounds(self) -> dict[str, Round]:
        """The rounds by key."""
        return {round_.key: round_ for round_ in read_rounds(self.data)}

    @cached_property
    def second_value_of(self) -> tuple[str, ...]:
        """Rounds of which MLCommons' experiments repository is a second source."""
        found = read_experiments_source(self.data)
        return found.second_value_of if found else ()

    @cached_property
    def benchmarks(self) -> Benchmarks:
        """``benchmarks.yml``."""
        return read_benchmarks(self.data)

    @cached_property
    def vendors(self) -> Vendors:
        """``vendors.yml``."""
        return read_vendors(self.data)

    @cached_property
    def measured(self) -> pd.DataFrame:
        """Each inference result beside its run: the columns of ``loadgen_runs`` with ``_run`` behind their names."""
        runs = self["loadgen_runs"].add_suffix("_run").rename(columns={"run_id_run": "run_id"})
        return self["inference_results"].merge(runs, on="run_id", how="inner")

    def typed(self, name: str) -> pd.DataFrame:
        """A table of ``data/typed`` as text, with the ``line`` of each row."""
        frame = pd.read_csv(self.data / name, dtype="string", keep_default_na=False, encoding="utf-8")
        return frame.assign(line=range(2, len(frame) + 2))


Tie = Callable[[Ground], Iterator[Fault]]
TIES: dict[str, Tie] = {}


def tie(function: Tie) -> Tie:
    """Make ``function`` known; the first sentence of its docstring says what is tied, on the page of the data."""
    TIES[function.__name__] = function
    return function


def broken(table: str, frame: pd.DataFrame, bad: Any, column: str, rule: str | pd.Series) -> Iterator[Fault]:
    """A fault for each row of ``frame`` that is marked ``bad``; a missing mark counts as none.

    ``rule``: the rule in words, of all rows or of each.
    """
    marks = pd.Series(bad, index=frame.index).fillna(False).astype(bool)
    if not marks.any():
        return
    key = TABLES[table].key
    rules = rule[marks] if isinstance(rule, pd.Series) else [rule] * int(marks.sum())
    found = frame[marks]
    for row, said in zip(found.to_dict("records"), rules, strict=True):
        yield Fault(table, " / ".join(str(row[name]) for name in key), column, repr(row[column]), str(said))


def beside(other: pd.DataFrame, key: str, wanted: pd.Series) -> pd.DataFrame:
    """The rows of ``other`` that ``wanted`` names by their ``key``, in its order; empty where it names none."""
    return other.drop_duplicates(key).set_index(key).reindex(wanted).set_axis(wanted.index)


def unlike(table: str, frame: pd.DataFrame, column: str, other: pd.Series, said: str) -> Iterator[Fault]:
    """A fault for each row whose ``column`` is not what ``other`` has, where that has something."""
    bad = other.notna() & (other != frame[column]).fillna(True)
    yield from broken(table, frame, bad, column, said + other.astype("string"))


def unread(ground: Ground, name: str, named: pd.Series) -> Iterator[Fault]:
    """A fault for each line of the typed table ``name`` that is not ``named`` by a row."""
    for line in sorted(set(ground.typed(name)["line"]) - set(named.dropna())):
        yield Fault(name, f"line {line}", "row", "in no table", "each line of a typed table is read", line)


def joined(frame: pd.DataFrame, columns: list[str]) -> pd.Series:
    """The texts of ``columns`` of each row as one, divided by bars; an empty cell is no text."""
    first, *others = (frame[name].fillna("") for name in columns)
    return first.str.cat(others, sep="|")


def parts_of(paths: pd.Series) -> pd.DataFrame:
    """The first nine parts of each path, in columns 0 to 8; empty where a path has fewer."""
    return paths.str.split("/", expand=True).reindex(columns=range(9)).astype("string")


def above_peers(frame: pd.DataFrame, most: float, count: int) -> pd.Series:
    """Mark rows whose ``rate`` is over ``most`` times the best of at least ``count`` peers.

    Peers are rows of the same ``kind`` whose place ``at`` is the same or next to it, and whose owner (``who``) differs.
    """
    near = pd.concat([frame.assign(at=frame["at"] + step) for step in (-1, 0, 1)])
    best = near.groupby(["kind", "at", "who"], sort=False)["rate"].agg(["max", "size"]).reset_index()
    groups = best.sort_values("max", ascending=False, kind="stable").groupby(["kind", "at"], sort=False)
    keys = pd.MultiIndex.from_frame(frame[["kind", "at"]])
    # The best two owners say the best of all others for each row.
    top, second = (groups.nth(n).set_index(["kind", "at"]).reindex(keys).set_axis(frame.index) for n in (0, 1))
    other = top["max"].where(top["who"] != frame["who"], second["max"])
    mine = best.set_index(["kind", "at", "who"])["size"].reindex(pd.MultiIndex.from_frame(frame[["kind", "at", "who"]]))
    number = groups["size"].sum().reindex(keys).set_axis(frame.index) - mine.set_axis(frame.index)
    return (number >= count) & (frame["rate"] > most * other)


class Oddity(Model):
    """Rows of the source that break a tie: which tie, the ``column`` at fault, the rows' keys, and why it is so."""

    tie: Text
    column: Text
    rows: Many[Text]
    why: Text


class Oddities(Model):
    """``oddities.yml``: what breaks a tie because upstream has it so."""

    oddities: dict[str, Oddity] = Field({})


def oddities(data: Path = DATA_DIR) -> dict[str, Oddity]:
    """The entries of ``oddities.yml`` by name; none without the file. Raises RegisterError."""
    path = data / ODDITIES
    return read(path, Oddities).oddities if path.is_file() else {}


def faults(ground: Ground) -> Iterator[tuple[str, Fault]]:
    """Every tie that breaks, with its fault, but for what ``oddities.yml`` explains; and entries that explain none.

    Raises RegisterError for a register that breaks its format.
    """
    known = oddities(ground.data)
    explained = {(one.tie, one.column, row): name for name, one in known.items() for row in one.rows}
    met = set()
    for name, function in TIES.items():
        for fault in function(ground):
            if (key := (name, fault.column, fault.row)) in explained:
                met.add(key)
            else:
                yield name, fault
    for (name, column, row), entry in explained.items():
        if (name, column, row) not in met:
            rule = f"an entry explains a row that breaks {name}"
            yield "oddities", Fault(ODDITIES, entry, "rows", row, rule)


def refuse(found: list[Fault], data: Path) -> None:
    """Raise TableError naming the first of the faults, if there is one."""
    if found:
        first = found[0]
        more = f" ({len(found)} faults in all)" if len(found) > 1 else ""
        raise TableError(
            f"{first.row}: {first.column} is {first.holds}{more}",
            where=data / (TABLES[first.table].file if first.table in TABLES else first.table),
            line=first.line,
            rule=first.rule,
            fix="see the row at its source; if upstream has it so, say why in data/oddities.yml",
        )


def rows_of_ties() -> list[tuple[str, str]]:
    """What is tied to what, in words: each tie's name and the first sentence of its docstring."""
    return [(name, " ".join((function.__doc__ or "").split("\n\n")[0].split())) for name, function in TIES.items()]
