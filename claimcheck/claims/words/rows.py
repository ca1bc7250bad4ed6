"""The results that a register's filters mean: of any round, division, suite, vendor, benchmark and scenario.

Find rows of ``inference_results``, or of Training and HPC, by what a register says of them.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import pandas as pd
from pydantic import Field, create_model, model_validator

from claimcheck.analysis.results import short_accelerator
from claimcheck.claims.tables import Tables
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
    "benchmark": "benchmark by its name in data/benchmarks.yml (data/training.yml for Training)",
    "scenario": "Offline, Server, Interactive, SingleStream, MultiStream",
    "accelerator": "accelerator as published; none for a CPU-only system",
    "chip": "accelerator model without maker, form and memory, such as GB300 or MI355X",
    "accelerators": "number of accelerators",
}
COLUMNS = {name: name for name in FILTERS} | {"vendor": "platform_vendor", "chip": "accelerator"}
NO_ACCELERATOR = "none"
OTHER_SUITES = ("training", "hpc")
_COUNTED = re.compile(r"\s*\(x\s?\d+\)")


class _Given(Model):
    """Filters, of which those that are given count."""

    @property
    def given(self) -> dict[str, Any]:
        """Filter or pick: value, of those that a register gives; lists as lists."""
        values = {name: getattr(self, name) for name in type(self).model_fields}
        return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items() if v is not None}


def _filter(name: str) -> tuple[Any, Any]:
    kind = int if name == "accelerators" else Text
    # The names that the tables know are filled into the JSON Schema when it is made.
    extra = {"names": name} if name not in ("accelerators", "row_id", "system", "result_id") else None
    return kind | None, Field(None, description=FILTERS[name], json_schema_extra=extra)


class OfFigure(Model):
    """The ``figure``-th published figure of the claim."""

    figure: int


class _Picks(_Given):
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
    decimals: int | None = Field(None, ge=0, le=6, description="decimals of the pick")

    @model_validator(mode="after")
    def _one_pick(self) -> _Row:
        picked = [name for name in PICKS if getattr(self, name) is not None]
        if len(picked) > 1:
            raise broken(f"picks by {' and '.join(picked)}", "rows take one pick", key=picked[1])
        return self


# A row of a claim: filters, and at most one pick.
RowFilters = create_model("Row", __base__=_Row, **{name: _filter(name) for name in FILTERS})


def names_of(tables: Tables, kind: str) -> Collection[str]:
    """What the tables and registers know of a kind: rounds, vendors, clauses, price scenarios, ..."""
    return tables.once(("names", kind), lambda: _names_of(tables, kind))


def _names_of(tables: Tables, kind: str) -> list[str]:
    if kind == "mechanism":
        return list(tables.mechanisms.mechanisms) if tables.mechanisms else []
    return known(tables.results, kind)


def pool(tables: Tables, spec: Mapping[str, Any]) -> pd.DataFrame:
    """The results that ``spec`` filters: of Inference, or of Training and HPC where its suite is one of these."""
    return tables.trained if spec.get("suite") in OTHER_SUITES else tables.results


@functools.lru_cache(maxsize=4096)
def chips(accelerator: str) -> tuple[str, ...]:
    """Models in an accelerator's published name: one, or several of a mixed system (``A (x32), B (x16)``)."""
    parts = _COUNTED.split(accelerator) if _COUNTED.search(accelerator) else [accelerator]
    return tuple(dict.fromkeys(short_accelerator(part.strip(" ,")) for part in parts if part.strip(" ,")))


def places(rows: pd.DataFrame, name: str, value: Any, among: np.ndarray) -> np.ndarray:
    """Of the places ``among`` in ``rows``, those whose filter ``name`` is ``value``, or one of a list of values.

    Filters follow each other on places, since taking every column of many rows once a filter takes most of the time.
    """
    values = value if isinstance(value, list) else [value]
    cells = rows[COLUMNS[name]].iloc[among]
    if name == "chip":
        values = [a for a in cells.dropna().unique() if not set(chips(a)).isdisjoint(values)]
    fits = cells.isin(values)
    if name == "accelerator" and NO_ACCELERATOR in values:
        fits |= cells.isna() & rows["accelerators"].iloc[among].isna()
    return among[fits.to_numpy(dtype=bool)]


def known(rows: pd.DataFrame, name: str) -> list[str]:
    """Every value of the filter ``name`` among ``rows``, as text."""
    if name == "chip":
        return sorted({chip for a in rows["accelerator"].dropna().unique() for chip in chips(a)})
    found = {str(v) for v in rows[COLUMNS[name]].dropna().unique()}
    if name == "accelerator" and rows["accelerator"].isna().any():
        found.add(NO_ACCELERATOR)
    return sorted(found)


