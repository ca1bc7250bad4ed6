"""Numbers of the operating points agree with the other numbers that the same runs give."""

from __future__ import annotations

import re

import pytest

from claimcheck.claims.counted_operating import OPERATING, PAIRS, RUNS
from claimcheck.claims.number import Number


@pytest.fixture(scope="module")
def op(tables) -> dict[str, Number]:
    return {n.key: n for group in OPERATING for n in group(tables)}


def test_keys_are_unique(tables, op: dict[str, Number]) -> None:
    assert len([n for group in OPERATING for n in group(tables)]) == len(op)


def ratio_of(number: Number, tables) -> float:
    """The ratio of the two results per accelerator that a number names."""
    ids = {e.row_id for e in number.evidence if e.table == "inference_results"}
    rows = tables.results[tables.results["row_id"].isin(ids)].sort_values("round")
    before, after = (float(r["value"]) / float(r["accelerators"]) for _, r in rows.iterrows())
    return after / before


@pytest.mark.parametrize("name", list(PAIRS))
def test_the_factors_of_a_named_pair_multiply_up_to_its_ratio(name: str, op: dict[str, Number], tables) -> None:
    product = 1.0
    for factor in ("load", "speed", "counting"):
        product *= op[f"op.{name}.{factor}"].value
    assert product == pytest.approx(ratio_of(op[f"op.{name}.load"], tables), rel=1e-12)
    assert op[f"op.{name}.load-published"].value * op[f"op.{name}.speed"].value == pytest.approx(product, rel=1e-12)


def test_the_published_pair_is_that_of_claim_1(op: dict[str, Number], claims, tables) -> None:
    assert ratio_of(op["op.published.load"], tables) == pytest.approx(claims[1].computed.value, rel=1e-12)
    factor = op["op.nebius-8.load"].value / op["op.before.load"].value
    assert op["op.published.load"].value == pytest.approx(factor, rel=1e-12)
    factor = op["op.nebius-8.speed"].value / op["op.before.speed"].value
    assert op["op.published.speed"].value == pytest.approx(factor, rel=1e-12)


@pytest.mark.parametrize("name", list(RUNS))
def test_load_is_offered_rate_times_what_the_log_gives(name: str, op: dict[str, Number], tables) -> None:
    (run_id,) = {e.row_id for e in op[f"op.{name}.load"].evidence if e.table == "loadgen_runs"}
    log = tables.runs.set_index("run_id").loc[run_id]
    assert log["round"] == RUNS[name][2]
    assert log["submitter"] == RUNS[name][3]
    latency = float(log["latency_mean_ms"]) / 1000
    assert op[f"op.{name}.load"].value == pytest.approx(op[f"op.{name}.offered"].value * latency, rel=1e-12)
    assert op[f"op.{name}.tpot-ms"].value == pytest.approx(float(log["tpot_p99_ms"]))
    assert op[f"op.{name}.headroom"].value == pytest.approx(
        100 - max(op[f"op.{name}.ttft"].value, op[f"op.{name}.tpot"].value)
    )


def test_runs_of_the_cells_add_up_and_those_at_a_limit_are_some_of_them(op: dict[str, Number]) -> None:
    cells = [k for k in op if re.fullmatch(r"op\.(r1|llama)-(server|interactive)\.v\d\.\d-n", k)]
    assert sum(op[cell].value for cell in cells) == op["op.runs.n"].value
    assert all(0 <= op[f"{cell.removesuffix('n')}at-n"].value <= op[cell].value for cell in cells)
    # The pages say so in words.
    assert op["op.llama-server.v5.1-at-n"].value == op["op.llama-server.v6.0-at-n"].value == 0


def test_what_the_pages_say_in_words_of_the_named_runs_holds(op: dict[str, Number]) -> None:
    limit = op["op.at-limit"].value
    at = {name for name in RUNS if 100 - op[f"op.{name}.headroom"].value >= limit}
    assert at == {"before", "nebius-8", "nebius-72", "nvidia-72"}
    assert op["op.before.ttft"].value > op["op.before.tpot"].value
    assert op["op.nebius-8.tpot"].value > op["op.nebius-8.ttft"].value
    assert op["op.readings.load-n"].value == op["op.readings.n"].value
    for pair in ("own", "coreweave", "b200-google", "llama"):
        assert min(op[f"op.{pair}.{factor}"].value for factor in ("load", "speed")) > 1
    for name in ("llama-gb300", "llama-gb300-interactive"):
        assert op[f"op.{name}.ttft"].value > op[f"op.{name}.tpot"].value
