"""Questions and conditions about limits on latency, speed per request and the time to the first token."""

from __future__ import annotations

import pandas as pd

from claimcheck.analysis.first_token import best_first_tokens, first_token_pairs, measured_ratios
from claimcheck.analysis.operating import limited
from claimcheck.analysis.results import half_up, short_accelerator
from claimcheck.claims.language import (
    Benchmark,
    Clause,
    Found,
    Missing,
    Row,
    Scenario,
    Vendor,
    condition,
    question,
    reading,
)
from claimcheck.claims.model import Answer, Context
from claimcheck.claims.rulebook import clause_of
from claimcheck.claims.scope import until
from claimcheck.rounds import in_order


def _points(context: Context) -> pd.DataFrame:
    """Every closed run with limits up to the round of the claims, whose log is at hand."""
    points = limited(context.tables.operating_points, benchmarks=None)
    return points[points["round"].isin(until(points["round"], context.roles.claims))]


def _two(points: pd.DataFrame, before: pd.Series, after: pd.Series) -> tuple[pd.Series, pd.Series]:
    """Those of ``points`` that are of two results; raises Missing when one has none."""
    indexed = points.set_index("row_id", drop=False)
    if any(row["row_id"] not in indexed.index for row in (before, after)):
        raise Missing("a run's log gives no latencies")
    return indexed.loc[before["row_id"]], indexed.loc[after["row_id"]]


def _who(run: pd.Series) -> str:
    return f"{run['submitter']} on {run['accelerators']} {run['chip']}, {run['scenario']} {run['round']}"


@question("x", ("loadgen_runs",))
def minimum_rate(context: Context, before: Row, after: Row) -> Answer:
    """Minimum token rate of the row ``after`` over that of the row ``before``, by the limits in their logs."""
    slow, fast = _two(_points(context), before, after)
    how = (
        f"limits in the logs on the 99th percentile of the time per token: {slow['tpot_limit_ms']:g} ms in "
        f"{slow['scenario']}, {fast['tpot_limit_ms']:g} ms in {fast['scenario']}"
    )
    value = slow["tpot_limit_ms"] / fast["tpot_limit_ms"]
    return Answer(value, context.results(before["row_id"], after["row_id"]), how)


@question("x", ("loadgen_runs",))
def request_speed(context: Context, before: Row, after: Row) -> Answer:
    """Tokens per request-second (mean output / mean latency) of the row ``after`` over that of the row ``before``."""
    found = _two(_points(context), before, after)
    one, two = (float(p["tokens_per_request_second"]) for p in found)
    how = f"{two:.1f} tokens/s a request, {_who(found[1])}, over {one:.1f}, {_who(found[0])}"
    return Answer(two / one, context.results(before["row_id"], after["row_id"]), how)


@question("x", ("loadgen_runs",))
def full_run_ratio(context: Context, before: Row, after: Row) -> Answer:
    """All output tokens over the whole run, until the last answer: the row ``after`` over ``before``, per accelerator.

    Of any two rounds whose logs are at hand. LoadGen's published rate stops at the answer to the last query that it
    issued, which in a short run is early.
    """
    found = _two(context.tables.operating_points, before, after)
    if any(pd.isna(run["full_run"]) for run in found):
        raise Missing("no log says when a run's last answer came")
    one, two = (float(p["full_run"]) / int(p["accelerators"]) for p in found)
    said = " over ".join(
        f"{_who(run)}, whose queries arrived for {run['mean_latencies']:.1f} mean latencies" for run in reversed(found)
    )
    rows = context.results(before["row_id"], after["row_id"])
    return Answer(two / one, rows, f"tokens of the whole run over its whole duration: {said}")


@reading("x", "ratios, by the limits and by what runs reached")
def minimum_rates(context: Context, benchmark: Benchmark) -> pd.Series:
    """The ratio by the limits, and by what each system that ran both scenarios reached, in three measures."""
    points = _points(context)
    cell = points[(points["benchmark"] == benchmark) & (points["round"] == context.roles.claims)]
    limit = cell.groupby("scenario")["tpot_limit_ms"].first()
    measured = measured_ratios(points, benchmark, context.roles.claims)
    if measured.empty:
        raise context.entry.fail("no system ran both scenarios", "sensitivity")
    by_limit = pd.Series([limit["Server"] / limit["Interactive"]])
    return pd.concat([by_limit, measured["ratio"]], ignore_index=True)


# --- what conditions find ---------------------------------------------------------------------


