"""The served tables hold what the CSV files hold, and the page's examples run on them."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import duckdb
import pytest

from claimcheck.data import formats
from claimcheck.data.edition import ROOT
from claimcheck.data.schema import DTYPES, TABLES
from claimcheck.data.store import load

EXAMPLES = dict(enumerate(re.findall(r"```(python|sql|r)\n(.*?)```", (ROOT / "book/schema.md").read_text(), re.S)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, data_dir: Path) -> Path:
    """The served files of the tables, as a reader has them after downloading and unpacking."""
    made = tmp_path_factory.mktemp("served")
    (made / "data/parquet").mkdir(parents=True)
    for name, make in formats.makers(data_dir).items():
        (made / "data" / name).write_bytes(make())
    return made


def test_a_served_table_is_the_committed_one(folder: Path, data_dir: Path) -> None:
    """Cells and types; a column that names rows of another table names those that it has."""
    for table in TABLES.values():
        served, wanted = duckdb.read_parquet(str(folder / "data" / table.address)), load(table.name, data_dir)
        assert [*map(str, served.types)] == [DTYPES[column.dtype].duckdb for column in table.columns]
        assert served.df().astype(wanted.dtypes).equals(wanted)
        for column in table.columns:
            if column.references in TABLES:
                other = load(column.references, data_dir)
                assert set(wanted[column.name].dropna()) <= set(other[TABLES[column.references].key[0]]), column


def test_the_examples_agree(folder: Path, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = load("inference_results", data_dir)
    cell = results.query("benchmark == 'deepseek-r1' and scenario == 'Server' and division == 'closed'")
    best = (cell.value / cell.accelerators).sort_values(ascending=False).head(5).tolist()
    languages = [language for language, _ in EXAMPLES.values()]
    assert languages == ["python", "sql", "r"]
    monkeypatch.chdir(folder)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(EXAMPLES[0][1], {})
    assert [float(line.split()[-1]) for line in said.getvalue().splitlines()[1:]] == pytest.approx(best, rel=1e-4)
    with duckdb.connect() as database:
        assert [row[-1] for row in database.sql(EXAMPLES[1][1]).fetchall()] == pytest.approx(best)
