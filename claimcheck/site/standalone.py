"""A figure that stands alone: SVG and PNG with title, caption and footnote, and its Vega-Lite specification."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from typing import Any

import vl_convert

from claimcheck.charts.figure import specifications
from claimcheck.charts.theme import FONT, TOKENS, WIDE
from claimcheck.site import svg
from claimcheck.site.lettering import wrap
from claimcheck.site.png import shrunk

# A picture is printed 16 cm wide, at 300 dots per inch or a little more.
_INCHES = 16 / 2.54
_DOTS = 300
_MARGIN = 16
# Sizes in pixels; 700 of them are 16 cm, so 11 are 7 points.
_TITLE, _WORDS, _FOOTNOTE = 18.0, 13.0, 11.0
_LEADING = 1.35
_VARIABLE = re.compile(r"var\(--cc-[a-z0-9]+,\s*([^()]+)\)")


def picture(figure: Mapping[str, Any], footnote: str, source: str) -> str:
    """The figure as one SVG document in light colours: title, wide chart, caption, ``footnote``, ``source``.

    ``footnote`` is the part of the caption that is set small. Raises ValueError when Vega cannot draw the chart.
    """
    drawn = svg.render(specifications(figure)["wide"], figure["id"], {})
    chart = ET.fromstring(light(drawn))
    chart_wide, chart_high = (float(chart.get(side, "0")) for side in ("width", "height"))
    wide = max(chart_wide, WIDE) + 2 * _MARGIN
    room = wide - 2 * _MARGIN
    ink, muted = TOKENS["ink"][0], TOKENS["muted"][0]
    root = ET.Element(_tag("svg"), {"version": "1.1", "role": "img"})
    ET.SubElement(root, _tag("title")).text = figure["title"]
    ET.SubElement(root, _tag("desc")).text = figure["description"]
    page = ET.SubElement(root, _tag("rect"), {"width": "100%", "height": "100%", "fill": TOKENS["page"][0]})
    at = float(_MARGIN)
    for line in wrap(figure["title"], _TITLE, room, bold=True):
        at = _line(root, line, at, _TITLE, ink, bold=True)
    at += 10
    group = ET.SubElement(root, _tag("g"), {"transform": f"translate({_MARGIN},{_number(at)})"})
    # What the chart's root says to all in it (Vega's miter limit, for one).
    group.attrib.update({k: v for k, v in chart.attrib.items() if k.startswith(("fill", "stroke"))})
    group.extend(chart)
    at += chart_high + 12
    body = figure["caption"].replace(footnote, "").strip() if footnote else figure["caption"]
    for text, size in ((body, _WORDS), (footnote, _FOOTNOTE), (source, _FOOTNOTE)):
        for paragraph in re.split(r"\n\s*\n", text.strip()):
            for line in wrap(paragraph, size, room):
                at = _line(root, line, at, size, muted)
            at += size * 0.5 if paragraph else 0
    high = at + _MARGIN
    page.attrib.update({"width": _number(wide), "height": _number(high)})
    root.attrib.update({"width": _number(wide), "height": _number(high)})
    root.set("viewBox", f"0 0 {_number(wide)} {_number(high)}")
    ET.register_namespace("", svg.NAMESPACE)
    ET.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def bitmap(document: str) -> bytes:
    """The SVG of ``picture`` as PNG, 16 cm wide at 300 dots per inch or a little more."""
    wide = float(ET.fromstring(document.encode()).get("width", "0"))
    # Half a pixel more, so that the whole number below it is not short of the wanted density.
    scale = (math.ceil(_INCHES * _DOTS) + 0.5) / wide
    drawn = vl_convert.svg_to_png(document, scale=scale)
    return shrunk(drawn, _DOTS)


def specification(figure: Mapping[str, Any], details: Mapping[str, Any]) -> dict[str, Any]:
    """The wide chart as a Vega-Lite specification that is complete by itself, in light colours.

    ``details`` (title, caption, columns, ...) go into ``usermeta``, where Vega leaves them alone. The title is
    drawn where the chart has none of its own.
    """
    spec = _light(specifications(figure)["wide"])
    spec["config"] = {**spec["config"], "background": TOKENS["page"][0]}
    spec.setdefault("title", wrap(figure["title"], spec["config"]["title"]["fontSize"], WIDE, bold=True))
    return {**spec, "description": figure["description"], "usermeta": dict(details)}


def light(text: str) -> str:
    """``text`` with the light colour in place of each CSS variable, which only the site's pages know."""
    return _VARIABLE.sub(lambda match: match[1].strip(), text)


def _light(value: Any) -> Any:
    if isinstance(value, str):
        return light(value)
    if isinstance(value, Mapping):
        return {key: _light(inner) for key, inner in value.items()}
    return [_light(inner) for inner in value] if isinstance(value, list) else value


def _line(root: ET.Element, words: str, at: float, size: float, fill: str, bold: bool = False) -> float:
    """Write one line below ``at``; where the next one begins."""
    given = {"x": str(_MARGIN), "y": _number(at + size), "font-family": FONT, "font-size": _number(size), "fill": fill}
    ET.SubElement(root, _tag("text"), {**given, **({"font-weight": "bold"} if bold else {})}).text = words
    return at + size * _LEADING


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _tag(name: str) -> str:
    return f"{{{svg.NAMESPACE}}}{name}"
