"""The page of tables and columns, piece by piece."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.claims.output import schema
from claimcheck.errors import RegisterError
from claimcheck.site import datapage, registers
from claimcheck.site.parts import part
from claimcheck.tables import Column, Table
from tests.site_ext.reading import Reader, hostile_elements
from tests.site_ext.stub_source import HOSTILE

REGISTER = """# What it holds.
#   price  in dollars
# <script>window.pwned=1</script>

prices:
  a:
    price: 1
    when: 2026-01-01
  b:
    price: 2.5
    why: [x]
    known: true
none:
"""


@pytest.mark.parametrize(
    ("size", "words"), [(0, "0 bytes"), (999, "999 bytes"), (1000, "1 kB"), (999_499, "999 kB"), (999_500, "1.0 MB")]
)
def test_weights_are_read_easily(size: int, words: str) -> None:
    assert datapage.weight(size) == words


def test_a_table_says_all_of_its_columns_and_the_hash_of_its_file(tmp_path: Path) -> None:
    columns = (
        Column("a", "string", HOSTILE, allowed=(HOSTILE, "y")),
        Column("b", "float", "how long", unit="ms", nullable=True, minimum=0),
    )
    table = Table("things", f"a thing {HOSTILE}", ("a",), columns, ingested=False)
    path = tmp_path / "things.csv"
    path.write_bytes(b"")
    reader = Reader(part("data", "table", table, 1234, [datapage.Served("data/things.csv", path)], "../"))
    assert (reader.faults, hostile_elements(reader)) == ([], [])
    assert {"things.a", "things.b"} <= set(reader.ids)
    assert {"href": "../data/things.csv", "download": "things.csv"} in reader.named("a")
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    for words in (
        "1,234 rows, 2 columns", "string, key", "float, may be empty", "How long. At least 0.", "ms",
        "Made by a command of its own", "0 bytes", empty,
    ):  # fmt: skip
        assert words in reader.text


def test_registers_say_their_keys(tmp_path: Path) -> None:
    path = tmp_path / "prices.yml"
    path.write_text(REGISTER)
    found = registers.sections(path)
    assert [(s.name, s.entries) for s in found] == [("prices", 2), ("none", 0)]
    assert [(k.name, k.kinds, k.entries) for k in found[0].keys] == [
        ("known", ("true or false",), 1),
        ("price", ("number",), 2),
        ("when", ("date",), 1),
        ("why", ("list",), 1),
    ]
    assert registers.opening(path).startswith("What it holds.\n  price  in dollars")
    file = datapage.Served("data/prices.yml", path)
    reader = Reader(part("data", "register", "a price", registers.opening(path), found, file, ""))
    assert (reader.faults, hostile_elements(reader), reader.scripts) == ([], [], [])
    assert "prices.yml.prices.price" in reader.ids
    assert "1 of 2 entries" in reader.text and "every entry" in reader.text
    path.write_text("x:\n")
    assert registers.opening(path) == "" and "details" not in part("data", "register", "x", "", [], file, "")


def test_files_that_the_readme_does_not_list_are_named(tmp_path: Path, data_dir: Path) -> None:
    (tmp_path / "README.md").write_text("| file | is |\n|---|---|\n| `a.yml`, `b.yml` | a `thing` |\n")
    assert registers.described(tmp_path, ["b.yml", "a.yml"]) == {"b.yml": "a thing", "a.yml": "a thing"}
    with pytest.raises(RegisterError, match=r"does not say what c\.yml holds.*\n.*\n.*`c\.yml`"):
        registers.described(tmp_path, ["a.yml", "c.yml"])
    files = (*data_dir.iterdir(), *data_dir.glob("registers/*/*"))
    assert registers.described(data_dir, [p.name for p in files if p.is_file() and p.name != "README.md"])


def test_fields_of_claims_are_listed_down_to_the_last() -> None:
    kinds = {one.name: one.kind for one in datapage.fields(schema()["items"])}
    assert {
        "number": "integer or string",
        "computed": "object or null",
        "conditions": "list of objects",
        "conditions[].holds": "boolean",
        "evidence[].blob": "string or null",
    }.items() <= kinds.items()
    assert {"published.value", "afterwards.evidence[].url"} <= kinds.keys()
    assert kinds["verdict"].startswith("one of: reproduced; ")
