"""What all tests share: the committed data, the upstream repositories, the order of the run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def data_dir(root: Path) -> Path:
    """The committed tables and registers: read them, never write."""
    return root / "data"


@pytest.fixture(scope="session")
def upstream() -> Path:
    """The folder of upstream repositories that CLAIMCHECK_UPSTREAM names."""
    return Path(os.environ["CLAIMCHECK_UPSTREAM"])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs the upstream repositories where there are none; run the browser tests last."""
    if not os.environ.get("CLAIMCHECK_UPSTREAM"):
        skip = pytest.mark.skip(reason="needs the upstream repositories: set CLAIMCHECK_UPSTREAM")
        for item in items:
            if item.get_closest_marker("upstream"):
                item.add_marker(skip)
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
