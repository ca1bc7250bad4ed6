"""Differences between texts are found by comparing what they assert; a register with a mistake says where."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claimcheck.claims.register.claim import Claim
from claimcheck.claims.register.reading import load_register, read_claims
from claimcheck.claims.texts.contradictions import (
    ADDS,
    COARSER,
    DIFFER,
    LESS,
    MORE,
    OMITS,
    Assertion,
    against_vendor,
    load_assertions,
    of_assertions,
    of_register,
    read_assertions,
)
from claimcheck.core.errors import RegisterError
from claimcheck.data.paths import DATA_DIR

WORDS = {"one": "the first", "two": "the second", "three": "the third"}


def point(compare: str = "one_of", **said: tuple[str, ...]) -> Assertion:
    values = {} if compare == "number" else WORDS
    point = {"id": "a-point", "subject": "it", "attribute": "what", "claims": (1,), "why": "Because."}
    return Assertion.model_construct(**point, compare=compare, values=values, unit="x", said=said)


def relations(*points: Assertion) -> list[tuple[str, str, str]]:
    return [(p.relation, p.sides[0].text, p.sides[1].text) for p in of_assertions(points)]


def test_texts_that_say_the_same_make_no_pair() -> None:
    assert of_assertions([point(A1=("one",), A2=("one",)), point(A1=(), A2=())]) == []


def test_every_two_values_make_one_pair_whoever_says_them() -> None:
    found = of_assertions([point(A1=("one",), A2=("two",), A3=("one",), A4=("three",))])
    assert len(found) == 3
    assert found[0].sides[0].said_by == ("A1", "A3")
    assert {p.relation for p in found} == {DIFFER}


@pytest.mark.parametrize(
    ("compare", "left", "right", "expected"),
    [
        ("one_of", ("one",), (), (OMITS, "not said", "the first")),
        ("scale", ("two",), ("one",), (MORE, "the first", "the second")),
        ("some_of", ("one", "two"), ("one",), (MORE, "the first", "the first, the second")),
        ("some_of", ("one", "two"), ("two", "three"), (DIFFER, "the first, the second", "the second, the third")),
        ("number", ("2.77",), ("2.7",), (COARSER, "2.77x", "2.7x")),
        ("number", ("2.8",), ("2.77",), (COARSER, "2.8x", "2.77x")),
        ("number", ("2.70",), ("2.3",), (DIFFER, "2.70x", "2.3x")),
    ],
)
def test_how_two_values_stand_to_each_other(compare: str, left: tuple, right: tuple, expected: tuple) -> None:
    assert relations(point(compare, A1=left, A2=right)) == [expected]


def test_an_article_beside_the_vendor() -> None:
    def beside(compare: str, vendor: tuple, article: tuple) -> str:
        (one,) = against_vendor([point(compare, V=vendor, A1=article)], "A1", ["V"])
        return one.relation

    assert beside("scale", ("one",), ("two",)) == MORE
    assert beside("scale", ("two",), ("one",)) == LESS
    assert beside("some_of", ("one", "two"), ()) == OMITS
    assert beside("one_of", (), ("one",)) == ADDS
    assert beside("one_of", ("one",), ("two",)) == DIFFER
    assert beside("one_of", ("one",), ("one",)) == ""
    assert against_vendor([point(V=("one",)), point(A1=("one",))], "A1", ["V"]) == []


CLAIMS = """\
claims:
  offline:
    number: 1
    said: {A1: 1, A3: 1}
    statement: Offline.
    rows: {of: {round: v6.0, benchmark: b, scenario: Offline, value: {figure: 1}}}
    figures: [{published: 2494310, unit: tokens/s, decimals: 0, rule: rounds, ask: throughput, of: of}]
    strongest_case: None.
  server:
    number: 2
    said: {A2: 1}
    statement: Server.
    rows: {of: {round: v6.0, benchmark: b, scenario: Server, value: {figure: 1}}}
    figures:
      - {published: {claim: offline, figure: 1}, unit: tokens/s, decimals: 0, rule: rounds, ask: throughput, of: of}
    strongest_case: None.
  server-too:
    number: 3
    said: {A3: 1}
    statement: Server.
    rows: {of: {round: v6.0, benchmark: b, scenario: Server, value: {figure: 1}}}
    figures: [{published: 1555110, unit: tokens/s, decimals: 0, rule: rounds, ask: throughput, of: of}]
    strongest_case: None.
