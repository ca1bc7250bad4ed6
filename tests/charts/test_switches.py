"""The grid of switches: every state is drawn as its word, where the entry and the mechanism meet."""

from __future__ import annotations

import html
import re

import pandas as pd
import pytest
import vl_convert

from claimcheck.analysis.switches import OFF, ON, STATES
from claimcheck.charts import Figure
from claimcheck.charts.figure import specification
from claimcheck.charts.switches import WORDS, switch_matrix

HEADS = {"split": ["Disag-", "gregated"], "draft": ["MTP"]}


def cells(*states: str) -> pd.DataFrame:
    rows = [
        {"scenario": s, "entry": f"v6.0 {who}", "mechanism": m, "why": "x = 1", "row_id": f"{who}/{s}"}
        for s in ("Server", "Offline")
        for who in ("Anna 8", "Bert 72")
        for m in HEADS
    ]
    return pd.DataFrame(rows).assign(state=(list(states) * len(rows))[: len(rows)])


def drawn(frame: pd.DataFrame) -> str:
    drawing = switch_matrix(frame, HEADS)
    made = Figure(drawing, id="s", title="A finding.", description="What is drawn.", caption="Units.").to_dict()
    assert made["row_ids"] == ["Anna 8/Server", "Bert 72/Server", "Anna 8/Offline", "Bert 72/Offline"]
    return vl_convert.vegalite_to_svg(specification(made), allowed_base_urls=[])


def texts(svg: str) -> list[str]:
    return [html.unescape(re.sub(r"<[^>]+>", "", t)) for t in re.findall(r"<text[^>]*>(.*?)</text>", svg, re.DOTALL)]


def test_every_state_is_its_word() -> None:
    frame = cells(*STATES)
    found = texts(drawn(frame))
    assert set(WORDS) == set(STATES) and len(set(WORDS.values())) == len(WORDS)
    for state, word in WORDS.items():
        assert found.count(word) == (frame["state"] == state).sum(), word


def test_heads_are_upright_in_one_line() -> None:
    assert "Disaggregated" in texts(drawn(cells(ON)))


def test_entries_and_scenarios_are_named() -> None:
    found = texts(drawn(cells(ON)))
    assert found.count("Server") == found.count("Offline") == 1
    assert found.count("v6.0 Anna 8") == found.count("v6.0 Bert 72") == 2


def test_a_square_holds_one_state() -> None:
    twice = pd.concat([cells(ON), cells(OFF)])
    with pytest.raises(ValueError, match="two states"):
        switch_matrix(twice, HEADS)
    with pytest.raises(ValueError, match="no head for draft"):
        switch_matrix(cells(ON), {"split": ["Split"]})
