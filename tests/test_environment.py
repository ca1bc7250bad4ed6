"""The environment is exactly what requirements.txt pins, and nothing names a package registry."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

PIN = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[A-Za-z0-9.+!]+)")
# pip comes with the interpreter; claimcheck is the project itself.
NOT_PINNED = {"pip", "claimcheck"}


def normal(name: str) -> str:
    """A package's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.fixture(scope="module")
def lines(root: Path) -> list[str]:
    """The lines of requirements.txt that are no comment and not blank."""
    text = (root / "requirements.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


@pytest.fixture(scope="module")
def pinned(lines: list[str]) -> dict[str, str]:
    """Normalised name to version."""
    return {normal(m["name"]): m["version"] for line in lines if (m := PIN.match(line))}


def test_every_line_is_an_exact_pin(lines: list[str], pinned: dict[str, str]) -> None:
    """No range, no option, no address, no package twice."""
    assert [line for line in lines if not PIN.fullmatch(line.partition("#")[0].strip())] == []
    assert len(pinned) == len(lines)


def test_what_is_used_directly_says_why(root: Path) -> None:
    """In the first part each package has a comment; in the second none needs one."""
    text = (root / "requirements.txt").read_text(encoding="utf-8")
    direct, indirect = text.split("# What those need\n")
    direct = direct.split("# Used directly\n")[1]
    assert all("  # " in line for line in direct.strip().splitlines())
    assert len(indirect.strip().splitlines()) > 10


def test_environment_is_what_is_pinned(pinned: dict[str, str]) -> None:
    """Everything installed is pinned at its version, and everything pinned is installed."""
    installed = {
        normal(d.metadata["Name"]): d.version
        for d in metadata.distributions(path=[p for p in sys.path if p.startswith(sys.prefix)])
    }
    assert {name: v for name, v in installed.items() if name not in NOT_PINNED} == pinned


def test_python_is_declared(root: Path) -> None:
    """Python 3.11 is asked for, and is what runs."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == "==3.11.*"
    assert sys.version_info[:2] == (3, 11)


def test_declared_dependencies_are_pinned(root: Path, pinned: dict[str, str]) -> None:
    """What the package says it imports is among the pins."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {normal(name) for name in project["dependencies"]} <= set(pinned)


def test_npm_packages_are_locked_without_a_registry(root: Path) -> None:
    """package.json names exact versions; the lock has a checksum for each package and no address to fetch it from."""
    package = json.loads((root / "package.json").read_text(encoding="utf-8"))
    wanted = package["dependencies"] | package["devDependencies"]
    text = (root / "package-lock.json").read_text(encoding="utf-8")
    packages = json.loads(text)["packages"]
    # The only addresses are those where authors ask for gifts.
    assert "resolved" not in text
    assert "://" not in json.dumps([{k: v for k, v in one.items() if k != "funding"} for one in packages.values()])
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert [path for path, package in packages.items() if path and "integrity" not in package] == []


def test_the_official_scorer_is_pinned_where_its_version_is_named(root: Path) -> None:
    from claimcheck.ingest.training.official import PACKAGE

    lines = (root / "tools" / "official-scorer.txt").read_text().splitlines()
    assert PACKAGE in lines
    assert all("==" in line for line in lines if not line.startswith("#"))
