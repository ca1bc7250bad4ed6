"""Packed tables of made results."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from claimcheck.analysis.derived import Tables
from claimcheck.site.engine.packed import write_packed
from tests.making import results


@pytest.fixture(scope="session")
def made_of(tables: Tables, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The packed tables of made results, as a folder; those of equal rows are packed once."""
    packed: dict[str, Path] = {}

    def made(*rows: dict[str, Any]) -> Path:
        if (name := repr(rows)) not in packed:
            packed[name] = tmp_path_factory.mktemp("packed")
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("claimcheck.site.engine.packed.load_tables", lambda data: tables)
                write_packed(Tables(results(*rows), tables.data), packed[name])
        return packed[name]

    return made
