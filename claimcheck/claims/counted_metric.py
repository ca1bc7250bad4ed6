"""Numbers of the Server metric: the completion factor, the three durations, and what comparisons owe to them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd

from claimcheck.analysis.denominators import compared, entries, headline_pairs, order_changes
from claimcheck.analysis.metric import last_sample, length_error, seen_both_ways, views
from claimcheck.claims.evidence import evidence_of
from claimcheck.claims.model import Tables
from claimcheck.claims.number import Number, count, evidence_of_pairs, number
from claimcheck.registers import Register, read_yaml
from claimcheck.tables import DATA_DIR

HEADLINE = ("deepseek-r1", "Server")
REPORT = "vera-rubin-deepseek-r1-server"
# What LoadGen prints: six significant digits, so two printed figures are equal within this share.
PRINTED = 1e-5


def register(tables: Tables | None = None) -> Register:
    """``two-views.yml``: runs seen both ways, the spread of output lengths, the sample sets."""
    return read_yaml((tables.data if tables else DATA_DIR) / "two-views.yml")


def sample_sets(tables: Tables | None = None) -> dict[str, int]:
    """Samples that LoadGen draws on, by benchmark."""
    return {name: entry.integer("prompts") for name, entry in register(tables).section("sample_sets")}


def output_sd(tables: Tables | None = None) -> float:
    """Standard deviation of DeepSeek-R1 outputs, in tokens, as one run counted them."""
    return dict(register(tables).section("outputs"))["deepseek-r1"].number("standard_deviation")


def reported_views(tables: Tables | None = None) -> dict[str, float]:
    """The views of the run whose report prints two: see ``seen_both_ways``; ``printed``: its published tokens/s."""
    run = dict(register(tables).section("runs"))[REPORT]
    made = seen_both_ways(
        run.integer("completed"),
        run.number("duration_s"),
        run.number("mean_length"),
        run.number("window_samples_per_s"),
        run.number("target_rate"),
    )
    return made | {"printed": run.number("window_tokens_per_s")}


def passes(runs: pd.DataFrame, tables: Tables | None = None) -> pd.Series:
    """Whether each run of ``views`` issued whole passes over its sample set."""
    names = runs["benchmark"].str.replace(r"-99(\.9)?$", "", regex=True).str.replace("_", ".")
    return runs["query_count"] % names.map(sample_sets(tables)) == 0


def printed_apart(runs: pd.DataFrame, logged: pd.DataFrame) -> tuple[pd.Series, pd.Series]:
    """How far two figures that the log prints besides lie from those of ``views``, as shares.

    Mean output length from tokens per request-second × mean latency, and the offered token rate over the
    moment at which the last query was issued (LoadGen's ``results.cc``, ``tps_wo_lg`` and ``tps_w_lg``).
    ``runs`` as ``views`` gives them, ``logged`` the table loadgen_runs.
    """
    of = logged.set_index("run_id").loc[runs["run_id"]].set_axis(runs.index)
    length = of["logged_request_tokens_per_s"] * of["latency_mean_ms"] / 1000
    offered = runs["offered_tokens_per_s"] * runs["count_factor"]
    return (
        (length.astype(float) / runs["mean_length"] - 1).abs(),
        (of["logged_offered_tokens_per_s"].astype(float) / offered - 1).abs(),
    )


def of_factor(tables: Tables) -> Iterator[Number]:
    """Numbers of the completion factor over all LLM runs with a log."""
    runs = last_sample(views(tables.runs))
    what = "Server and Interactive runs of LLM benchmarks whose detail log is in the table"
    yield count("metric.runs-n", len(runs), what)
    limits = tables.runs.set_index("run_id")
    low, high = (runs["run_id"].map(limits[f"latency_{q}_ms"]).astype(float) / 1000 for q in ("min", "max"))
    within = runs["final_latency_s"].between(low * (1 - 0.01), high * (1 + 0.001))
    how = f"{what}; the last query's latency that follows lies between the run's shortest and longest"
    yield count("metric.last-in-range-n", int(within.sum()), how)
    upper = runs["offered_tokens_per_s"] * runs["count_factor"]
    ordered = (runs["published"] <= upper * (1 + PRINTED)) & (
        runs["full_run_tokens_per_s"] <= runs["published"] * (1 + PRINTED)
    )
    how = f"{what}; published lies between the two other views, the offered one × n/(n − 1), to the printed digits"
    yield count("metric.between-n", int(ordered.sum()), how)
    length, offered = printed_apart(runs, tables.runs)
    how = f"{what}; mean length from the log's tokens per request-second × mean latency, equal to the printed digits"
    yield count("metric.length-agrees-n", int((length <= PRINTED).sum()), how)
    how = f"{what}; largest distance of the log's own offered token rate from ours"
    yield number("metric.offered-apart", float(offered.max()) * 100, "%", 2, how)
    last = (runs["full_run_tokens_per_s"] / runs["published"] - 1).abs() <= PRINTED
    yield count("metric.ends-last-n", int(last.sum()), f"{what}; the last issued query was the last to complete")
    yield count("metric.passes-n", int(passes(runs, tables).sum()), f"{what}; whole passes over the sample set")
    for end, value in (("low", runs["completion_factor"].min()), ("high", runs["completion_factor"].max())):
        yield number(f"metric.factor-{end}", value, "", 3, f"{end}est completion factor of the {what}")
    yield number("metric.factor-median", runs["completion_factor"].median(), "", 3, f"median completion factor, {what}")
    small = int((runs["completion_factor"] < 0.95).sum())
    yield count("metric.factor-small-n", small, f"{what}; completion factor below 0.95")
    wait, load = np.log(runs["in_means"]), -np.log(runs["mean_latencies"])
    share = float(np.cov(load, wait + load)[0, 1] / np.var(wait + load, ddof=1))
    how = "share of the variance of log(1 / completion factor − 1) that goes with the run's length in mean latencies"
    yield number("metric.share-length", share * 100, "%", 0, f"{how}; {what}")
    how = "the rest of that variance: the last query's latency in mean latencies"
    yield number("metric.share-last", (1 - share) * 100, "%", 0, f"{how}; {what}")


def of_headline(tables: Tables) -> Iterator[Number]:
    """Numbers of DeepSeek-R1 Server: factors, run lengths, last samples, output lengths."""
    found = last_sample(entries(tables.results, tables.runs))
    cell = found[(found["benchmark"] == HEADLINE[0]) & (found["scenario"] == HEADLINE[1])]
    for round_, rows in cell.groupby("round"):
        what = f"DeepSeek-R1 Server runs of {round_}"
        ordered = rows.sort_values("completion_factor")
        for end, row in (("low", ordered.head(1)), ("high", ordered.tail(1))):
            value = float(row["completion_factor"].iloc[0])
            key = f"metric.r1-{round_}-factor-{end}"
            yield number(key, value, "", 3, f"{end}est completion factor of the {what}", evidence_of(row))
        yield count(f"metric.r1-{round_}-n", len(rows), what, evidence_of(rows))
        short = rows[rows["longest_latencies"] < 2]
        how = f"{what}; queries arrived for less than twice the run's longest latency"
        yield count(f"metric.r1-{round_}-short-n", len(short), how, evidence_of(short))
        lengths = rows["mean_length"]
        for end, value in (("low", lengths.min()), ("high", lengths.max())):
            key = f"metric.r1-{round_}-length-{end}"
            yield number(key, value, "tokens", 0, f"{end}est mean output length of the {what}")
    for key, chosen in _named_runs(cell).items():
        behind = evidence_of(chosen)
        row = chosen.iloc[0]
        where = f"{row['submitter']}, {row['accelerators']} {row['chip']}, {row['round']}"
        for name, column, unit, decimals, words in (
            ("factor", "completion_factor", "", 3, "completion factor"),
            ("means", "mean_latencies", "", 1, "mean latencies for which queries arrived"),
            ("longest", "longest_latencies", "", 2, "longest latencies for which queries arrived"),
            ("last", "final_latency_s", "s", 0, "latency of the last issued query"),
            ("after", "after_s", "s", 0, "from the last issued query's completion to the last of all"),
            ("queries", "query_count", "", 0, "queries"),
        ):
            yield number(f"metric.{key}-{name}", float(row[column]), unit, decimals, f"{words}: {where}", behind)
    sd, prompts = output_sd(tables), sample_sets(tables)["deepseek-r1"]
    rack = _named_runs(cell)["nvidia-gb300-v6.0"].iloc[0]
    error = length_error(sd, int(rack["query_count"]), prompts)
    how = "at most: standard deviation of outputs / √queries, as if every answer were drawn anew"
    yield number("metric.length-error", error, "tokens", 0, f"standard error of the GB300 rack's mean output; {how}")
    yield number("metric.length-error-share", error / rack["mean_length"] * 100, "%", 2, f"the same as a share; {how}")
    small = length_error(sd, int(cell["query_count"].min()), prompts)
    share = small / cell["mean_length"].min() * 100
    yield number("metric.length-error-most", share, "%", 1, f"the same for the shortest DeepSeek-R1 Server run; {how}")
    first = _named_runs(cell)["nvidia-gb300-v5.1"].iloc[0]
    change = (rack["mean_length"] / first["mean_length"] - 1) * 100
    yield number("metric.length-change", change, "%", 1, "mean output of NVIDIA's GB300 rack, v6.0 over v5.1, less 1")


def _named_runs(cell: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """The runs that prose names, one row each, by key."""
    wanted = {
        "nvidia-gb300-v5.1": ("v5.1", "NVIDIA", "GB300", 72),
        "nvidia-gb200-v5.1": ("v5.1", "NVIDIA", "GB200", 72),
        "nvidia-gb300-v6.0": ("v6.0", "NVIDIA", "GB300", 72),
        "nvidia-gb200-v6.0": ("v6.0", "NVIDIA", "GB200", 72),
        "nvidia-288": ("v6.0", "NVIDIA", "GB300", 288),
        "nebius-72": ("v6.0", "Nebius", "GB300", 72),
        "nebius-8": ("v6.0", "Nebius", "GB300", 8),
        "coreweave-64": ("v6.0", "CoreWeave", "GB200", 64),
        "google-gb200": ("v6.0", "Google", "GB200", 72),
    }
    columns = ["round", "submitter", "chip", "accelerators"]
    found = {key: cell[_equal(cell, columns, values)] for key, values in wanted.items()}
    if any(len(rows) != 1 for rows in found.values()):
        raise ValueError(f"not one run each: { {k: len(rows) for k, rows in found.items()} }")
    return found


def _equal(rows: pd.DataFrame, columns: list[str], values: tuple[object, ...]) -> pd.Series:
    """Rows that have ``values`` in ``columns``."""
    return (rows[columns] == pd.Series(dict(zip(columns, values, strict=True)))).all(axis=1)


def of_report(tables: Tables) -> Iterator[Number]:
    """Numbers of the v6.1 run whose report prints two views of itself."""
    seen = reported_views(tables)
    run = dict(register(tables).section("runs"))[REPORT]
    keys = ["round", "submitter", "system", "benchmark", "scenario"]
    behind = evidence_of(tables.results[_equal(tables.results, keys, tuple(run.text(key) for key in keys))])
    what = "NVIDIA, Vera Rubin NVL72, DeepSeek-R1 Server, v6.1, from its own report"
    for key, name, words in (
        ("printed", "printed", "published"),
        ("full_run_tokens_per_s", "full", "over the full run"),
        ("offered_tokens_per_s", "offered", "target rate × mean length"),
    ):
        yield number(f"metric.rubin-{name}", seen[key], "tokens/s", 0, f"{words}: {what}", behind)
    yield number(
        "metric.rubin-factor", seen["completion_factor"], "", 3, f"completion factor against the target: {what}", behind
    )
    over = (seen["printed"] / seen["full_run_tokens_per_s"] - 1) * 100
    yield number("metric.rubin-over-full", over, "%", 0, f"published over full run, less 1: {what}", behind)
    under = (1 - seen["printed"] / seen["offered_tokens_per_s"]) * 100
    how = f"published below target rate × mean length: {what}"
    yield number("metric.rubin-under-offered", under, "%", 0, how, behind)
    yield number("metric.rubin-duration", run.number("duration_s"), "s", 0, f"duration of the full run: {what}", behind)
    how = "from the first issue to the last issued query's completion"
    yield number("metric.rubin-window", seen["window_s"], "s", 0, f"{how}: {what}", behind)


def of_pairs(tables: Tables) -> Iterator[Number]:
    """Headline ratios under the three denominators, and as factors."""
    found = entries(tables.results, tables.runs)
    pairs = compared(found, headline_pairs(tables.results, found))
    keys = {
        "published-pair": ("round", "Nebius", 8, "NVIDIA", 72, "GB300"),
        "racks": ("round", "Nebius", 72, "NVIDIA", 72, "GB300"),
        "own-gb300": ("round", "NVIDIA", 72, "NVIDIA", 72, "GB300"),
        "own-gb200": ("round", "NVIDIA", 72, "NVIDIA", 72, "GB200"),
        "google": ("round", "Google", 8, "Google", 8, "B200"),
        "coreweave": ("round", "CoreWeave", 8, "CoreWeave", 8, "GB300"),
        "size-288": ("size", "NVIDIA", 288, "NVIDIA", 72, "GB300"),
        "size-nebius": ("size", "Nebius", 72, "Nebius", 8, "GB300"),
    }
    columns = ["kind", "submitter_after", "accelerators_after", "submitter_before", "accelerators_before", "chip_after"]
    chosen = {key: _equal(pairs, columns, values) for key, values in keys.items()}
    chips = (pairs["kind"] == "chip") & (pairs["submitter_after"] == "NVIDIA")
    for round_ in ("v5.1", "v6.0"):
        chosen[f"chips-{round_}"] = chips & (pairs["round_after"] == round_)
    for key, mask in chosen.items():
        (row,) = [r for _, r in pairs[mask].iterrows()]
        behind = evidence_of_pairs(tables, pairs[mask])
        what = (
            f"{row['submitter_after']} {row['accelerators_after']} {row['chip_after']} {row['round_after']} over "
            f"{row['submitter_before']} {row['accelerators_before']} {row['chip_before']} {row['round_before']}, "
            "per accelerator"
        )
        for name, column, words in (
            ("offered", "offered_per", "offered rate × mean length"),
            ("published", "published_per", "published"),
            ("full", "full_run_per", "over the full run"),
            ("rate", "offered_rate", "offered rate"),
            ("length", "mean_length", "mean output length"),
            ("completion", "completion_factor", "completion factor"),
        ):
            yield number(f"denominators.{key}-{name}", float(row[column]), "x", 2, f"{words}: {what}", behind)


def of_order(tables: Tables) -> Iterator[Number]:
    """How many published orders depend on the denominator."""
    found = entries(tables.results, tables.runs)
    pairs = order_changes(found)
    what = "pairs of closed LLM results of one round, benchmark and scenario, per accelerator"
    yield from _turned("denominators", pairs, what)
    one = pairs[(pairs["round"] == "v6.0") & (pairs["family"] == HEADLINE[0]) & (pairs["scenario"] == HEADLINE[1])]
    what = "pairs of DeepSeek-R1 Server results of v6.0, per accelerator"
    yield from _turned("denominators.r1", one, what)
    either = one[one["reversed_offered"] | one["reversed_full"]]
    gap = (either["published_per"].max() - 1) * 100
    yield number(
        "denominators.r1-gap", gap, "%", 0, f"largest published lead that another denominator reverses; {what}"
    )
    rest = pairs.drop(one.index)
    rest = rest[rest["reversed_offered"] | rest["reversed_full"]]
    how = (
        "largest published lead that another denominator reverses, over all other rounds, LLM benchmarks and scenarios"
    )
    yield number("denominators.other-gap", (rest["published_per"].max() - 1) * 100, "%", 1, how)
    same = pairs[pairs["same_load"]]
    how = "pairs of closed LLM results of one round, benchmark and scenario at the same offered rate per accelerator"
    yield count("denominators.same-n", len(same), f"{how}, to 0.1%")
    for end, value, decimals in (
        ("median", same["published_per"].median(), 2),
        ("high", same["published_per"].max(), 0),
    ):
        yield number(f"denominators.same-{end}", (value - 1) * 100, "%", decimals, f"{end} published lead, {how}")
    best = {
        name: found.loc[found.groupby(["round", "family", "scenario"])[name].idxmax(), "row_id"].tolist()
        for name in ("published_per", "offered_per", "full_run_per")
    }
    how = "rounds, LLM benchmarks and scenarios in the table"
    yield count("denominators.cells-n", len(best["published_per"]), how)
    for key, name in (("offered", "offered_per"), ("full", "full_run_per")):
        moved = sum(a != b for a, b in zip(best["published_per"], best[name], strict=True))
        yield count(f"denominators.best-moved-{key}-n", moved, f"{how}; another entry is best per accelerator")


def _turned(key: str, pairs: pd.DataFrame, what: str) -> Iterator[Number]:
    """How many pairs there are, and how many change their order under each other view."""
    glue = "." if key == "denominators" else "-"
    yield count(f"{key}{glue}pairs-n", len(pairs), what)
    for name, column, view in (
        ("turned", "reversed_offered", "under offered rate × mean length"),
        ("turned-full", "reversed_full", "over the full run"),
    ):
        yield count(f"{key}{glue}{name}-n", int(pairs[column].sum()), f"{what}; order reversed {view}")


METRIC = (of_factor, of_headline, of_report, of_pairs, of_order)
