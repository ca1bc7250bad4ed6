"""Digests of what was compared with upstream: a cell that somebody changes later is no longer what it was."""

from __future__ import annotations

import csv
import gzip
import hashlib
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from claimcheck.core.errors import TableError
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.rounds import round_key
from claimcheck.data.schema import TABLES
from claimcheck.data.store import csv_path, load

_DIGITS = 16


def round_digests(contents: Mapping[str, bytes]) -> dict[str, list[str]]:
    """By a round's key, ``key/table:digest`` of what each ingested table, here the content of its file, has of it.

    The digest is the first digits of the SHA-256 of the header and the lines of those rows.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for name, content in sorted(contents.items()):
        table = TABLES[name]
        header, *lines = (gzip.decompress(content) if table.compressed else content).splitlines(keepends=True)
        hashes: dict[str, hashlib._Hash] = {}
        for line, cells in zip(lines, csv.reader(line.decode() for line in lines), strict=True):
            row = dict(zip(table.names, cells, strict=True))
            hashes.setdefault(round_key(row.get("suite", ""), row["round"]), hashlib.sha256(header)).update(line)
        for key, one in hashes.items():
            found[key].append(f"{key}/{name}:{one.hexdigest()[:_DIGITS]}")
    return found


def check_digests(data: Path = DATA_DIR) -> int:
    """Compare the tables with what ``verify`` compared with upstream; the number of digests.

    Raises TableError with every round and table that is another one, is new or is gone.
    """
    here = round_digests({name: csv_path(name, data).read_bytes() for name, t in TABLES.items() if t.ingested})
    faults, count = [], 0
    for row in load("verified", data).itertuples():
        recorded = set(row.digests.split(", "))
        odd = recorded ^ {one for key in row.rounds.split(", ") for one in here.get(key, ())}
        faults += sorted({f"{one.partition(':')[0]}, compared on {row.verified}" for one in odd})
        count += len(recorded)
    if faults:
        message = "\n  ".join(["rows are not those that were compared with upstream: round and table", *faults])
        fix = "git diff data/tables says what changed; if it is right, claimcheck verify --write compares it again"
        raise TableError(message, where=csv_path("verified", data), rule="a row is what upstream gives", fix=fix)
    return count
