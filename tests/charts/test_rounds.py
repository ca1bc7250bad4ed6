"""The charts over many rounds: wins, sizes, partners, gains. What they were given is drawn, all of it and once."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import Any

import pandas as pd
import pytest

from claimcheck.analysis.wins import counts as analysis
from claimcheck.analysis.wins.cells import TIED, cells, choose
from claimcheck.analysis.wins.entries import COLUMNS
from claimcheck.analysis.wins.rules import LITERAL
from claimcheck.charts import Drawing
from claimcheck.charts.aftermath import rounds_by_series
from claimcheck.charts.records import leads, one_bar_a_round
from claimcheck.charts.rows_of_dots import dotted_rows
from claimcheck.charts.theme import CATEGORICAL, WIDE, WIDTH
from claimcheck.charts.who_won import matrix, panel_of, shade, vendor_codes
from claimcheck.charts.wins import COUNTED, DOUBT, NO, cloud, pairs
from tests.charts.drawn import figure, picture, words
from tests.charts.drawn import rows as data

PUBLISHED = (12.0, 3.0)


def contest() -> pd.DataFrame:
    """A made-up history: vendors take turns, some cells have one vendor, one is tied."""
    rows: list[dict[str, Any]] = []
    vendors = ("NVIDIA", "AMD", "Qualcomm", "Intel", "Alibaba", "Centaur")
    shapes = [
        ("inference", r, suite, b, s)
        for r, suite, scenarios in (
            ("v0.5", "none", ("Offline", "SingleStream")),
            ("v4.0", "datacenter", ("Offline", "Server")),
            ("v4.0", "edge", ("Offline", "SingleStream")),
            ("v10.0", "datacenter", ("Offline", "Server", "Interactive")),
        )
        for b in ("resnet", "bert")
        for s in scenarios
    ]
    shapes += [("training", r, "none", b, "time to train") for r in ("v0.5", "v1.0") for b in ("ncf", "gpt3", "bert")]
    for number, shape in enumerate(shapes):
        present = [vendors[(number + i) % len(vendors)] for i in range(3)] if number % 3 else ["NVIDIA"]
        present += ["NVIDIA"] if "NVIDIA" not in present and number % 2 else []
        for i, vendor in enumerate(present):
            for division, submitter in (("closed", vendor), ("closed", "Dell"), ("open", vendor)):
                score = 10.0 if number == 1 else float(10 + (number * 7 + i * 5 + len(submitter)) % 9)
                program, name, suite, benchmark, scenario = shape
                key = f"{number}-{vendor}-{division}-{submitter}"
                given = (key, program, name, division, suite, "available", submitter, vendor)
                given += (benchmark, benchmark, scenario, score, score / (i + 1), key)
                rows.append(dict(zip(COLUMNS, given, strict=True)))
    return pd.DataFrame(rows)


def sizes_of_rounds() -> pd.DataFrame:
    rows = [("v5.1", 72, "", ""), ("v6.0", 1512, "Crusoe, AMD MI355X", "others"), ("v10.0", 9, "", "NVIDIA")]
    frame = pd.DataFrame(rows, columns=["round", "number", "words", "kind"])
    return frame.assign(row_ids=[[f"r{i}"] for i in range(3)])


def records() -> pd.DataFrame:
    rows = [("A Offline: Anna", 1.003, "0.3% ahead", "others"), ("B Server: NVIDIA", 50.8, "50.8 times", "NVIDIA")]
    return pd.DataFrame(rows, columns=["label", "ratio", "text", "kind"]).assign(row_ids=[["a", "b"], ["c", "d"]])


def series() -> pd.DataFrame:
    rows = [
        ("Offline", "Anna", "v5.1", 900.5),
        ("Server", "Anna", "v5.1", 100.0),
        ("Server", "Anna", "v6.0", 300.0),
        ("Server", "Bert", "v6.0", 400.0),
    ]
    frame = pd.DataFrame(rows, columns=["scenario", "label", "round", "per_accelerator"])
    return frame.assign(row_id=frame["scenario"] + "-" + frame["label"] + "-" + frame["round"])


def speeds() -> pd.DataFrame:
    rows = [
        ("Server", "Anna", "mean", 16.0, "16.0, with many words beside it"),
        ("Server", "Anna", "slowest", 12.7, "16.0, with many words beside it"),
        ("Offline", "Bert", "mean", 18.5, "18.5, with many words beside it"),
    ]
    return pd.DataFrame(rows, columns=["panel", "label", "kind", "value", "text"]).assign(row_id=["a", "b", "c"])


CELLS = cells(choose(contest()))
SETTLED = CELLS[CELLS["winner"] != TIED]
COUNTS = analysis.every_count(contest())
GRID = pd.DataFrame(
    [(n, times, (NO, DOUBT, COUNTED)[n * times % 3]) for n in range(10, 60) for times in (3, 4)],
    columns=["wins", "times", "passes"],
)
DRAWINGS: dict[str, Drawing] = {
    "cloud": cloud(COUNTS, published=PUBLISHED),
    "pairs": pairs(GRID, published=(13.0, 3.0)),
    "matrix": matrix(CELLS, {"gpt3": "GPT-3"}),
    "matrix-inference": matrix(CELLS[CELLS["program"] == "inference"]),
    "one-bar-a-round": one_bar_a_round(sizes_of_rounds(), axis="chips"),
    "leads": leads(records(), axis="over the next"),
    "series": rounds_by_series(series(), ("v5.1", "v6.0")),
    "speeds": dotted_rows(
        speeds(),
        ("slowest", "mean"),
        axis="tokens/s",
        start=11.5,
        rule=(12.5, "limit"),
        format="~r",
        colours=CATEGORICAL[:2],
    ),
}


@pytest.fixture(scope="module")
def drawn() -> dict[str, tuple[dict[str, Any], str]]:
    """Each figure as data, and its picture."""
    return {name: (made := figure(drawing), picture(made)) for name, drawing in DRAWINGS.items()}


@pytest.mark.parametrize("name", DRAWINGS)
def test_charts_are_drawn_and_fit(name: str, drawn) -> None:
    svg = drawn[name][1]
    assert not any(bad in svg for bad in ("NaN", "undefined", "null"))
    limit = WIDE if drawn[name][0]["wide"] else WIDTH
    assert float(re.search(r'width="([\d.]+)"', svg)[1]) <= limit + 2


def test_rows_of_dots_have_every_value(drawn) -> None:
    made, svg = drawn["speeds"]
    dots = data(made, "kind", "value", "text")
    wanted = speeds()[["panel", "label", "kind", "value"]]
    assert {(d["label"], d["kind"], d["value"]) for d in dots} == set(
        wanted[["label", "kind", "value"]].itertuples(index=False, name=None)
    )
    assert words(svg).count("limit") == 1


# --- how many wins


def test_every_rule_is_in_one_dot_at_its_count_and_ratio(drawn) -> None:
    key = ["kind", "nvidia", "others"]
    kinds = COUNTS["ruled_out"].map(lambda why: "word for word" if why == LITERAL else "other", na_action="ignore")
    wanted = Counter(COUNTS.assign(kind=kinds.fillna("allowed"))[key].itertuples(index=False, name=None))
    dots = data(drawn["cloud"][0], *key, "level")
    assert Counter({tuple(d[k] for k in key): d["rules"] for d in dots}) == wanted
    assert len(dots) == len(wanted)
    sure = [d for d in dots if d["others"] and d["nvidia"]]
    assert [d["level"] for d in sure] == pytest.approx([d["nvidia"] / d["others"] for d in sure], rel=1e-4)


def test_rules_without_a_ratio_are_at_the_ends_of_the_axis() -> None:
    changed = COUNTS.copy()
    changed.loc[COUNTS.index[COUNTS["who"] == "own"][:5], "nvidia"] = 0
    changed.loc[COUNTS.index[COUNTS["who"] == "platform"][1:8], "others"] = 0
    changed["ratio"] = [n / o if o else math.inf for n, o in zip(changed["nvidia"], changed["others"], strict=True)]
    dots = data(figure(cloud(changed, published=PUBLISHED)), "kind", "level")
    levels = [[d["level"] for d in dots if (d["others"] > 0, d["nvidia"] > 0) == kind] for kind in
              ((True, False), (True, True), (False, True))]  # fmt: skip
    assert max(levels[0]) < min(levels[1]) <= max(levels[1]) < min(levels[2])
    assert {d["text"] for d in dots if not d["others"]} == {"others won none"}


def test_the_published_point_and_the_plain_rule_are_marked(drawn) -> None:
    made, svg = drawn["cloud"]
    plain = COUNTS.iloc[0]
    assert {"published:", "12 wins, 3x", "plainest definition:"} <= set(words(svg))
    assert any(line.startswith(f"{plain['nvidia']} wins") for line in words(svg))
    marks = {(m["nvidia"], m["level"]) for m in data(made, "nvidia", "words")}
    assert PUBLISHED in marks and len(marks) == 2
    with pytest.raises(KeyError, match="no such rule"):
        cloud(COUNTS.iloc[1:], published=PUBLISHED)


def test_every_pair_is_a_square_and_the_published_one_is_framed(drawn) -> None:
    made, svg = drawn["pairs"]
    squares = data(made, "passes")
    given = GRID.itertuples(index=False, name=None)
    assert Counter((s["wins"], s["times"], s["passes"]) for s in squares) == Counter(given)
    assert svg.count('aria-roledescription="rect mark"') == len(GRID) + 1
    assert [(m["wins"], m["times"]) for m in data(made, "end")] == [(13.0, 3)]


# --- who won what


@pytest.mark.parametrize("name", ["matrix", "matrix-inference"])
def test_every_cell_is_drawn_once(name: str, drawn) -> None:
    given = CELLS if name == "matrix" else CELLS[CELLS["program"] == "inference"]
    benchmark = given["benchmark"].replace({"gpt3": "GPT-3"}) if name == "matrix" else given["benchmark"]
    wanted = Counter(zip(given["round"], benchmark, given["scenario"], strict=True))
    squares = data(drawn[name][0], "round", "row", "won")
    assert Counter((d["round"], d["name"], d["scenario"]) for d in squares) == wanted
    assert set(drawn[name][0]["row_ids"]) == set(given["row_id"])


def test_contested_cells_are_filled_and_the_others_outlined(drawn) -> None:
    """Squares of the drawn picture, counted by colour; a tie is two halves."""
    paths = re.findall(r'<path aria-label="round: [^>]*>', drawn["matrix"][1])
    squares = [p for p in paths if 'aria-roledescription="rect mark"' in p]
    filled = Counter(re.search(r'fill="([^"]+)"', p)[1] for p in squares if "stroke=" not in p)
    outlined = Counter(re.search(r'stroke="([^"]+)"', p)[1] for p in squares if "stroke=" in p)
    for found, contested in ((filled, True), (outlined, False)):
        assert found == Counter(SETTLED.loc[SETTLED["contested"] == contested, "vendor"].map(shade))
    assert len(paths) - len(squares) == 2 * (CELLS["winner"] == TIED).sum() > 0
    written = set(words(drawn["matrix"][1]))
    for vendor, number in SETTLED["vendor"].value_counts().items():
        assert {f"{vendor} {number}", f"{vendor} {number} of {len(CELLS)} cells"} & written


def test_vendors_have_letters_that_tell_them_apart() -> None:
    codes = vendor_codes(pd.Series(["Alibaba", "AMD", "AMD", "NVIDIA", "Arm"]))
    assert codes == {"NVIDIA": "", "AMD": "A", "Alibaba": "Ab", "Arm": "Ar"}


def test_a_cell_has_one_place() -> None:
    assert [panel_of("inference", "none", s) for s in ("Offline", "SingleStream")] == ["Datacenter", "Edge"]
    assert [panel_of("inference", "edge", "Offline"), panel_of("hpc", "none", "strong")] == ["Edge", "HPC"]
    with pytest.raises(ValueError, match="two cells in one place"):
        matrix(cells(choose(contest(), division="closed+open")))


# --- records and partners


def test_every_round_has_its_number_and_some_have_words(drawn) -> None:
    made, svg = drawn["one-bar-a-round"]
    assert {"72", "1,512  Crusoe, AMD MI355X", "9", "v5.1", "v10.0"} <= set(words(svg))
    assert [r["number"] for r in data(made, "number")] == [72, 1512, 9]
    assert made["row_ids"] == ["r0", "r1", "r2"]


def test_every_record_is_named_with_its_lead(drawn) -> None:
    made, svg = drawn["leads"]
    assert {"A Offline: Anna", "0.3% ahead", "B Server: NVIDIA", "50.8 times"} <= set(words(svg))
    assert {(r["kind"], r["ratio"]) for r in data(made, "ratio")} == {("others", 1.003), ("NVIDIA", 50.8)}
    assert made["row_ids"] == ["a", "b", "c", "d"]


# --- the round after


def test_panels_in_a_fixed_order_with_the_latest_highest_result_on_top(drawn) -> None:
    made = drawn["series"][0]
    assert [p["title"]["text"] for p in made["spec"]["vconcat"][1:]] == ["Server", "Offline"]
    assert {"901", "400", "300"} <= set(words(drawn["series"][1])), "half up, as published figures are rounded"
    assert made["row_ids"][0] == "Server-Bert-v6.0" and len(made["row_ids"]) == 4
