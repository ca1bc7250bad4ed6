"""Numbers of the operating points: requests in flight, speed per request, limits used, and ratios split into them."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from claimcheck.analysis.operating import AT_LIMIT, FACTORS, operating_points, split_readings
from claimcheck.claims.evidence import describe, evidence_of
from claimcheck.claims.model import Tables
from claimcheck.claims.number import Number, count, evidence_of_pairs, number

_R1 = ("deepseek-r1", "Server")
_LLAMA = "llama3.1-405b"
# Runs that prose names: benchmark, scenario, round, submitter, chip, accelerators.
RUNS = {
    "before": (*_R1, "v5.1", "NVIDIA", "GB300", 72),
    "coreweave-before": (*_R1, "v5.1", "CoreWeave", "GB300", 8),
    "nebius-8": (*_R1, "v6.0", "Nebius", "GB300", 8),
    "nebius-72": (*_R1, "v6.0", "Nebius", "GB300", 72),
    "nvidia-72": (*_R1, "v6.0", "NVIDIA", "GB300", 72),
    "nvidia-288": (*_R1, "v6.0", "NVIDIA", "GB300", 288),
    "coreweave-8": (*_R1, "v6.0", "CoreWeave", "GB300", 8),
    "llama-gb300": (_LLAMA, "Server", "v6.0", "NVIDIA", "GB300", 72),
    "llama-gb300-interactive": (_LLAMA, "Interactive", "v6.0", "NVIDIA", "GB300", 72),
}
# Comparisons that prose names: benchmark, scenario, chip, submitter and accelerators before and after.
PAIRS = {
    "published": (*_R1, "GB300", "NVIDIA", 72, "Nebius", 8),
    "rack": (*_R1, "GB300", "NVIDIA", 72, "Nebius", 72),
    "own": (*_R1, "GB300", "NVIDIA", 72, "NVIDIA", 72),
    "coreweave": (*_R1, "GB300", "CoreWeave", 8, "CoreWeave", 8),
    "b200-google": (*_R1, "B200", "Google", 8, "Google", 8),
    "gb200-own": (*_R1, "GB200", "NVIDIA", 72, "NVIDIA", 72),
    "llama": (_LLAMA, "Server", "GB300", "NVIDIA", 72, "NVIDIA", 72),
    "llama-gb200": (_LLAMA, "Server", "GB200", "NVIDIA", 72, "NVIDIA", 72),
    "llama-interactive": (_LLAMA, "Interactive", "GB200", "NVIDIA", 72, "NVIDIA", 72),
}
_KEYS = ("benchmark", "scenario", "round", "submitter", "chip", "accelerators")
_PAIR_KEYS = (
    "benchmark", "scenario", "chip", "submitter_before", "accelerators_before", "submitter_after",
    "accelerators_after",
)  # fmt: skip
_FACTORS = dict(zip(FACTORS, ("load", "speed", "counting"), strict=True))
_WORDS = {
    "load": "requests in flight per accelerator, after over before",
    "speed": "tokens per request-second, after over before",
    "counting": "published over offered token rate, after over before",
}


def of_runs(tables: Tables) -> Iterator[Number]:
    """Load, speed and limits used by the runs that prose names."""
    points = operating_points(tables.results, tables.runs)
    for name, keys in RUNS.items():
        (run,) = [r for _, r in points.iterrows() if tuple(r[k] for k in _KEYS) == keys]
        row = tables.results[tables.results["row_id"] == run["row_id"]]
        evidence, whose = evidence_of(row), describe(row.iloc[0])
        for key, column, decimals, unit, scale, how in (
            ("load", "in_flight_per_accelerator", 0, "", 1, "offered rate x mean latency / accelerators"),
            ("speed", "tokens_per_request_second", 1, "tokens/s", 1, "mean output tokens / mean latency"),
            ("offered", "offered_per_accelerator", 2, "requests/s", 1, "realised arrival rate / accelerators"),
            ("arrivals", "arrivals_s", 0, "s", 1, "(queries - 1) / realised arrival rate"),
            ("ttft", "ttft_used", 0, "%", 100, "99th percentile of TTFT / its limit"),
            ("tpot", "tpot_used", 0, "%", 100, "99th percentile of TPOT / its limit"),
            ("headroom", "headroom", 0, "%", 100, "1 - the larger of the two shares of a limit"),
        ):
            yield number(f"op.{name}.{key}", run[column] * scale, unit, decimals, f"{how}: {whose}", evidence)
        middle = run["tpot_p50_ms"] / run["tpot_limit_ms"] * 100
        yield number(f"op.{name}.median", middle, "%", 0, f"median TPOT / the limit on its p99: {whose}", evidence)
        tail = run["tpot_p99_ms"] / run["tpot_p50_ms"]
        yield number(f"op.{name}.tail", tail, "x", 2, f"99th percentile of TPOT over its median: {whose}", evidence)
        slow = run["tpot_p99_ms"]
        yield number(f"op.{name}.tpot-ms", slow, "ms", 0, f"99th percentile of TPOT: {whose}", evidence)
        seconds = run["ttft_p99_ms"] / 1000
        yield number(f"op.{name}.ttft-s", seconds, "s", 1, f"99th percentile of TTFT: {whose}", evidence)


def of_splits(tables: Tables) -> Iterator[Number]:
    """The factors of the round-to-round ratios that prose names, and how many comparisons are of which kind."""
    points = operating_points(tables.results, tables.runs)
    split = split_readings(tables.results, points)
    for name, keys in PAIRS.items():
        found = split[(split[list(_PAIR_KEYS)] == pd.Series(keys, index=_PAIR_KEYS)).all(axis=1)]
        (row,) = [r for _, r in found.iterrows()]
        evidence = evidence_of_pairs(tables, found)
        for column, key in _FACTORS.items():
            yield number(f"op.{name}.{key}", row[column], "x", 2, f"{_WORDS[key]}: {_pair(row)}", evidence)
        loaded = row["more_in_flight"] * row["counting"]
        how = f"requests in flight by the published rate (published tokens/s / tokens per request-second): {_pair(row)}"
        yield number(f"op.{name}.load-published", loaded, "x", 2, how, evidence)
        how = f"request-seconds of all queries / the whole run, per accelerator, after over before: {_pair(row)}"
        yield number(f"op.{name}.load-whole", row["more_in_flight_whole"], "x", 2, how, evidence)
    r1 = split[(split["benchmark"] == _R1[0]) & (split["scenario"] == _R1[1])]
    what = "comparisons of DeepSeek-R1 Server, v5.1 with v6.0"
    yield count("op.readings.n", len(r1), what)
    more = r1["more_in_flight"] > r1["faster_per_request"]
    yield count("op.readings.load-n", int(more.sum()), f"of the {what}, those in which load gained more than speed")
    both = (r1["more_in_flight"] > 1) & (r1["faster_per_request"] > 1)
    yield count("op.readings.both-n", int(both.sum()), f"of the {what}, those in which load and speed rose")


def _pair(row: pd.Series) -> str:
    sides = [
        f"{row[f'submitter_{side}']}, {row[f'system_{side}']} ({row[f'accelerators_{side}']} accelerators)"
        for side in ("after", "before")
    ]
    return f"{row['benchmark']} {row['scenario']}, {sides[0]}, v6.0, over {sides[1]}, v5.1"


def of_limits(tables: Tables) -> Iterator[Number]:
    """How many runs stand at a limit, under which threshold; how far one value or another statistic misleads."""
    points = operating_points(tables.results, tables.runs)
    yield number("op.at-limit", AT_LIMIT * 100, "%", 0, "share of a limit from which a run is called at it; our choice")
    what = "closed runs of DeepSeek-R1 and Llama 3.1 405B, Server and Interactive, v5.1 and v6.0"
    yield count("op.runs.n", len(points), what)
    yield count("op.runs.spoiled-n", int(points["spoiled"].sum()), f"of the {what}, those whose mean TPOT is spoilt")
    for name, benchmark, scenario in (
        ("r1-server", *_R1),
        ("r1-interactive", "deepseek-r1", "Interactive"),
        ("llama-server", _LLAMA, "Server"),
        ("llama-interactive", _LLAMA, "Interactive"),
    ):
        cell = points[(points["benchmark"] == benchmark) & (points["scenario"] == scenario)]
        for round_, rows in cell.groupby("round"):
            how = f"closed runs of {benchmark} {scenario} in {round_}"
            yield count(f"op.{name}.{round_}-n", len(rows), how)
            at = int((rows["binds"] != "neither").sum())
            words = f"of the {how}, those whose p99 is at {AT_LIMIT:.0%} of a limit or above"
            yield count(f"op.{name}.{round_}-at-n", at, words)
    clean = points[~points["spoiled"]]
    for statistic in ("mean", "median"):
        off = clean[f"per_{statistic}_tpot"] / clean["tokens_per_request_second"]
        for end in ("min", "max"):
            rows = tables.results[tables.results["row_id"] == clean.loc[getattr(off, f"idx{end}")(), "row_id"]]
            how = f"{end}imum of 1 / {statistic} TPOT over tokens per request-second, {what}, spoilt ones left out"
            yield number(f"op.per-{statistic}.{end}", off.agg(end), "x", 2, how, evidence_of(rows))
    worst = points.loc[points["largest_in_mean_ms"].idxmax()]
    rows = tables.results[tables.results["row_id"] == worst["row_id"]]
    evidence, whose = evidence_of(rows), describe(rows.iloc[0])
    how = f"largest TPOT / queries: {whose}"
    yield number("op.worst.in-mean", worst["largest_in_mean_ms"], "ms", 1, how, evidence)
    yield number("op.worst.largest", worst["tpot_max_ms"] / 1000, "s", 0, f"largest TPOT: {whose}", evidence)
    yield number("op.worst.mean", worst["tpot_mean_ms"], "ms", 1, f"mean TPOT: {whose}", evidence)
    yield number("op.worst.median", worst["tpot_p50_ms"], "ms", 1, f"median TPOT: {whose}", evidence)
    late = points.loc[points["ttft_max_ms"].idxmax()]
    rows = tables.results[tables.results["row_id"] == late["row_id"]]
    evidence, whose = evidence_of(rows), describe(rows.iloc[0])
    yield number("op.late.longest", late["ttft_max_ms"] / 1000, "s", 0, f"longest TTFT: {whose}", evidence)
    yield number("op.late.p99", late["ttft_p99_ms"] / 1000, "s", 1, f"99th percentile of TTFT: {whose}", evidence)


OPERATING = (of_runs, of_splits, of_limits)
