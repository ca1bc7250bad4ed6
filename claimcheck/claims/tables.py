"""TODO."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import duckdb
import pandas as pd

from claimcheck.analysis.compare import Listed, compatibility
from claimcheck.analysis.database import FACTS, add, connect, tables_in
from claimcheck.analysis.derived import DERIVED, counting_rules
from claimcheck.analysis.ratios import defensible_comparisons
from claimcheck.analysis.wins.winners import contest
from claimcheck.core.documents import read
from claimcheck.data.mechanisms import Mechanisms, read_mechanisms
from claimcheck.data.numbers import read_numbers
from claimcheck.data.paths import PRICES, REPLIES, ROUNDS
from claimcheck.data.prices import Prices, read_prices
from claimcheck.data.replies import Replies, read_replies
from claimcheck.data.rounds import Round, RoundsRegister, inference_rounds, read_rounds, roles
from claimcheck.data.schema import TABLES
from claimcheck.data.tables import DATA_DIR, csv_path, load, normalise

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
    """The property of Tables that is the table ``name``."""
    return functools.cached_property(lambda tables: tables.table(name))


@dataclass(frozen=True)
class Tables:
    """The tables and registers that claims are evaluated against; all but ``results`` are read when asked for."""

    results: pd.DataFrame
    data: Path

    runs = _table("loadgen_runs")
    systems = _table("systems")
    training = _table("training_results")
    settings = _table("engine_settings")
    accuracy = _table("accuracy_results")
    mechanism_evidence = _table("mechanism_evidence")
    comparisons = _table("comparisons")
    operating_points = _table("operating_points")
    switches = _table("switches")
    participation = _table("participation")

    @functools.cached_property
    def prices(self) -> Prices:
        """The register of prices."""
        return read_prices(self.data / PRICES)

    @functools.cached_property
    def replies(self) -> Replies:
        """The register of replies to our verdicts."""
        return read_replies(self.data / REPLIES)

    @functools.cached_property
    def rounds(self) -> dict[str, Round]:
        """The rounds of ``rounds.yml``, by key."""
        return {one.key: one for one in read_rounds(self.data)}

    @functools.cached_property
    def _made(self) -> dict[object, Any]:
        return {}

    def once(self, key: object, make: Callable[[], T]) -> T:
        """What ``make`` gives, computed once for all claims: what the tables know, rows that filters mean, answers."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    @functools.cached_property
    def numbers(self) -> dict[str, str]:
        """The numbers of ``numbers.csv`` as they are printed, by key."""
        return {key: one.text for key, one in read_numbers(self.data).items()}

    @functools.cached_property
    def trained(self) -> pd.DataFrame:
        """The table training_results in the columns of inference_results: see ``claims.words.rows.as_results``."""
        from claimcheck.claims.words.rows import as_results

        return as_results(self.training, list(self.results.columns))

    @functools.cached_property
    def mechanisms(self) -> Mechanisms | None:
        """The register of mechanisms; None where ``data`` has none."""
        return read_mechanisms(self.data)

    @functools.cached_property
    def _database(self) -> duckdb.DuckDBPyConnection:
        return connect(self.data, only=())

    @contextmanager
    def database(self, *texts: str) -> Iterator[duckdb.DuckDBPyConnection]:
        """A connection to a database of these tables, of which those are there that ``texts`` name.

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
        """Every result that can win, as of the round ``last``."""
        return self.once(("contest", last), lambda: contest(self.results, self.training, self.data, last))

    def win_counts(self, last: str) -> pd.DataFrame:
        """The table counting_rules as of the round ``last``; the ratio is infinite where others won nothing."""
        return self.once(("wins", last), lambda: self._win_counts(last))

    def _win_counts(self, last: str) -> pd.DataFrame:
        first = last == roles(self.data).claims
        counts = self.table("counting_rules") if first else counting_rules(self, last)
        tallies = counts.columns[counts.dtypes == "Int64"]
        ratio = counts["ratio"].astype(float).fillna(math.inf)
        return counts.assign(ratio=ratio).astype(dict.fromkeys(tallies, int))

    @functools.cached_property
    def listed(self) -> Listed:
        """MLCommons' table of the rounds whose results are comparable, by benchmark, and where we depart from it."""
        register = read(self.data / ROUNDS, RoundsRegister)
        return compatibility(register.comparable, register.breaks, inference_rounds(self.data))

    def compared(self, before: str, after: str) -> pd.DataFrame:
        """Every defensible comparison of two rounds, highest ratio first: columns of the table comparisons."""
        found = self.comparisons
        found = found[(found["before"] == before) & (found["after"] == after)]
        if found.empty:  # not two successive rounds of the register
            key = ("comparisons", before, after)
            return self.once(key, lambda: defensible_comparisons(self.results, [(before, after)]))
        return found.sort_values(["ratio", "row_id_after"], ascending=[False, True], ignore_index=True)

    def table(self, name: str) -> pd.DataFrame:
        """The table ``name``: as committed, or, of a derived one that ``data`` does not hold, made from the others."""
        if name in DERIVED and not csv_path(name, self.data).is_file():
            return normalise(DERIVED[name](self), TABLES[name])
        return load(name, self.data)


def load_tables(data: Path = DATA_DIR) -> Tables:
    """The committed tables and registers under ``data``."""
    return Tables(load("inference_results", data), data)
