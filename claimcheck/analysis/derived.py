"""The committed tables with what analysis makes of them, each made once: what claims and pages ask.

``DERIVED`` are the tables in ``data/derived``: what several pages and claims need, computed once by ``claimcheck
derive`` and read like any other table.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import duckdb
import numpy as np
import pandas as pd

from claimcheck.analysis import chips, comparison, operating, switches
from claimcheck.analysis.comparison import Compatibility, read_compatibility
from claimcheck.analysis.database import FACTS, add, connect, tables_in
from claimcheck.analysis.view import as_results, on_sale, per_accelerator
from claimcheck.analysis.wins import count_every_rule, eligible_results
from claimcheck.data.edition import Reply, read_replies
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.rounds import Round, inference_rounds, read_rounds
from claimcheck.data.schema import TABLES
from claimcheck.data.stacks import Mechanisms, read_mechanisms
from claimcheck.data.store import csv_path, load, normalise

T = TypeVar("T")


def _table(name: str) -> property:
    """The property of Tables that is the table ``name``."""
    return property(lambda tables: tables.table(name), doc=f"The table {name}.")


def _register(read: Callable[[Path], Any]) -> Any:
    """The property of Tables that is what ``read`` gives of its folder, read once."""
    return functools.cached_property(lambda tables: read(tables.data))


class Tables:
    """The tables and registers of the folder ``data`` and what follows from them, with a database of all.

    ``results`` are the rows of inference_results, or some of them. Everything else is read or made when it is asked
    for, once; a derived table that the folder does not hold is made from the others. Raises TableError or RegisterError
    for a file that breaks its form.
    """

    runs = _table("loadgen_runs")
    systems = _table("systems")
    training = _table("training_results")
    settings = _table("engine_settings")
    comparisons = _table("comparisons")
    chip_cells = _table("chip_cells")
    chip_pairs = _table("chip_pairs")
    switches = _table("switches")
    # Registers.
    replies: list[Reply] = _register(read_replies)
    mechanisms: Mechanisms = _register(read_mechanisms)
    listed: Compatibility = _register(read_compatibility)
    rounds: dict[str, Round] = _register(lambda data: {one.key: one for one in read_rounds(data)})

    def __init__(self, results: pd.DataFrame, data: Path, made: Mapping[object, Any] | None = None) -> None:
        """``made``: tables by name, and whatever else is not to be made again, by its key of ``once``."""
        self.results, self.data = results, data
        self._made: dict[object, Any] = {"inference_results": results, **(made or {})}

    def once(self, key: object, make: Callable[[], T]) -> T:
        """Result of ``make``, computed once for each ``key``."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def table(self, name: str) -> pd.DataFrame:
        """The table ``name`` as committed; a derived one that ``data`` does not hold is made from the others."""
        if name in DERIVED and not csv_path(name, self.data).is_file():
            return self.once(name, lambda: normalise(DERIVED[name](self), TABLES[name]))
        return self.once(name, lambda: load(name, self.data))

    @functools.cached_property
    def trained(self) -> pd.DataFrame:
        """The table training_results in the columns of inference_results: see ``analysis.view.as_results``."""
        return as_results(self.training, list(self.results.columns))

    @functools.cached_property
    def every(self) -> pd.DataFrame:
        """The results of Inference, then those of Training and HPC, with ``per_accelerator`` and ``on_sale``."""
        every = pd.concat([self.results, self.trained.astype(self.results.dtypes)], ignore_index=True)
        return every.assign(per_accelerator=per_accelerator(every), on_sale=on_sale(every))

    @functools.cached_property
    def cells(self) -> dict[str, np.ndarray]:
        """The columns of ``every`` as plain values; None where the table says nothing."""
        return {name: column.to_numpy(dtype=object, na_value=None) for name, column in self.every.items()}

    @functools.cached_property
    def places(self) -> dict[str, int]:
        """The position of each result of Inference, Training and HPC among all of them, by its id."""
        return {row_id: place for place, row_id in enumerate(self.cells["row_id"])}

    def row(self, row_id: str) -> dict[str, Any]:
        """The result with that id; None in columns that say nothing. Raises KeyError for an unknown one."""
        place = self.places[row_id]
        return self.once(("row", row_id), lambda: {name: column[place] for name, column in self.cells.items()})

    def rows(self, ids: Iterable[str]) -> list[dict[str, Any]]:
        """The results with these ids, each once, in the order of the tables. Raises KeyError for an unknown one."""
        return [self.row(row_id) for row_id in sorted(set(ids), key=self.places.__getitem__)]

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
        add(self._database, name, FACTS[name].make(self.data) if name in FACTS else self.table(name))

    def compared(self, before: str, after: str) -> pd.DataFrame:
        """Defensible comparisons of two rounds, highest ratio first: columns of the table comparisons."""
        pairs = self.comparisons
        pairs = pairs[(pairs["before"] == before) & (pairs["after"] == after)]
        if pairs.empty:  # not two successive rounds of the register
            made = comparison.defensible_comparisons
            return self.once((before, after), lambda: made(self.results, [(before, after)], self.listed))
        return pairs.sort_values(["ratio", "row_id_after"], ascending=[False, True], ignore_index=True)


