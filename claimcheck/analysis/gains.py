"""How results per accelerator of one chip grow from round to round: a derived figure, since MLCommons publishes none.

The best of any submitter at any size (``successive``) is what a chip was shown to do; ``same_owner`` is what the owner
of a system gained without buying another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from claimcheck.analysis.view import MAXQ, named, share_owner, throughputs
from claimcheck.data.rounds import inference_rounds

SCENARIOS = ("Server", "Offline")

Comparable = Mapping[str, Sequence[Sequence[str]]]

_SERIES = ["product", "family", "benchmark", "scenario", "unit", "since", "measured"]
_SIDE = ["round", "order", "per_accelerator", "submitter", "owners", "system", "accelerators", "row_id"]


def successive(results: pd.DataFrame, comparable: Comparable, rounds: Sequence[str] | None = None) -> pd.DataFrame:
    """Growth of a chip's best result per accelerator between two successive rounds: one row per chip, cell and pair.

    Closed division, Server and Offline, any submitter and size, within the ``comparable`` groups of rounds of a
    benchmark, one unit and one kind (with measured power or without). ``rounds_apart`` counts the chip's own rounds. Of
    the accuracy variants of a benchmark, which often share a run, the strictest that has a pair. Highest ratio first;
    columns with _before and _after are those of the two results.
    """
    return _pairs(_consecutive(_rates(results, comparable, rounds), _SERIES))


def _consecutive(rates: pd.DataFrame, series: list[str]) -> pd.DataFrame:
    """The best of each series in a round (_after) next to that of the series' last earlier round (_before)."""
    best = _best(rates, series)
    before = best.groupby(series)[_SIDE].shift(1).add_suffix("_before")
    both = pd.concat([best.rename(columns={c: f"{c}_after" for c in _SIDE}), before], axis=1)
    return both[both["round_before"].notna()]


def same_owner(results: pd.DataFrame, comparable: Comparable, rounds: Sequence[str] | None = None) -> pd.DataFrame:
    """Growth for owners that kept their hardware: one row per owner, product, number, cell and pair of rounds.

    Where the owner kept a system's name, that system is compared with itself; where it renamed all of them, its best
    with its best, which may be another server (``same_system`` False). Columns as ``successive``.
    """
    series = [*_SERIES, "owner", "accelerators"]
    rates = _rates(results, comparable, rounds)
    best = _best(rates.assign(owner=rates["owners"]).explode("owner"), [*series, "system"])
    turns = best[[*series, "order"]].drop_duplicates().sort_values("order", kind="stable")
    turns = turns.assign(order_before=turns.groupby(series)["order"].shift(1)).dropna(subset="order_before")
    side = [c for c in _SIDE if c not in series]
    after = best.merge(turns[[*series, "order", "order_before"]], on=[*series, "order"])
    after = after.rename(columns={c: f"{c}_after" for c in side})
    before = best[[*series, *side]].rename(columns={c: f"{c}_before" for c in side})
    both = after.merge(before, on=[*series, "order_before"])
    turn = [*series, "order_after"]
    kept = both["system_before"] == both["system_after"]
    renamed = ~kept.groupby([both[c] for c in turn]).transform("any")
    fastest = both.sort_values(
        ["per_accelerator_after", "per_accelerator_before", "row_id_after", "row_id_before"],
        ascending=[False, False, True, True],
    )
    fastest = fastest[renamed.reindex(fastest.index)].drop_duplicates(turn)
    chosen = pd.concat([both[kept], fastest], ignore_index=True)
    chosen = chosen.drop_duplicates(["row_id_before", "row_id_after"])
    owned = {f"accelerators_{when}": chosen["accelerators"] for when in ("before", "after")}
    owner = ["submitter_after", "accelerators_after", "system_after", "system_before"]
    return _pairs(chosen.assign(**owned), owner)


def next_chip(results: pd.DataFrame, comparable: Comparable, rounds: Sequence[str] | None = None) -> pd.DataFrame:
    """Growth by a maker's new chip: its best result per accelerator over the maker's best of the round before.

    One row per maker, cell and pair of its successive rounds in which the maker's best result, of any submitter and
    system size, is on a chip in its first round (any benchmark). ``product`` is the new one. Columns as ``successive``.
    """
    series = [*(name for name in _SERIES if name != "product"), "platform_vendor"]
    both = _consecutive(_rates(results, comparable, rounds), series)
    return _pairs(both[both["product_first"] == both["order_after"]], ["platform_vendor"])


