"""Every number that prose may print, computed, with the rows it rests on.

``data/numbers.yml`` names results and pairs of results by rule; the rest is counted from
the tables and the register.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd

from claimcheck.analysis import cost
from claimcheck.analysis.results import one_row_a_run
from claimcheck.analysis.speedup import all_readings, rank, readings, same_owner_pairs
from claimcheck.claims.evaluate import evaluate, load_tables
from claimcheck.claims.evidence import Evidence, describe, evidence_of
from claimcheck.claims.model import VERDICTS, ClaimResult, Tables
from claimcheck.claims.printing import as_published, quantity
from claimcheck.claims.select import select
from claimcheck.registers import Entry, read_yaml
from claimcheck.tables import DATA_DIR

HEADLINE = ("deepseek-r1", "Server", "NVIDIA GB300")
CENTS_30 = 0.30
COSTED = (
    "interactive",
    "before-server",
    "nebius-8",
    "nvidia-72",
    "before-offline",
    "coreweave-8-offline",
    "nvidia-72-offline",
)


@dataclass(frozen=True)
class Number:
    """A printed number: its text, value and unit, one sentence on how it comes about, its rows."""

    key: str
    text: str
    value: float
    unit: str
    how: str
    evidence: tuple[Evidence, ...] = ()


def collect(data: Path = DATA_DIR) -> dict[str, Number]:
    """All numbers by key. Raises RegisterError when ``numbers.yml`` names no result, or more than one."""
    tables = load_tables(data)
    claims = evaluate(data, tables=tables)
    numbers = [*_named(tables), *_readings(tables), *_counts(tables), *_verdicts(claims)]
    numbers += [number for claim in claims for number in _of_claim(claim)]
    return {number.key: number for number in numbers}


def claims_with_cases(data: Path = DATA_DIR, tables: Tables | None = None) -> list[ClaimResult]:
    """Claims with the numbers in their strongest case filled in.

    Raises RegisterError for a number that is not known, with the nearest known key.
    """
    tables = tables or load_tables(data)
    texts = {n.key: n.text for n in _named(tables)}
    return [_filled(claim, texts, data) for claim in evaluate(data, tables=tables)]


def _filled(claim: ClaimResult, texts: dict[str, str], data: Path) -> ClaimResult:
    def fill(match: re.Match[str]) -> str:
        key = match[1]
        if key not in texts:
            entry = dict(read_yaml(data / "claims.yml").section("claims"))[claim.id]
            near = difflib.get_close_matches(key, texts, 1)
            fix = f"did you mean {near[0]}?" if near else None
            rule = "braces name a number of numbers.yml"
            raise entry.fail(f"no number {key!r}", "strongest_case", rule=rule, fix=fix)
        return texts[key]

    return replace(claim, strongest_case=re.sub(r"\{([^{}]+)\}", fill, claim.strongest_case))


def _one(tables: Tables, entry: Entry, key: str) -> pd.Series:
    rows = select(tables.results, entry.need(key), entry, key)
    if len(rows) != 1:
        raise entry.fail(f"{key} names {len(rows)} results", key, rule="a number rests on one result")
    return rows.iloc[0]


def _named(tables: Tables) -> Iterator[Number]:
    """Numbers of the results and pairs that ``numbers.yml`` names."""
    register = read_yaml(tables.data / "numbers.yml")
    results = {name: _one(tables, entry, "of") for name, entry in register.section("results")}
    for name, row in results.items():
        yield from _of_result(name, row)
    yield _number(
        "ratio.for-60",
        cost.ratio_for_saving(0.6),
        "x",
        1,
        "1 / (1 - 0.60): the speed-up that saves 60% at one price",
    )
    for name, entry in register.section("pairs"):
        before, after = _one(tables, entry, "before"), _one(tables, entry, "after")
        ratio = float(after["per_accelerator"] / before["per_accelerator"])
        evidence = evidence_of(pd.DataFrame([before, after]))
        how = f"result per accelerator of {describe(after)}, over that of {describe(before)}"
        yield _number(f"pair.{name}", ratio, "x", 2, how, evidence)
        yield _number(
            f"saving.{name}",
            cost.saving(ratio) * 100,
            "%",
            0,
            f"1 - 1 / ratio, at one price for both; ratio: {how}",
            evidence,
        )
    yield from _costs(tables, results)


def _number(key: str, value: float, unit: str, decimals: int, how: str, evidence: tuple[Evidence, ...] = ()) -> Number:
    return Number(key, quantity(value, unit, decimals).text, float(value), unit, how, evidence)


def _of_result(name: str, row: pd.Series) -> Iterator[Number]:
    evidence = evidence_of(pd.DataFrame([row]))
    published, unit = as_published(row["value"]), str(row["unit"])
    how = f"published result: {describe(row)}"
    yield Number(f"result.{name}", f"{published} {unit}", float(row["value"]), unit, how, evidence)
    yield _number(
        f"per.{name}", float(row["per_accelerator"]), "", 0,
        f"{published} {unit} / {int(row['accelerators'])} accelerators: {describe(row)}", evidence,
    )  # fmt: skip
    yield _number(
        f"accelerators.{name}",
        float(row["accelerators"]),
        "",
        0,
        f"accelerators of {describe(row)}",
        evidence,
    )


def _readings(tables: Tables) -> Iterator[Number]:
    """Numbers of the comparisons of the two rounds."""
    found = readings(tables.results, *HEADLINE)
    evidence = _of_pairs(tables, found)
    how = "comparisons of DeepSeek-R1 Server on GB300, v5.1 with v6.0, by the rules on the readings page"
    yield _number("readings.n", len(found), "", 0, how, evidence)
    yield _number("readings.low", found["ratio"].min(), "x", 2, f"lowest of the {how}", evidence)
    yield _number("readings.high", found["ratio"].max(), "x", 2, f"highest of the {how}", evidence)
    best = found[found["rule"].str.contains("any size, available only")]["ratio"].max()
    yield _number(
        "readings.rank",
        rank(best, found["ratio"]),
        "place",
        0,
        f"rank of the published pair among the {how}",
        evidence,
    )
    enough = int((found["ratio"] > cost.ratio_for_saving(0.6)).sum())
    yield _number(
        "readings.over-60",
        enough,
        "",
        0,
        f"of the {how}, those that save more than 60% at one price",
        evidence,
    )
    own = found[found["same_submitter"]]["ratio"]
    yield _number(
        "readings.own-low", own.min(), "x", 2, f"lowest of the {how}, same submitter in both rounds", evidence
    )
    yield _number(
        "readings.own-high",
        own.max(),
        "x",
        2,
        f"highest of the {how}, same submitter in both rounds",
        evidence,
    )
    llms = list(llm_benchmarks(tables.data))
    every = all_readings(tables.results, llms)
    yield _number(
        "readings.all-n",
        len(every),
        "",
        0,
        "comparisons of v5.1 with v6.0 over all LLM benchmarks, scenarios and accelerators",
    )
    owners = same_owner_pairs(tables.results, llms)
    yield _number(
        "owners.n",
        len(owners),
        "",
        0,
        "pairs of results of one submitter on the same accelerators in both rounds, LLM benchmarks",
    )
    for name, rows in (
        ("new", owners[owners["family"] == "deepseek-r1"]),
        ("mature", owners[owners["family"].isin(mature_families(tables.data))]),
    ):
        what = "DeepSeek-R1" if name == "new" else "LLM benchmarks older than v5.1"
        ordered = rows.sort_values(["ratio", "row_id_after"])
        middle = ordered.iloc[(len(rows) - 1) // 2 : len(rows) // 2 + 1]
        yield _number(f"owners.{name}-n", len(rows), "", 0, f"such pairs, {what}", _of_pairs(tables, rows))
        for end, which, behind in (
            ("median", "median", middle),
            ("low", "lowest", ordered.head(1)),
            ("high", "highest", ordered.tail(1)),
        ):
            value = float(behind["ratio"].mean())
            how = f"{which} ratio of such pairs, {what}"
            yield _number(f"owners.{name}-{end}", value, "x", 2, how, _of_pairs(tables, behind))


def _of_pairs(tables: Tables, pairs: pd.DataFrame) -> tuple[Evidence, ...]:
    """Evidence for both sides of ``pairs``, in the tables' order."""
    ids = {*pairs["row_id_before"], *pairs["row_id_after"]}
    return evidence_of(tables.results[tables.results["row_id"].isin(ids)])