def load_tables(data: Path = DATA_DIR) -> Tables:
    """Read the committed results of ``data``; every other table and register is read when it is needed."""
    return Tables(load("inference_results", data), data)


def _switches(tables: Tables) -> pd.DataFrame:
    """State of every mechanism in the closed entries that the register lists; empty without a register."""
    if not tables.mechanisms.mechanisms:
        return pd.DataFrame(columns=TABLES["switches"].names)
    return switches.mechanism_states(tables.results, tables.settings, tables.mechanisms)


# Capitals, spaces and signs do not tell organisations apart; the vendor itself is no partner.
_PARTICIPATION = """
with submissions as (
    select 'inference' as suite, row_id, round, division, submitter, platform_vendor as vendor from inference_results
    union all
    select suite, row_id, round, division, submitter, platform_vendor from training_results
    where suite in ('training', 'hpc')
), entered as (  -- A joint submission counts for each organisation behind it, or once by its name.
    select * replace (coalesce(organisation, submitter) as organisation), 'organisations' as counted
    from submissions left join organisations using (submitter)
    union all by name
    select *, submitter as organisation, 'names' as counted from submissions
), sided as (
    select *, unnest(if(division = 'closed', ['closed', 'all'], ['all'])) as divisions,
        regexp_replace(lower(organisation), '[^\\pL\\pN]', '', 'g') as folded,
        folded <> regexp_replace(lower(vendor), '[^\\pL\\pN]', '', 'g') as partner
    from entered
), first as (
    from sided
    qualify row_number() over (partition by suite, divisions, counted, round, vendor, folded order by row_id) = 1
)
select suite, divisions, counted, round, vendor, count(*) as submitters, count(*) filter (partner) as partners,
    string_agg(organisation, ', ' order by folded) filter (partner) as names,
    string_agg(row_id, '|' order by folded) filter (partner) as row_ids
from first group by all order by all
"""


def _participation(tables: Tables) -> pd.DataFrame:
    """Participants on each vendor's silicon in every suite and round, by organisation and by name.

    In the closed division, and in all divisions.
    """
    with tables.database(_PARTICIPATION) as database:
        return database.execute(_PARTICIPATION).df()


DERIVED: dict[str, Callable[[Tables], pd.DataFrame]] = {
    "comparisons": lambda of: comparison.defensible_comparisons(
        of.results, pairwise(inference_rounds(of.data)), of.listed
    ),
    "chip_cells": lambda of: chips.cells(chips.entered(of.results)),
    "chip_pairs": lambda of: chips.pairs(chips.entered(of.results)),
    "operating_points": lambda of: operating.operating_points(of.results, of.runs),
    "counting_rules": lambda of: count_every_rule(eligible_results(of.results, of.training, of.data)),
    "switches": _switches,
    "participation": _participation,
}
