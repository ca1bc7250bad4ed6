"""The register of mechanisms, ``data/mechanisms.yml``: how each shows in files, who credits it, what rules say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimcheck.errors import RegisterError
from claimcheck.registers import Entry, read_yaml
from claimcheck.tables.schema import SCENARIO

ANY = "any"
_KEYS = ("name", "short", "credited", "experts", "shown_by", "tokens", "against", "limits")
_SHOWN = ("setting", "shows", "denies", "above", "present", "else_denies")
_LIMIT = ("round", "barred", "only", "says", "line", "steps")


@dataclass(frozen=True)
class Shown:
    """A setting that shows a mechanism: values that mean on or off, as ``mechanisms.yml`` explains."""

    setting: str
    shows: tuple[str, ...] = ()
    denies: tuple[str, ...] = ()
    above: float | None = None
    present: bool = False
    else_denies: bool = False

    def state(self, value: str) -> str | None:
        """``on``, ``off``, or None where ``value`` (a setting's value as plain text) says neither."""
        if self.present or value in self.shows or (self.above is not None and float(value) > self.above):
            return "on"
        return "off" if self.else_denies or value in self.denies else None


@dataclass(frozen=True)
class Limit:
    """What the rules of a round say about a mechanism, in our words, and the line of the rules that says it.

    ``barred``: not allowed at all; ``only``: allowed for these benchmarks and scenarios alone.
    """

    round: str
    says: str
    line: int
    barred: bool = False
    only: tuple[tuple[str, str], ...] = ()
    steps: int | None = None

    def forbids(self, benchmark: str, scenario: str) -> bool:
        """True when an entry of ``benchmark`` and ``scenario`` may not use the mechanism."""
        return self.barred or (bool(self.only) and (benchmark, scenario) not in self.only)


@dataclass(frozen=True)
class Mechanism:
    """One mechanism of the register; ``credited`` is article -> scenario, or ANY."""

    key: str
    name: str
    short: tuple[str, ...]
    credited: Mapping[str, str]
    experts: bool
    shown_by: tuple[Shown, ...]
    tokens: tuple[str, ...]
    against: tuple[str, ...]
    limits: tuple[Limit, ...]

    def limit(self, round_: str) -> Limit | None:
        """What the rules of ``round_`` say, if anything."""
        return next((x for x in self.limits if x.round == round_), None)

    def credited_with(self, scenario: str) -> list[str]:
        """Articles that credit ``scenario`` with it, by name or without naming one."""
        return sorted(a for a, s in self.credited.items() if s in (scenario, ANY))


@dataclass(frozen=True)
class Mechanisms:
    """The register: mechanisms by key, benchmarks (True: a model of experts), whose files are searched."""

    mechanisms: dict[str, Mechanism]
    experts: dict[str, bool]
    rounds: tuple[str, ...]
    chips: tuple[str, ...]


def read_mechanisms(data: Path) -> Mechanisms | None:
    """``data/mechanisms.yml``; None without one.

    Raises RegisterError, with file and line, for an unknown key, scenario or benchmark, and for a
    pattern that is no regular expression.
    """
    path = data / "mechanisms.yml"
    if not path.exists():
        return None
    register = read_yaml(path)
    experts = {name: bool(entry.need("experts")) for name, entry in register.section("benchmarks")}
    search = dict(register.section("search"))
    if "chips" not in search:
        raise RegisterError("search names no chips", where=path, rule="search holds chips: rounds and names")
    return Mechanisms(
        {key: _mechanism(key, entry, experts) for key, entry in register.section("mechanisms")},
        experts,
        tuple(search["chips"].list("rounds")),
        tuple(search["chips"].list("names")),
    )


def _mechanism(key: str, entry: Entry, experts: dict[str, bool]) -> Mechanism:
    entry.only(_KEYS)
    credited = entry.mapping("credited")
    for scenario in credited.values():
        if scenario not in (ANY, *(SCENARIO.allowed or ())):
            raise entry.unknown("credited", scenario, (ANY, *(SCENARIO.allowed or ())))
    tokens, against = (tuple(entry.list(k)) if k in entry.values else () for k in ("tokens", "against"))
    for pattern in (*tokens, *against):
        try:
            re.compile(pattern)
        except re.error as error:
            raise entry.fail(f"{pattern!r}: {error}", "tokens", rule="a token is a regular expression") from error
    return Mechanism(
        key=key,
        name=entry.text("name"),
        short=tuple(entry.list("short")),
        credited=credited,
        experts=bool(entry.get("experts", False)),
        shown_by=tuple(_shown(entry, item) for item in entry.list("shown_by")),
        tokens=tokens,
        against=against,
        limits=tuple(_limit(entry, item, experts) for item in entry.get("limits", [])),
    )


def _part(entry: Entry, key: str, item: Any, known: tuple[str, ...]) -> Entry:
    if not isinstance(item, dict):
        raise entry.fail(f"{key} holds {item!r}", key, rule=f"an item of {key} is a mapping")
    part = Entry(entry.path, f"{entry.name} {key}", entry.lines.get(key, entry.line), item, {})
    part.only(known)
    return part


def _shown(entry: Entry, item: Any) -> Shown:
    part = _part(entry, "shown_by", item, _SHOWN)
    return Shown(
        setting=part.text("setting"),
        shows=tuple(str(v) for v in part.get("shows", ())),
        denies=tuple(str(v) for v in part.get("denies", ())),
        above=part.number("above") if "above" in part.values else None,
        present=bool(part.get("present", False)),
        else_denies=bool(part.get("else_denies", False)),
    )


def _limit(entry: Entry, item: Any, experts: dict[str, bool]) -> Limit:
    part = _part(entry, "limits", item, _LIMIT)
    only = tuple((cell["benchmark"], cell["scenario"]) for cell in part.get("only", ()))
    for benchmark, _ in only:
        if benchmark not in experts:
            raise part.unknown("only", benchmark, experts)
    return Limit(
        round=part.text("round"),
        says=part.text("says"),
        line=part.integer("line"),
        barred=bool(part.get("barred", False)),
        only=only,
        steps=part.integer("steps") if "steps" in part.values else None,
    )
