"""Any bytes give rows or one of our errors; so does any register that the language's own declarations lead to."""

from __future__ import annotations

import copy
import functools
import math
import re
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from claimcheck.claims.language import CONDITIONS, QUESTIONS, READINGS, Asked, Named
from claimcheck.claims.query import Sql
from claimcheck.claims.scope import names_of
from tests.fuzz.targets import TARGETS, give, tables

# The same examples at every run.
bounded = functools.partial(
    settings, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
)

# What readers have met that their authors did not think of.
ODD = [
    b"", b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\xe2\x80\xae", b"\r", b"\n", b" " * 300, b"9" * 5000, b"1e999999999",
    b"1e-999", b"-1", b"NaN", b"Infinity", b"[" * 2000, b"{" * 2000, b'{"a":' * 2000, b"]", b"}", b"\\ud800",
    b"\\u0000", b"\\u202e", b"=1+1", b"null", b"true", b'""', b"[]", b"{}", b"99/99/99 99:99:99", b"1.2.3",
    b"...", b"*a", b"&a", b"!!python/object", b"- " * 500, b"0", b"0x1F", b"1_000",
]  # fmt: skip


@st.composite
def spoilt(draw: st.DrawFn, good: tuple[bytes, ...]) -> bytes:
    """A good file with up to four of its parts taken out, doubled or replaced by something odd."""
    data = draw(st.sampled_from(good))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + draw(st.sampled_from([0, 1, 8, 80])))))
        data = data[:start] + draw(st.sampled_from([*ODD, data[start:end] * 2])) + data[end:]
    return data


@pytest.mark.parametrize("name", TARGETS)
def test_any_bytes_give_rows_or_our_error(name: str) -> None:
    @bounded(max_examples=10 if name == "register of claims" else 25)
    @given(st.one_of(spoilt(TARGETS[name].good), st.binary(max_size=200)))
    def check(data: bytes) -> None:
        give(name, data)

    check()


# --- registers -----------------------------------------------------------------------------------

WRONG = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([0, -1, 10**15, 10**30, 0.5, math.nan, math.inf, 1e-300, 1e300, "", " ", "x", "latest", "NVIDIA"]),
    st.lists(st.sampled_from([1, "x", None, [], {}]), max_size=2),
    st.dictionaries(st.sampled_from(["round", "x", 1]), st.sampled_from([1, "v6.0", [[]], {"a": 1}]), max_size=2),
)
ROWS = {
    "before": {"round": "v5.1", "benchmark": "llama2-70b-99", "scenario": "Server", "chip": "MI325X"},
    "after": {"round": "v6.0", "benchmark": "llama2-70b-99", "scenario": "Server", "best_per_accelerator": True},
    "none": {"round": "v6.0", "benchmark": "llama2-70b-99", "scenario": "Server", "value": 1.5},
    "trained": {"round": "v5.1", "suite": "training"},
}
# Units that do not depend on the result asked for.
FIXED = {
    one.unit.words: one.unit.words.strip("`") for one in QUESTIONS.values() if re.fullmatch("``[^`]*``", one.unit.words)
}


@functools.cache
def known(kind: str) -> st.SearchStrategy[Any]:
    """Names that the tables and registers know of a kind."""
    return st.sampled_from(sorted(names_of(tables(), kind))[-12:])


def value_of(annotation: Any) -> st.SearchStrategy[Any]:
    """A value for an argument of this kind."""
    if annotation == Sql:
        return st.sampled_from(["select 2 as value", "select true as value", "select value from after", "drop", "x"])
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        kind = next((extra.kind for extra in inside[1:] if isinstance(extra, Named)), None)
        if kind in ("row", "rows"):
            return st.sampled_from(["before", "before", "after", "after", "none", "trained"])
        return known(kind) if kind else value_of(inside[0])
    if origin in (Union, UnionType):
        return st.one_of([value_of(one) for one in inside])
    if origin is Literal:
        return st.sampled_from(inside)
    if origin is tuple and inside:
        return st.lists(value_of(inside[0]), min_size=1, max_size=2)
    if origin is dict:
        return st.dictionaries(value_of(inside[0]), value_of(inside[1]), min_size=1, max_size=2)
    plain = {str: ["GB300", "TensorRT", "x"], int: [0, 1, 2, 8], float: [0, 0.5, 1, 2.77, 1000], bool: [True, False]}
    return st.sampled_from(plain.get(annotation, [None]))


