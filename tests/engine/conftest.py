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
def made_of(data_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The packed tables of made results, as a folder. Packing takes a second: those of equal rows are packed once."""
    packed: dict[str, Path] = {}

    def made(*rows: dict[str, Any]) -> Path:
        if (name := repr(rows)) not in packed:
            packed[name] = tmp_path_factory.mktemp("packed")
            write_packed(Tables(results(*rows), data_dir), packed[name])
        return packed[name]

    return made
