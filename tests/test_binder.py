"""Binder gets the same Python and the same pins as `make`, and claimcheck itself."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest


@pytest.fixture
def binder(root: Path) -> Path:
    return root / ".binder"


def test_it_asks_for_the_python_of_the_project(root: Path, binder: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = project["requires-python"].removeprefix("==").removesuffix(".*")
    assert (binder / "runtime.txt").read_text(encoding="utf-8") == f"python-{version}\n"


def test_its_pins_are_those_of_the_project_and_nothing_else(root: Path, binder: Path) -> None:
    """One line that includes requirements.txt, by a path that pip takes from the file's own folder."""
    (line,) = (binder / "requirements.txt").read_text(encoding="utf-8").splitlines()
    named = re.fullmatch(r"-r (\S+)", line)
    assert named is not None
    assert (binder / named[1]).resolve() == root / "requirements.txt"


def test_it_installs_the_package_without_asking_for_anything_more(binder: Path) -> None:
    script = binder / "postBuild"
    assert os.access(script, os.X_OK)
    lines = script.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "#!/bin/sh"
    commands = [line for line in lines[1:] if line and not line.startswith("#")]
    assert commands[0] == "set -eu"
    (install,) = commands[1:]
    assert install.startswith("python -m pip install ")
    assert {"--no-deps", "--no-build-isolation", "--editable"} <= set(install.split())


def test_nothing_else_is_there(binder: Path) -> None:
    """Binder takes any of a dozen files for a wish: no browser, no Node, no system packages."""
    assert sorted(p.name for p in binder.iterdir()) == ["postBuild", "requirements.txt", "runtime.txt"]
