"""A claim's own page: its parts, the directive in a small book, the files beside it, the markup for machines."""

from __future__ import annotations

import datetime as dt
import json
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from claimcheck import sitecheck
from claimcheck.claims.model import VERDICTS, Aftermath, Condition, Figure, Quantity, Sensitivity, Source
from claimcheck.claims.quote import Quotation
from claimcheck.publication import Edition, read_edition
from claimcheck.site import claimfiles, claimsections
from claimcheck.site.claimreview import claim_review, review_script
from claimcheck.site.rangebar import range_bar
from tests.site_ext import stub_source
from tests.site_ext.reading import Reader, hostile_elements
from tests.site_ext.stub_source import HOSTILE
from tests.site_ext.test_build import build, write_book

EDITION = Edition("9.9", dt.date(2030, 1, 2), "https://e.org/book/")
PAGES = (1, 2, 5)


def everywhere(page: str) -> str:
    """Every page exists."""
    return f"{page.partition('#')[0]}.html"


def nowhere(page: str) -> None:
    """No page exists."""


def full() -> object:
    """A claim with everything that a page can show, all of it hostile."""
    later = Aftermath("v6.1", HOSTILE, True, (Condition(HOSTILE, False, HOSTILE),), (stub_source.evidence(3),))
    figure = Figure(Quantity(2.77, "x", HOSTILE), "rounds", None, False, HOSTILE)
    return stub_source.claim(
        9, text=HOSTILE, figures=(figure,), afterwards=later, reason=HOSTILE, strongest_case=HOSTILE,
        sources=(Source(HOSTILE, "javascript:window.pwned=1"), Source("x", "https://e.org/a")),
        evidence=tuple(stub_source.evidence(i, label=HOSTILE) for i in range(20)),
    )  # fmt: skip


# ---- Parts ----


@pytest.mark.parametrize("claim", [*stub_source.CLAIMS, full()], ids=lambda c: str(c.number))
def test_every_part_is_well_formed_and_escaped(claim) -> None:
    parts = [html for _, _, html in claimsections.sections(claim)]
    parts += [
        claimsections.head(claim, stub_source.SAID, everywhere),
        claimsections.quote(claim, Quotation("s", "t", HOSTILE)),
        claimsections.downloads(claim),
        claimsections.onward(claim, [claim], "there.html", everywhere),
    ]
    for html in parts:
        reader = Reader(html)
        assert reader.faults == []
        assert hostile_elements(reader) == []
        assert reader.scripts == []


def test_parts_stand_in_order_and_only_where_the_claim_has_them() -> None:
    names = [name for name, _, _ in claimsections.sections(full())]
    assert names == ["published", "conditions", "readings", "later", "case", "evidence", "sources"]
    bare = replace(
        full(), figures=(), conditions=(), sensitivity=None, afterwards=None, strongest_case="", evidence=(), sources=()
    )
    assert claimsections.sections(bare) == []
    assert [name for name, _, _ in claimsections.sections(replace(bare, picture=("a", "b")))] == ["chart"]


def test_the_title_is_the_statement_with_the_name_marked() -> None:
    claim = stub_source.claim(7, text="The largest in MLPerf Inference, in MLPerf history.")
    assert claimsections.title_of(claim) == "Claim 7: The largest in MLPerf® Inference, in MLPerf history"


def test_the_head_names_articles_in_full_and_links_to_those_that_have_a_page() -> None:
    claim, said = stub_source.claim(), stub_source.SAID
    reader = Reader(claimsections.head(claim, said, everywhere))
    assert "Anna, On it, 1 April 2026 (A1)" in reader.text and "April 2026 (A3)" in reader.text
    assert [a["href"] for a in reader.named("a")] == ["book/articles/A1.html", "book/articles/A3.html"]
    assert Reader(claimsections.head(claim, said, nowhere)).named("a") == []


def test_conditions_that_fail_stand_first() -> None:
    claim = stub_source.claim(conditions=(Condition("good", True, "x"), Condition("bad", False, "y")))
    html = dict((name, html) for name, _, html in claimsections.sections(claim))["conditions"]
    assert html.index("Bad") < html.index("Good")


def test_long_evidence_is_folded_and_short_is_not() -> None:
    def shown(n: int) -> str:
        claim = stub_source.claim(evidence=tuple(stub_source.evidence(i) for i in range(n)))
        return dict((name, html) for name, _, html in claimsections.sections(claim))["evidence"]

    assert "<details" not in shown(12) and shown(12).count("<li") == 12
    assert "13 places" in shown(13) and shown(13).count("<li") == 13


def test_neighbours_are_those_of_the_register() -> None:
    claims = [stub_source.claim(n) for n in (3, 7, 11)]
    reader = Reader(claimsections.onward(claims[1], claims, None, everywhere))
    assert [a["href"] for a in reader.named("a")] == ["claims/3.html", "claims/11.html", "book/scorecard.html"]
    assert "Next" not in Reader(claimsections.onward(claims[2], claims, None, everywhere)).text


