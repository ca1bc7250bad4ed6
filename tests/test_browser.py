"""The search for a Chromium, and what it says when none is usable."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck import browser as chromium


def program(folder: Path, name: str) -> Path:
    """A file that could be run."""
    path = folder / name
    path.write_text("#!/bin/sh\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_the_named_program_comes_first(tmp_path: Path) -> None:
    """CHROMIUM beats the PATH; a wrong one is an error, not a reason to look further."""
    on_path = program(tmp_path, "chromium")
    named = program(tmp_path, "mine")
    environ = {"PATH": str(tmp_path), "CHROMIUM": str(named)}
    assert chromium.find(environ, tmp_path).program == named
    assert chromium.find({"PATH": str(tmp_path)}, tmp_path).program == on_path
    with pytest.raises(chromium.BrowserMissing, match="CHROMIUM=/nowhere"):
        chromium.find(environ | {"CHROMIUM": "/nowhere"}, tmp_path)


def test_without_any_chromium_it_says_what_to_do(tmp_path: Path) -> None:
    """Neither a program nor the npm package."""
    with pytest.raises(chromium.BrowserMissing, match="make test"):
        chromium.find({"PATH": str(tmp_path)}, tmp_path)