def asked_of(declared: dict[str, Asked], key: str) -> st.SearchStrategy[Any]:
    """Something that a register asks, with arguments of the kinds that its function declares."""

    def given_(name: str) -> st.SearchStrategy[Any]:
        asked = declared[name]
        made = {n.rstrip("_"): value_of(annotation) for n, (annotation, _) in asked.arguments.items()}
        needed = {n.rstrip("_") for n in asked.needed}
        first = {n: one for n, one in made.items() if n in needed}
        return st.fixed_dictionaries(
            {key: st.just(name), **first}, optional={n: made[n] for n in made if n not in needed}
        )

    return st.sampled_from(sorted(declared)).flatmap(given_)


def claims() -> st.SearchStrategy[Any]:
    """A claim about the rows of ROWS, of which every part is of its kind."""
    published = st.fixed_dictionaries(
        {
            "published": st.sampled_from([3.1, 0, 2, 1e17, -5]),
            "decimals": st.sampled_from([0, 1, 6]),
            "rule": st.sampled_from(["rounds", "whole", "more_than", "at_least", "in_span"]),
        },
        optional={"scale": st.sampled_from(["percent", "gain", "saving"])},
    )
    figure = st.tuples(published, asked_of(QUESTIONS, "ask"), st.sampled_from(["tokens/s", "minutes", "x", "%"])).map(
        lambda parts: {**parts[0], **parts[1], "unit": FIXED.get(QUESTIONS[parts[1]["ask"]].unit.words, parts[2])}
    )
    tested = st.fixed_dictionaries({"says": st.just("It is so.")}, optional={"not": st.booleans()})
    condition = st.tuples(tested, asked_of(CONDITIONS, "test")).map(lambda pair: pair[0] | pair[1])
    also = st.tuples(tested, figure).map(lambda pair: {"test": "also"} | pair[0] | pair[1])
    readings = asked_of(READINGS, "over")
    return st.fixed_dictionaries(
        {
            "statement": st.just("It is {figure.1} times."),
            "rows": st.just(ROWS),
            "figures": st.lists(figure, min_size=1, max_size=2),
        },
        optional={
            "must": st.lists(condition, max_size=1),
            "conditions": st.lists(condition | also, max_size=1),
            "contradicted_if": st.lists(condition, max_size=1),
            "sensitivity": readings,
            "undefined": readings.map(lambda one: {"term": "a win", "why": "none"} | one),
            "strongest_case": st.sampled_from(["x", "{no.such}"]),
            "number": st.just("5a"),
            "said_by": st.just("Anna"),
            "date": st.just("2026"),
        },
    )  # fmt: skip


@st.composite
def registers(draw: st.DrawFn) -> Any:
    """A register of one claim, at times with one place of it holding something else."""
    claim = copy.deepcopy(draw(claims()))
    if draw(st.integers(0, 2)):
        place: Any = claim
        while True:
            key = draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
            inner = place[key]
            if not isinstance(inner, (dict, list)) or not inner or not draw(st.integers(0, 3)):
                break
            place = inner
        place[key] = draw(WRONG)
    return {"claims": {draw(st.sampled_from(["a", 1, True])): claim}}


@bounded(max_examples=60)
@given(registers())
def test_any_register_gives_verdicts_or_faults(register: Any) -> None:
    give("register of claims", yaml.safe_dump(register, sort_keys=False, allow_unicode=True).encode())
