"""Each SQL check names the row in which a fault is planted; the real tables pass all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
import yaml

from claimcheck.checks import QUERIES, check, database, faults_of_query, in_print, rules
from claimcheck.checks import run as running
from claimcheck.core.errors import TableError
from claimcheck.data import paths

REGISTER = yaml.safe_load(Path(__file__).with_name("planted.yml").read_text())
PLANTED = REGISTER["planted"]
# How one row of a table is changed.
ROWS = {
    "result": "update inference_results set {} where row_id = '{}'",
    "run": "update loadgen_runs set {} where run_id = '{}'",
    "entry": "update training_results set {} where row_id = '{}'",
    "sql": "{}",
}


@pytest.fixture(scope="module")
def tables(data_dir: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """The real tables, to be changed in a transaction that is rolled back."""
    with database(data_dir) as connection:
        yield connection


def test_a_fault_is_planted_for_each_check() -> None:
    assert {planted.split()[0] for planted in PLANTED} == set(QUERIES)


@pytest.mark.parametrize("planted", PLANTED)
def test_a_check_names_the_row_in_which_a_fault_is_planted(planted: str, tables: duckdb.DuckDBPyConnection) -> None:
    name, fault = planted.split()[0], PLANTED[planted]
    kind, change = next(iter(fault.items()))
    row = fault.get("row") or REGISTER["rows"][kind]
    sql = ROWS[kind].format(change, row)
    before = faults_of_query(tables, name)
    tables.execute("begin")
    try:
        tables.execute(sql)
        faults = [fault for fault in faults_of_query(tables, name, within=True) if fault not in before]
    finally:
        tables.execute("rollback")
    assert row in {fault.row_key for fault in faults}


def test_a_row_at_fault_is_named_with_its_table_and_rule(
    data_dir: Path, linked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two checks; `make book` runs all, and stops at a row that breaks one."""
    known = yaml.safe_load((data_dir / paths.KNOWN_EXCEPTIONS).read_text())["known_exceptions"]
    some = (known["fujitsu-dlrm"]["check"], "result_unit")
    left = {name: entry for name, entry in known.items() if entry["check"] in some}
    left["fujitsu-dlrm"] = {**known["fujitsu-dlrm"], "check": "result_unit"}
    (linked / paths.KNOWN_EXCEPTIONS).unlink()
    (linked / paths.KNOWN_EXCEPTIONS).write_text(yaml.safe_dump({"known_exceptions": left}))
    monkeypatch.setattr(running, "QUERIES", {name: QUERIES[name] for name in some})
    monkeypatch.setattr(in_print, "CHECKS", ())
    with pytest.raises(TableError) as error:
        check(linked)
    assert str(error.value.where).endswith("inference_results.csv.gz")
    assert error.value.rule == rules()[some[0]]
    assert "Fujitsu" in error.value.message and "4 faults in all" in error.value.message
