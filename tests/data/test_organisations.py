"""Organisations behind submitters' names: the register, and that no joint name is left out of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claimcheck.analysis.results import names_in_print
from claimcheck.core.errors import RegisterError
from claimcheck.data import paths
from claimcheck.data.facts import organisations
from tests.making import put


@pytest.fixture(scope="module")
def names(tables) -> set[str]:
    """Every submitter's name of the tables."""
    return {str(name) for rows in (tables.results, tables.training) for name in rows["submitter"]}


def folded(name: str) -> str:
    return re.sub(r"[\W_]", "", name.casefold())


def test_every_entry_is_a_submitter_of_the_tables(names: set[str], data_dir: Path) -> None:
    assert set(organisations(data_dir)) <= names


def test_a_name_that_holds_another_submitters_name_is_in_the_register(names: set[str], data_dir: Path) -> None:
    """Dell_Broadcom holds Dell: it is two organisations, or one that stands twice."""
    register = organisations(data_dir)
    known = {folded(n) for n in names}
    left = []
    for name in names - set(register):
        parts = [folded(part) for part in re.split(r"[_+/& -]+", name)]
        if len(parts) > 1 and any(part in known for part in parts):
            left.append(name)
    assert left == []


def test_what_a_joint_name_stands_for_is_in_the_name(data_dir: Path) -> None:
    initials = {"SIT": "Stevens Institute of Technology"}
    for name, are in organisations(data_dir).items():
        if len(are) > 1:
            for one in are:
                shown = next((short for short, long in initials.items() if long == one), one)
                assert folded(shown) in folded(name), (name, one)


def test_a_sentence_names_the_organisations() -> None:
    named = names_in_print(["coreweave", "QCT", "Lambda_SIT", "NVIDIA"], [])
    assert named["coreweave"] == "CoreWeave" and named["QCT"] == "Quanta Cloud Technology"
    assert named["Lambda_SIT"] == "Lambda and Stevens Institute of Technology" and "NVIDIA" not in named


def test_no_name_is_resolved_twice(data_dir: Path) -> None:
    register = organisations(data_dir)
    assert [one for are in register.values() for one in are if one in register] == []


@pytest.mark.parametrize(("entry", "fault"), [("{are: [A, B]}", "why"), ("{are: [], why: so}", "are")])
def test_an_entry_needs_organisations_and_a_reason(tmp_path: Path, entry: str, fault: str) -> None:
    put(tmp_path, paths.PARTNERS, f"organisations:\n  A_B: {entry}\n")
    with pytest.raises(RegisterError, match=fault):
        organisations(tmp_path)
