"""Take a round out of a folder of data, as if it had not come yet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from claimcheck.analysis.derived import DERIVED
from claimcheck.data import paths
from claimcheck.data.schema import TABLES
from claimcheck.data.tables import csv_path, load, write_tables
from claimcheck.sources.build import round_keys


def remove_round(data: Path, key: str) -> dict[str, Any]:
    """Remove the round ``key`` from the tables and from ``rounds.yml`` of ``data``; return its entry there."""
    before = {name: load(name, data) for name, table in TABLES.items() if table.ingested}
    write_tables({name: frame[round_keys(frame, name) != key] for name, frame in before.items()}, data)
    rounds = yaml.safe_load((data / paths.ROUNDS).read_text(encoding="utf-8"))
    entry = rounds["rounds"].pop(key)
    (data / paths.ROUNDS).write_text(yaml.safe_dump(rounds), encoding="utf-8")
    for name in DERIVED:
        csv_path(name, data).unlink(missing_ok=True)
    return entry
