"""The charts of gains: every pair is drawn where it belongs, and what reaches the figure is named."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import pandas as pd
import pytest
import vl_convert

from claimcheck.charts import generations as charts
from claimcheck.charts.figure import specifications

WORDS = {"title": "A finding.", "description": "What is drawn.", "caption": "Units and sources."}


def pairs() -> pd.DataFrame:
    rows = [
        ("H100-SXM-80GB", "gptj", "Server", "v3.1", "v4.0", 2.8, True, False),
        ("L40S", "gptj", "Server", "v3.1", "v4.0", 1.0, False, False),
        ("L40S", "bert", "Server", "v3.1", "v4.0", 1.2, False, False),
        ("T4", "resnet", "Server", "v5.1", "v6.0", 0.3, False, True),
        ("RTX 4090", "retinanet", "Offline", "v3.0", "v3.1", 9.5, False, True),
        ("A30", "retinanet", "Offline", "v3.0", "v3.1", 2.769, False, False),
    ]
    columns = ["chip", "family", "scenario", "before", "after", "ratio", "new_benchmark", "new_chip"]
    frame = pd.DataFrame(rows, columns=columns)
    return frame.assign(row_id_before=[f"b{i}" for i in range(6)], row_id_after=[f"a{i}" for i in range(6)])


def lives() -> pd.DataFrame:
    rows = [
        ("B200", "deepseek-r1", "Server", "v5.1", "v5.1", 1.0),
        ("B200", "deepseek-r1", "Server", "v5.1", "v6.0", 1.1),
        ("B200", "llama2-70b", "Server", "v4.1", "v4.1", 1.0),
        ("B200", "llama2-70b", "Server", "v4.1", "v6.0", 1.5),
        ("B200", "mixtral", "Server", "v5.0", "v5.0", 1.0),
        ("B200", "mixtral", "Server", "v5.0", "v5.1", 0.95),
        ("B200", "rgat", "Server", "v5.0", "v5.0", 1.0),
        ("B200", "rgat", "Server", "v5.0", "v5.1", 1.05),
        ("B200", "whisper", "Offline", "v6.0", "v6.0", 1.0),
        ("H100", "bert", "Offline", "v4.0", "v4.0", 1.0),
        ("H100", "bert", "Offline", "v4.0", "v4.1", 1.01),
        ("T4", "bert", "Offline", "v4.0", "v4.0", 1.0),
        ("T4", "bert", "Offline", "v4.0", "v4.1", 3.0),
    ]
    frame = pd.DataFrame(rows, columns=["chip", "family", "scenario", "first", "round", "relative"])
    return frame.assign(row_id=[f"r{i}" for i in range(len(rows))])


def drawn(figure: charts.Figure) -> tuple[dict[str, Any], dict[str, str]]:
    data = json.loads(json.dumps(figure.to_dict()))
    return data, {w: vl_convert.vegalite_to_svg(s, allowed_base_urls=[]) for w, s in specifications(data).items()}


@pytest.fixture(scope="module")
def gains() -> tuple[dict[str, Any], dict[str, str]]:
    return drawn(charts.software_gains(pairs(), published=2.77, names={"gptj": "GPT-J"}, id="gains", **WORDS))


@pytest.fixture(scope="module")
def series() -> tuple[dict[str, Any], dict[str, str]]:
    figure = charts.one_chip_over_time(
        lives(), chips=["H100", "B200"], names={"deepseek-r1": "DeepSeek"}, marked=["deepseek-r1"], id="lives", **WORDS
    )
    return drawn(figure)


def words(svg: str) -> list[str]:
    return re.findall(r">([^<>]+)</text>", svg)


def records(data: dict[str, Any], field: str) -> list[dict[str, Any]]:
    return [r for rows in data["datasets"].values() for r in rows if field in r]


@pytest.mark.parametrize("name", ["gains", "series"])
def test_both_widths_are_drawn_and_fit(name: str, request) -> None:
    _, pictures = request.getfixturevalue(name)
    widths = {w: float(re.search(r'width="([\d.]+)"', svg)[1]) for w, svg in pictures.items()}
    assert widths["narrow"] <= 375
    assert 500 <= widths["wide"] <= 760
    for svg in pictures.values():
        assert "NaN" not in svg and "undefined" not in svg


def test_every_pair_is_a_dot_at_its_ratio(gains) -> None:
    data, _ = gains
    found = {(r["label"], r["ratio"], r["new"]) for r in records(data, "new")}
    frame = pairs()
    names = frame["family"].replace({"gptj": "GPT-J"})
    new = frame["new_benchmark"] | frame["new_chip"]
    assert found == set(zip(frame["chip"] + ", " + names, frame["ratio"], new, strict=True))
    assert set(data["row_ids"]) == {f"{s}{i}" for s in "ab" for i in range(6)}


def test_scenarios_stand_apart_with_their_counts(gains) -> None:
    data, pictures = gains
    for width, spec in specifications(data).items():
        titles = [p["title"]["text"] for p in spec["vconcat"] if "title" in p]
        assert titles == ["Server: 1 of 4 reach 2.77x", "Offline: 1 of 2 reach 2.77x"]
        assert words(pictures[width]).count("published 2.77x") == 2


def test_rows_have_the_newest_on_top_and_their_own_median(gains) -> None:
    data, _ = gains
    heads = {(r["turn"], r["of"], round(r["ratio"], 4)) for r in records(data, "turn")}
    assert heads == {
        ("v5.1 to v6.0", "median 0.30x of 1", 0.3),
        ("v3.1 to v4.0", "median 1.20x of 3", 1.2),
        ("v3.0 to v3.1", "median 6.13x of 2", 6.1345),
    }
    tops = {r["turn"]: r["top"] for r in records(data, "turn")}
    assert tops["v5.1 to v6.0"] == 0 < tops["v3.1 to v4.0"]


def test_what_reaches_the_figure_is_named_and_what_lies_beyond_is_printed(gains) -> None:
    _, pictures = gains
    for svg in pictures.values():
        found = words(svg)
        assert "RTX 4090, retinanet 9.50x" in found
        assert "0.30x" in found
        assert not any(w.startswith(("A30", "L40S")) for w in found)
    assert "H100-SXM-80GB, GPT-J" in words(pictures["wide"])
    assert "H100, GPT-J" in words(pictures["narrow"])


def test_a_name_that_several_pairs_share_is_written_once_with_their_number() -> None:
    twice = pd.concat([pairs(), pairs().assign(row_id_after=[f"c{i}" for i in range(6)])])
    _, pictures = drawn(charts.software_gains(twice, published=2.77, id="twice", **WORDS))
    assert words(pictures["wide"]).count("H100-SXM-80GB, gptj (2)") >= 1
    assert "H100-SXM-80GB, gptj" not in words(pictures["wide"])


def test_dots_of_one_place_are_set_apart_within_their_row() -> None:
    offsets = charts._swarm([100.0] * 5 + [140.0])
    assert len(set(offsets[:5])) == 5
    assert offsets[5] == 0
    crowd = charts._swarm([100.0] * 500)
    assert max(crowd) <= charts.SPREAD and min(crowd) >= -charts.SPREAD


def test_lines_of_text_never_overlap_and_stay_inside() -> None:
    for pixels in ([0, 0, 0], [10, 90, 91, 92], [98, 99, 100], [5]):
        places = charts._apart(pixels, 100)
        assert all(b - a >= charts.LINE for a, b in pairwise(places))
        assert places[0] >= 0
        assert places[-1] <= 100


def test_a_series_is_a_line_and_a_single_round_is_none(series) -> None:
    data, _ = series
    lines = {(r["series"], r["round"], r["relative"]) for r in records(data, "relative")}
    frame = lives()
    frame = frame[frame["chip"].isin(["H100", "B200"]) & (frame["family"] != "whisper")]
    names = frame["chip"] + " " + frame["family"] + " " + frame["scenario"] + " " + frame["first"]
    assert lines == set(zip(names, frame["round"], frame["relative"], strict=True))
    assert set(data["row_ids"]) == set(frame["row_id"])


def test_panels_follow_the_chips_named_and_cover_their_own_rounds(series) -> None:
    data, _ = series
    for spec in specifications(data).values():
        assert [p["title"]["text"] for p in spec["concat"]] == ["H100, Offline", "B200, Server"]
        domains = [p["layer"][0]["layer"][0]["encoding"]["x"]["scale"]["domain"] for p in spec["concat"]]
        assert domains == [["v4.0", "v4.1"], ["v4.1", "v5.0", "v5.1", "v6.0"]]


def test_lines_that_moved_or_are_marked_are_named_the_others_counted(series) -> None:
    _, pictures = series
    for svg in pictures.values():
        found = words(svg)
        assert {"DeepSeek 1.10x", "llama2-70b 1.50x", "2 more: 0.95x to 1.05x", "bert 1.01x"} <= set(found)
