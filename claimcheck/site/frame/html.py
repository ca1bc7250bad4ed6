"""The site's own HTML: templates and small elements. Text from data is escaped here.

``part`` renders a macro of ``templates/parts``; ``tag`` and its like write single elements.
"""

from __future__ import annotations

import datetime
import functools
import html
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from claimcheck.charts import theme
from claimcheck.claims.register.claim import STANCES
from claimcheck.claims.texts.footnote import without_legend
from claimcheck.claims.texts.wording import MARKS, ends_text, reach_text, readings_text
from claimcheck.claims.verdict.result import printed_in
from claimcheck.core.printing import counted, date_text, sentence
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


def environment(folders: Iterable[Path]) -> Environment:
    """The templates in folders: what is text in the data stays text, and a name that nobody gives is an error."""
    templates = Environment(
        loader=FileSystemLoader([*folders]),
        auto_reload=False,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters |= {"sentence": sentence, "counted": counted}
    return templates


@functools.cache
def _environment() -> Environment:
    templates = environment(path for path in Path(__file__).parents[1].iterdir() if path.is_dir())
    templates.filters |= {"slug": slug, "day": day_text, "without_legend": without_legend}
    templates.filters["paragraphs"] = lambda text: Markup(paragraphs(text))
    templates.globals |= {
        "verdicts": MARKS,
        "stances": STANCES,
        "link": lambda address, words: Markup(link(address, words)),
        "query": urlencode,
        "result_ids": result_ids,
        "readings_text": readings_text,
        "reach_text": reach_text,
        "ends_text": ends_text,
        "colours": {"rule": theme.RULE, "context": theme.CONTEXT, "published": theme.PUBLISHED, "ink": theme.INK},
        "printed_in": printed_in,
        "alone": lambda query: query.standalone(f"{read_citation().url}{PUBLISHED}/{PARQUET}"),
    }
    return templates
