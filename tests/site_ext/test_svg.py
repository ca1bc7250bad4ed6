"""Static pictures: the same bytes whatever was drawn before, unique ids, no scripts."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import altair as alt
import pandas as pd

from claimcheck.charts import Figure, theme
from claimcheck.charts.figure import specifications
from claimcheck.site import svg
from tests.site_ext.reading import Reader, hostile_elements
from tests.site_ext.stub_provider import HOSTILE


def spec(name: str = "a", mark: str = "bar") -> dict:
    """A chart with a clip path."""
    frame = pd.DataFrame({"name": [name, "b"], "value": [1.0, 2.0]})
    chart = alt.Chart(frame, mark={"type": mark, "clip": True}).encode(x="value:Q", y="name:N")
    return specifications(Figure(id="x", chart=chart, title="t", description="d", caption="c").to_dict())["wide"]


def test_the_bytes_do_not_depend_on_what_was_drawn_before() -> None:
    first = svg.render(spec(), "fig-a", {})
    svg.render(spec(mark="point"), "fig-b", {})
    assert svg.render(spec(), "fig-a", {}) == first
    assert "clip-path" in first, "the test chart must use the counter that vl-convert keeps"


def test_ids_of_two_pictures_never_meet_and_references_follow() -> None:
    pictures = [svg.render(spec(), prefix, {}) for prefix in ("fig-a-wide", "fig-a-narrow")]
    ids = [e.get("id") for p in pictures for e in ET.fromstring(p).iter() if e.get("id")]
    assert ids and len(ids) == len(set(ids))
    for picture in pictures:
        own = {e.get("id") for e in ET.fromstring(picture).iter()}
        assert set(re.findall(r"url\(#([^)]+)\)", picture)) <= own


def test_colours_stay_variables() -> None:
    picture = svg.render(spec(), "fig-a", {})
    assert f'fill="{theme.CATEGORICAL[0]}"' in picture
    assert 'fill="white"' not in picture


def test_hostile_names_stay_text() -> None:
    reader = Reader(svg.render(spec(HOSTILE), "fig-a", {}))
    assert hostile_elements(reader) == []
    assert reader.scripts == []
    assert "window.pwned" in reader.text


def test_links_to_scripts_are_taken_out() -> None:
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
        '<a xlink:href="javascript:alert(1)"><text>x</text></a><a xlink:href="https://e.org"><text>y</text></a></svg>'
    )
    tidy = svg.tidy(drawn, "p", {})
    assert "javascript" not in tidy
    assert "https://e.org" in tidy


def test_inner_roles_go_and_the_given_name_stays() -> None:
    picture = svg.render(spec(), "fig-a", {"role": "img", "aria-labelledby": "fig-a-title"})
    roles = [a["role"] for _, a in Reader(picture).tags if "role" in a]
    assert roles == ["img"]
    assert 'aria-labelledby="fig-a-title"' in picture
