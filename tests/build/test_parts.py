"""Pieces of HTML: well formed, escaped, and saying what the data say."""

from __future__ import annotations

import datetime
from dataclasses import replace

import jinja2
import pytest

from claimcheck.claims.register.articles import Article
from claimcheck.claims.register.attribution import Line
from claimcheck.claims.register.claim import OutsideFact
from claimcheck.claims.texts.export import Quotation
from claimcheck.claims.verdict.result import VERDICTS, Aftermath, Condition, Printed
from claimcheck.claims.verdict.result import CheckedFigure as Published
from claimcheck.data.edition import Erratum, read_citation
from claimcheck.data.formats import croissant
from claimcheck.site import claims
from claimcheck.site.frame import exhibits, metadata
from claimcheck.site.frame.html import badge, part
from tests.build.reading import Reader, hostile_elements
from tests.build.test_charts import figure
from tests.making import HOSTILE, claim, evidence

LATER = Aftermath("v6.1", HOSTILE, (Condition(HOSTILE, False, HOSTILE),), (evidence(7),))
FULL = claim(
    9, text=HOSTILE, figures=(Published(Printed(2.77, "x", HOSTILE), "rounds", None, False, HOSTILE),),
    afterwards=LATER, reason=HOSTILE, strongest_case=HOSTILE,
    evidence=tuple(evidence(i, label=HOSTILE) for i in range(20)),
    sources=(
        OutsideFact.model_construct(what=HOSTILE, where="javascript:window.pwned=1"),
        OutsideFact(what="x", where="https://e.org/a"),
    ),
)  # fmt: skip
FOUND, MENDED = datetime.date(2027, 1, 5), datetime.date(2027, 1, 6)
ERRATUM = Erratum(
    id="axis", found=FOUND, mended=MENDED, versions=("0.1.0",), was=HOSTILE, now="Right.",
    pages=("book/claims",),
)  # fmt: skip


def there(page: str) -> str:
    """Every page exists."""
    name, _, anchor = page.partition("#")
    return f"{name}.html{'#' if anchor else ''}{anchor}"


def sound(html: str) -> Reader:
    """The HTML, which holds no element that came from data."""
    reader = Reader(html)
    assert (hostile_elements(reader), reader.scripts) == ([], [])
    return reader


def section(name: str, **changes: object) -> str:
    """A section of the page of a claim."""
    return {key: html for key, _, html in claims.sections(claim(**changes))}[name]


def test_hostile_words_of_a_claim_stay_words() -> None:
    later = part("errata", "links", [ERRATUM], there)
    said = replace(FULL, said={"A3": Line(line=1, quote=HOSTILE)})
    words = {"author": HOSTILE, "title": HOSTILE, "date": "2026-04", "role": "a report", "whole": "in full"}
    text = Article(key="A3", short="A3", **words)
    for html in (
        part("claims", "line", FULL, "own.html", later),
        part("claims", "page_head", said, HOSTILE, {"A3": text}, there, "who.html", claims.READ_HOW),
        part("claims", "copy", Quotation(HOSTILE, "t", HOSTILE), "here"),
        part("common", "links", [("there.html", HOSTILE)]),
        *(html for _, _, html in claims.sections(FULL)),
    ):
        sound(html)


def test_hostile_words_of_a_figure_and_a_head_stay_words() -> None:
    given, publication = figure(title=HOSTILE, description=HOSTILE, caption=HOSTILE).to_dict(), read_citation()
    home = "notebooks/a", ""
    sound(exhibits.figure_html(given, "figures/", home, lambda make, *values: make(*values)))
    data = croissant({"a.yml": b""}, publication)
    head = Reader(metadata.head(HOSTILE, HOSTILE, "1.html", "i.png", data))
    assert hostile_elements(head) == [] and len(head.scripts) == 1 and "<" not in head.scripts[0]


# ---- Claims ----


def test_every_verdict_has_a_sign_and_words_of_its_own() -> None:
    shown = {verdict: sound(badge(verdict)) for verdict in VERDICTS}
    assert all(verdict in reader.text for verdict, reader in shown.items())
    assert len({reader.text.removesuffix(verdict) for verdict, reader in shown.items()}) == len(VERDICTS)
    with pytest.raises(jinja2.UndefinedError):
        badge("true")


def test_the_table_of_conditions_says_what_fails_whether_it_matters_and_the_figure() -> None:
    owner = Condition("same owner", False, "two companies", True, "for one owner", Printed(1.91, "x", "1.91x"))
    size = Condition("same size", False, "two sizes", False, "for one size", Printed(2.75, "x", "2.75x"))
    word = Condition("same word", False, "two words", False, "the words differ")
    html = section("conditions", conditions=(Condition("same chip", True, "GB300"), word, size, owner))
    text = " ".join(" ".join(word for word in sound(html).words if word.strip("✓×*")).split())
    for row in (
        "Same owner Two companies. no, which matters 1.91x for one owner",
        "Same word Two words. no, a note: the words differ –",
        "Same size Two sizes. no, a note 2.75x for one size",
        "Same chip GB300. yes –",
    ):
        assert row in text, text
    assert html.index("Same owner") < html.index("Same word") < html.index("Same chip")
