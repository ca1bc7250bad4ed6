"""Figures of the registers stand in the words that print them: a changed one is named with file, line and key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
import yaml

from claimcheck.checks.in_print import CHECKS, Fault, Registers, prints

PLANTED = yaml.safe_load(Path(__file__).with_name("planted.yml").read_text())["registers"]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_planted_faults_are_named_with_file_and_key(
    check: Callable[[Registers], Iterable[Fault]], linked: Path
) -> None:
    """All faults that a check must find are in one folder; as it is committed it has none."""
    wanted = Counter[tuple[str, str]]()
    for planted in PLANTED.values():
        if planted["check"] == check.__name__:
            path = linked / planted["file"]
            text = path.read_text()
            assert planted["was"] in text
            path.unlink()
            path.write_text(text.replace(planted["was"], planted["is"]))
            wanted[planted["file"], planted["key"]] += 1
    found = list(check(Registers(linked)))
    assert wanted and wanted <= Counter((fault.table_name, fault.column_name.rpartition(".")[2]) for fault in found)


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
