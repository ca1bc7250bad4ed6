"""The files of the figures: the CSV holds what Vega draws on the page, the others can be read, links lead home."""

from __future__ import annotations

import csv
import io
import json
import re
import struct
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import vl_convert
import yaml
from playwright.sync_api import Browser, expect

from claimcheck.charts.figure import recorded, to_csv
from claimcheck.charts.picture import footnote, specification
from claimcheck.charts.theme import BROAD, WIDE, WIDTH
from claimcheck.report.parts.figures import forms
from claimcheck.report.sitecheck import page_paths
from tests.report.reading import Reader, handed_over
from tests.site.conftest import NARROW, ROOT, Opened
from tests.site.conftest import WIDE as WIDE_SCREEN

Open = Callable[..., Opened]
ENDINGS = ("svg", "png", "csv", "json", "js")

# What Vega has drawn: each datum of each mark (not of axes, legends and titles), and every text in the picture.
DRAWN = """async (spec) => {
  const place = document.body.appendChild(document.createElement('div'));
  const result = await vegaEmbed(place, spec, { mode: 'vega-lite', renderer: 'svg', actions: false });
  const data = [], words = [];
  const visit = (mark) => {
    for (const item of mark.items) {
      if (item.text !== undefined) words.push([item.text].flat().join(' '));
      if (mark.role === 'mark' && mark.marktype !== 'group' && item.datum)
        data.push({ ...item.datum, '': mark.marktype });
      for (const inner of item.items ?? []) visit(inner);
    }
  };
  visit(result.view.scenegraph().root);
  const svg = place.querySelector('svg');
  const found = { data, words, svg: svg.outerHTML, wide: svg.getBoundingClientRect().width };
  result.finalize();
  place.remove();
  return found;
}"""


def cell(value: Any) -> str:
    """A drawn value, or a cell of a CSV, so that the two can be compared: numbers as numbers."""
    text = "" if value is None else value if isinstance(value, str) else json.dumps(value)
    try:
        number = float(text)
    except ValueError:
        return text
    # What Vega subtracts itself may differ from nothing in the last digits.
    return f"{number if abs(number) > 1e-9 else 0:.10g}"


def disagreements(fields: list[str], lines: Sequence[list[str]], drawn: Mapping[str, Any]) -> list[str]:
    """Where the ``lines`` of a figure's CSV are not what Vega drew: data without a line, and lines that nothing draws.

    ``fields`` are those of the CSV's columns. One that no datum has must be written in the chart, as a panel's title
    is. A datum is looked for when it has as many of the fields as any other, or as some line: a label or a
    reference line that has fewer is not data, nor are words, which may be placed beside their datum.
    """
    rows = [dict(zip(fields, map(cell, line), strict=True)) for line in lines]
    written = [name for name in fields if not any(name in datum for datum in drawn["data"])]
    words = "\n".join(drawn["words"])
    titles = {row[name] for row in rows for name in written}
    faults = [f"{title!r} is not written in the chart" for title in titles if title not in words]
    rows = [{name: value for name, value in row.items() if name not in written} for row in rows]
    everything = [{name: cell(d[name]) for name in fields if d.get(name) not in (None, "")} for d in drawn["data"]]
    data = [datum for datum, d in zip(everything, drawn["data"], strict=True) if d[""] != "text"]
    known = [{name: value for name, value in row.items() if value} for row in rows]
    shapes = {frozenset(datum) for datum in data}
    whole = {shape for shape in shapes if not any(shape < other for other in shapes)} | {frozenset(r) for r in known}

    def parts(found: Sequence[Mapping[str, str]]) -> set[frozenset[tuple[str, str]]]:
        return {frozenset((n, one[n]) for n in shape) for one in found for shape in whole if shape <= set(one)}

    in_lines, in_chart = parts(known), {frozenset(d.items()) for d in everything if frozenset(d) in whole}
    lacking = {frozenset(d.items()) for d in data if frozenset(d) in whole} - in_lines
    faults += [f"no line of the CSV: {dict(sorted(datum))}" for datum in lacking]
    # One line may be drawn by several marks, a band and its middle: together they draw all of it.
    for number, row in enumerate(known, 2):
        if frozenset().union(*(parts([row]) & in_chart)) != frozenset(row.items()):
            faults.append(f"nothing draws all of line {number}: {row}")
    return faults


@pytest.fixture
def vega(browser: Browser) -> Iterator[Callable[[Mapping[str, Any]], Any]]:
    """``vega(spec)``: what the site's own Vega draws of a complete specification."""
    page = browser.new_page()
    page.set_content("<!doctype html><title>x</title>")
    page.add_script_tag(content=vl_convert.javascript_bundle())
    yield lambda spec: page.evaluate(DRAWN, spec)
    page.close()


