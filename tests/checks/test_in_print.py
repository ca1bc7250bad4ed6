"""Figures of the registers stand in the words that print them: a changed one is named with file, line and key."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml

from claimcheck.checks.in_print import CHECKS, prints
from claimcheck.claims.register.reading import load_register

PLANTED = yaml.safe_load(Path(__file__).with_name("planted.yml").read_text())["registers"]


def test_planted_faults_are_named_with_check_file_and_key(linked: Path) -> None:
    """All faults are in one folder of data; as it is committed, that has none."""
    wanted = Counter[tuple[str, str, str]]()
    for planted in PLANTED.values():
        path = linked / planted["file"]
        text = path.read_text()
        assert planted["was"] in text
        path.unlink()
        path.write_text(text.replace(planted["was"], planted["is"]))
        wanted[planted["check"], planted["file"], planted["key"]] += 1
    claims = load_register(linked)
    found = ((check.__name__, fault) for check in CHECKS for fault in check(linked, claims))
    assert {check for check, *_ in wanted} == {check.__name__ for check in CHECKS}
    assert wanted <= Counter((name, one.table_name, one.column_name.rpartition(".")[2]) for name, one in found)


@pytest.mark.parametrize(
    ("words", "figure"),
    [
        ("throughput rose from 2,907 to 8,064 tokens/sec/gpu", 8064),
        ("a 60%+ reduction", 60),
        ("more than sixty percent", 60),
        ("doubling the rate", 2),
        ("thirty-five wins", 35),
        ("1.05 million tokens/sec", 1.05),
        ("30 cents per million", 0.3),
        ("15 PetaFLOPS dense", 15e15),
    ],
)
def test_a_figure_is_found_as_it_is_printed(words: str, figure: float) -> None:
    assert prints(words, figure)
    assert not prints("2.77x on DeepSeek-R1, up from 2,907", 2.7) and not prints("GB300 NVL72", 300)
