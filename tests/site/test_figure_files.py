"""The files of the figures: the CSV holds what Vega draws on the page, the others can be read, links lead home."""

from __future__ import annotations

import csv
import io
import json
import re
import struct
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from claimcheck.sitecheck import page_paths
from tests.site.conftest import ROOT, SITE, Opened
from tests.site_ext.reading import Reader

Open = Callable[..., Opened]
_DATUM = re.compile(r"datum(?:\.(\w+)|\[['\"](.+?)['\"]\])")
_VARIABLE = re.compile(r"var\(--cc-\w+, (#\w{6})\)")
ENDINGS = ("svg", "png", "csv", "json", "txt")

# What Vega has drawn: for each mark asked for, the values of its items' fields.
ITEMS = """async ([spec, wanted]) => {
  const place = document.body.appendChild(document.createElement('div'));
  const result = await vegaEmbed(place, spec, { mode: 'vega-lite', renderer: 'svg', actions: false });
  const found = {};
  const visit = (mark) => {
    const fields = wanted[mark.name];
    if (fields) (found[mark.name] ??= []).push(
      ...mark.items.map((item) => fields.map((field) => item.datum[field] ?? null)));
    for (const item of mark.items) for (const inner of item.items ?? []) visit(inner);
  };
  visit(result.view.scenegraph().root);
  result.finalize();
  place.remove();
  return found;
}"""


def figures_of_the_site() -> dict[str, dict[str, Any]]:
    """Every figure as the pages hold it for the live chart, by its id."""
    found = {}
    for path in page_paths(SITE):
        text = path.read_text(encoding="utf-8")
        if "cc-figure__data" in text:
            scripts = re.findall(r'<script type="application/json" class="cc-figure__data">(.*?)</script>', text, re.S)
            found |= {figure["id"]: figure for figure in map(json.loads, scripts)}
    return found


@pytest.fixture(scope="module")
def figures(site: Path) -> dict[str, dict[str, Any]]:
    """Every figure of the book."""
    found = figures_of_the_site()
    assert found, "the book has no figure"
    return found


@dataclass
class Mark:
    """A mark of a chart, as this test reads the specification: its name, its panel, the fields it encodes."""

    name: str
    kind: str
    panel: int
    fields: list[str]
    guided: bool


def marks(spec: dict[str, Any]) -> list[Mark]:
    """The marks of a chart that carry data; each is given a name in ``spec``."""
    found: list[Mark] = []
    titled: dict[int, bool] = defaultdict(bool)
    panels: list[None] = []

    def fields_in(value: Any) -> Iterator[str]:
        """Fields named anywhere in an encoding, and in the conditions of its values."""
        if isinstance(value, list):
            for inner in value:
                yield from fields_in(inner)
        elif isinstance(value, Mapping):
            for key, inner in value.items():
                if key == "field" and isinstance(inner, str):
                    yield inner
                elif key == "test" and isinstance(inner, str):
                    yield from tested(inner)
                elif key not in ("scale", "axis", "legend", "sort"):
                    yield from fields_in(inner)

    def tested(expression: Any) -> Iterator[str]:
        if isinstance(expression, str):
            return (a or b for a, b in _DATUM.findall(expression))
        return fields_in(expression)

    def visit(view: dict[str, Any], encoding: Mapping[str, Any], filters: list[Any], title: bool, panel: int) -> None:
        encoding = {**encoding, **view.get("encoding", {})}
        filters = filters + [one["filter"] for one in view.get("transform", []) if "filter" in one]
        title = title or bool(view.get("title"))
        parts = view.get("hconcat") or view.get("vconcat") or view.get("concat")
        if parts:
            for part in parts:
                visit(part, encoding, filters, title, -1)
            return
        if panel < 0:
            panel = len(panels)
            panels.append(None)
            titled[panel] = title
        for part in view.get("layer", []):
            visit(part, encoding, filters, title, panel)
        if "mark" in view:
            fields = list(dict.fromkeys(fields_in(list(encoding.values()))))
            if fields:
                fields += [f for one in filters for f in tested(one) if f not in fields]
            name = view.setdefault("name", f"probe{len(found)}")
            axes = [encoding.get(channel, {}) for channel in ("x", "y")]
            axis = any(("field" in a or "datum" in a) and a.get("axis", "") is not None for a in axes)
            kind = view["mark"] if isinstance(view["mark"], str) else view["mark"]["type"]
            found.append(Mark(name, kind, panel, fields, axis or "tooltip" in encoding))

    visit(spec, {}, [], False, -1)
    data = {mark.panel for mark in found if mark.fields and (mark.guided or titled[mark.panel])}
    return [mark for mark in found if mark.fields and mark.panel in data]


