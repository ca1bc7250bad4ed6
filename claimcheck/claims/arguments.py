"""What a figure or a condition may be given: each argument's kind and meaning, and which question takes which.

The reader of the register, its JSON Schema and the page "Check your own claim" all go by these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from claimcheck.claims.conditions import DESCRIPTIVE
from claimcheck.claims.questions import MEASURES
from claimcheck.claims.scope import check_filters
from claimcheck.claims.tallies import SIZES, THINGS
from claimcheck.registers import Entry, suggestion


@dataclass(frozen=True)
class Argument:
    """``kind`` is text, integer, boolean, texts (a list of them), names (a text or such a list), mapping or filters.

    ``choices`` are the values it may have, where these are fixed.
    """

    kind: str
    what: str
    choices: tuple[str, ...] = ()


_ROW = "name of one of the claim's rows"
ARGUMENT = {
    "of": Argument("text", f"{_ROW}; of unless given"),
    "before": Argument("text", f"{_ROW}; before unless given"),
    "after": Argument("text", f"{_ROW}; after unless given"),
    "among": Argument("text", f"{_ROW}, the field to be ranked in; among unless given"),
    "measure": Argument("text", "whole systems (value) or per_accelerator, the default", MEASURES),
    "prices": Argument("text", "a price scenario of data/prices.yml"),
    "where": Argument("filters", "filters of the results that count; a filter may be a list, up_to a last round"),
    "what": Argument("text", "what is counted, or what is largest", (*THINGS, *SIZES)),
    "without": Argument("texts", "names that are not counted"),
    "is": Argument("names", "the name, or names, that should be alone"),
    "says": Argument("text", "the condition in your words"),
    "holds": Argument("boolean", "whether it is so"),
    "detail": Argument("text", "what is known about it"),
    "source": Argument("text", "where that stands"),
    "columns": Argument("texts", "columns of the table systems", DESCRIPTIVE),
    "submitter": Argument("text", "a submitter, as the results spell it"),
    "vendor": Argument("text", "a maker of silicon"),
    "system": Argument("text", "a system's folder name"),
    "number": Argument("integer", "a number of accelerators"),
    "scenario": Argument("text", "a scenario", ("Offline", "Server", "Interactive", "SingleStream", "MultiStream")),
    "chips": Argument("texts", "accelerator models, such as GB300"),
    "word": Argument("text", "a word"),
    "words": Argument("texts", "words, one of which is enough"),
    "list": Argument("text", "a list of data/partners.yml"),
    "divisions": Argument("texts", "divisions", ("closed", "open", "network")),
    "round": Argument("text", "a round, such as v6.0"),
    "rounds": Argument("texts", "rounds"),
    "suite": Argument("text", "a suite", ("datacenter", "edge")),
    "benchmark": Argument("text", "a benchmark by its name in data/benchmarks.yml"),
    "benchmarks": Argument("mapping", "benchmarks, each with what it joins in words"),
    "accelerators": Argument("texts", "accelerator models, such as GB300"),
    "mechanism": Argument("text", "a mechanism of data/mechanisms.yml"),
    "choices": Argument("mapping", "choices of a counting rule"),
    "clause": Argument("text", "a clause of data/rules.yml"),
    "names": Argument("texts", "words, one of which an accelerator's name bears"),
    "tally": Argument("text", "NVIDIA's wins, or their ratio to everybody else's", ("nvidia", "ratio")),
    "ask": Argument("text", "ratio or saving", ("ratio", "saving")),
}

_PAIR = ("before", "after", "measure")
# Question: its arguments, needed and optional. Another key is a typo.
OF_QUESTION: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "throughput": ((), ("of",)),
    "millions": ((), ("of",)),
    "per_accelerator": ((), ("of",)),
    "ratio": ((), _PAIR),
    "percent": ((), _PAIR),
    "gain": ((), _PAIR),
    "saving": ((), _PAIR),
    "cost": (("prices",), ("of",)),
    "rank": ((), ("of", "among", "measure")),
    "count": (("what", "where"), ("without",)),
    "largest": (("what", "where"), ()),
    "wins": (("tally",), ()),
    "most_accelerators": ((), ()),
    "partners": (("round", "vendor"), ()),
    "new_benchmarks": (("round",), ()),
    "months": (("before", "after"), ()),
    "lowest_owner_gain": (("benchmark", "scenario", "accelerators"), ()),
    "draft_tokens": ((), ("of",)),
    "minimum_rate": ((), ("before", "after")),
    "request_speed": ((), ("before", "after")),
    "highest_gain": (("before", "after"), ("accelerators",)),
    "outside": ((), ()),
    "specification": ((), ()),
    "outside_results": ((), ()),
}
# Which of the choices of ``what`` a question or condition takes.
WHAT = {"count": tuple(THINGS), "only": tuple(THINGS), "largest": tuple(SIZES), "held_by": tuple(SIZES)}


def check_arguments(part: Entry, asked: str, names: tuple[str, ...]) -> None:
    """Raise RegisterError for an argument, of those ``names`` that ``part`` has, of the wrong kind or value.

    ``asked`` is the question or the condition that takes them.
    """
    for name in names:
        if name in part.values:
            _check(part, asked, name, ARGUMENT[name])


def _check(part: Entry, asked: str, name: str, argument: Argument) -> None:
    choices = WHAT[asked] if name == "what" else argument.choices
    value = part.get(name)
    if argument.kind == "filters":
        check_filters(value, part, name, ("up_to",), lists=True)
    elif argument.kind == "integer":
        part.integer(name)
    elif argument.kind == "boolean":
        if not isinstance(value, bool):
            raise part.fail(f"{name} is {value!r}", name, rule=f"{name} is true or false")
    elif argument.kind == "mapping":
        if not isinstance(value, dict) or not value:
            raise part.fail(f"{name} is {value!r}", name, rule=f"{name} is a mapping: {argument.what}")
    elif argument.kind == "texts" or (argument.kind == "names" and isinstance(value, list)):
        for one in part.list(name):
            _text(part, name, one, choices)
    else:
        _text(part, name, value, choices)


def _text(part: Entry, name: str, value: Any, choices: tuple[str, ...]) -> None:
    if choices and value not in choices:
        rule = f"{name} is one of {', '.join(choices)}"
        raise part.fail(f"unknown {name} {value!r}", name, rule=rule, fix=suggestion(value, choices))
    if not isinstance(value, str) or not value.strip():
        quoted = f'write it in quotes: "{value}"' if isinstance(value, (int, float)) else None
        raise part.fail(f"{name} is {value!r}", name, rule=f"{name} is a text: {ARGUMENT[name].what}", fix=quoted)
