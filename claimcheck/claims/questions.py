"""The questions that a published figure can ask of the tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pandas as pd

from claimcheck.analysis import cost, speedup
from claimcheck.analysis.results import half_up, short_accelerator
from claimcheck.analysis.wins.entries import family
from claimcheck.claims import anatomy, counting, elsewhere, history, latency, tallies
from claimcheck.claims.model import Answer, Context, Sensitivity
from claimcheck.claims.select import select
from claimcheck.printing import as_published
from claimcheck.rounds import roles

PERCENT = 100.0
# Rules of a figure that was printed as a bound and not as a number.
BOUNDS = ("more_than", "at_least")
MEASURES = ("per_accelerator", "value")


def _none(context: Context, how: str) -> Answer:
    return Answer(None, context.tables.results.head(0), how)


def _named(context: Context, spec: dict[str, Any], key: str) -> pd.DataFrame:
    name = spec.get(key, key)
    context.one(name)
    return context.rows[name]


def _who(row: pd.Series) -> str:
    said = [str(row["round"]) if pd.isna(row["availability"]) else f"{row['round']} {row['availability']}"]
    if pd.notna(row["result_id"]):
        said.append(f"result {row['result_id']}")
    return f"{row['submitter']} on {_system(row)} ({', '.join(said)})"


def _system(row: pd.Series) -> str:
    if pd.isna(row["accelerators"]) or pd.isna(row["accelerator"]):
        return f"{row['system']}, no accelerator"
    return f"{int(row['accelerators'])} {short_accelerator(row['accelerator'])}"


def _divided(context: Context, row: pd.Series) -> float:
    """The row's figure per accelerator; raises RegisterError where there is nothing to divide."""
    if pd.isna(row["per_accelerator"]):
        why = "a time is not divided by accelerators" if not row["higher_is_better"] else "the system has none"
        raise context.entry.fail(
            f"{row['benchmark']} {row['scenario']} of {row['submitter']} has no figure per accelerator",
            "figures",
            rule=why,
            fix="ask for throughput, or give measure: value",
        )
    return float(row["per_accelerator"])


def throughput(context: Context, spec: dict[str, Any]) -> Answer:
    """The published result of the row ``of``, in its own unit."""
    rows = _named(context, spec, "of")
    if rows.empty:
        return _none(context, "no such result")
    row = rows.iloc[0]
    return Answer(float(row["value"]), rows, f"published result of {_who(row)}")


def millions(context: Context, spec: dict[str, Any]) -> Answer:
    """The published result of the row ``of``, in millions of its own unit."""
    answer = throughput(context, spec)
    return answer if answer.value is None else replace(answer, value=answer.value / 1e6)


def per_accelerator(context: Context, spec: dict[str, Any]) -> Answer:
    """The published result of the row ``of`` divided by its accelerators."""
    rows = _named(context, spec, "of")
    if rows.empty:
        return _none(context, "no result gives that figure per accelerator")
    row = rows.iloc[0]
    return Answer(
        _divided(context, row),
        rows,
        f"{as_published(row['value'])} {row['unit']} / {int(row['accelerators'])}, {_who(row)}",
    )


def ratio(context: Context, spec: dict[str, Any]) -> Answer:
    """Result of the row ``after`` over that of the row ``before``: per accelerator, or of whole systems.

    ``measure`` is per_accelerator unless given; ``value`` compares whole systems. Of times it
    is ``before`` over ``after``, so that above 1 is faster. Raises RegisterError for results of two
    benchmarks or scenarios, which are not compared.
    """
    before, after = _named(context, spec, "before"), _named(context, spec, "after")
    if before.empty or after.empty:
        return _none(context, "a figure of the ratio is in no result")
    a, b = before.iloc[0], after.iloc[0]
    _one_cell(context, pd.concat([before.head(1), after.head(1)]))
    if spec.get("measure", "per_accelerator") == "per_accelerator":
        value, how = _divided(context, b) / _divided(context, a), "each per accelerator"
    else:
        value, how = float(b["value"]) / float(a["value"]), "whole systems"
        if not bool(b["higher_is_better"]):
            value, how = 1 / value, "times of whole systems, the first into the second"
    return Answer(value, pd.concat([before.head(1), after.head(1)]), f"{_who(b)} over {_who(a)}, {how}")


