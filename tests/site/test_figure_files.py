"""The files of the figures: each has its own, they can be read alone, and links lead home."""

from __future__ import annotations

import re
import struct
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from claimcheck.build.sitecheck import page_paths
from claimcheck.charts.figure import recorded, to_csv
from claimcheck.charts.form import FORMS, specification
from claimcheck.data.edition import read_edition
from tests.build.reading import handed_over
from tests.site.conftest import ROOT

ENDINGS = ("svg", "png", "csv", "js")


@pytest.fixture(scope="module")
def figures(site: Path) -> dict[str, dict[str, Any]]:
    """Every figure of the book as its script gives it to the live chart, by its id."""
    found = {}
    for path in page_paths(site):
        for name in re.findall(r'data-figure="([^"]+)"', path.read_text(encoding="utf-8")):
            text = (site / "figures" / f"{name}.js").read_text(encoding="utf-8")
            figure_id, found[name] = handed_over(text)
            assert figure_id == name
    assert found, "the book has no figure"
    return found


def test_every_figure_has_its_files_and_its_place(figures: Mapping[str, Any], site: Path) -> None:
    """The files that the box links to, no others; the address that is cited is its place on its notebook's page."""
    homes = [(name, path) for path in (ROOT / "notebooks").glob("*.ipynb") for name in recorded(path)]
    home = dict(homes)
    assert len(home) == len(homes), "a figure's files are named by its id alone"
    made = {name: one for path in {*home.values()} for name, one in recorded(path).items()}
    there = {path.name for path in (site / "figures").iterdir()}
    assert there == {f"{figure_id}.{ending}" for figure_id in figures for ending in ENDINGS}
    for figure_id, shown in figures.items():
        drawn = {form: specification(made[figure_id], form) for form in FORMS}
        assert shown == drawn, "the page draws what the notebook recorded"
        table, _, notes = (site / "figures" / f"{figure_id}.csv").read_text(encoding="utf-8").partition('"# ')
        assert table == to_csv(made[figure_id]["table"])
        assert all(row_id in notes for row_id in made[figure_id]["row_ids"])
        assert ("trademarks of MLCommons" in notes) == ("trademarks of MLCommons" in made[figure_id]["caption"])
        cited = re.search(r"https://\S+#fig-\S+(?=\"\n)", notes)[0]
        page, _, fragment = cited.removeprefix(read_edition().address).partition("#")
        assert page == f"notebooks/{home[figure_id].stem}.html"
        assert f'id="{fragment}"' in (site / page).read_text(encoding="utf-8")


def test_pictures_stand_alone(figures: Mapping[str, Any], site: Path) -> None:
    """An SVG needs nothing from the site, and the PNG is 16 cm of it at 150 dpi or more."""
    for figure_id in figures:
        text = (site / "figures" / f"{figure_id}.svg").read_text(encoding="utf-8")
        assert "var(" not in text and not re.search(r"""(?:href|src)=.https?:|url\((?!#|"data:)""", text), figure_id
        root = ET.fromstring(text.encode())
        ids = [e.get("id") for e in root.iter() if e.get("id")]
        assert len(ids) == len(set(ids))
        assert {match for match in re.findall(r"url\(#([^)]+)\)", text)} <= set(ids), figure_id
        png = (site / "figures" / f"{figure_id}.png").read_bytes()
        wide, high = struct.unpack(">II", png[16:24])
        at = png.index(b"pHYs") + 4
        per_metre = struct.unpack(">I", png[at : at + 4])[0]
        assert wide >= 945 and per_metre >= 5905, figure_id
        assert high / wide == pytest.approx(float(root.get("height", "0")) / float(root.get("width", "1")), rel=0.01)
