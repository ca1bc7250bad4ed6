"""Find the results that a register names, by filters (round, submitter, system, ...) and at most one pick."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from pydantic import Field, create_model, model_validator

from claimcheck.analysis.results import per_accelerator, power_submissions
from claimcheck.analysis.tables import Tables
from claimcheck.analysis.view import models
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


class Indexed:
    """A table of results as filters ask it: every column's values as numbers, and what the order depends on."""

    def __init__(self, rows: pd.DataFrame) -> None:
        self.values = rows["value"].to_numpy(float, na_value=np.nan)
        self.higher_is_better = rows["higher_is_better"].to_numpy(bool, na_value=False)
        self.per_accelerator = np.where(self.higher_is_better, per_accelerator(rows), np.nan)
        self.rows = rows.assign(per_accelerator=self.per_accelerator)
        self.has_power = power_submissions(rows).to_numpy()
        self.ids = rows["row_id"].to_numpy(object)
        self.coded = functools.cache(lambda column: pd.factorize(rows[column]))

    def places(self, name: str, value: Any, among: np.ndarray) -> np.ndarray:
        """Positions, of those ``among``, where the filter ``name`` is ``value`` or in a list of values."""
        values = value if isinstance(value, list) else [value]
        codes, uniques = self.coded(COLUMNS[name])
        if name == "chip":
            values = [a for a in uniques if not set(models(a)).isdisjoint(values)]
        wanted = [uniques.get_loc(one) for one in values if one in uniques]
        fits = np.isin(codes[among], wanted)
        if name == "accelerator" and NO_ACCELERATOR in values:
            fits |= (codes[among] < 0) & (self.coded("accelerators")[0][among] < 0)
        return among[fits]

    def ranked(self, places: np.ndarray) -> list[int]:
        """Positions of rates, highest per accelerator first; without any, of the times, shortest first.

        A time is not divided, nor the rate of a system without accelerators, which comes after the others. Entries of
        Training without a score are left out.
        """
        scored = [place for place in places if not np.isnan(self.values[place])]
        if rates := [place for place in scored if self.higher_is_better[place]]:
            return sorted(rates, key=self._order)
        return sorted(scored, key=lambda place: (self.values[place], self.ids[place]))

    def _order(self, place: int) -> tuple[bool, float, str]:
        divided = self.per_accelerator[place]
        whole = np.isnan(divided)
        return whole, -(self.values[place] if whole else divided), self.ids[place]


def pool(tables: Tables, spec: Mapping[str, Any]) -> Indexed:
    """The results among which ``spec`` filters: of Training and HPC if its suite is one of these, else of Inference."""
    trained = spec.get("suite") in OTHER_SUITES
    return tables.once(("indexed", trained), lambda: Indexed(tables.trained if trained else tables.results))


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


def select(results: Indexed, spec: dict[str, Any], entry: Entry, key: str) -> pd.DataFrame:
    """The results that ``spec`` names, best per accelerator (of times, the shortest) first.

    ``spec`` holds filters (FILTERS) and at most one pick: ``per_accelerator`` or ``value`` (the results whose figure,
    rounded half up to ``decimals``, is that number), ``best_per_accelerator: true`` or ``best_value: true`` (the one
    best result; a power submission only where there is no other). Only the closed division is searched unless
    ``division`` says otherwise or ``row_id`` names the result. Returns no rows when no result has the figure picked.
    Raises RegisterError, at ``key`` of the ``entry``, for a filter that no result meets, with the nearest known value.
    """
    filters = spec if "row_id" in spec else {"division": "closed", **spec}
    positions = np.arange(len(results.rows))
    for name in FILTERS:
        if name not in filters:
            continue
        narrower = results.places(name, filters[name], positions)
        if not len(narrower):
            raise entry.fail(
                f"{key}: no result has {name} = {filters[name]!r}{_after_filters(filters, name)}",
                f"{key}.{name}",
                rule="a claim names results that are in the tables",
                fix=near(filters[name], known(results.rows.iloc[positions], name)),
            )
        positions = narrower
    picked = _pick(results, results.ranked(positions), spec)
    return results.rows.iloc[picked]


def _after_filters(filters: dict[str, Any], name: str) -> str:
    """The filters before ``name`` in words, for an error message."""
    names = list(FILTERS)
    before = [f"{other}={filters[other]}" for other in names[: names.index(name)] if other in filters]
    return f" beside {', '.join(before)}" if before else ""


def _pick(results: Indexed, ranked: list[int], spec: dict[str, Any]) -> list[int]:
    decimals = int(spec.get("decimals", 0))
    for name, figures in (("per_accelerator", results.per_accelerator), ("value", results.values)):
        if name in spec:
            published = float(spec[name])
            return [p for p in ranked if not np.isnan(figures[p]) and rounds_to(float(figures[p]), published, decimals)]
    if not spec.keys() & {"best_per_accelerator", "best_value"}:
        return ranked
    ranked = [place for place in ranked if not results.has_power[place]] or ranked
    if spec.get("best_value"):
        sign = -1 if all(results.higher_is_better[ranked]) else 1
        ranked = sorted(ranked, key=lambda place: (sign * results.values[place], results.ids[place]))
    return ranked[:1]
