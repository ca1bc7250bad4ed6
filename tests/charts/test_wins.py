"""The charts of wins draw every rule and every cell that they were given, and nothing else."""

from __future__ import annotations

import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import vl_convert

from claimcheck.analysis.wins import counts as analysis
from claimcheck.analysis.wins.cells import TIED, cells, choose
from claimcheck.analysis.wins.entries import COLUMNS, entries
from claimcheck.analysis.wins.rules import CHOICES, PLAIN, every_rule
from claimcheck.charts import Figure, place
from claimcheck.charts.figure import specifications
from claimcheck.charts.wins_cloud import SHORT, choices_in_words, cloud
from claimcheck.charts.wins_effects import effects
from claimcheck.charts.wins_matrix import by_age, matrix, panel_of, shade, vendor_codes
from claimcheck.charts.wins_rounds import won_by_round
from claimcheck.tables import load

WORDS = {"title": "A finding.", "description": "What is drawn.", "caption": "Units and sources."}
PUBLISHED = (12.0, 3.0)
WIDTHS = ("wide", "narrow")


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
                values = (key, program, name, division, suite, "available", submitter, vendor)
                score_each = score / (i + 1)
                rows.append(
                    dict(zip(COLUMNS, (*values, benchmark, benchmark, scenario, score, score_each, key), strict=True))
                )
    return pd.DataFrame(rows)


CELLS = cells(choose(contest()))
COUNTS = analysis.every_count(contest())
EFFECTS = analysis.effects(COUNTS)


FIGURES: dict[str, Figure] = {
    "cloud": cloud(COUNTS, published=PUBLISHED, id="cloud", **WORDS),
    "effects": effects(EFFECTS, id="effects", **WORDS),
    "matrix": matrix(CELLS, id="matrix", **WORDS),
    "matrix-inference": matrix(CELLS[CELLS["program"] == "inference"], id="matrix-inference", **WORDS),
    "matrix-training": matrix(CELLS[CELLS["program"] == "training"], id="matrix-training", **WORDS),
    "rounds": won_by_round(CELLS, id="rounds", **WORDS),
}


def specs(figure: Figure) -> dict[str, dict[str, Any]]:
    return specifications(figure.to_dict())


@pytest.fixture(scope="module")
def pictures() -> dict[tuple[str, str], str]:
    """(figure, width) -> SVG, drawn as the site draws it."""
    return {
        (name, width): vl_convert.vegalite_to_svg(spec, allowed_base_urls=[])
        for name, figure in FIGURES.items()
        for width, spec in specs(figure).items()
    }


def records(spec: dict[str, Any], *fields: str) -> list[dict[str, Any]]:
    """The rows of every data set of a specification that has these fields, each set once."""
    found = [rows for rows in spec["datasets"].values() if rows and set(fields) <= set(rows[0])]
    assert found, f"no data set has {fields}"
    return [row for rows in found for row in rows]


def layers(spec: Any) -> Iterator[dict[str, Any]]:
    """Every single view of a specification."""
    if isinstance(spec, dict):
        if "mark" in spec:
            yield spec
        for key in ("layer", "vconcat", "hconcat"):
            for part in spec.get(key, []):
                yield from layers(part)


def texts(svg: str) -> list[str]:
    """Every line of words in a picture."""
    found = re.findall(r"<text[^>]*>(.*?)</text>", svg, flags=re.S)
    return [line.strip() for t in found for line in re.sub(r"<[^>]+>", "\n", t).split("\n") if line.strip()]


# --- what all of them owe


@pytest.mark.parametrize("name", FIGURES)
def test_it_can_be_drawn_at_both_widths_and_fits(name: str, pictures) -> None:
    sizes = {}
    for width in WIDTHS:
        svg = pictures[name, width]
        assert "NaN" not in svg and "undefined" not in svg and "null" not in svg
        sizes[width] = float(re.search(r'width="([\d.]+)"', svg)[1])
    assert sizes["narrow"] <= 340
    assert sizes["wide"] <= 710
    assert sizes["narrow"] < sizes["wide"]


