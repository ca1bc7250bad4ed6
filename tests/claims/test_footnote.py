"""The footnote that the rules on results in print ask for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claimcheck.claims.texts.footnote import COUNTED, footnote, rounds_footnote
from claimcheck.claims.verdict.evidence import evidence_of
from claimcheck.core.documents import document
from claimcheck.data import paths

# mlcommons/policies, MLPerf_Results_Messaging_Guidelines.adoc at a4520be877.
LEGEND = (
    "The MLPerf name and logo are registered and unregistered trademarks of MLCommons Association in the United States "
    "and other countries. All rights reserved. Unauthorized use strictly prohibited. See www.mlcommons.org for more "
    "information."
)
PAIR = ["5.1-0072/deepseek-r1/Server", "6.0-0082/deepseek-r1/Server"]


@pytest.fixture
def pair(tables):
    return tables.results[tables.results["row_id"].isin(PAIR)]


def test_it_names_everything_that_the_rules_ask_for(pair, data_dir: Path) -> None:
    text = footnote(pair, data_dir)
    for row in pair.itertuples():
        assert re.search(
            rf"MLPerf® Inference {row.round}: closed division, deepseek-r1 Server \(results {row.result_id}\); "
            rf"commit {row.commit[:10]} of github\.com/{row.repo}, (retrieved|read from a copy) on \d{{4}}-\d\d-\d\d\.",
            text,
        )
    assert "not verified by MLCommons Association" in text
    assert text.endswith(LEGEND)


@pytest.mark.parametrize(
    ("row_id", "named"),
    [
        ("5.1-0088/llama2-70b-99.9/Offline", "(results 5.1-0088 [MLCommons' page: 5.1-0087])"),
        ("6.0-0045/gpt-oss-120b/Offline", "(results 6.0-0045 [MLCommons' page: 6.0-0044, 6.0-0045])"),
        (
            "v5.0/closed/datacenter/Google/B200-SXM-180GBx8_TRT/mixtral-8x7b/Offline",
            "(results 5.0-0078 [not on MLCommons' page])",
        ),
    ],
)
def test_an_id_that_mlcommons_page_does_not_have_is_named_with_the_pages(tables, row_id: str, named: str) -> None:
    rows = tables.results[tables.results["row_id"] == row_id]
    assert named in footnote(rows)
    assert named.partition("[")[2].rstrip("])") in evidence_of(rows.to_dict("records"))[0].label


def test_the_footnote_of_whole_rounds_names_every_suite_and_version(data_dir: Path) -> None:
    text = rounds_footnote(data_dir)
    rounds = document(data_dir / paths.ROUNDS).section("rounds")
    for suite in ("Inference", "Training", "HPC"):
        names = [k.rpartition("-")[2] for k, e in rounds.items() if e.values["suite"] == f"MLPerf {suite}"]
        assert f"MLPerf® {suite} {', '.join(names)}" in text
    assert COUNTED in text
    assert text.endswith(LEGEND)
    assert len(re.findall(r"MLPerf(?!®)", text.replace(LEGEND, ""))) == 0
