"""What all tests share: the committed data, the order of the run."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

if TYPE_CHECKING:
    from claimcheck.analysis.derived import Tables
    from claimcheck.claims.verdict.result import ClaimResult
    from claimcheck.data.numbers import Number
    from tests.sources.upstream import Made

ROOT = Path(__file__).resolve().parent.parent
# Tests read whole registers, in which libyaml takes a tenth of the time.
yaml.SafeLoader = yaml.CSafeLoader
# The longest. A file stays on one worker: these come first, so that none is left for one at the end.
LONG = {
    "test_sweep.py", "test_readme.py", "test_find.py", "test_compare.py", "test_texts.py", "test_notebooks.py",
    "test_frame.py", "test_reading.py", "test_results.py", "test_sheet.py", "test_get.py", "test_rounds.py",
}  # fmt: skip


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def data_dir(root: Path) -> Path:
    """The committed tables and registers: read them, never write."""
    return root / "data"


@pytest.fixture
def linked(data_dir: Path, tmp_path: Path) -> Path:
    """A folder of data whose files are links to the committed ones: unlink what a test changes."""
    return Path(shutil.copytree(data_dir, tmp_path / "data", copy_function=os.symlink))


@pytest.fixture(scope="session")
def ingested(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """A made round of every kind of source, with its tables: copy what a test changes."""
    from tests.sources.upstream import every_source

    there = every_source(tmp_path_factory.mktemp("every"))
    there.ingest()
    return there


@pytest.fixture(scope="session")
def tables(data_dir: Path) -> Tables:
    """The committed tables and registers, read once."""
    from claimcheck.analysis.derived import load_tables

    return load_tables(data_dir)


@pytest.fixture(scope="session")
def claims(tables: Tables) -> dict[int, ClaimResult]:
    """The recorded claims as they are printed, by number."""
    from claimcheck.claims.texts.wording import printed_claims
    from claimcheck.claims.verdict.result import read_recorded

    return {claim.number: claim for claim in printed_claims(read_recorded(tables), tables)}


@pytest.fixture
def evaluated(claims: dict[int, ClaimResult], data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for all claims gets the recorded ones: `make book` compares them with those that it evaluates."""

    def recorded(data: Path, register: Path | None, tables: Tables) -> list[ClaimResult]:
        first = data_dir / "claims" / "v6.0"
        name = "" if register == first else register and register.name
        return [claim for claim in claims.values() if name in (None, claim.register)]

    monkeypatch.setattr("claimcheck.claims.verdict.evaluate.evaluate", recorded)


@pytest.fixture(scope="session")
def numbers(claims: dict[int, ClaimResult], tables: Tables, data_dir: Path) -> Mapping[str, Number]:
    """Every number that prose may print, as recorded."""
    from claimcheck.claims.texts.wording import claim_numbers
    from claimcheck.data.numbers import read_numbers

    return {**claim_numbers(list(claims.values()), tables), **read_numbers(data_dir)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest."""
    items.sort(key=lambda item: item.path.name not in LONG)