def _rates(results: pd.DataFrame, comparable: Comparable, rounds: Sequence[str] | None = None) -> pd.DataFrame:
    """Rates in comparable rounds, with product, ``order`` of the round and ``since``, the first round of its group.

    ``completed_since`` is the place of the first round whose logs give a Server result in samples as the rate
    completed: earlier ones give the rate scheduled.
    """
    rounds = inference_rounds() if rounds is None else rounds
    rows = named(throughputs(results))
    rows = rows[rows["scenario"].isin(SCENARIOS) & rows["round"].isin(rounds) & rows["accelerator"].notna()]
    since = {(b, r): group[0] for b, groups in comparable.items() for group in groups for r in group}
    rows = rows.assign(
        since=[since.get(key) for key in zip(rows["benchmark"], rows["round"], strict=True)],
        order=rows["round"].map({r: i for i, r in enumerate(rounds)}).astype(int),
        accelerators=rows["accelerators"].astype(int),
    )
    completed = rows["log_note"].str.contains("completed_samples", na=False)
    rows = rows.assign(completed_since=rows["order"].where(completed & (rows["scenario"] == "Server")).min())
    # A product is new in the first round that shows it at all; a benchmark in the first of its group.
    model = rows["product"].str.removesuffix(MAXQ)
    rows = rows.assign(product_first=rows.groupby(model)["order"].transform("min"))
    rows = rows[rows["since"].notna()]
    cell = ["family", "scenario", "unit", "since"]
    return rows.assign(benchmark_first=rows.groupby(cell)["order"].transform("min"))


def _best(rows: pd.DataFrame, series: list[str]) -> pd.DataFrame:
    """The best row per accelerator of each series and round, series together, rounds in order."""
    ranked = rows.sort_values(["per_accelerator", "row_id"], ascending=[False, True], kind="stable")
    return ranked.drop_duplicates([*series, "round"]).sort_values([*series, "order"], ignore_index=True)


def _pairs(both: pd.DataFrame, owner: Sequence[str] = ()) -> pd.DataFrame:
    """Rows with the two sides' columns (_before, _after) as the table that ``successive`` describes.

    Of the accuracy variants, one row per product, family, scenario, round and ``owner`` stays.
    """
    both = both.assign(
        ratio=both["per_accelerator_after"] / both["per_accelerator_before"],
        rounds_apart=(both["order_after"] - both["order_before"]).astype(int),
        new_benchmark=both["order_before"] == both["benchmark_first"],
        new_chip=both["order_before"] == both["product_first"],
        metric_changed=_metric_changed(both, both["order_before"], both["order_after"]),
        same_submitter=list(map(share_owner, both["owners_before"], both["owners_after"])),
        same_number=both["accelerators_before"] == both["accelerators_after"],
        accelerators_before=both["accelerators_before"].astype(int),
    )
    both = both.assign(same_system=both["same_submitter"] & (both["system_before"] == both["system_after"]))
    both = both.sort_values(["benchmark", "row_id_after"], ascending=[False, True], kind="stable")
    # 99.9 sorts after 99, so the strictest variant comes first and stays.
    both = both.drop_duplicates(["product", "family", "scenario", "measured", "round_after", *owner]).rename(
        columns={"platform_vendor": "vendor", "round_before": "before", "round_after": "after"}
    )
    sides = ["per_accelerator", "submitter", "system", "accelerators", "row_id"]
    columns = [
        "product", "vendor", "family", "benchmark", "scenario", "before", "after", "rounds_apart", "ratio",
        *(f"{c}_{when}" for c in sides for when in ("before", "after")),
        "same_submitter", "same_number", "same_system", "new_benchmark", "new_chip", "metric_changed",
    ]  # fmt: skip
    return both[columns].sort_values(["ratio", "row_id_after"], ascending=[False, True], ignore_index=True)


def _metric_changed(rows: pd.DataFrame, before: pd.Series, after: pd.Series) -> pd.Series:
    """True for a Server result in samples whose earlier round reports the scheduled rate, and the later does not.

    ``before`` and ``after`` are the rounds' places. A rate of tokens was always of those completed.
    """
    straddles = (before < rows["completed_since"]) & (after >= rows["completed_since"])
    return straddles & (rows["scenario"] == "Server") & (rows["unit"] != "tokens/s")


TRACE = ("scenario", "submitter", "accelerators", "measured")


def trace(results: pd.DataFrame, benchmark: str, product: str, rounds: Sequence[str]) -> pd.DataFrame:
    """Best closed rate of each submitter on one product, at each size, kind (``measured``) and in each of ``rounds``.

    ``step`` is over the same series' last earlier round (NaN in its first), ``series_rounds`` how many rounds it has.
    """
    rows = named(throughputs(results))
    rows = rows[(rows["benchmark"] == benchmark) & (rows["product"] == product).fillna(False)]
    rows = rows[rows["round"].isin(rounds)]
    best = _best(rows.assign(order=rows["round"].map(list(rounds).index)), list(TRACE)).drop(columns="order")
    cell = best.groupby(list(TRACE))["per_accelerator"]
    best = best.assign(step=best["per_accelerator"] / cell.shift(1))
    return best.assign(series_rounds=cell.transform("size"))
