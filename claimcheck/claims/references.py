"""Fill in what a register says by reference, so that each published figure stands in it once.

- ``published: {claim: ID, figure: N}``: the Nth figure of another claim, in a figure or in an ``also`` condition;
- ``per_accelerator: {figure: N}`` or ``value: {figure: N}`` in a row: the Nth figure of the same claim;
- a row ``{claim: ID, row: NAME}``: a row of another claim;
- what an ``also`` condition lacks of published, unit, rule and decimals: the claim's first figure has it.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from claimcheck.registers import Entry, suggestion

# What an ``also`` lacks of these, the claim's first figure has.
INHERITED = ("published", "unit", "rule", "decimals", "scale")


def resolve_one(entry: Entry, entries: dict[str, Entry]) -> Entry:
    """One of the ``entries`` of a register with its references filled in.

    Raises RegisterError, with line and nearest known name, for a reference to nothing.
    """
    return _also(_shared_rows(_with_own(entry, entries), entries))


def _with_own(entry: Entry, entries: dict[str, Entry]) -> Entry:
    return _own_rows(_figures(entry, entries))


def _changed(entry: Entry, **values: Any) -> Entry:
    return Entry(entry.path, entry.name, entry.line, {**entry.values, **values}, entry.lines)


def _other(entry: Entry, entries: dict[str, Entry], name: Any, key: str) -> Entry:
    if not isinstance(name, str) or name not in entries:
        rule = "a reference names a claim of this register"
        raise entry.fail(f"no claim {name!r}", key, rule=rule, fix=suggestion(name, entries))
    return entries[name]


def _figure_of(asking: Entry, entry: Entry, number: Any, key: str) -> dict[str, Any]:
    figures = entry.get("figures")
    if not isinstance(figures, list) or not isinstance(number, int) or not 1 <= number <= len(figures):
        raise asking.fail(f"{entry.name} has no figure {number!r}", key, rule="figures are counted from 1")
    figure = figures[number - 1]
    if not isinstance(figure, dict) or isinstance(figure.get("published"), dict) or "published" not in figure:
        raise asking.fail(f"figure {number} of {entry.name} prints no number", key, rule="a reference ends at a number")
    return figure


def _figures(entry: Entry, entries: dict[str, Entry]) -> Entry:
    def filled(spec: Any) -> Any:
        source = spec.get("published") if isinstance(spec, dict) else None
        if not isinstance(source, dict):
            return spec
        other = _other(entry, entries, source.get("claim"), "figures")
        return {**spec, "published": _figure_of(entry, other, source.get("figure"), "figures")["published"]}

    changed = _conditions(entry, filled)
    if isinstance(entry.get("figures"), list):
        changed["figures"] = [filled(figure) for figure in entry.get("figures")]
    return _changed(entry, **changed)


def _conditions(entry: Entry, change: Callable[[Any], Any]) -> dict[str, Any]:
    """Every list of conditions of a claim, those asked afterwards as well, each condition as ``change`` returns it."""
    lists = {key: entry.get(key) for key in ("must", "conditions", "contradicted_if")}
    changed: dict[str, Any] = {
        key: [change(one) for one in specs] for key, specs in lists.items() if isinstance(specs, list)
    }
    after = entry.get("afterwards")
    if isinstance(after, dict) and isinstance(after.get("checks"), list):
        changed["afterwards"] = {**after, "checks": [change(one) for one in after["checks"]]}
    return changed


def _own_rows(entry: Entry) -> Entry:
    rows = entry.get("rows")
    if not isinstance(rows, dict):
        return entry
    rows = copy.deepcopy(rows)
    for spec in rows.values():
        for pick in ("per_accelerator", "value"):
            if isinstance(spec, dict) and isinstance(spec.get(pick), dict):
                figure = _figure_of(entry, entry, spec[pick].get("figure"), "rows")
                spec[pick] = figure["published"]
                spec["decimals"] = figure.get("decimals", 0)
    return _changed(entry, rows=rows)


def _shared_rows(entry: Entry, entries: dict[str, Entry]) -> Entry:
    rows = entry.get("rows")
    if not isinstance(rows, dict):
        return entry
    shared = {}
    for name, spec in rows.items():
        if isinstance(spec, dict) and "claim" in spec:
            other = _other(entry, entries, spec["claim"], "rows")
            rows_there = _with_own(other, entries).get("rows")
            found = rows_there.get(str(spec.get("row"))) if isinstance(rows_there, dict) else None
            if not isinstance(found, dict) or "claim" in found:
                raise entry.fail(
                    f"{other.name} has no row {spec.get('row')!r}", "rows", rule="a row is named by filters"
                )
            spec = found
        shared[name] = spec
    return _changed(entry, rows=shared)


def _also(entry: Entry) -> Entry:
    figures = entry.get("figures")
    if not isinstance(figures, list) or not figures:
        return entry
    first = figures[0] if isinstance(figures[0], dict) else {}
    inherited = {key: first[key] for key in INHERITED if key in first}
    also = _conditions(entry, lambda c: {**inherited, **c} if isinstance(c, dict) and c.get("test") == "also" else c)
    return _changed(entry, **also)
