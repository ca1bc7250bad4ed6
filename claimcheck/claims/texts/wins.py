"""Wins under every counting rule, as of the round in which they were claimed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pandas as pd

from claimcheck.analysis.wins import (
    CHOICES,
    LITERAL,
    MEANING,
    effects,
    eligible_results,
    every_rule,
    in_words,
    nearest,
    win_counter,
)
from claimcheck.claims.register.reading import load_register
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.registers import find_register
from claimcheck.data.tables import load


def published(data: Path = DATA_DIR) -> tuple[float, float]:
    """The claimed count and ratio, from the first register's claims on wins."""
    claims = {claim.id: claim for claim in load_register(data, find_register("", data).folder)}
    first, second = (claims[name].figures[0].published for name in ("cumulative-wins", "nine-times-others"))
    return first, second


def as_json(data: Path = DATA_DIR) -> list[dict[str, Any]]:
    """Every rule with its choices, counts, ratio (null when others won nothing) and each round's counts."""
    tally = win_counter(eligible_results(load("inference_results", data), load("training_results", data), data))
    definitions = []
    for rule in every_rule():
        tallied = tally(rule)
        total = tallied.total()
        definitions.append(
            {
                "choices": asdict(rule),
                "nvidia": total["nvidia"],
                "others": total["others"],
                "ratio": total["ratio"] if math.isfinite(total["ratio"]) else None,
                "tied": total["tied"],
                "nvidia_range": [total["nvidia_low"], total["nvidia_high"]],
                "others_range": [total["others_low"], total["others_high"]],
                "rounds": [
                    {"suite": program, "round": round_, "nvidia": nvidia, "others": others}
                    for (program, round_), (nvidia, others, tied, *_) in zip(
                        tallied.rounds, tallied.counts.tolist(), strict=True
                    )
                    if nvidia or others or tied
                ],
            }
        )
    return definitions


def nearest_as_printed(counts: pd.DataFrame, data: Path = DATA_DIR) -> pd.DataFrame:
    """``counts`` by distance from the published count and ratio, nearest first, with ``distance``.

    As ``analysis.wins.nearest``, but from the ratio as it was printed: every ratio that rounds to it
    is the published one. Of rules that are equally near, the one nearest to the number itself.
    """
    wins, ratio = published(data)
    away = [
        math.hypot(math.log(n / wins), math.log(r / min(max(r, ratio - 0.5), ratio + 0.5)))
        if n and math.isfinite(r)
        else math.inf
        for n, r in zip(counts["nvidia"], counts["ratio"], strict=True)
    ]
    ranked = nearest(counts, wins, ratio).drop(columns="distance")
    places = counts.assign(distance=away)[[*CHOICES, "distance"]]
    return ranked.merge(places, on=list(CHOICES)).sort_values("distance", kind="stable", ignore_index=True)


def report(data: Path = DATA_DIR) -> Iterator[str]:
    """The counts in a screenful: what the claim's sentence allows, the span, the nearest, what each choice does."""
    wins, ratio = published(data)
    counts = load("counting_rules", data)
    allowed, literal, plain = counts[counts["ruled_out"].isna()], counts[counts["ruled_out"] == LITERAL], counts.iloc[0]
    yield f"published: {wins:.0f} wins, {ratio:g} times everybody else; no definition of a win was found"
    for what, counts_of in (
        ("definitions of a win that the sentence allows", allowed),
        ("that count NVIDIA against all other submitters, word for word", literal),
        ("definitions tried", counts),
    ):
        yield (
            f"{len(counts_of)} {what}: {counts_of['nvidia'].min()} to {counts_of['nvidia'].max()} wins for NVIDIA, "
            f"{counts_of['ratio'].min():.2f} to {counts_of['ratio'].max():.1f} times everybody else"
        )
    yield (
        f"plainest definition: {plain['nvidia']} wins, {plain['others']} for others, {plain['tied']} tied, "
        f"{plain['ratio']:.1f}x"
    )
    yield "nearest that the sentence allows (what differs from the plainest):"
    for row in nearest_as_printed(allowed, data).head(5).to_dict("records"):
        yield f"  {row['nvidia']:>4} wins, {row['ratio']:5.2f}x: {in_words(row)}"
    yield "what one choice does, all others unchanged (median factor on wins, on the ratio):"
    for row in effects(counts).to_dict("records"):
        yield f"  {MEANING[row['choice']][row['to']]}: {row['wins']:.2f}, {row['ratio']:.2f}"
