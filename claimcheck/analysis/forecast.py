"""What was expected of a round before it was published, scored once its results are in the tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import yaml

from claimcheck.analysis.derived import Tables
from claimcheck.analysis.view import MAXQ, throughputs
from claimcheck.analysis.wins import PLAIN, cells_won, entries
from claimcheck.data.paths import PREDICTIONS
from claimcheck.data.rounds import in_order

AGES = ("second round", "third round", "fourth round or later")


def scores(tables: Tables) -> list[str]:
    """Mean score of each forecast in ``predictions.yml`` and of its baselines, a line a quantity. None before its
    round is in the tables.

    The score is the CRPS of equally likely changes (Gneiting and Raftery 2007, equation 21), of an event the squared
    error of its probability (Brier 1950); zero is perfect. A change of a group without a forecast is left out.
    """
    fixed = yaml.safe_load((tables.data / PREDICTIONS).read_text(encoding="utf-8"))
    lines = []
    for name, seen in _changes(tables, fixed["round"]).items():
        of = fixed["predictions"][name]
        known = [(of["groups"][group]["values"], change) for group, change in seen if group in of["groups"]]
        ways = {of["by"]: known} | {way: [(values, one) for _, one in known] for way, values in of["baselines"].items()}
        power = 2 if of["kind"] == "event" else 1
        means = (f"{way} {np.mean([crps(v, one) ** power for v, one in pairs]):.3f}" for way, pairs in ways.items())
        lines += [f"{fixed['round']}, {name}, {len(known)} changes: {', '.join(means)}"] if known else []
    return lines


def crps(values: Sequence[float], happened: float) -> float:
    """Distance of equally likely ``values`` from what happened, less half of that among themselves."""
    one = np.array(values)
    return np.abs(one - happened).mean() - np.abs(one[:, None] - one).mean() / 2


def _changes(tables: Tables, round_: str) -> dict[str, list[tuple[str, float]]]:
    """Group and change of each quantity from the round before to ``round_``, as ``predictions.yml`` defines them."""
    results, rounds = tables.results, in_order(tables.results["round"])
    if round_ not in rounds:
        return {}
    earlier = rounds[: rounds.index(round_)]
    before = earlier[-1]
    # The first round of each benchmark's comparable version. MLCommons' table ends earlier: a later name is as old as
    # its results.
    first = results.groupby("benchmark")["round"].agg(lambda of: in_order(of)[0]).to_dict()
    first |= {name: groups[-1][0] for name, groups in tables.listed.groups.items()}
    rates = results[results["suite"].ne("edge").fillna(True) & results["scenario"].isin(["Server", "Offline"])]
    pairs = tables.compared(before, round_)
    pairs = pairs[pairs["row_id_after"].isin(rates["row_id"])]
    best = pairs[pairs["rule"].str.contains("any size, preview let in")].sort_values("benchmark")
    best = best.drop_duplicates(["product", "family", "scenario"], keep="last")
    gains = {"same-chip": best, "next-chip": _next_chip(rates, earlier, round_), "owner": pairs[pairs["kept"].notna()]}
    seen: dict[str, list[tuple[str, float]]] = {}
    for name, found in gains.items():
        turns = [len(earlier) - rounds.index(first[benchmark]) for benchmark in found["benchmark"]]
        seen[name] = [(AGES[min(turn, 3) - 1], one) for turn, one in zip(turns, np.log(found["ratio"]), strict=True)]
    counted = tables.table("participation").query("suite == 'inference' and divisions == 'closed'")
    counted = counted[counted["counted"] == "organisations"]
    partners = counted.pivot(index="vendor", columns="round", values="partners").fillna(0)
    grown = np.log1p(partners[partners[before] > 0])
    seen["partners"] = list((grown[round_] - grown[before]).items())
    rule = {**PLAIN, "programs": "inference", "suites": "datacenter"}
    won = cells_won(entries(results, tables.training), rule).query("contested")
    won = won.assign(maker=won["vendor"].mask(won["winner"] == "tied", "nobody"))
    share = won["maker"].eq("NVIDIA").groupby(won["round"]).mean()
    seen["share"] = [("NVIDIA", share[round_] - share[before])]
    makers = won.pivot(index=["suite", "benchmark", "scenario"], columns="round", values="maker")
    held = makers[makers[before] != "nobody"][[before, round_]].dropna().itertuples(index=False)
    seen["again"] = [("NVIDIA" if then == "NVIDIA" else "another maker", float(then == now)) for then, now in held]
    return seen


def _next_chip(results: pd.DataFrame, earlier: Sequence[str], round_: str) -> pd.DataFrame:
    """Growth by a maker's chip in its first round, over the maker's best of the round before."""
    rates = throughputs(results).assign(model=lambda rows: rows["product"].str.replace(MAXQ, "", regex=False))
    cell = ["platform_vendor", "family", "benchmark", "scenario", "unit", "measured"]
    best = rates.sort_values("per_accelerator").drop_duplicates([*cell, "round"], keep="last")
    both = best[best["round"] == earlier[-1]].merge(best[best["round"] == round_], on=cell, suffixes=("_before", ""))
    both = both[~both["model"].isin(rates.loc[rates["round"].isin(earlier), "model"])].sort_values("benchmark")
    both = both.assign(ratio=both["per_accelerator"] / both["per_accelerator_before"])
    return both.drop_duplicates([*cell[:2], "scenario", "measured"], keep="last")
