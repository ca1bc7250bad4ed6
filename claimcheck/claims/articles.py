"""The articles and the other texts that are cited, and what each article's claims came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from claimcheck.claims.model import (
    CONTRADICTED,
    NOT_REPRODUCED,
    NOT_TESTABLE,
    REPRODUCED,
    WITH_CONDITIONS,
    ClaimResult,
    Figure,
)
from claimcheck.registers import Entry, read_yaml

KEYS = ("short", "author", "by", "title", "date", "role", "copy", "address", "outside", "vendor")

# What an article's claims came to, in the order in which a reader is told.
GROUPS: dict[str, tuple[str, ...]] = {
    "right": (REPRODUCED,),
    "right, with conditions": (WITH_CONDITIONS,),
    "wrong": (NOT_REPRODUCED, CONTRADICTED),
    "cannot be tested here": (NOT_TESTABLE,),
}


@dataclass(frozen=True)
class Text:
    """An article, or another text that is cited.

    ``short``: its name in a line; ``role``: what kind of text; ``copy``: what was read of it; ``outside``: what it says
    beside the claims; ``address`` is empty where it is not known; ``vendor``: it is the vendor's own.
    """

    key: str
    short: str
    author: str
    title: str
    date: str
    role: str
    copy: str
    address: str = ""
    outside: tuple[str, ...] = ()
    vendor: bool = False


def read_texts(data: Path) -> dict[str, Text]:
    """Articles and other texts of ``data/articles.yml`` by key, articles first. Raises RegisterError."""
    register = read_yaml(data / "articles.yml")
    return {key: _text(key, entry) for part in ("articles", "others") for key, entry in register.section(part)}


def article_keys(data: Path) -> list[str]:
    """The keys of the articles, in order. Raises RegisterError."""
    return [key for key, _ in read_yaml(data / "articles.yml").section("articles")]


def _text(key: str, entry: Entry) -> Text:
    entry.only(KEYS)
    address = entry.text("address") if "address" in entry.values else ""
    if address and not address.startswith("https://"):
        raise entry.fail(f"address is {address!r}", "address", rule="an address begins with https://")
    outside = entry.list("outside") if "outside" in entry.values else []
    return Text(
        key=key,
        short=entry.text("short") if "short" in entry.values else key,
        author=entry.text("author"),
        title=entry.text("title"),
        date=str(entry.need("date")),
        role=entry.text("role"),
        copy=entry.text("copy"),
        address=address,
        outside=tuple(str(item) for item in outside),
        vendor=bool(entry.get("vendor", False)),
    )


def of_article(claims: Sequence[ClaimResult], article: str) -> list[ClaimResult]:
    """The claims that an article makes, by number."""
    return sorted((c for c in claims if article in c.articles), key=lambda c: c.number)


def grouped(claims: Sequence[ClaimResult], article: str) -> dict[str, list[ClaimResult]]:
    """An article's claims by what they came to (the keys of GROUPS, each present)."""
    made = of_article(claims, article)
    return {name: [c for c in made if c.verdict in verdicts] for name, verdicts in GROUPS.items()}


def tally(claims: Sequence[ClaimResult], articles: Sequence[str], verdicts: Sequence[str]) -> Mapping[str, list[int]]:
    """For each verdict, the number of claims of each article, in order."""
    return {v: [sum(c.verdict == v and a in c.articles for c in claims) for a in articles] for v in verdicts}


def printed_in(claim: ClaimResult, article: str) -> list[Figure]:
    """The figures of a claim that this article prints."""
    return [f for f in claim.figures if article in (f.articles or claim.articles)]


def in_a_line(claim: ClaimResult) -> str:
    """The reason for a verdict without its second half: what would test the claim, and what was found in detail."""
    first = claim.reason.split(". ")[0]
    return first.split("; ")[0] if claim.verdict in GROUPS["cannot be tested here"] else first
