"""Derived tables, recorded claims and numbers are what the code gives, cell by cell; `make book` compares them all."""

from __future__ import annotations

import csv
import io
import json

import pytest

from claimcheck.analysis.derived import DERIVED
from claimcheck.build.derive import check_claims, check_numbers, check_tables
from claimcheck.claims.verdict.result import read_recorded, read_records, records
from claimcheck.core.errors import TableError
from claimcheck.core.printing import differences
from claimcheck.data import paths, store
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.schema import TABLES
from claimcheck.data.store import load
from tests.making import put


@pytest.mark.parametrize(
    ("column", "factor", "is_same"),
    [("ratio", 1 + 1e-12, True), ("ratio", 1.0001, False), ("value_after", 1 + 1e-12, False)],
)
def test_a_computed_cell_may_differ_by_rounding_and_a_copied_one_by_nothing(column, factor, is_same) -> None:
    committed = load("comparisons")
    fresh = committed.assign(**{column: committed[column] * factor})
    assert bool(store.differences(committed, fresh, TABLES["comparisons"], "the code")) != is_same


def test_a_table_that_the_code_gives_otherwise_is_named_with_its_row_and_column(linked, monkeypatch) -> None:
    """The analysis has few made examples, since every derived table is made anew."""
    monkeypatch.setattr("claimcheck.build.derive.DERIVED", {"chip_cells": DERIVED["chip_cells"]})
    committed, path = load("chip_cells", linked), linked / TABLES["chip_cells"].file
    path.unlink()
    store.write_tables({"chip_cells": committed.assign(leads=~committed["leads"])}, linked)
    with pytest.raises(TableError, match=r"chip_cells.*: leads of v0.7 / .*: committed 'False', .* gives 'True'"):
        check_tables(linked)


def test_what_is_read_back_is_what_is_recorded_and_a_changed_claim_is_named(
    tables, data_dir, tmp_path, monkeypatch
) -> None:
    """Any field of the record that differs is named, with its claim; `make book` evaluates all claims and compares."""
    recorded, claims = read_records(data_dir), read_recorded(tables)
    assert list(differences(recorded, records(claims))) == []
    monkeypatch.setattr("claimcheck.build.derive.evaluate", lambda data: claims)
    for number, name in enumerate(("verdict", "evidence")):
        changed = json.loads(json.dumps(recorded))
        changed[number][name] = changed[number][name][1:]
        put(tmp_path, paths.CLAIM_RESULTS, json.dumps(changed))
        with pytest.raises(TableError, match=rf"claim {recorded[number]['number']}\.{name}\S*: recorded .*, now "):
            check_claims(tmp_path)


def test_numbers_are_those_that_notebooks_state_and_a_changed_cell_is_named(linked) -> None:
    """Another printed digit, a number that is listed no more, one that nothing states."""
    (linked.parent / "notebooks").symlink_to(DATA_DIR.parent / "notebooks")
    path = linked / paths.NUMBERS
    committed = path.read_text(encoding="utf-8")
    path.unlink()
    lines = committed.splitlines(keepends=True)
    at, key, text = next(
        (at, row["key"], row["text"])
        for at, row in enumerate(csv.DictReader(io.StringIO(committed)), 1)
        if row["unit"] == "x"
    )
    changed = lines[at].replace(f",{text},", f",{text.replace(text[0], '9')},", 1)
    for line, told in (
        (changed, f"{key}.text: recorded "),
        ("", f"{key}: recorded nothing, now "),
        (lines[at] + lines[at].replace(key, f"{key}-more", 1), f"{key}-more: recorded .*, now nothing"),
    ):
        path.write_text("".join([*lines[:at], line, *lines[at + 1 :]]), encoding="utf-8")
        with pytest.raises(TableError, match=rf"{paths.NUMBERS}: {told}"):
            check_numbers(linked)
