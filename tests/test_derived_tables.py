"""Derived tables, recorded claims and numbers are what the code gives, cell by cell."""

from __future__ import annotations

import csv
import io
import json
import shutil

import pytest

from claimcheck.analysis.derived import DERIVED
from claimcheck.claims.evaluate import evaluate
from claimcheck.claims.model import ClaimResult
from claimcheck.claims.recorded import read_recorded
from claimcheck.derive import CLAIMS_FILE, check_claims, derive, numbers_text
from claimcheck.errors import TableError
from claimcheck.numbers import FILE, MIME, read_numbers
from claimcheck.tables import DATA_DIR, TABLES, check_same, load, normalise


@pytest.mark.parametrize("name", DERIVED)
def test_each_table_is_what_the_others_give(name: str, tables) -> None:
    check_same(load(name), normalise(DERIVED[name](tables), TABLES[name]), TABLES[name], DATA_DIR, "the code")


@pytest.fixture(scope="module")
def claims(tables) -> dict[int, ClaimResult]:
    """The claims as they are evaluated; all other tests have them as they are recorded."""
    return {claim.number: claim for claim in evaluate(DATA_DIR, tables=tables)}


def test_recorded_claims_are_what_the_tables_give_and_a_changed_one_is_named(
    claims, tables, tmp_path, monkeypatch
) -> None:
    """What is read back is what was evaluated; any field of the record that differs is named, with its claim."""
    monkeypatch.setattr("claimcheck.derive.evaluate", lambda data: list(claims.values()))
    assert check_claims(DATA_DIR) == len(claims)
    back = {claim.number: claim for claim in read_recorded(tables)}
    assert back == claims
    assert all(list(back[n].rows["row_id"]) == list(claims[n].rows["row_id"]) for n in claims)
    recorded = json.loads((DATA_DIR / CLAIMS_FILE).read_text(encoding="utf-8"))
    (tmp_path / CLAIMS_FILE).parent.mkdir()
    for number, name in enumerate(("verdict", "reason", "rows", "evidence", "strongest_case")):
        changed = json.loads(json.dumps(recorded))
        changed[number][name] = changed[number][name][1:]
        (tmp_path / CLAIMS_FILE).write_text(json.dumps(changed), encoding="utf-8")
        with pytest.raises(TableError, match=f"claim {recorded[number]['number']}: {name} differs"):
            check_claims(tmp_path)


def cells(text: str) -> dict[tuple[str, str], str]:
    """(key, column) -> cell of ``numbers.csv``."""
    return {(row["key"], name): row[name] for row in csv.DictReader(io.StringIO(text)) for name in row}


def test_numbers_are_those_that_notebooks_and_claims_state_and_a_changed_cell_is_named(claims, tmp_path) -> None:
    committed = (DATA_DIR / FILE).read_text(encoding="utf-8")
    fresh = numbers_text(list(claims.values()), DATA_DIR.parent / "notebooks")
    assert dict(cells(committed).items() ^ cells(fresh).items()) == {}
    # A digit changed in a recorded notebook is another cell of the same number, and of no other.
    notebook = DATA_DIR.parent / "notebooks" / "metric.ipynb"
    recorded = json.loads(notebook.read_text(encoding="utf-8"))
    data = [output.get("data", {}) for cell in recorded["cells"] for output in cell.get("outputs", ())]
    outputs = [one for one in data if MIME in one]
    stated = outputs[0][MIME]["numbers"][0]
    stated["text"] += "9"
    for path in notebook.parent.glob("*.ipynb"):
        shutil.copy(path, tmp_path)
    (tmp_path / notebook.name).write_text(json.dumps(recorded), encoding="utf-8")
    changed = cells(numbers_text(list(claims.values()), tmp_path))
    assert {place for place, _ in cells(committed).items() ^ changed.items()} == {(stated["key"], "text")}


def test_claims_can_name_a_number_that_a_notebook_states_for_the_first_time(tmp_path, monkeypatch) -> None:
    numbers = tmp_path / FILE
    shutil.copy(DATA_DIR / FILE, numbers)
    kept = read_numbers(tmp_path)
    new = next(key for key, one in kept.items() if one.source == "notebooks/metric")
    lines = numbers.read_text(encoding="utf-8").splitlines(keepends=True)
    numbers.write_text("".join(line for line in lines if not line.startswith(f"{new},")), encoding="utf-8")
    assert new not in read_numbers(tmp_path)
    seen = {}
    monkeypatch.setattr("claimcheck.derive.derive_tables", lambda data, simulations: {})
    monkeypatch.setattr("claimcheck.derive.evaluate", lambda data: seen.update(read_numbers(data)) or [])
    monkeypatch.setattr("claimcheck.derive.of_claims", lambda claims, data: [])
    (tmp_path / CLAIMS_FILE).parent.mkdir()
    assert derive(tmp_path, DATA_DIR.parent / "notebooks")[FILE]
    assert seen[new] == kept[new]
    assert {key for key in kept if key.startswith("claim.1.")} <= set(seen)
