"""Predict each past round from the rounds before it alone, and score the predictions against two plain baselines.

A forecast is a list of equally likely changes. Changes are as ``observed.Quantity`` says: logs of ratios, differences
of shares, events.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from claimcheck.analysis.predictions.observed import QUANTITIES
from claimcheck.core.same import between
from claimcheck.data.rounds import in_order

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
    """The changes that each forecaster expects of the next round, for each of ``groups``, by forecaster and group.

    ``past``: the earlier changes of one quantity (``round``, ``group``, ``change``), from ``ENOUGH`` rounds or more.

    Our method: the past changes of the group, mixed with those of all groups, which weigh as ``SHRINK`` of them.
    No change: zero. Last round's median: that of the latest round with changes. Each baseline is scored twice: as one
    figure, and with its own past errors around it (those of no change taken with both signs).

    Of an event the forecast is one probability: the mean of the mixture; that what happened last happens again
    (1); the share in the latest round. Errors would make a probability of these no better defined, so they have none.
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
    found = {name: dict.fromkeys(groups, values) for name, values in plain.items()}
    found[METHOD] = {}
    for group in groups:
        own = (past["group"] == group).to_numpy()
        weights = own + SHRINK / len(changes)
        mixed = np.array([np.average(changes, weights=weights)])
        found[METHOD][group] = mixed if kind == "event" else quantiles(changes, LEVELS, weights)
    return found


def quantiles(values: np.ndarray, levels: Sequence[float], weights: np.ndarray | None = None) -> np.ndarray:
    """Quantiles of ``values``, weighted: the first value at which the share of the weight reaches the level."""
    order = np.argsort(values, kind="stable")
    share = np.cumsum(np.ones(len(values)) if weights is None else weights[order])
    # What rounding takes from a share must not move a quantile to the next value.
    places = np.searchsorted(share / share[-1], np.asarray(levels) - 1e-12)
    return values[order][np.minimum(places, len(values) - 1)]


def crps(values: np.ndarray, happened: np.ndarray) -> np.ndarray:
    """Continuous ranked probability score of equally likely ``values``, in the unit of the change; 0 is perfect.

    Mean distance to what happened, less half the mean distance among the values (Gneiting and Raftery 2007, eq. 21);
    of one value, its distance. ``values`` has a row for each of ``happened``, or is one row for all.
    """
    among = np.abs(values[..., :, None] - values[..., None, :]).mean(axis=(-2, -1))
    return np.abs(values - np.asarray(happened, dtype=float)[:, None]).mean(axis=-1) - among / 2


def brier(probability: np.ndarray | float, happened: np.ndarray) -> np.ndarray:
    """Squared difference of a probability and an event, 0 or 1 (Brier 1950, for two outcomes)."""
    return (probability - np.asarray(happened, dtype=float)) ** 2


def scored(changes: pd.DataFrame, forecast: dict[str, dict[str, np.ndarray]], kind: str) -> pd.DataFrame:
    """``changes`` of one quantity and round with their scores: one row per change and forecaster.

    Adds forecaster, score (CRPS, of an event Brier), middle (the median, or the probability) and, where the forecast
    has a spread, the ends of its intervals, low_50 to high_90, with inside_50 and inside_90: whether the change lies
    in them.
    """
    happened = changes["change"].to_numpy(dtype=float)
    found = []
    for forecaster, by_group in forecast.items():
        values = np.stack([by_group[group] for group in changes["group"]])
        score = brier(values[:, 0], happened) if kind == "event" else crps(values, happened)
        more = {"forecaster": forecaster, "score": score, "middle": interval(values, (0.5, 0.5))[0]}
        if values.shape[1] > 1:
            for share, ends in INTERVALS.items():
                low, high = interval(values, ends)
                inside = between(happened, low, high)
                more |= {f"low_{share}": low, f"high_{share}": high, f"inside_{share}": inside}
        found.append(changes.assign(**more))
    return pd.concat(found, ignore_index=True)


def interval(values: np.ndarray, ends: tuple[float, float]) -> np.ndarray:
    """The interval of equally likely ``values`` between two levels, such as 0.05 and 0.95: its low and its high end.

    Each value is the middle of its share of the probability: of twenty, the level 0.05 is between the lowest two.
    Of ``values`` with rows, one interval a row.
    """
    return np.quantile(values, ends, method="hazen", axis=-1)


def backtest(changes: pd.DataFrame) -> pd.DataFrame:
    """Each past round predicted from the rounds before it alone: the rows of :func:`scored` for every quantity.

    ``changes`` as ``observed.observed`` gives them. A round is predicted once ``ENOUGH`` earlier rounds have changes.
    """
    found = []
    for name, part in changes.groupby("quantity", sort=False):
        kind = QUANTITIES[str(name)].kind
        rounds = in_order(part["round"])
        for place, round_ in enumerate(rounds[ENOUGH:], ENOUGH):
            past, now = part[part["round"].isin(rounds[:place])], part[part["round"] == round_]
            found.append(scored(now, forecasts(past, sorted(set(now["group"])), kind), kind))
    return pd.concat(found, ignore_index=True)


def summary(tested: pd.DataFrame) -> pd.DataFrame:
    """The backtest in a table: one row per quantity and forecaster.

    ``score`` is the mean over rounds of the mean in each round, so that a round counts once: its results have much in
    common. Columns: quantity, forecaster, rounds, changes, score, inside_50 and inside_90 (shares of all changes).
    """
    of_round = tested.groupby(["quantity", "forecaster", "round"], sort=False)
    means = of_round["score"].mean().groupby(level=[0, 1], sort=False).agg(rounds="size", score="mean")
    inside = tested.astype({"inside_50": float, "inside_90": float}).groupby(["quantity", "forecaster"], sort=False)
    found = inside.agg(changes=("score", "size"), inside_50=("inside_50", "mean"), inside_90=("inside_90", "mean"))
    return means.join(found).reset_index()[
        ["quantity", "forecaster", "rounds", "changes", "score", "inside_50", "inside_90"]
    ]


def used(table: pd.DataFrame) -> dict[str, str]:
    """The forecaster that predicts each quantity: our method if it beats every baseline in ``summary``, else the best.

    Of the baselines, one with a spread is used where there is one: a prediction has an interval.
    """
    found = {}
    for name, part in table.groupby("quantity", sort=False):
        scores = part.set_index("forecaster")["score"]
        others = scores.drop(METHOD)
        spread = others[[SPREAD in one for one in others.index]]
        beats = bool((scores[METHOD] < others).all())
        found[str(name)] = METHOD if beats else str((spread if len(spread) else others).idxmin())
    return found
