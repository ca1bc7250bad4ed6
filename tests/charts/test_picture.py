"""A figure as SVG and PNG: the same bytes whatever was drawn before, complete by itself, no scripts."""

from __future__ import annotations

import datetime
import io
import re
import xml.etree.ElementTree as ET

import altair as alt
import numpy as np
import pandas as pd
import vl_convert
from PIL import Image

from claimcheck.charts import Drawing, Figure, picture, png, theme
from claimcheck.charts.picture import specification
from claimcheck.data.edition import Edition
from tests.making import HOSTILE
from tests.report.reading import Reader, hostile_elements

EDITION = Edition("0.1.0", datetime.date(2026, 11, 21), "https://book.example/")
FOOTNOTE = "MLPerf® v6.0, result 6.0-0001. The MLPerf name and logo are trademarks of MLCommons Association."


def figure(name: str = "a", mark: str = "bar", **words: str) -> dict:
    """A figure's JSON object, of a chart with a clip path."""
    frame = pd.DataFrame({"name": [name, "b"], "value": [1.0, 2.0]})
    chart = alt.Chart(frame, mark={"type": mark, "clip": True}).encode(x="value:Q", y="name:N")
    given = {"id": "one", "title": "T", "description": "D", "caption": f"Words.\n\n{FOOTNOTE}", **words}
    return Figure(Drawing(chart=chart, frame=frame, columns={"name": "name", "value": "value"}), **given).to_dict()


def drawn(name: str = "a", mark: str = "bar") -> str:
    return picture.draw(specification(figure(name, mark)))


def test_the_bytes_do_not_depend_on_what_was_drawn_before() -> None:
    first = drawn()
    assert "clip-path" in first, "the chart must use the counter that vl-convert keeps"
    drawn(mark="point")
    assert picture.tidy(drawn(), "fig-a", {}) == picture.tidy(first, "fig-a", {})


def test_ids_of_two_pictures_never_meet_and_references_follow() -> None:
    pictures = [picture.tidy(drawn(), prefix, {}) for prefix in ("fig-a-wide", "fig-a-narrow")]
    ids = [e.get("id") for p in pictures for e in ET.fromstring(p).iter() if e.get("id")]
    assert ids and len(ids) == len(set(ids))
    for one in pictures:
        own = {e.get("id") for e in ET.fromstring(one).iter()}
        assert set(re.findall(r"url\(#([^)]+)\)", one)) <= own


def test_on_a_page_colours_stay_variables_and_the_given_name_is_the_only_role() -> None:
    found = picture.tidy(drawn(), "fig-a", {"role": "img", "aria-labelledby": "fig-a-title"})
    assert f'fill="{theme.CATEGORICAL[0]}"' in found and 'fill="white"' not in found
    assert [a["role"] for _, a in Reader(found).tags if "role" in a] == ["img"]


def test_hostile_names_stay_text_and_links_to_scripts_go() -> None:
    reader = Reader(picture.tidy(drawn(HOSTILE), "fig-a", {}))
    assert hostile_elements(reader) == [] and reader.scripts == [] and "window.pwned" in reader.text
    links = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
        '<a xlink:href="javascript:alert(1)"><text>x</text></a><a xlink:href="https://e.org"><text>y</text></a></svg>'
    )
    tidy = picture.tidy(links, "p", {})
    assert "javascript" not in tidy and "https://e.org" in tidy
    sheet = picture.sheet(figure(title=HOSTILE, description=HOSTILE, caption=HOSTILE), EDITION)
    assert not {e.tag.rpartition("}")[2] for e in ET.fromstring(sheet.encode()).iter()} & {"img", "script"}


def test_a_sheet_is_complete_by_itself() -> None:
    text = picture.sheet(figure(title="A title " * 20), EDITION)
    assert "var(" not in text
    root = ET.fromstring(text.encode())
    texts = list(root.iter(f"{{{picture.NAMESPACE}}}text"))
    lines = [e.text or "" for e in texts]
    assert "Words." in lines and FOOTNOTE in " ".join(lines)
    assert "claimcheck 0.1.0, 2026-11-21. https://book.example/figures/one.html" in lines
    wide = float(root.get("width", "0"))
    titles = [e.text or "" for e in texts if e.get("font-weight") == "bold"]
    assert len(titles) > 1 and all(picture.width(line, 18, bold=True) < wide for line in titles)


def test_letters_are_as_wide_as_vega_draws_them() -> None:
    for sample, bold in (("Hamburgefonts 0123456789", False), ("The quick brown fox, 72 GB300: 2.77x!", True)):
        spec = {
            "data": {"values": [{"t": sample}]}, "padding": 0, "view": {"stroke": None},
            "mark": {"type": "text", "fontSize": 40, "font": theme.FONT, "x": 0, "y": 20, "align": "left",
                     "fontWeight": "bold" if bold else "normal"},
            "encoding": {"text": {"field": "t"}}, "width": 1, "height": 40,
        }  # fmt: skip
        drawn = float(ET.fromstring(picture.draw(spec)).get("width"))
        assert drawn <= picture.width(sample, 40, bold) + 1 <= 1.03 * drawn, "Vega has our fonts, and kerns"


def test_lines_fit_and_lose_nothing() -> None:
    text = "word " * 30 + "x" * 400 + " end"
    lines = picture.wrap(text, 12, 200)
    assert all(picture.width(line, 12) <= 200 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def pixels(drawn: bytes) -> np.ndarray:
    """Red, green and blue of a PNG."""
    return np.asarray(Image.open(io.BytesIO(drawn)).convert("RGB"))


def test_a_small_png_shows_the_same() -> None:
    """Every colour is kept to the digit while there are no more than 256."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#ffffff"/>'
        '<rect x="3" y="2" width="9" height="9" fill="#0072b2"/><circle cx="25" cy="10" r="7" fill="#d55e00"/></svg>'
    )
    full = vl_convert.svg_to_png(svg, scale=200.5 / 40)
    small = png.bitmap(svg, 200, 300)
    assert (pixels(small) == pixels(full)).all()
    assert len(small) < len(full) and png.bitmap(svg, 200, 300) == small
