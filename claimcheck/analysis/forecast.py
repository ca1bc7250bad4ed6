"""What was expected of a round before it was published, scored once its results are in the tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import yaml

from claimcheck.analysis.derived import Tables
from claimcheck.analysis.gains import next_chip, same_owner, successive
from claimcheck.analysis.wins import PLAIN, cells_won, entries
from claimcheck.data.paths import PREDICTIONS
from claimcheck.data.rounds import in_order, order

Groups = Mapping[str, Sequence[Sequence[str]]]
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
    before, rates = rounds[rounds.index(round_) - 1], results[results["suite"].ne("edge").fillna(True)]
    groups = _continued(tables.listed.groups, rates, rounds)
    seen: dict[str, list[tuple[str, float]]] = {}
    for name, pairs in {"same-chip": successive, "next-chip": next_chip, "owner": same_owner}.items():
        found = pairs(rates, groups, rounds).query("after == @round_ and rounds_apart == 1 and not metric_changed")
        turns = [next(g.index(round_) for g in groups[benchmark] if round_ in g) for benchmark in found["benchmark"]]
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


def _continued(listed: Groups, rates: pd.DataFrame, rounds: Sequence[str]) -> dict[str, list[list[str]]]:
    """Comparable rounds, with those after MLCommons' table ends: there a benchmark that keeps its name is the same."""
    last = max((name for groups in listed.values() for group in groups for name in group), key=order)
    later, groups = rounds[rounds.index(last) :], {name: [list(group) for group in of] for name, of in listed.items()}
    for benchmark, rows in rates[rates["round"].isin(later)].groupby("benchmark"):
        of = groups.setdefault(str(benchmark), [])
        if of and of[-1][-1] == last:
            of[-1] += later[1:]
        else:
            of.append(later[later.index(in_order(rows["round"])[0]) :])
    return groups