def llm_benchmarks(data: Path = DATA_DIR) -> Iterator[str]:
    """Benchmarks that are language models served with token limits."""
    for name, entry in read_yaml(data / "benchmarks.yml").section("benchmarks"):
        if entry.get("llm"):
            yield name


def mature_families(data: Path = DATA_DIR) -> set[str]:
    """LLM benchmarks (without accuracy target) whose every scenario but Interactive is older than v5.1."""
    families = set()
    for name, entry in read_yaml(data / "benchmarks.yml").section("benchmarks"):
        first = [r for s, r in entry.get("scenarios").items() if s != "Interactive"]
        if entry.get("llm") and all(r < "v5.1" for r in first):
            families.add(entry.get("variant_of", name))
    return families


def _counts(tables: Tables) -> Iterator[Number]:
    results, runs = tables.results, tables.runs
    benchmark, scenario, chip = HEADLINE
    cell = results[
        (results["benchmark"] == benchmark) & (results["scenario"] == scenario) & (results["accelerator"] == chip)
    ]
    for round_, rows in cell[cell["division"] == "closed"].groupby("round"):
        yield _number(
            f"gb300.server-{round_}",
            len(rows),
            "",
            0,
            f"closed results of DeepSeek-R1 Server on GB300 in {round_}",
            evidence_of(rows),
        )
    for round_, rows in results.groupby("round"):
        yield _number(f"rows.{round_}", len(rows), "", 0, f"published results of {round_}")
    interactive = results[
        (results["round"] == "v6.0") & (results["benchmark"] == benchmark) & (results["scenario"] == "Interactive")
    ]
    yield _number(
        "interactive.n",
        len(interactive),
        "",
        0,
        "DeepSeek-R1 Interactive results of v6.0",
        evidence_of(interactive),
    )
    yield _number("rows.all", len(results), "", 0, "published results of both rounds")
    yield _number(
        "agree.yes",
        int(results["log_agrees"].fillna(False).sum()),
        "",
        0,
        "results equal to the figure in their own run's log at the coarser printed precision",
    )
    yield _number(
        "agree.no",
        int((~results["log_agrees"].fillna(True)).sum()),
        "",
        0,
        "results that differ from their own run's log",
    )
    yield _number("agree.none", int(results["log_agrees"].isna().sum()), "", 0, "results without a readable log")
    yield _number(
        "runs.summary-only",
        int((runs["precision"] == "summary").sum()),
        "",
        0,
        "runs whose detail log is absent from the repository, so that the summary log serves",
    )
    yield _number("runs.all", len(runs), "", 0, "performance runs read")
    yield _number(
        "runs.unique",
        len(one_row_a_run(results)),
        "",
        0,
        "different runs behind the published results (equal logs counted once)",
    )
    corrections = read_yaml(tables.data / "corrections.yml").section("corrections")
    yield _number("corrections.n", sum(1 for _ in corrections), "", 0, "entries in corrections.yml")


