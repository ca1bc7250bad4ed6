"""Numbers of the serving model: how well it predicts, what it says of the two rounds at one limit."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from claimcheck.analysis.metric import DENOMINATORS, views
from claimcheck.analysis.serving import read
from claimcheck.analysis.serving.register import Model, read_model
from claimcheck.claims.evidence import Evidence, evidence_of
from claimcheck.claims.model import Tables
from claimcheck.claims.number import Number, count, number
from claimcheck.tables import csv_path, load

BEFORE, AFTER = "v5.1-ultra", "v6.0-ultra"
# A prediction within this share of the log counts as good: the mark that the issue set.
GOOD = 0.10
_MODEL = "serving model, no MLPerf result"
_JUDGED = {"flight": read.FLIGHT, "tpot": read.TPOT, "tail": "tpot_p99_ms", "ttft": read.TTFT}
# The published pair, NVIDIA's own racks, Nebius's rack over NVIDIA's: submitter and accelerators in v6.0.
_PAIRS = {"published": ("Nebius", 8), "own": ("NVIDIA", 72), "rack": ("Nebius", 72)}


def of_predictions(tables: Tables) -> Iterator[Number]:
    """How the predictions compare with the logs."""
    if not csv_path("serving_predictions", tables.data).is_file():
        return
    model = read_model(tables.data)
    found = read.errors(load("serving_predictions", tables.data), tables.results, model)
    held = found[~found["fitted"]]
    evidence = evidence_of(tables.results[tables.results["row_id"].isin(found["row_id"])])
    what = "runs of DeepSeek-R1 Server, closed division"
    yield count("serving.runs-n", len(found), what, evidence)
    yield count("serving.fitted-n", int(found["fitted"].sum()), f"{what}, that the model was fitted on", evidence)
    yield count("serving.held-n", len(held), f"{what}, held out", evidence)
    how = "a prediction this near to the log counts as good"
    yield number("serving.good-percent", GOOD * 100, "%", 0, how, evidence)
    for key, column in _JUDGED.items():
        size = held[column].abs()
        how = f"held-out runs: {column} predicted within {GOOD:.0%} of the log; {_MODEL}"
        yield count(f"serving.{key}-good-n", int((size <= GOOD).sum()), how, evidence)
        how = f"held-out runs: median size of the error of {column}; {_MODEL}"
        yield number(f"serving.{key}-error", size.median() * 100, "%", 0, how, evidence)
    same = held[held["same_chip"]]
    whose = "held-out runs on the chip that their group was fitted on"
    yield count("serving.same-n", len(same), whose, evidence)
    how = f"{whose}: requests in flight predicted within {GOOD:.0%} of the log; {_MODEL}"
    yield count("serving.same-good-n", int((same[read.FLIGHT].abs() <= GOOD).sum()), how, evidence)
    inside = int(found["factor_inside"].sum())
    how = "runs whose logged completion factor lies where nine in ten of the simulated ones lie"
    yield count("serving.factor-inside-n", inside, f"{how}; {_MODEL}", evidence)
    yield from _of_misses(held, evidence)
    yield from _of_ttft(tables, found)


def _of_misses(held: pd.DataFrame, evidence: tuple[Evidence, ...]) -> Iterator[Number]:
    bad = held[(held[read.FLIGHT].abs() > GOOD) | (held[read.TPOT].abs() > GOOD)]
    how = f"held-out runs with median TPOT or requests in flight predicted worse than {GOOD:.0%}"
    yield count("serving.missed-n", len(bad), f"{how}; {_MODEL}", evidence)
    faster = (1 - bad["step_factor"]) * 100
    for end, value in (("low", faster.min()), ("high", faster.max())):
        what = f"{how}: by how much faster their steps would have to be, {end}est"
        yield number(f"serving.missed-faster-{end}", value, "%", 0, f"{what}; {_MODEL}", evidence)
    for key, chip, submitter in (("quanta", "B300", "Quanta_Cloud_Technology"), ("giga", "B300", "GigaComputing")):
        row = held[(held["chip"] == chip) & (held["submitter"] == submitter)]
        if len(row) == 1:
            words = f"{submitter}, {chip}, v6.0"
            behind = tuple(e for e in evidence if e.row_id == row["row_id"].iloc[0])
            error = float(row[read.FLIGHT].iloc[0]) * 100
            yield number(f"serving.{key}-flight", abs(error), "%", 0, f"{words}: error of requests in flight", behind)
            share = abs(1 - float(row["step_factor"].iloc[0])) * 100
            yield number(f"serving.{key}-step", share, "%", 0, f"{words}: change of all steps that removes it", behind)


def _of_ttft(tables: Tables, found: pd.DataFrame) -> Iterator[Number]:
    rows = load("serving_predictions", tables.data)
    rows = rows[rows["quantity"] == "ttft_p99_ms"].set_index("row_id")
    one = found[(found["group"] == BEFORE) & (found["accelerators"] > 8)]
    if len(one) == 1:
        row_id = str(one["row_id"].iloc[0])
        left = float(rows.loc[row_id, "logged"]) - float(rows.loc[row_id, "predicted"])
        limit = read.limits(load("serving_sweeps", tables.data))
        plain = limit[(limit["group"] == BEFORE) & (limit["case"] == "plain")]["ttft_p99_ms"]
        evidence = evidence_of(tables.results[tables.results["row_id"] == row_id])
        how = "99th percentile of TTFT of NVIDIA's v5.1 GB300 rack that the model does not explain"
        yield number("serving.ttft-left-before", left / 1000, "s", 1, how, evidence)
        how = f"the model's TTFT p99 at its v5.1 limit and the {how}"
        yield number("serving.ttft-with-left", (float(plain.iloc[0]) + left) / 1000, "s", 2, how, evidence)
    for round_ in ("v5.1", "v6.0"):
        share = -found[found["round"] == round_][read.TTFT].median() * 100
        size = found[found["round"] == round_][read.TTFT].abs().median() * 100
        how = f"median size of the error of the median TTFT, runs of {round_}"
        behind = evidence_of(tables.results[tables.results["row_id"].isin(found[found["round"] == round_]["row_id"])])
        yield number(f"serving.ttft-off-{round_}", size, "%", 0, f"{how}; {_MODEL}", behind)
        how = f"median of what the model leaves unexplained of the median TTFT, runs of {round_}"
        yield number(f"serving.ttft-short-{round_}", share, "%", 0, f"{how}; {_MODEL}", behind)


def of_limits(tables: Tables) -> Iterator[Number]:
    """The two rounds' software at the same limits, in steady state."""
    if not csv_path("serving_sweeps", tables.data).is_file():
        return
    sweeps, model = load("serving_sweeps", tables.data), read_model(tables.data)
    found, evidence = read.limits(sweeps), _fitted(tables)
    for key, group in (("before", BEFORE), ("after", AFTER)):
        row = found[(found["group"] == group) & (found["case"] == "plain")].iloc[0]
        where = f"at the limits, steady state, {model.groups[group].name}; {_MODEL}"
        yield number(f"serving.{key}-limit", row[read.RATE], "tokens/s", 0, f"tokens/s per GPU {where}", evidence)
        names = ("in_flight_per_accelerator", "rate_per_accelerator", "tpot_p99_ms")
        flight, rate, tpot = (float(row[name]) for name in names)
        yield number(f"serving.{key}-flight", flight, "", 0, f"requests in flight per GPU {where}", evidence)
        yield number(f"serving.{key}-rate", rate, "", 2, f"queries/s per GPU {where}", evidence)
        yield number(f"serving.{key}-tpot", tpot, "ms", 0, f"99th percentile of TPOT {where}", evidence)
        yield count(f"serving.{key}-batch", int(row["largest_batch"]), f"largest batch of a rank {where}", evidence)
    ratios = read.speedups(sweeps, BEFORE, AFTER)
    what = f"tokens/s per GPU at the limits, steady state, v6.0 over v5.1 software on GB300; {_MODEL}"
    plain = float(ratios[ratios["case"] == "plain"]["ratio"].iloc[0])
    yield number("serving.speedup", plain, "x", 2, what, evidence)
    for end, value in (("low", ratios["ratio"].min()), ("high", ratios["ratio"].max())):
        yield number(f"serving.speedup-{end}", value, "x", 1, f"{end}est with one thing changed: {what}", evidence)
    yield count("serving.speedup-n", len(ratios), f"readings: {what}", evidence)
    low, high = read.extremes(sweeps, BEFORE, AFTER)
    yield number("serving.extreme-low", low, "x", 1, f"lowest with every side at its worst for it: {what}", evidence)
    yield number("serving.extreme-high", high, "x", 1, f"highest with every side at its best for it: {what}", evidence)
    for source, rows in ratios.groupby("source"):
        if source != "plain":
            word = read.KEYS[str(source)]
            for end in ("min", "max"):
                how = f"{end}imum over the {source}: {what}"
                yield number(f"serving.{word}-{end}", getattr(rows["ratio"], end)(), "x", 2, how, evidence)
    yield from _of_room(tables, sweeps)
    yield from _of_pairs(tables)
    yield from _of_nebius(tables)
    yield from _of_conditions(sweeps, model, evidence)


