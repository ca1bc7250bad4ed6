"""What claims say in their own words: the kinds of sentences that said more or other than the tables give."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claimcheck.claims.register.articles import THROUGH, Article, read_articles
from claimcheck.claims.register.claim import Claim
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.verdict.result import ClaimResult, Condition, told_conditions
from claimcheck.data.registers import read_registers


@pytest.fixture(scope="module")
def register(data_dir: Path) -> dict[int | str, Claim]:
    return {claim.number: claim for claim in load_register(data_dir)}


@pytest.fixture(scope="module")
def articles(data_dir: Path) -> dict[str, Article]:
    return read_articles(data_dir)


def queries(data_dir: Path) -> dict[str, str]:
    """The text of every register of claims by its name."""
    return {head.name: (head.folder / "claims.yml").read_text(encoding="utf-8") for head in read_registers(data_dir)}


def test_nothing_is_quoted_of_a_text_in_others_words(
    register: dict[int | str, Claim], articles: dict[str, Article]
) -> None:
    for number, claim in register.items():
        texts = [articles[key] for key in claim.said]
        quoted = '"' in claim.strongest_case if all(text.read == THROUGH for text in texts) else False
        told = [text.key for text in texts if text.read == THROUGH]
        named = [key for key in told if re.search(rf'\b{key} says "', claim.strongest_case)]
        assert not quoted and not named, number


def test_a_higher_value_is_no_shortfall(register: dict[int | str, Claim], claims: dict[int | str, ClaimResult]) -> None:
    """That as much is so in another scenario or over another result holds as well where it is more."""
    compared = 0
    for number, claim in register.items():
        tested = {one.name: one for one in claims[number].conditions}
        for spec in claim.conditions:
            condition = tested.get(spec.says)
            if spec.test == "published" and str(spec.says).startswith("as much") and condition and condition.figure:
                compared += 1
                assert condition.holds or condition.figure.value < spec.published, (number, spec.says)
    assert compared


def test_partners_are_those_of_the_closed_division(data_dir: Path) -> None:
    counted = [re.findall(r"suite = 'inference' and divisions = '(\w+)'", text) for text in queries(data_dir).values()]
    assert sum(map(len, counted)) > 6 and {division for found in counted for division in found} == {"closed"}


def test_more_than_two_unknown_answers_share_a_line() -> None:
    unknown = [Condition(name, True, "not taken apart", state="not known") for name in "abc"]
    fails = Condition("d", False, "two", True)
    (first, last), few = told_conditions([*unknown, fails]), told_conditions(unknown[:2])
    assert (first, last.name, last.detail, few) == (fails, "a, b and c", "not taken apart", unknown[:2])
