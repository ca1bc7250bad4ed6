"""Ties of a run: its rates, counts, lengths, durations and latencies, and the result that it is behind."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from claimcheck.errors import LogError
from claimcheck.ingest.loadgen import check_run
from claimcheck.ties.tie import Fault, Ground, broken, tie, unread

# Which column of a run each metric of a log is.
_METRICS = {
    "result_completed_tokens_per_second": "completed_tokens_per_s", "result_tokens_per_second": "offline_tokens_per_s",
    "result_samples_per_second": "offline_samples_per_s", "result_completed_samples_per_sec": "completed_samples_per_s",
    "Samples per second": "offline_samples_per_s", "result_90.00_percentile_latency_ns": "latency_p90_ms",
}  # fmt: skip
# Early stopping prints a latency at or above the percentile that it estimates; by how much depends on the queries.
_ESTIMATES = {
    "early_stopping_latency_ss": ("latency_p90_ms", 1.0), "early_stopping_latency_ms": ("latency_p99_ms", 1.0),
    "8 x early_stopping_latency_ms, inferred from SingleStream": ("latency_p99_ms", 8.0),
}  # fmt: skip
_ABOVE = 1.35
# Outputs of the accuracy run and of the performance run are of the same prompts; sampling makes them differ a little.
_LENGTHS = 0.02
# In many entries user.conf has 0.92 of the rate that by the log ran.
_PARTS_OF_A_RATE = (1, 0.92)


@tie
def figures_of_a_run(ground: Ground) -> Iterator[Fault]:
    """A run's rates, counts, mean output length, duration and latencies can be true together."""
    runs = ground["loadgen_runs"]
    plain = runs.astype(object).where(runs.notna(), None)
    for row in plain.to_dict("records"):
        try:
            check_run(row, "loadgen_runs", None)
        except LogError as error:
            yield Fault("loadgen_runs", str(row["run_id"]), "figures", error.message, str(error.rule))


@tie
def run_of_a_result(ground: Ground) -> Iterator[Fault]:
    """A result and its run name one entry and one file, the run is valid, and the result is the run's metric."""
    both, results = ground.measured, ground["inference_results"]
    measured = results["round"].isin(ground["loadgen_runs"].loc[lambda r: r["obtained"] == "log", "round"])
    lost = measured & ~results["run_id"].isin(ground["loadgen_runs"]["run_id"])
    yield from broken("inference_results", results, lost, "run_id", "the table of runs has the run")
    runs = ground["loadgen_runs"]
    yield from broken("loadgen_runs", runs, runs["validity"].eq("INVALID"), "validity", "only valid runs are published")
    spare = ~ground["loadgen_runs"]["run_id"].isin(results["run_id"])
    yield from broken("loadgen_runs", ground["loadgen_runs"], spare, "run_id", "a run is behind a result")
    for column in ("round", "division", "submitter", "system", "benchmark", "scenario"):
        rule = "its run has " + both[f"{column}_run"]
        yield from broken("inference_results", both, both[column] != both[f"{column}_run"], column, rule)
    same = (both["log_path"] == both["path_run"]) & both["blob_run"].notna()
    rule = "its run has " + both["blob_run"].fillna("")
    yield from broken("inference_results", both, same & (both["log_blob"] != both["blob_run"]), "log_blob", rule)
    scale = both["unit"].map({"s": 1e-3}).fillna(1.0)
    for note, column in _METRICS.items():
        figure = both[f"{column}_run"] * (scale if column.endswith("_ms") else 1.0)
        bad = (both["log_note"] == note) & ((both["log_value"] - figure).abs() > 1e-9 * figure)
        yield from broken(
            "inference_results", both, bad, "log_value", f"its run's {column} is " + figure.astype("string")
        )
    for note, (column, times) in _ESTIMATES.items():
        figure = both[f"{column}_run"] * scale * times
        bad = (both["log_note"] == note) & ~both["log_value"].between(figure * 0.999, figure * _ABOVE)
        rule = f"{times:g} times its run's {column} is " + figure.astype("string")
        yield from broken("inference_results", both, bad, "log_value", rule)
    mean = 1000 / both["latency_mean_ms_run"]
    length = both["mean_tokens_per_sample_run"]
    one = both["log_note"].str.contains("1 / result_mean_latency_ns").fillna(False)
    bad = one & ((both["log_value"] / mean - 1).abs() > 1e-4) & (both["unit"] == "samples/s")
    yield from broken(
        "inference_results", both, bad, "log_value", "1 over its mean latency is " + mean.astype("string")
    )
    # A typed run has no log_note of its own: the published figure is one of its rates.
    typed = both["log_note"].str.startswith("typed by hand").fillna(False)
    rate = both["completed_tokens_per_s_run"].fillna(both["completed_samples_per_s_run"])
    rate = rate.where(both["unit"] != "queries/s", both["completed_samples_per_s_run"])
    bad = typed & ((both["value"] / rate - 1).abs() > 1e-5)
    yield from broken("inference_results", both, bad, "value", "its run completed " + rate.astype("string"))
    tokens = ground["accuracy_results"].loc[lambda a: a["metric"] == "TOKENS_PER_SAMPLE"].set_index("row_id")["value"]
    said = both["row_id"].map(tokens)
    rule = "its accuracy run wrote " + said.astype("string") + " tokens a sample"
    measured = both.assign(mean_tokens_per_sample=length)
    bad = (length / said - 1).abs() > _LENGTHS
    yield from broken("loadgen_runs", measured, bad, "mean_tokens_per_sample", rule)


