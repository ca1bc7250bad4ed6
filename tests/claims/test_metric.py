"""Numbers of the metric: the register of reported views, and what the keys promise about one another."""

from __future__ import annotations

import pytest

from claimcheck.analysis.metric import views
from claimcheck.claims import counted_metric as counted


@pytest.fixture(scope="module")
def made(tables) -> dict[str, counted.Number]:
    return {n.key: n for group in counted.METRIC for n in group(tables)}


def test_keys_are_unique(tables, made) -> None:
    assert len(made) == sum(1 for group in counted.METRIC for _ in group(tables))


def test_the_reported_run_is_the_published_row(tables) -> None:
    seen = counted.reported_views(tables)
    run = dict(counted.register(tables).section("runs"))[counted.REPORT]
    keys = ["round", "submitter", "system", "benchmark", "scenario"]
    rows = tables.results
    (row,) = [r for _, r in rows[(rows[keys] == [run.text(k) for k in keys]).all(axis=1)].iterrows()]
    assert round(float(row["value"]), 2) == seen["printed"]
    assert str(row["commit"]) == run.text("commit") and str(row["repo"]) == run.text("repo")


def test_the_report_s_two_printed_rates_and_its_mean_length_agree(tables) -> None:
    seen = counted.reported_views(tables)
    assert seen["published"] == pytest.approx(seen["printed"], rel=1e-4)
    assert seen["full_run_tokens_per_s"] < seen["printed"] < seen["offered_tokens_per_s"]
    assert seen["window_s"] < dict(counted.register(tables).section("runs"))[counted.REPORT].number("duration_s")


def test_sample_sets_are_those_that_runs_go_through_whole(tables) -> None:
    runs = views(tables.runs)
    whole = counted.passes(runs, tables)
    # Every benchmark is known, and all but a handful of runs fit: a wrong size would fit almost none.
    assert set(counted.sample_sets(tables)) == {
        b.replace("-99.9", "").replace("-99", "").replace("_", ".") for b in runs["benchmark"]
    }
    assert (whole.groupby(runs["benchmark"]).mean() > 0.9).all()


def test_what_holds_for_every_run_is_counted_for_every_run(made) -> None:
    for key in ("metric.last-in-range-n", "metric.between-n", "metric.length-agrees-n"):
        assert made[key].value == made["metric.runs-n"].value, key
    assert made["metric.share-length"].value + made["metric.share-last"].value == pytest.approx(100)


def test_named_factors_multiply_to_the_published_ratio(made, claims) -> None:
    pairs = {key.removesuffix("-rate") for key in made if key.startswith("denominators.") and key.endswith("-rate")}
    assert len(pairs) > 5
    for pair in pairs:
        product = made[f"{pair}-rate"].value * made[f"{pair}-length"].value * made[f"{pair}-completion"].value
        assert product == pytest.approx(made[f"{pair}-published"].value, rel=1e-4), pair
    assert made["denominators.published-pair-published"].text == claims[1].published_text


def test_the_log_s_own_offered_rate_is_ours_but_for_sending_late(tables) -> None:
    runs = views(tables.runs)
    length, offered = counted.printed_apart(runs, tables.runs)
    assert len(length) == len(offered) == len(runs) and length.notna().all() and offered.notna().all()
    # A query that is sent late makes the log's duration longer, never shorter.
    assert offered.max() < 1e-3
    columns = ["mean_length", "offered_tokens_per_s"]
    other = runs.assign(**{c: runs[c] * 1.01 for c in columns})
    assert all((apart > 0.009).all() for apart in counted.printed_apart(other, tables.runs))
