"""A register is read whole, and each fault of it is reported at its line, with the nearest known word."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import Field

from claimcheck.core.documents import Many, Model, Number, Text, When, document, read
from claimcheck.core.errors import Faults, RegisterError, in_a_line


class List(Model):
    kind: Literal["list"]
    usd: Many[Number]


class Spot(Model):
    kind: Literal["spot"]
    hours: int = Field(ge=1)


class Price(Model):
    source: Text
    found: Annotated[List | Spot, Field(discriminator="kind")]
    date: When = "2026-01"
    note: Text | List | None = None


class Prices(Model):
    prices: dict[Text, Price]


GOOD = """\
prices:
  a:
    source: 'a

      list '
    found: {kind: list, usd: [1, 2.5]}
    date: 2026-04-01
  b: {source: &s said by b, found: {kind: spot, hours: 3}, note: *s}
"""


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "prices.yml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def faults(path: Path) -> list[RegisterError]:
    with pytest.raises(RegisterError) as error:
        read(path, Prices)
    return list(error.value.faults) if isinstance(error.value, Faults) else [error.value]


def test_a_register(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    a, b = read(path, Prices).prices.values()
    assert (a.source, a.found, a.date) == ("a list", List(kind="list", usd=(1, 2.5)), "2026-04-01")
    assert (b.source, b.found.kind, b.note) == ("said by b", "spot", "said by b")
    assert set(Prices.model_json_schema()["$defs"]["Price"]["required"]) == {"source", "found"}
    entry = document(path).section("prices")["a"]
    assert (entry.line_of(), entry.line_of("found.usd[1]"), entry.line_of("found.absent")) == (2, 6, 6)


# A value of GOOD and what it is changed to; of the error: its line, and all of it behind the file's name and line.
SENTENCES = [
    ("source: &s", "sorce: &s", 8, "prices.b.sorce: Extra inputs are not permitted | fix: did you mean source?"),
    ("hours: 3", "huors: 3", 8, "prices.b.found.huors: Extra inputs are not permitted | fix: did you mean hours?"),
    ("said by b", "2026-04-01", 8,
     'prices.b.source: Input should be a valid string, not 2026-04-01 | fix: write it in quotes: "2026-04-01"'),
    ("kind: list", "kind: lst", 6,
     "prices.a.found: Input tag 'lst' found using 'kind' does not match any of the expected tags: 'list', 'spot'"
     " | fix: did you mean list?"),
    ("[1, 2.5]", "[1, x]", 6, "prices.a.found.usd[1]: Input should be a valid number, not 'x'"),
    ("[1, 2.5]", "[1, true]", 6, "prices.a.found.usd[1]: Input should be a valid number, not True"),
    ("2026-04-01", "2026-13", 7,
     r"prices.a.date: String should match pattern '^\d{4}-(0[1-9]|1[0-2])(-\d\d)?$', not '2026-13'"
     " | fix: write a day or a month, as in 2026-04-01 or 2026-04"),
    ("*s", "5", 8,
     "prices.b.note: Input should be a valid string or Input should be a valid dictionary or instance of List, not 5"
     ' | fix: write it in quotes: "5"'),
    ("  b:", "  a:", 8, "key 'a' occurs twice, first on line 2 | rule: registers are YAML"),
    ("  b:", "  !!int b:", 8, "'b' is no int | rule: registers are YAML"),
    ("  b:", "  7:", 8, 'prices.7: Input should be a valid string, not 7 | fix: write it in quotes: "7"'),
    ("2026-04-01", "2026-04-31", 7, "'2026-04-31' is no timestamp | rule: registers are YAML"),
    ("2026-04-01", "!!bool maybe", 7, "'maybe' is no bool | rule: registers are YAML"),
    ("2026-04-01", "!!timestamp may", 7, "'may' is no timestamp | rule: registers are YAML"),
    ("2026-04-01", "!!int ''", 7, "'' is no int | rule: registers are YAML"),
    ("    date", "\tdate", 7, "found character that cannot start any token | rule: registers are YAML"
     " | fix: indent with spaces, not tabs"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"), SENTENCES, ids=[f"{o[:9]}-{n[:15]}" for o, n, *_ in SENTENCES]
)
def test_a_fault_is_one_sentence_at_its_line(tmp_path: Path, old: str, new: str, line: int, sentence: str) -> None:
    assert old in GOOD
    path = write(tmp_path, GOOD.replace(old, new, 1))
    assert f"{path}:{line}: {sentence}" in [in_a_line(fault) for fault in faults(path)]


def test_all_faults_are_told_by_line(tmp_path: Path) -> None:
    found = faults(
        write(tmp_path, "prices:\n  a: {source: x, found: {kind: list, usd: [x]}}\n  b: 5\n  c:\n    k: 1\n")
    )
    assert [one.line for one in found] == [2, 3, 4, 4, 5]
