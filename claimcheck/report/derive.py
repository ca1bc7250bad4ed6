"""``claimcheck derive``: writes what follows from tables, registers and recorded notebooks, and checks that it is so.

Everything downstream (site, PDFs, command line) reads what this writes and computes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pandas as pd

from claimcheck.analysis.derived import DERIVED, load_tables
from claimcheck.claims.texts.numbers import SOURCE, of_claims
from claimcheck.claims.verdict.evaluate import evaluate
from claimcheck.claims.verdict.result import ClaimResult, read_records, record_of, text_of
from claimcheck.core.errors import TableError
from claimcheck.core.files import copied
from claimcheck.core.same import differences
from claimcheck.data.numbers import Number, listed, read_numbers, recorded, relisted
from claimcheck.data.paths import CLAIM_RESULTS, DATA_DIR, NUMBERS
from claimcheck.data.schema import TABLES
from claimcheck.data.tables import check_same, csv_bytes, csv_path, load, normalise, write_files

_AGAIN = "run claimcheck derive, then look at the change with git diff"


def numbers_text(claims: Sequence[ClaimResult], notebooks: Path, data: Path = DATA_DIR) -> str:
    """The text of ``numbers.csv``: the numbers that recorded ``notebooks`` state, and those of ``claims``."""
    return listed([*_stated(notebooks), *of_claims(claims, data)])


def _stated(notebooks: Path) -> list[Number]:
    return [number for path in sorted(notebooks.glob("*.ipynb")) for number in recorded(path)]


def derive_tables(data: Path = DATA_DIR) -> dict[str, pd.DataFrame]:
    """The derived tables by name, made from the others."""
    tables = load_tables(data)
    return {name: make(tables) for name, make in DERIVED.items()}


def derive(data: Path = DATA_DIR, notebooks: Path | None = None) -> dict[str, bool]:
    """Write all that is derived, or nothing; path below ``data`` -> whether it changed.

    ``notebooks`` is the folder of the recorded notebooks, next to ``data`` unless passed. Raises ClaimcheckError.
    """
    with copied(data) as copy:
        before = {path.relative_to(copy).as_posix(): path.read_bytes() for path in copy.rglob("*") if path.is_file()}
        names = _derive(copy, notebooks or data.parent / "notebooks")
        changed = {name: (copy / name).read_bytes() != before.get(name) for name in names}
        write_files({name: (copy / name).read_bytes() for name in names if changed[name]}, data)
    return changed


def _derive(data: Path, notebooks: Path) -> list[str]:
    """Write into ``data`` file by file; their paths below it."""
    frames = derive_tables(data)
    for name, frame in frames.items():
        csv_path(name, data).parent.mkdir(exist_ok=True)
        csv_path(name, data).write_bytes(csv_bytes(frame, TABLES[name]))
    # Texts of claims name numbers: what notebooks state is listed before the claims are evaluated.
    (data / NUMBERS).write_text(relisted(notebooks, data, SOURCE), encoding="utf-8")
    claims = evaluate(data)
    (data / NUMBERS).write_text(numbers_text(claims, notebooks, data), encoding="utf-8")
    (data / CLAIM_RESULTS).write_text(text_of(claims), encoding="utf-8")
    return [*(TABLES[name].file for name in frames), NUMBERS, CLAIM_RESULTS]


def check_tables(data: Path = DATA_DIR) -> int:
    """Derive every table again and compare it with what is recorded; the number of tables.

    Raises TableError, naming row and column, for the first cell that differs.
    """
    for name, frame in derive_tables(data).items():
        check_same(load(name, data), normalise(frame, TABLES[name]), TABLES[name], data, "claimcheck derive")
    return len(DERIVED)


def check_claims(data: Path = DATA_DIR) -> int:
    """Evaluate every claim and compare it, and its numbers, with what is recorded; the number of claims.

    Raises TableError, naming the claim or number and the field, for the first that differs.
    """
    path = data / CLAIM_RESULTS
    claims = evaluate(data)
    records, fresh = read_records(data), [record_of(claim) for claim in claims]
    before, now = ([record.get("number") for record in side] for side in (records, fresh))
    if before != now:
        raise TableError(f"holds claims {before}, the register {now}", where=path, fix=_AGAIN)
    for recorded_claim, claim in zip(records, fresh, strict=True):
        if difference := next(differences(recorded_claim, claim), None):
            message = f"claim {claim['number']}: {difference}"
            raise TableError(message, where=path, rule="verdicts are computed, then recorded", fix=_AGAIN)
    _compare_numbers(data, of_claims(claims, data), lambda source: source == SOURCE)
    return len(fresh)


def check_numbers(data: Path = DATA_DIR, notebooks: Path | None = None) -> int:
    """Compare ``numbers.csv`` with what the recorded notebooks, those next to ``data``, state; how many they state.

    Raises TableError, naming the number and the field, for the first that differs.
    """
    stated = _stated(notebooks or data.parent / "notebooks")
    _compare_numbers(data, stated, lambda source: source != SOURCE)
    return len(stated)


def _compare_numbers(data: Path, numbers: Iterable[Number], chosen: Callable[[str], bool]) -> None:
    """Raise TableError for the first recorded number of a ``chosen`` source that differs from ``numbers``."""
    recorded = {key: vars(number) for key, number in read_numbers(data).items() if chosen(number.source)}
    if difference := next(differences(recorded, {number.key: vars(number) for number in numbers}), None):
        rule = "numbers are those that notebooks and claims state"
        raise TableError(str(difference), where=data / NUMBERS, rule=rule, fix=_AGAIN)
