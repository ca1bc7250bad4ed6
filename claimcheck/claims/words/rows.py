"""Find the results that a register names, by filters (round, submitter, system, ...) and at most one pick."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from pydantic import Field, create_model, model_validator

from claimcheck.analysis.derived import Tables
from claimcheck.analysis.view import models, per_accelerator, power_submissions
from claimcheck.core.documents import Entry, Model, Number, Text, broken, nearest
from claimcheck.core.printing import rounds_to

# Filter: what it compares, in words.
FILTERS = {
    "row_id": "the row itself, by our id of it; of any division",
    "round": "round, such as v6.0",
    "division": "closed (the default), open or network",
    "suite": "datacenter or edge; training or hpc for MLPerf Training and HPC",
    "availability": "available, preview or rdi",
    "submitter": "who submitted, as spelt in the results",
    "vendor": "maker of the silicon that ran: of the accelerator, or of a CPU-only system's CPU",
    "system": "the system's folder name",
    "result_id": "published ID",
    "benchmark": "benchmark by its name in data/facts/benchmarks.yml (data/facts/training.yml for Training)",
    "scenario": "Offline, Server, Interactive, SingleStream, MultiStream",
    "accelerator": "accelerator as published; none for a CPU-only system",
    "chip": "accelerator model without maker, form and memory, such as GB300 or MI355X",
    "accelerators": "number of accelerators",
}
COLUMNS = {name: name for name in FILTERS} | {"vendor": "platform_vendor", "chip": "accelerator"}
NO_ACCELERATOR = "none"
OTHER_SUITES = ("training", "hpc")


def _filter(name: str) -> tuple[Any, Any]:
    kind = int if name == "accelerators" else Text
    # The names that the tables know are filled into the JSON Schema when it is made.
    extra = {"names": name} if name not in ("accelerators", "row_id", "system", "result_id") else None
    return kind | None, Field(None, description=FILTERS[name], json_schema_extra=extra)


class OfFigure(Model):
    """The ``figure``-th published figure of the claim."""

    figure: int


class _Picks(Model):
    """What picks one result of several: at most one of these."""

    per_accelerator: Number | OfFigure | None = Field(
        None, description="the result whose figure per accelerator, rounded to decimals, is this one"
    )
    value: Number | OfFigure | None = Field(
        None, description="the result whose figure, rounded to decimals, is this one"
    )
    best_per_accelerator: bool | None = Field(None, description="true: the one best result per accelerator")
    best_value: bool | None = Field(None, description="true: the one best result (of times, the shortest)")


PICKS = {name: str(field.description) for name, field in _Picks.model_fields.items()}


class _Row(_Picks):
    """A row of a claim: pick, decimals of the pick, and the filters that ``RowFilters`` adds."""

    decimals: int | None = Field(None, ge=0, le=6, description="decimals of the pick")

    @property
    def criteria(self) -> dict[str, Any]:
        """The filters and the pick that a register gives, with their values; lists as lists."""
        values = {name: getattr(self, name) for name in type(self).model_fields}
        return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items() if v is not None}

    @model_validator(mode="after")
    def _one_pick(self) -> _Row:
        picked = [name for name in PICKS if getattr(self, name) is not None]
        if len(picked) > 1:
            raise broken(f"picks by {' and '.join(picked)}", "rows take one pick", key=picked[1])
        return self


RowFilters = create_model("Row", __base__=_Row, **{name: _filter(name) for name in FILTERS})


class Pool:
    """Results of one table, ready for many selections: each filter's cells as numbers, and the order of results."""

    def __init__(self, results: pd.DataFrame) -> None:
        rate = results["higher_is_better"].astype("boolean").fillna(False).to_numpy(dtype=bool)
        # A time is not divided, nor the rate of a system without accelerators, which comes after the others.
        self.results = results.assign(per_accelerator=per_accelerator(results))
        self.rate, self.value = rate, results["value"].astype(float).to_numpy()
        self._coded: dict[str, tuple[np.ndarray, pd.Index]] = {}

    @functools.cached_property
    def order(self) -> np.ndarray:
        """The place of each result among the others: rates by accelerator and then as they are, times the shortest."""
        by_id = np.argsort(np.argsort(self.results["row_id"].to_numpy(dtype=str), kind="stable"))
        signed = np.where(self.rate, -self.value, self.value)
        return np.argsort(np.lexsort((by_id, signed, -self.results["per_accelerator"].to_numpy())))

    @functools.cached_property
    def measured(self) -> np.ndarray:
        """Which results are power submissions."""
        return power_submissions(self.results).to_numpy()

    def where(self, name: str, value: Any, among: np.ndarray) -> np.ndarray:
        """Positions, of those ``among``, where the filter ``name`` is ``value`` or in a list of values."""
        column = COLUMNS[name]
        if column not in self._coded:
            self._coded[column] = pd.factorize(self.results[column])
        codes, cells = self._coded[column]
        values = value if isinstance(value, list) else [value]
        if name == "chip":
            values = [cell for cell in cells if not set(models(cell)).isdisjoint(values)]
        wanted = cells.get_indexer_for(values)
        fits = np.isin(codes[among], wanted[wanted >= 0])  # a missing cell has the code -1
        if name == "accelerator" and NO_ACCELERATOR in values:
            fits |= (codes[among] == -1) & self.results["accelerators"].isna().to_numpy()[among]
        return among[fits]

    def ranked(self, among: np.ndarray) -> np.ndarray:
        """The rates ``among`` positions, or without any the times, best first; results without a value are left out."""
        scored = among[~np.isnan(self.value[among])]
        rates = scored[self.rate[scored]]
        chosen = rates if len(rates) else scored
        return chosen[np.argsort(self.order[chosen])]