def canonical(value: Any) -> str:
    """A value, or a cell, so that the two can be compared: numbers as numbers, colours as on paper."""
    text = "" if value is None else json.dumps(value) if not isinstance(value, str) else _VARIABLE.sub(r"\1", value)
    try:
        return repr(float(text))
    except ValueError:
        return text


def disagreements(drawn: list[Mark], items: Mapping[str, list[list[Any]]], text: str, columns: Any) -> list[str]:
    """Where a figure's CSV ``text`` is not what Vega drew: data without a line, and lines that nothing draws."""
    head, *lines = csv.reader(io.StringIO(text))
    assert head == [column["name"] for column in columns]
    rows = [[canonical(cell) for cell in line] for line in lines]
    names = list(dict.fromkeys(line[0] for line in lines)) if head[0] == "panel" else [""]
    numbers = sorted({mark.panel for mark in drawn})
    assert len(names) == len(numbers), "a panel for each panel that carries data"
    panels = dict(zip(numbers, names, strict=True))
    by = head.index("drawn as") if "drawn as" in head else None
    covered: list[set[int]] = [set() for _ in rows]
    kinds: list[set[str]] = [set() for _ in rows]
    faults = []
    for mark in drawn:
        panel = panels[mark.panel]
        places = [
            next(
                i for i, c in enumerate(columns)
                if c["field"] == field and (not c.get("panels") or panel in c["panels"])
            )
            for field in mark.fields
        ]  # fmt: skip
        known: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for number, (line, row) in enumerate(zip(lines, rows, strict=True)):
            if panel in ("", line[0]):
                known[tuple(row[place] for place in places)].append(number)
        for values in items.get(f"{mark.name}_marks", []):
            found = known.get(tuple(map(canonical, values)))
            if not found:
                said = dict(zip(mark.fields, values, strict=True))
                faults.append(f"{mark.kind} in {panel!r} is not in the CSV: {said}")
            for number in found or ():
                covered[number].update(places)
                kinds[number].add(mark.kind)
    for number, line in enumerate(lines):
        free = {i for i, c in enumerate(columns) if line[i] and c["field"] is not None} - covered[number]
        if free or not covered[number]:
            faults.append(f"line {number + 2}: nothing draws {[head[i] for i in sorted(free)]}: {line}")
        if by is not None and not set(line[by].split("+")) <= kinds[number]:
            faults.append(f"line {number + 2}: drawn as {sorted(kinds[number])}, not {line[by]}")
    return faults


@pytest.fixture
def vega(open_page: Open, server: str) -> Callable[[dict[str, Any]], tuple[list[Mark], dict[str, Any]]]:
    """``vega(figure)``: the figure's marks, and what the site's own Vega draws for each of them."""
    page = open_page("search.html").page
    page.add_script_tag(url=f"{server}/_static/claimcheck-vega.js")

    def draw(figure: dict[str, Any]) -> tuple[list[Mark], dict[str, Any]]:
        spec = json.loads(json.dumps({**figure["spec"], "datasets": figure["datasets"]}))
        drawn = marks(spec)
        return drawn, page.evaluate(ITEMS, [spec, {f"{mark.name}_marks": mark.fields for mark in drawn}])

    return draw


def files_of(figure_id: str) -> tuple[str, Any]:
    """A figure's CSV and the description of its columns."""
    text = (SITE / "figures" / f"{figure_id}.csv").read_text(encoding="utf-8")
    return text, json.loads((SITE / "figures" / f"{figure_id}.json").read_text(encoding="utf-8"))["usermeta"]["columns"]


def test_the_csv_of_every_figure_is_what_vega_draws(figures: Mapping[str, Any], vega: Callable[..., Any]) -> None:
    """Each datum of each mark stands in the CSV with the same values, and each line of it is drawn."""
    faults = []
    for figure_id, figure in figures.items():
        drawn, items = vega(figure)
        faults += [f"{figure_id}: {fault}" for fault in disagreements(drawn, items, *files_of(figure_id))[:5]]
    assert faults == []


