"""The environment is exactly what requirements.txt pins, and nothing names a package registry."""

from __future__ import annotations

import json
import os
import re
import runpy
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from tests.conftest import ROOT

# A pin with its hashes, as pip reads it: lines that end in a backslash are one.
PIN = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[A-Za-z0-9.+!]+)(?P<hashes>(\s+--hash=sha256:[0-9a-f]{64})+)")
FILES = ["requirements.txt", *sorted(f"tools/{path.name}" for path in (ROOT / "tools").glob("*.txt"))]
# pip comes with the interpreter; claimcheck is the project itself.
NOT_PINNED = {"pip", "claimcheck"}


def normal(name: str) -> str:
    """A package's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(path: Path) -> list[str]:
    """The lines of a file of pins that are no comment and not blank."""
    text = path.read_text(encoding="utf-8").replace("\\\n", "")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command in ``folder``, with no package but those of its own environment."""
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def pinned(root: Path) -> dict[str, str]:
    """Normalised name to version."""
    return {normal(m["name"]): m["version"] for line in pins(root / "requirements.txt") if (m := PIN.match(line))}


@pytest.mark.parametrize("name", FILES)
def test_every_line_is_an_exact_pin_with_hashes(root: Path, name: str) -> None:
    """No range, no option, no address, no package twice, no hash twice."""
    lines = pins(root / name)
    found = [match for line in lines if (match := PIN.fullmatch(line))]
    assert [line for line in lines if not PIN.fullmatch(line)] == []
    assert len({normal(match["name"]) for match in found}) == len(lines) > 0
    hashes = [one for match in found for one in match["hashes"].split()]
    assert len(set(hashes)) == len(hashes)


def test_what_is_used_directly_says_why(root: Path) -> None:
    """In the first part each package has a comment above it; in the second none needs one."""
    text = (root / "requirements.txt").read_text(encoding="utf-8")
    direct, indirect = text.split("# What those need\n")
    lines = direct.split("# Used directly\n")[1].splitlines()
    assert [line for above, line in zip(["", *lines], lines, strict=False) if "==" in line and above[:2] != "# "] == []
    assert indirect.count("==") > 10


def test_every_installation_asks_for_hashes(root: Path) -> None:
    """Whatever makes an environment from a file of pins."""
    for name in ("tools/environment", "Makefile"):
        text = (root / name).read_text(encoding="utf-8").replace("\\\n", " ")
        asked = [line for line in re.split(r"\n|&&|;", text) if re.search(r"pip install.* -r ", line)]
        assert asked and all("--require-hashes" in line and "--no-deps" in line for line in asked), name


@pytest.mark.parametrize(
    ("file", "serves"),
    [
        ("a-1.0-py3-none-any.whl", True),
        ("a-1.0-py2.py3-none-any.whl", True),
        ("a-1.0-cp311-cp311-manylinux_2_28_aarch64.whl", True),
        ("a-1.0-cp38-abi3-macosx_11_0_arm64.whl", True),
        ("a-1.0-cp314-cp314-macosx_11_0_arm64.whl", True),
        ("a-1.0-cp314-cp314t-macosx_11_0_arm64.whl", False),
        ("a-1.0-cp315-abi3-win_amd64.whl", False),
        ("a-1.0-cp310-cp310-win_amd64.whl", False),
        ("a-1.0-pp311-pypy311_pp73-win_amd64.whl", False),
    ],
)
def test_which_files_are_hashed(root: Path, file: str, serves: bool) -> None:
    lock = runpy.run_path(str(root / "tools" / "lock"))
    assert lock["serves"](file) == serves


def test_a_file_of_pins_is_written_again_as_it_is(root: Path) -> None:
    """Reasons and order stay; hashes are dropped, to be written anew; a reason behind a pin goes above it."""
    lock = runpy.run_path(str(root / "tools" / "lock"))
    lines = lock["entries"]("# Head\n\na==1.0  # because\n# so\nb==2 \\\n    --hash=sha256:00\n")
    assert lines == ["# Head", "", "# because", "a==1.0", "# so", "b==2"]


def test_environment_is_what_is_pinned(pinned: dict[str, str]) -> None:
    """Everything installed is pinned at its version, and everything pinned is installed."""
    installed = {
        normal(d.metadata["Name"]): d.version
        for d in metadata.distributions(path=[p for p in sys.path if p.startswith(sys.prefix)])
    }
    assert {name: v for name, v in installed.items() if name not in NOT_PINNED} == pinned


def test_python_is_declared(root: Path) -> None:
    """In the form that tools/environment reads, which refuses any other; what runs is among them."""
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(r'^requires-python = ">=3\.(\d+),<3\.(\d+)"$', text, re.MULTILINE)
    assert found is not None and (3, int(found[1])) <= sys.version_info[:2] < (3, int(found[2]))
    refused = run(root, "bash", "tools/environment", "nowhere", "false")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith(f"PYTHON=false is not Python 3.{found[1]} to 3.{int(found[2]) - 1}.\n")


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


def test_binder_gets_the_same_python_and_pins_and_the_package_alone(root: Path) -> None:
    """Nothing else is in the folder: Binder takes any of a dozen files for a wish."""
    binder, project = root / ".binder", tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = {path.name: path.read_text(encoding="utf-8") for path in binder.iterdir()}
    assert sorted(text) == ["postBuild", "requirements.txt", "runtime.txt"]
    version = re.match(r">=(3\.\d+),", project["requires-python"])
    assert version is not None and text["runtime.txt"] == f"python-{version[1]}\n"
    named = re.fullmatch(r"-r (\S+)\n", text["requirements.txt"])
    assert named is not None and (binder / named[1]).resolve() == root / "requirements.txt"
    assert os.access(binder / "postBuild", os.X_OK) and text["postBuild"].startswith("#!/bin/sh\n")
    assert {"--no-deps", "--no-build-isolation", "--editable"} <= set(text["postBuild"].split())
