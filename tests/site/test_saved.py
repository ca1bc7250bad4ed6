"""What readers save opens in a spreadsheet as the text that it is."""

from __future__ import annotations

import csv
from pathlib import Path

from claimcheck.core.limits import first_unfit


def test_no_cell_of_a_file_is_a_formula_or_unseen(site: Path) -> None:
    csv.field_size_limit(10**7)
    paths = sorted(site.rglob("*.csv"))
    assert len(paths) > 20
    for path in paths:
        with path.open(encoding="utf-8", newline="") as file:
            cells = {cell.replace("\n", " ") for row in csv.reader(file) for cell in row}
        assert first_unfit(cells) is None, path
