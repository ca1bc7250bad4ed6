"""A fault is planted in the copy alone, and a change of code gets the tests that run it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.faults import code, data
from tests.faults.notebook import differing

SOURCE = """\
LIMIT = 3

class Box:
    def size(self, n):
        def inner():
            return n
        return inner() + LIMIT
"""


def test_every_fault_of_a_register_changes_one_file_of_the_copy_and_none_of_the_project(
    root: Path, tmp_path: Path
) -> None:
    faults = list(data.in_registers(root, random.Random(1), 1))
    assert len({fault.kind for fault in faults}) > 20
    for number, fault in enumerate(faults):
        copy = data.Copy(root, tmp_path / str(number))
        fault.plant(copy)
        written = [path for path in copy.folder.rglob("*") if path.is_file() and not path.is_symlink()]
        assert len(written) == 1, fault.kind
        original = root / written[0].relative_to(copy.folder)
        assert written[0].read_bytes() != original.read_bytes(), fault.kind
        assert not original.is_symlink()


def test_what_is_not_there_cannot_be_changed(root: Path, tmp_path: Path) -> None:
    copy = data.Copy(root, tmp_path)
    for plant in (data.text("data/prices.yml", "no such words", ""), data.text("data/prices.yml", "a", "b", "^none:$")):
        with pytest.raises(LookupError, match=r"data/prices\.yml has no"):
            plant(copy)


def test_each_line_of_a_body_is_its_innermost_functions() -> None:
    assert code.owners(SOURCE) == {5: "Box.size", 6: "Box.size.inner", 7: "Box.size"}


def test_a_change_gets_the_tests_that_run_its_function_those_about_its_module_first() -> None:
    covered = {
        "far": code.Cover({"m.py": frozenset("ab"), "n.py": frozenset("cdefgh")}, 50.0),
        "near": code.Cover({"m.py": frozenset("a")}, 40.0),
        "other": code.Cover({"m.py": frozenset("b"), "n.py": frozenset("c")}, 30.0),
        "none": code.Cover({"n.py": frozenset("c")}, 1.0),
    }
    mutant = code.Mutant("m.py", 1, 0, "NumberReplacer", 0)
    assert code.tests_of(mutant, covered, "a") == ["near", "far"]
    # A line that runs at import: every file that runs anything of the module.
    assert code.tests_of(mutant, covered, None) == ["near", "other", "far"]
    # What is compiled cannot be measured: every file that runs anything of a module that uses it.
    unseen = code.Mutant("compiled.py", 1, 0, "NumberReplacer", 0)
    assert code.tests_of(unseen, covered, "a", ["n.py"]) == ["none", "far", "other"]
    assert code.within(["near", "other", "far"], covered, 75) == ["near", "other"]
    assert code.within(["far"], covered, 1) == ["far"]


def test_a_notebook_that_states_another_number_than_recorded_differs(tmp_path: Path) -> None:
    source = 'from claimcheck.numbers import number, state\nstate(number("a.b", 2, how="two"))'
    made = {"decimals": 0, "how": "two", "key": "a.b", "rows": [], "text": "2", "unit": "", "value": 2.0}
    for value, found in ((2.0, []), (3.0, ["a.b"])):
        output = {"data": {"application/vnd.claimcheck.numbers+json": {"numbers": [made | {"value": value}]}}}
        book = {"cells": [{"cell_type": "code", "source": source, "outputs": [output]}]}
        (tmp_path / "one.ipynb").write_text(json.dumps(book), encoding="utf-8")
        assert differing(tmp_path / "one.ipynb") == found
    failing = {"cells": [{"cell_type": "code", "source": "1 / 0", "outputs": []}]}
    (tmp_path / "one.ipynb").write_text(json.dumps(failing), encoding="utf-8")
    assert differing(tmp_path / "one.ipynb") == ["ZeroDivisionError"]