def test_a_figure_is_the_same_at_every_drawing() -> None:
    again = cloud(COUNTS, published=PUBLISHED, id="cloud", **WORDS)
    assert again.to_dict() == FIGURES["cloud"].to_dict()
    training = CELLS[CELLS["program"] == "training"].sample(frac=1, random_state=1)
    assert matrix(training, id="matrix-training", **WORDS).to_dict() == FIGURES["matrix-training"].to_dict()


# --- the cloud


def test_every_rule_is_in_one_dot_at_both_widths() -> None:
    key = ["who", "nvidia", "others"]
    wanted = Counter(COUNTS[key].itertuples(index=False, name=None))
    for spec in specs(FIGURES["cloud"]).values():
        dots = records(spec, "who", "nvidia", "others", "rules")
        assert {tuple(d[k] for k in key): d["rules"] for d in dots} == dict(wanted)
        assert len(dots) == len(wanted)
        assert sum(d["rules"] for d in dots) == len(COUNTS) == len(list(every_rule()))


def test_a_dot_stands_at_its_count_and_ratio() -> None:
    for dot in records(specs(FIGURES["cloud"])["wide"], "who", "nvidia", "others", "level"):
        if dot["others"] and dot["nvidia"]:
            assert dot["level"] == pytest.approx(dot["nvidia"] / dot["others"], rel=1e-4)


def test_rules_without_a_ratio_stand_beyond_the_axis_and_are_counted() -> None:
    changed = COUNTS.copy()
    changed.loc[COUNTS.index[COUNTS["who"] == "own"][:5], "nvidia"] = 0
    changed.loc[COUNTS.index[COUNTS["who"] == "platform"][1:8], "others"] = 0
    changed["ratio"] = [n / o if o else math.inf for n, o in zip(changed["nvidia"], changed["others"], strict=True)]
    without, nothing = int((changed["others"] == 0).sum()), int((changed["ratio"] == 0).sum())
    assert without and nothing
    figure = cloud(changed, published=PUBLISHED, id="cloud", **WORDS)
    for spec in specs(figure).values():
        dots = records(spec, "who", "nvidia", "others", "level")
        levels = {
            kind: [d["level"] for d in dots if chosen(d)]
            for kind, chosen in {
                "above": lambda d: d["others"] == 0,
                "below": lambda d: d["others"] and not d["nvidia"],
                "on": lambda d: d["others"] and d["nvidia"],
            }.items()
        }
        # Well beyond the axis, whose ends leave a fifth of room.
        assert min(levels["above"]) > 1.21 * max(levels["on"])
        assert 1.21 * max(levels["below"]) < min(levels["on"])
        written = texts(vl_convert.vegalite_to_svg(spec, allowed_base_urls=[]))
        assert f"others won none: {without} rules" in written
        assert f"NVIDIA won none: {nothing} rules" in written


def test_nothing_is_said_of_rows_that_are_empty() -> None:
    finite = COUNTS[(COUNTS["others"] > 0) & (COUNTS["nvidia"] > 0)]
    figure = cloud(finite, published=PUBLISHED, id="cloud", plain=_rule(finite.iloc[0]), **WORDS)
    assert "won none" not in json.dumps(figure.to_dict())


def _rule(row: pd.Series) -> Any:
    return replace(PLAIN, **{c: row[c] for c in CHOICES})


@pytest.mark.parametrize("width", WIDTHS)
def test_the_published_point_and_the_plain_rule_are_marked_in_words(width: str, pictures) -> None:
    written = texts(pictures["cloud", width])
    plain = COUNTS.iloc[0]
    assert {"published:", "12 wins, 3x", "plainest rule:"} <= set(written)
    assert any(t.startswith(f"{plain['nvidia']} wins") for t in written)
    marks = records(specs(FIGURES["cloud"])[width], "nvidia", "level", "to_x")
    assert {(m["nvidia"], m["level"]) for m in marks} >= {PUBLISHED}
    assert float(plain["nvidia"]) in {m["nvidia"] for m in marks}


