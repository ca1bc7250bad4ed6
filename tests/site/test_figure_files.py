"""The files of the figures: each has its own, they can be read alone, and links lead home."""

from __future__ import annotations

import re
import struct
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from claimcheck.build.sitecheck import page_paths
from claimcheck.charts.picture import forms, specification
from claimcheck.charts.record import recorded, to_csv
from tests.build.reading import Reader, handed_over
from tests.site.conftest import ROOT

ENDINGS = ("svg", "png", "csv", "json", "js")


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


def test_every_figure_has_its_files_and_its_page(figures: Mapping[str, Any], site: Path) -> None:
    """The files that the box links to, no others; the page leads to the figure where it stands."""
    made = {name: one for path in (ROOT / "notebooks").glob("*.ipynb") for name, one in recorded(path).items()}
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))["sphinx"]["config"]
    moved = {Path(old).name for old in config["claimcheck_redirects"] if old.startswith("figures/")}
    there = {path.name for path in (site / "figures").iterdir() if path.stem not in moved}
    assert there == {f"{figure_id}.{ending}" for figure_id in figures for ending in (*ENDINGS, "html")}
    for figure_id, shown in figures.items():
        drawn = {form: specification(made[figure_id], form) for form in forms(made[figure_id])}
        assert shown == drawn, "the page draws what the notebook recorded"
        assert (site / "figures" / f"{figure_id}.csv").read_text(encoding="utf-8") == to_csv(made[figure_id]["table"])
        reader = Reader((site / "figures" / f"{figure_id}.html").read_text(encoding="utf-8"))
        target = next(a["content"] for a in reader.named("meta") if a.get("http-equiv") == "refresh")
        address, _, fragment = target.partition("url=")[2].partition("#")
        page = (site / "figures" / address).resolve()
        assert fragment == f"fig-{figure_id}"
        assert f'id="{fragment}"' in page.read_text(encoding="utf-8")
        assert [a["href"] for a in reader.named("a")] == [f"{address}#{fragment}"]
        canonical_address = next(a["href"] for a in reader.named("link") if a.get("rel") == "canonical")
        assert canonical_address.endswith(page.relative_to(site.resolve()).as_posix())


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
