"""A Vega-Lite specification as static SVG: the same bytes at every build, safe inside a page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from typing import Any

import vl_convert

NAMESPACE = "http://www.w3.org/2000/svg"
_XLINK_HREF = "{http://www.w3.org/1999/xlink}href"
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_LONG_FRACTION = re.compile(r"-?\d+\.\d{3,}(?:e-?\d+)?")


def render(spec: Mapping[str, Any], prefix: str, attributes: Mapping[str, str]) -> str:
    """Draw ``spec`` and return one ``<svg>`` element.

    ``prefix`` starts every id inside, so that two pictures on a page do not share one.
    ``attributes`` go on the root element. Nothing is fetched: data must be in the specification.
    Raises ValueError with Vega's message when the chart cannot be drawn.
    """
    drawn = vl_convert.vegalite_to_svg(dict(spec), allowed_base_urls=[])
    return tidy(drawn, prefix, attributes)


def tidy(svg: str, prefix: str, attributes: Mapping[str, str]) -> str:
    """Normalise ids, drop what the role ``img`` hides anyway, and shorten numbers to 1/100 px."""
    root = ET.fromstring(svg)
    # Ids come from a counter that runs through the whole process.
    new_ids = {e.get("id"): f"{prefix}-{i}" for i, e in enumerate((e for e in root.iter() if e.get("id")), 1)}
    for parent in list(root.iter()):
        for child in list(parent):
            if _is_empty(child):
                parent.remove(child)
            elif child.tag == f"{{{NAMESPACE}}}a" and not _safe_link(child):
                child.attrib.clear()
    for element in root.iter():
        for name, value in list(element.attrib.items()):
            if name == "role" or name.startswith("aria-") or value == "":
                del element.attrib[name]
            elif name == "id":
                element.set(name, new_ids[value])
            elif "url(#" in value:
                element.set(name, _REFERENCE.sub(lambda m: f"url(#{new_ids.get(m[1], m[1])})", value))
            elif name not in ("font-family", "class", _XLINK_HREF):
                element.set(name, _LONG_FRACTION.sub(_short, value))
    for name, value in attributes.items():
        root.set(name, value)
    ET.register_namespace("", NAMESPACE)
    return ET.tostring(root, encoding="unicode")


def _is_empty(element: ET.Element) -> bool:
    """A path that draws nothing: Vega writes two around each group."""
    if element.tag != f"{{{NAMESPACE}}}path" or len(element):
        return False
    return element.get("display") == "none" or (
        element.get("class") == "background" and element.get("fill") is None and element.get("stroke") is None
    )


def _safe_link(element: ET.Element) -> bool:
    address = element.get(_XLINK_HREF) or element.get("href") or ""
    return address.startswith(("https://", "#"))


def _short(match: re.Match[str]) -> str:
    text = f"{float(match[0]):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