# ---- The picture of the range ----


def ranged(low: float, high: float, published: float) -> object:
    """A claim with that range."""
    figure = Figure(Quantity(published, "x", f"{published}x"), "rounds", None, False, "h")
    return stub_source.claim(figures=(figure,), sensitivity=Sensitivity(low, high, 6, 2, "x", "readings"))


@pytest.mark.parametrize(
    ("low", "high", "published", "words"),
    [
        (1.0, 3.0, 2.0, "50% of the way"),
        (1.0, 3.0, 0.5, "below the lowest"),
        (1.0, 3.0, 9.0, "above the highest"),
        (2.0, 2.0, 3.0, "above the highest"),
    ],
)
def test_the_range_holds_readings_and_published_figure(low, high, published, words) -> None:
    reader = Reader(range_bar(ranged(low, high, published)))
    assert reader.faults == []
    (picture,) = reader.named("svg")
    assert picture["role"] == "img" and words in picture["aria-label"] and f"{published}x" in picture["aria-label"]
    (bar,) = reader.named("rect")
    start, width = (float(bar[name].rstrip("%")) for name in ("x", "width"))
    mark = float(next(a for a in reader.named("line") if a["class"] == "cc-range__mark")["x1"].rstrip("%"))
    places = [start, start + width, mark]
    assert min(places) == pytest.approx(1) and max(places) == pytest.approx(99)
    # Places are in proportion to the values.
    ends = (min(low, published), max(high, published))
    for place, value in zip(places, (low, high, published), strict=True):
        assert place == pytest.approx(1 + 98 * (value - ends[0]) / (ends[1] - ends[0]), abs=0.02)


def test_there_is_no_picture_of_one_reading_or_of_none() -> None:
    assert range_bar(ranged(2.0, 2.0, 2.0)) == ""
    one = stub_source.claim(sensitivity=Sensitivity(1.0, 3.0, 1, 1, "x", "readings"))
    assert range_bar(one) == range_bar(stub_source.claim(sensitivity=None)) == ""
    assert range_bar(replace(ranged(1.0, 2.0, 1.5), figures=())) == ""


# ---- ClaimReview ----


@pytest.mark.parametrize("verdict", VERDICTS)
def test_a_review_has_what_schema_org_asks_for(verdict: str) -> None:
    found = claim_review(stub_source.claim(7, verdict), stub_source.SAID, EDITION)
    assert (found["@context"], found["@type"]) == ("https://schema.org", "ClaimReview")
    assert found["url"] == "https://e.org/book/claims/7.html" and found["datePublished"] == "2030-01-02"
    assert found["claimReviewed"] == "It is fast"
    assert found["author"]["name"] == "claimcheck"
    reviewed = found["itemReviewed"]
    assert reviewed["@type"] == "Claim" and reviewed["datePublished"] == "2026-04"
    assert reviewed["author"][0] == {"@type": "Person", "name": "Anna"}
    assert [a["headline"] for a in reviewed["appearance"]] == ["On it", HOSTILE]
    # The verdict is a word: a number for it would be invented.
    assert set(found["reviewRating"]) == {"@type", "alternateName", "author"}
    assert found["reviewRating"]["alternateName"] == verdict


def test_a_hostile_statement_cannot_leave_its_script() -> None:
    html = review_script(stub_source.claim(text=HOSTILE), stub_source.SAID, EDITION)
    assert html.count("</script") == 1 and html.endswith("</script>")
    (text,) = Reader(html).scripts
    assert json.loads(text)["claimReviewed"] == HOSTILE


# ---- In a book ----


def write_pages(folder: Path, pages: dict[str, int]) -> None:
    """Pages of claims by docname, in the table of contents as well."""
    (folder / "claims").mkdir()
    toc = folder / "_toc.yml"
    for name, number in pages.items():
        (folder / f"{name}.md").write_text(f"```{{claim-page}} {number}\n```\n")
        toc.write_text(toc.read_text() + f"- file: {name}\n  title: Claim {number}\n")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built book."""
    folder = tmp_path_factory.mktemp("book")
    write_book(folder)
    write_pages(folder, {f"claims/{n}": n for n in PAGES})
    done = build(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "_build" / "html"


def page(site: Path, number: int) -> Reader:
    """A claim's page."""
    return Reader((site / "claims" / f"{number}.html").read_text(encoding="utf-8"))


def reviews(reader: Reader) -> list[dict]:
    """The reviews among the JSON-LD of a page."""
    found = [json.loads(text) for text in reader.scripts if text.startswith('{"@context"')]
    return [one for one in found if one.get("@type") == "ClaimReview"]


