"""Questions and conditions about limits, speed per request and the first token, on made runs and on the real ones."""

from __future__ import annotations

import dataclasses
from typing import Any

import pandas as pd
import pytest

from claimcheck.analysis.results import throughputs
from claimcheck.claims.conditions import CONDITIONS
from claimcheck.claims.model import Context
from claimcheck.claims.questions import QUESTIONS, sensitivity
from claimcheck.errors import RegisterError
from tests.analysis.test_operating import runs
from tests.making import results

RULES = """\
clauses:
  limits:
    round: v6.0
    line: 5
    says: limits
    benchmark: deepseek-r1
    limits: {Server: {ttft_ms: 2000, tpot_ms: 80}, Interactive: {ttft_ms: 1500, tpot_ms: 20}}
"""
BEFORE = {"round": "v5.1", "scenario": "Server"}
AFTER = {"round": "v6.0", "scenario": "Server"}
FAST = {"round": "v6.0", "scenario": "Interactive"}
FAST_LOG = {
    "ttft_limit_ms": 1500.0, "tpot_limit_ms": 20.0, "latency_mean_ms": 2500.0, "tpot_p50_ms": 10.0, "tpot_p99_ms": 12.0,
}  # fmt: skip


def made(context, *pairs: tuple[dict[str, Any], dict[str, Any]]) -> Context:
    """A context over runs (result, log); the rows before, after and fast are the first of each kind."""
    table = results(*(row for row, _ in pairs))
    rates = throughputs(table)
    six = rates["round"] == "v6.0"
    rows = {
        "before": rates[rates["round"] == "v5.1"],
        "after": rates[six & (rates["scenario"] == "Server")],
        "fast": rates[rates["scenario"] == "Interactive"],
    }
    found = context(rows, table)
    (found.tables.data / "rules.yml").write_text(RULES, encoding="utf-8")
    logs = runs(*(log for _, log in pairs))
    return Context(found.entry, dataclasses.replace(found.tables, runs=logs), found.rows)


def check(found: Context, test: str, **spec: Any):
    return CONDITIONS[test](found, {"test": test, "says": "so it is", **spec})


# --- minimum rates and speeds


def test_a_minimum_rate_follows_from_the_logged_limits(context) -> None:
    found = made(context, (AFTER, {}), (FAST, FAST_LOG))
    answer = QUESTIONS["minimum_rate"](found, {"before": "after", "after": "fast"})
    assert answer.value == pytest.approx(80 / 20)
    assert "80 ms in Server, 20 ms in Interactive" in answer.how
    assert set(answer.rows["row_id"]) == {"row-00", "row-01"}


def test_a_speed_is_tokens_over_the_time_of_a_request(context) -> None:
    found = made(context, (AFTER, {}), (FAST, FAST_LOG))
    answer = QUESTIONS["request_speed"](found, {"before": "after", "after": "fast"})
    assert answer.value == pytest.approx((200 / 2.5) / (200 / 10))


@pytest.mark.parametrize("ask", ["minimum_rate", "request_speed"])
def test_a_run_without_a_log_gives_no_figure(ask: str, context) -> None:
    found = made(context, (AFTER, {}), (FAST, {**FAST_LOG, "ttft_limit_ms": None}))
    answer = QUESTIONS[ask](found, {"before": "after", "after": "fast"})
    assert answer.value is None
    assert answer.rows.empty


def test_readings_of_a_minimum_rate_are_the_limits_and_what_systems_reached(context) -> None:
    found = made(context, (AFTER, {}), (FAST, FAST_LOG))
    spec = {"over": "minimum rates", "benchmark": "deepseek-r1"}
    reach = sensitivity(found, spec, 4, 0)
    # By limits 80/20, per request 80/20, by medians 40/10, by 99th percentiles 60/12.
    assert (reach.n, reach.low, reach.high, reach.rank) == (4, pytest.approx(4.0), pytest.approx(5.0), 2)
    alone = made(context, (AFTER, {}))
    with pytest.raises(RegisterError, match="no system ran both"):
        sensitivity(alone, spec, 4, 0)


def test_every_log_must_bear_the_limits_of_the_rules(context) -> None:
    rows = [(AFTER, {}), (AFTER, {}), (FAST, FAST_LOG)]
    good = check(made(context, *rows), "limits_as_ruled", clause="limits")
    assert good.holds
    assert "Server: 2 of 2 logs at 2,000 ms" in good.detail
    rows[1] = (AFTER, {"tpot_limit_ms": 100.0})
    bad = check(made(context, *rows), "limits_as_ruled", clause="limits")
    assert not bad.holds
    assert "Server: 1 of 2 logs" in bad.detail
    # A scenario without a run keeps no limit, and a run of another round does not count.
    assert not check(made(context, *rows[:1]), "limits_as_ruled", clause="limits").holds
    older = [(AFTER, {}), (FAST, FAST_LOG), (BEFORE, {"tpot_limit_ms": 1.0})]
    assert check(made(context, *older), "limits_as_ruled", clause="limits").holds


def test_an_unknown_clause_is_told(context) -> None:
    with pytest.raises(RegisterError, match=r"clause is 'limit'(.|\n)*did you mean limits\?"):
        check(made(context, (AFTER, {})), "limits_as_ruled", clause="limit")


