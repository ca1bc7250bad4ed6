"""Numbers of the results, pairs and prices that ``data/numbers.yml`` and ``data/prices.yml`` name."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from claimcheck.analysis import cost
from claimcheck.claims.evidence import describe, evidence_of
from claimcheck.claims.model import Tables
from claimcheck.claims.number import Number, count, number
from claimcheck.claims.register import Claim
from claimcheck.claims.select import select
from claimcheck.printing import as_published
from claimcheck.registers import Entry, read_yaml

COSTED = (
    "interactive",
    "before-server",
    "nebius-8",
    "nvidia-72",
    "before-offline",
    "coreweave-8-offline",
    "nvidia-72-offline",
)


def named(tables: Tables, claims: list[Claim]) -> Iterator[Number]:
    """Yield the numbers. ``claims`` give the published saving (claim 7) and cost (claim 20).

    Raises RegisterError when an entry of ``numbers.yml`` names no result, or more than one.
    """
    published = {c.number: float(c.figures[0]["published"]) for c in claims if c.figures}
    register = read_yaml(tables.data / "numbers.yml")
    results = {name: _one(tables, entry, "of") for name, entry in register.section("results")}
    for name, row in results.items():
        yield from _of_result(name, row)
    for name, entry in register.section("pairs"):
        yield from _of_pair(name, _one(tables, entry, "before"), _one(tables, entry, "after"))
    if 7 in published:
        share = published[7] / 100
        how = f"1 / (1 - {share:.2f}): the speed-up that saves {share:.0%} at one price"
        yield number("ratio.for-60", cost.ratio_for_saving(share), "x", 1, how)
    if 20 in published:
        row = results["interactive"]
        formula = f"${published[20]:.2f} per million tokens x tokens/s per accelerator x 3600 / 1,000,000, at full use"
        price = cost.price_for_cost(published[20], float(row["per_accelerator"]))
        yield number("price.implied-30-cents", price, "$", 2, f"{formula}: {describe(row)}", _evidence(row))
    yield from _prices(tables, results)


def _one(tables: Tables, entry: Entry, key: str) -> pd.Series:
    rows = select(tables.results, entry.need(key), entry, key)
    if len(rows) != 1:
        raise entry.fail(f"{key} names {len(rows)} results", key, rule="a number rests on one result")
    return rows.iloc[0]


def _evidence(*rows: pd.Series) -> tuple:
    return evidence_of(pd.DataFrame(rows))


def _of_result(name: str, row: pd.Series) -> Iterator[Number]:
    evidence = _evidence(row)
    published, unit = as_published(row["value"]), str(row["unit"])
    how = f"published result: {describe(row)}"
    yield Number(f"result.{name}", f"{published} {unit}", float(row["value"]), unit, how, evidence)
    size = int(row["accelerators"])
    how = f"{published} {unit} / {size} accelerators: {describe(row)}"
    yield number(f"per.{name}", float(row["per_accelerator"]), "", 0, how, evidence)
    yield count(f"accelerators.{name}", size, f"accelerators of {describe(row)}", evidence)


def _of_pair(name: str, before: pd.Series, after: pd.Series) -> Iterator[Number]:
    ratio = float(after["per_accelerator"] / before["per_accelerator"])
    evidence = _evidence(before, after)
    how = f"result per accelerator of {describe(after)}, over that of {describe(before)}"
    yield number(f"pair.{name}", ratio, "x", 2, how, evidence)
    how = f"1 - 1 / ratio, at one price for both; ratio: {how}"
    yield number(f"saving.{name}", cost.saving(ratio) * 100, "%", 0, how, evidence)


def _prices(tables: Tables, rows: dict[str, pd.Series]) -> Iterator[Number]:
    for scenario, entry in tables.prices.section("scenarios"):
        for end, price in zip(("low", "high"), entry.list("usd_per_hour"), strict=True):
            yield number(f"price.{scenario}-{end}", price, "$", 2, f"price scenario {scenario}: {entry.text('of')}")
            formula = f"${price:.2f} per accelerator-hour / (tokens/s per accelerator x 3600) x 1,000,000, at full use"
            for name in COSTED:
                value = cost.cost_per_million_tokens(price, float(rows[name]["per_accelerator"]))
                how = f"{formula}: {describe(rows[name])}"
                yield number(f"cost.{name}.{scenario}-{end}", value, "$", 2, how, _evidence(rows[name]))