def _one_cell(context: Context, rows: pd.DataFrame) -> None:
    cells = pd.DataFrame({"benchmark": family(rows["benchmark"]), "scenario": rows["scenario"]}).drop_duplicates()
    if len(cells) > 1:
        raise context.entry.fail(
            "the results are of " + " and ".join(f"{c.benchmark} {c.scenario}" for c in cells.head(3).itertuples()),
            "rows",
            rule="results are compared within one benchmark and scenario",
            fix="name rows of the same benchmark and scenario",
        )


def percent(context: Context, spec: dict[str, Any]) -> Answer:
    """The row ``after`` in percent of the row ``before``: ``ratio`` times 100."""
    answer = ratio(context, spec)
    return answer if answer.value is None else replace(answer, value=answer.value * PERCENT)


def gain(context: Context, spec: dict[str, Any]) -> Answer:
    """By how many percent the row ``after`` exceeds the row ``before``: ``ratio`` less 1, times 100."""
    answer = ratio(context, spec)
    return answer if answer.value is None else replace(answer, value=(answer.value - 1) * PERCENT)


def saving(context: Context, spec: dict[str, Any]) -> Answer:
    """Share of the cost per token saved by ``ratio`` at one price, in percent: 1 - 1 / ratio."""
    answer = ratio(context, spec)
    if answer.value is None:
        return answer
    how = f"1 - 1 / {answer.value:.3f}, at one price and utilisation for both; ratio: {answer.how}"
    return Answer(cost.saving(answer.value) * PERCENT, answer.rows, how)


def token_cost(context: Context, spec: dict[str, Any]) -> Answer:
    """Cost in $ of a million output tokens on the row ``of`` over a price scenario of prices.yml.

    The value is the cost at the middle of the scenario, the span that at its two ends.
    """
    rows = _named(context, spec, "of")
    scenarios = context.tables.prices.scenarios
    name = spec.get("prices")
    if name not in scenarios:
        raise context.entry.unknown("prices", name, scenarios)
    if rows.empty:
        return _none(context, "no such result")
    low, high = scenarios[name].usd_per_hour
    row = rows.iloc[0]
    if row["unit"] != "tokens/s":
        rule = "a cost per token asks for tokens"
        raise context.entry.fail(f"{row['benchmark']} is measured in {row['unit']}", "figures", rule=rule)
    rate = _divided(context, row)
    ends = (cost.cost_per_million_tokens(low, rate), cost.cost_per_million_tokens(high, rate))
    middle = cost.cost_per_million_tokens((low + high) / 2, rate)
    prices = f"our price scenario {name}, ${low:.2f} to ${high:.2f} per accelerator-hour"
    how = f"{prices} / ({half_up(rate, 0):,} tokens/s x 3600), {_who(rows.iloc[0])}"
    return Answer(middle, rows, how, ends)


def rank(context: Context, spec: dict[str, Any]) -> Answer:
    """Rank of the row ``of`` among the rows ``among``, 1 the best, by ``measure`` (value or per_accelerator).

    Of times the shortest is the best, and ``measure`` is value. Raises RegisterError for results
    of more than one benchmark and scenario.
    """
    rows, among = _named(context, spec, "of"), _named(context, spec, "among")
    measure = spec.get("measure", "per_accelerator")
    if rows.empty:
        return _none(context, "no such result")
    row = rows.iloc[0]
    _one_cell(context, pd.concat([rows.head(1), among]))
    times = not bool(row["higher_is_better"])
    if measure == "per_accelerator":
        _divided(context, row)
    sign = -1 if times else 1
    field = among[among[measure].notna()]
    place = speedup.rank(sign * float(row[measure]), sign * field[measure].astype(float))
    what = "per accelerator" if measure == "per_accelerator" else "by time" if times else "in total"
    return Answer(float(place), rows.head(1), f"{_who(row)}: place {place} of {len(field)} results, {what}")


