"""What a sentence says, by its figure, the owners of the results behind it, and its words."""

from __future__ import annotations

import pytest

from claimcheck.analysis.sentences import COUNT, OTHER, OWN, RECORD, SINGLE, TWO, sentence_kind


@pytest.mark.parametrize(
    ("statement", "unit", "submitters", "kind"),
    [
        ("Its rack is 1.9 times as fast.", "x", ["NVIDIA", "NVIDIA"], OWN),
        ("The system is 2.8 times as fast.", "x", ["Nebius", "NVIDIA"], TWO),
        ("It is ahead of every other chip.", "", [], TWO),
        ("The largest system of the round.", "accelerators", ["NVIDIA"], RECORD),
        ("It set new marks.", "records", [], RECORD),
        ("Fourteen companies took part.", "partners", [], COUNT),
        ("It made 250,634 tokens per second.", "tokens/s", ["NVIDIA"], SINGLE),
        ("A token costs 30 cents.", "$ per million tokens", ["NVIDIA"], OTHER),
        ("A token is 60% cheaper.", "%", [], OTHER),
    ],
)
def test_sentences_are_sorted_by_figure_owners_and_words(
    statement: str, unit: str, submitters: list[str], kind: str
) -> None:
    assert sentence_kind(statement, unit, submitters) == kind
