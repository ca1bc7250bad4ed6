"""The grid of switches: every state is drawn as its word, where the entry and the mechanism meet."""

from __future__ import annotations

import pandas as pd
import pytest

from claimcheck.analysis.switches import OFF, ON, STATES
from claimcheck.charts.switches import WORDS, switch_matrix
from tests.charts.drawn import figure, picture, words

HEADS = {"split": ["Disag-", "gregated"], "draft": ["MTP"]}


def cells(*states: str) -> pd.DataFrame:
    rows = [
        {"scenario": s, "entry": f"v6.0 {who}", "mechanism": m, "why": "x = 1", "row_id": f"{who}/{s}"}
        for s in ("Server", "Offline")
        for who in ("Anna 8", "Bert 72")
        for m in HEADS
    ]
    return pd.DataFrame(rows).assign(state=(list(states) * len(rows))[: len(rows)])


def drawn(frame: pd.DataFrame) -> list[str]:
    """The words of the matrix."""
    made = figure(switch_matrix(frame, HEADS))
    assert made["row_ids"] == ["Anna 8/Server", "Bert 72/Server", "Anna 8/Offline", "Bert 72/Offline"]
    return words(picture(made))


def test_every_state_is_its_word() -> None:
    frame = cells(*STATES)
    found = drawn(frame)
    assert set(WORDS) == set(STATES) and len(set(WORDS.values())) == len(WORDS)
    for state, word in WORDS.items():
        assert found.count(word) == (frame["state"] == state).sum(), word


def test_heads_are_upright_in_one_line() -> None:
    assert "Disaggregated" in drawn(cells(ON))


def test_entries_and_scenarios_are_named() -> None:
    found = drawn(cells(ON))
    assert found.count("Server") == found.count("Offline") == 1
    assert found.count("v6.0 Anna 8") == found.count("v6.0 Bert 72") == 2


def test_a_square_holds_one_state() -> None:
    twice = pd.concat([cells(ON), cells(OFF)])
    with pytest.raises(ValueError, match="two states"):
        switch_matrix(twice, HEADS)
    with pytest.raises(ValueError, match="no head for draft"):
        switch_matrix(cells(ON), {"split": ["Split"]})
