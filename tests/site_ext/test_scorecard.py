"""The scorecard and the tally of verdicts by article as HTML."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from claimcheck.claims.model import VERDICTS
from claimcheck.claims.register import KINDS as REGISTER_KINDS
from claimcheck.site import scorecard
from tests.site_ext import stub_source
from tests.site_ext.reading import Reader, hostile_elements


def link(claim: object) -> str:
    """Every claim has its page."""
    return f"../{claim.address}.html"


def test_every_kind_has_words_and_none_holds_the_sign_that_parts_them() -> None:
    assert set(scorecard.KINDS) == set(REGISTER_KINDS)
    assert not any("," in words for words in scorecard.KINDS.values())


def test_a_scorecard_has_every_claim_and_what_its_filter_needs() -> None:
    found = [stub_source.claim(9, kinds=("results", "model")), *stub_source.CLAIMS]
    reader = Reader(scorecard.scorecard_html(found, link))
    assert reader.faults == []
    assert hostile_elements(reader) == []
    rows = [a for a in reader.named("tr") if "data-verdict" in a]
    assert [r["data-verdict"] for r in rows] == [c.verdict for c in found]
    assert {r["data-articles"] for r in rows} == {"A1 A3"}
    assert [r["data-kinds"] for r in rows][:2] == ["results model", ""]
    assert "raw results, simulation or model" in reader.text
    assert "6 claims: 2 reproduced; 1 reproduced, with conditions; 1 not reproduced;" in reader.text
    assert [a["href"] for a in reader.named("a")] == [link(c) for c in found]


def test_a_statement_without_a_page_is_no_link() -> None:
    assert "<a" not in scorecard.scorecard_html(stub_source.CLAIMS, lambda claim: None)


def test_the_tally_has_a_square_for_each_claim_and_leads_to_the_filtered_scorecard() -> None:
    found = [stub_source.claim(1, "contradicted", articles=("A1", "A2")), stub_source.claim(2, articles=("A1",))]
    html = scorecard.matrix_html(found, ["A1", "A2"], "s.html", lambda article: f"{article}.html")
    reader = Reader(html)
    assert reader.faults == []
    assert len(reader.named("i")) == 3
    assert len(reader.named("tr")) == len(VERDICTS) + 2
    chosen = [parse_qs(urlsplit(a["href"]).query) for a in reader.named("a") if "?" in a["href"]]
    assert {"article": ["A2"], "verdict": ["contradicted"]} in chosen
    assert {"verdict": ["reproduced"]} in chosen
    assert {"article": ["A2"], "verdict": ["reproduced"]} not in chosen, "nothing leads to an empty view"


def test_a_book_without_a_scorecard_has_the_tally_all_the_same() -> None:
    html = scorecard.matrix_html(stub_source.CLAIMS, ["A1"], None, lambda article: None)
    assert "<a" not in html and "5" in Reader(html).text


def test_an_address_of_a_filtered_view_is_quoted() -> None:
    address = scorecard.filtered("s.html", verdict="reproduced, with conditions")
    assert address == "s.html?verdict=reproduced%2C+with+conditions#claims-scorecard"