@condition()
def limits_as_ruled(context: Context, clause: Clause) -> Found:
    """Every closed run of the clause's benchmark and round logged the limits that the clause gives."""
    rule = clause_of(context.tables, clause)
    points = _points(context)
    cell = points[(points["benchmark"] == rule.benchmark) & (points["round"] == rule.round)]
    said, holds = [], bool(rule.limits)
    for scenario, limit in rule.limits.items():
        runs = cell[cell["scenario"] == scenario]
        same = (runs["ttft_limit_ms"] == limit.ttft_ms) & (runs["tpot_limit_ms"] == limit.tpot_ms)
        holds = holds and len(runs) > 0 and bool(same.all())
        said.append(
            f"{scenario}: {int(same.sum())} of {len(runs)} logs at {limit.ttft_ms:,g} ms to the first token and "
            f"{limit.tpot_ms:g} ms per further token"
        )
    return Found(holds, "; ".join(said))


@condition()
def first_token_sooner(context: Context, before: Row, after: Row) -> Found:
    """The 99th percentile of TTFT of the row ``after`` lies below that of the row ``before``."""
    found = _two(_points(context), before, after)
    one, two = (float(p["ttft_p99_ms"]) for p in found)
    limit = f"limit {found[1]['ttft_limit_ms']:,.0f} ms"
    said = f"{_who(found[0])}: {one:,.0f} ms; {_who(found[1])}: {two:,.0f} ms ({two / one:.2f}x; {limit})"
    return Found(two < one, said)


@condition()
def first_token_sooner_everywhere(context: Context, vendor: Vendor) -> Found:
    """In every defensible comparison of the two rounds on a chip of ``vendor``'s the first token came sooner."""
    points = _points(context)
    rounds = in_order(points["round"])[-2:]
    if len(rounds) < 2:
        return Found(False, "no comparison of two rounds")
    pairs = context.tables.compared(rounds[0], rounds[1])
    results = context.tables.results
    silicon = set(results[results["platform_vendor"] == vendor]["row_id"])
    pairs = pairs[pairs["row_id_after"].isin(silicon)]
    found = pairs if pairs.empty else first_token_pairs(pairs[~pairs["repeats"]], points)
    if found.empty:
        return Found(False, "no comparison of two rounds")
    sooner = found["wait"] < 1
    by_family = found.assign(sooner=sooner).groupby("benchmark")["sooner"].agg(["sum", "size"])
    said = ", ".join(f"{name} {row['sum']} of {row['size']}" for name, row in by_family.iterrows())
    number = f"sooner in {int(sooner.sum())} of {len(found)} comparisons, {rounds[0]} to {rounds[1]}"
    return Found(bool(sooner.all()), f"{number}: {said}")


def _best(context: Context) -> pd.DataFrame:
    points = _points(context)
    return best_first_tokens(points, in_order(points["round"]))


@condition()
def first_token_record(context: Context, benchmark: Benchmark, scenario: Scenario, vendor: Vendor) -> Found:
    """The shortest TTFT (99th percentile) of the cell so far is of the claims' round and on ``vendor``'s silicon."""
    found = _best(context)
    found = found[(found["family"] == benchmark) & (found["scenario"] == scenario)]
    if found.empty:
        return Found(False, "no run of it before")
    best = found.iloc[0]
    row = context.results(best["row_id_best"]).iloc[0]
    who = f"{row['submitter']} on {int(row['accelerators'])} {short_accelerator(str(row['accelerator']))}"
    holds = bool(best["sooner"]) and row["platform_vendor"] == vendor
    said = f"{best['best']:,.0f} ms ({who}, {row['round']}); before: {best['before']:,.0f} ms ({best['round_before']})"
    return Found(holds, said)


@condition()
def first_token_records_everywhere(context: Context) -> Found:
    """So it is in every benchmark and scenario that an earlier log at hand has run, on any silicon."""
    found = _best(context)
    rest = found[~found["sooner"]]
    said = ", ".join(
        f"{r.family} {r.scenario} ({half_up(r.best, 0):,} against {half_up(r.before, 0):,} ms)"
        for r in rest.itertuples()
    )
    logs = ", ".join(in_order(_points(context)["round"]))
    shortest = f"{int(found['sooner'].sum())} of {len(found)}"
    first = f"shortest so far in {shortest} benchmarks and scenarios with known logs ({logs})"
    return Found(len(found) > 0 and rest.empty, f"{first}; not in {said}" if said else first)
