"""The results that a register's filters mean: of any round, division, suite, vendor, benchmark and scenario."""

from __future__ import annotations

import functools
import re
from typing import Any

import pandas as pd

from claimcheck.analysis.results import short_accelerator
from claimcheck.claims.model import Context, Tables
from claimcheck.registers import Entry, nearest, suggestion
from claimcheck.rounds import order

# Filter: what it compares, in words.
FILTERS = {
    "round": "round, such as v6.0",
    "division": "closed (the default), open or network; in where also any",
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
COLUMNS = {name: name for name in FILTERS} | {"vendor": "platform_vendor"}
NO_ACCELERATOR = "none"
ANY = "any"
OTHER_SUITES = ("training", "hpc")
_COUNTED = re.compile(r"\s*\(x\s?\d+\)")


def pool(tables: Tables, spec: dict[str, Any]) -> pd.DataFrame:
    """The results that ``spec`` filters: of Inference, or of Training and HPC where its suite is one of these."""
    return tables.trained if spec.get("suite") in OTHER_SUITES else tables.results


@functools.lru_cache(maxsize=4096)
def chips(accelerator: str) -> tuple[str, ...]:
    """Models in an accelerator's published name: one, or several of a mixed system (``A (x32), B (x16)``)."""
    parts = _COUNTED.split(accelerator) if _COUNTED.search(accelerator) else [accelerator]
    return tuple(dict.fromkeys(short_accelerator(part.strip(" ,")) for part in parts if part.strip(" ,")))


def keep(rows: pd.DataFrame, name: str, value: Any) -> pd.DataFrame:
    """``rows`` whose filter ``name`` is ``value``, or one of a list of values."""
    values = value if isinstance(value, list) else [value]
    mask = pd.Series(False, index=rows.index)
    for one in values:
        mask |= _is(rows, name, one)
    return rows[mask]


def _is(rows: pd.DataFrame, name: str, value: Any) -> pd.Series:
    if name == "chip":
        matching = {a for a in rows["accelerator"].dropna().unique() if value in chips(a)}
        return rows["accelerator"].isin(matching)
    if name == "accelerator" and value == NO_ACCELERATOR:
        return rows["accelerator"].isna() & rows["accelerators"].isna()
    return (rows[COLUMNS[name]] == value).fillna(False).astype(bool)


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


def check_filters(spec: Any, entry: Entry, key: str, more: tuple[str, ...] = (), *, lists: bool = False) -> None:
    """Raise RegisterError for filters that are no mapping, an unknown key, or a value of the wrong kind."""
    if not isinstance(spec, dict):
        raise entry.fail(f"{key} is {spec!r}", key, rule="results are named by a mapping of filters")
    for name, value in spec.items():
        if name not in (*FILTERS, *more):
            names = [*FILTERS, *more]
            fix = suggestion(name, names)
            raise entry.fail(
                f"{key} names unknown key {name!r}", f"{key}.{name}", rule=f"keys are {', '.join(names)}", fix=fix
            )
        many = isinstance(value, list) and lists and name in FILTERS and len(value) > 0
        if isinstance(value, dict) or (isinstance(value, list) and not many):
            rule = "a filter has one value" + (", or a list of them" if lists else "")
            raise entry.fail(f"{key}: {name} is {value!r}", f"{key}.{name}", rule=rule)
        if many and any(isinstance(one, (dict, list)) for one in value):
            raise entry.fail(f"{key}: {name} is {value!r}", f"{key}.{name}", rule="a list of a filter holds values")


def where(context: Context, spec: dict[str, Any]) -> pd.DataFrame:
    """Every result that ``spec["where"]`` means, CPU-only systems and times included; none when nothing fits.

    Filters may be lists (any of these); ``division`` is closed unless given, ``any`` for all;
    ``up_to`` a round leaves later ones out. Raises RegisterError for a value that no result has.
    """
    entry, given = context.entry, spec.get("where", {})
    check_filters(given, entry, "where", ("up_to",), lists=True)
    rows = everything = pool(context.tables, given)
    for name, value in {"division": "closed", **given}.items():
        if name == "up_to":
            continue
        if name == "division" and value == ANY:
            continue
        for one in value if isinstance(value, list) else [value]:
            if not _is(everything, name, one).any():
                raise entry.fail(
                    f"where: no result has {name} = {one!r}",
                    f"where.{name}",
                    rule="filters name what is in the tables",
                    fix=near(one, known(everything, name)),
                )
        rows = keep(rows, name, value)
    if "up_to" in given:
        rounds = known(everything, "round")
        if given["up_to"] not in rounds:
            raise entry.fail(
                f"where: up_to is {given['up_to']!r}",
                "where.up_to",
                rule=f"rounds are {', '.join(rounds)}",
                fix=near(given["up_to"], rounds),
            )
        last = order(given["up_to"])
        rows = rows[[order(r) <= last for r in rows["round"]]]
    return rows


def in_words(given: dict[str, Any]) -> str:
    """Filters in a few words: ``closed division, v6.0, vendor AMD``."""
    said = []
    for name, value in {"division": "closed", **given}.items():
        text = " or ".join(map(str, value)) if isinstance(value, list) else str(value)
        if name == "division":
            said.append("every division" if text == ANY else f"{text} division")
        elif name == "accelerator" and text == NO_ACCELERATOR:
            said.append("no accelerator")
        else:
            said.append(text if name in ("round", "suite") else f"{name.replace('_', ' ')} {text}")
    return ", ".join(said)


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
