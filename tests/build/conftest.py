"""Kernels of the tests start as they do in the build."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from claimcheck.build import kernels


@pytest.fixture
def fixed_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """That of notebooks, for a test."""
    before = dict(os.environ)
    kernels.fix_environment(tmp_path_factory.mktemp("scratch"))
    yield
    os.environ.clear()
    os.environ.update(before)