def test_a_page_has_its_title_and_its_parts_in_order(site: Path) -> None:
    html = (site / "claims" / "2.html").read_text(encoding="utf-8")
    assert re.search(r"<h1>Claim 2: It is fast<", html)
    assert "<title>Claim 2: It is fast" in html
    order = [html.index(f'id="c2-{name}"') for name in ("published", "conditions", "readings", "case", "chart")]
    order += [html.index(mark) for mark in ('id="fig-second"', 'id="c2-evidence"', 'id="c2-quote"')]
    order += [html.index(mark) for mark in ('id="c2-downloads"', 'id="c2-more"', 'class="cc-footnote"')]
    assert order == sorted(order)


def test_every_link_of_the_book_leads_somewhere(site: Path) -> None:
    faults = [fault for fault in sitecheck.check(site) if fault.page.startswith("claims/")]
    assert [str(fault) for fault in faults] == []


def test_pages_and_cards_lead_to_each_other(site: Path) -> None:
    links = {a["href"] for a in page(site, 2).named("a") if "href" in a}
    assert {"1.html", "2.csv", "2.json", "2.bib", "2.txt", "../claims.json"} <= links
    # Claims 3 and 4 have no page in this book, and no article has one.
    assert not any(link.startswith(("3", "../book/articles/")) for link in links)
    card = Reader((site / "book" / "claims.html").read_text(encoding="utf-8"))
    assert "../claims/5.html" in {a.get("href") for a in card.named("a")}
    assert "Permanent page of claim 5" in card.text


def test_each_page_carries_its_review_and_nothing_of_the_hostile_one_acts(site: Path) -> None:
    for number in PAGES:
        (review,) = reviews(page(site, number))
        assert review["url"] == read_edition().page(f"claims/{number}")
        reader = page(site, number)
        found = [e for e in hostile_elements(reader) if "logo" not in e[1].get("class", "")]
        assert found == [], number
        assert not any(text.lstrip().startswith("window.pwned") for text in reader.scripts), number
    assert reviews(page(site, 5))[0]["claimReviewed"] == HOSTILE


def test_ids_are_unique_also_when_pages_are_put_into_one(site: Path) -> None:
    own = [{i for i in page(site, n).ids if re.match(r"c\d", i)} for n in PAGES]
    assert all(own) and len(set().union(*own)) == sum(map(len, own))


def test_files_are_served_and_the_same_at_every_build(site: Path, tmp_path: Path) -> None:
    write_book(tmp_path)
    write_pages(tmp_path, {f"claims/{n}": n for n in PAGES})
    assert build(tmp_path).returncode == 0
    other = tmp_path / "_build" / "html"
    served = sorted(p.relative_to(site) for p in [*site.glob("claims/*"), site / "claims.json"])
    assert len(served) == 1 + 4 * 5 + len(PAGES)
    assert [f for f in served if (site / f).read_bytes() != (other / f).read_bytes()] == []


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """As much of a Sphinx application as the writing of files asks for."""
    (tmp_path / "out").mkdir()
    source = SimpleNamespace(claim_files=lambda: {"claims.json": "[]"}, digest=lambda name: name)
    monkeypatch.setattr(claimfiles, "source_of", lambda app: source)
    return SimpleNamespace(
        builder=SimpleNamespace(format="html"),
        env=SimpleNamespace(found_docs={"book/index", "claims/1"}),
        doctreedir=str(tmp_path),
        outdir=str(tmp_path / "out"),
        config=SimpleNamespace(claimcheck_code="first"),
    )


def test_files_are_written_again_when_something_changed(app: SimpleNamespace) -> None:
    written = Path(app.outdir, "claims.json")
    claimfiles.write(app, None)
    written.write_text("mine")
    claimfiles.write(app, None)
    assert written.read_text() == "mine", "nothing changed, so no claim is evaluated again"
    app.config.claimcheck_code = "second"
    claimfiles.write(app, None)
    assert written.read_text() == "[]"
    written.unlink()
    claimfiles.write(app, None)
    assert written.is_file()


def test_files_are_for_finished_books_with_pages_of_claims(app: SimpleNamespace) -> None:
    claimfiles.write(app, ValueError())
    app.env.found_docs = {"book/claims"}
    claimfiles.write(app, None)
    app.env.found_docs, app.builder.format = {"claims/1"}, "latex"
    claimfiles.write(app, None)
    assert list(Path(app.outdir).iterdir()) == []


def test_mistakes_fail_the_build(tmp_path: Path) -> None:
    write_book(tmp_path)
    write_pages(tmp_path, {"claims/1": 2, "claims/3": 3, "claims/4": 4, "claims/9": 9})
    done = build(tmp_path)
    assert done.returncode != 0
    said = done.stdout + done.stderr
    for name, message in {
        "claims/1.md:1": "claim 2 has its page at claims/2",
        "claims/3.md:1": "no figures in book/claims",
        "claims/4.md:1": "no figure 'secnd' in notebooks/figures; the nearest is 'second'",
        "claims/9.md:1": "no claim '9'",
    }.items():
        assert any(name in line and message in line for line in said.splitlines()), (name, said[-3000:])