@tie
def same_for_all(ground: Ground) -> Iterator[Fault]:
    """Runs of a benchmark under one scenario have the limits of their round, and all runs of a round its seeds."""
    runs = ground["loadgen_runs"]
    of_benchmark = ["round", "benchmark", "scenario"]
    limits = [(name, of_benchmark) for name in ("ttft_limit_ms", "tpot_limit_ms", "latency_limit_ms")]
    seeds = [(name, ["round"]) for name in ("qsl_seed", "sample_index_seed", "schedule_seed")]
    for column, alike in (*limits, *seeds):
        groups = runs[runs[column].notna()].groupby(alike)[column]
        usual = groups.transform(lambda values: values.value_counts().index[0]).reindex(runs.index)
        rule = "the other runs have " + usual.astype("string")
        yield from broken("loadgen_runs", runs, runs[column].notna() & (runs[column] != usual), column, rule)


@tie
def typed_runs(ground: Ground) -> Iterator[Fault]:
    """A typed run is, figure by figure, the line of the typed table that it names; no line is left out."""
    runs = ground["loadgen_runs"]
    own = runs[runs["obtained"] == "typed"]
    at = own["note"].str.extract(r"line (\d+)", expand=False).astype("Int64")
    for round_ in ground.rounds.values():
        if not round_.runs:
            continue
        mine = own[own["round"] == round_.name]
        yield from unread(ground, round_.runs, at[mine.index])
        typed = ground.typed(round_.runs).set_index("line").reindex(at[mine.index]).set_index(mine.index)
        where = f"{round_.runs} line " + at[mine.index].astype("string") + " has "
        for column in ("submitter", "system", "scenario", "commit", "repo"):
            yield from broken("loadgen_runs", mine, typed[column] != mine[column], column, where + typed[column])
        for column in (
            "latency_mean_ms",
            "latency_p99_ms",
            "ttft_p99_ms",
            "tpot_p99_ms",
            "ttft_mean_ms",
            "tpot_mean_ms",
        ):
            said = pd.to_numeric(typed[column.replace("_ms", "_ns")], errors="coerce") / 1e6
            bad = said.notna() & ((mine[column] / said - 1).abs() > 1e-9)
            yield from broken("loadgen_runs", mine, bad, column, where + said.astype("string"))
        for column in ("completed_tokens_per_s", "completed_samples_per_s", "target_qps"):
            said = pd.to_numeric(typed[column], errors="coerce")
            bad = said.notna() & ((mine[column] - said).abs() > 1e-5 * said + 5.1e-3)
            yield from broken("loadgen_runs", mine, bad, column, where + said.astype("string"))


@tie
def asked_rate(ground: Ground) -> Iterator[Fault]:
    """The rate that a Server run asked for is the one of a submitted configuration, where one was read."""
    settings = ground["engine_settings"]
    rates = settings[(settings["setting"] == "target_qps") & settings["selected"]]
    read = pd.to_numeric(rates["value"], errors="coerce")
    read = read[read > 0]
    both = ground.measured
    both = both[both["scenario"].isin(["Server", "Interactive"])]
    asked = both.drop_duplicates("row_id").set_index("row_id")["target_qps_run"]
    share = asked.reindex(rates.loc[read.index, "row_id"]).set_axis(read.index) / read
    fits = pd.concat([(share * part - 1).abs() < 1e-6 for part in _PARTS_OF_A_RATE], axis=1).any(axis=1)
    any_fits = fits.groupby(rates.loc[read.index, "row_id"]).any()
    said = read.astype("string").groupby(rates.loc[read.index, "row_id"]).agg(" or ".join)
    bad = both["row_id"].map(any_fits).eq(False).fillna(False)
    rule = "its configuration asks for " + both["row_id"].map(said).astype("string")
    measured = both.assign(target_qps=both["target_qps_run"])
    yield from broken("loadgen_runs", measured, bad, "target_qps", rule)
