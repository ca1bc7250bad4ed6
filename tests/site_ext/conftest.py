"""One small built book for all tests of the extension."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.site_ext.book import build, write_book


@pytest.fixture(scope="session")
def small_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built book."""
    folder = tmp_path_factory.mktemp("book")
    write_book(folder)
    done = build(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "_build" / "html"
