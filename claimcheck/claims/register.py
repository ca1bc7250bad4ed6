"""Read and check the claim register, ``data/claims.yml``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimcheck.claims.conditions import CONDITIONS
from claimcheck.claims.questions import QUESTIONS
from claimcheck.registers import Entry, read_yaml

KEYS = (
    "number", "articles", "statement", "figures", "rows", "must", "conditions", "contradicted_if", "sensitivity",
    "strongest_case", "not_testable", "page",
)  # fmt: skip
FIGURE_KEYS = (
    "published",
    "unit",
    "decimals",
    "rule",
    "ask",
    "of",
    "before",
    "after",
    "among",
    "measure",
    "prices",
)
RULES = ("rounds", "more_than", "at_least", "in_span")


@dataclass(frozen=True)
class Claim:
    """One entry of the register, checked for form."""

    id: str
    entry: Entry
    number: int
    articles: tuple[str, ...]
    statement: str
    rows: dict[str, dict[str, Any]]
    figures: tuple[dict[str, Any], ...]
    must: tuple[dict[str, Any], ...]
    conditions: tuple[dict[str, Any], ...]
    contradicted_if: tuple[dict[str, Any], ...]
    sensitivity: dict[str, Any] | None
    strongest_case: str
    not_testable: str | None
    page: str


def read_claims(path: Path, articles: set[str]) -> list[Claim]:
    """Claims of a register file, by number.

    ``articles`` are the known article keys. Raises RegisterError, with file, line, the
    rule and the nearest known word, for any key, question, condition or article that is
    not known, and for a number that stands twice.
    """
    claims = [_claim(name, entry, articles) for name, entry in read_yaml(path).section("claims")]
    seen: dict[int, str] = {}
    for claim in claims:
        if claim.number in seen:
            raise claim.entry.fail(
                f"number {claim.number} is {seen[claim.number]}'s", "number", rule="a number names one claim"
            )
        seen[claim.number] = claim.id
    return sorted(claims, key=lambda c: c.number)


def _claim(name: str, entry: Entry, articles: set[str]) -> Claim:
    entry.only(KEYS)
    for key in entry.list("articles"):
        if key not in articles:
            raise entry.fail(f"unknown article {key!r}", "articles", rule=f"articles are {', '.join(sorted(articles))}")
    figures = tuple(_figure(entry, f) for f in entry.get("figures", []))
    must = tuple(_condition(entry, c, "must") for c in entry.get("must", []))
    if not figures and not must and not entry.get("not_testable"):
        raise entry.fail("tests nothing", rule="a claim has figures, or must, or says why it is not testable")
    return Claim(
        id=name,
        entry=entry,
        number=entry.integer("number"),
        articles=tuple(entry.list("articles")),
        statement=entry.text("statement"),
        rows=dict(entry.get("rows", {})),
        figures=figures,
        must=must,
        conditions=tuple(_condition(entry, c, "conditions") for c in entry.get("conditions", [])),
        contradicted_if=tuple(_condition(entry, c, "contradicted_if") for c in entry.get("contradicted_if", [])),
        sensitivity=entry.get("sensitivity"),
        strongest_case=entry.text("strongest_case"),
        not_testable=entry.get("not_testable"),
        page=entry.text("page"),
    )


def _figure(entry: Entry, figure: Any) -> dict[str, Any]:
    if not isinstance(figure, dict):
        raise entry.fail(f"a figure is {figure!r}", "figures", rule="a figure is a mapping")
    part = Entry(entry.path, f"{entry.name} figures", entry.lines.get("figures", entry.line), figure, {})
    part.only(FIGURE_KEYS)
    part.number("published")
    part.integer("decimals")
    part.text("unit")
    part.choice("rule", RULES)
    part.choice("ask", QUESTIONS)
    return figure


def _condition(entry: Entry, condition: Any, key: str) -> dict[str, Any]:
    if isinstance(condition, str):
        condition = {"test": condition}
    if not isinstance(condition, dict):
        raise entry.fail(f"a condition is {condition!r}", key, rule="a condition is a name or a mapping with test")
    part = Entry(entry.path, f"{entry.name} {key}", entry.lines.get(key, entry.line), condition, {})
    part.choice("test", [*CONDITIONS, "also"])
    return condition