def test_a_plain_rule_that_was_not_counted_is_an_error() -> None:
    with pytest.raises(KeyError, match="no such rule"):
        cloud(COUNTS.iloc[1:], published=PUBLISHED, id="cloud", **WORDS)


def test_each_value_of_each_choice_has_words_of_its_own() -> None:
    assert {c: set(SHORT[c]) for c in SHORT} == {c: set(values) for c, values in CHOICES.items()}
    assert all(len(set(words.values())) == len(words) for words in SHORT.values())
    assert choices_in_words(asdict(PLAIN)) == "the plainest rule"
    odd = replace(PLAIN, cells="contested", suites="datacenter")
    assert choices_in_words(asdict(odd)) == f"{SHORT['cells']['contested']}; {SHORT['suites']['datacenter']}"


# --- what a choice does


@pytest.mark.parametrize("width", WIDTHS)
def test_every_choice_is_drawn_or_named(width: str, pictures) -> None:
    written = " ".join(texts(pictures["effects", width]))
    for row in EFFECTS.to_dict("records"):
        words = SHORT[row["choice"]][row["to"]]
        assert words[1:] in written, words


def test_bars_run_from_one_to_the_factor_and_print_it() -> None:
    factors = EFFECTS[["wins", "ratio"]]
    moved = EFFECTS[((factors - 1).abs() >= 0.005).any(axis=1) & (factors != 0).all(axis=1)]
    wanted = sorted(round(v, 6) for v in moved[["wins", "ratio"]].stack().dropna())
    for spec in specs(FIGURES["effects"]).values():
        bars = records(spec, "factor", "base", "text")
        assert sorted(round(b["factor"], 6) for b in bars) == wanted
        assert {b["base"] for b in bars} == {1.0}
        assert all(b["text"] == f"\N{MULTIPLICATION SIGN}{b['factor']:.2f}" for b in bars)


def test_a_choice_without_effect_and_one_without_a_factor_are_said_in_words() -> None:
    changes = pd.DataFrame(
        {
            "choice": ["who", "count", "programs", "cells"],
            "from": ["platform", "results", "inference+training", "every"],
            "to": ["own", "runs", "inference", "contested"],
            "wins": [0.5, 1.0, math.nan, 0.0],
            "ratio": [0.2, 1.001, math.nan, 0.0],
        }
    )
    for spec in specs(effects(changes, id="effects", **WORDS)).values():
        assert {b["factor"] for b in records(spec, "factor")} == {0.5, 0.2}
        written = " ".join(texts(vl_convert.vegalite_to_svg(spec, allowed_base_urls=[])))
        assert "Changes neither: each winning run once." in written
        assert "Mostly leaves no wins: contested cells only." in written
        assert "Never changes alone, so has no factor: inference alone." in written


# --- who won what


@pytest.mark.parametrize("name", ["matrix", "matrix-inference", "matrix-training"])
def test_every_cell_is_drawn_once_at_each_width(name: str) -> None:
    program = name.removeprefix("matrix").strip("-")
    given = CELLS[CELLS["program"] == program] if program else CELLS
    wanted = Counter(
        (panel_of(c.program, c.suite, c.scenario), c.round, c.benchmark, c.scenario) for c in given.itertuples()
    )
    for spec in specs(FIGURES[name]).values():
        drawn = records(spec, "round", "row", "won", "contested")
        assert len(drawn) == len(given)
        assert Counter((d["round"], d["name"], d["scenario"]) for d in drawn) == Counter(
            key[1:] for key in wanted.elements()
        )
    assert set(FIGURES[name].to_dict()["row_ids"]) == set(given["row_id"])


def test_wide_and_narrow_draw_the_same() -> None:
    for name, fields in {
        "matrix": ("round", "name", "scenario", "won", "submitter", "contested", "tied"),
        "rounds": ("round", "kind", "number", "filled"),
        "cloud": ("who", "nvidia", "others", "rules", "choices"),
    }.items():
        wide, narrow = (
            sorted(json.dumps({f: r[f] for f in fields}) for r in records(spec, *fields))
            for spec in specs(FIGURES[name]).values()
        )
        assert wide == narrow


