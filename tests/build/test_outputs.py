"""What cells give on a page: a long table keeps all of its rows."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from claimcheck.charts.table import ResultsTable
from claimcheck.site.frame.writer import LONGEST_TABLE, table_html

HOSTILE = 'a "b", <i>&</i>'


@pytest.fixture
def env(tmp_path: Path) -> SimpleNamespace:
    """As much of Sphinx's environment as a table needs, on a page in a folder."""
    return SimpleNamespace(docname="notebooks/a", app=SimpleNamespace(outdir=tmp_path))


def recorded(rows: int, caption: str = "C.") -> dict[str, Any]:
    """A table of so many rows as a notebook records it."""
    frame = pd.DataFrame({"name": [HOSTILE] * rows, "value": [0.125 + i for i in range(rows)]})
    return ResultsTable(id="x", frame=frame, caption=caption, columns={"name": "Name", "value": "Value"}).to_dict()


def test_nothing_of_a_long_table_is_lost(env: SimpleNamespace, tmp_path: Path) -> None:
    html = table_html(recorded(LONGEST_TABLE + 2), env)
    assert 'href="../tables/a-x.csv"' in html and f"Show all {LONGEST_TABLE + 2} rows" in html and "<i>" not in html
    values = [0.125 + i for i in range(LONGEST_TABLE + 2)]
    assert [float(value) for value in re.findall(r'data-sort="([^"]+)"', html)] == values
    head, *rows = csv.reader((tmp_path / "tables" / "a-x.csv").read_text("utf-8").splitlines())
    assert head == ["Name", "Value"] and rows == [[HOSTILE, str(value)] for value in values]