QUESTIONS: dict[str, Callable[[Context, dict[str, Any]], Answer]] = {
    "throughput": throughput,
    "millions": millions,
    "per_accelerator": per_accelerator,
    "ratio": ratio,
    "saving": saving,
    "cost": token_cost,
    "rank": rank,
    "percent": percent,
    "gain": gain,
    **tallies.QUESTIONS,
    **history.QUESTIONS,
    **anatomy.QUESTIONS,
    **latency.QUESTIONS,
    **elsewhere.QUESTIONS,
}
# Readings of a figure that have a question of their own: what gives them, their unit, and what they are.
READINGS: dict[str, tuple[Callable[[Context, dict[str, Any]], pd.Series], str, str]] = {
    "minimum rates": (latency.minimum_rate_readings, "x", "ratios, by the limits and by what runs reached"),
    "gains": (elsewhere.gain_readings, "x", "comparisons of the two rounds, all benchmarks"),
}


def sensitivity(
    context: Context, spec: dict[str, Any], published: float, decimals: int, *, bound: bool = False
) -> Sensitivity | None:
    """The range of a figure over every defensible reading.

    ``over``: ratio or saving (every comparison of two rounds, those of the rows ``before`` and ``after``,
    on the accelerator given, see ``analysis.speedup.readings``), cost (the ends of every price scenario, for
    the row ``of``), wins (every counting rule) or one of READINGS.
    The published figure's rank counts the readings that, rounded as it was printed, are
    higher; ``bound`` says that it was printed as a bound ("over 60%"). None when the result
    that costs rest on is nowhere.
    """
    kind = spec.get("over")
    if kind in ("ratio", "saving"):
        cell = {key: spec[key] for key in ("benchmark", "scenario", "accelerator")}
        select(context.tables.results, cell, context.entry, "sensitivity")  # raises when one is not known
        named = [context.one(name) for name in ("before", "after") if name in context.rows]
        rounds = tuple(str(row["round"]) for row in named if row is not None)
        pairs = context.tables.compared(*(rounds if len(rounds) == 2 else roles().pair))
        for name, value in cell.items() if len(pairs) else ():
            pairs = pairs[pairs[name] == value]
        if pairs.empty:
            raise context.entry.fail("sensitivity meets no pair of results", "sensitivity")
        values = pairs["ratio"].astype(float)
        unit, of = "x", "comparisons of the two rounds"
        if kind == "saving":
            values, unit = values.map(cost.saving) * PERCENT, "%"
    elif kind in READINGS:
        read, unit, of = READINGS[str(kind)]
        values = read(context, spec)
    elif kind == "wins":
        values = counting.wins_range(context, spec["tally"])
        unit, of = ("x" if spec["tally"] == "ratio" else "wins"), "counting rules"
    else:
        rows = select(context.tables.results, spec["of"], context.entry, "sensitivity")
        if rows.empty:
            return None
        rate = float(rows.iloc[0]["per_accelerator"])
        ends = [p for _, e in context.tables.prices.scenarios.items() for p in e.usd_per_hour]
        values = pd.Series([cost.cost_per_million_tokens(p, rate) for p in dict.fromkeys(ends)])
        unit, of = "$ per million tokens", "prices at the ends of the price scenarios"
    place = 1 + sum(half_up(v, decimals) > half_up(published, decimals) for v in values)
    return Sensitivity(float(values.min()), float(values.max()), len(values), place, unit, of, bound)
