"""Find the results that a register names, by filters (round, submitter, system, ...) and at most one pick."""

from __future__ import annotations

from typing import Annotated, Any, Self

import numpy as np
import pandas as pd
from pydantic import Field, model_validator

from claimcheck.analysis.derived import Tables
from claimcheck.analysis.view import models, spans
from claimcheck.core.documents import Entry, Model, Number, Text, broken
from claimcheck.core.errors import nearest
from claimcheck.core.printing import rounds_to

NO_ACCELERATOR = "none"
OTHER_SUITES = ("training", "hpc")


def _key(description: str, kind: Any = Text, **rules: Any) -> Any:
    return Annotated[kind | None, Field(description=description, **rules)]


class _Pick(Model):
    """At most one pick of one result of several, and its decimals."""

    per_accelerator: _key("the result whose figure per accelerator, rounded to decimals, is this one", Number) = None
    value: _key("the result whose figure, rounded to decimals, is this one", Number) = None
    best_per_accelerator: _key("true: the one best result per accelerator", bool) = None
    best_value: _key("true: the one best result (of times, the shortest)", bool) = None
    decimals: _key("decimals of the pick", int, ge=0, le=6) = None

    @property
    def criteria(self) -> dict[str, Any]:
        """The filters and the pick that a register gives, with their values."""
        return {name: value for name, value in self if value is not None}

    @model_validator(mode="after")
    def _one_pick(self) -> Self:
        picked = [name for name in PICKS if getattr(self, name) is not None]
        if len(picked) > 1:
            raise broken(f"picks by {' and '.join(picked)}", "rows take one pick", key=picked[1])
        return self


class Row(_Pick):
    """A row of a claim: filters, and at most one pick."""

    row_id: _key("the row itself, by our id of it; of any division") = None
    round: _key("round, such as v6.0") = None
    division: _key("closed (the default), open or network") = None
    suite: _key("datacenter or edge; training or hpc for MLPerf Training and HPC") = None
    availability: _key("available, preview or rdi") = None
    submitter: _key("who submitted, as spelt in the results") = None
    vendor: _key("maker of the silicon that ran: of the accelerator, or of a CPU-only system's CPU") = None
    system: _key("the system's folder name") = None
    result_id: _key("published ID") = None
    benchmark: _key("benchmark by its name in data/facts/benchmarks.yml (data/facts/training.yml for Training)") = None
    scenario: _key("Offline, Server, Interactive, SingleStream, MultiStream") = None
    accelerator: _key("accelerator as published; none for a CPU-only system") = None
    chip: _key("accelerator model without maker, form and memory, such as GB300 or MI355X") = None
    accelerators: _key("number of accelerators", int) = None


PICKS = {name: str(field.description) for name, field in _Pick.model_fields.items() if name != "decimals"}
# Filter: what it compares, in words, and the column that it compares.
FILTERS = {name: str(field.description) for name, field in Row.model_fields.items() if name not in _Pick.model_fields}
_COLUMNS = {name: name for name in FILTERS} | {"vendor": "platform_vendor", "chip": "accelerator"}


def known(rows: pd.DataFrame, name: str) -> list[str]:
    """Every value that the filter ``name`` can have among ``rows``, as text, in order."""
    values = {str(value) for value in rows[_COLUMNS[name]].dropna().unique()}
    if name == "chip":
        return sorted({chip for accelerator in values for chip in models(accelerator)})
    if name == "accelerator" and rows["accelerator"].isna().any():
        values.add(NO_ACCELERATOR)
    return sorted(values)


def select(tables: Tables, spec: dict[str, Any], entry: Entry | None = None, key: str = "") -> tuple[str, ...]:
    """Ids of the results that ``spec`` names, best per accelerator (of times, the shortest) first.

    ``spec`` holds filters (FILTERS) and at most one pick (PICKS); the best is a power submission only where there is no
    other. Only the closed division is searched unless ``division`` says otherwise or ``row_id`` names the result, and
    Training and HPC only where the suite is one of these. Returns no id when no result has the figure picked. Raises
    RegisterError, at ``key`` of the ``entry``, for a filter that no result meets, with the nearest known value; without
    an entry there is then no id.
    """
    filters = spec if "row_id" in spec else {"division": "closed", **spec}
    count = len(tables.results)
    positions = np.arange(count, len(tables.every)) if spec.get("suite") in OTHER_SUITES else np.arange(count)
    before: list[str] = []
    for name in FILTERS:
        if name not in filters:
            continue
        fitting = positions[_fit(tables, name, filters[name], positions)]
        if not len(fitting):
            if entry is None:
                return ()
            names = known(tables.every.iloc[positions], name)
            others = f" beside {', '.join(before)}" if before else ""
            raise entry.fail(
                f"{key}: no result has {name} = {filters[name]!r}{others}",
                f"{key}.{name}",
                rule="a claim names results that are in the tables",
                fix=f"nearest known: {', '.join(nearest(filters[name], names, 3, 0.3) or names[:3])}",
            )
        before.append(f"{name}={filters[name]}")
        positions = fitting
    rows = [tables.row(row_id) for row_id in tables.cells["row_id"][positions]]
    scored = [row for row in rows if row["value"] is not None]
    # A score that is known as a span alone has no place among others.
    if not scored and not (spec.keys() & {"best_per_accelerator", "best_value"}):
        return tuple(row["row_id"] for row in rows if span_of(tables, row["row_id"]))
    # Rates, or without any the times; a time is not divided, nor the rate of a system without accelerators.
    rates = [row for row in scored if row["higher_is_better"]] or scored
    return tuple(row["row_id"] for row in _picked(sorted(rates, key=_place), spec))


def span_of(tables: Tables, row_id: str) -> tuple[float, float] | None:
    """The ends of a score that could not be read, in minutes; None of one that is known: see ``view.spans``."""
    return tables.once("spans of scores", lambda: spans(tables.training)).get(row_id)


def _fit(tables: Tables, name: str, value: Any, among: np.ndarray) -> np.ndarray:
    """Which of the positions ``among`` have the filter's ``value``."""
    column = _COLUMNS[name]
    codes, values = tables.once(("codes", column), lambda: pd.factorize(tables.cells[column]))
    alike = [value in models(cell) for cell in values] if name == "chip" else values == value
    # The code of a cell that says nothing is -1, the last.
    fits = np.append(alike, False)[codes[among]]
    if name == "accelerator" and value == NO_ACCELERATOR:
        fits |= (codes[among] == -1) & pd.isna(tables.cells["accelerators"][among])
    return fits


def _total(row: dict[str, Any]) -> tuple[float, str]:
    return -row["value"] if row["higher_is_better"] else row["value"], row["row_id"]


def _place(row: dict[str, Any]) -> tuple[float, float, str]:
    each = row["per_accelerator"]
    return (np.inf if each is None else -each, *_total(row))


def _picked(rows: list[dict[str, Any]], spec: dict[str, Any]) -> list[dict[str, Any]]:
    """Of ``rows``, the best first, those that the pick of ``spec`` takes."""
    for name in ("per_accelerator", "value"):
        if name in spec:
            wanted, decimals = float(spec[name]), spec.get("decimals", 0)
            return [row for row in rows if row[name] is not None and rounds_to(row[name], wanted, decimals)]
    if spec.keys() & {"best_per_accelerator", "best_value"}:
        rows = [row for row in rows if row["has_power"] is not True] or rows
        return [min(rows, key=_total)] if spec.get("best_value") else rows[:1]
    return rows
