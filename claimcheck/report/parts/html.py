"""The site's own HTML: templates, small elements, and pages that lead elsewhere. Text from data is escaped here.

``part`` renders a macro of ``templates/parts``; ``tag`` and its like write single elements.
"""

from __future__ import annotations

import datetime
import functools
import html
import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from claimcheck.charts import theme
from claimcheck.claims.register.claim import STANCES
from claimcheck.claims.texts.footnote import without_legend
from claimcheck.claims.texts.printing import MARKS, reach_text, readings_text
from claimcheck.claims.verdict.result import Sensitivity, printed_in
from claimcheck.claims.words.query import standalone
from claimcheck.core.printing import Quantity, counted, date_text, sentence, span_text
from claimcheck.data.edition import read_citation
from claimcheck.data.formats import PARQUET
from claimcheck.data.paths import PUBLISHED

_ADDRESS = re.compile(r"https://[^\s<>\"')]+[^\s<>\"').,;:]")


def esc(value: Any) -> str:
    """Text for HTML, quotes included."""
    return html.escape(str(value), quote=True)


def tag(name: str, content: str, css: str = "", **attributes: str) -> str:
    """An element around ``content``, which must be HTML already; attribute values are escaped here.

    An underscore in an attribute's name stands for a hyphen.
    """
    named = {"class": css, **attributes} if css else attributes
    written = "".join(f' {key.replace("_", "-")}="{esc(value)}"' for key, value in named.items())
    return f"<{name}{written}>{content}</{name}>"


