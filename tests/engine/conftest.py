"""Packed tables of made results."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from claimcheck.analysis.derived import Tables
from claimcheck.site.engine.packed import write_packed
from tests.making import results


@pytest.fixture
def made_of(data_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The packed tables of made results, as a folder."""

    def made(*rows: dict[str, Any]) -> Path:
        folder = tmp_path_factory.mktemp("packed")
        write_packed(Tables(results(*rows), data_dir), folder)
        return folder

    return made