"""


def claims(folder: Path, text: str = CLAIMS) -> list[Claim]:
    path = folder / "claims.yml"
    path.write_text(text, encoding="utf-8")
    return read_claims(path, dict.fromkeys(("A1", "A2", "A3")))


def test_one_figure_of_two_cells_and_two_figures_of_one_cell(tmp_path: Path) -> None:
    moved, doubled = of_register(claims(tmp_path))
    assert moved.claims == (1, 2) and moved.subject == "2,494,310 tokens/s"
    assert [side.text for side in moved.sides] == ["b Offline v6.0", "b Server v6.0"]
    assert doubled.claims == (2, 3) and doubled.subject == "b Server v6.0"
    assert [(side.text, side.said_by) for side in doubled.sides] == [
        ("2,494,310 tokens/s", ("A2",)),
        ("1,555,110 tokens/s", ("A3",)),
    ]


@pytest.mark.parametrize(
    ("changes", "pairs"),
    [
        ({"scenario: Server": "scenario: Offline"}, []),  # one figure of one cell
        ({"ask: throughput": "ask: per_accelerator"}, [(2, 3)]),
        ({"unit: tokens/s": "unit: samples/s"}, [(2, 3)]),
        # Results of two submitters are two results.
        ({"Server,": "Server, submitter: NVIDIA,", "Server, value": "Server, submitter: Nebius, value"}, [(1, 2)]),
        # Two submitters can have the same result.
        (
            {
                "Server,": "Server, submitter: NVIDIA,",
                "Server, value": "Server, submitter: Nebius, value",
                "1555110, unit": "2494310, unit",
            },
            [(1, 2), (1, 3)],
        ),
    ],
)
def test_only_figures_of_one_cell_unit_and_question_are_compared(tmp_path: Path, changes, pairs) -> None:
    text = CLAIMS
    for was, now in changes.items():
        text = text.replace(was, now, 1)
    assert [pair.claims for pair in of_register(claims(tmp_path, text))] == pairs


GOOD = """\
assertions:
  a-point:
    subject: it
    attribute: what
    compare: scale
    values: {low: little, high: much}
    said: {A1: low, A2: high}
    claims: [1]
    why: Because.
  a-number:
    subject: it
    attribute: how much
    compare: number
    unit: x
    said: {A1: "2.3", A2: {claim: offline, figure: 1}, A3: unsaid}
    claims: [1, 2]
    why: Because.
"""


def read(folder: Path, text: str) -> list[Assertion]:
    path = folder / "assertions.yml"
    path.write_text(text, encoding="utf-8")
    return read_assertions(path, claims(folder), ["A1", "A2", "A3"])


def test_a_good_register_is_read(tmp_path: Path) -> None:
    first, second = read(tmp_path, GOOD)
    assert first.said == {"A1": ("low",), "A2": ("high",)}
    assert second.said == {"A1": ("2.3",), "A2": ("2494310",), "A3": ()}
    assert second.words(second.said["A2"]) == "2,494,310x"


@pytest.mark.parametrize(
    ("was", "now", "line", "said"),
    [
        ("A2: high", "A2: hihg", 7, "unknown value 'hihg'.*did you mean high"),
        ("claims: [1]", "claims: [7]", 8, "no claim 7"),
        ("compare: scale", "compare: number", 6, "do not fit"),
        (", A2: high", "", 7, "two texts at least"),
        ('"2.3"', "2.3", 15, "quotation marks|with its marks"),
        ("claim: offline", "claim: ofline", 15, "did you mean offline"),
    ],
)
def test_a_mistake_is_reported_where_it_stands(tmp_path: Path, was: str, now: str, line: int, said: str) -> None:
    with pytest.raises(RegisterError) as error:
        read(tmp_path, GOOD.replace(was, now, 1))
    assert re.search(said, str(error.value), re.DOTALL), str(error.value)
    assert f"assertions.yml:{line}:" in str(error.value)


def test_every_value_is_asserted_by_some_text() -> None:
    points = load_assertions(DATA_DIR)
    assert points
    for one in points:
        # Values that nobody asserts would be decoration; only a definition of a win is something that nobody gives.
        unused = set(one.values) - {key for value in one.said.values() for key in value}
        assert not unused or one.id == "wins-definition", (one.id, unused)


def test_no_register_of_claims_contradicts_itself_within_one_article() -> None:
    for pair in of_register(load_register(DATA_DIR)):
        assert not set(pair.sides[0].said_by) & set(pair.sides[1].said_by), pair