# --- the first token


@pytest.mark.parametrize(("after", "holds"), [(999.0, True), (1000.0, False), (1001.0, False)])
def test_a_first_token_comes_sooner_when_its_99th_percentile_fell(context, after: float, holds: bool) -> None:
    found = made(context, (BEFORE, {"ttft_p99_ms": 1000.0}), (AFTER, {"ttft_p99_ms": after}))
    condition = check(found, "first_token_sooner")
    assert condition.holds is holds
    assert "1,000 ms" in condition.detail
    assert check(found, "first_token_sooner_everywhere").holds is holds


def test_without_a_result_or_a_log_nothing_came_sooner(context) -> None:
    found = made(context, (BEFORE, {}), (AFTER, {"ttft_limit_ms": None}))
    assert check(found, "first_token_sooner").detail == "a run's log gives no latencies"
    empty = Context(found.entry, found.tables, {**found.rows, "after": found.rows["after"].head(0)})
    assert check(empty, "first_token_sooner").detail == "no such result"
    alone = made(context, (AFTER, {}))
    assert check(alone, "first_token_sooner_everywhere").detail == "no comparison of two rounds"
    other = made(context, (BEFORE, {}), ({**AFTER, "accelerator": "NVIDIA B300"}, {}))
    assert check(other, "first_token_sooner_everywhere").detail == "no comparison of two rounds"


CELL = {"benchmark": "deepseek-r1", "scenario": "Server", "vendor": "NVIDIA"}


@pytest.mark.parametrize(
    ("row", "ms", "holds"),
    [
        (AFTER, 900.0, True),
        (AFTER, 1100.0, False),
        ({**AFTER, "platform_vendor": "AMD"}, 900.0, False),
        ({**AFTER, "round": "v6.1"}, 900.0, False),
        ({**AFTER, "benchmark": "other"}, 900.0, False),
    ],
)
def test_a_record_is_of_the_round_and_on_the_vendors_silicon(context, row, ms: float, holds: bool) -> None:
    slow = (AFTER, {"ttft_p99_ms": 1500.0})
    found = made(context, (BEFORE, {"ttft_p99_ms": 1000.0}), slow, (row, {"ttft_p99_ms": ms}))
    assert check(found, "first_token_record", **CELL).holds is holds


def test_a_record_everywhere_is_one_in_each_cell_run_before(context) -> None:
    rows = [(BEFORE, {"ttft_p99_ms": 1000.0}), (AFTER, {"ttft_p99_ms": 900.0}), (FAST, FAST_LOG)]
    good = check(made(context, *rows), "first_token_records_everywhere")
    assert good.holds
    assert good.detail.startswith("shortest so far in 1 of 1 cells")
    rows += [({**BEFORE, "benchmark": "b"}, {"ttft_p99_ms": 5.0}), ({**AFTER, "benchmark": "b"}, {"ttft_p99_ms": 6.0})]
    bad = check(made(context, *rows), "first_token_records_everywhere")
    assert not bad.holds
    assert "not in b Server (6 against 5 ms)" in bad.detail


# --- the committed register


def test_the_ratio_of_limits_is_that_of_the_logs_and_of_the_rules(claims, tables) -> None:
    ids = {e.row_id for e in claims[19].evidence if e.table == "loadgen_runs"}
    limits = tables.runs[tables.runs["run_id"].isin(ids)].set_index("scenario")["tpot_limit_ms"]
    assert claims[19].computed.value == pytest.approx(float(limits["Server"] / limits["Interactive"]))
    assert [e.line for e in claims[19].evidence if e.table == "rules"]
    # What runs reached lies on both sides of the ratio of the limits.
    assert claims[19].sensitivity.low < claims[19].computed.value < claims[19].sensitivity.high


def test_claim_46_says_which_of_its_pairs_came_sooner(claims, tables) -> None:
    named = {c.name: c.holds for c in claims[46].conditions}
    runs_ = tables.runs.set_index("run_id")["ttft_p99_ms"]
    rows = tables.results.set_index("row_id")

    def wait(row_id: str) -> float:
        return float(runs_[rows.loc[row_id, "run_id"]])

    pair = wait("6.0-0082/deepseek-r1/Server") < wait("5.1-0072/deepseek-r1/Server")
    assert named["sooner in the published pair of DeepSeek-R1 Server"] is pair
    rack = wait("6.0-0075/llama3.1-405b/Server") < wait("5.1-0071/llama3.1-405b/Server")
    assert named["sooner on NVIDIA's own GB200 rack, Llama 3.1 405B Server"] is rack


def test_the_limits_that_rules_yml_types_are_those_that_ran(tables) -> None:
    from claimcheck.claims.rulebook import read_clauses

    clause = read_clauses(tables.data)["deepseek-r1-limits"]
    logged = tables.runs[(tables.runs["benchmark"] == clause.benchmark) & (tables.runs["round"] == clause.round)]
    for scenario, limit in clause.limits.items():
        part = logged[logged["scenario"] == scenario]
        assert pd.unique(part["ttft_limit_ms"]).tolist() == [limit["ttft_ms"]]
        assert pd.unique(part["tpot_limit_ms"]).tolist() == [limit["tpot_ms"]]
