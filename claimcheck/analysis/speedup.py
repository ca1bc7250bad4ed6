"""Round-to-round ratios: the published ones, and every defensible other."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from claimcheck.analysis.results import one_row_a_run, short_accelerator, throughputs

PAIR_COLUMNS = (
    "row_id", "result_id", "submitter", "system", "accelerators", "availability", "value", "per_accelerator",
    "log_blob",
)  # fmt: skip


def pair(before: pd.Series, after: pd.Series, rule: str) -> dict[str, object]:
    """One comparison: the rows ``before`` and ``after`` (of ``throughputs``) and their ratio per accelerator."""
    row: dict[str, object] = {
        "benchmark": after["benchmark"],
        "scenario": after["scenario"],
        "accelerator": after["accelerator"],
        "chip": short_accelerator(str(after["accelerator"])),
        "rule": rule,
        "ratio": after["per_accelerator"] / before["per_accelerator"],
        "same_submitter": bool(before["submitter"] == after["submitter"]),
        "same_number": bool(before["accelerators"] == after["accelerators"]),
        "same_system": bool(before["submitter"] == after["submitter"] and before["system"] == after["system"]),
        "both_available": _is_available(before) and _is_available(after),
    }
    for side, source in (("before", before), ("after", after)):
        row |= {f"{column}_{side}": source[column] for column in PAIR_COLUMNS}
    return row


def _is_available(row: pd.Series) -> bool:
    # Of a round typed by hand the category may not be known: it is then not called available.
    return bool(pd.notna(row["availability"]) and row["availability"] == "available")


def _ranked(results: pd.DataFrame) -> pd.DataFrame:
    """Throughput results with the columns that a pair needs, best per accelerator first, ties by row_id."""
    columns = [*PAIR_COLUMNS, "round", "benchmark", "family", "scenario", "accelerator"]
    rows = throughputs(results)[columns]
    return rows.sort_values(["per_accelerator", "row_id"], ascending=[False, True])


def readings(
    results: pd.DataFrame,
    benchmark: str,
    scenario: str,
    accelerator: str,
    rounds: tuple[str, str] = ("v5.1", "v6.0"),
) -> pd.DataFrame:
    """Every defensible comparison of two rounds on one accelerator, one row each, highest ratio first.

    A comparison is defensible when both results stand in the closed division on the same
    accelerator, benchmark and scenario, and are chosen by a rule that does not look at
    the ratio: the same submitter's results in both rounds (every pair of its system
    sizes), or the best result per accelerator of any submitter in each round (at any
    size; at each size that both rounds have); each with preview systems let in or not. A
    pair that several rules choose is one row; ``rule`` lists them. Columns: see ``pair``.
    """
    cell = (
        (results["benchmark"] == benchmark)
        & (results["scenario"] == scenario)
        & (results["accelerator"] == accelerator)
    )
    return _readings(one_row_a_run(_ranked(results[cell.fillna(False) & results["round"].isin(rounds)])), rounds)


def _readings(rows: pd.DataFrame, rounds: tuple[str, str]) -> pd.DataFrame:
    ranked = rows.sort_values(["per_accelerator", "row_id"], ascending=[False, True])
    found: dict[tuple[str, str], dict[str, object]] = {}
    for before, after, rule in _chosen(ranked[ranked["round"] == rounds[0]], ranked[ranked["round"] == rounds[1]]):
        row = found.setdefault((before["row_id"], after["row_id"]), pair(before, after, rule))
        if rule not in str(row["rule"]).split("; "):
            row["rule"] = f"{row['rule']}; {rule}"
    frame = pd.DataFrame(found.values())
    if frame.empty:
        return frame
    return frame.sort_values(["ratio", "row_id_after"], ascending=[False, True], ignore_index=True)


def _chosen(before: pd.DataFrame, after: pd.DataFrame) -> Iterator[tuple[pd.Series, pd.Series, str]]:
    """Pairs of rows by each rule; both frames are ranked, so that the first row is the best."""
    for submitter in sorted(set(before["submitter"]) & set(after["submitter"])):
        for _, first in before[before["submitter"] == submitter].iterrows():
            for _, second in after[after["submitter"] == submitter].iterrows():
                yield first, second, "same submitter"
    for scope in ("available only", "preview let in"):
        if scope == "available only":
            first, second = (r[r["availability"] == "available"] for r in (before, after))
        else:
            first, second = before, after
        if len(first) and len(second):
            yield first.iloc[0], second.iloc[0], f"best of any submitter, any size, {scope}"
        for size in sorted(set(first["accelerators"]) & set(second["accelerators"])):
            one, two = (r[r["accelerators"] == size].iloc[0] for r in (first, second))
            yield one, two, f"best of any submitter, same size, {scope}"


def all_readings(
    results: pd.DataFrame, benchmarks: list[str], rounds: tuple[str, str] = ("v5.1", "v6.0")
) -> pd.DataFrame:
    """``readings`` of every scenario and accelerator on which both rounds have results.

    A pair of runs that two accuracy variants publish is one reading. Empty when there is none.
    """
    rows = _ranked(results[results["benchmark"].isin(benchmarks) & results["round"].isin(rounds)])
    found = []
    for _, group in rows.groupby(["benchmark", "scenario", "accelerator"]):
        if set(rounds) <= set(group["round"]):
            found.append(_readings(one_row_a_run(group), rounds))
    frames = [f for f in found if not f.empty]
    return _one_pair_a_run(pd.concat(frames, ignore_index=True)) if frames else pd.DataFrame()


def same_owner_pairs(
    results: pd.DataFrame, benchmarks: list[str], rounds: tuple[str, str] = ("v5.1", "v6.0")
) -> pd.DataFrame:
    """What a submitter that keeps its hardware gained: one pair per submitter, system and scenario.

    Both results are closed, of the same submitter, on the same accelerator and the same
    number of accelerators, under the same accuracy target (99.9 where both rounds have
    it). Where the submitter kept a system's name, that system is compared with itself;
    where it renamed all of them, its best with its best: such a pair may hide another
    server, and ``same_system`` is False. Adds ``family`` to the columns of ``pair``.
    """
    rows = _ranked(results[results["benchmark"].isin(benchmarks) & results["round"].isin(rounds)])
    found = []
    for (family, *_), group in rows.groupby(["family", "submitter", "accelerator", "accelerators", "scenario"]):
        sides = [group[group["round"] == r] for r in rounds]
        targets = set(sides[0]["benchmark"]) & set(sides[1]["benchmark"])
        if not targets:
            continue
        before, after = (side[side["benchmark"] == max(targets)] for side in sides)
        shared = sorted(set(before["system"]) & set(after["system"]))
        for system in shared:
            first, second = (side[side["system"] == system].iloc[0] for side in (before, after))
            found.append(pair(first, second, "same system") | {"family": family})
        if not shared:
            best = pair(before.iloc[0], after.iloc[0], "same submitter and size, system renamed")
            found.append(best | {"family": family})
    return _one_pair_a_run(pd.DataFrame(found)) if found else pd.DataFrame()


def _one_pair_a_run(pairs: pd.DataFrame) -> pd.DataFrame:
    # A result without a log is a run of its own.
    runs = [pairs[f"log_blob_{side}"].fillna(pairs[f"row_id_{side}"]) for side in ("before", "after")]
    return pairs[~pd.concat(runs, axis=1).duplicated()].reset_index(drop=True)


def rank(value: float, among: pd.Series) -> int:
    """Rank of ``value`` among ``among``, 1 the highest; equal values share the better rank."""
    return 1 + int((among > value + 1e-12).sum())