def pool(tables: Tables, spec: Mapping[str, Any]) -> Pool:
    """The results among which ``spec`` filters: of Training and HPC if its suite is one of these, else of Inference."""
    trained = spec.get("suite") in OTHER_SUITES
    return tables.once(("pool", trained), lambda: Pool(tables.trained if trained else tables.results))


def known(rows: pd.DataFrame, name: str) -> list[str]:
    """Every value that the filter ``name`` can have among ``rows``, as text, in order."""
    if name == "chip":
        return sorted({chip for a in rows["accelerator"].dropna().unique() for chip in models(a)})
    values = {str(value) for value in rows[COLUMNS[name]].dropna().unique()}
    if name == "accelerator" and rows["accelerator"].isna().any():
        values.add(NO_ACCELERATOR)
    return sorted(values)


def near(value: Any, names: list[str]) -> str:
    """A fix for an error message: the known names nearest to ``value``, or the first few."""
    return f"nearest known: {', '.join(nearest(value, names, 3, 0.3) or names[:3])}"


def select(results: Pool | pd.DataFrame, spec: dict[str, Any], entry: Entry, key: str) -> pd.DataFrame:
    """The results that ``spec`` names, best per accelerator (of times, the shortest) first.

    ``spec`` holds filters (FILTERS) and at most one pick: ``per_accelerator`` or ``value`` (the results whose figure,
    rounded half up to ``decimals``, is that number), ``best_per_accelerator: true`` or ``best_value: true`` (the one
    best result; a power submission only where there is no other). Only the closed division is searched unless
    ``division`` says otherwise or ``row_id`` names the result. Returns no rows when no result has the figure picked.
    Raises RegisterError, at ``key`` of the ``entry``, for a filter that no result meets, with the nearest known value.
    """
    filters = spec if "row_id" in spec else {"division": "closed", **spec}
    among = results if isinstance(results, Pool) else Pool(results)
    positions = np.arange(len(among.results))
    for name in FILTERS:
        if name not in filters:
            continue
        narrower = among.where(name, filters[name], positions)
        if not len(narrower):
            raise entry.fail(
                f"{key}: no result has {name} = {filters[name]!r}{_after_filters(filters, name)}",
                f"{key}.{name}",
                rule="a claim names results that are in the tables",
                fix=near(filters[name], known(among.results.iloc[positions], name)),
            )
        positions = narrower
    return among.results.iloc[_pick(among, among.ranked(positions), spec)]


def _after_filters(filters: dict[str, Any], name: str) -> str:
    """The filters before ``name`` in words, for an error message."""
    names = list(FILTERS)
    before = [f"{other}={filters[other]}" for other in names[: names.index(name)] if other in filters]
    return f" beside {', '.join(before)}" if before else ""


def _pick(among: Pool, found: np.ndarray, spec: dict[str, Any]) -> np.ndarray:
    """Of positions that were ``found``, the best first, those that the pick of ``spec`` takes."""
    decimals = int(spec.get("decimals", 0))
    for name in ("per_accelerator", "value"):
        if name in spec:
            values = among.results[name].astype(float).to_numpy()
            wanted = float(spec[name])
            return np.array(
                [at for at in found if not np.isnan(values[at]) and rounds_to(values[at], wanted, decimals)], dtype=int
            )
    if spec.keys() & {"best_per_accelerator", "best_value"}:
        without = found[~among.measured[found]]
        found = without if len(without) else found
    if spec.get("best_per_accelerator"):
        return found[:1]
    if spec.get("best_value"):
        signed = np.where(among.rate, -among.value, among.value)[found]
        return found[np.lexsort((among.results["row_id"].iloc[found].to_numpy(dtype=str), signed))[:1]]
    return found
