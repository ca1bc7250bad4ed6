"""Read and check the claim register, ``data/claims.yml``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimcheck.claims.arguments import OF_QUESTION, check_arguments
from claimcheck.claims.conditions import ARGUMENTS, CONDITIONS
from claimcheck.claims.history import GROUNDS
from claimcheck.claims.model import Source
from claimcheck.claims.questions import QUESTIONS
from claimcheck.claims.references import resolve, resolve_one
from claimcheck.claims.scope import check_filters
from claimcheck.claims.select import PICKS
from claimcheck.errors import RegisterError
from claimcheck.registers import Entry, read_yaml, suggestion

KEYS = (
    "number", "short", "articles", "statement", "figures", "rows", "must", "conditions", "contradicted_if",
    "sensitivity", "strongest_case", "not_testable", "page", "afterwards", "evidence", "kinds", "picture",
    "sources", "said_by", "source", "date",
)  # fmt: skip
# A register of ours has these in every claim; a reader's may leave them out.
OURS = ("number", "articles", "strongest_case", "page")
# A published figure within a statement: {figure.1}.
FIGURE = re.compile(r"\{figure\.(\d+)\}")
# What a test rests on; outside: a source that no table of ours holds, stated and not tested.
KINDS = ("results", "configurations", "rules", "prices", "model", "outside")
FIGURE_KEYS = tuple(
    dict.fromkeys(
        [
            *("published", "articles", "unit", "decimals", "rule", "ask"),
            *(name for needed, optional in OF_QUESTION.values() for name in (*needed, *optional)),
        ]
    )
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
    said_by: str = ""


def read_claims(path: Path, articles: set[str]) -> list[Claim]:
    """Claims of a register file, by number.

    ``articles`` are the known article keys. Raises RegisterError, with file, line, the
    rule and the nearest known word, for any key, question, condition or article that is
    not known, and for a number that stands twice.
    """
    entries = resolve(dict(read_yaml(path).section("claims")))
    claims = [_claim(entry, articles, OURS) for entry in entries]
    for fault in _twice(claims):
        raise fault
    return sorted(claims, key=lambda c: c.number)


def read_each(path: Path, articles: set[str]) -> tuple[list[Claim], list[RegisterError]]:
    """Claims of a reader's register, by number, and the first fault of each claim that has one.

    What only ours need (OURS) may be missing: a claim without a number gets its place in the
    file. Raises RegisterError for a file that is no register at all.
    """
    entries = dict(read_yaml(path).section("claims"))
    if not entries:
        raise RegisterError("holds no claims", where=path, rule="below `claims:` stand claims, each under its name")
    claims, faults = [], []
    for place, entry in enumerate(entries.values(), start=1):
        try:
            whole = resolve_one(entry, entries)
            numbered = Entry(whole.path, whole.name, whole.line, {"number": place, **whole.values}, whole.lines)
            claims.append(_claim(numbered, articles, ()))
        except RegisterError as fault:
            faults.append(fault)
    return sorted(claims, key=lambda c: c.number), [*faults, *_twice(claims)]


def _twice(claims: Iterable[Claim]) -> list[RegisterError]:
    seen: dict[int, str] = {}
    faults = []
    for claim in claims:
        other = seen.setdefault(claim.number, claim.id)
        if other != claim.id:
            rule = "a number names one claim"
            faults.append(claim.entry.fail(f"number {claim.number} is {other}'s", "number", rule=rule))
    return faults


def _claim(entry: Entry, articles: set[str], needed: tuple[str, ...]) -> Claim:
    entry.only(KEYS)
    for key in needed:
        entry.need(key)
    for key in entry.list("articles") if "articles" in entry.values else ():
        _known(entry, "articles", "article", key, articles)
    figures = tuple(_figure(entry, n, f, articles) for n, f in enumerate(_list(entry, "figures")))
    must = _conditions(entry, "must")
    not_testable = _text(entry, "not_testable") or None
    if not figures and not must and not not_testable:
        raise entry.fail("tests nothing", rule="a claim has figures, or must, or says why it is not testable")
    return Claim(
        id=entry.name,
        entry=entry,
        number=entry.integer("number"),
        articles=tuple(entry.get("articles", ())),
        statement=_statement(entry, len(figures)),
        rows=_rows(entry),
        figures=figures,
        must=must,
        conditions=_conditions(entry, "conditions"),
        contradicted_if=_conditions(entry, "contradicted_if"),
        sensitivity=_sensitivity(entry),
        strongest_case=_text(entry, "strongest_case"),
        not_testable=not_testable,
        page=_text(entry, "page"),
        afterwards=_afterwards(entry),
        evidence=tuple(_ground(entry, n, g) for n, g in enumerate(_list(entry, "evidence"))),
        kinds=_kinds(entry),
        picture=_picture(entry),
        sources=(*_said(entry), *(_source(entry, n, s) for n, s in enumerate(_list(entry, "sources")))),
        said_by=_text(entry, "said_by"),
    )


def _text(entry: Entry, key: str) -> str:
    """The text under ``key``; empty without the key."""
    return entry.text(key) if key in entry.values else ""


def _statement(entry: Entry, figures: int) -> str:
    text = entry.text("statement")
    for number in FIGURE.findall(text):
        if not 1 <= int(number) <= figures:
            rule = "braces name a published figure of the claim, counted from 1"
            raise entry.fail(f"{{figure.{number}}} of {figures} figures", "statement", rule=rule)
    return text


def _said(entry: Entry) -> list[Source]:
    """Who said it, and where: ``said_by``, ``source`` and ``date`` of a reader's claim."""
    if not any(key in entry.values for key in ("said_by", "source", "date")):
        return []
    where = _text(entry, "source")
    # YAML reads an unquoted date as a date.
    date = str(entry.get("date", ""))
    said = " ".join(filter(None, ["said by", _text(entry, "said_by") or "an unnamed source"]))
    return [Source(f"{said}, {date}" if date else said, where or "no address given")]


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