def _of_room(tables: Tables, sweeps: pd.DataFrame) -> Iterator[Number]:
    seen = views(tables.runs).set_index("run_id")
    found = read.limits(sweeps)
    rows = _servers(tables)
    for key, group, round_ in (("before", BEFORE, "v5.1"), ("after", AFTER, "v6.0")):
        own = rows[(rows["round"] == round_) & (rows["submitter"] == "NVIDIA") & (rows["accelerators"] == 72)]
        offered = float(seen.loc[own["run_id"].iloc[0], "offered_rate"]) / 72
        limit = found[(found["group"] == group) & (found["case"] == "plain")]["rate_per_accelerator"].iloc[0]
        how = f"load at the limits over the load offered to NVIDIA's {round_} GB300 rack, less 1; {_MODEL}"
        yield number(f"serving.room-{key}", (float(limit) / offered - 1) * 100, "%", 0, how, evidence_of(own))


def _fitted(tables: Tables) -> tuple[Evidence, ...]:
    """The runs that the two sides of the comparison were fitted on: what a simulated figure rests on."""
    fits = load("serving_fits", tables.data)
    ids = {i for runs in fits[fits["group"].isin([BEFORE, AFTER])]["fitted_on"] for i in runs.split()}
    return evidence_of(tables.results[tables.results["row_id"].isin(ids)])


