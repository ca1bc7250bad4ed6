"""A round of MLPerf Training whose repository cannot be had whole: its typed rows, and what they say of each score.

A score is known where all runs were read, where the rule keeps one run of three, or where the submission has it; as
somebody prints it, it is rounded. Else it is a span: the bounds of the mean of the runs that the rule keeps.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from claimcheck.data.names import Place, Row
from claimcheck.data.rounds import Round
from claimcheck.data.store import load, read_part
from claimcheck.data.training import Benchmark, bounds
from claimcheck.sources.records import Names
from claimcheck.sources.training import Run, measured, time_to_train

# The spread of the runs is printed with three decimals.
_SPREAD_DIGITS = 0.0005


def read_round(round_: Round, names: Names, data: Path) -> pd.DataFrame:
    """Rows of ``training_results`` of a typed round, from the table that ``rounds.yml`` names."""
    path = data / round_.table
    typed = read_part("training_results", path)
    counts = load("training_counts", data).set_index("row_id")
    runs: dict[str, list[Run | None]] = {}
    for one in load("training_runs", data).itertuples():
        runs.setdefault(one.row_id, []).append(Run(0, 1000 * one.seconds, True))
    rows = []
    for line, record in enumerate(typed.to_dict("records"), 2):
        row = {name: None if pd.isna(value) else value for name, value in record.items()}
        rows.append(_row(row, counts.loc[row["row_id"]], runs.get(row["row_id"], []), names, Place(str(path), line)))
    return pd.DataFrame(rows).assign(repo=round_.repo, commit=round_.commit, obtained="typed")


def _row(row: Row, counted: pd.Series[Any], runs: list[Run | None], names: Names, place: Place) -> Row:
    """A typed row with what its ID, its runs and the rule of its benchmark add."""
    suite, version, division, org, *_, folder = str(row["row_id"]).split("/")
    benchmark = names.training.benchmark(suite, version, folder, where=place.where)
    failed = benchmark.runs - int(counted["successful_runs"])
    times = {
        "fastest_run_s": counted["fastest_run_s"],
        "middle_run_s": counted["middle_run_s"],
        "slowest_run_s": counted["fastest_run_s"] + (counted["run_spread"] + _SPREAD_DIGITS) * counted["middle_run_s"],
    }
    read = measured(runs)
    times |= {name: read[name] for name in times if runs}
    score = _score(row, list(times.values()), [*runs, *[None] * failed], benchmark)
    notes = [
        f"{failed} of {benchmark.runs} runs did not reach the target" if failed else None,
        "MLPerf's own score could not be read" if score["score_source"] == "span" else None,
    ]
    return {
        **row,
        "suite": suite,
        "round": version,
        "division": division,
        "system": str(row["row_id"]).removeprefix(f"{suite}/{version}/{division}/{org}/").removesuffix(f"/{folder}"),
        "benchmark": benchmark.name,
        **names.silicon(str(row["accelerator"]), None, "", place),
        "accelerators_from": "nodes x accelerators per node",
        "runs": benchmark.runs,
        "runs_failed": failed,
        "runs_dropped": 2 * benchmark.dropped,
        "runs_absent": 0,
        **times,
        **score,
        "reason": "; ".join(filter(None, notes)) or None,
    }


def _score(row: Row, times: Sequence[float], runs: list[Run | None], benchmark: Benchmark) -> Row:
    """The columns of the score in minutes: known, as printed, or a span.

    ``times``: seconds of the fastest, the middle and the slowest run. ``runs``: all, or those that failed alone.
    """
    factor: Any = row.get("scaling_factor")
    score: Any = row.get("time_to_train_minutes")
    low, high = bounds(*(seconds / 60 for seconds in times), benchmark.runs, benchmark.dropped, runs.count(None))
    if score is None and factor is not None and (low == high or len(runs) == benchmark.runs):
        score = low * factor if low == high else time_to_train(runs, benchmark, factor).value
    if score is not None:
        return {"time_to_train_minutes": score, "score_source": "score", "score_low": None, "score_high": None}
    low, high = low * (factor or 1), high * (factor or benchmark.greatest_factor or 1)
    low, high = row.get("score_low") or low, row.get("score_high") or high
    if (printed := row.get("printed_score")) is not None:
        score, half = float(str(printed)), 0.5 * 10.0 ** -len(str(printed).partition(".")[2])
        # A print of its own submitter is no evidence for it.
        low, high = (
            (low, high) if row["printed_by"] == row["submitter"] else (max(low, score - half), min(high, score + half))
        )
    source = "span" if score is None else "printed"
    return {"time_to_train_minutes": score, "score_source": source, "score_low": low, "score_high": high}
