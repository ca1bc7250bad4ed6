"""The site's own HTML: ``part`` renders a macro of a template, in which text from data is escaped."""

from __future__ import annotations

import datetime
import functools
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from claimcheck.claims.register.attribution import STANCES
from claimcheck.claims.texts.footnote import source_line, without_legend
from claimcheck.claims.texts.wording import MARKS, readings_text
from claimcheck.claims.verdict.result import told_conditions
from claimcheck.core.printing import counted, date_text, sentence
from claimcheck.data.edition import read_citation
from claimcheck.data.paths import PARQUET, PUBLISHED

_ADDRESS = re.compile(r"(https://[^\s<>\"')]+[^\s<>\"').,;:])")


def slug(value: str) -> str:
    """Text as part of an id: lower-case letters, digits, hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", value.lower()).strip("-")


def link(address: str, words: str) -> Markup:
    """An ordinary link, or the plain words when the address is not https."""
    return Markup('<a href="{}">{}</a>').format(address, words) if address.startswith("https://") else escape(words)


def paragraphs(text: str) -> Markup:
    """Plain text as paragraphs; https addresses become links."""
    found = [_ADDRESS.split(part.strip()) for part in re.split(r"\n\s*\n", text) if part.strip()]
    linked = (Markup("").join(link(p, p) if n % 2 else p for n, p in enumerate(pieces)) for pieces in found)
    return Markup("").join(map(Markup("<p>{}</p>").format, linked))


def part(template: str, macro: str, *values: Any, **named: Any) -> str:
    """The HTML that a ``macro`` of a template makes of values; empty where there is nothing to show.

    Raises jinja2.UndefinedError for a name that the template uses and nobody gives.
    """
    made = getattr(templates().get_template(f"{template}.html").module, macro)(*values, **named)
    # No attribute is between single quotation marks.
    return str(made).strip().replace("&#39;", "'")


def badge(verdict: str, reason: str = "", called: str = "") -> str:
    """A verdict as symbol and words, as it is ``called`` of a claim, with its reason.

    Raises jinja2.UndefinedError for a word that is no verdict.
    """
    return part("common", "badge", verdict, reason, called)


def day_text(day: datetime.date) -> str:
    """A day in words: 21 November 2026."""
    return date_text(day.isoformat())


def compile_templates() -> None:
    """Compile every template now, in the place of every process that is started later."""
    for name in templates().list_templates(extensions=["html"]):
        templates().get_template(name)


@functools.cache
def templates() -> Environment:
    """The templates of the site: what is text in the data stays text, a name that nobody gives is an error."""
    found = Environment(
        loader=FileSystemLoader([path for path in Path(__file__).parents[1].iterdir() if path.is_dir()]),
        auto_reload=False,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # Every page would repeat the indentation.
    found.preprocess = lambda source, *_: re.sub(r"^[ \t]+", "", source, flags=re.MULTILINE)
    found.filters |= {
        "sentence": sentence,
        "counted": counted,
        "slug": slug,
        "day": day_text,
        "without_legend": without_legend,
        "paragraphs": paragraphs,
    }
    found.globals |= {
        "verdicts": MARKS,
        "stances": STANCES,
        "link": link,
        "query": urlencode,
        "source_line": source_line,
        "readings_text": readings_text,
        "told_conditions": told_conditions,
        "alone": lambda query: query.standalone(f"{read_citation().url}{PUBLISHED}/{PARQUET}"),
    }
    return found
