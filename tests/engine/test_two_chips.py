"""Two chips: every reading of the table chip_pairs in one answer, and every test that they share."""

from __future__ import annotations

from claimcheck.analysis.chips import counted, two
from claimcheck.analysis.derived import Tables
from claimcheck.site.engine.run import ask


def test_two_chips_are_told_by_every_reading(tables: Tables) -> None:
    """In either order of the names; a round that is named is asked, and tests that no eights share are apart."""
    phrases = ("MI355X vs B300", "B300 vs MI355X", "MI355X B300 v6.0", "GB300 or B300 v6.0")
    asked = [
        ("MI355X", "B300", "v6.1"),
        ("B300", "MI355X", "v6.1"),
        ("MI355X", "B300", "v6.0"),
        ("GB300", "B300", "v6.0"),
    ]
    answers = ask([{"kind": "find", "phrase": phrase, "limit": 3} for phrase in phrases])
    for answer, (chip, other, round_) in zip(answers, asked, strict=True):
        counts = counted(two(tables.chip_pairs, round_, chip, other))
        said = answer["told"][0]
        assert said.startswith(f"{round_}, closed division") and f"{chip} is ahead of {other}" in said
        for reading, row in counts.iterrows():
            assert f"in {row.ahead} of {row.tests}" in said, (chip, other, reading)
        eights = counts.loc["best", "tests"]
        further = counts["tests"].get("any size", 0)
        assert len(answer["hits"]) == eights + further
