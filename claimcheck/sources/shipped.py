"""What submitters shipped next to their results: the code that serves a benchmark by git's own ids, versions it pins.

Two entries ran the same code as far as the record goes when that part of their trees has the same content at the same
relative paths. The harness (``main.py``, ``llmlib/``, ``fields/``, ``common/``) and a folder a benchmark lie in
``<division>/<submitter>/code/``, in ``src/`` or in ``src/code/``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import pandas as pd

from claimcheck.core.files import digest
from claimcheck.data.names import Row
from claimcheck.data.rounds import Round
from claimcheck.sources.git import GitTree
from claimcheck.sources.records import CALLED

BenchmarkNames = Mapping[str, Sequence[str]]

# The folder that holds this file is the harness's.
_ROOT = re.compile(
    r"(?P<own>(?:closed|open)/[^/]+)/(?!results/|measurements/|compliance/).+(?=/common/systems/system_list\.py\Z)"
)
# What runs after the measurement, on its logs, cannot change a rate; the folder's other files are parts of their own.
_CHECKS = frozenset(f"common/mlcommons/{name}.py" for name in ("accuracy_checker", "compliance", "results"))
_LEFT_OUT = {*_CHECKS, "common/mlcommons", "common/systems"}
# Parts of the harness: a folder's children, or the path itself.
_HARNESS = ("main.py", "fields", "ops", "llmlib/*", "common/*", "common/mlcommons/*", "harness/harness_llm")
# Words for people, pictures and left-over copies start nothing; nor do recipes for a start.
_IDLE = re.compile(r"\.(md|bak|png|txt)$|^README|^res$|^run_disagg|^repro")
_PINS = {name: re.compile(pattern) for name, pattern in CALLED["pins"].items()}


def read_submitted_files(tree: GitTree, round_: Round, results: pd.DataFrame, names: BenchmarkNames) -> pd.DataFrame:
    """What each submitter with DeepSeek-R1 or Llama 3.1 405B results on NVIDIA's chips shipped; no row for no part."""
    chosen = results[results["benchmark"].isin(list(names)) & (results["accelerator_vendor"] == "NVIDIA")]
    roots: dict[str, str] = {}
    for match in filter(None, map(_ROOT.match, sorted(tree.paths))):
        roots.setdefault(match["own"], match[0])  # of two, the first by name
    rows: dict[str, Row] = {}
    for division, submitter in sorted(set(zip(chosen["division"], chosen["submitter"], strict=True))):
        if (root := roots.get(f"{division}/{submitter}")) is not None:
            for row in (*_harness(tree, root, names), *_pins(tree, root.rpartition("/")[0])):
                file_id = "/".join(str(row[key]) for key in ("part", "benchmark", "path", "line") if key in row)
                file_id = f"{round_.name}/{file_id}"
                rows[file_id] = row | {"file_id": file_id, "division": division, "submitter": submitter}
    return pd.DataFrame(rows.values())


def _harness(tree: GitTree, root: str, names: BenchmarkNames) -> Iterator[Row]:
    """The parts of the harness at ``root``, and of each benchmark's own code."""
    yield from _parts(tree, "harness", root, _HARNESS)
    for benchmark, spellings in names.items():
        folder = next((f"{root}/{name}" for name in spellings if f"{root}/{name}" in tree.folders), None)
        for row in _parts(tree, "model", folder, ("tensorrt/*",)) if folder else ():
            yield row | {"benchmark": benchmark}


def _parts(tree: GitTree, part: str, root: str, patterns: tuple[str, ...]) -> Iterator[Row]:
    """A row of each file and folder at ``patterns`` below ``root``; ``x/*`` are the children of ``x``."""
    for pattern in patterns:
        folder, star, _ = pattern.partition("/*")
        for name in [f"{folder}/{child}" for child in tree.children(f"{root}/{folder}")] if star else [pattern]:
            path = f"{root}/{name}"
            if name in _LEFT_OUT or _IDLE.search(name.rpartition("/")[2]):
                continue
            if path in tree.paths:
                yield {"part": part, "name": name, "path": path, "kind": "file", "content_id": tree.paths[path]}
            elif path in tree.folders:
                yield {"part": part, "name": name, "path": path, "kind": "folder", "content_id": _digest(tree, path)}


def _digest(tree: GitTree, folder: str) -> str:
    """A digest of the names and contents below a folder, whatever the files' modes: 40 hex digits."""
    parts = [
        f"{name} {tree.paths.get(f'{folder}/{name}') or _digest(tree, f'{folder}/{name}')}"
        for name in tree.children(folder)
    ]
    return digest("\n".join(parts).encode())[:40]


def _pins(tree: GitTree, base: str) -> Iterator[Row]:
    """The assignments below ``base`` that pin a version."""
    present = {f"{base}/{name}": pattern for name, pattern in _PINS.items() if f"{base}/{name}" in tree.paths}
    for blob in tree.read(present):
        for number, line in enumerate((blob.data or b"").decode("utf-8", "replace").splitlines(), 1):
            if match := present[blob.path].match(line.rstrip()):
                # What a command or a variable would have said is not recorded.
                value = None if "$" in match[2] else match[2].strip("\"'")
                row = {"part": "pin", "kind": "pin", "name": match[1], "value": value}
                yield row | {"path": blob.path, "line": number}
