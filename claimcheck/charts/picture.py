"""A figure as a picture: Vega's SVG made fit for a page, and a sheet for print with title, caption and footnote."""

from __future__ import annotations

import io
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from typing import Any

import vl_convert
from PIL import Image

from claimcheck.charts.fonts import SANS, local_css, width, wrap
from claimcheck.charts.form import specification
from claimcheck.charts.theme import FONT, TOKENS

MIME = "image/svg+xml"
NAMESPACE = "http://www.w3.org/2000/svg"
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_LONG_FRACTION = re.compile(r"-?\d+\.\d{3,}(?:e-?\d+)?")
_VARIABLE = re.compile(r"var\(--cc-([a-z0-9]+)\)")
_MARGIN = 16
# Sizes in pixels; a sheet of 592 is printed 16 cm wide, so 10 are nearly 8 points.
_ROOM = 560
_TITLE, _WORDS, _FOOTNOTE = 17.0, 12.0, 10.0
_LEADING = 1.35
# A picture is 16 cm wide at 150 dots per inch or a little more; who prints it larger takes the SVG.
PRINT_DOTS = 150
PRINT_WIDE = math.ceil(16 / 2.54 * PRINT_DOTS)
# Attributes of no effect, by value.
_FULL = dict.fromkeys(("opacity", "stroke-opacity", "fill-opacity"), "1")
_IDLE = _FULL | {"font-weight": "normal", "pointer-events": "none", "transform": "translate(0,0)", "font-family": FONT}


def footnote(data: Mapping[str, Any]) -> str:
    """The part of a figure's caption that the usage rules of MLCommons ask for; empty for one without a result."""
    last = re.split(r"\n\s*\n", data["caption"].strip())[-1]
    return last if "trademarks of MLCommons" in last else ""


def notes(data: Mapping[str, Any]) -> str:
    """A figure's caption without that part."""
    return data["caption"].replace(footnote(data), "").strip()


def draw(spec: Mapping[str, Any]) -> str:
    """A complete Vega-Lite specification as SVG, as Vega writes it. Nothing is fetched.

    Raises ValueError with Vega's message when the chart cannot be drawn.
    """
    return vl_convert.vegalite_to_svg(dict(spec), allowed_base_urls=[])


def tidy(svg: str, prefix: str, attributes: Mapping[str, str]) -> str:
    """Vega's ``svg`` as one element, the same bytes at every build and safe inside a page.

    Each id inside begins with ``prefix``, so that two pictures on a page share none; ``attributes`` go on the root
    element. What the role ``img`` hides or what changes nothing is left out, and numbers are rounded to 1/100 px.
    """
    root = ET.fromstring(svg)
    # Ids come from a counter that runs through the whole process.
    new_ids = {e.get("id"): f"{prefix}-{i}" for i, e in enumerate((e for e in root.iter() if e.get("id")), 1)}
    for element in root.iter():
        for name, value in list(element.attrib.items()):
            if name in ("role", "class") or name.startswith("aria-") or value in ("", _IDLE.get(name)):
                del element.attrib[name]
            elif name == "id":
                element.set(name, new_ids[value])
            elif "url(#" in value:
                element.set(name, _REFERENCE.sub(lambda m: f"url(#{new_ids.get(m[1], m[1])})", value))
            elif name != "font-family":
                element.set(name, _LONG_FRACTION.sub(lambda m: _number(float(m[0])), value))
    for name, value in {"font-family": FONT, **attributes}.items():
        root.set(name, value)
    ET.register_namespace("", NAMESPACE)
    return ET.tostring(root, encoding="unicode")


