"""The question about wins: how many, by which definition, and what the definitions that the sentence allows give."""

from __future__ import annotations

from typing import Annotated, Literal

import pandas as pd
from pydantic import AfterValidator, Field

from claimcheck.analysis.wins.definitions import CHOICES, NOT_APPLICABLE, PLAIN, Rule, finder, in_words, won
from claimcheck.claims.language import BOTH, Unit, question, reading
from claimcheck.claims.model import Answer, Context
from claimcheck.core.documents import Text, broken

Tally = Annotated[Literal["nvidia", "ratio"], Field(description="NVIDIA's wins, or their ratio to everybody else's")]
_UNIT = Unit("``wins`` or ``x``", lambda figure, answer: ("x",) if figure.tally == "ratio" else ("wins",))


def _choices(given: dict[str, str]) -> dict[str, str]:
    for choice, value in given.items():
        if choice not in CHOICES or value not in (*CHOICES[choice], NOT_APPLICABLE):
            known = ", ".join(f"{c}: {v}" for c in CHOICES for v in CHOICES[c])
            raise broken(f"choices has {choice}: {value}", f"choices is one of {known}")
    return given


Choices = Annotated[dict[str, Text], AfterValidator(_choices), Field(description="choices of a definition of a win")]


@question(_UNIT, BOTH)
def wins(context: Context, tally: Tally, choices: Choices | None = None) -> Answer:
    """NVIDIA's wins (``tally`` nvidia) or their ratio to everybody else's, by the plainest definition of a win.

    With ``choices``, by the definition that differs from the plainest in these alone. ``span`` is the range over the
    definitions that the claim's sentence allows, or with ``choices``, that it allows but for these. The rows are the
    inference results with which others won.
    """
    tables, last = context.tables, context.roles.claims
    rule = Rule(**{**vars(PLAIN), **(choices or {})})
    counts = tables.once(("counts by rule", last), lambda: tables.win_counts(last).set_index(list(CHOICES), drop=False))
    counted = counts.loc[tuple(vars(rule)[choice] for choice in CHOICES)]
    cells = won(tables.once(("finder", last), lambda: finder(tables.contest(last))), rule)
    rows = tables.results[tables.results["row_id"].isin(cells[cells["winner"] == "others"]["row_id"])]
    how = f"{counted['nvidia']} wins for NVIDIA, {counted['others']} for all others, {counted['ratio']:.2f} times"
    how += f" ({in_words(vars(rule))})"
    given, of = choices or {}, "definitions of a win that the sentence allows"
    of += " but for these choices" if given else ""
    # Of the definitions with these choices, those that the sentence leaves out for nothing else.
    reasons = counts["ruled_out"].fillna("")
    alike = (counts[list(given)] == pd.Series(given, dtype=object)).all(axis=1) & (reasons == reasons[counted.name])
    values = counts.loc[alike, tally].astype(float)
    values = values[values < float("inf")]
    how = f"the range over {len(values)} {of}; {how}"
    return Answer(float(counted[tally]), rows, how, (float(values.min()), float(values.max())))


@reading(_UNIT, "definitions that the sentence allows")
def wins_by_rule(context: Context, tally: Tally) -> pd.Series:
    """NVIDIA's wins or the ratio by every definition of a win that the claim's sentence allows.

    The table counting_rules says which and why. A definition by which others won nothing has no ratio.
    """
    counts = context.tables.win_counts(context.roles.claims)
    values = counts.loc[counts["ruled_out"].isna(), tally].astype(float)
    return values[values < float("inf")]