def _costs(tables: Tables, rows: dict[str, pd.Series]) -> Iterator[Number]:
    interactive = rows["interactive"]
    yield _number(
        "price.implied-30-cents", cost.price_for_cost(CENTS_30, float(interactive["per_accelerator"])), "$", 2,
        f"$0.30 per million tokens x tokens/s per accelerator x 3600 / 1,000,000, at full use: {describe(interactive)}",
        evidence_of(pd.DataFrame([interactive])),
    )  # fmt: skip
    for scenario, entry in tables.prices.section("scenarios"):
        low, high = entry.list("usd_per_hour")
        yield _number(f"price.{scenario}-low", low, "$", 2, f"price scenario {scenario}: {entry.text('of')}")
        yield _number(f"price.{scenario}-high", high, "$", 2, f"price scenario {scenario}: {entry.text('of')}")
        for name in COSTED:
            row = rows[name]
            for end, price in (("low", low), ("high", high)):
                value = cost.cost_per_million_tokens(price, float(row["per_accelerator"]))
                formula = f"${price:.2f} per accelerator-hour / (tokens/s per accelerator x 3600) x 1,000,000"
                how = f"{formula}, at full use: {describe(row)}"
                yield _number(f"cost.{name}.{scenario}-{end}", value, "$", 2, how, evidence_of(pd.DataFrame([row])))


def _of_claim(claim: ClaimResult) -> Iterator[Number]:
    for position, figure in enumerate(claim.figures):
        suffix = "" if position == 0 else f"-{position + 1}"
        published = figure.published
        how = f"as published in {', '.join(claim.articles)}"
        yield Number(
            f"claim.{claim.number}.published{suffix}",
            published.text,
            published.value,
            published.unit,
            how,
            claim.evidence,
        )
        if figure.computed is not None:
            computed = figure.computed
            yield Number(
                f"claim.{claim.number}.computed{suffix}",
                computed.text,
                computed.value,
                computed.unit,
                figure.how,
                claim.evidence,
            )


def _verdicts(claims: list[ClaimResult]) -> Iterator[Number]:
    yield _number("claims.n", len(claims), "", 0, "claims in the register")
    for verdict in VERDICTS:
        count = sum(c.verdict == verdict for c in claims)
        yield _number(
            f"verdicts.{verdict.replace(', ', '-').replace(' ', '-')}",
            count,
            "",
            0,
            f"claims with the verdict: {verdict}",
        )
