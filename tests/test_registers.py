"""A register's fault is reported at its line, with the nearest known word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest

from claimcheck.errors import RegisterError
from claimcheck.registers import Entry, Faults, Many, Model, Number, Text, When, read, read_yaml

GOOD = """\
# a comment
things:
  first:
    text: some
      words
    count: 3
    share: 0.5
    list: [a, b]
    kind: red
    map: {x: 1}
    nothing: null
    truth: true
  second: {text: more}
empty:
"""


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "things.yml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.fixture
def entry(tmp_path: Path) -> Entry:
    return dict(read_yaml(write(tmp_path, GOOD)).section("things"))["first"]


def test_a_register(tmp_path: Path, entry: Entry) -> None:
    register = read_yaml(tmp_path / "things.yml")
    assert [name for name, _ in register.section("things")] == ["first", "second"]
    assert list(register.section("empty")) == []
    assert (entry.line, entry.lines["count"]) == (3, 6)
    assert entry.text("text") == "some words"
    assert entry.integer("count") == 3
    assert entry.list("list") == ["a", "b"]
    assert entry.choice("kind", ["red", "blue"]) == "red"
    assert entry.mapping("map") == {"x": 1}
    assert entry.mapping("absent") == {}
    assert entry.need("nothing") is None
    assert entry.get("absent", 7) == 7


@pytest.mark.parametrize(
    ("ask", "line", "message"),
    [
        (lambda e: e.text("count"), 6, "count is 3"),
        (lambda e: e.text("nothing"), 11, "nothing is None"),
        (lambda e: e.integer("share"), 7, "share is 0.5"),
        (lambda e: e.integer("text"), 4, "text is 'some words'"),
        (lambda e: e.integer("truth"), 12, "truth is True"),
        (lambda e: e.list("text"), 4, "text is 'some words'"),
        (lambda e: e.mapping("list"), 8, "list is"),
        (lambda e: e.mapping("nothing"), 11, "nothing is None"),
        (lambda e: e.need("cuont"), 3, "has no 'cuont'; 'count' may be meant for it"),
        (lambda e: e.need("zzz"), 3, "has no 'zzz'\n"),
    ],
)
def test_a_value_of_the_wrong_kind(entry: Entry, ask: Callable[[Entry], object], line: int, message: str) -> None:
    with pytest.raises(RegisterError, match=message) as error:
        ask(entry)
    assert error.value.message.startswith("first: ")
    assert (error.value.where, error.value.line) == (str(entry.path), line)
    assert error.value.rule


@pytest.mark.parametrize("value", ['""', '" "', "[]"])
def test_an_empty_value_is_none(tmp_path: Path, value: str) -> None:
    (_, entry), *_ = read_yaml(write(tmp_path, f"things:\n  a: {{n: {value}}}\n")).section("things")
    with pytest.raises(RegisterError, match="n is"):
        entry.text("n")
    with pytest.raises(RegisterError, match="n is"):
        entry.list("n")


def test_a_typo_is_answered_with_the_nearest_word(entry: Entry) -> None:
    with pytest.raises(RegisterError, match="kind is 'red'") as error:
        entry.choice("kind", ["reed", "blue"])
    assert (error.value.fix, error.value.line) == ("did you mean reed?", 9)
    with pytest.raises(RegisterError) as error:
        entry.choice("kind", ["violet"])
    assert error.value.fix is None


def test_no_such_section(tmp_path: Path) -> None:
    register = read_yaml(write(tmp_path, GOOD))
    with pytest.raises(RegisterError, match="no section 'thing'"):
        list(register.section("thing"))


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("- a\n- b\n", 1, "not a mapping of sections"),
        ("", 1, "not a mapping of sections"),
        ("word\n", 1, "not a mapping of sections"),
        ("things:\n  a: 5\n", 2, "a is not a mapping"),
        ("things:\n  a:\n  b: {}\n", 2, "a is not a mapping"),
        ("things:\n  a: {x: 1}\n  a: {x: 2}\n", 3, "key 'a' stands twice, first on line 2"),
        ("things:\n  a:\n    x: 1\n    y: 2\n    x: 1\n", 5, "key 'x' stands twice, first on line 3"),
        ("things:\n  a:\n    x: {y: 1, y: 2}\n", 3, "key 'y' stands twice"),
        ("things: {}\nthings: {}\n", 2, "key 'things' stands twice"),
        ("things:\n  a: {x: [1}\n", 2, "expected"),
        ("things:\n\ta: 1\n", 2, "cannot start any token"),
        ("things:\n  a: {x: {{y}}}\n", 2, "cannot be a key"),
        ("things:\n  a: {x: 2026-13-01}\n", 2, "2026-13-01: month must be"),
        ("things:\n  a: {x: !!python/object:os.system y}\n", 2, "has a tag, !!python/object"),
        ("things:\n  a: {x: *b}\n", 2, "found undefined alias"),
        ("things:\n  a: {x: \x07}\n", None, "not YAML"),
    ],
)
def test_what_is_not_a_register(tmp_path: Path, text: str, line: int | None, message: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(RegisterError, match=message) as error:
        list(read_yaml(path).section("things"))
    assert (error.value.where, error.value.line) == (str(path), line)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RegisterError, match="cannot be read"):
        read_yaml(tmp_path / "absent.yml")
    with pytest.raises(RegisterError, match=r":2: the file is not UTF-8"):
        read_yaml(write(tmp_path, b"things:\n  caf\xe9: {}\n"))


class Price(Model):
    usd: Many[Number]
    source: Text
    kind: Literal["list", "spot"] = "list"
    date: When = "2026-01"


class Prices(Model):
    prices: dict[str, Price]


def faults(folder: Path, text: str) -> list[RegisterError]:
    with pytest.raises(RegisterError) as error:
        read(write(folder, text), Prices)
    return list(error.value.faults) if isinstance(error.value, Faults) else [error.value]


def test_a_register_as_a_model(tmp_path: Path) -> None:
    text = "prices:\n  a: {usd: [1, 2.5], source: 'a\n\n    list ', date: 2026-04-01}\n"
    (price,) = read(write(tmp_path, text), Prices).prices.values()
    assert (price.usd, price.source, price.date) == ((1, 2.5), "a list", "2026-04-01")
    assert set(Prices.model_json_schema()["$defs"]["Price"]["required"]) == {"usd", "source"}


def test_all_faults_of_a_file_are_reported_at_their_lines(tmp_path: Path) -> None:
    text = "prices:\n  a:\n    usd: [1, x]\n    sorce: s\n    kind: lst\n  b:\n    source: 3\n    usd: []\n  c: 5\n"
    found = [(one.line, one.message, one.fix) for one in faults(tmp_path, text)]
    assert found == [
        (2, "a: has no 'source'; 'sorce' may be meant for it", None),
        (3, "a: usd[1] is 'x'", None),
        (4, "a: unknown key 'sorce'", "did you mean source?"),
        (5, "a: kind is 'lst'", "did you mean list?"),
        (7, "b: source is 3", 'write it in quotes: "3"'),
        (8, "b: usd is []", None),
        (9, "c: c is 5", None),
    ]


@pytest.mark.parametrize(
    "value",
    ["usd: [true]", "usd: [.nan]", "usd: [.inf]", "usd: ['1']", "usd: 1", "source: ' '", "date: 2026-13", "5: x"],
)
def test_a_model_takes_no_other_kind(tmp_path: Path, value: str) -> None:
    good = {"usd": "usd: [1]", "source": "source: s"}
    good[value.split(":")[0]] = value
    (fault,) = faults(tmp_path, f"prices:\n  a: {{{', '.join(good.values())}}}\n")
    assert (fault.line, fault.rule is not None) == (2, True)
