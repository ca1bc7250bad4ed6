"""What each chip makes in each test of a round, and how two chips compare in the tests that both entered.

A test is a benchmark, without its accuracy target, in one scenario of one round. Scores are per accelerator: our
division, which favours small systems in some tests and racks in others.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from claimcheck.analysis.view import THROUGHPUT_UNITS, family, folded, named, on_sale, owners, power_submissions
from claimcheck.data.numbers import BETWEEN

TEST = ["round", "family", "scenario", "unit"]
# The number of accelerators of the systems that most submitters enter.
EIGHT = 8
# How two chips are compared. None of these alone is the answer: on eight accelerators by the best result of each, by
# the median of all results, by the best of each maker's own, by each submitter that has both; and the best of any size.
READINGS = ["best", "median", "own", "house", "any size"]
# Cells of so many submitters or more say how far results of one chip lie apart.
SEVERAL = 3


def entered(results: pd.DataFrame) -> pd.DataFrame:
    """Results that chips are compared by, with ``chip``, ``owners``, ``family``, ``on_sale`` and ``score``.

    Of ``results``, rows of inference_results: closed division, datacenter, without measured power, on a known number
    of accelerators of one model, under the strictest accuracy target that was entered in the round. ``score`` is the
    value per accelerator. A time is not divided, as one request takes the whole system: it counts on eight accelerators
    alone, and its score is its inverse.
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
    """Each chip in each test that it entered, by its best result: on sale, or if none is, its best other one.

    ``rows`` are those of ``entered``. Adds to the best result ``results``, ``submitters`` and ``median`` (of all scores
    of the chip in the test), ``percent`` of the best that is on sale in the test (empty where none is), ``leads`` (it
    is that best), and of the test ``contested``: chips on sale of two makers or more entered it.
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


def spread(cells: pd.DataFrame) -> pd.Series:
    """Percent by which a chip's median result typically lies below its best, by round.

    The median over the ``cells`` with results of SEVERAL submitters or more. A lead that is smaller is no difference
    between two chips.
    """
    known = cells[cells["submitters"] >= SEVERAL]
    return (100 * (1 - known["median"] / known["score"])).groupby(known["round"]).median()


def pairs(rows: pd.DataFrame) -> pd.DataFrame:
    """Two chips in each test that both entered with results on sale, by each of READINGS.

    ``rows`` are those of ``entered``. Each pair stands once, ``chip`` before ``other`` in the order of letters;
    ``ratio`` is the score of ``chip`` over that of ``other``. ``row_ids`` and ``other_row_ids`` are the results that it
    rests on, divided by BETWEEN: one of each chip, and of a median all.
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
    """The rows of ``pairs`` of one round for two chips, ``ratio`` as a multiple of ``other``, highest first."""
    rows = pairs[pairs["round"].eq(round_)]
    same = rows[rows["chip"].eq(chip) & rows["other"].eq(other)]
    turned = rows[rows["chip"].eq(other) & rows["other"].eq(chip)]
    turned = turned.assign(ratio=1 / turned["ratio"]).rename(
        columns={"chip": "other", "other": "chip", "row_ids": "other_row_ids", "other_row_ids": "row_ids"}
    )
    rows = pd.concat([same, turned[same.columns]])
    place = rows["reading"].map(READINGS.index)
    return rows.assign(place=place).sort_values(["place", "ratio"], ascending=[True, False]).drop(columns="place")


def counted(two: pd.DataFrame) -> pd.DataFrame:
    """What each reading of ``two`` chips says: ``tests``, in how many ``ahead``, ``behind``, and the ``middle`` ratio.

    Of any size the tests alone that no eights share are counted.
    """
    eights = two.loc[two["reading"].eq("best"), "family"] + two.loc[two["reading"].eq("best"), "scenario"]
    extra = two[two["reading"].ne("any size") | ~(two["family"] + two["scenario"]).isin(eights)]
    ratio = extra.assign(ahead=extra["ratio"] > 1, behind=extra["ratio"] < 1).groupby("reading", sort=False)
    return ratio.agg(
        tests=("ratio", "size"), ahead=("ahead", "sum"), behind=("behind", "sum"), middle=("ratio", "median")
    )


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
