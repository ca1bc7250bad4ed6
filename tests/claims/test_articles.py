"""The register of texts, and whose sentence a claim is."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from claimcheck.claims.register.articles import read_articles, read_texts
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.texts.wording import who
from claimcheck.claims.verdict.result import ClaimResult, Printed
from claimcheck.core.errors import RegisterError
from claimcheck.data.paths import DATA_DIR
from tests.making import register

X = Printed(2.0, "x", "2x")
TEXTS = read_articles(DATA_DIR)


TEXT = "{author: X, title: y, date: %s, role: a report, copy: in full%s}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TEXT % ("2026-04", ", adress: https://x.org"), "did you mean address"),
        (TEXT % ("April 2026", ""), "A1.date"),
        ("{author: X, title: y, date: 2026-04, copy: in full}", "A1.role"),
    ],
)
def test_a_mistake_in_the_register_of_texts_is_reported(tmp_path: Path, text: str, said: str) -> None:
    (register(tmp_path) / "articles.yml").write_text(f"articles:\n  A1: {text}\nothers:\n", encoding="utf-8")
    with pytest.raises(RegisterError, match=r"articles\.yml:2") as error:
        read_texts(tmp_path)
    assert said in str(error.value)


def test_a_claim_is_the_companys_whose_sentence_it_is(claims: dict[int | str, ClaimResult]) -> None:
    own = {number: claim.by for number, claim in claims.items()}
    assert sum("NVIDIA" in by for number, by in own.items() if "/" not in str(number)) == 27
    # Reports of NVIDIA's, MLCommons' and AMD's sentences; what NVIDIA answered in a report, and the report's own words.
    assert {own[f"training-v3.1/{n}"] for n in range(2, 8)} == {own["v3.1/1"], own["v5.0/28"], own["v5.0/17"]}
    assert own["v3.1/1"] == ("NVIDIA",) and own["training-v3.1/8"] == ("MLCommons",) and own["v4.1/23"] == ("AMD",)
    assert own["v5.0/19"] == own["v4.1/31"] == ()
    assert who(claims["training-v3.1/5"], TEXTS) == "NVIDIA, as reported by DailyAI (November 2023)"
    assert who(claims["v5.0/19"], TEXTS) == "tekmono.com (April 2025)"


def test_the_words_of_a_vendors_own_text_are_on_no_other_site_in_other_words() -> None:
    for key, text in TEXTS.items():
        site = urlsplit(text.address or "").hostname or ""
        elsewhere = site and text.author.casefold().split()[0] not in site
        assert not (text.vendor and (text.role.startswith("a report") or (text.reworded and elsewhere))), key


def test_the_page_of_an_article_is_headed_by_its_outlet_and_title() -> None:
    pages = DATA_DIR.parent / "book" / "articles"
    headed = {key: f"# {text.heading}" for key, text in read_articles(DATA_DIR).items() if "/" not in key}
    assert headed == {key: (pages / f"{key}.md").read_text(encoding="utf-8").partition("\n")[0] for key in headed}


def test_what_a_text_tells_is_in_an_article_that_makes_the_claim_in_a_line_that_asserts_something() -> None:
    places = [(claim, place) for claim in load_register(DATA_DIR) for told in claim.told.values() for place in told]
    assert len(places) > 300
    assert [
        (claim.number, article) for claim, (article, *_) in places if claim.head.called(article) not in claim.said
    ] == []
    # The lines of assertions are listed of some articles alone.
    listed = [(claim.number, place, TEXTS[str(claim.head.called(place[0]))].lines) for claim, place in places]
    assert [(number, place) for number, place, lines in listed if lines and place[1] not in lines] == []
