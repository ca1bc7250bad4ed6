"""The footnote that the rules on results in print ask for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claimcheck.claims.texts.footnote import COUNTED, footnote, rounds_footnote, source_line
from claimcheck.claims.verdict.evidence import evidence_of
from claimcheck.core.documents import document
from claimcheck.data import paths
from tests.making import put

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
    assert named.partition("[")[2].rstrip("])") in evidence_of(rows)[0].label


def test_one_line_of_source_names_rounds_and_what_is_ours(pair, data_dir: Path) -> None:
    assert source_line(f"Words.\n\n{footnote(pair, data_dir)}") == (
        "MLCommons, MLPerf® Inference v5.1 and v6.0; calculation ours"
    )
    assert source_line(footnote(pair, data_dir, derived=False)).endswith("v5.1 and v6.0")
    whole = source_line(rounds_footnote(data_dir))
    assert re.fullmatch(r"MLCommons, MLPerf® Inference v0\.5 to v\d\.\d, Training .* and HPC .*; counts ours", whole)
    assert source_line("Our simulation of MLPerf® Inference v6.0, no result.") == ""


def test_rows_of_one_round_and_those_without_ids_all_stand_in_it(tables, data_dir: Path) -> None:
    every = tables.results
    one_round = every[every["submitter"].eq("CoreWeave") & every["benchmark"].eq("deepseek-r1")]
    without = every[every["round"].isin(["v0.5", "v3.1"])].drop_duplicates("round")
    assert set(one_round["division"]) == {"open", "closed"} and without["result_id"].isna().all()
    for rows in (one_round, without):
        text = footnote(rows, data_dir)
        for row in rows.itertuples():
            assert f"{row.division} division, {row.benchmark}" in text
            assert row.scenario in text
            assert (row.result_id if isinstance(row.result_id, str) else "the source gives no result IDs") in text
        assert "results )" not in text and "nan" not in text.lower()


def test_a_footnote_about_nothing_is_refused(pair, data_dir: Path) -> None:
    with pytest.raises(ValueError, match="at least one result"):
        footnote(pair.head(0), data_dir)


def test_the_legend_stands_once_in_the_project(root: Path) -> None:
    """One declaration makes the footnote: a second copy of the legend is a second footnote."""
    sources = [
        p
        for folder in ("claimcheck", "book", "notebooks")
        for p in sorted((root / folder).rglob("*"))
        if p.suffix in (".py", ".md", ".html", ".js", ".css", ".yml")
    ]
    assert len(sources) > 30
    holders = [p for p in sources if "Unauthorized use strictly prohibited" in p.read_text(encoding="utf-8")]
    assert [p.relative_to(root).as_posix() for p in holders] == ["claimcheck/analysis/comparison.yml"]


def test_the_footnote_of_whole_rounds_names_every_suite_and_version(data_dir: Path) -> None:
    text = rounds_footnote(data_dir)
    rounds = document(data_dir / paths.ROUNDS).section("rounds")
    for suite in ("Inference", "Training", "HPC"):
        names = [k.rpartition("-")[2] for k, e in rounds.items() if e.values["suite"] == f"MLPerf {suite}"]
        assert f"MLPerf® {suite} {', '.join(names)}" in text
    assert COUNTED in text
    assert text.endswith(LEGEND)
    assert len(re.findall(r"MLPerf(?!®)", text.replace(LEGEND, ""))) == 0


def test_the_footnote_of_chosen_rounds_names_those_alone(data_dir: Path) -> None:
    text = rounds_footnote(data_dir, ["v6.0", "training-v5.1"])
    assert text.startswith("MLPerf® Inference v6.0; MLPerf® Training v5.1; all benchmarks and scenarios")
    with pytest.raises(KeyError):
        rounds_footnote(data_dir, ["v6.00"])


def test_days_of_retrieval_are_a_range_when_they_differ(tmp_path: Path) -> None:
    where = f"source: logs, repo: a/b, commit: {'a' * 40}, folders: [b]"
    entry = f"{{{{suite: MLPerf Inference, {where}, retrieved: {{}}}}}}"
    for days, said in (
        (("2026-01-02", "2026-01-02"), "2026-01-02. "),
        (("2026-01-09", "2026-01-02"), "2026-01-02 to 2026-01-09. "),
    ):
        lines = [f"  v{n}.0: {entry.format(day)}\n" for n, day in enumerate(days, 1)]
        put(tmp_path, paths.ROUNDS, "rounds:\n" + "".join(lines))
        assert f"retrieved {said}{COUNTED}" in rounds_footnote(tmp_path)
