"""The committed tables with what analysis makes of them, each made once: what claims and pages ask."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import duckdb
import pandas as pd

from claimcheck.analysis.compare import Compatibility, read_compatibility
from claimcheck.analysis.database import FACTS, add, connect, tables_in
from claimcheck.analysis.derived import DERIVED, counting_rules
from claimcheck.analysis.ratios import defensible_comparisons
from claimcheck.analysis.results import as_results
from claimcheck.analysis.wins.winners import eligible_results
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.rounds import roles
from claimcheck.data.schema import TABLES
from claimcheck.data.tables import CommittedTables, csv_path, load, normalise

T = TypeVar("T")


# Tables that are attributes of Tables under shorter names.
_ATTRIBUTES = {
    "inference_results": "results",
    "loadgen_runs": "runs",
    "training_results": "training",
    "engine_settings": "settings",
    "accuracy_results": "accuracy",
}


def _table(name: str) -> functools.cached_property[pd.DataFrame]:
    """The property of Tables that is the derived table ``name``."""
    return functools.cached_property(lambda tables: tables.table(name))


class Tables(CommittedTables):
    """The committed tables and what follows from them: derived tables, comparisons, wins, and a database of all.

    Everything is made when it is asked for, once. A derived table that the folder does not hold is made from the
    others.
    """

    comparisons = _table("comparisons")
    operating_points = _table("operating_points")
    switches = _table("switches")
    participation = _table("participation")

    @functools.cached_property
    def _made(self) -> dict[object, Any]:
        return {}

    def once(self, key: object, make: Callable[[], T]) -> T:
        """Result of ``make``, computed once for each ``key``."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    @functools.cached_property
    def trained(self) -> pd.DataFrame:
        """The table training_results in the columns of inference_results: see ``analysis.results.as_results``."""
        return as_results(self.training, list(self.results.columns))

    @functools.cached_property
    def places(self) -> dict[str, int]:
        """The position of each result of Inference, Training and HPC among all of them, by its id."""
        return {row_id: place for place, row_id in enumerate(self._all["row_id"])}

    @functools.cached_property
    def _all(self) -> pd.DataFrame:
        return pd.concat([self.results, self.trained.astype(self.results.dtypes)])

    def rows(self, ids: Iterable[str]) -> pd.DataFrame:
        """The results with these ids, each once, in the order of the tables. Raises KeyError for an unknown one."""
        return self._all.iloc[sorted({self.places[row_id] for row_id in ids})]

    def row(self, row_id: str) -> pd.Series:
        """The result with that id. Raises KeyError for an unknown one."""
        return self.once(("row", row_id), lambda: self._all.iloc[self.places[row_id]])

    @functools.cached_property
    def _database(self) -> duckdb.DuckDBPyConnection:
        return connect(self.data, only=())

    @contextmanager
    def database(self, *texts: str) -> Iterator[duckdb.DuckDBPyConnection]:
        """Open a database of these tables, with those that ``texts`` name.

        What is created on it is gone when it closes.
        """
        for name in sorted(tables_in(texts) - {"rounds"}):
            self.once(("in the database", name), lambda name=name: self._store(name))
        with self._database.cursor() as connection:
            yield connection

    def _store(self, name: str) -> None:
        if name in FACTS:
            frame = FACTS[name].make(self.data)
        else:
            attribute = _ATTRIBUTES.get(name, name)
            frame = getattr(self, attribute, None)
            frame = self.table(name) if frame is None else frame
        add(self._database, name, frame)

    def contest(self, last: str) -> pd.DataFrame:
        """Results that can win, up to the round ``last``."""
        return self.once(("contest", last), lambda: eligible_results(self.results, self.training, self.data, last))

    def win_counts(self, last: str) -> pd.DataFrame:
        """Table counting_rules as of the round ``last``; the ratio is infinite where others won nothing."""
        return self.once(("wins", last), lambda: self._win_counts(last))

    def _win_counts(self, last: str) -> pd.DataFrame:
        first = last == roles(self.data).claims
        counts = self.table("counting_rules") if first else counting_rules(self, last)
        whole_numbers = counts.columns[counts.dtypes == "Int64"]
        ratio = counts["ratio"].astype(float).fillna(math.inf)
        return counts.assign(ratio=ratio).astype(dict.fromkeys(whole_numbers, int))

    @functools.cached_property
    def listed(self) -> Compatibility:
        """MLCommons' compatibility table, and our own rules where we depart from it."""
        return read_compatibility(self.data)

    def compared(self, before: str, after: str) -> pd.DataFrame:
        """Defensible comparisons of two rounds, highest ratio first: columns of the table comparisons."""
        return self.once(("comparisons", before, after), lambda: self._compared(before, after))

    def _compared(self, before: str, after: str) -> pd.DataFrame:
        pairs = self.comparisons
        pairs = pairs[(pairs["before"] == before) & (pairs["after"] == after)]
        if pairs.empty:  # not two successive rounds of the register
            return defensible_comparisons(self.results, [(before, after)])
        return pairs.sort_values(["ratio", "row_id_after"], ascending=[False, True], ignore_index=True)

    def table(self, name: str) -> pd.DataFrame:
        """Read the table ``name``, or make a derived one that ``data`` does not hold from the others."""
        if name in DERIVED and not csv_path(name, self.data).is_file():
            return normalise(DERIVED[name](self), TABLES[name])
        return super().table(name)


def load_tables(data: Path = DATA_DIR) -> Tables:
    """Read the committed results of ``data``; every other table and register is read when it is needed."""
    return Tables(load("inference_results", data), data)


def round_pairs(tables: Tables, before: str, after: str) -> pd.DataFrame:
    """Every defensible comparison of two rounds in benchmarks that MLCommons calls comparable across them.

    Of a round that MLCommons' table does not reach, every benchmark counts. Columns of the table comparisons, highest
    ratio first; empty when there is none.
    """
    listed = tables.listed.rounds
    comparable = [name for name, rounds in listed.items() if {before, after} <= set(rounds)]
    pairs = tables.compared(before, after)
    if pairs.empty:
        return pairs
    if any(after in rounds for rounds in listed.values()):
        pairs = pairs[pairs["benchmark"].isin(comparable)]
    return pairs[~pairs["repeats"]]
