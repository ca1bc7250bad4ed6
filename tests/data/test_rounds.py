"""Rounds that exist and are not in the tables, and benchmarks of others that are quoted next to MLPerf."""

from __future__ import annotations

from pathlib import Path

from claimcheck.data.rounds import missing_rounds, read_rounds, read_rounds_register


def test_rounds_that_the_tables_do_not_hold_are_told_in_sentences(data_dir: Path) -> None:
    told = missing_rounds(data_dir)
    assert told[0].startswith("MLPerf Training v6.0 was published on 16 June 2026; its repository cannot be had")
    assert [sentence.split(" ")[1:3] for sentence in told] == [
        ["Training", "v6.0"],
        ["Training", "v6.1"],
        ["Endpoints", "1.0"],
    ]
    assert "since 12 October 2026" in told[2]


def test_a_round_that_the_tables_hold_is_not_missing(data_dir: Path) -> None:
    held = {f"{round_.title} {round_.name}" for round_ in read_rounds(data_dir)}
    assert "MLPerf Training v5.1" in held
    assert not held & set(read_rounds_register(data_dir).missing)


def test_benchmarks_of_others_say_why_they_cannot_be_compared(data_dir: Path) -> None:
    quoted = read_rounds_register(data_dir).quoted
    assert set(quoted) == {"InferenceX", "AgentX"} and all(one.why for one in quoted.values())