def _servers(tables: Tables) -> pd.DataFrame:
    rows = tables.results
    chosen = (rows["benchmark"] == "deepseek-r1") & (rows["scenario"] == "Server") & (rows["division"] == "closed")
    return rows[chosen & (rows["accelerator"] == "NVIDIA GB300") & rows["run_id"].notna()]


def _of_pairs(tables: Tables) -> Iterator[Number]:
    """The same comparisons under the three denominators, from the logs."""
    rows, seen = _servers(tables), views(tables.runs).set_index("run_id")
    (before,) = rows[(rows["round"] == "v5.1") & (rows["submitter"] == "NVIDIA")].itertuples()
    names = {"offered_tokens_per_s": "offered", "published": "published", "full_run_tokens_per_s": "full"}
    for key, (submitter, accelerators) in _PAIRS.items():
        side = (rows["submitter"] == submitter) & (rows["accelerators"] == accelerators)
        (after,) = rows[(rows["round"] == "v6.0") & side].itertuples()
        both = evidence_of(rows[rows["row_id"].isin([before.row_id, after.row_id])])
        for column in DENOMINATORS:
            ratio = float(seen.loc[after.run_id, column]) / accelerators
            ratio /= float(seen.loc[before.run_id, column]) / int(before.accelerators)
            who = f"{submitter}, {accelerators} GB300, v6.0 over NVIDIA, {before.accelerators} GB300, v5.1"
            how = f"{who}, Server, tokens/s per GPU: {names[column]}"
            yield number(f"serving.pair-{key}-{names[column]}", ratio, "x", 2, how, both)


def _of_nebius(tables: Tables) -> Iterator[Number]:
    rows = _servers(tables)
    rack = rows[(rows["submitter"] == "Nebius") & (rows["accelerators"] == 72)]
    run = tables.runs.set_index("run_id").loc[str(rack["run_id"].iloc[0])]
    behind, whose = evidence_of(rack), "Nebius's GB300 rack, v6.0, Server"
    arrivals = float(run["query_count"]) / float(run["scheduled_samples_per_s"])
    yield number("serving.nebius-arrivals", arrivals, "s", 0, f"how long queries arrived, {whose}", behind)
    longest = float(run["latency_max_ms"]) / 1000
    yield number("serving.nebius-longest", longest, "s", 0, f"longest latency, {whose}", behind)


def _of_conditions(sweeps: pd.DataFrame, model: Model, evidence: tuple[Evidence, ...]) -> Iterator[Number]:
    for key, group in (("before", BEFORE), ("after", AFTER)):
        rows = sweeps[(sweeps["sweep"] == "limit") & (sweeps["group"] == group)]
        plain = float(rows[rows["case"] == "plain"][read.RATE].iloc[0])
        for factor, word in ((0.5, "half"), (2.0, "double")):
            row = rows[rows["length_factor"] == factor]
            if len(row) == 1:
                change = (float(row[read.RATE].iloc[0]) / plain - 1) * 100
                how = f"tokens/s per GPU at the limits, outputs of {word} the length, {model.groups[group].name}"
                yield number(f"serving.{key}-{word}", abs(change), "%", 0, f"change of {how}; {_MODEL}", evidence)
        runs = sweeps[(sweeps["sweep"] == "duration") & (sweeps["group"] == group) & (sweeps["case"] == "rate: entry")]
        runs = runs.sort_values("arrivals_s")
        short = runs.iloc[0]
        yield number(f"serving.{key}-shortest", float(short["arrivals_s"]), "s", 0, "shortest run simulated", evidence)
        for name, column in (("published", "published_tokens_per_s_per_accelerator"),
                             ("full", "full_run_tokens_per_s_per_accelerator")):  # fmt: skip
            share = (1 - float(short[column]) / float(short[read.RATE])) * 100
            how = f"{name} rate below the offered one in the shortest run, {model.groups[group].name}; {_MODEL}"
            yield number(f"serving.{key}-short-{name}", share, "%", 0, how, evidence)
        low, high = (float(short[f"published_{end}_tokens_per_s_per_accelerator"]) for end in ("low", "high"))
        how = f"published rate by which query is last, high over low, shortest run, {model.groups[group].name}"
        yield number(f"serving.{key}-short-luck", high / low, "x", 1, f"{how}; {_MODEL}", evidence)


SERVING = (of_predictions, of_limits)
