"""What a round of MLPerf Inference will bring, predicted from the rounds before it, and how well that did so far.

A forecast is a list of equally likely changes from one round to the next: logs of ratios, differences of shares or
events, as ``KINDS`` says. Each past round is predicted from the rounds before it alone and scored against two plain
baselines. ``data/facts/predictions.yml`` has what we expect of a round that does not exist yet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
import pandas as pd
from pydantic import Strict

from claimcheck.analysis.comparison import read_compatibility
from claimcheck.analysis.gains import next_chip, same_owner, successive
from claimcheck.analysis.records import participation
from claimcheck.analysis.wins import cell_winners, entries, taking_part
from claimcheck.core.documents import Many, Model, Number, Text, When
from claimcheck.core.printing import between
from claimcheck.data.facts import organisations
from claimcheck.data.paths import DATA_DIR, PREDICTIONS
from claimcheck.data.rounds import in_order, order
from claimcheck.data.schema import reader
from claimcheck.data.store import queried

AGES = ("second round", "third round", "fourth round or later")


# What is predicted, and the kind of its changes: gain (log of a ratio), count (log of a ratio of counts, each plus
# one), share (difference of two shares) or event (0 or 1). ``predictions.yml`` defines each quantity.
KINDS = {
    "same-chip": "gain",
    "next-chip": "gain",
    "owner": "gain",
    "partners": "count",
    "share": "share",
    "again": "event",
}


# Of each quantity the changes from a round to the next. {pairs}: gains of two results; {counted}: who took part; {won}:
# contested cells, with {maker}, whose silicon won, missing for a tie.
_CHANGES = """
with shares as (
    select place, round, avg(coalesce(maker = 'NVIDIA', false)::int) as share from won join rounds using (round)
    group by all
), turns as (
    from won join rounds using (round)
), changes as (
    select quantity, after as round, age as "group", per_accelerator_before as before, per_accelerator_after as after,
        if(quantity = 'owner', submitter_after || ', ' || accelerators_after || ' ', '')
            || product || ', ' || pairs.benchmark || ' ' || scenario as cell,
        ln(ratio) as change, row_id_before, row_id_after
    from pairs join ages on ages.benchmark = pairs.benchmark and ages.round = pairs.after
    where rounds_apart = 1 and not metric_changed
    union all by name
    select 'partners' as quantity, later.round, m.vendor as "group", m.vendor as cell, m.partners::double as before,
        coalesce(n.partners, 0)::double as after, ln((after + 1) / (before + 1)) as change
    from counted m join rounds using (round) join rounds later on later.place = rounds.place + 1
        left join counted n on n.vendor = m.vendor and n.round = later.round
    where m.partners > 0
    union all by name
    select 'share' as quantity, a.round, 'NVIDIA' as "group", 'contested cells' as cell, b.share as before,
        a.share as after, after - before as change
    from shares b join shares a on a.place = b.place + 1
    union all by name
    select 'again' as quantity, a.round, if(b.maker = 'NVIDIA', b.maker, 'another maker') as "group",
        a.benchmark || ' ' || a.scenario as cell, 1.0::double as before,
        coalesce(a.maker = b.maker, false)::double as after, after as change,
        b.row_id as row_id_before, a.row_id as row_id_after
    from turns b join turns a using (suite, benchmark, scenario)
    where a.place = b.place + 1 and b.maker is not null
)
select changes.* from changes join rounds using (round) join kinds using (quantity)
order by kind_place, place, "group", cell, row_id_after, row_id_before
"""


def observed(results: pd.DataFrame, data: Path = DATA_DIR) -> pd.DataFrame:
    """Changes from each round to the next, of every quantity, in the order of ``KINDS`` and of rounds.

    ``round`` is the later of the two; ``before`` and ``after`` are results per accelerator (gains), organisations
    (counts), shares or, of an event, 1 and whether it happened; ``change`` is as ``KINDS`` says.
    """
    rounds = in_order(results["round"])
    rates = results[results["suite"].ne("edge").fillna(True)]  # v0.5 had no suites
    comparable = continued(read_compatibility(data).groups, rates, rounds)
    gains = {"same-chip": successive, "next-chip": next_chip, "owner": same_owner}
    ages = [
        (name, one, AGES[min(turn, len(AGES) - 1)])
        for name, groups in comparable.items()
        for group in groups
        for turn, one in enumerate(group[1:])
    ]
    won = cell_winners(taking_part(entries(results), suites="datacenter"))
    won = won[won["contested"]]
    return queried(
        _CHANGES,
        pairs=pd.concat([of(rates, comparable, rounds).assign(quantity=name) for name, of in gains.items()]),
        ages=pd.DataFrame(ages, columns=["benchmark", "round", "age"]),
        counted=participation(results, organisations=organisations(data)),
        won=won.assign(maker=won["vendor"].mask(won["winner"] == "tied")),
        rounds=pd.DataFrame(enumerate(rounds), columns=["place", "round"]),
        kinds=pd.DataFrame(enumerate(KINDS), columns=["kind_place", "quantity"]),
    )


def continued(
    listed: Mapping[str, Sequence[Sequence[str]]], results: pd.DataFrame, rounds: Sequence[str]
) -> dict[str, list[list[str]]]:
    """Extend groups of comparable rounds by the rounds after the last one that any of them names.

    MLCommons' table, as known to us, ends before the newest rounds. A benchmark that keeps its name is taken to be
    comparable in them, from the table's last round on: our assumption, until a table says otherwise.
    """
    last = max((name for groups in listed.values() for group in groups for name in group), key=order)
    later = [name for name in rounds if order(name) >= order(last)]
    extended = {name: [list(group) for group in groups] for name, groups in listed.items()}
    for benchmark, rows in results[results["round"].isin(later)].groupby("benchmark"):
        groups = extended.setdefault(str(benchmark), [])
        if groups and groups[-1][-1] == last:
            groups[-1] += later[1:]
        else:
            groups.append(later[later.index(in_order(rows["round"])[0]) :])
    return extended


# All changes of a quantity together weigh as much in a group's forecast as this many of its own. Chosen, not tuned.
SHRINK = 20
# A forecast in short: the middles of twenty intervals of equal probability.
LEVELS = (np.arange(20) + 0.5) / 20
# Rounds with changes that must lie before the first one predicted: the baselines need two.
ENOUGH = 2
METHOD = "our method"
NO_CHANGE, LAST = "no change", "last round's median"
SPREAD = " with its past errors"
INTERVALS = {50: (0.25, 0.75), 90: (0.05, 0.95)}


def forecasts(past: pd.DataFrame, groups: Sequence[str], kind: str) -> dict[str, dict[str, np.ndarray]]:
    """Changes that each forecaster expects of the next round, by forecaster and group, from the ``past`` of one
    quantity.

    Ours: the past changes of the group, mixed with those of all groups, which weigh as ``SHRINK`` of them. The
    baselines are no change and the last round's median, each as one figure and with its own past errors around it. Of
    an event the forecast is one probability: the mean of the mixture; that the same happens again (1); the share in the
    last round.
    """
    changes = past["change"].to_numpy(dtype=float)
    rounds = in_order(past["round"])
    middle = past.groupby("round")["change"].mean() if kind == "event" else past.groupby("round")["change"].median()
    last = float(middle[rounds[-1]])
    if kind == "event":
        plain = {NO_CHANGE: np.array([1.0]), LAST: np.array([last])}
    else:
        before = dict(zip(rounds[1:], middle[rounds[:-1]], strict=True))
        known = past["round"].isin(before)
        misses = changes[known] - past.loc[known, "round"].map(before).to_numpy(dtype=float)
        plain = {
            NO_CHANGE: np.zeros(1),
            NO_CHANGE + SPREAD: quantiles(np.concatenate([changes, -changes]), LEVELS),
            LAST: np.array([last]),
            LAST + SPREAD: last + quantiles(misses, LEVELS),
        }
    expected = {name: dict.fromkeys(groups, values) for name, values in plain.items()}
    expected[METHOD] = {}
    for group in groups:
        own = (past["group"] == group).to_numpy()
        weights = own + SHRINK / len(changes)
        mixed = np.array([np.average(changes, weights=weights)])
        expected[METHOD][group] = mixed if kind == "event" else quantiles(changes, LEVELS, weights)
    return expected


def quantiles(values: np.ndarray, levels: Sequence[float], weights: np.ndarray | None = None) -> np.ndarray:
    """Weighted quantiles: the first of ``values`` at which the share of the weight reaches the level."""
    # What rounding takes from a share must not move a quantile to the next value.
    return np.quantile(values, np.asarray(levels) - 1e-12, weights=weights, method="inverted_cdf")


def crps(values: np.ndarray, happened: np.ndarray) -> np.ndarray:
    """Continuous ranked probability score of equally likely ``values``, in the unit of the change; 0 is perfect.

    Mean distance to what happened, less half the mean distance among the values (Gneiting and Raftery 2007, eq. 21);
    of one value, its distance. ``values`` has a row for each of ``happened``, or is one row for all.
    """
    among = np.abs(values[..., :, None] - values[..., None, :]).mean(axis=(-2, -1))
    return np.abs(values - np.asarray(happened, dtype=float)[:, None]).mean(axis=-1) - among / 2


def scored(changes: pd.DataFrame, forecast: dict[str, dict[str, np.ndarray]], kind: str) -> pd.DataFrame:
    """Score each forecast on the ``changes`` of one quantity and round: one row per change and forecaster.

    Adds forecaster, score (CRPS, of an event Brier), middle and, where there is a spread, the ends of its intervals and
    whether the change lies in them.
    """
    happened = changes["change"].to_numpy(dtype=float)
    frames = []
    for forecaster, by_group in forecast.items():
        values = np.stack([by_group[group] for group in changes["group"]])
        # Of an event, 0 or 1, the squared difference of its probability (Brier 1950, for two outcomes).
        score = (values[:, 0] - happened) ** 2 if kind == "event" else crps(values, happened)
        more = {"forecaster": forecaster, "score": score, "middle": interval(values, (0.5, 0.5))[0]}
        if values.shape[1] > 1:
            for share, ends in INTERVALS.items():
                low, high = interval(values, ends)
                inside = between(happened, low, high)
                more |= {f"low_{share}": low, f"high_{share}": high, f"inside_{share}": inside}
        frames.append(changes.assign(**more))
    return pd.concat(frames, ignore_index=True)


def interval(values: np.ndarray, ends: tuple[float, float]) -> np.ndarray:
    """Low and high end of the interval of equally likely ``values`` between two levels, such as 0.05 and 0.95.

    Each value is the middle of its share of the probability: of twenty, the level 0.05 is between the lowest two.
    Of ``values`` with rows, one interval a row.
    """
    return np.quantile(values, ends, method="hazen", axis=-1)


def backtest(changes: pd.DataFrame) -> pd.DataFrame:
    """Predict each past round from the rounds before it alone: rows of ``scored`` for every quantity.

    ``changes`` as ``changes.observed`` gives them. A round is predicted once ``ENOUGH`` earlier rounds have changes.
    """
    frames = []
    for name, part in changes.groupby("quantity", sort=False):
        kind = KINDS[str(name)]
        rounds = in_order(part["round"])
        for place, round_ in enumerate(rounds[ENOUGH:], ENOUGH):
            past, now = part[part["round"].isin(rounds[:place])], part[part["round"] == round_]
            frames.append(scored(now, forecasts(past, sorted(set(now["group"])), kind), kind))
    return pd.concat(frames, ignore_index=True)


def summary(tested: pd.DataFrame) -> pd.DataFrame:
    """Mean scores of a backtest: one row per quantity and forecaster.

    ``score`` is the mean over rounds of the mean in each round, so that a round counts once: its results have much in
    common. Columns: quantity, forecaster, rounds, changes, score, inside_50 and inside_90 (shares of all changes).
    """
    of_round = tested.groupby(["quantity", "forecaster", "round"], sort=False)
    means = of_round["score"].mean().groupby(level=[0, 1], sort=False).agg(rounds="size", score="mean")
    inside = tested.astype({"inside_50": float, "inside_90": float}).groupby(["quantity", "forecaster"], sort=False)
    coverage = inside.agg(changes=("score", "size"), inside_50=("inside_50", "mean"), inside_90=("inside_90", "mean"))
    return means.join(coverage).reset_index()[
        ["quantity", "forecaster", "rounds", "changes", "score", "inside_50", "inside_90"]
    ]


def used(table: pd.DataFrame) -> dict[str, str]:
    """Forecaster for each quantity: our method if it beats every baseline in ``summary``, else the best baseline.

    Of the baselines, one with a spread is used where there is one: a prediction has an interval.
    """
    methods = {}
    for name, part in table.groupby("quantity", sort=False):
        scores = part.set_index("forecaster")["score"]
        others = scores.drop(METHOD)
        spread = others[[SPREAD in forecaster for forecaster in others.index]]
        beats = bool((scores[METHOD] < others).all())
        methods[str(name)] = METHOD if beats else str((spread if len(spread) else others).idxmin())
    return methods


# The two ends of an interval.
Pair = Annotated[tuple[Number, Number], Strict(False)]


class Group(Model):
    """Forecast for a group: ``values`` are equally likely changes, the others what these make of ``before``."""

    before: Number | None = None
    expected: Number
    even: Pair | None = None
    likely: Pair | None = None
    values: Many[Number]


class Predicted(Model):
    """Prediction of a quantity for each group; ``baselines`` are the changes that it is scored against."""

    question: Text
    definition: Text
    unit: Text
    kind: Literal["gain", "count", "share", "event"]
    by: Text
    baselines: dict[str, Many[Number]]
    groups: dict[str, Group]


class Predictions(Model):
    """``data/facts/predictions.yml``: an ``edition`` is the day on which the predictions of a ``round`` were fixed."""

    edition: When
    round: Text
    method: Text
    predictions: dict[str, Predicted]


read_predictions = reader(PREDICTIONS, Predictions)


def score(predictions: Predictions, results: pd.DataFrame, data: Path = DATA_DIR) -> pd.DataFrame:
    """Score ``predictions`` on the tables: one row per change of their round and forecaster; none before the round.

    A change of a group that has no prediction, such as a maker whose partners are new, is left out.
    """
    changes, scores = observed(results, data), []
    for name, predicted in predictions.predictions.items():
        groups = {group: np.array(forecast.values) for group, forecast in predicted.groups.items()}
        here = changes[(changes["quantity"] == name) & (changes["round"] == predictions.round)]
        here = here[here["group"].isin(groups)]
        others = {name: dict.fromkeys(groups, np.array(values)) for name, values in predicted.baselines.items()}
        if len(here):
            scores.append(scored(here, {predicted.by: groups} | others, predicted.kind))
    return pd.concat(scores, ignore_index=True) if scores else pd.DataFrame()
