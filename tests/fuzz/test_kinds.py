"""Each kind of bad input that the data page lists ends as it says there."""

from __future__ import annotations

import re

import pytest

from claimcheck.badinput import Kind, read_bad_input
from claimcheck.tables import DATA_DIR
from tests.fuzz.targets import TARGETS, give

KINDS = read_bad_input(DATA_DIR).kinds


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_kind_ends_as_the_page_says(kind: Kind) -> None:
    for example in kind.examples:
        error = give(example.reader, example.data)
        assert error is not None, example.reader
        assert re.search(kind.error, str(error)), str(error)


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_good_is_read(name: str) -> None:
    """So that a reader which refuses everything is none."""
    for data in TARGETS[name].good:
        assert give(name, data) is None
