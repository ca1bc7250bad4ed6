"""Digests of what was compared with upstream: a cell that somebody changes later is no longer what it was."""

from __future__ import annotations

import csv
import gzip
import hashlib
from collections import defaultdict
from collections.abc import Collection
from pathlib import Path

from claimcheck.core.errors import TableError
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.rounds import round_key
from claimcheck.data.schema import TABLES, Table
from claimcheck.data.store import csv_path, load

_DIGITS = 16


def round_digests(content: bytes, table: Table) -> dict[str, str]:
    """First digits of the SHA-256 of each round's lines in the file of an ingested ``table``, by the round's key."""
    lines = (gzip.decompress(content) if table.compressed else content).decode().splitlines(keepends=True)
    found: dict[str, hashlib._Hash] = defaultdict(lambda: hashlib.sha256(lines[0].encode()))
    for line, cells in zip(lines[1:], csv.reader(lines[1:]), strict=True):
        row = dict(zip(table.names, cells, strict=True))
        found[round_key(row.get("suite", ""), row["round"])].update(line.encode())
    return {key: one.hexdigest()[:_DIGITS] for key, one in found.items()}


def digests_text(found: dict[str, dict[str, str]], rounds: Collection[str]) -> str:
    """The cell ``digests`` of a repository's ``rounds``, from the digests of each table."""
    texts = (f"{key}/{name}:{of[key]}" for key in rounds for name, of in sorted(found.items()) if key in of)
    return ", ".join(texts)


def check_digests(data: Path = DATA_DIR) -> int:
    """Compare the tables with what ``verify`` compared with upstream; the number of digests.

    Raises TableError with every round and table that is another one, is new or is gone.
    """
    found = {
        name: round_digests(csv_path(name, data).read_bytes(), table)
        for name, table in TABLES.items()
        if table.ingested
    }
    faults, count = [], 0
    for row in load("verified", data).itertuples():
        rounds = row.rounds.split(", ")
        recorded, here = (set(text.split(", ")) for text in (row.digests, digests_text(found, rounds)))
        count += len(recorded)
        odd = sorted({one.partition(":")[0] for one in recorded ^ here})
        faults += [f"{key} in {name}, compared on {row.verified}" for key, _, name in (o.partition("/") for o in odd)]
    if faults:
        message = "\n  ".join(["rows are not those that were compared with upstream: round", *faults])
        fix = "git diff data/tables says what changed; if it is right, claimcheck verify --write compares it again"
        raise TableError(message, where=csv_path("verified", data), rule="a row is what upstream gives", fix=fix)
    return count
