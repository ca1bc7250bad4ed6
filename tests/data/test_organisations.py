"""Organisations behind submitters' names: the register, and that no joint name is left out of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claimcheck.analysis.view import names_in_print
from claimcheck.data.facts import organisations


@pytest.fixture(scope="module")
def names(tables) -> set[str]:
    """Every submitter's name of the tables."""
    return {str(name) for rows in (tables.results, tables.training) for name in rows["submitter"]}


def folded(name: str) -> str:
    return re.sub(r"[\W_]", "", name.casefold())


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


def test_a_sentence_names_the_organisations() -> None:
    named = names_in_print(["coreweave", "QCT", "Lambda_SIT", "NVIDIA"], [])
    assert named["coreweave"] == "CoreWeave" and named["QCT"] == "Quanta Cloud Technology"
    assert named["Lambda_SIT"] == "Lambda and Stevens Institute of Technology" and "NVIDIA" not in named
