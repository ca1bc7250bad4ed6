"""Pages about the articles as HTML: escaped, and saying what the registers say."""

from __future__ import annotations

from types import SimpleNamespace

from claimcheck.claims.contradictions import RELATIONS, against_vendor
from claimcheck.claims.journeys import step
from claimcheck.site import articles, contradictions, travel
from tests.site_ext import stub_source
from tests.site_ext.reading import Reader, hostile_elements
from tests.site_ext.stub_source import HOSTILE, claim

SOURCE = SimpleNamespace(texts=stub_source.TEXTS, claims=stub_source.CLAIMS)


def link(made: object) -> str:
    """Every claim has its page."""
    return f"{made.address}.html"


def sound(html: str) -> Reader:
    reader = Reader(html)
    assert reader.faults == []
    assert hostile_elements(reader) == []
    assert reader.scripts == []
    return reader


def test_facts_are_escaped_and_say_what_is_not_judged() -> None:
    assert "Not judged here" in sound(articles.facts_html(SOURCE.texts["A1"])).text
    known = sound(articles.facts_html(SOURCE.texts["A3"]))
    assert [a["href"] for a in known.named("a")] == ["https://example.org/a"]
    assert "Not judged here" not in known.text


def test_claims_stand_in_their_groups_with_verdict_and_reason() -> None:
    reader = sound(articles.claims_html(SOURCE.claims, "A1", link))
    assert len(reader.named("h3")) == 4
    assert "Wrong (2)" in reader.text
    assert "Printed 2.77x, recomputed 2.77x; 9x, recomputed" not in reader.text
    assert "Printed 2.77x, recomputed 2.77x; printed 9x, recomputed nothing of the kind." in reader.text
    assert {a["href"] for a in reader.named("a")} == {f"claims/{n}.html" for n in range(1, 6)}
    assert articles.claims_html(SOURCE.claims, "A2", link) == ""


def test_beside_the_vendor_the_articles_own_departures_come_first() -> None:
    beside = against_vendor(stub_source.ASSERTIONS, "A1", ["blog"])
    reader = sound(articles.vendor_html(beside, "A1", SOURCE, link))
    marks = [a["class"] for a in reader.named("tr") if "class" in a]
    assert marks == ["cc-beside__bent", "cc-beside__same", "cc-beside__same"]
    assert "claims more" in reader.text and "leaves it out, as the vendor does" in reader.text
    assert HOSTILE in reader.text
    assert "Nobody says." not in reader.text, "a point without a difference needs no explanation"


def test_every_relation_has_a_sign_and_words() -> None:
    assert set(contradictions._SIGNS) == set(RELATIONS)
    assert len({sign for _, sign, _ in contradictions._SIGNS.values()}) == len(RELATIONS)
    assert set(RELATIONS) <= set(articles._BESIDE)


def test_a_pair_has_both_sides_who_said_them_and_what_the_results_say() -> None:
    pairs = stub_source.StubSource.contradictions
    html = contradictions.contradictions_html([pairs], SOURCE.texts, SOURCE.claims, link)
    reader = sound(html)
    for words in ("A little", "the blog", "A1", "the second claims more", "contradicted", "reproduced"):
        assert words in reader.text
    assert [a["href"] for a in reader.named("a")] == ["claims/1.html", "claims/4.html"]
    assert "point-more" in reader.ids


def test_a_pair_of_the_register_is_explained_by_its_verdicts() -> None:
    from dataclasses import replace

    (pair,) = stub_source.StubSource.contradictions
    bare = replace(pair, why="", claims=(1,), found="register")
    made = [claim(1, "contradicted", reason="the figure is another's")]
    text = Reader(contradictions.contradictions_html([[bare]], SOURCE.texts, made, link)).text
    assert "Claim 1: the figure is another's." in text


def test_a_table_of_details_says_in_words_what_its_signs_say() -> None:
    stages = [
        {"says": {"who": "", "cell": "a"}, "step": None, "anchor": "s-1", "title": "x"},
        {"says": {"cell": "b", "cost": ""}, "step": None, "anchor": "s-2", "title": "y"},
    ]
    stages[1]["step"] = step(stages[0]["says"], stages[1]["says"])
    reader = sound(travel.table_html("T", ["who", "cell", "cost"], stages))
    known = {words for _, words in travel._MARKS.values()}
    cells = [words for words in reader.words if words in known]
    assert cells == ["said", "not said", "said", "changed here", "not said", "added here"]


def test_a_step_without_a_change_says_so() -> None:
    assert "Nothing lost, nothing added." in travel.step_html(step({"a": ""}, {"a": ""}))
    assert "Nothing" not in travel.step_html(step({"a": ""}, {}))
