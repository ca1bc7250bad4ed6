"""The files of a figure: pictures, data, citation, permanent link; and pages that have moved."""

from __future__ import annotations

import csv
import datetime
import io
import json
import re
import struct
import xml.etree.ElementTree as ET
import zlib
from pathlib import Path

import numpy as np
import pytest
import vl_convert

from claimcheck.charts.columns import drawn_data
from claimcheck.errors import RegisterError
from claimcheck.publication import Edition
from claimcheck.site import cite, figurefiles, lettering, png, standalone
from claimcheck.site.redirects import read_redirects
from claimcheck.site.stubs import stub
from tests.site_ext.reading import Reader, hostile_elements
from tests.site_ext.stub_provider import HOSTILE
from tests.site_ext.test_charts import figure

EDITION = Edition("0.1.0", datetime.date(2026, 11, 21), "https://book.example/")
FOOTNOTE = "MLPerf® v6.0, result 6.0-0001. The MLPerf name and logo are trademarks of MLCommons Association."


def made(**changes: object) -> dict:
    """A figure's JSON object."""
    return figure(**{"id": "one", "caption": f"Words.\n\n{FOOTNOTE}", **changes}).to_dict()


def test_the_picture_stands_alone() -> None:
    text = standalone.picture(made(title="A title " * 20), FOOTNOTE, "the source")
    assert "var(" not in text
    root = ET.fromstring(text.encode())
    texts = list(root.iter(f"{{{standalone.svg.NAMESPACE}}}text"))
    lines = [e.text or "" for e in texts]
    assert "Words." in lines and "the source" in lines
    assert FOOTNOTE in " ".join(lines)
    width = float(root.get("width", "0"))
    titles = [e.text or "" for e in texts if e.get("font-weight") == "bold"]
    assert len(titles) > 1 and all(lettering.width(line, 18, bold=True) < width for line in titles)


def test_hostile_words_stay_words_in_the_files() -> None:
    given = made(title=HOSTILE, description=HOSTILE, caption=HOSTILE)
    text = standalone.picture(given, "", HOSTILE)
    assert not {e.tag.rpartition("}")[2] for e in ET.fromstring(text.encode()).iter()} & {"img", "script"}
    box = cite.box(given, EDITION, "figures/")
    page = stub(HOSTILE, HOSTILE, "../a.html#b", "https://book.example/a.html")
    for html in (box, page):
        reader = Reader(html)
        assert hostile_elements(reader) == [] and reader.scripts == []
    assert Reader(box).faults == []


def test_letters_are_as_wide_as_vega_draws_them() -> None:
    """The widths are those of the letters that stand in the picture."""
    for sample in ("Hamburgefonts 0123456789", "The quick brown fox, 72 GB300 (0082): 2.77x!", "WWWiiilll@%"):
        size = 40
        spec = {
            "data": {"values": [{"t": sample}]}, "padding": 0, "view": {"stroke": None},
            "mark": {"type": "text", "fontSize": size, "font": "Liberation Sans", "x": 0, "y": 20, "align": "left"},
            "encoding": {"text": {"field": "t"}}, "width": 1, "height": 40,
        }  # fmt: skip
        drawn = ET.fromstring(vl_convert.vegalite_to_svg(spec, allowed_base_urls=[]))
        assert lettering.width(sample, size) == pytest.approx(float(drawn.get("width", "0")), abs=3)


