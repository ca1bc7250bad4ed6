"""The served tables hold what the CSV files hold, and the page's examples run on them."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import duckdb
import pytest

from claimcheck.data.edition import ROOT
from claimcheck.data.schema import DTYPES, TABLES
from claimcheck.data.store import load

EXAMPLES = dict(enumerate(re.findall(r"```(python|sql|r)\n(.*?)```", (ROOT / "book/schema.md").read_text(), re.S)))


@pytest.mark.parametrize("name", TABLES)
def test_a_reader_of_parquet_gets_the_table_with_its_types(name: str, site: Path, data_dir: Path) -> None:
    wanted, table = load(name, data_dir), duckdb.read_parquet(str(site / "data" / TABLES[name].address))
    assert table.columns == TABLES[name].names
    assert [*map(str, table.types)] == [DTYPES[column.dtype].duckdb for column in TABLES[name].columns]
    assert table.df().astype(wanted.dtypes).equals(wanted)


def test_the_examples_agree(site: Path, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = load("inference_results", data_dir)
    cell = results.query("benchmark == 'deepseek-r1' and scenario == 'Server' and division == 'closed'")
    best = (cell.value / cell.accelerators).sort_values(ascending=False).head(5).tolist()
    languages = [language for language, _ in EXAMPLES.values()]
    assert languages == ["python", "sql", "r"]
    monkeypatch.chdir(site)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(EXAMPLES[0][1], {})
    assert [float(line.split()[-1]) for line in said.getvalue().splitlines()[1:]] == pytest.approx(best, rel=1e-4)
    with duckdb.connect() as database:
        assert [row[-1] for row in database.sql(EXAMPLES[1][1]).fetchall()] == pytest.approx(best)
