"""The templates of the site's own pieces of HTML (``templates/parts``): what is text in the data stays text."""

from __future__ import annotations

import datetime
import functools
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from claimcheck.claims.register.claim import STANCES
from claimcheck.claims.texts.footnote import without_legend
from claimcheck.claims.texts.printing import MARKS, readings_text
from claimcheck.claims.verdict.result import printed_in
from claimcheck.claims.words.query import standalone
from claimcheck.core.printing import sentence
from claimcheck.data.edition import read_citation
from claimcheck.data.formats import PARQUET
from claimcheck.data.paths import PUBLISHED
from claimcheck.report.parts import markup
from claimcheck.report.parts.rangebar import range_bar


def part(template: str, macro: str, *given: Any, **named: Any) -> str:
    """The HTML of a ``macro`` of a template, called with what is given; empty where there is nothing to show.

    Raises jinja2.UndefinedError for a name that the template uses and nobody gives.
    """
    return str(getattr(_environment().get_template(f"{template}.html").module, macro)(*given, **named)).strip()


def badge(verdict: str, reason: str = "") -> str:
    """A verdict as symbol and words, with its reason. Raises jinja2.UndefinedError for a word that is no verdict."""
    return part("common", "badge", verdict, reason)


def day_text(day: datetime.date) -> str:
    """A day in words: 21 November 2026."""
    return f"{day.day} {day:%B %Y}"


def environment(package: str, folder: str = "templates") -> Environment:
    """The templates of a package: what is text in the data stays text, and a name that nobody gives is an error."""
    made = Environment(
        loader=PackageLoader(package, folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["sentence"] = sentence
    return made


@functools.cache
def _environment() -> Environment:
    made = environment("claimcheck.report", "templates/parts")
    made.filters |= {"slug": markup.slug, "day": day_text, "paragraphs": _paragraphs, "without_legend": without_legend}
    made.globals |= {
        "verdicts": MARKS,
        "stances": STANCES,
        "link": lambda address, words: Markup(markup.link(address, words)),
        "query": urlencode,
        "result_ids": markup.result_ids,
        "readings_text": readings_text,
        "range_bar": lambda found, published: Markup(range_bar(found, published)),
        "printed_in": printed_in,
        "alone": lambda query: standalone(query, f"{read_citation().url}{PUBLISHED}/{PARQUET}"),
    }
    return made


def _paragraphs(text: str) -> Markup:
    return Markup(markup.paragraphs(text))