def test_lines_fit_and_lose_nothing() -> None:
    text = "word " * 30 + "x" * 400 + " end"
    lines = lettering.wrap(text, 12, 200)
    assert all(lettering.width(line, 12) <= 200 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def pixels(palette_png: bytes) -> np.ndarray:
    """Red, green and blue of a PNG with a palette."""
    chunks = dict(png._chunks(palette_png))
    wide, high = struct.unpack(">II", chunks[b"IHDR"][:8])
    index = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(high, 1 + wide)[:, 1:]
    return np.frombuffer(chunks[b"PLTE"], np.uint8).reshape(-1, 3)[index]


def full_pixels(drawn: bytes) -> np.ndarray:
    """Red, green and blue of a PNG as vl-convert writes it."""
    chunks = dict(png._chunks(drawn))
    wide, high = struct.unpack(">II", chunks[b"IHDR"][:8])
    raw = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(high, -1)[:, 1:].reshape(high, wide, 4)
    return np.cumsum(raw, axis=1, dtype=np.uint8)[..., :3]


def test_a_small_png_shows_the_same() -> None:
    """The colours of areas are kept to the digit; every colour while there are no more than 256."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#ffffff"/>'
        '<rect x="3" y="2" width="9" height="9" fill="#0072b2"/><circle cx="25" cy="10" r="7" fill="#d55e00"/></svg>'
    )
    drawn = vl_convert.svg_to_png(svg, scale=5)
    small = png.shrunk(drawn, 300)
    assert (pixels(small) == full_pixels(drawn)).all()
    assert pixels(small)[12, 20].tolist() == [0, 0x72, 0xB2]
    assert len(small) < len(drawn) and png.shrunk(drawn, 300) == small
    with pytest.raises(ValueError, match="not a PNG as vl-convert"):
        png.shrunk(small, 300)


def test_the_files_agree_with_each_other() -> None:
    files = figurefiles.files(made(), EDITION)
    assert set(files) == {ending for ending, _, _ in cite.FILES}
    rows = list(csv.reader(io.StringIO(files["csv"].decode())))
    chart = json.loads(files["json"])
    assert rows[0] == [column["name"] for column in chart["usermeta"]["columns"]] == ["name", "value"]
    assert rows[1:] == [["a", "1"], ["b", "2.5"]]
    assert chart["$schema"].startswith("https://vega.github.io/schema/vega-lite/")
    assert chart["title"] == ["T"] and "var(" not in files["json"].decode()
    assert FOOTNOTE in files["txt"].decode() and "@misc{claimcheck2026-one," in files["txt"].decode()
    # The chart in the file draws itself, without the site.
    assert vl_convert.vegalite_to_svg(chart, allowed_base_urls=[]).startswith("<svg")
    assert figurefiles.files(made(), EDITION) == files


def test_a_citation_carries_address_day_and_footnote() -> None:
    given = made(title="60% & more_of {x} \\ #1 ~ ^ $2")
    said = cite.plain(given, EDITION)
    assert "https://book.example/figures/one.html" in said and "21 November 2026" in said and said.endswith(FOOTNOTE)
    entry = cite.bibtex(given, EDITION)
    assert r"60\% \& more\_of \{x\} \textbackslash{} \#1 \textasciitilde{} \textasciicircum{} \$2" in entry
    assert entry.count("{") - entry.count(r"\{") == entry.count("}") - entry.count(r"\}")
    assert cite.footnote(made(caption="Our simulation, no measurement.")) == ""


def test_errata_stand_in_the_box_of_their_figure() -> None:
    assert "<p>mended</p>" in cite.box(made(), EDITION, "figures/", errata="<p>mended</p>")


def test_a_chart_that_cannot_be_read_is_refused() -> None:
    broken = made()
    broken["spec"]["transform"] = [{"aggregate": [{"op": "count", "as": "n"}], "groupby": ["name"]}]
    with pytest.raises(ValueError, match="aggregate/groupby is not read"):
        drawn_data(broken)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a/b.html: c", "is no page"),
        ("a: b\nb: c", "which has moved itself"),
        ("- a", "no mapping"),
        ("a: [", "is no YAML"),
    ],
)
def test_bad_redirects_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "redirects.yml"
    path.write_text(text)
    with pytest.raises(RegisterError, match=message):
        read_redirects(path)
    assert read_redirects(tmp_path / "none.yml") == {}


def test_a_stub_leads_on_in_three_ways() -> None:
    reader = Reader(stub("New page", "Moved:", "../new.html", "https://book.example/new.html"))
    assert {"rel": "canonical", "href": "https://book.example/new.html"} in reader.named("link")
    assert [a["href"] for a in reader.named("a")] == ["../new.html"]
    refresh = next(a["content"] for a in reader.named("meta") if a.get("http-equiv") == "refresh")
    assert re.fullmatch(r"0; url=\.\./new\.html", refresh)
