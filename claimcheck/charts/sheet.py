"""A figure as a sheet of its own, for print: title above, chart, caption with its footnote below."""

from __future__ import annotations

import re
import textwrap
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from typing import Any

import vl_convert

from claimcheck.charts.figure import specifications
from claimcheck.charts.theme import FONT, TOKENS

# Of a picture as wide as a text column.
PRINT_CM, PRINT_PPI = 16.0, 300
_POINTS_PER_CM = 72 / 2.54
_SVG = "http://www.w3.org/2000/svg"
_VARIABLE = re.compile(r"var\(--cc-[a-z0-9]+,\s*([^()]+)\)")
_MARGIN = 16
# Size, line and pixels per character: Arial's widest lines of prose need about half its size for each character.
_TITLE = (18, 24, 10.0)
_WORDS = (11, 15, 5.75)


def sheet_svg(figure: Mapping[str, Any]) -> str:
    """The wide chart of a figure's JSON object (``claimcheck.charts.figure``) as one SVG, on white.

    The title stands above it, the caption with its footnote below; colours are the light ones, since a picture by
    itself has no style sheet. Raises ValueError with Vega's message when the chart cannot be drawn.
    """
    drawn = vl_convert.vegalite_to_svg(specifications(figure)["wide"], allowed_base_urls=[])
    chart = ET.fromstring(_VARIABLE.sub(r"\1", drawn))
    wide, high = (float(chart.attrib[name].removesuffix("px")) for name in ("width", "height"))
    width = wide + 2 * _MARGIN
    root = ET.Element(f"{{{_SVG}}}svg", {"role": "img", "font-family": FONT})
    for name, key in (("title", "title"), ("desc", "description")):
        ET.SubElement(root, f"{{{_SVG}}}{name}").text = str(figure[key])
    paper = ET.SubElement(root, f"{{{_SVG}}}rect", {"width": "100%", "height": "100%", "fill": "#ffffff"})
    bottom = _text(root, str(figure["title"]), _MARGIN, wide, _TITLE, {"font-weight": "bold", "fill": _ink("ink")})
    place = ET.SubElement(root, f"{{{_SVG}}}g", {"transform": f"translate({_MARGIN},{bottom + 8:g})"})
    place.extend(chart)
    bottom += 8 + high + 12
    for paragraph in re.split(r"\n\s*\n", str(figure["caption"]).strip()):
        bottom = _text(root, " ".join(paragraph.split()), bottom, wide, _WORDS, {"fill": _ink("muted")}) + 5
    height = bottom + _MARGIN - 5
    root.attrib.update({"width": f"{width:g}", "height": f"{height:g}", "viewBox": f"0 0 {width:g} {height:g}"})
    paper.attrib.update({"width": f"{width:g}", "height": f"{height:g}"})
    ET.register_namespace("", _SVG)
    return ET.tostring(root, encoding="unicode") + "\n"


def sheet_png(figure: Mapping[str, Any]) -> bytes:
    """``sheet_svg`` as PNG, 16 cm wide in print at 300 dots an inch."""
    svg = sheet_svg(figure)
    width = float(ET.fromstring(svg).attrib["width"])
    # A pixel more than the width asks for: 1,890 dots are a hair less than 300 an inch.
    return vl_convert.svg_to_png(svg, scale=(PRINT_CM * _POINTS_PER_CM + 0.25) / width, ppi=PRINT_PPI)


def _ink(name: str) -> str:
    return TOKENS[name][0]


def _text(
    root: ET.Element, words: str, top: float, width: float, kind: tuple[int, int, float], look: Mapping[str, str]
) -> float:
    """Words in lines from ``top`` down; gives where they end."""
    size, line, letter = kind
    for text in textwrap.wrap(words, int(width / letter)):
        top += line
        at = {"x": str(_MARGIN), "y": f"{top - line / 4:g}", "font-size": str(size), **look}
        ET.SubElement(root, f"{{{_SVG}}}text", at).text = text
    return top