def test_a_wrong_value_in_a_csv_is_found(figures: Mapping[str, Any], vega: Callable[..., Any]) -> None:
    """The test above can fail: one digit more in a figure's first line, or the line gone, is seen."""
    for figure_id in list(figures)[::12]:
        drawn, items = vega(figures[figure_id])
        text, columns = files_of(figure_id)
        head, *lines = csv.reader(io.StringIO(text))
        at = next(i for i, c in enumerate(columns) if c["field"] and lines[0][i])
        for damaged in ([[*lines[0][:at], f"9{lines[0][at]}", *lines[0][at + 1 :]], *lines[1:]], lines[1:]):
            out = io.StringIO()
            csv.writer(out).writerows([head, *damaged])
            assert disagreements(drawn, items, out.getvalue(), columns), figure_id


def test_every_figure_has_its_files_and_its_page(figures: Mapping[str, Any], site: Path) -> None:
    """The files that the box links to, no others; the page leads to the figure where it stands."""
    there = {path.name for path in (site / "figures").iterdir()}
    assert there == {f"{figure_id}.{ending}" for figure_id in figures for ending in (*ENDINGS, "html")}
    for figure_id in figures:
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
    """An SVG needs nothing from the site, and the PNG is 16 cm of it at 300 dpi or more."""
    for figure_id in figures:
        text = (site / "figures" / f"{figure_id}.svg").read_text(encoding="utf-8")
        assert "var(" not in text and "<style" not in text and not re.search(r"(?:href|src)=.https?:", text), figure_id
        root = ET.fromstring(text.encode())
        ids = [e.get("id") for e in root.iter() if e.get("id")]
        assert len(ids) == len(set(ids))
        assert {match for match in re.findall(r"url\(#([^)]+)\)", text)} <= set(ids), figure_id
        png = (site / "figures" / f"{figure_id}.png").read_bytes()
        wide, high = struct.unpack(">II", png[16:24])
        at = png.index(b"pHYs") + 4
        per_metre = struct.unpack(">I", png[at : at + 4])[0]
        assert wide >= 1890 and per_metre >= 11811, figure_id
        assert high / wide == pytest.approx(float(root.get("height", "0")) / float(root.get("width", "1")), rel=0.01)


def test_the_box_is_quiet_and_copies(open_page: Open, figures: Mapping[str, Any], site: Path) -> None:
    """Copy buttons and the pilcrow give the words that the box shows; without JavaScript there are none."""
    name = next(p for p in page_paths(site) if 'class="cc-cite"' in p.read_text(encoding="utf-8"))
    opened = open_page(name.relative_to(site).as_posix())
    page = opened.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    figure = page.locator(".cc-figure").first
    address = figure.locator(".cc-cite__link").text_content()
    figure.locator(".cc-figure__title .headerlink").click()
    assert page.evaluate("navigator.clipboard.readText()") == address
    figure.get_by_text("Download and cite").click()
    for button, source in (("Copy citation", 0), ("Copy BibTeX", 1)):
        figure.get_by_role("button", name=button).click()
        said = page.evaluate("navigator.clipboard.readText()")
        assert said == figure.locator(".cc-cite__text").nth(source).text_content()
        assert address in said
    assert opened.trouble.errors == []
    page.emulate_media(media="print")
    assert not figure.locator(".cc-cite").is_visible()
    assert figure.locator(".cc-cite__printed").is_visible()
    plain = open_page(name.relative_to(site).as_posix(), javascript=False).page
    box = plain.locator(".cc-cite").first
    box.get_by_text("Download and cite").click()
    assert box.locator(".cc-cite__files a").count() == len(ENDINGS)
    assert box.locator("button").count() == 0


def test_moved_pages_lead_to_pages_of_the_book(site: Path) -> None:
    """Every entry of data/redirects.yml: its target is built, its source is no page of the contents."""
    given = yaml.safe_load((ROOT / "data" / "redirects.yml").read_text(encoding="utf-8"))
    contents = (ROOT / "_toc.yml").read_text(encoding="utf-8")
    listed = set(re.findall(r"(?:file|root): (\S+)", contents))
    assert given
    for old, new in given.items():
        assert old not in listed and new in listed
        assert (site / f"{new}.html").is_file()
        reader = Reader((site / f"{old}.html").read_text(encoding="utf-8"))
        address = next(a["href"] for a in reader.named("a"))
        assert (site / f"{old}.html").parent.joinpath(address).resolve() == (site / f"{new}.html").resolve()
        assert next(a["href"] for a in reader.named("link")).endswith(f"/{new}.html")
        assert old not in (site / "sitemap.xml").read_text(encoding="utf-8")
        assert old not in (site / "searchindex.js").read_text(encoding="utf-8")
