"""A published ratio, compared again under a condition that the published pair of results fails."""

from __future__ import annotations

from collections.abc import Collection

import pandas as pd

from claimcheck.analysis.ratios import best_meeting
from claimcheck.claims.words.language import CONDITIONS, QUESTIONS, Answer, Context
from claimcheck.claims.words.rows import OTHER_SUITES
from claimcheck.claims.words.vocabulary import none
from claimcheck.core.printing import listed

# The condition that both systems can be bought.
ON_SALE = "both_available"


def comparable(before: pd.Series | None, after: pd.Series | None, failing: Collection[str]) -> bool:
    """Whether two results are a comparison as the table has them: of two rounds of Inference, on one accelerator.

    Of two accelerators it can be asked as well, where ``same_accelerator`` is among the conditions that are imposed.
    """
    if before is None or after is None or {before["suite"], after["suite"]} & set(OTHER_SUITES):
        return False
    chips = {row["accelerator"] for row in (before, after) if pd.notna(row["accelerator"])}
    return before["round"] != after["round"] and (len(chips) == 1 or "same_accelerator" in failing)


def compared_again(
    context: Context, before: pd.Series, after: pd.Series, failing: Collection[str], preview: bool = False
) -> Answer:
    """The best comparison that keeps what the pair ``before`` and ``after`` keeps, and meets ``failing`` as well.

    Of the defensible comparisons (the table comparisons) of the pair's rounds, benchmark, scenario and accelerators,
    those count that meet each condition with ``imposed`` which the pair meets or which ``failing`` names. The answer
    is the highest ratio per accelerator among them, after over before; none where no comparison is left. With
    ``preview`` a system that was not on sale counts, unless ``failing`` excludes it.
    """
    pairs = context.tables.compared(str(before["round"]), str(after["round"]))
    if len(pairs):
        pairs = pairs[(pairs["benchmark"] == after["benchmark"]) & (pairs["scenario"] == after["scenario"])]
    flags = [
        asked.imposed.column
        for name, asked in CONDITIONS.items()
        if asked.imposed and asked.imposed.column
        if name in failing or ((name != ON_SALE or not preview) and asked.function(context, before, after).holds)
    ]
    best = best_meeting(pairs, [before["accelerator"], after["accelerator"]], flags)
    if best is None:
        return none(context, "no such comparison exists")
    rows = context.tables.results.set_index("row_id", drop=False)
    sides = (
        pd.concat([rows.loc[best[f"row_id_{side}"]], pd.Series({"per_accelerator": best[f"per_accelerator_{side}"]})])
        for side in ("before", "after")
    )
    return QUESTIONS["ratio"].function(context, *sides)


def in_words(names: Collection[str]) -> str:
    """The conditions ``names`` as they follow "for": one owner and one size."""
    words = [asked.imposed.words for name, asked in CONDITIONS.items() if asked.imposed and name in names]
    return listed(words)
