"""Claim cards, the scorecard, sources and figures as HTML."""

from __future__ import annotations

import datetime
import json

import pytest

from claimcheck.charts import Figure
from claimcheck.claims.model import VERDICTS as MODEL_VERDICTS
from claimcheck.claims.numbers import Printed
from claimcheck.kept import Kept
from claimcheck.publication import Edition
from claimcheck.site import cite, claims, markup, numbers
from claimcheck.site.figures import figure_html
from claimcheck.site.source import nearest
from tests.site_ext import stub_source
from tests.site_ext.reading import Reader, hostile_elements
from tests.site_ext.stub_source import HOSTILE
from tests.site_ext.test_charts import FRAME, chart

EDITION = Edition("0.1.0", datetime.date(2026, 11, 21), "https://book.example/")

PRINTED = [Printed(key, one.text, one.how, stub_source.PLACES[key]) for key, one in stub_source.NUMBERS.items()]


def resolve(page: str) -> str:
    """Every page exists."""
    return page.replace("#", ".html#")


def test_every_verdict_has_a_sign_and_words_of_its_own() -> None:
    assert set(markup.VERDICTS) == set(MODEL_VERDICTS)
    signs = [sign for _, sign in markup.VERDICTS.values()]
    assert len(set(signs)) == len(signs)
    for verdict in MODEL_VERDICTS:
        assert verdict in Reader(markup.badge(verdict)).text


def test_a_verdict_that_is_none_is_refused() -> None:
    with pytest.raises(KeyError):
        markup.badge("true")


@pytest.mark.parametrize("claim", stub_source.CLAIMS, ids=lambda c: c.verdict)
def test_cards_and_tiles_are_well_formed_and_escaped(claim: object) -> None:
    for html in (claims.card_html(claim, resolve), claims.tile_html(claim, resolve)):
        reader = Reader(html)
        assert reader.faults == []
        assert hostile_elements(reader) == []
        assert reader.scripts == []
        assert claim.verdict in reader.text


def test_a_card_says_what_holds_and_what_does_not() -> None:
    text = Reader(claims.card_html(stub_source.claim(), resolve)).text
    assert "Same submitter: does not hold. Nebius, NVIDIA." in text
    assert "Same chip: holds. GB300." in text
    assert "does not come out: none" in text
    assert "1.86 to 2.86x over 6 comparisons of the two rounds; the published figure would be 2nd" in text


def test_sources_are_escaped_and_script_addresses_are_no_links() -> None:
    html = numbers.sources_html(PRINTED, "book/index")
    reader = Reader(html)
    assert reader.faults == []
    assert hostile_elements(reader) == []
    assert reader.scripts == []
    assert len(reader.ids) == len(set(reader.ids)) == 4


def test_long_evidence_is_printed_once() -> None:
    html = numbers.sources_html(PRINTED[1:3], "p")
    assert html.count("blob/") == 20
    assert 'The same results as <a href="#src-readings-low-p">1.86x</a>' in html


def test_a_figure_is_well_formed_escaped_and_carries_its_data() -> None:
    frame = FRAME.assign(name=[HOSTILE, "b"])
    made = Figure(
        id="evil",
        chart=chart(frame),
        title=HOSTILE,
        description=HOSTILE,
        caption=f"{HOSTILE} https://e.org/a?b=1.",
        narrow=chart(frame),
    )
    box = cite.box(made.to_dict(), EDITION, "figures/")
    reader = Reader(figure_html(made.to_dict(), "figures/", box, Kept()))
    assert hostile_elements(reader) == []
    assert len(reader.scripts) == 1
    data = json.loads(reader.scripts[0])
    assert HOSTILE in json.dumps(data, ensure_ascii=False).replace('\\"', '"')
    assert len(reader.ids) == len(set(reader.ids))
    named = {i for _, a in reader.tags for k in ("aria-labelledby", "aria-describedby") for i in a.get(k, "").split()}
    assert named and named <= set(reader.ids)
    files = [f"figures/evil.{ending}" for ending in ("svg", "png", "csv", "json", "txt", "html")]
    assert [a["href"] for a in reader.named("a")] == ["figures/evil.html", "https://e.org/a?b=1", *files]


def test_a_chart_without_a_narrow_form_can_be_scrolled_by_keyboard() -> None:
    made = Figure(id="x", chart=chart(), title="t", description="d", caption="c")
    html = figure_html(made.to_dict(), "figures/", "", Kept())
    assert any(a.get("tabindex") == "0" for _, a in Reader(html).tags)


def test_script_text_cannot_end_its_element() -> None:
    text = markup.script_json({"a": "</script><!--\u2028&"})
    assert "<" not in text and "\u2028" not in text
    assert json.loads(text) == {"a": "</script><!--\u2028&"}


@pytest.mark.parametrize(
    ("phrase", "sentence"),
    [("a / b", "A / b."), ("v5.1: available", "v5.1: available."), ("Is it?", "Is it?"), (" ", "")],
)
def test_phrases_become_sentences(phrase: str, sentence: str) -> None:
    assert markup.sentence(phrase) == sentence


def test_the_nearest_name_is_suggested() -> None:
    assert nearest("pair.servr", ["readings.low", "pair.server"]) == "; the nearest is 'pair.server'"
    assert nearest("x", []) == ""
