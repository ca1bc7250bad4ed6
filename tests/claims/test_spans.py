"""A figure of Training whose score is known as a span alone is asked at both of the span's ends."""

from __future__ import annotations

from typing import Any

import pytest

from claimcheck.analysis.derived import Tables
from claimcheck.claims.register.claim import Claim
from claimcheck.claims.verdict.evaluate import _answered
from claimcheck.claims.verdict.judge import Grounds, check_figure, judge
from claimcheck.claims.verdict.result import NOT_REPRODUCED, NOT_TESTABLE, REPRODUCED
from claimcheck.core.documents import Entry
from tests.making import results, training

# Training: a score of 10 minutes, and one that lies between 4 and 5, of which no other figure is known.
_SPAN = {"row_id": "training/v6.0/span", "submitter": "Berta", "time_to_train_minutes": None}
_SPAN |= {"score_source": "span", "score_low": 4.0, "score_high": 5.0}
TIME = {"ask": "throughput", "of": "span", "unit": "minutes"}
RATIO = {"ask": "ratio", "before": "known", "after": "span", "measure": "value"}


@pytest.mark.parametrize(
    ("asked", "published", "verdict"),
    [
        (TIME, 4, NOT_TESTABLE),
        (TIME, 4.5, NOT_TESTABLE),
        (TIME, 6, NOT_REPRODUCED),
        (RATIO, 2.25, NOT_TESTABLE),
        ({**RATIO, "rule": "at_least"}, 2, REPRODUCED),
        ({**RATIO, "rule": "at_least"}, 2.4, NOT_TESTABLE),
        ({**RATIO, "rule": "at_least"}, 2.6, NOT_REPRODUCED),
        ({"sql": "select time_to_train_minutes as value, [row_id] as rows from span"}, 4, NOT_TESTABLE),
        (
            {"sql": "select 2 as value, [row_id] as rows, 2 as low, 2.2 as high from span", "rule": "rounds"},
            2,
            NOT_TESTABLE,
        ),
    ],
)
def test_a_figure_of_a_span_is_asked_at_both_of_its_ends(
    asked: dict[str, Any], published: float, verdict: str, tables: Tables
) -> None:
    rows = training({"row_id": "training/v6.0/known", "submitter": "Anna"}, _SPAN)
    figure = {"published": published, "unit": "x", "decimals": 2, "rule": "rounds", **asked}
    named = {name: {"suite": "training", "submitter": who} for name, who in (("known", "Anna"), ("span", "Berta"))}
    values = {"statement": "It is so.", "rows": named, "figures": [figure]}
    entry = Entry(tables.data / "claims.yml", "made", values)
    answered = _answered(Claim.of(entry), Tables(results(), tables.data, {"training_results": rows}))
    assert judge(Grounds(figures=[check_figure(one.spec, one.found) for one in answered.answers])).verdict == verdict
