"""The page of tables and columns, piece by piece."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.claims.output import schema
from claimcheck.errors import RegisterError
from claimcheck.site import datapage, registers
from claimcheck.site.parts import part
from claimcheck.tables import TABLES, Column, Table
from tests.site_ext.reading import Reader, hostile_elements
from tests.site_ext.stub_source import HOSTILE

FILE = datapage.Served("data/things.csv", Path(__file__))
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


def test_a_table_says_all_of_its_columns() -> None:
    table = Table(
        "things",
        f"a thing {HOSTILE}",
        ("a",),
        (
            Column("a", "string", HOSTILE, allowed=(HOSTILE, "y")),
            Column("b", "float", "how long", unit="ms", nullable=True, minimum=0),
        ),
        ingested=False,
    )
    reader = Reader(part("data", "table", table, 1234, [FILE], "../"))
    assert (reader.faults, hostile_elements(reader)) == ([], [])
    assert {"things.a", "things.b"} <= set(reader.ids)
    assert "1,234 rows, 2 columns" in reader.text
    assert "string, key" in reader.text and "float, may be empty" in reader.text
    assert "How long. At least 0." in reader.text and "ms" in reader.words
    assert "Made by a command of its own" in reader.text


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_every_column_has_its_anchor_and_long_tables_can_be_searched(table: Table) -> None:
    reader = Reader(part("data", "table", table, 1, [FILE], ""))
    assert reader.faults == []
    assert [i for i in reader.ids if i.startswith(f"{table.name}.")] == [f"{table.name}.{n}" for n in table.names]
    assert ("data-searchable" in reader.named("div")[0]) == (len(table.columns) > 15)


def test_a_file_is_named_with_its_weight_and_hash(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(b"")
    line = part("data", "file", datapage.Served("data/x.csv", path), "../")
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert Reader(line).named("a") == [{"href": "../data/x.csv", "download": "x.csv"}]
    assert "0 bytes" in line and empty in line


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
    assert (reader.faults, hostile_elements(reader)) == ([], [])
    assert reader.scripts == []
    assert "prices.yml.prices.price" in reader.ids
    assert "1 of 2 entries" in reader.text and "every entry" in reader.text


def test_a_register_without_a_comment_has_no_opening(tmp_path: Path) -> None:
    path = tmp_path / "x.yml"
    path.write_text("x:\n")
    assert registers.opening(path) == ""
    assert "details" not in part("data", "register", "x", "", [], datapage.Served("data/x.yml", path), "")


def test_files_that_the_readme_does_not_list_are_named(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("| file | is |\n|---|---|\n| `a.yml`, `b.yml` | a `thing` |\n")
    assert registers.described(tmp_path, ["b.yml", "a.yml"]) == {"b.yml": "a thing", "a.yml": "a thing"}
    with pytest.raises(RegisterError, match=r"does not say what c\.yml holds") as error:
        registers.described(tmp_path, ["a.yml", "c.yml"])
    assert "`c.yml`" in str(error.value.fix)


def test_the_readme_lists_every_file_of_the_data(data_dir: Path) -> None:
    files = (*data_dir.iterdir(), *data_dir.glob("registers/*/*"))
    names = [p.name for p in files if p.is_file() and p.name != "README.md"]
    assert registers.described(data_dir, names)


def test_fields_of_claims_are_listed_down_to_the_last() -> None:
    found = list(datapage.fields(schema()["items"]))
    names = [one.name for one in found]
    assert len(set(names)) == len(names)
    assert {"verdict", "published.value", "conditions[].holds", "afterwards.evidence[].url"} <= set(names)
    kinds = {one.name: one.kind for one in found}
    assert kinds["number"] == "integer or string"
    assert kinds["computed"] == "object or null"
    assert kinds["conditions"] == "list of objects"
    assert kinds["evidence[].blob"] == "string or null"
    assert kinds["verdict"].startswith("one of: reproduced; ")
    reader = Reader(part("data", "fields", found))
    assert reader.faults == [] and "claims.json.verdict" in reader.ids
