"""The counting of wins over the committed rounds: its parts sum, and its rules are ordered as they must be."""

from __future__ import annotations

import datetime
import math
from pathlib import Path

import pandas as pd
import pytest

from claimcheck.claims.texts import wins
from claimcheck.core.documents import document
from claimcheck.data import paths
from claimcheck.data.rounds import SUITES, keys_until, roles, rounds_until


@pytest.fixture(scope="module")
def counts(tables) -> pd.DataFrame:
    return tables.win_counts("v6.0")


# --- which rounds


def test_the_rounds_of_every_suite_up_to_the_day_of_the_claim(data_dir: Path) -> None:
    register = document(data_dir / paths.ROUNDS).section("rounds")
    rounds = rounds_until(data_dir)
    named = {*rounds["inference"], *(f"{s}-{r}" for s in ("training", "hpc") for r in rounds[s])}
    assert set(keys_until(data_dir)) == named <= set(register)
    day = register[roles().claims].values["published"]
    assert isinstance(day, datetime.date)
    for key, entry in register.items():
        assert (key in named) is ("published" in entry.values and entry.values["published"] <= day), key


def test_rounds_are_of_the_suites_and_until_the_round_asked_for(data_dir: Path) -> None:
    apart = [keys_until(data_dir, suites=[suite]) for suite in SUITES]
    assert apart[0] == rounds_until(data_dir)["inference"]
    assert sorted(key for keys in apart for key in keys) == sorted(keys_until(data_dir))
    assert rounds_until(data_dir, "v0.5")["inference"] == ["v0.5"]
    with pytest.raises(ValueError, match="no suite inferense"):
        keys_until(data_dir, suites=["inferense"])


def test_the_contest_holds_every_result_of_those_rounds_once(tables, data_dir: Path) -> None:
    rounds = rounds_until(data_dir)
    inference = tables.results[tables.results["round"].isin(rounds["inference"])]
    scored = tables.training[["time_to_train_minutes", "models_per_minute"]].notna().any(axis=1)
    # Without a log there is no score; the entry took part all the same.
    absent = tables.training["runs_absent"].fillna(0).astype(int) > 0
    trained = tables.training[scored | absent]
    kept = [trained[(trained["suite"] == s) & trained["round"].isin(rounds[s])] for s in ("training", "hpc")]
    contested = tables.contest("v6.0")
    assert sorted(contested["row_id"]) == sorted([*inference["row_id"], *(i for k in kept for i in k["row_id"])])
    assert (contested["score"].dropna().astype(float) > 0).all()
    assert set(contested.loc[contested["score"].isna(), "program"]) <= {"training", "hpc"}
    assert contested["vendor"].notna().all()


# --- what must hold of any counting


def test_a_winner_has_the_best_score_of_its_cell(tables) -> None:
    """Counted a second way: the maximum of each cell, from the table of entries."""
    rows = tables.contest("v6.0")[tables.contest("v6.0")["division"] == "closed"]
    rows = rows[rows["program"].isin(["inference", "training"])].astype({"vendor": str})
    name = rows["family"].astype(str).where(rows["program"] == "inference", rows["benchmark"].astype(str))
    key = ["program", "round", "suite", "scenario"]
    rows = rows.assign(name=name, mine=rows["vendor"] == "NVIDIA")[[*key, "name", "mine", "score"]].astype(
        dict.fromkeys(key, str)
    )
    # An entry without a known score took part: it is ahead of nobody at all, and behind every score.
    rows["score"] = rows["score"].fillna(0)
    best = rows.pivot_table(index=[*key, "name"], columns="mine", values="score", aggfunc="max")
    mine, theirs = best[True].fillna(-1), best[False].fillna(-1)
    tied = (mine - theirs).abs() <= mine.abs() * 1e-9
    plain = tables.win_counts("v6.0").iloc[0]
    found = (int(((mine > theirs) & ~tied).sum()), int(((theirs > mine) & ~tied).sum()), int(tied.sum()))
    assert found == (plain["nvidia"], plain["others"], plain["tied"])


# --- as printed


def test_every_ratio_that_rounds_to_the_published_one_is_as_near(counts: pd.DataFrame, data_dir: Path) -> None:
    count, ratio = wins.published(data_dir)
    made = counts.head(5).assign(
        nvidia=[count, count, count + 1, count, count], ratio=[ratio - 0.49, ratio + 2, ratio, ratio, math.inf]
    )
    found = wins.nearest_as_printed(made, data_dir)
    # Two with the count and the ratio as printed, the one with the number itself first; then by distance.
    assert list(found["ratio"]) == [ratio, ratio - 0.49, ratio, ratio + 2, math.inf]
    assert list(found["nvidia"]) == [count, count, count + 1, count, count]
    assert list(found["distance"][:2]) == [0, 0]
    assert found["distance"].is_monotonic_increasing
