"""What is written next to a figure's picture, with hostile words, and when a drawing is made again."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from claimcheck.data.edition import Edition
from claimcheck.report.book import DrawingCache
from claimcheck.report.parts import figures
from claimcheck.report.parts.html import SCRIPT, redirect_page
from tests.making import HOSTILE
from tests.report.reading import Reader, hostile_elements
from tests.report.test_charts import figure

EDITION = Edition("0.1.0", datetime.date(2026, 11, 21), "https://book.example/")


def test_hostile_words_stay_words_in_the_files() -> None:
    given = figure(title=HOSTILE, description=HOSTILE, caption=HOSTILE).to_dict()
    box = figures.source_box(given, EDITION, "figures/")
    page = redirect_page(HOSTILE, HOSTILE, "../a.html#b", "https://book.example/a.html")
    for html, scripts in ((box, []), (page, [SCRIPT])):
        reader = Reader(html)
        assert hostile_elements(reader) == [] and reader.scripts == scripts
    assert Reader(box).faults == []


def test_a_drawing_is_kept_for_one_argument_and_one_renderer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def draw(spec: dict) -> str:
        drawn.append(spec)
        return f"<svg>{spec['a']}</svg>"

    keep = DrawingCache(tmp_path)
    assert [keep(draw, {"a": n}) for n in (1, 2, 1)] == ["<svg>1</svg>", "<svg>2</svg>", "<svg>1</svg>"]
    assert drawn == [{"a": 1}, {"a": 2}]
    monkeypatch.setattr("claimcheck.report.book.renderers", lambda: ["another version of Vega"])
    assert (keep(draw, {"a": 1}), len(drawn)) == ("<svg>1</svg>", 3)
