"""The files of a figure: pictures, data, citation, permanent link; and pages that have moved."""

from __future__ import annotations

import csv
import datetime
import io
import json
from pathlib import Path

import pytest
import vl_convert

from claimcheck.charts.picture import footnote
from claimcheck.kept import Kept
from claimcheck.publication import Edition
from claimcheck.site import cite, figurefiles
from claimcheck.site.stubs import SCRIPT, stub
from tests.site_ext.reading import Reader, hostile_elements
from tests.site_ext.stub_source import HOSTILE
from tests.site_ext.test_charts import figure

EDITION = Edition("0.1.0", datetime.date(2026, 11, 21), "https://book.example/")
FOOTNOTE = "MLPerf® v6.0, result 6.0-0001. The MLPerf name and logo are trademarks of MLCommons Association."


def made(**changes: object) -> dict:
    """A figure's JSON object."""
    return figure(**{"id": "one", "caption": f"Words.\n\n{FOOTNOTE}", **changes}).to_dict()


def test_hostile_words_stay_words_in_the_files() -> None:
    given = made(title=HOSTILE, description=HOSTILE, caption=HOSTILE)
    box = cite.box(given, EDITION, "figures/", HOSTILE)
    page = stub(HOSTILE, HOSTILE, "../a.html#b", "https://book.example/a.html")
    for html, scripts in ((box, []), (page, [SCRIPT])):
        reader = Reader(html)
        assert hostile_elements(reader) == [] and reader.scripts == scripts
    assert Reader(box).faults == []


def test_the_files_agree_with_each_other(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    files = figurefiles.files(made(), EDITION, kept)
    assert set(files) == {*(ending for ending, _, _ in cite.FILES), "js"}
    rows = list(csv.reader(io.StringIO(files["csv"].decode())))
    chart = json.loads(files["json"])
    assert rows[0] == [column["name"] for column in chart["usermeta"]["columns"]] == ["name", "value"]
    assert rows[1:] == [["a", "1"], ["b", "2.5"]]
    assert chart["$schema"].startswith("https://vega.github.io/schema/vega-lite/")
    assert chart["title"] == ["T"] and "var(" not in files["json"].decode()
    assert FOOTNOTE in files["txt"].decode() and "@misc{claimcheck2026-one," in files["txt"].decode()
    # The chart in the file draws itself, without the site.
    assert vl_convert.vegalite_to_svg(chart, allowed_base_urls=[]).startswith("<svg")
    assert figurefiles.files(made(), EDITION, kept) == figurefiles.files(made(), EDITION, Kept()) == files


def test_a_drawing_is_kept_for_one_argument_and_one_renderer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def draw(spec: dict) -> str:
        drawn.append(spec)
        return f"<svg>{spec['a']}</svg>"

    keep = Kept(tmp_path)
    assert [keep(draw, {"a": n}) for n in (1, 2, 1)] == ["<svg>1</svg>", "<svg>2</svg>", "<svg>1</svg>"]
    assert drawn == [{"a": 1}, {"a": 2}]
    monkeypatch.setattr("claimcheck.kept.renderers", lambda: ["another version of Vega"])
    assert (keep(draw, {"a": 1}), len(drawn)) == ("<svg>1</svg>", 3)


def test_a_citation_carries_address_day_and_footnote() -> None:
    given = made()
    said = cite.plain(given, EDITION)
    assert "https://book.example/figures/one.html" in said and "21 November 2026" in said and said.endswith(FOOTNOTE)
    assert footnote(made(caption="Our simulation, no measurement.")) == ""
