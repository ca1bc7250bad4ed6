"""One build of a round from every kind of source, what a comparison finds, and what stops it."""

from __future__ import annotations

from pathlib import Path

from claimcheck.data import paths
from claimcheck.data.schema import TABLES
from claimcheck.data.store import differences, load, normalise, write_tables
from claimcheck.sources.build import build, ingest, round_keys, verify, write_verified
from tests.making import put
from tests.sources import upstream as up
from tests.sources.golden import agree


def test_every_source_gives_its_rows(ingested: up.Made) -> None:
    """A second value that agrees and one that does not; what no result names, and what is in no repository, is skipped.

    The same bytes again when they are ingested again.
    """
    names = ("inference_results", "training_results", "skipped")
    agree("sources", {name: load(name, ingested.data).to_dict("records") for name in names})
    before = up.hashes(ingested.data)
    ingest(ingested.upstream, ingested.data, up.quiet)
    assert up.hashes(ingested.data) == before


def test_one_round_is_checked_and_written_with_its_own_repositories(tmp_path: Path, ingested: up.Made) -> None:
    there, upstream, key = ingested.copied(tmp_path), tmp_path / "upstream", up.LOGS_ROUND
    upstream.mkdir()
    for name in ("inference_results_v2.0", "cm4mlperf-results"):
        (upstream / name).symlink_to(there.upstream / name)
    before = up.hashes(there.data)
    assert not verify(upstream, there.data, up.quiet, [key]).differences
    # All its rows go, and come back as they were.
    tables = {name: load(name, there.data) for name, table in TABLES.items() if table.ingested}
    write_tables({name: frame[round_keys(frame) != key] for name, frame in tables.items()}, there.data)
    assert up.hashes(there.data) != before
    missing = verify(upstream, there.data, up.quiet, [key]).differences
    assert missing and all("is a row of upstream, and not committed" in line for line in missing)
    ingest(upstream, there.data, up.quiet, [key])
    assert up.hashes(there.data) == before


def test_what_is_compared_is_reported_and_recorded_by_repository(tmp_path: Path, ingested: up.Made) -> None:
    there = ingested.copied(tmp_path)
    whole = verify(there.upstream, there.data, up.quiet)
    rows = whole.tables.set_index("table")["rows"]
    assert rows.to_dict() == {n: len(f) for n, t in TABLES.items() if t.ingested and len(f := load(n, there.data))}
    assert whole.tables["equal"].all()
    write_verified(whole, there.data)
    recorded = load("verified", there.data).set_index("repo")
    assert recorded.rounds.to_dict()[up.EXPERIMENTS_REPO] == up.EXPERIMENTS_ROUND
    assert 0 < recorded.rows.sum() <= rows.sum()
    # A part of the rounds leaves the record of the others; the experiments repository is read, not rebuilt.
    write_tables({"verified": recorded.reset_index().assign(verified="2026-01-02")}, there.data)
    part = verify(there.upstream, there.data, up.quiet, [up.LOGS_ROUND])
    write_verified(part, there.data)
    days = load("verified", there.data).set_index("repo").verified
    assert set(days[days != "2026-01-02"].index) == {"someone/inference_results_v2.0"}
    (typed, *_) = verify(ingested.upstream, ingested.data, up.quiet, [up.TYPED_ROUND]).unchecked
    assert up.TYPED_ROUND in typed


def test_a_time_that_was_typed_fills_an_entry_without_logs(tmp_path: Path) -> None:
    there = up.every_source(tmp_path)
    put(
        there.data,
        paths.TRAINING_TIMES,
        "row_id,time_to_train_minutes,obtained,reason\ntraining/v3.0/closed/Cid/ten/resnet,7.5,typed,a blog\n"
        "training/v1.0/closed/Cid/ten/resnet,8.5,typed,of another round\n",
    )
    for n in range(5):
        up.lose(there.upstream / "training_results_v3.0", f"Cid/results/ten/resnet/result_{n}.txt")
    there.ingest()
    row = load("training_results", there.data).iloc[0]
    assert (row.time_to_train_minutes, row.obtained, row.reason) == (7.5, "typed", "a blog")


def test_the_typed_round_of_training_is_what_its_typed_tables_give(data_dir: Path) -> None:
    """Scores from runs, as printed, and spans: the rows of the table, made again."""
    made = build(Path("nothing"), data_dir, lambda _: None, ["training-v6.0"])["training_results"]
    held = load("training_results", data_dir)
    held = held[(held["suite"] == "training") & (held["round"] == "v6.0")]
    again = normalise(made, TABLES["training_results"])
    assert list(differences(held, again, TABLES["training_results"], "typed")) == []