def _source(entry: Entry, number: int, source: Any) -> Source:
    part = _part(entry, f"sources[{number}]", source)
    part.only(("what", "where"))
    return Source(part.text("what"), part.text("where"))


def _known(entry: Entry, key: str, what: str, word: object, known: Iterable[str]) -> None:
    choices = sorted(known)
    if word not in choices:
        rule = f"{what}s are {', '.join(choices)}"
        raise entry.fail(f"unknown {what} {word!r}", key, rule=rule, fix=suggestion(word, choices))


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
    for name, spec in rows.items():
        check_filters(spec, entry, f"rows.{name}", (*PICKS, "decimals"))
    return rows


def _part(entry: Entry, place: str, values: Any) -> Entry:
    """A mapping inside an entry, as an entry of its own with the lines of its ``place``, such as ``figures[0]``."""
    key = place.partition("[")[0]
    if not isinstance(values, dict):
        raise entry.fail(f"{key} holds {values!r}", place, rule=f"an item of {key} is a mapping")
    inside = {k[len(place) + 1 :]: n for k, n in entry.lines.items() if k.startswith(f"{place}.")}
    return Entry(entry.path, f"{entry.name} {key}", entry.line_of(place), values, inside)


def _figure(entry: Entry, number: int, figure: Any, articles: set[str]) -> dict[str, Any]:
    part = _part(entry, f"figures[{number}]", figure)
    part.only(FIGURE_KEYS)
    for key in part.list("articles") if "articles" in part.values else ():
        _known(part, "articles", "article", key, articles)
    part.choice("rule", RULES)
    _asks(part, ("articles",))
    return figure


def _asks(part: Entry, more: tuple[str, ...]) -> None:
    """Check what a figure and an ``also`` have in common; ``more`` are keys that one of them alone has."""
    part.number("published")
    if part.integer("decimals") not in range(7):
        raise part.fail(f"decimals is {part.get('decimals')}", "decimals", rule="decimals is 0 to 6")
    if not isinstance(part.need("unit"), str):
        raise part.fail(f"unit is {part.get('unit')!r}", "unit", rule="unit is a text")
    asked = part.choice("ask", QUESTIONS)
    needed, optional = OF_QUESTION[asked]
    part.only(("published", "unit", "decimals", "rule", "ask", *needed, *optional, *more))
    for name in needed:
        part.need(name)
    check_arguments(part, asked, (*needed, *optional))


def _conditions(entry: Entry, key: str) -> tuple[dict[str, Any], ...]:
    return tuple(_condition(entry, f"{key}[{n}]", c) for n, c in enumerate(_list(entry, key)))


def _condition(entry: Entry, place: str, condition: Any) -> dict[str, Any]:
    part = _part(entry, place, {"test": condition} if isinstance(condition, str) else condition)
    test = part.choice("test", [*CONDITIONS, "also"])
    if test == "also":
        part.text("says")
        part.choice("rule", RULES)
        _asks(part, ("test", "says"))
        return part.values
    needed, optional = ARGUMENTS.get(test, ((), ()))
    part.only(("test", *needed, *optional))
    for name in needed:
        part.need(name)
    check_arguments(part, test, (*needed, *optional))
    return part.values


def _afterwards(entry: Entry) -> dict[str, Any] | None:
    """What to ask again of later rounds: ``what`` of the claim, and ``checks`` like conditions."""
    if "afterwards" not in entry.values:
        return None
    part = _part(entry, "afterwards", entry.get("afterwards"))
    part.only(("what", "checks"))
    checks = [_condition(entry, f"afterwards.checks[{n}]", check) for n, check in enumerate(part.list("checks"))]
    return {"what": part.text("what"), "checks": checks}


def _ground(entry: Entry, number: int, ground: Any) -> dict[str, Any]:
    """Rows that the claim rests on beside those of its figures: ``find`` and its arguments."""
    part = _part(entry, f"evidence[{number}]", ground)
    _, needed = GROUNDS[part.choice("find", GROUNDS)]
    part.only(("find", *needed))
    for name in needed:
        part.need(name)
    check_arguments(part, "", needed)
    return part.values


def _sensitivity(entry: Entry) -> dict[str, Any] | None:
    if "sensitivity" not in entry.values:
        return None
    part = _part(entry, "sensitivity", entry.get("sensitivity"))
    keys = SENSITIVITIES[part.choice("over", SENSITIVITIES)]
    part.only(("over", *keys))
    for name in keys:
        part.need(name)
    check_arguments(part, "", tuple(name for name in keys if name == "tally"))
    return part.values
