"""A figure as SVG and PNG: the same bytes whatever was drawn before, complete by itself, no scripts."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import altair as alt
import pandas as pd

from claimcheck.charts import fonts, picture, theme
from claimcheck.charts.figure import Figure
from claimcheck.charts.form import specification
from claimcheck.notebook.showing import spec_of
from tests.build.reading import Reader, hostile_elements
from tests.making import HOSTILE

SOURCE = "claimcheck 0.1.0, 21 November 2026. https://book.example/notebooks/a.html#fig-one"
FOOTNOTE = "MLPerf® v6.0, result 6.0-0001. The MLPerf name and logo are trademarks of MLCommons Association."


def figure(name: str = "a", mark: str = "bar", **words: str) -> dict:
    """A figure's JSON object, of a chart with a clip path."""
    frame = pd.DataFrame({"name": [name, "b"], "value": [1.0, 2.0]})
    chart = alt.Chart(frame, mark={"type": mark, "clip": True}).encode(x="value:Q", y="name:N")
    given = {"id": "one", "title": "T", "description": "D", "caption": f"Words.\n\n{FOOTNOTE}", **words}
    return Figure(spec=spec_of(chart), frame=frame, columns={"name": "name", "value": "value"}, **given).to_dict()


def drawn(name: str = "a", mark: str = "bar") -> str:
    return picture.draw(specification(figure(name, mark)))


def test_the_bytes_do_not_depend_on_what_was_drawn_before() -> None:
    first = drawn()
    assert "clip-path" in first, "the chart must use the counter that vl-convert keeps"
    drawn(mark="point")
    assert picture.tidy(drawn(), "fig-a", {}) == picture.tidy(first, "fig-a", {})


def test_hostile_names_stay_text() -> None:
    reader = Reader(picture.tidy(drawn(HOSTILE), "fig-a", {}))
    assert hostile_elements(reader) == [] and reader.scripts == [] and "window.pwned" in reader.text
    sheet = picture.sheet(figure(title=HOSTILE, description=HOSTILE, caption=HOSTILE), "")
    assert not {e.tag.rpartition("}")[2] for e in ET.fromstring(sheet.encode()).iter()} & {"img", "script"}


def test_a_sheet_is_complete_by_itself() -> None:
    text = picture.sheet(figure(title="A title " * 20), SOURCE)
    assert "var(" not in text
    root = ET.fromstring(text.encode())
    texts = list(root.iter(f"{{{picture.NAMESPACE}}}text"))
    lines = [e.text or "" for e in texts]
    assert "Words." in lines and FOOTNOTE in " ".join(lines)
    assert SOURCE in lines
    wide = float(root.get("width", "0"))
    titles = [e.text or "" for e in texts if e.get("font-weight") == "bold"]
    assert len(titles) > 1 and all(fonts.width(line, 18, bold=True) < wide for line in titles)
    own = [e for e in texts if e.get("x") == "16"]
    assert all(float(e.get("textLength", wide)) <= wide - 32 for e in own), "no line is cut in a wider font"
    name = "a name of a quarter of the width"
    drawn = ET.fromstring(picture.sheet(figure(name), SOURCE).encode())
    (line,) = (e for e in drawn.iter(f"{{{picture.NAMESPACE}}}text") if e.text == name)
    assert "textLength" in line.attrib


def test_letters_are_as_wide_as_vega_draws_them() -> None:
    for sample, bold in (("Hamburgefonts 0123456789", False), ("The quick brown fox, 72 GB300: 2.77x!", True)):
        spec = {
            "data": {"values": [{"t": sample}]}, "padding": 0, "view": {"stroke": None},
            "mark": {"type": "text", "fontSize": 40, "font": theme.FONT, "x": 0, "y": 20, "align": "left",
                     "fontWeight": "bold" if bold else "normal"},
            "encoding": {"text": {"field": "t"}}, "width": 1, "height": 40,
        }  # fmt: skip
        drawn = float(ET.fromstring(picture.draw(spec)).get("width"))
        assert drawn <= fonts.width(sample, 40, bold) + 1 <= 1.03 * drawn, "Vega has our fonts, and kerns"
