"""What cells give on a page: a long table keeps its first rows, a figure has its code below it."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from claimcheck.charts.table import ResultsTable
from claimcheck.site.frame.writer import LONGEST_TABLE, SHOWN_ROWS, table_html
from tests.build.reading import handed_over
from tests.conftest import ROOT

HOSTILE = 'a "b", <i>&</i>'


@pytest.fixture
def env(tmp_path: Path) -> SimpleNamespace:
    """As much of Sphinx's environment as a table needs, on a page in a folder."""
    builder = SimpleNamespace(get_target_uri=lambda page: f"{page}.html", get_relative_uri=lambda _, page: page)
    app = SimpleNamespace(builder=builder, outdir=tmp_path, srcdir=ROOT, env=SimpleNamespace(found_docs=set()))
    return SimpleNamespace(docname="notebooks/a", app=app)


def recorded(rows: int, caption: str = "C.") -> dict[str, Any]:
    """A table of so many rows as a notebook records it."""
    frame = pd.DataFrame({"name": [HOSTILE] * rows, "value": [0.125 + i for i in range(rows)]})
    return ResultsTable(id="x", frame=frame, caption=caption, columns={"name": "Name", "value": "Value"}).to_dict()


def test_nothing_of_a_long_table_is_lost(env: SimpleNamespace, tmp_path: Path) -> None:
    html = table_html(recorded(LONGEST_TABLE + 2), env)
    assert 'href="../tables/a-x.csv"' in html and 'data-rows="../tables/a-x.js"' in html
    assert f"The first {SHOWN_ROWS} of {LONGEST_TABLE + 2} rows." in html
    table_id, rest = handed_over((tmp_path / "tables" / "a-x.js").read_text("utf-8"))
    assert table_id == "tab-x"
    shown = [re.findall(r'data-sort="([^"]+)"', part) for part in (html, rest)]
    assert len(shown[0]) == SHOWN_ROWS
    assert [float(value) for value in shown[0] + shown[1]] == [0.125 + i for i in range(LONGEST_TABLE + 2)]
    assert "<i>" not in html + rest
    head, *rows = csv.reader((tmp_path / "tables" / "a-x.csv").read_text("utf-8").splitlines())
    assert head == ["Name", "Value"] and rows[-1] == [HOSTILE, str(0.125 + LONGEST_TABLE + 1)]
    assert len(rows) == LONGEST_TABLE + 2
