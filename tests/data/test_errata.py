"""The register of our own mistakes: what it may say, and who is told of an entry."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from claimcheck.core.errors import RegisterError
from claimcheck.data import paths
from claimcheck.data.edition import read_errata
from tests.making import put

MADE = """\
errata:
  first:
    found: 2027-01-05
    mended: 2027-01-06
    version: ["0.1.0", "0.1.1"]
    was: The axis was  in the wrong
      unit.
    now: It is in the right one.
    pages: [notebooks/cost]
    figures: ["notebooks/cost#fig-costs-wide"]
    claims: [7, 20]
  second-one:
    found: 2027-03-01
    version: ["0.2.0"]
    was: A count is too high.
    now: Not mended yet.
    claims: [7]
"""


def written(folder: Path, text: str = MADE) -> Path:
    return put(folder, paths.ERRATA, text).parents[1]


def test_a_made_register_is_read_the_newest_entry_first(tmp_path: Path) -> None:
    second, first = read_errata(written(tmp_path), {7, 20})
    assert (first.id, first.anchor) == ("first", "erratum-first")
    assert first.found == datetime.date(2027, 1, 5) and first.mended == datetime.date(2027, 1, 6)
    assert first.versions == ("0.1.0", "0.1.1")
    assert first.was == "The axis was in the wrong unit."
    assert first.figures == (("notebooks/cost", "costs-wide"),)
    assert (second.id, second.mended, second.pages) == ("second-one", None, ())


BROKEN = {
    "an id that is no anchor": ("first:", "First One:", "First One", 2),
    "a figure without its page": (
        '["notebooks/cost#fig-costs-wide"]',
        "[costs-wide]",
        "'costs-wide' is not a figure",
        10,
    ),
    "an unknown claim": ("[7, 20]", "[77]", "did you mean 7?", 11),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_entry_is_named_with_its_line(tmp_path: Path, what: str) -> None:
    right, wrong, message, line = BROKEN[what]
    assert MADE.count(right) == 1, right
    path = written(tmp_path, MADE.replace(right, wrong))
    with pytest.raises(RegisterError) as caught:
        read_errata(path, {7, 20})
    assert message in str(caught.value)
    assert f"{path / paths.ERRATA}:{line}: " in str(caught.value)