def near(value: Any, names: list[str]) -> str:
    """The known names nearest to ``value``, or the first few, as a fix."""
    return f"nearest known: {', '.join(nearest(value, names, 3, 0.3) or names[:3])}"


def as_results(training: pd.DataFrame, columns: list[str]) -> pd.DataFrame:
    """``training_results`` in the ``columns`` of ``inference_results``, so that one question asks both.

    The value is the time to train in minutes, lower better; of HPC's weak scaling, models a
    minute. ``scenario`` is "time to train", or the scaling. What Training does not have is empty.
    """
    rate = training["models_per_minute"].notna()
    made = training.assign(
        value=training["models_per_minute"].where(rate, training["time_to_train_minutes"]),
        unit=rate.map({True: "models/minute", False: "minutes"}).astype("string"),
        higher_is_better=rate.astype("boolean"),
        scenario=training["scaling"].fillna("time to train"),
    )
    absent = {name: pd.Series(pd.NA, index=made.index, dtype="string") for name in columns if name not in made.columns}
    return made.assign(**absent)[columns]


# What the order of results depends on.
_RANKED = ("row_id", "value", "higher_is_better", "accelerators")


def select(results: pd.DataFrame, spec: dict[str, Any], entry: Entry, key: str) -> pd.DataFrame:
    """Rows of the results that ``spec`` names, best per accelerator (of times, the shortest) first.

    ``spec`` holds filters (FILTERS) and at most one pick: ``per_accelerator`` or
    ``value`` (the rows whose figure, rounded half up to ``decimals``, is the number given)
    or ``best_per_accelerator: true``, ``best_value: true`` (the one best row). Only the
    closed division is searched unless ``division`` says otherwise or ``row_id`` names the row. Returns no rows when a
    number picked is nowhere. Raises RegisterError for a filter that meets no row, with the nearest known value.
    """
    wanted = spec if "row_id" in spec else {"division": "closed", **spec}
    found = np.arange(len(results))
    for name in FILTERS:
        if name not in wanted:
            continue
        narrower = places(results, name, wanted[name], found)
        if not len(narrower):
            raise entry.fail(
                f"{key}: no result has {name} = {wanted[name]!r}{_beside(wanted, name)}",
                f"{key}.{name}",
                rule="a claim names results that are in the tables",
                fix=near(wanted[name], known(results.iloc[found], name)),
            )
        found = narrower
    ranked = _pick(_measured(results[list(_RANKED)].iloc[found].set_axis(found)), spec)
    return results.iloc[ranked.index].assign(per_accelerator=ranked["per_accelerator"].to_numpy())


def _beside(wanted: dict[str, Any], name: str) -> str:
    filters = list(FILTERS)
    before = [f"{f}={wanted[f]}" for f in filters[: filters.index(name)] if f in wanted]
    return f" beside {', '.join(before)}" if before else ""


def _measured(rows: pd.DataFrame) -> pd.DataFrame:
    """The rates of ``rows``, highest per accelerator first; without any, the times, shortest first.

    A time is not divided, nor the rate of a system without accelerators, which comes after the
    others: their ``per_accelerator`` is missing. Entries of Training without a score are left out.
    """
    scored = rows[rows["value"].notna()]
    rates = scored[scored["higher_is_better"].astype(bool)]
    if len(rates):
        divided = (rates["value"].astype(float) / rates["accelerators"].astype("Float64")).astype(float)
        rates = rates.assign(per_accelerator=divided, _whole=rates["value"].where(divided.isna()))
        order = ["per_accelerator", "_whole", "row_id"]
        return rates.sort_values(order, ascending=[False, False, True]).drop(columns="_whole")
    return scored.assign(per_accelerator=float("nan")).sort_values(["value", "row_id"])


def _pick(rows: pd.DataFrame, spec: dict[str, Any]) -> pd.DataFrame:
    decimals = int(spec.get("decimals", 0))
    for name in ("per_accelerator", "value"):
        if name in spec:
            rows = rows[rows[name].notna()]
            return rows[[rounds_to(float(v), float(spec[name]), decimals) for v in rows[name]]]
    if spec.get("best_per_accelerator"):
        return rows.head(1)
    if spec.get("best_value"):
        better = not rows["higher_is_better"].astype(bool).all()
        return rows.sort_values(["value", "row_id"], ascending=[better, True]).head(1)
    return rows