@pytest.mark.parametrize("width", WIDTHS)
def test_contested_cells_are_filled_and_the_others_outlined(width: str, pictures) -> None:
    """Squares of the drawn picture, counted by colour: filled for contested, outlined for not; ties stand apart."""
    settled = CELLS[CELLS["winner"] != TIED]
    paths = re.findall(r'<path aria-label="round: [^>]*>', pictures["matrix", width])
    squares = [p for p in paths if 'aria-roledescription="rect mark"' in p]
    filled = Counter(re.search(r'fill="([^"]+)"', p)[1] for p in squares if "stroke=" not in p)
    outlined = Counter(re.search(r'stroke="([^"]+)"', p)[1] for p in squares if "stroke=" in p)
    for found, contested in ((filled, True), (outlined, False)):
        assert found == Counter(settled.loc[settled["contested"] == contested, "vendor"].map(shade))
    halves = [p for p in paths if 'aria-roledescription="rect mark"' not in p and "point" in p]
    assert len(halves) == 2 * (CELLS["winner"] == TIED).sum() > 0


def test_a_vendor_other_than_nvidia_is_written_in_its_squares() -> None:
    codes = vendor_codes(CELLS.loc[CELLS["winner"] != TIED, "vendor"])
    assert codes["NVIDIA"] == ""
    assert len(set(codes.values())) == len(codes)
    for spec in specs(FIGURES["matrix"]).values():
        for cell in records(spec, "round", "row", "words", "won"):
            if not cell["tied"]:
                assert cell["words"] in (codes[cell["won"]], cell["won"])
                assert bool(cell["words"]) == (cell["won"] != "NVIDIA")


def test_the_vendor_of_more_cells_has_the_letter() -> None:
    codes = vendor_codes(pd.Series(["Alibaba", "AMD", "AMD", "NVIDIA", "Arm"]))
    assert codes == {"NVIDIA": "", "AMD": "A", "Alibaba": "Ab", "Arm": "Ar"}


def test_a_cell_of_the_round_without_suites_stands_where_its_scenario_did_later() -> None:
    assert [panel_of("inference", "none", s) for s in ("Offline", "Server")] == ["Datacenter"] * 2
    assert [panel_of("inference", "none", s) for s in ("SingleStream", "MultiStream")] == ["Edge"] * 2
    assert panel_of("inference", "edge", "Offline") == "Edge"
    assert panel_of("training", "none", "time to train") == "Training"
    assert panel_of("hpc", "none", "strong") == "HPC"


def test_two_cells_in_one_place_are_refused() -> None:
    both = cells(choose(contest(), division="closed+open"))
    with pytest.raises(ValueError, match="two cells in one place"):
        matrix(both, id="matrix", **WORDS)


def test_rounds_stand_in_the_order_of_their_numbers() -> None:
    assert by_age(pd.Series(["v10.0", "v0.7", "v4.0", "v0.7"])) == ["v0.7", "v4.0", "v10.0"]
    domains = [
        view["encoding"]["x"]["scale"]["domain"]
        for view in layers(specs(FIGURES["matrix-inference"])["wide"])
        if view["encoding"].get("x", {}).get("field") == "round"
    ]
    assert domains
    assert all(d == by_age(pd.Series(d)) for d in domains)


def test_names_replace_keys_of_benchmarks() -> None:
    figure = matrix(CELLS, names={"gpt3": "GPT-3"}, id="matrix", **WORDS)
    drawn = {r["name"] for r in records(specs(figure)["wide"], "round", "row", "name")}
    assert "GPT-3" in drawn and "gpt3" not in drawn


@pytest.mark.parametrize("width", WIDTHS)
def test_the_legend_counts_each_vendors_cells(width: str, pictures) -> None:
    written = texts(pictures["matrix", width])
    won = CELLS.loc[CELLS["winner"] != TIED, "vendor"].value_counts()
    for vendor, number in won.items():
        assert any(t in (f"{vendor} {number}", f"{vendor} {number} of {len(CELLS)} cells") for t in written), vendor
    assert f"tied {(CELLS['winner'] == TIED).sum()}" in written


