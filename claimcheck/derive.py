"""``claimcheck derive``: what follows from the tables, the register and the recorded notebooks, written once.

Everything downstream (site, PDFs, command line) reads what this writes and computes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from claimcheck.analysis.derived import DERIVED
from claimcheck.analysis.mechanisms.kv_routing import routing_sweeps
from claimcheck.analysis.serving.build import make as serving_tables
from claimcheck.claims.evaluate import evaluate, load_tables
from claimcheck.claims.export import write_whole
from claimcheck.claims.model import ClaimResult
from claimcheck.claims.numbers import SOURCE, of_claims
from claimcheck.claims.recorded import FILE as CLAIMS_FILE
from claimcheck.claims.recorded import read_records, record_of, text_of
from claimcheck.errors import TableError
from claimcheck.numbers import FILE, Number, listed, read_numbers, recorded
from claimcheck.tables import DATA_DIR, TABLES, csv_bytes, csv_path, write_manifest, write_tables

_AGAIN = "run claimcheck derive, then look at the change with git diff"


def numbers_text(claims: Sequence[ClaimResult], notebooks: Path, data: Path = DATA_DIR) -> str:
    """``numbers.csv``: what the recorded ``notebooks`` state, and what ``claims`` came to."""
    return listed([*_stated(notebooks), *of_claims(claims, data)])


def _stated(notebooks: Path) -> list[Number]:
    return [one for path in sorted(notebooks.glob("*.ipynb")) for one in recorded(path)]


def derive_tables(data: Path = DATA_DIR, simulations: bool = False) -> dict[str, pd.DataFrame]:
    """The derived tables by name, made from the others; with the ``simulations`` among them, which take minutes."""
    given = load_tables(data)
    made = {name: make(given) for name, make in DERIVED.items()}
    return made | (serving_tables(data) | {"routing_sweeps": routing_sweeps(data)} if simulations else {})


def derive(data: Path = DATA_DIR, notebooks: Path | None = None, simulations: bool = False) -> dict[str, bool]:
    """Write what is derived, each file whole, then the manifest; path below ``data`` -> whether it changed.

    ``notebooks`` is the folder of the recorded notebooks, that beside ``data`` unless given. Raises ClaimcheckError.
    """
    notebooks = notebooks or data.parent / "notebooks"
    frames = derive_tables(data, simulations)
    files = {csv_path(name, data): csv_bytes(frame, TABLES[name]) for name, frame in frames.items()}
    changed = {str(path.relative_to(data)): _differs(path, content) for path, content in files.items()}
    write_tables({name: frame for name, frame in frames.items() if changed[TABLES[name].file]}, data)
    numbers = data / FILE
    before = numbers.read_bytes() if numbers.is_file() else b""
    # Texts of claims name numbers: what notebooks state is listed before the claims are evaluated.
    of_register = [one for one in read_numbers(data).values() if one.source == SOURCE] if before else []
    write_whole(numbers, listed([*_stated(notebooks), *of_register]).encode())
    claims = evaluate(data)
    texts = {FILE: numbers_text(claims, notebooks, data), CLAIMS_FILE: text_of(claims)}
    for name, text in texts.items():
        path = data / name
        changed[name] = _differs(path, text.encode())
        if changed[name]:
            write_whole(path, text.encode())
    changed[FILE] = numbers.read_bytes() != before
    write_manifest(data)
    return changed


def check_claims(data: Path = DATA_DIR) -> int:
    """Evaluate every claim and compare it with what is recorded; the number of claims.

    Raises TableError, naming the claim and the field, for the first that differs.
    """
    path = data / CLAIMS_FILE
    recorded, fresh = read_records(data), [record_of(claim) for claim in evaluate(data)]
    if (before := [one.get("number") for one in recorded]) != (now := [one["number"] for one in fresh]):
        raise TableError(f"holds claims {before}, the register {now}", where=path, fix=_AGAIN)
    for one, other in zip(recorded, fresh, strict=True):
        for name in sorted(one.keys() | other.keys()):
            if one.get(name) != other.get(name):
                message = f"claim {other['number']}: {name} differs from what the tables give"
                raise TableError(message, where=path, rule="verdicts are computed, then recorded", fix=_AGAIN)
    return len(fresh)


def _differs(path: Path, content: bytes) -> bool:
    return not path.is_file() or path.read_bytes() != content
