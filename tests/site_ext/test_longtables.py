"""A long table keeps its first rows on the page; the script and the CSV have the others."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from types import SimpleNamespace

import pandas as pd

from claimcheck.charts import ResultsTable
from claimcheck.site.longtables import LONGEST, SHOWN, shorten
from tests.site_ext.reading import handed_over

HOSTILE = 'a "b", <i>&</i>'


def page_with(tmp_path: Path, rows: int) -> str:
    """The page of a table of so many rows, shortened."""
    frame = pd.DataFrame({"name": [HOSTILE] * rows, "value": [0.125 + i for i in range(rows)]})
    table = ResultsTable(id="x", frame=frame, caption="C.", columns={"name": "Name", "value": "Value"}).to_html()
    builder = SimpleNamespace(get_target_uri=lambda page: f"{page}.html")
    app = SimpleNamespace(builder=builder, outdir=tmp_path)
    return shorten(app, "notebooks/a", f"<p>before</p>{table}<p>after</p>")


def test_nothing_is_lost(tmp_path: Path) -> None:
    body = page_with(tmp_path, LONGEST + 2)
    assert body.startswith("<p>before</p>") and body.endswith("<p>after</p>")
    assert 'href="../tables/a-x.csv" data-rows="../tables/a-x.js"' in body
    assert f"The first {SHOWN} of {LONGEST + 2} rows." in body
    script = (tmp_path / "tables" / "a-x.js").read_text("utf-8")
    table_id, rest = handed_over(script)
    assert table_id == "tab-x"
    shown = re.findall(r'data-sort="([^"]+)"', body + rest)
    assert [float(value) for value in shown] == [0.125 + i for i in range(LONGEST + 2)]
    head, *rows = csv.reader((tmp_path / "tables" / "a-x.csv").read_text("utf-8").splitlines())
    assert head == ["Name", "Value"] and rows[-1] == [HOSTILE, str(0.125 + LONGEST + 1)]
    assert len(rows) == LONGEST + 2


def test_a_short_table_stays_whole(tmp_path: Path) -> None:
    assert page_with(tmp_path, LONGEST).count("data-sort") == LONGEST
    assert not list(tmp_path.iterdir())