# --- cells won in each round


def test_the_parts_of_a_bar_are_the_cells_of_its_round() -> None:
    wanted = Counter(CELLS[["program", "round"]].itertuples(index=False, name=None))
    for spec in specs(FIGURES["rounds"]).values():
        parts = [p for p in records(spec, "round", "kind", "number", "end") if p["start"] + p["number"] == p["end"]]
        by_round: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for panel in [rows for rows in spec["datasets"].values() if rows and {"kind", "number"} <= set(rows[0])]:
            own = [p for p in panel if p in parts]
            program = {n: p for p, n in CELLS.groupby("program").size().items()}.get(sum(p["number"] for p in own))
            for part in own:
                by_round.setdefault((str(program), part["round"]), []).append(part)
        assert {key: sum(p["number"] for p in found) for key, found in by_round.items()} == dict(wanted)
        for found in by_round.values():
            ends = sorted((p["start"], p["end"]) for p in found)
            assert ends[0][0] == 0
            assert all(a[1] == b[0] for a, b in itertools.pairwise(ends))


def test_a_part_is_filled_when_the_cells_were_contested_and_coloured_by_the_side() -> None:
    parts = records(specs(FIGURES["rounds"])["wide"], "round", "kind", "number", "end")
    total = {
        filled: sum(p["number"] for p in parts if p["filled"] is filled and "end" in p) for filled in (True, False)
    }
    wanted = CELLS["contested"].value_counts()
    # Each part is in two data sets: its bar's and its number's.
    assert total == {True: 2 * wanted[True], False: 2 * wanted[False]}
    sides = {p["kind"].split(",")[0]: p["tone"] for p in parts}
    assert len(set(sides.values())) == len(sides)


def test_panels_of_one_picture_share_a_scale() -> None:
    """As many pixels a cell everywhere, or bars of two panels could not be compared."""
    spec = specs(FIGURES["rounds"])["wide"]
    scales = {
        round(panel["height"] / view["encoding"]["y"]["scale"]["domain"][1], 6)
        for panel in spec["vconcat"][1:]
        for view in layers(panel)
        if view["mark"]["type"] == "bar"
    }
    assert len(scales) == 1


# --- places of words


def test_words_of_a_point_stand_near_it_within_the_plot_and_off_taken_boxes() -> None:
    grid = np.array([(x, y) for x in range(0, 400, 20) for y in range(0, 300, 20)], dtype=float)
    first = place.beside((200.0, 150.0), "published", grid, [], (400, 300))
    second = place.beside((200.0, 150.0), "published", grid, [first], (400, 300))
    assert not first.meets(second)
    for box in (first, second):
        assert all(h <= c <= s - h for c, h, s in zip(box.centre, box.half, (400, 300), strict=True))
        end = box.nearest((200.0, 150.0))
        assert 10 < math.dist(end, (200.0, 150.0)) < 60


def test_a_groups_name_stands_on_no_point() -> None:
    own = np.array([(50.0 + i, 50.0) for i in range(100)])
    others = np.array([(250.0 + i, 250.0) for i in range(100)])
    box = place.in_space("a name", own, others, np.array([(200.0, float(y)) for y in range(300)]), [], (400, 300))
    inside = [p for p in (*own, *others) if box.nearest((p[0], p[1])) == (p[0], p[1])]
    assert not inside
    assert min(math.dist(box.nearest(tuple(p)), p) for p in own) < min(
        math.dist(box.nearest(tuple(p)), p) for p in others
    )


# --- the committed tables


def test_the_committed_results_can_be_drawn(data_dir: Path) -> None:
    found = cells(choose(entries(load("inference_results", data_dir), load("training_results", data_dir))))
    for program, part in found.groupby("program"):
        figure = matrix(part, id=f"matrix-{program}", **WORDS)
        for width, spec in specs(figure).items():
            assert len(records(spec, "round", "row", "won")) == len(part)
            svg = vl_convert.vegalite_to_svg(spec, allowed_base_urls=[])
            assert float(re.search(r'width="([\d.]+)"', svg)[1]) <= (720 if width == "wide" else 345)
