"""Tables packed for scripts: what is packed is what is read again, by the page's reader."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from claimcheck.site import packed
from claimcheck.tables import load
from tests.site.conftest import Opened
from tests.site_ext.reading import unpacked

TABLE = pd.DataFrame(
    {
        "name": pd.array(["a", None, "a"], dtype="string"),
        "path": ["v1/a/log.txt", None, "v2/b/log.txt"],
        "round": ["v1", "v1", "v2"],
        "count": pd.array([4, None, 8], dtype="Int64"),
        "row": [2, 2, 7],
        "value": pd.array([1.5, None, 0.1], dtype="Float64"),
    }
)


def test_a_table_is_read_again_as_it_was_packed() -> None:
    made = packed.pack(TABLE, {"path": ("round", "name")})
    assert made["columns"]["path"]["templates"] == ["{round}/{name}/log.txt", None, "{round}/b/log.txt"]
    assert unpacked(made) == TABLE.astype(object).where(TABLE.notna(), None).to_dict("list")


def test_too_many_words_are_an_error() -> None:
    with pytest.raises(ValueError, match="many has 8001 different values"):
        packed.pack(pd.DataFrame({"many": [str(n) for n in range(8_001)]}))


def test_the_page_reads_every_row(open_page: Callable[..., Opened], site: Path) -> None:
    """Opened as a file: row ids, paths, lines and values of all rows as they are in the table."""
    page = open_page("book/results.html", base=site.as_uri()).page
    found = page.evaluate("""async () => {
      const table = await claimcheckTables.load("results", "../tables/results.js");
      const rows = Array.from({length: table.rows}, (_, row) => row);
      return ["row_id", "path", "line", "log_path", "value", "accelerators", "submitter"].map(
        name => [name, rows.map(row => table.get(name, row))]);
    }""")
    results = load("inference_results")
    for name, cells in found:
        column = results[name].astype(object)
        assert cells == column.where(column.notna(), None).tolist(), name
