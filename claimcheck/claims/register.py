"""Read and check the claim register, ``data/claims.yml``."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimcheck.claims.conditions import ARGUMENTS, CONDITIONS, DESCRIPTIVE
from claimcheck.claims.history import GROUNDS
from claimcheck.claims.model import Source
from claimcheck.claims.questions import MEASURES, QUESTIONS
from claimcheck.claims.references import resolve
from claimcheck.registers import Entry, read_yaml

KEYS = (
    "number", "articles", "statement", "figures", "rows", "must", "conditions", "contradicted_if", "sensitivity",
    "strongest_case", "not_testable", "page", "afterwards",
    "evidence", "kinds", "picture", "sources",
)  # fmt: skip
# What a test rests on; outside: a source that no table of ours holds, stated and not tested.
KINDS = ("results", "configurations", "rules", "prices", "model", "outside")
FIGURE_KEYS = (
    "published",
    "articles",
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
    "tally",
    "round",
    "vendor",
    "benchmark",
    "scenario",
    "accelerators",
)
RULES = ("rounds", "whole", "more_than", "at_least", "in_span")
# Keys of a sensitivity beside ``over``, by what it goes over.
SENSITIVITIES = {
    "ratio": ("benchmark", "scenario", "accelerator"),
    "saving": ("benchmark", "scenario", "accelerator"),
    "cost": ("of",),
    "wins": ("tally",),
    "minimum rates": ("benchmark",),
    "gains": ("before", "after"),
}


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
    afterwards: dict[str, Any] | None = None
    evidence: tuple[dict[str, Any], ...] = ()
    kinds: tuple[str, ...] = ()
    picture: tuple[str, str] | None = None
    sources: tuple[Source, ...] = ()


def read_claims(path: Path, articles: set[str]) -> list[Claim]:
    """Claims of a register file, by number.

    ``articles`` are the known article keys. Raises RegisterError, with file, line, the
    rule and the nearest known word, for any key, question, condition or article that is
    not known, and for a number that stands twice.
    """
    entries = resolve(dict(read_yaml(path).section("claims")))
    claims = [_claim(entry.name, entry, articles) for entry in entries]
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
        _known(entry, "articles", "article", key, articles)
    figures = tuple(_figure(entry, f, articles) for f in _list(entry, "figures"))
    must = tuple(_condition(entry, c, "must") for c in _list(entry, "must"))
    not_testable = entry.text("not_testable") if "not_testable" in entry.values else None
    if not figures and not must and not not_testable:
        raise entry.fail("tests nothing", rule="a claim has figures, or must, or says why it is not testable")
    return Claim(
        id=name,
        entry=entry,
        number=entry.integer("number"),
        articles=tuple(entry.list("articles")),
        statement=entry.text("statement"),
        rows=_rows(entry),
        figures=figures,
        must=must,
        conditions=tuple(_condition(entry, c, "conditions") for c in _list(entry, "conditions")),
        contradicted_if=tuple(_condition(entry, c, "contradicted_if") for c in _list(entry, "contradicted_if")),
        sensitivity=_sensitivity(entry),
        strongest_case=entry.text("strongest_case"),
        not_testable=not_testable,
        page=entry.text("page"),
        afterwards=_afterwards(entry),
        evidence=tuple(_ground(entry, g) for g in _list(entry, "evidence")),
        kinds=_kinds(entry),
        picture=_picture(entry),
        sources=tuple(_source(entry, s) for s in _list(entry, "sources")),
    )


def _kinds(entry: Entry) -> tuple[str, ...]:
    kinds = _list(entry, "kinds")
    for kind in kinds:
        _known(entry, "kinds", "kind", kind, KINDS)
    return tuple(kinds)


def _picture(entry: Entry) -> tuple[str, str] | None:
    """The page and the id of a figure, from ``page figure-id``."""
    if "picture" not in entry.values:
        return None
    words = entry.text("picture").split()
    if len(words) != 2:
        raise entry.fail(f"picture is {entry.get('picture')!r}", "picture", rule="picture is a page and a figure's id")
    return words[0], words[1]


def _source(entry: Entry, source: Any) -> Source:
    part = _part(entry, "sources", source)
    part.only(("what", "where"))
    return Source(part.text("what"), part.text("where"))


def _known(entry: Entry, key: str, what: str, word: object, known: Iterable[str]) -> None:
    choices = sorted(known)
    if word not in choices:
        near = difflib.get_close_matches(str(word), choices, 1)
        fix = f"did you mean {near[0]}?" if near else None
        raise entry.fail(f"unknown {what} {word!r}", key, rule=f"{what}s are {', '.join(choices)}", fix=fix)


def _list(entry: Entry, key: str) -> list[Any]:
    """The list under ``key``, or an empty one."""
    value = entry.get(key, [])
    if not isinstance(value, list):
        raise entry.fail(f"{key} is {value!r}", key, rule=f"{key} is a list")
    return value


def _rows(entry: Entry) -> dict[str, dict[str, Any]]:
    rows = entry.get("rows", {})
    if not isinstance(rows, dict) or not all(isinstance(spec, dict) for spec in rows.values()):
        raise entry.fail(f"rows is {rows!r}", "rows", rule="rows is a mapping of names to filters")
    return rows


def _part(entry: Entry, key: str, values: Any) -> Entry:
    """A mapping inside an entry, as an entry of its own at the line of ``key``."""
    if not isinstance(values, dict):
        raise entry.fail(f"{key} holds {values!r}", key, rule=f"an item of {key} is a mapping")
    return Entry(entry.path, f"{entry.name} {key}", entry.lines.get(key, entry.line), values, {})


def _figure(entry: Entry, figure: Any, articles: set[str]) -> dict[str, Any]:
    part = _part(entry, "figures", figure)
    part.only(FIGURE_KEYS)
    for key in part.list("articles") if "articles" in part.values else ():
        _known(entry, "figures", "article", key, articles)
    part.choice("rule", RULES)
    _asks(part)
    return figure


def _asks(part: Entry) -> None:
    """Check what a figure and an ``also`` have in common."""
    part.number("published")
    if part.integer("decimals") not in range(7):
        raise part.fail(f"decimals is {part.get('decimals')}", rule="decimals is 0 to 6")
    part.text("unit")
    part.choice("ask", QUESTIONS)
    if "measure" in part.values:
        part.choice("measure", MEASURES)


def _condition(entry: Entry, condition: Any, key: str) -> dict[str, Any]:
    part = _part(entry, key, {"test": condition} if isinstance(condition, str) else condition)
    test = part.choice("test", [*CONDITIONS, "also"])
    if test == "also":
        part.only(("test", "says", *FIGURE_KEYS))
        part.text("says")
        part.choice("rule", RULES)
        _asks(part)
        return part.values
    needed, optional = ARGUMENTS.get(test, ((), ()))
    part.only(("test", *needed, *optional))
    for name in needed:
        part.need(name)
    if "measure" in part.values:
        part.choice("measure", MEASURES)
    if "holds" in part.values and not isinstance(part.get("holds"), bool):
        raise part.fail(f"holds is {part.get('holds')!r}", rule="holds is true or false")
    if "columns" in part.values:
        for column in part.list("columns"):
            _known(part, "columns", "column", column, DESCRIPTIVE)
    return part.values


def _afterwards(entry: Entry) -> dict[str, Any] | None:
    """What to ask again of later rounds: ``what`` of the claim, and ``checks`` like conditions."""
    if "afterwards" not in entry.values:
        return None
    part = _part(entry, "afterwards", entry.get("afterwards"))
    part.only(("what", "checks"))
    checks = [_condition(entry, check, "afterwards") for check in part.list("checks")]
    return {"what": part.text("what"), "checks": checks}


def _ground(entry: Entry, ground: Any) -> dict[str, Any]:
    """Rows that the claim rests on beside those of its figures: ``find`` and its arguments."""
    part = _part(entry, "evidence", ground)
    _, needed = GROUNDS[part.choice("find", GROUNDS)]
    part.only(("find", *needed))
    for name in needed:
        part.need(name)
    return part.values


def _sensitivity(entry: Entry) -> dict[str, Any] | None:
    if "sensitivity" not in entry.values:
        return None
    part = _part(entry, "sensitivity", entry.get("sensitivity"))
    keys = SENSITIVITIES[part.choice("over", SENSITIVITIES)]
    part.only(("over", *keys))
    for name in keys:
        part.need(name)
    return part.values
