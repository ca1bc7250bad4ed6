"""A drawing as a page gets it: the figure's JSON object, its picture, and the words in that."""

from __future__ import annotations

import html
import re
from typing import Any

from claimcheck.charts.picture import draw, specification


def words(made: dict[str, Any]) -> list[str]:
    """Every line of words in the picture of a figure, drawn as the site draws it."""
    found = re.findall(r"<text[^>]*>(.*?)</text>", draw(specification(made)), flags=re.S)
    lines = [line for text in found for line in html.unescape(re.sub(r"<[^>]+>", "\n", text)).split("\n")]
    return [line.replace("\u00a0", " ").strip() for line in lines if line.strip()]


def rows(made: dict[str, Any], *fields: str) -> list[dict[str, Any]]:
    """The rows with these fields in the data of a figure's chart."""
    return [row for held in specification(made)["datasets"].values() for row in held if set(fields) <= set(row)]
