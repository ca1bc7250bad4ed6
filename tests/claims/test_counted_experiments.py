"""Numbers of the experiments: they add up, multiply up, and agree with the published pair."""

from __future__ import annotations

import pytest

from claimcheck.claims.counted_experiments import EXPERIMENTS, KINDS
from claimcheck.claims.evaluate import evaluate, load_tables
from claimcheck.claims.number import Number


@pytest.fixture(scope="module")
def numbers() -> dict[str, Number]:
    tables = load_tables()
    found = [n for group in EXPERIMENTS for n in group(tables)]
    assert len({n.key for n in found}) == len(found)
    return {n.key.removeprefix("experiments."): n for n in found}


def test_kinds_add_up(numbers: dict[str, Number]) -> None:
    assert sum(numbers[f"{kind}-n"].value for kind in KINDS) == numbers["alone-n"].value
    counted = ("alone-n", "code-n", "none-n", "nearly-n")
    assert sum(numbers[key].value for key in counted) < numbers["pairs-n"].value
    assert numbers["strict-n"].value <= numbers["alone-n"].value
    assert numbers["doubted-n"].value <= numbers["wishes-n"].value <= numbers["rates-of"].value


def test_the_two_steps_make_the_published_ratio(numbers: dict[str, Number]) -> None:
    whole = numbers["chain-first"].value * numbers["chain-load"].value
    assert whole == pytest.approx(numbers["chain-whole"].value)
    (claim,) = evaluate(only=[1])
    assert claim.computed is not None
    assert {e.row_id for e in claim.evidence} & {e.row_id for e in numbers["chain-whole"].evidence}


def test_the_load_pairs_stay_within_the_limit(numbers: dict[str, Number]) -> None:
    for chip in ("b300", "gb300"):
        before, after = (numbers[f"load-{chip}-tpot-{side}"].value for side in ("before", "after"))
        assert before < after <= numbers["tpot-limit"].value
        rates = [numbers[f"load-{chip}-rate-{side}"].value for side in ("before", "after")]
        assert rates[1] / rates[0] == pytest.approx(numbers[f"load-{chip}-rate"].value)
    assert numbers["load-high"].value >= numbers["load-gb300-ratio"].value


def test_every_number_that_rests_on_pairs_has_evidence(numbers: dict[str, Number]) -> None:
    assert all(n.evidence for key, n in numbers.items() if key.endswith(("-low", "-high", "-ratio", "-rate")))
