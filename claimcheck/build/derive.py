"""``claimcheck derive``: writes what follows from tables, registers and recorded notebooks, and checks that it is so.

Everything downstream (site, command line) reads what this writes and computes nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from claimcheck.analysis.derived import DERIVED, Tables, load_tables
from claimcheck.claims.verdict.evaluate import evaluate
from claimcheck.claims.verdict.result import read_records, records, text_of
from claimcheck.core.errors import TableError
from claimcheck.core.files import write_files
from claimcheck.core.printing import differences
from claimcheck.data import store
from claimcheck.data.numbers import listed, read_numbers, stated
from claimcheck.data.paths import CLAIM_RESULTS, DATA_DIR, NUMBERS
from claimcheck.data.schema import TABLES
from claimcheck.data.store import csv_bytes, load, normalise

_AGAIN = "run claimcheck derive, then look at the change with git diff"


def derive_tables(data: Path = DATA_DIR) -> dict[str, pd.DataFrame]:
    """The derived tables by name, made from the others, as they would be read again."""
    tables = load_tables(data)
    return {name: normalise(make(tables), TABLES[name]) for name, make in DERIVED.items()}


def derive(data: Path = DATA_DIR) -> dict[str, bool]:
    """Write all that is derived, or nothing; path below ``data`` -> whether it changed. Raises ClaimcheckError.

    Numbers are those of the notebooks next to ``data``; next to a copy without notebooks they stay as they are.
    """
    derived = derive_tables(data)
    made = {TABLES[name].file: csv_bytes(frame, TABLES[name]) for name, frame in derived.items()}
    # Claims are evaluated on these tables.
    tables = Tables(load("inference_results", data), data, derived)
    made[CLAIM_RESULTS] = text_of(evaluate(data, tables=tables)).encode()
    if (notebooks := data.parent / "notebooks").is_dir():
        made[NUMBERS] = listed(stated(notebooks)).encode()
    changed = {name: not (data / name).is_file() or (data / name).read_bytes() != made[name] for name in made}
    write_files(data, {name: content for name, content in made.items() if changed[name]})
    return changed


def check_tables(data: Path = DATA_DIR) -> int:
    """Derive every table again and compare it with what is recorded; the number of tables.

    Raises TableError, naming row and column, for the first cell that differs.
    """
    for name, frame in derive_tables(data).items():
        table = TABLES[name]
        if lines := store.differences(load(name, data), frame, table, "claimcheck derive"):
            rule = "the table is what claimcheck derive gives"
            message = f"{len(lines)} cells or rows differ; first: {lines[0]}"
            raise TableError(message, where=data / table.file, rule=rule)
    return len(DERIVED)


def check_claims(data: Path = DATA_DIR) -> int:
    """Evaluate every claim and compare it with what is recorded; the number of claims.

    Raises TableError, naming the claim and the field, for the first that differs.
    """
    claims = [read_records(data), records(evaluate(data))]
    recorded, fresh = ({f"claim {claim['number']}": claim for claim in side} for side in claims)
    return _same(recorded, fresh, data / CLAIM_RESULTS, "verdicts are computed, then recorded")


def check_numbers(data: Path = DATA_DIR) -> int:
    """Compare ``numbers.csv`` with what the recorded notebooks, those next to ``data``, state; how many they state.

    Raises TableError, naming the number and the field, for the first that differs.
    """
    numbers = read_numbers(data).values(), stated(data.parent / "notebooks")
    recorded, fresh = ({number.key: vars(number) for number in side} for side in numbers)
    return _same(recorded, fresh, data / NUMBERS, "numbers are those that notebooks state")


def _same(recorded: dict[str, Any], fresh: dict[str, Any], where: Path, rule: str) -> int:
    """The number of ``fresh`` records. Raises TableError for the first place at which ``recorded`` ones differ."""
    if difference := next(differences(recorded, fresh), None):
        raise TableError(difference, where=where, rule=rule, fix=_AGAIN)
    return len(fresh)
