"""Questions and conditions about wins: the nearest counting rule, and what a rule gives."""

from __future__ import annotations

from typing import Annotated, Literal

import pandas as pd
from pydantic import AfterValidator, Field

from claimcheck.analysis.results import half_up, rounds_to
from claimcheck.analysis.wins.counts import finder, won
from claimcheck.analysis.wins.rules import CHOICES, NOT_APPLICABLE, PLAIN, Rule
from claimcheck.claims.language import BOTH, Found, Unit, condition, question, reading
from claimcheck.claims.model import Answer, Context, Tables
from claimcheck.claims.wins import in_words, nearest_as_printed, published
from claimcheck.registers import Text, broken

Tally = Annotated[Literal["nvidia", "ratio"], Field(description="NVIDIA's wins, or their ratio to everybody else's")]
_UNIT = Unit("``wins`` or ``x``", lambda figure, answer: ("x",) if figure.tally == "ratio" else ("wins",))


def _choices(given: dict[str, str]) -> dict[str, str]:
    for choice, value in given.items():
        if choice not in CHOICES or value not in (*CHOICES[choice], NOT_APPLICABLE):
            known = ", ".join(f"{c}: {v}" for c in CHOICES for v in CHOICES[c])
            raise broken(f"choices has {choice}: {value}", f"choices is one of {known}")
    return given


Choices = Annotated[dict[str, Text], AfterValidator(_choices), Field(description="choices of a counting rule")]


@question(_UNIT, BOTH)
def wins(context: Context, tally: Tally) -> Answer:
    """NVIDIA's wins (``tally`` nvidia) or their ratio to everybody else's, by the counting rule nearest to both.

    Of the rules that count Training and Inference, as the claim says. ``span`` is what ties, narrow leads and unknown
    availability leave open; the rows are the inference results with which others won.
    """
    tables = context.tables
    best = nearest_rule(tables)
    rule = Rule(**{name: str(best[name]) for name in CHOICES})
    cells = won(finder(tables.contest), rule)
    rows = tables.results[tables.results["row_id"].isin(cells[cells["winner"] == "others"]["row_id"])]
    how = (
        f"the verdict rests on the range of the nearest of {len(both_programs(tables))} counting rules over Inference "
        f"and Training, since no definition of a win is published: {best['nvidia']} wins "
        f"for NVIDIA, {best['others']} for all others, {best['ratio']:.2f} times; the rule: {in_words(best.to_dict())}"
    )
    return Answer(float(best[tally]), rows, how, span(best, tally))


def both_programs(tables: Tables) -> pd.DataFrame:
    """Wins under every rule that counts Inference and Training, as the claims say."""
    counts = tables.win_counts
    return counts[counts["programs"] == PLAIN.programs]


def nearest_rule(tables: Tables) -> pd.Series:
    """Of the rules that count Inference and Training, the nearest to the published count and ratio."""
    return nearest_as_printed(both_programs(tables), tables.data).iloc[0]


def span(counted: pd.Series, tally: str) -> tuple[float, float]:
    """Lowest and highest count for NVIDIA, or ratio, that a rule's open questions allow.

    The highest ratio is infinite where others may have won nothing.
    """
    if tally == "nvidia":
        return float(counted["nvidia_low"]), float(counted["nvidia_high"])
    fewest, most = float(counted["others_low"]), float(counted["others_high"])
    high = counted["nvidia_high"] / fewest if fewest else float("inf")
    return float(counted["nvidia_low"]) / most, float(high)


@reading(_UNIT, "counting rules")
def wins_by_rule(context: Context, tally: Tally) -> pd.Series:
    """NVIDIA's wins or the ratio under every counting rule; rules by which others won nothing have no ratio."""
    values = context.tables.win_counts[tally].astype(float)
    return values[values < float("inf")]


@condition()
def rule_gives(context: Context, choices: Choices | None = None) -> Found:
    """The plainest rule with ``choices`` gives the claim's published figure, rounded as printed."""
    figure = context.published
    wanted = {**vars(PLAIN), **(choices or {})}
    counts = context.tables.win_counts
    (row,) = counts[(counts[list(wanted)] == pd.Series(wanted)).all(axis=1)].to_dict("records")
    value = row[getattr(figure, "tally", "nvidia")]
    holds = abs(value) < float("inf") and rounds_to(value, figure.published, figure.decimals)
    said = f"{row['nvidia']} wins for NVIDIA, {row['others']} for others, {row['ratio']:.1f} times ({in_words(row)})"
    return Found(holds, said)


@condition()
def rule_fits(context: Context) -> Found:
    """A rule gives the published count and the published ratio together, each rounded as printed."""
    pair = published(context.tables.data)
    every = context.tables.win_counts
    (same, both), (_, named) = (that_fit(counts, *pair) for counts in (every, both_programs(context.tables)))
    said = (
        f"{len(same)} of {len(every)} rules give the count, {len(both)} of them the ratio as well; of "
        f"the rules over Inference and Training, without HPC, {len(named)} give both"
    )
    return Found(len(both) > 0, said)


def that_fit(counts: pd.DataFrame, wins: float, ratio: float) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Of the rules by which others won something: those that give the count, and of these the ratio, as printed."""
    same = counts[(counts["nvidia"] == wins) & (counts["others"] > 0)]
    return same, same[same["ratio"].map(lambda r: half_up(r, 0)) == half_up(ratio, 0)]
