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


def test_every_claim_of_ours_says_where_its_text_says_what_it_tells(register: dict[int | str, Claim]) -> None:
    for number, claim in register.items():
        assert claim.said and claim.strongest_case, number
        assert all(claim.says.values()), number


# --- evidence and sources


def test_a_register_that_says_that_every_figure_is_right_says_so_truly(claims: dict[int, ClaimResult]) -> None:
    saying = [head for head in read_registers() if "Every printed figure that can be checked is right" in head.text]
    checked = [c for head in saying for c in claims.values() if c.register == head.name and c.computed]
    assert checked
    assert [c.number for c in checked if not all(f.comes_out for f in c.figures)] == []


# --- no verdict is typed

# Verdicts in prose outside a role. "Reproduced" is also said of a measurement or a notebook, never of a claim here.
TYPED = re.compile(r"\b(?:not\s+)?reproduced\b|\bcontradicted\b|\bnot\s+testable\b", re.IGNORECASE)
# A count of a verdict names it: the number is computed, and so is what it counts.
COUNTED = re.compile(r"\{n\}`verdicts\.[a-z-]+`\s+(?:are\s+)?(?:not\s+)?(?:reproduced|contradicted|testable)\b")


def every_page(root: Path) -> list[Path]:
    return [*pages(root), *sorted((root / "book").rglob("*/*.md")), *sorted((root / "claims").glob("*.md"))]


def test_no_prose_types_a_verdict(root: Path) -> None:
    # One page counts verdicts by their names; README explains them, and a test runs what it shows.
    pages = [page for page in every_page(root) if page.name not in ("how-often.py", "README.md")]
    found = {page.name: TYPED.findall(prose_of(page, COUNTED)) for page in pages}
    assert {name: words for name, words in found.items() if words} == {}, "let the role verdict say it"
