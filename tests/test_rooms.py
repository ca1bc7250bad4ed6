"""Imports go one way, from room to room and from module to module, those inside functions too."""

from __future__ import annotations

import ast
import functools
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "claimcheck"
# Each room, with the rooms that its modules may import besides their own.
ROOMS = {
    "core": set(),
    "data": {"core"},
    "sources": {"core", "data"},
    "analysis": {"core", "data"},
    "charts": {"core", "data", "analysis"},
    "claims": {"core", "data", "analysis"},
    "checks": {"core", "data", "analysis", "claims"},
    "notebook": {"core", "data", "analysis", "charts", "claims", "checks"},
    "site": {"core", "data", "analysis", "charts", "claims", "checks", "notebook"},
    "build": {"core", "data", "sources", "analysis", "charts", "claims", "checks", "notebook", "site"},
}


@functools.cache
def imports(package: Path) -> dict[str, set[str]]:
    """The modules of ``package`` by their dotted names, each with those of its modules that it imports."""
    names = {
        ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__"): path
        for path in package.rglob("*.py")
    }
    graph: dict[str, set[str]] = {}
    for name, path in names.items():
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        froms = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
        modules = {(f"{node.module}.{alias.name}", node.module) for node in froms for alias in node.names}
        graph[name] = {full if full in names else module for full, module in modules} & names.keys() - {name}
    return graph


def test_imports_go_down_only() -> None:
    up = [
        f"{module} imports {other}"
        for module, others in imports(PACKAGE).items()
        for other in others
        if (room := module.split(".")[1:2]) and (at := room[0]) in ROOMS
        if (below := other.split(".")[1:2]) and below[0] not in ROOMS[at] | {at}
    ]
    assert up == []


def test_derive_imports_nothing_of_notebooks() -> None:
    graph = imports(PACKAGE)
    reached, left = set(), [name for name in graph if name.endswith(".derive")]
    while left:
        reached.add(name := left.pop())
        left += graph[name] - reached
    assert reached and not [name for name in reached if name.startswith("claimcheck.notebook")]


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert tuple(TopologicalSorter(imports(PACKAGE)).static_order())
