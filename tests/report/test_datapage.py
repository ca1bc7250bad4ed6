"""What the page of files says of a register that is read, and of one that the README does not list."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.core.errors import RegisterError
from claimcheck.data import paths
from claimcheck.report.pages import data
from claimcheck.report.parts.html import part
from tests.report.reading import Reader, hostile_elements

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


def test_registers_say_their_keys(tmp_path: Path) -> None:
    path = tmp_path / "prices.yml"
    path.write_text(REGISTER)
    found = data.register_sections(path)
    assert [(s.name, s.entries) for s in found] == [("prices", 2), ("none", 0)]
    assert [(k.name, k.kinds, k.entries) for k in found[0].keys] == [
        ("known", ("true or false",), 1),
        ("price", ("number",), 2),
        ("when", ("date",), 1),
        ("why", ("list",), 1),
    ]
    assert data.opening(path).startswith("What it holds.\n  price  in dollars")
    file = data.Download("data/prices.yml", path)
    reader = Reader(part("data", "register", "a price", data.opening(path), found, file, ""))
    assert (reader.faults, hostile_elements(reader), reader.scripts) == ([], [], [])
    assert "prices.yml.prices.price" in reader.ids
    assert "1 of 2 entries" in reader.text and "every entry" in reader.text
    path.write_text("x:\n")
    assert data.opening(path) == "" and "details" not in part("data", "register", "x", "", [], file, "")


def test_files_that_the_readme_does_not_list_are_named(tmp_path: Path, data_dir: Path) -> None:
    (tmp_path / "README.md").write_text("| file | is |\n|---|---|\n| `a.yml`, `b.yml` | a `thing` |\n")
    assert data.described(tmp_path, ["b.yml", "a.yml"]) == {"b.yml": "a thing", "a.yml": "a thing"}
    with pytest.raises(RegisterError, match=r"does not say what c\.yml holds.*\n.*\n.*`c\.yml`"):
        data.described(tmp_path, ["a.yml", "c.yml"])
    files = [path.name for path in data_dir.rglob("*.*") if path.is_file() and path.parent.name != paths.TYPED]
    assert data.described(data_dir, [name for name in files if name != paths.README])
