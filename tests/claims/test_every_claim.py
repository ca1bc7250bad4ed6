"""The list of claims is whole; what each says of itself is so; no verdict is typed anywhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claimcheck.claims.register.articles import read_articles
from claimcheck.claims.register.claim import Claim, order
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.verdict.result import ClaimResult
from claimcheck.core.documents import document
from claimcheck.data.registers import ClaimRegister, read_registers
from tests.claims.test_prose import pages, prose_of


@pytest.fixture(scope="module")
def register(data_dir: Path) -> dict[int, Claim]:
    return {claim.number: claim for claim in load_register(data_dir)}


# --- the list


@pytest.mark.parametrize("head", read_registers(), ids=lambda head: head.name)
def test_every_claim_of_the_list_is_there_once(register: dict[int | str, Claim], head: ClaimRegister) -> None:
    entry = document(head.folder / "articles.yml").section("claims")["list"]
    made = [number for number, claim in register.items() if claim.head.name == head.name]
    assert len(made) == entry.values["number"]
    numbers = [order(number)[0] for number in made]
    assert set(numbers) == set(range(1, max(numbers) + 1)), "no number is left out"
    assert entry.values["source"]


def test_every_article_is_quoted_where_its_copy_is_its_own(register: dict[int | str, Claim], data_dir: Path) -> None:
    articles = read_articles(data_dir)
    for claim in register.values():
        assert claim.said, claim.id
        for key, place in claim.said.items():
            assert bool(place.quote) is not articles[key].reworded, (claim.id, key)


def test_every_line_that_asserts_something_is_judged_or_listed_as_not_judged(
    register: dict[int | str, Claim], data_dir: Path
) -> None:
    articles = {key: text for key, text in read_articles(data_dir).items() if "/" not in key}
    assert len(articles) == 5
    for key, text in articles.items():
        judged = {claim.said[key].line for claim in register.values() if key in claim.said}
        listed = {line for item in text.outside for line in item.lines}
        assert text.lines == tuple(sorted(set(text.lines))) and all(item.lines for item in text.outside), key
        assert set(text.lines) == judged | listed | set(text.again), key
        assert {claim for claims in text.again.values() for claim in claims} <= set(register), key


def test_of_every_claim_of_the_first_register_it_is_said_what_the_vendor_says(register: dict[int | str, Claim]) -> None:
    assert all(claim.nvidia and claim.page for claim in register.values() if claim.head.first)


# --- evidence and sources

_ADDRESS = re.compile(r"https?://[\w.-]+\.\w+(/\S*)?")
_FILE = re.compile(r"[\w.-]+/[\w.-]+@[0-9a-f]{10,40}(:\S+)?")
# A place without an address: an article of ours, or a site's name where no page of it is known to us.
_PLACE = re.compile(r"articles? A[1-5][^/]*|[\w-]+\.(com|org), .+")


def is_address(where: str) -> bool:
    """An address of the web, or a repository at a commit (and a path)."""
    return bool(_ADDRESS.fullmatch(where) or _FILE.fullmatch(where))


def test_every_source_says_what_and_where(claims: dict[int, ClaimResult]) -> None:
    for claim in claims.values():
        for source in claim.sources:
            assert is_address(source.where) or _PLACE.fullmatch(source.where), (claim.id, source.where)


def test_what_is_stated_from_outside_has_a_source(register: dict[int, Claim], claims: dict[int, ClaimResult]) -> None:
    stating = [claim.number for claim in claims.values() if "outside" in claim.kinds]
    assert len(stating) > 10
    assert [number for number in stating if not register[number].sources] == []


@pytest.mark.parametrize("head", [head for head in read_registers() if not head.first], ids=lambda head: head.name)
def test_a_register_that_says_that_every_figure_is_right_says_so_truly(
    head: ClaimRegister, claims: dict[int, ClaimResult]
) -> None:
    if "Every printed figure that we can check is right" not in head.text:
        pytest.skip("it does not say so")
    checked = [c for c in claims.values() if str(c.number).startswith(f"{head.name}/") and c.computed]
    assert checked
    assert [c.number for c in checked if not all(f.comes_out for f in c.figures)] == []


# --- sensitivity


def test_a_figure_with_several_readings_shows_their_range(register: dict[int, Claim]) -> None:
    """A ratio of two rounds, a cost, a count of wins and a ratio of limits can be had in more than one way."""
    for claim in register.values():
        asks = {f.ask for f in claim.figures[:1]}
        ends = [getattr(claim.figures[0], end) for end in ("before", "after")] if asks == {"ratio"} else []
        if ends and len({claim.rows[end].round for end in ends}) < 2:
            continue
        # Comparisons of rounds are per accelerator, and of one chip.
        if ends and claim.figures[0].measure == "value":
            continue
        if asks & {"ratio", "cost", "wins", "saving", "minimum_rate", "highest_gain"} and claim.number != 8:
            assert claim.sensitivity is not None, claim.id
    # Nebius's own ratio is one pair by the claim's words; its place among all stands with claim 1.
    assert register[8].sensitivity is None


# --- no verdict is typed

# Verdicts in prose outside a role. "Reproduced" is also said of a measurement or a notebook, never of a claim here.
TYPED = re.compile(r"\b(?:not\s+)?reproduced\b|\bcontradicted\b|\bnot\s+testable\b", re.IGNORECASE)
# A count of a verdict names it: the number is computed, and so is what it counts.
COUNTED = re.compile(r"\{n\}`verdicts\.[a-z-]+`\s+(?:are\s+)?(?:not\s+)?(?:reproduced|contradicted)\b")


def every_page(root: Path) -> list[Path]:
    return [*pages(root), *sorted((root / "book").rglob("*/*.md")), *sorted((root / "claims").glob("*.md"))]


def test_no_prose_types_a_verdict(root: Path) -> None:
    # One page counts verdicts by their names.
    pages = [page for page in every_page(root) if page.name != "how-often.py"]
    found = {page.name: TYPED.findall(prose_of(page, COUNTED)) for page in pages}
    assert {name: words for name, words in found.items() if words} == {}, "let the role verdict say it"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("It is not\nreproduced here. That is contradicted: it is **not testable** here.", 3),
        ("Claim 5 is {verdict}`5`, and one is {verdict}`not reproduced`; `reproduced` in code", 0),
        ("{n}`verdicts.not-reproduced` are not\nreproduced, {n}`verdicts.contradicted` contradicted", 0),
        ("{n}`claims.n` are not reproduced", 1),
        ("Reproduce it with make book.", 0),
    ],
)
def test_a_typed_verdict_is_seen(text: str, number: int, tmp_path: Path) -> None:
    page = tmp_path / "x.md"
    page.write_text(text, encoding="utf-8")
    assert len(TYPED.findall(prose_of(page, COUNTED))) == number