def test_every_csv_is_what_vega_draws(vega: Callable[[Mapping[str, Any]], Any]) -> None:
    """Of every recorded figure: each drawn datum is a line of the CSV, and each line is drawn.

    The test can fail: a digit more in a line, a line less and a line more are each seen. Everything that is drawn has
    a place, and a chart is as wide as charts are.
    """
    figures = [one for path in sorted((ROOT / "notebooks").glob("*.ipynb")) for one in recorded(path).values()]
    faults = []
    for figure in figures:
        fields = figure["table"]["fields"]
        _, first, *rest = csv.reader(io.StringIO(to_csv(figure["table"])))
        for form in forms(figure):
            drawn = vega(specification(figure, form))
            most = BROAD if form == "broad" else WIDE if figure["wide"] else WIDTH
            if "NaN" in drawn["svg"] or not 0.8 * most <= drawn["wide"] <= 1.08 * most:
                faults.append(f"{figure['id']}, {form}: {drawn['wide']} pixels, or drawn nowhere")
            faults += [f"{figure['id']}: {fault}" for fault in disagreements(fields, [first, *rest], drawn)[:5]]
        wrong = [[*first[:at], f"77{value}", *first[at + 1 :]] for at, value in enumerate(first) if value]
        for damaged in ([[one, *rest] for one in wrong], [rest], [[first, *rest, one] for one in wrong]):
            assert all(disagreements(fields, lines, drawn) for lines in damaged), figure["id"]
    assert faults == []


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


def test_charts_stand_alone(figures: Mapping[str, Any], site: Path) -> None:
    """A chart's JSON draws itself, and has a citation with the footnote and the permanent address."""
    made = {name: one for path in (ROOT / "notebooks").glob("*.ipynb") for name, one in recorded(path).items()}
    for figure_id in figures:
        chart = (site / "figures" / f"{figure_id}.json").read_text("utf-8")
        assert "var(" not in chart
        spec = json.loads(chart)
        assert [column["name"] for column in spec["usermeta"]["columns"]] == made[figure_id]["table"]["headings"]
        citation = spec["usermeta"]["citation"]
        assert footnote(made[figure_id]) in citation and f"/figures/{figure_id}.html" in citation
        assert spec["usermeta"]["rows"] == made[figure_id]["row_ids"]
    # The last stands for all: what Vega draws of each is compared above.
    assert vl_convert.vegalite_to_svg(spec, allowed_base_urls=[]).startswith("<svg")


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


def test_the_box_is_quiet_and_copies(open_page: Open, figures: Mapping[str, Any], site: Path) -> None:
    """Copy buttons and the pilcrow give the words that the box shows."""
    name = next(p for p in page_paths(site) if 'class="cc-figure' in p.read_text(encoding="utf-8"))
    opened = open_page(name.relative_to(site).as_posix())
    page = opened.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    figure = page.locator(".cc-figure").first
    address = figure.locator(".cc-cite__link").text_content()
    figure.locator(".cc-figure__title .headerlink").click()
    assert page.evaluate("navigator.clipboard.readText()") == address
    figure.locator(".cc-cite > summary").click()
    for button, source in (("Copy citation", 0), ("Copy BibTeX", 1)):
        figure.get_by_role("button", name=button).click()
        said = page.evaluate("navigator.clipboard.readText()")
        assert said == figure.locator(".cc-cite__text").nth(source).text_content()
        assert address in said
    assert opened.trouble.errors == []
    page.emulate_media(media="print")
    assert not figure.locator(".cc-cite dl").is_visible()
    assert figure.locator(".cc-cite__printed").is_visible()


@pytest.mark.parametrize(("viewport", "shown", "hidden"), [(WIDE_SCREEN, "broad", "spec"), (NARROW, "spec", "broad")])
def test_a_chart_has_its_names_beside_its_rows_where_there_is_room(
    open_page: Callable[..., Opened], viewport: dict[str, int], shown: str, hidden: str
) -> None:
    """As a picture and, when it is pointed at, live."""
    page = open_page("notebooks/speedup.html", viewport=viewport).page
    figure = page.locator(".cc-figure").first
    expect(figure.locator(f"svg.cc-figure__{shown}")).to_be_visible()
    expect(figure.locator(f"svg.cc-figure__{hidden}")).to_be_hidden()
    before = figure.bounding_box()["height"]
    figure.locator(".cc-figure__picture").click()
    expect(page.locator(".cc-figure.is-live").first).to_be_visible()
    expect(figure.locator(f"svg.cc-figure__{shown}")).to_be_visible()
    expect(figure.locator(f"svg.cc-figure__{hidden}")).to_have_count(0)
    assert figure.bounding_box()["height"] == before
