"""Predictions of a round before it exists, ``data/facts/predictions.yml``, and their scores afterwards."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
import pandas as pd
import yaml
from pydantic import Strict

from claimcheck.analysis.predictions.backtest import (
    INTERVALS,
    METHOD,
    SHRINK,
    backtest,
    forecasts,
    interval,
    scored,
    summary,
    used,
)
from claimcheck.analysis.predictions.observed import AGES, QUANTITIES, Quantity, observed
from claimcheck.core.documents import Many, Model, Number, Text, When, read
from claimcheck.core.errors import RegisterError
from claimcheck.data.paths import PREDICTIONS
from claimcheck.data.rounds import in_order, order
from claimcheck.data.tables import DATA_DIR

if TYPE_CHECKING:
    from claimcheck.claims.tables import Tables

_HEAD = """\
# What we expect of a round of MLPerf Inference, written before it was published by `claimcheck predict --write`.
# Nothing here is changed afterwards: a change is a new edition with a day of its own. `claimcheck predict` prints the
# predictions, and their scores once the round is in the tables.
#   values     equally likely changes: logs of ratios (gains), logs of ratios of counts plus one (partners),
#              differences of shares (share), one probability (again)
#   expected   what they make of `before`: the median, or the probability; even and likely: the intervals that hold
#              it with a probability of 50% and of 90%
"""
_METHOD = (
    f"{METHOD.capitalize()}: the past changes of the group, mixed with those of all groups, which weigh as much as "
    f"{SHRINK} of the group's own. The baselines are no change, and the median change of the round before, each as one "
    "figure and with its past errors. Each quantity is predicted by our method if it had a lower mean score than every "
    "baseline in a backtest over past rounds, each predicted from the rounds before it alone, and else by the best "
    "baseline that has an interval."
)


# The two ends of an interval.
Pair = Annotated[tuple[Number, Number], Strict(False)]


class Group(Model):
    """What is expected of a group: ``values`` are equally likely changes, the others what they make of ``before``."""

    before: Number | None = None
    expected: Number
    even: Pair | None = None
    likely: Pair | None = None
    values: Many[Number]


class Predicted(Model):
    """The prediction of a quantity; ``baselines`` are changes that it is scored against."""

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


def read_predictions(data: Path = DATA_DIR) -> Predictions:
    """The predictions of ``data``. Raises RegisterError."""
    return read(data / PREDICTIONS, Predictions)


def predict(given: Tables, round_: str, day: str) -> str:
    """The text of ``predictions.yml`` for a ``round_`` that the tables do not have, fixed on ``day`` (2026-11-22).

    Raises RegisterError for a round that is in the tables, or older than one that is.
    """
    newest = in_order(given.results["round"])[-1]
    if order(round_) <= order(newest):
        message = f"{round_} is not after {newest}, the newest round of the tables"
        raise RegisterError(message, where=given.data / PREDICTIONS, rule="a prediction is made before its round")
    changes = observed(given)
    by = used(summary(backtest(changes)))
    quantities = changes.groupby("quantity", sort=False)
    predictions = {str(name): _predicted(str(name), part, newest, by[str(name)]) for name, part in quantities}
    head: dict[str, object] = {"edition": day, "round": round_, "method": _METHOD}
    document = head | {"predictions": predictions}
    return _HEAD + yaml.dump(document, Dumper=_Dumper, sort_keys=False, width=118, allow_unicode=True)


def _predicted(name: str, past: pd.DataFrame, newest: str, by: str) -> dict[str, object]:
    quantity, latest = QUANTITIES[name], past[past["round"] == newest].set_index("group")
    # What the next round's changes start from: the makers that have partners now, and the share now.
    from_here = latest["after"][latest["after"] > 0].to_dict() if quantity.kind in ("count", "share") else {}
    groups = {"gain": AGES, "event": sorted(set(past["group"]))}.get(quantity.kind, sorted(from_here))
    made = forecasts(past, groups, quantity.kind)
    return {
        "question": quantity.question,
        "definition": quantity.definition,
        "unit": quantity.unit,
        "kind": quantity.kind,
        "by": by,
        "baselines": {f: _rounded(v[groups[0]]) for f, v in made.items() if f not in (METHOD, by)},
        "groups": {group: _group(quantity, made[by][group], from_here.get(group)) for group in groups},
    }


def _group(quantity: Quantity, values: np.ndarray, before: float | None) -> dict[str, object]:
    values = np.array(_rounded(values))

    def after(ends: tuple[float, float]) -> list[float]:
        return _rounded([quantity.after(before or 0.0, change) for change in interval(values, ends)])

    ends = {} if len(values) == 1 else {"even": after(INTERVALS[50]), "likely": after(INTERVALS[90])}
    start = {} if before is None else {"before": _rounded([before])[0]}
    return start | {"expected": after((0.5, 0.5))[0]} | ends | {"values": values.tolist()}


def score(predictions: Predictions, given: Tables) -> pd.DataFrame:
    """Score ``predictions`` on the tables: one row per change of their round and forecaster; none before it is in them.

    Columns of ``backtest.scored``: quantity, group, cell, before, after, change, forecaster, score and, where there is
    an interval, inside_50 and inside_90. ``backtest.summary`` of it gives the means. A change of a group that has no
    prediction, such as a maker whose partners are new, is left out.
    """
    if predictions.round not in set(given.results["round"]):
        return pd.DataFrame()
    changes, found = observed(given), []
    for name, predicted in predictions.predictions.items():
        groups = {group: np.array(one.values) for group, one in predicted.groups.items()}
        here = changes[(changes["quantity"] == name) & (changes["round"] == predictions.round)]
        here = here[here["group"].isin(groups)]
        others = {name: dict.fromkeys(groups, np.array(values)) for name, values in predicted.baselines.items()}
        if len(here):
            found.append(scored(here, {predicted.by: groups} | others, predicted.kind))
    return pd.concat(found, ignore_index=True) if found else pd.DataFrame()


def report(predictions: Predictions, given: Tables) -> list[str]:
    """The predictions in lines, and their scores if their round is in the tables."""
    lines = [f"{predictions.round}, as of {predictions.edition}"]
    for one in predictions.predictions.values():
        lines += ["", f"{one.question} (by {one.by})"]
        lines += [f"  {group}: {_text(found, one.unit)}" for group, found in one.groups.items()]
    found = score(predictions, given)
    if found.empty:
        return [*lines, "", f"{predictions.round} is not in the tables, so nothing is scored yet"]
    lines += ["", "Scores (lower is better) and shares of what happened inside the intervals of 50% and 90%"]
    for row in summary(found).itertuples():
        inside = "" if np.isnan(row.inside_50) else f", inside {row.inside_50:.0%} and {row.inside_90:.0%}"
        lines.append(f"  {row.quantity}, {row.forecaster}: {row.score:.4f} over {row.changes}{inside}")
    return lines


def _text(group: Group, unit: str) -> str:
    scale, form = {"x": (1, "{:.2f}x"), "%": (100, "{:.0f}%")}.get(unit, (1, "{:.0f}"))
    shown = [form.format(scale * value) for value in (group.expected, *(group.even or ()), *(group.likely or ()))]
    if len(shown) == 1:
        return shown[0]
    return f"{shown[0]}; 50%: {shown[1]} to {shown[2]}; 90%: {shown[3]} to {shown[4]}"


def _rounded(values: Iterable[float]) -> list[float]:
    return [float(np.round(value, 4)) + 0.0 for value in values]


class _Dumper(yaml.SafeDumper):
    """Lists in one line; days and everything else as YAML has them."""


_Dumper.add_representer(list, lambda dumper, value: dumper.represent_sequence("tag:yaml.org,2002:seq", value, True))
