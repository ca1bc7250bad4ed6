"""What each chip makes in each test of a round, and how two chips compare in the tests that both entered.

A test is a benchmark, without its accuracy target, in one scenario of one round. Scores are per accelerator.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from claimcheck.analysis.comparison import RULES
from claimcheck.analysis.view import FAMILY, THROUGHPUT_UNITS, models, named, names
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import formatted, listed
from claimcheck.data.numbers import BETWEEN
from claimcheck.data.store import queried

TEST = "round, family, scenario, unit"
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


_ENTERED = f"""
with strictest as (
    from results where division = 'closed' and suite = 'datacenter' and has_power is not true
        and accelerators is not null and (unit in {THROUGHPUT_UNITS} or not higher_is_better and accelerators = {EIGHT})
    qualify benchmark = max(benchmark) over (partition by round, {FAMILY})
)
select *, {FAMILY} as family, coalesce(availability = 'available', false) as on_sale,
    if(higher_is_better, value / accelerators, 1 / value) as score
from strictest where not contains(chip, ' + ') order by row_id
"""


def entered(results: pd.DataFrame) -> pd.DataFrame:
    """Results that chips are compared by, with ``chip``, ``owners``, ``family``, ``on_sale`` and ``score``.

    Closed division, datacenter, without measured power, on a known number of accelerators of one model, under the
    strictest accuracy target of the round. ``score`` is the value per accelerator. As one request takes the whole
    system, a time counts on eight accelerators alone, and its score is its inverse.
    """
    return queried(_ENTERED, results=named(results))


_CELLS = f"""
with best as (
    select *, count(*) over same as results, count(distinct submitter) over same as submitters,
        median(score) over same as median
    from rows window same as (partition by {TEST}, chip)
    qualify row_number() over (partition by {TEST}, chip order by on_sale desc, score desc, row_id) = 1
)
select *, max(score) filter (on_sale) over (partition by {TEST}) as top, on_sale and score = top as leads,
    if(leads, 100, 100 * score / top) as percent,
    count(distinct accelerator_vendor) filter (on_sale) over (partition by {TEST}) > 1 as contested
from best
"""


def cells(rows: pd.DataFrame) -> pd.DataFrame:
    """Each chip in each test that it ``entered``, by its best result: on sale, or if none is, its best other one.

    Adds ``results``, ``submitters`` and ``median`` of all its results there, ``percent`` of the best on sale in the
    test, ``leads`` (it is that best), and ``contested``: chips on sale of two makers or more entered the test.
    """
    return queried(_CELLS, rows=rows)


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


def _best(reading: str, rows: str, by: str = "''") -> str:
    """SQL: the best of ``rows`` in each test, of each chip and, where a reading compares within it, of each ``by``."""
    return f"""select '{reading}' as reading, {TEST}, {by} as submitter, chip, score, row_id as row_ids from {rows}
        qualify row_number() over (partition by {TEST}, {by}, chip order by score desc, row_id) = 1"""


_PAIRS = f"""
with sold as (from rows where on_sale),
eights as (from sold where accelerators = {EIGHT}),
own as (from eights where owners = [regexp_replace(lower(accelerator_vendor), '[^\\pL\\pN]', '', 'g')]),
rates as (from sold where higher_is_better),
sides as (
    {_best("best", "eights")}
    union all {_best("own", "own")}
    union all {_best("house", "eights", "submitter")}
    union all {_best("any size", "rates")}
    union all
    select 'median', {TEST}, '', chip, median(score), string_agg(row_id, '{BETWEEN}' order by row_id)
    from eights group by {TEST}, chip
)
select reading, {TEST}, nullif(submitter, '') as submitter, one.chip, other.chip as other,
    one.score / other.score as ratio, one.row_ids, other.row_ids as other_row_ids
from sides one join sides other using (reading, {TEST}, submitter) where one.chip < other.chip
"""


def pairs(rows: pd.DataFrame) -> pd.DataFrame:
    """Two chips in each test that both ``entered`` with results on sale, by each of READINGS.

    Each pair stands once, ``chip`` before ``other`` in the order of letters; ``ratio`` is the score of ``chip`` over
    that of ``other``, and ``row_ids`` and ``other_row_ids`` are the results behind it, divided by BETWEEN.
    """
    return queried(_PAIRS, rows=rows)


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


def in_words(round_: str, one: str, two: str, counts: pd.DataFrame, spread: float) -> str:
    """Sentences on how often a chip is ahead of another in a round: ``counts`` by reading, of the pair in this order.

    ``spread``: by how many percent the median result of a chip typically lies below its best in that round.
    """
    words = RULES["two_chips"]
    said = {
        reading: words["readings"][reading].format(**row | {"middle": f"{formatted(row['middle'], '.2f')}x"})
        for reading, row in counts.to_dict("index").items()
    }
    *sized, largest = READINGS
    eights = [said[reading] for reading in sized if reading in said]
    parts = [words["eights" if eights else "none"], *([words["further"]] if largest in said else []), words["how"]]
    values = {"round": round_, "one": one, "two": two, "spread": formatted(spread, ".1f")}
    return " ".join(part.format(**values, readings=listed(eights), reading=said.get(largest)) for part in parts)


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
