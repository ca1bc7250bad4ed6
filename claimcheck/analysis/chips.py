"""What each chip makes in each test of a round, and how two chips compare in the tests that both entered.

A test is a benchmark, without its accuracy target, in one scenario of one round. Scores are per accelerator.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from claimcheck.analysis.view import (
    THROUGHPUT_UNITS,
    family,
    folded,
    models,
    named,
    names,
    on_sale,
    owners,
    power_submissions,
)
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import formatted
from claimcheck.data.numbers import BETWEEN

TEST = ["round", "family", "scenario", "unit"]
# The number of accelerators of the systems that most submitters enter.
EIGHT = 8
# How two chips are compared. None of these alone is the answer: on eight accelerators by the best result of each, by
# the median of all results, by the best of each maker's own, by each submitter that has both; and the best of any size.
READINGS = ["best", "median", "own", "house", "any size"]
# Cells of so many submitters or more say how far results of one chip lie apart, and so many tests what a chip is worth.
SEVERAL = 3


def recent(results: pd.DataFrame, rounds: Sequence[str]) -> dict[str, list[str]]:
    """The chips that have results in ``rounds``, each with its products; a system of several models is none."""
    rows = names(results[results["round"].isin(rounds)]).dropna(subset="chip")
    rows = rows[rows["accelerator"].map(models).map(len).eq(1)].sort_values(["chip", "product"])
    return {chip: list(dict.fromkeys(of["product"])) for chip, of in rows.groupby("chip")}


def entered(results: pd.DataFrame) -> pd.DataFrame:
    """Results that chips are compared by, with ``chip``, ``owners``, ``family``, ``on_sale`` and ``score``.

    Closed division, datacenter, without measured power, on a known number of accelerators of one model, under the
    strictest accuracy target of the round. ``score`` is the value per accelerator. As one request takes the whole
    system, a time counts on eight accelerators alone, and its score is its inverse.
    """
    rows = results[results["division"].eq("closed") & results["suite"].eq("datacenter")]
    rows = rows[~power_submissions(rows) & rows["accelerators"].notna()]
    timed = ~rows["higher_is_better"].astype(bool)
    rows = named(rows[(timed & rows["accelerators"].eq(EIGHT)) | rows["unit"].isin(THROUGHPUT_UNITS)])
    rows = rows.assign(family=family(rows["benchmark"]), on_sale=on_sale(rows).fillna(value=False).astype(bool))
    strictest = rows["benchmark"].eq(rows.groupby(["round", "family"])["benchmark"].transform("max"))
    rows = rows[strictest & ~rows["chip"].str.contains(" + ", regex=False, na=True)]
    each = (rows["value"] / rows["accelerators"]).astype(float)
    return rows.assign(score=each.where(rows["higher_is_better"].astype(bool), 1 / rows["value"].astype(float)))


def cells(rows: pd.DataFrame) -> pd.DataFrame:
    """Each chip in each test that it ``entered``, by its best result: on sale, or if none is, its best other one.

    Adds ``results``, ``submitters`` and ``median`` of all its results there, ``percent`` of the best on sale in the
    test, ``leads`` (it is that best), and ``contested``: chips on sale of two makers or more entered the test.
    """
    best = _best(rows, [])
    tests = best[best["on_sale"]].groupby(TEST).agg(top=("score", "max"), makers=("accelerator_vendor", "nunique"))
    best = best.merge(tests.reset_index(), on=TEST, how="left")
    leads = best["on_sale"] & best["score"].eq(best["top"])
    return best.assign(
        percent=(100 * best["score"] / best["top"]).mask(leads, 100.0),
        leads=leads,
        contested=best["makers"].fillna(0) > 1,
    )


def printed(cells: pd.DataFrame) -> list[str]:
    """What each of ``cells`` makes in print: its rate per accelerator; a time with the accelerators that it is of."""
    return [
        f"{in_print(row.value)} s on {row.accelerators}" if row.unit == "s" else f"{in_print(row.score)} {row.unit}"
        for row in cells.itertuples()
    ]


def in_print(number: float) -> str:
    """A rate or time with one decimal, below 10 with three digits: 15,227.3 and 0.0243."""
    return formatted(number, ",.1f") if number >= 10 else f"{number:.3g}"


def spread(cells: pd.DataFrame) -> pd.Series:
    """Percent by which a chip's median result lies below its best, by round: the median over ``cells`` of SEVERAL
    submitters. A lead that is smaller we call too small to count.
    """
    known = cells[cells["submitters"] >= SEVERAL]
    return (100 * (1 - known["median"] / known["score"])).groupby(known["round"]).median()


def pairs(rows: pd.DataFrame) -> pd.DataFrame:
    """Two chips in each test that both ``entered`` with results on sale, by each of READINGS.

    Each pair stands once, ``chip`` before ``other`` in the order of letters; ``ratio`` is the score of ``chip`` over
    that of ``other``, and ``row_ids`` and ``other_row_ids`` are the results behind it, divided by BETWEEN.
    """
    sold = rows[rows["on_sale"]]
    eights = sold[sold["accelerators"].eq(EIGHT)]
    makers = zip(eights["accelerator_vendor"], eights["submitter"], strict=True)
    own = [owners(submitter) == (folded(str(maker)),) for maker, submitter in makers]
    sides = {
        "best": _best(eights, []),
        "median": _median(eights),
        "own": _best(eights[own], []),
        "house": _best(eights, ["submitter"]),
        "any size": _best(sold[sold["higher_is_better"].astype(bool)], []),
    }
    made = []
    for reading in READINGS:
        side = sides[reading].rename(columns={"row_id": "row_ids"})
        side = side[[*TEST, *(["submitter"] if reading == "house" else []), "chip", "score", "row_ids"]]
        on = [name for name in side if name not in ("chip", "score", "row_ids")]
        both = side.merge(side, on=on, suffixes=("", "_other")).rename(columns={"row_ids_other": "other_row_ids"})
        both = both.rename(columns={"chip_other": "other"}).query("chip < other")
        made.append(both.assign(reading=reading, ratio=both["score"] / both["score_other"]))
    return pd.concat(made, ignore_index=True)


def two(pairs: pd.DataFrame, round_: str, chip: str, other: str) -> pd.DataFrame:
    """The rows of ``pairs`` of one round for two chips, ``ratio`` as a multiple of ``other``; an error without any."""
    rows = pairs[pairs["round"].eq(round_)]
    own = both_ways(rows[rows["chip"].isin([chip, other]) & rows["other"].isin([chip, other])])
    own = own[own["chip"].eq(chip) & own["other"].eq(other)]
    if own.empty:
        known = {*rows["other"][rows["chip"].eq(chip)], *rows["chip"][rows["other"].eq(chip)]}
        fix = f"take one of {', '.join(sorted(known)) or ', '.join(sorted({*rows['chip'], *rows['other']}))}"
        raise ClaimcheckError(f"{chip} and {other} share no test of {round_} on sale", fix=fix)
    place = own["reading"].map(READINGS.index)
    return own.assign(place=place).sort_values(["place", "ratio"], ascending=[True, False]).drop(columns="place")


def both_ways(pairs: pd.DataFrame) -> pd.DataFrame:
    """Each of ``pairs`` twice, by either chip."""
    sides = {"chip": "other", "other": "chip", "row_ids": "other_row_ids", "other_row_ids": "row_ids"}
    return pd.concat([pairs, pairs.assign(ratio=1 / pairs["ratio"]).rename(columns=sides)[pairs.columns]])


def shown(pairs: pd.DataFrame) -> pd.DataFrame:
    """``pairs`` without those of any size of tests that the same chips share on eights."""
    key = ["round", "chip", "other", "family", "scenario"]
    eights = pd.MultiIndex.from_frame(pairs.loc[pairs["reading"].eq("best"), key])
    return pairs[pairs["reading"].ne("any size") | ~pd.MultiIndex.from_frame(pairs[key]).isin(eights)]


def counted(two: pd.DataFrame, spread: float = 0.0, by: Sequence[str] = ()) -> pd.DataFrame:
    """What each reading of ``two`` chips says: ``tests``, in how many ``ahead`` and ``behind``, the ``middle`` ratio.

    ``more`` and ``less``: in how many the first is ahead or behind by more than ``spread`` percent. With ``by``, of
    each group of its columns.
    """
    extra = shown(two)
    apart = clear(extra["ratio"], spread)
    ratio = extra.assign(ahead=extra["ratio"] > 1, behind=extra["ratio"] < 1, more=apart > 0, less=apart < 0)
    return ratio.groupby([*by, "reading"], sort=False).agg(
        tests=("ratio", "size"),
        ahead=("ahead", "sum"),
        behind=("behind", "sum"),
        middle=("ratio", "median"),
        more=("more", "sum"),
        less=("less", "sum"),
    )


def clear(ratio: pd.Series, spread: float) -> pd.Series:
    """Whether a ``ratio`` is ahead (1) or behind (-1) by more than ``spread`` percent, or by less (0)."""
    limit = 1 - spread / 100
    return (ratio > 1 / limit).astype(int) - (ratio < limit).astype(int)


class Worth(NamedTuple):
    """What an hour of a chip is worth in hours of another: by the best results, and the middle by the ``medians``."""

    tests: int
    low: float
    middle: float
    high: float
    medians: float
    row_ids: tuple[str, ...]


def worth(two: pd.DataFrame) -> Worth | None:
    """How many hours of the other chip an hour of the first may cost: the ratio of their rates on eight accelerators.

    None where they share fewer than SEVERAL tests of rates.
    """
    rates = two[two["unit"].isin(THROUGHPUT_UNITS)]
    best, median = (rates[rates["reading"].eq(name)] for name in ("best", "median"))
    if len(best) < SEVERAL:
        return None
    sides = [side[name] for side in (best, median) for name in ("row_ids", "other_row_ids")]
    ids = sorted({row_id for side in sides for ids in side for row_id in ids.split(BETWEEN)})
    ratio = best["ratio"]
    return Worth(len(best), ratio.min(), ratio.median(), ratio.max(), median["ratio"].median(), tuple(ids))


def break_even(pairs: pd.DataFrame, round_: str, reference: str) -> pd.DataFrame:
    """The ``worth`` of an hour of each other chip in hours of the ``reference``, one row a chip, most first."""
    rows = pairs[pairs["round"].eq(round_)]
    rivals = sorted({*rows.loc[rows["other"].eq(reference), "chip"], *rows.loc[rows["chip"].eq(reference), "other"]})
    made = {name: worth(two(rows, round_, name, reference)) for name in rivals}
    table = pd.DataFrame([{"chip": name, **one._asdict()} for name, one in made.items() if one])
    return table.sort_values("middle", ascending=False, ignore_index=True)


def _best(rows: pd.DataFrame, also: Sequence[str]) -> pd.DataFrame:
    """The best row of each test, chip and what is in ``also``: on sale before any other; with what stands behind it."""
    by = [*TEST, *also, "chip"]
    behind = rows.groupby(by).agg(
        results=("score", "size"), submitters=("submitter", "nunique"), median=("score", "median")
    )
    first = rows.sort_values(["on_sale", "score", "row_id"], ascending=[False, False, True]).drop_duplicates(by)
    return first.merge(behind.reset_index(), on=by)


def _median(rows: pd.DataFrame) -> pd.DataFrame:
    """The median score of each test and chip, and the ids of all results that it is of."""
    ordered = rows.sort_values("row_id").groupby([*TEST, "chip"])
    return ordered.agg(score=("score", "median"), row_id=("row_id", BETWEEN.join)).reset_index()