def sheet(figure: Mapping[str, Any], source: str, drawn: str | None = None) -> str:
    """A figure, its JSON object, for print as one SVG element in light colours, with title, caption, footnote, source.

    ``drawn`` is its chart if ``draw`` has drawn it already; raises as ``draw`` does. Without fonts in it, which would
    be two thirds of it: where ours are not installed, Arial as narrow as they are, and in any other font each line, and
    each that is a quarter as wide as the chart, is as wide as in ours.
    """
    vega = ET.fromstring(drawn or draw(specification(figure)))
    for line in vega.iter(_tag("text")):
        size, bold = float(line.get("font-size", "0").removesuffix("px")), line.get("font-weight") in ("bold", "600")
        if line.text and (wide := width(line.text, size, bold)) > float(vega.get("width", "0")) / 4:
            line.attrib.update({"textLength": _number(wide), "lengthAdjust": "spacingAndGlyphs"})
    chart = ET.fromstring(light(tidy(ET.tostring(vega, encoding="unicode"), figure["id"], {})))
    chart_wide, chart_high = (float(chart.get(side, "0")) for side in ("width", "height"))
    room = max(chart_wide, _ROOM)
    wide, scale = room + 2 * _MARGIN, room / chart_wide
    ink, muted = TOKENS["ink"][0], TOKENS["muted"][0]
    root = ET.Element(_tag("svg"), {"version": "1.1", "role": "img"})
    ET.SubElement(root, _tag("title")).text = figure["title"]
    ET.SubElement(root, _tag("desc")).text = figure["description"]
    ET.SubElement(root, _tag("style")).text = local_css(SANS)
    page = ET.SubElement(root, _tag("rect"), {"width": "100%", "height": "100%", "fill": TOKENS["page"][0]})
    at = float(_MARGIN)
    for line in wrap(figure["title"], _TITLE, room, bold=True):
        add_line(root, line, (_MARGIN, at + _TITLE), _TITLE, ink, bold=True)
        at += _TITLE * _LEADING
    at += 10
    group = ET.SubElement(root, _tag("g"), {"transform": f"translate({_MARGIN},{_number(at)}) scale({scale:.4g})"})
    # What the chart's root says to all in it (Vega's miter limit, for one).
    group.attrib.update({k: v for k, v in chart.attrib.items() if k.startswith(("fill", "font", "stroke"))})
    group.extend(chart)
    at += chart_high * scale + 12
    for text, size in ((notes(figure), _WORDS), (footnote(figure), _FOOTNOTE), (source, _FOOTNOTE)):
        for paragraph in re.split(r"\n\s*\n", text.strip()):
            for line in wrap(paragraph, size, room):
                add_line(root, line, (_MARGIN, at + size), size, muted)
                at += size * _LEADING
            at += size * 0.5 if paragraph else 0
    high = at + _MARGIN
    page.attrib.update({"width": _number(wide), "height": _number(high)})
    root.attrib.update({"width": _number(wide), "height": _number(high)})
    root.set("viewBox", f"0 0 {_number(wide)} {_number(high)}")
    ET.register_namespace("", NAMESPACE)
    return ET.tostring(root, encoding="unicode")


def png(svg: str, wide: int = PRINT_WIDE, colours: int = 64) -> bytes:
    """An opaque SVG document as PNG, ``wide`` pixels, its size on paper noted; equal pictures give equal bytes.

    A chart is flat, so a palette of ``colours`` takes its place without loss that shows.
    """
    # Half a pixel more, so that the whole number below it is not short of the wanted width.
    scale = (wide + 0.5) / float(ET.fromstring(svg.encode()).get("width", "0"))
    drawn = Image.open(io.BytesIO(vl_convert.svg_to_png(svg, scale=scale))).convert("RGB")
    file = io.BytesIO()
    small = drawn.quantize(colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    # The next level takes three times as long for a sixteenth.
    small.save(file, "PNG", dpi=(PRINT_DOTS, PRINT_DOTS), compress_level=7)
    return file.getvalue()


def light(text: str) -> str:
    """``text`` with the light colour in place of each CSS variable, which only the site's pages know."""
    return _VARIABLE.sub(lambda match: TOKENS[match[1]][0], text)


def add_line(
    root: ET.Element, words: str, at: tuple[float, float], size: float, fill: str, *, bold: bool = False
) -> None:
    """Write a line of words into an SVG document, its base line beginning ``at`` (x, y), as wide in any font."""
    x, y, letters, wide = map(_number, (*at, size, width(words, size, bold)))
    named = {"x": x, "y": y, "font-family": FONT, "font-size": letters, "fill": fill}
    named |= {"textLength": wide, "lengthAdjust": "spacingAndGlyphs"} | ({"font-weight": "bold"} if bold else {})
    ET.SubElement(root, _tag("text"), named).text = words


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _tag(name: str) -> str:
    return f"{{{NAMESPACE}}}{name}"
