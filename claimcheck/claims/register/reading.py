"""Read the claims of a register: fill in what an entry says by reference, then check it against the model.

References keep each published figure and each query in one place:

- ``published: {claim: ID, figure: N}``: the Nth figure of another claim, in a figure or in an ``also`` condition;
- ``per_accelerator: {figure: N}`` or ``value: {figure: N}`` in a row: the Nth figure of the same claim;
- a row ``{claim: ID, row: NAME}``: a row of another claim;
- ``sql: {figure: N}``, ``{must: N}``, ``{conditions: N}`` or ``{afterwards: N}``, of another claim with ``claim: ID``:
  the query of that figure or condition;
- what an ``also`` condition lacks of published, unit, rule, decimals, scale and its query: the first figure has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from claimcheck.claims.register.articles import Article, read_articles, texts_of
from claimcheck.claims.register.claim import Claim, order
from claimcheck.core.documents import (
    Entry,
    Faults,
    document,
    suggestion,
)
from claimcheck.core.errors import RegisterError
from claimcheck.data.paths import CLAIMS_FILE, DATA_DIR
from claimcheck.data.registers import ClaimRegister, read_register, read_registers

# The lists of what a claim asks.
ASKED = ("figures", "must", "conditions", "contradicted_if")
# What an ``also`` lacks of these, the claim's first figure has.
INHERITED = ("published", "unit", "rule", "decimals", "scale", "sql")


def resolve_one(entry: Entry, entries: dict[str, Entry]) -> Entry:
    """One of the ``entries`` of a register with its references filled in.

    Raises RegisterError, with line and nearest known name, for a reference to nothing.
    """
    whole = _with_queries(_with_own(entry, entries), entries)
    if isinstance(rows := whole.values.get("rows"), dict):
        whole = _changed(whole, rows={name: _row(whole, entries, spec) for name, spec in rows.items()})
    whole = _with_rules(whole)
    figures = whole.values.get("figures")
    first = figures[0] if isinstance(figures, list) and figures and isinstance(figures[0], dict) else {}
    inherited = {key: first[key] for key in INHERITED if key in first}

    def completed(spec: Any) -> Any:
        if not isinstance(spec, dict) or spec.get("test") != "also":
            return spec
        asks = {"ask", "sql"} & spec.keys()
        # Another figure is as much or more, unless the register says what it must be.
        first = {key: value for key, value in inherited.items() if not asks or key != "sql"}
        return {**first, "rule": "at_least", **spec}

    return _changed(whole, **_conditions(whole, completed))


# Words before a figure that make it a bound.
_BOUNDS = {
    "up_to": r"(?:up to|as much as)",
    "at_least": r"(?:at least|no less than)",
    "more_than": r"(?:over|more than|above|exceed(?:s|ing)?|greater than|better than)",
}


def _with_rules(entry: Entry) -> Entry:
    """``entry`` with the rule of each figure that has none: a bound by the words before it, or else as printed."""
    figures, statement = entry.values.get("figures"), str(entry.values.get("statement"))
    if not isinstance(figures, list):
        return entry

    def rule(number: int) -> str:
        places = {name: rf"{words}(?: about)? \{{figure\.{number}\}}" for name, words in _BOUNDS.items()}
        return next((name for name, place in places.items() if re.search(place, statement, re.IGNORECASE)), "printed")

    ruled = [{"rule": rule(n), **spec} if isinstance(spec, dict) else spec for n, spec in enumerate(figures, 1)]
    return _changed(entry, figures=ruled)


def _changed(entry: Entry, **values: Any) -> Entry:
    return replace(entry, values={**entry.values, **values})


def _other(entry: Entry, entries: dict[str, Entry], name: Any, key: str) -> Entry:
    if not isinstance(name, str) or name not in entries:
        rule = "a reference names a claim of this register"
        raise entry.fail(f"no claim {name!r}", key, rule=rule, fix=suggestion(name, entries))
    return entries[name]


def _figure_of(asking: Entry, entry: Entry, number: Any, key: str) -> dict[str, Any]:
    figures = entry.values.get("figures")
    if not isinstance(figures, list) or not isinstance(number, int) or not 1 <= number <= len(figures):
        raise asking.fail(f"{entry.name} has no figure {number!r}", key, rule="figures are counted from 1")
    figure = figures[number - 1]
    if not isinstance(figure, dict) or isinstance(figure.get("published"), dict) or "published" not in figure:
        raise asking.fail(f"figure {number} of {entry.name} prints no number", key, rule="a reference ends at a number")
    return figure


def _with_own(entry: Entry, entries: dict[str, Entry]) -> Entry:
    """``entry`` with figures of other claims, and in its rows with its own figures."""

    def filled(spec: Any) -> Any:
        source = spec.get("published") if isinstance(spec, dict) else None
        if not isinstance(source, dict):
            return spec
        other = _other(entry, entries, source.get("claim"), "figures")
        return {**spec, "published": _figure_of(entry, other, source.get("figure"), "figures")["published"]}

    changed = _conditions(entry, filled)
    if isinstance(figures := entry.values.get("figures"), list):
        changed["figures"] = [filled(figure) for figure in figures]
    whole = _changed(entry, **changed)

    def picked(spec: Any) -> Any:
        for pick in ("per_accelerator", "value"):
            if isinstance(spec, dict) and isinstance(spec.get(pick), dict):
                figure = _figure_of(whole, whole, spec[pick].get("figure"), "rows")
                spec = {**spec, pick: figure["published"], "decimals": figure.get("decimals", 0)}
        return spec

    rows = entry.values.get("rows")
    return _changed(whole, rows={n: picked(row) for n, row in rows.items()}) if isinstance(rows, dict) else whole


def _with_queries(entry: Entry, entries: dict[str, Entry]) -> Entry:
    """``entry`` with the queries that its figures and conditions have from elsewhere."""

    def filled(key: str, specs: Any) -> Any:
        if not isinstance(specs, list):
            return specs
        filled_in = []
        for number, spec in enumerate(specs):
            named = spec.get("sql") if isinstance(spec, dict) else None
            if isinstance(named, dict):
                spec = {**spec, "sql": _query_of(entry, entries, named, f"{key}[{number}].sql")}
            filled_in.append(spec)
        return filled_in

    changed = {key: filled(key, entry.values.get(key)) for key in ASKED if key in entry.values}
    after = entry.values.get("afterwards")
    if isinstance(after, dict) and "checks" in after:
        changed["afterwards"] = {**after, "checks": filled("afterwards.checks", after["checks"])}
    return _changed(entry, **changed)


# Where a query can be, and the key of the list.
QUERIED = {"figure": "figures", "must": "must", "conditions": "conditions", "afterwards": "afterwards"}


def _query_of(entry: Entry, entries: dict[str, Entry], named: dict[str, Any], key: str) -> str:
    other = _other(entry, entries, named["claim"], key) if "claim" in named else entry
    place = next((key for key in QUERIED if key in named), None)
    rule = f"a query is found by one of {', '.join(QUERIED)}, counted from 1"
    specs = other.values.get(QUERIED[place]) if place else None
    specs = specs.get("checks") if isinstance(specs, dict) else specs
    number = named[place] if place else None
    if not isinstance(specs, list) or not isinstance(number, int) or not 1 <= number <= len(specs):
        raise entry.fail(f"{other.name} has no {place} {number!r}", key, rule=rule)
    spec = specs[number - 1]
    if not isinstance(spec, dict) or not isinstance(spec.get("sql"), str):
        raise entry.fail(f"{place} {number} of {other.name} is no query", key, rule="a reference ends at a query")
    return spec["sql"]


def _conditions(entry: Entry, change: Callable[[Any], Any]) -> dict[str, Any]:
    """Every list of conditions of a claim, those asked afterwards as well, each condition as ``change`` returns it."""
    lists = {key: entry.values.get(key) for key in ("must", "conditions", "contradicted_if")}
    changed: dict[str, Any] = {
        key: [change(spec) for spec in specs] for key, specs in lists.items() if isinstance(specs, list)
    }
    after = entry.values.get("afterwards")
    if isinstance(after, dict) and isinstance(after.get("checks"), list):
        changed["afterwards"] = {**after, "checks": [change(spec) for spec in after["checks"]]}
    return changed


def _row(entry: Entry, entries: dict[str, Entry], spec: Any) -> Any:
    """A row of ``entry``: its filters, or those of the row of another claim that it names."""
    if not isinstance(spec, dict) or "claim" not in spec:
        return spec
    other = _other(entry, entries, spec["claim"], "rows")
    rows = _with_own(other, entries).values.get("rows")
    filters = rows.get(str(spec.get("row"))) if isinstance(rows, dict) else None
    if not isinstance(filters, dict) or "claim" in filters:
        raise entry.fail(f"{other.name} has no row {spec.get('row')!r}", "rows", rule="a row is named by filters")
    return filters


def read_claims(path: Path, articles: Mapping[str, Article], head: ClaimRegister | None = None) -> list[Claim]:
    """Claims of the file ``path``, by number; ``articles`` are those that are known, ``head`` that of its register.

    Raises RegisterError for one fault, Faults for several, each with file, line, rule and the nearest known word.
    """
    claims, faults = _claims(path, {"articles": articles, "head": head, "ours": True})
    if faults:
        raise faults[0] if len(faults) == 1 else Faults(path, faults)
    return claims


def read_each(
    path: Path, articles: Mapping[str, Article], head: ClaimRegister | None = None
) -> tuple[list[Claim], list[RegisterError]]:
    """Claims of a reader's register, by number, and every fault of the others.

    What only ours need (OURS) may be missing: a claim without a number gets its place in the file. Raises RegisterError
    for a file that is no register at all.
    """
    claims, faults = _claims(path, {"articles": articles, "head": head})
    if not claims and not faults:
        raise RegisterError("holds no claims", where=path, rule="below `claims:` stand claims, each under its name")
    return claims, faults


def _claims(path: Path, context: dict[str, Any]) -> tuple[list[Claim], list[RegisterError]]:
    entries, head = document(path).section("claims"), context["head"]
    _few(path, entries)
    claims: list[Claim] = []
    faults: list[RegisterError] = []
    for place, entry in enumerate(entries.values(), start=1):
        try:
            claim = Claim.of(resolve_one(entry, entries), context)
        except RegisterError as fault:
            faults += fault.faults if isinstance(fault, Faults) else [fault]
            continue
        if claim.number is None:
            claim = claim.model_copy(update={"number": head.called(place) if head else place})
        claim._head = head
        claims.append(claim)
    return sorted(claims, key=lambda c: order(c.number)), [*faults, *_twice(claims)]


# Ours have 48 claims and 280 figures and conditions; a question that was not asked before takes milliseconds.
MOST_CLAIMS = 200


MOST_ASKED = 1_000


def _few(path: Path, entries: Mapping[str, Entry]) -> None:
    """Raise RegisterError for a register that asks more than can be evaluated in seconds, of later rounds as well."""
    asked = 0
    for number, entry in enumerate(entries.values(), 1):
        again = entry.values.get("afterwards")
        lists = [*map(entry.values.get, ASKED), again.get("checks") if isinstance(again, dict) else None]
        asked += sum(len(specs) for specs in lists if isinstance(specs, list))
        asked += sum(key in entry.values for key in _RANGES)
        if number > MOST_CLAIMS or asked > MOST_ASKED:
            rule = f"a register has at most {MOST_CLAIMS} claims, and {MOST_ASKED:,} figures, conditions and ranges"
            raise RegisterError("asks too much", where=path, line=entry.line, rule=rule, fix="split it")


_RANGES = ("undefined", "sensitivity")


def _twice(claims: Iterable[Claim]) -> list[RegisterError]:
    seen: dict[int | str, str] = {}
    faults = []
    for claim in claims:
        other = seen.setdefault(claim.number, claim.id)
        if other != claim.id:
            rule = "a number names one claim"
            faults.append(claim.entry.fail(f"number {claim.number} is {other}'s", "number", rule=rule))
    return faults


def load_register(data: Path = DATA_DIR, register: Path | None = None) -> list[Claim]:
    """The claims of every register of ``data``, or of ``register`` alone: a register's folder, or a file of claims.

    By number, register by register; for the articles of the register, or of those of ``data`` for a file alone.
    """
    if register is None:
        return [claim for head in read_registers(data) for claim in load_register(data, head.folder)]
    return read_claims(*file_and_articles(register, data))


def file_and_articles(register: Path, data: Path = DATA_DIR) -> tuple[Path, dict[str, Article], ClaimRegister | None]:
    """The file of claims of a ``register`` (a folder, or a file), the articles that it knows, and its head, if any."""
    path = register / CLAIMS_FILE if register.is_dir() else register
    head = read_register(path.parent) if path.name == CLAIMS_FILE else None
    return path, texts_of(head, others=False) if head else read_articles(data), head
