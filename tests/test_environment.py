"""The environment is exactly what requirements.txt pins, nothing names a registry; every file that is named exists."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
import yaml
from packaging.markers import Marker

from tests.conftest import ROOT

# A pin with its hashes, as pip reads it: lines that end in a backslash are one.
PIN = re.compile(
    r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[A-Za-z0-9.+!]+)(?: ; (?P<marker>[^\\]+?))?"
    r"(?P<hashes>(\s+--hash=sha256:[0-9a-f]{64})+)"
)
SCRIPTS = ROOT / "claimcheck" / "site"
INSTALL = ROOT / "claimcheck" / "build" / "install"
# What is pinned by hand, and what is written from it.
SOURCES = {
    path: ROOT / "requirements.txt" if path.stem == "requirements" else path.with_suffix(".txt")
    for path in sorted(INSTALL.glob("*.in"))
}
# pip comes with the interpreter; claimcheck is the project itself.
NOT_PINNED = {"pip", "claimcheck"}


def normal(name: str) -> str:
    """A package's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(path: Path) -> list[str]:
    """The lines of a file of pins that are no comment and not blank."""
    text = path.read_text(encoding="utf-8").replace("\\\n", "")
    return [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]


@pytest.fixture(scope="module")
def pinned(root: Path) -> dict[str, re.Match[str]]:
    """Normalised name to pin."""
    return {normal(pin["name"]): pin for pin in map(PIN.match, pins(root / "requirements.txt")) if pin}


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_what_is_used_directly_is_pinned_and_says_why(source: Path) -> None:
    """Each package has a comment above it, and its version is that of the file that is written from it."""
    lines = source.read_text(encoding="utf-8").splitlines()
    assert [line for above, line in zip(["", *lines], lines, strict=False) if "==" in line and above[:2] != "# "] == []
    written = {f"{normal(m['name'])}=={m['version']}" for m in map(PIN.match, pins(SOURCES[source]))}
    named = [line.partition("==") for line in lines if line and not line.startswith("#")]
    assert named and {f"{normal(name)}{sign}{version}" for name, sign, version in named} <= written


def test_environment_is_what_is_pinned(pinned: dict[str, re.Match[str]]) -> None:
    """Everything installed is pinned at its version, and everything that is pinned for this system is installed."""
    installed = {
        normal(d.metadata["Name"]): d.version
        for d in metadata.distributions(path=[p for p in sys.path if p.startswith(sys.prefix)])
    }
    for name in installed.keys() - NOT_PINNED:
        assert installed[name] == pinned[name]["version"]
    wanted = {name for name, pin in pinned.items() if not pin["marker"] or Marker(pin["marker"]).evaluate()}
    assert wanted <= installed.keys()


def test_what_installs_and_builds_cannot_write_and_actions_are_pinned_by_commit(root: Path) -> None:
    for path in (root / ".github/workflows").iterdir():
        text = path.read_text(encoding="utf-8")
        workflow, used = yaml.safe_load(text), re.findall(r"uses: (\S+)(.*)", text)
        assert workflow["permissions"] == {"contents": "read"}
        assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", one) and words.startswith(" # v") for one, words in used)
        for job in workflow["jobs"].values():
            taken = [step for step in job["steps"] if "checkout@" in step.get("uses", "")]
            assert all(step["with"]["persist-credentials"] is False for step in taken), path
            may_write = "write" in job.get("permissions", {}).values() or "github.token" in str(job)
            assert not (may_write and re.search(r"checkout@|make |pip |\.ci/", str(job["steps"]))), path


def test_what_the_package_imports_is_named(root: Path) -> None:
    """What its rooms site and build import as well is what the book needs."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    known, imported = metadata.packages_distributions(), {True: set(), False: set()}
    for path in (root / "claimcheck").rglob("*.py"):
        of_book = bool({"site", "build"} & {*path.relative_to(root).parts}) and "engine" not in path.parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
            tops = {name.partition(".")[0] for name in names} - {"claimcheck", *sys.stdlib_module_names}
            imported[of_book] |= {normal(known[top][0]) for top in tops}
    assert imported[False] == {normal(name) for name in project["dependencies"]}
    assert imported[True] - imported[False] == {normal(name) for name in project["optional-dependencies"]["book"]}


def test_npm_packages_are_locked_without_a_registry() -> None:
    """package.json names exact versions; the lock has a checksum for each package and no address to fetch it from."""
    package = json.loads((SCRIPTS / "package.json").read_text(encoding="utf-8"))
    wanted = package["dependencies"] | package["devDependencies"]
    text = (SCRIPTS / "package-lock.json").read_text(encoding="utf-8")
    packages = json.loads(text)["packages"]
    # The only addresses are those where authors ask for gifts.
    assert "resolved" not in text
    assert "://" not in json.dumps([{k: v for k, v in one.items() if k != "funding"} for one in packages.values()])
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert [path for path, package in packages.items() if path and "integrity" not in package] == []


# Files that are named ---------------------------------------------------------------------------

# A path from the top of the repository, or of one of these folders.
TOPS = ("claimcheck", "claimcheck/site", "data")
TOP = r"(?:book|claimcheck|data|notebooks|tests)"
ROOM = r"(?:analysis|charts|checks|claims|core|data|notebook|build|site|sources|static)"
NAMED = re.compile(
    rf"(?<![\w/.:@*{{}}+-])((?:{TOP}|{ROOM})/[\w./-]*\.(?:d\.ts|csv\.gz|csv|js|md|py|sql|yml))(?![\w(-])"
)
# Texts of others, names of other repositories, what tests make up, what was so once.
NOT_READ = re.compile(r"tests/|data/(derived|tables|typed)/|CHANGELOG|.*\.ipynb$|.*/articles/|.*lock")
# Of MLCommons' repositories, and of ours at the commit that the text names.
ELSEWHERE = re.compile(r"tools/submission/|data/faults\.csv$")


def test_every_file_that_is_named_exists(root: Path) -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=root, check=True, capture_output=True, encoding="utf-8").stdout
    files = [name for name in listed.splitlines() if (root / name).is_file()]
    known = {*files, *(name.removeprefix(f"{top}/") for name in files for top in TOPS)}
    served = {f"data/{name.removeprefix('data/facts/')}" for name in files if name.startswith("data/facts/")}
    missing = []
    for name in files:
        if NOT_READ.match(name) or Path(name).suffix in (".ttf", ".woff2", ".png"):
            continue
        text = (root / name).read_text(encoding="utf-8")
        # A page may name the address at which the site serves a file.
        there = known | served if name.endswith(".md") or name.startswith("notebooks/") else known
        for match in NAMED.finditer(text):
            if match[1] not in there and "NAME" not in match[1] and not ELSEWHERE.match(match[1]):
                missing.append(f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match[1]}")
    assert missing == []
