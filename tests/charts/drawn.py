"""A drawing as a page gets it: the figure's JSON object, its picture, and the words in that."""

from __future__ import annotations

import html
import re
from typing import Any

import vl_convert

from claimcheck.charts.picture import specification


def picture(made: dict[str, Any]) -> str:
    """The SVG of a figure, drawn as the site draws it: nothing may be fetched."""
    return vl_convert.vegalite_to_svg(specification(made), allowed_base_urls=[])


def words(svg: str) -> list[str]:
    """Every line of words in a picture."""
    found = re.findall(r"<text[^>]*>(.*?)</text>", svg, flags=re.S)
    lines = [line for text in found for line in html.unescape(re.sub(r"<[^>]+>", "\n", text)).split("\n")]
    return [line.replace("\u00a0", " ").strip() for line in lines if line.strip()]


def rows(made: dict[str, Any], *fields: str) -> list[dict[str, Any]]:
    """The rows with these fields in the data of a figure's chart."""
    return [row for held in specification(made)["datasets"].values() for row in held if set(fields) <= set(row)]
