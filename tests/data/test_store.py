"""Tables come back as they were written, faults are named, and a failed write changes nothing."""

from __future__ import annotations

import gzip
import math
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from claimcheck.core.errors import TableError
from claimcheck.data.rounds import read_rounds
from claimcheck.data.schema import TABLES, Column, Table
from claimcheck.data.store import csv_bytes, csv_path, load, normalise, write_tables

COLUMNS = (
    Column(name="name", description="its name"),
    Column(name="number", dtype="integer", description="its number", nullable=True, minimum=1),
    Column(name="kind", description="its kind", nullable=True, allowed=("red", "blue")),
    Column(name="share", dtype="float", description="its share", nullable=True, minimum=0),
    Column(name="free", dtype="float", description="any number", nullable=True),
    Column(name="good", dtype="boolean", description="whether it is good", nullable=True),
)
TABLE = Table(
    name="things", grain="a thing", key=("name", "number"), made_by="ingest",
    by_name={column.name: column.model_dump() for column in COLUMNS},
)  # fmt: skip
ROWS = [
    {"name": "b", "number": 2, "kind": "red", "share": 0.1, "free": -1.5, "good": True},
    {"name": "a", "number": 10, "kind": None, "share": None, "free": None, "good": None},
    {"name": "a", "number": 9, "kind": "blue", "share": 1 / 3, "free": 1e300, "good": False},
    {"name": "a", "number": None, "kind": None, "share": 0.0, "free": 5e-324, "good": None},
]
CSV = (
    "name,number,kind,share,free,good\n"
    "a,,,0.0,5e-324,\n"
    "a,9,blue,0.3333333333333333,1e+300,False\n"
    "a,10,,,,\n"
    "b,2,red,0.1,-1.5,True\n"
)


@pytest.fixture(autouse=True)
def _things(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the real tables there is ``things``."""
    monkeypatch.setitem(TABLES, "things", TABLE)


def things(*changes: dict[str, Any]) -> pd.DataFrame:
    return pd.DataFrame([*ROWS, *({**ROWS[0], **c} for c in changes)])


def to_csv(frame: pd.DataFrame) -> str:
    return csv_bytes(frame, TABLE).decode()


def read(folder: Path, text: str | bytes) -> pd.DataFrame:
    path = csv_path("things", folder)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return load("things", folder)


# Writing and reading --------------------------------------------------------------------------


def test_a_table_is_written_sorted_and_comes_back(tmp_path: Path) -> None:
    assert to_csv(things()) == CSV
    frame = read(tmp_path, CSV)
    assert [str(t) for t in frame.dtypes] == ["string", "Int64", "string", "Float64", "Float64", "boolean"]
    assert frame.equals(normalise(things(), TABLE))
    assert to_csv(frame) == CSV
    assert to_csv(things().sample(frac=1, random_state=1)) == CSV
    assert to_csv(things().assign(extra=1)[["extra", *reversed(TABLE.names)]]) == CSV


def test_a_table_is_that_of_its_file_now_and_each_reader_has_its_own(tmp_path: Path) -> None:
    """A table that was read is kept: other data in the file, or what a reader writes to it, must not be mixed up."""
    first = read(tmp_path, CSV)
    first.loc[0, "name"] = "mine"
    first["number"] += 1
    assert to_csv(read(tmp_path, CSV)) == CSV
    assert read(tmp_path, CSV.replace("b,2,red", "b,3,red")).loc[3, "number"] == 3


@pytest.mark.parametrize("name", list(TABLES))
def test_a_committed_table_has_no_empty_column_and_written_again_the_same_bytes(data_dir: Path, name: str) -> None:
    """Without compressing them again, which takes longer than all else."""
    table, data, frame = TABLES[name], csv_path(name, data_dir).read_bytes(), load(name, data_dir)
    assert not frame.isna().all().any()
    plain = table.model_copy(update={"compressed": False})
    assert csv_bytes(frame, plain) == (gzip.decompress(data) if table.compressed else data)


def test_round_has_one_meaning_in_all_tables(data_dir: Path) -> None:
    """It is v5.1, of Inference or of the row's suite."""
    known = {(one.suite, one.name) for one in read_rounds(data_dir)}
    for table in (one for one in TABLES.values() if "round" in one.by_name):
        frame = load(table.name, data_dir).dropna(subset="round")
        suites = frame["suite"] if "training" in str(table.by_name.get("suite")) else ["inference"] * len(frame)
        assert {*zip(suites, frame["round"], strict=True)} <= known, table.name


# What load refuses ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line", "message", "rule"),
    [
        ("share", "part", 1, "columns differ from the schema: part, share", ""),
        ("a,9", "a,nine", 3, "number = 'nine'", "number is integer"),
        ("0.3333333333333333", "nan", 3, "share = 'nan'", "share is float"),
        ("1e+300", "1e+309", 3, "free = '1e+309'", "free is float"),
        ("False", "false", 3, "good = 'false'", "good is boolean"),
        ("red", "green", 5, "kind = 'green'", "kind: one of red, blue"),
        ("a,10", "a,0", 4, "number = ", "number: at least 1"),
        ("b,2", ",2", 5, "name = <NA>", "name: must not be empty"),
        ("a,10", "a,9", 3, "two rows have the key a / 9", "a key names one row"),
    ],
)
def test_a_cell_that_breaks_the_schema(tmp_path: Path, old: str, new: str, line: int, message: str, rule: str) -> None:
    assert old in CSV
    with pytest.raises(TableError, match=re.escape(message)) as error:
        read(tmp_path, CSV.replace(old, new, 1))
    assert (error.value.where, error.value.line) == (str(csv_path("things", tmp_path)), line)
    assert rule in str(error.value.rule)


def test_what_is_not_a_table(tmp_path: Path) -> None:
    long = CSV.replace("\na", "\nx,a").replace("\nb", "\nx,b").encode()
    for text in (b"", CSV.encode() + b"caf\xe9,1,,,,\n", long):
        with pytest.raises(TableError, match=r"this is no table|more cells than the header") as error:
            read(tmp_path, text)
        assert error.value.where == str(csv_path("things", tmp_path))


# What is never written ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "c", "share": math.inf}, "share = "),
        ({"name": "c", "number": 1.5}, "column number"),
        ({"name": "c", "number": 10**20}, "column number: .*too large"),
        ({}, "two rows have the key b / 2"),
    ],
)
def test_a_bad_row_is_not_written(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(TableError, match=message):
        write_tables({"things": things(change)}, tmp_path / "data")
    assert list(tmp_path.iterdir()) == []