def slug(value: str) -> str:
    """Text as part of an id: lower-case letters, digits, hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", value.lower()).strip("-")


def link(address: str, words: str) -> str:
    """An ordinary link, or the plain words when the address is not https."""
    if not address.startswith("https://"):
        return esc(words)
    return f'<a href="{esc(address)}">{esc(words)}</a>'


def paragraphs(text: str) -> str:
    """Plain text as paragraphs; https addresses become links."""
    parts = (part.strip() for part in re.split(r"\n\s*\n", text.strip()))
    return "".join(f"<p>{_linked(part)}</p>" for part in parts if part)


def _linked(text: str) -> str:
    out, last = [], 0
    for match in _ADDRESS.finditer(text):
        out += [esc(text[last : match.start()]), link(match[0], match[0])]
        last = match.end()
    return "".join([*out, esc(text[last:])])


def result_ids(evidence: Iterable[Any], shown: int = 4) -> str:
    """The published IDs of results, the first few by name: ``6.0-0078, 6.0-0082 and 12 more``."""
    ids = sorted({place.result_id for place in evidence if place.result_id})
    more = f" and {len(ids) - shown} more" if len(ids) > shown else ""
    return ", ".join(ids[:shown]) + more


def part(template: str, macro: str, *values: Any, **named: Any) -> str:
    """The HTML that a ``macro`` of a template makes of values; empty where there is nothing to show.

    Raises jinja2.UndefinedError for a name that the template uses and nobody gives.
    """
    return str(getattr(_environment().get_template(f"{template}.html").module, macro)(*values, **named)).strip()


def badge(verdict: str, reason: str = "") -> str:
    """A verdict as symbol and words, with its reason. Raises jinja2.UndefinedError for a word that is no verdict."""
    return part("common", "badge", verdict, reason)


def day_text(day: datetime.date) -> str:
    """A day in words: 21 November 2026."""
    return date_text(day.isoformat())


def environment(package: str, folder: str = "templates") -> Environment:
    """The templates of a package: what is text in the data stays text, and a name that nobody gives is an error."""
    templates = Environment(
        loader=PackageLoader(package, folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters |= {"sentence": sentence, "counted": counted}
    return templates


@functools.cache
def _environment() -> Environment:
    templates = environment("claimcheck.report", "templates/parts")
    templates.filters |= {"slug": slug, "day": day_text, "paragraphs": _paragraphs, "without_legend": without_legend}
    templates.globals |= {
        "verdicts": MARKS,
        "stances": STANCES,
        "link": lambda address, words: Markup(link(address, words)),
        "query": urlencode,
        "result_ids": result_ids,
        "readings_text": readings_text,
        "range_bar": lambda sensitivity, published: Markup(range_bar(sensitivity, published)),
        "printed_in": printed_in,
        "alone": lambda query: standalone(query, f"{read_citation().url}{PUBLISHED}/{PARQUET}"),
    }
    return templates


def _paragraphs(text: str) -> Markup:
    return Markup(paragraphs(text))


# Percent of the picture's width on either side, so that a mark at an end is whole.
_SIDE = 1.5


def range_bar(readings: Sensitivity, published: Quantity | None) -> str:
    """A figure's value in every reading as dots on a line, with the published one, as SVG; empty without a range.

    Places are percentages, so that the words keep their size on a phone. The scale starts at the lowest and ends at
    the highest of readings and published figure.
    """
    if readings.n == 1 or published is None:
        return ""
    ends = min(readings.low, published.value), max(readings.high, published.value)
    if ends[0] == ends[1]:
        return ""

    def at(value: float) -> float:
        return _SIDE + (100 - 2 * _SIDE) * (min(max(value, ends[0]), ends[1]) - ends[0]) / (ends[1] - ends[0])

    low, mark, high = at(readings.low), at(published.value), at(readings.high)
    words = (
        f"Range of all readings: {reach_text(readings)}. The published figure, {published.text}, is "
        f"{_place(readings.low, published.value, readings.high)}."
    )
    # The two ends as they are printed in words, so that picture and text cannot differ.
    low_text, _, high_text = span_text(
        readings.low, readings.high, readings.unit, 0 if abs(readings.high) >= 100 else 2
    ).partition(" to ")
    shapes = [
        f'<line stroke="{theme.RULE}" x1="{_SIDE}%" x2="{100 - _SIDE}%" y1="34" y2="34"/>',
        f'<g fill="{theme.CONTEXT}" fill-opacity="0.6">',
        *(f'<circle cx="{at(value):.2f}%" cy="34" r="5"/>' for value in readings.values),
        "</g>",
        f'<line class="cc-range__mark" stroke="{theme.PUBLISHED}" stroke-width="4" x1="{mark:.2f}%" x2="{mark:.2f}%"'
        ' y1="21" y2="47"/>',
        _text(mark, 14, f"published {published.text}", font_weight="700"),
        _text(low, 62, low_text),
        _text(high, 62, high_text),
    ]
    size = {"width": "100%", "height": "70", "overflow": "visible", "font_size": "13"}
    return tag("svg", "".join(shapes), "cc-range", role="img", aria_label=words, **size)


def _place(low: float, value: float, high: float) -> str:
    if low <= value <= high:
        return f"{(value - low) / (high - low):.0%} of the way from the lowest to the highest"
    return "below the lowest" if value < low else "above the highest"


def _text(at: float, y: int, words: str, **look: str) -> str:
    # Words at a mark near an end grow away from that end.
    anchor = "start" if at < 30 else "end" if at > 70 else "middle"
    place = {"x": f"{at:.2f}%", "y": str(y), "text_anchor": anchor, "fill": theme.INK}
    return tag("text", esc(words), **place, **look)


# Leads on with the query and the place on the page that the reader's address has. It is the same on every such page.
SCRIPT = """\
(() => {
  const address = new URL(document.currentScript.dataset.to, location.href);
  if (!address.search) address.search = location.search;
  if (location.hash) address.hash = location.hash;
  location.replace(address);
})();
"""


def redirect_page(title: str, words: str, relative: str, absolute: str) -> str:
    """A page that leads to the address ``relative`` at once, and shows a link where a browser refuses that.

    A place and a query that the reader asks for are kept. Without scripts the page leads to ``relative`` itself.
    ``absolute``: the same place as the canonical address, without a fragment. ``words`` say what is there.
    """
    link = tag("a", esc(title), href=relative)
    script = tag("script", SCRIPT, data_to=relative)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"{tag('title', esc(title))}\n"
        f'<link rel="canonical" href="{esc(absolute)}">\n{script}\n'
        # Where scripts run, this would compete with them.
        f'<noscript><meta http-equiv="refresh" content="0; url={esc(relative)}"></noscript>\n'
        f"</head>\n<body>\n{tag('p', f'{esc(words)} {link}')}\n</body>\n</html>\n"
    )
