"""What is used is pinned, nothing names a registry, CI's jobs keep no token; every file that is named exists."""

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

from tests.conftest import ROOT

SCRIPTS = ROOT / "claimcheck" / "site"
INSTALL = ROOT / "claimcheck" / "build" / "install"


def normal(name: str) -> str:
    """A package's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("source", sorted(INSTALL.glob("*.in")), ids=lambda path: path.stem)
def test_what_is_used_directly_is_pinned_at_its_version(source: Path) -> None:
    """In the file that is written from it; pip refuses what has no hash there, and is asked for nothing else."""
    written = ROOT / "requirements.txt" if source.stem == "requirements" else source.with_suffix(".txt")
    pins = dict(re.findall(r"^([\w.-]+)==(\S+)", written.read_text(encoding="utf-8"), re.MULTILINE))
    named = dict(re.findall(r"^([\w.-]+)==(\S+)", source.read_text(encoding="utf-8"), re.MULTILINE))
    assert named and {normal(name): version for name, version in named.items()}.items() <= pins.items()


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
