"""What code a submitter shipped, by git's own ids: equal ids, equal content.

Two entries ran the same code as far as the record goes when the files and folders of that part of their trees
have the same content at the same relative paths. No content is kept; what is read are a few assignments that pin a
version. The harness (``main.py``, ``llmlib/``, ``fields/``, ``common/``) and a folder a benchmark lie in
``<division>/<submitter>/code/``, in ``src/`` or in ``src/code/``; what builds and starts it is next to that folder,
or not shipped. An entry's ``user.conf`` and ``README.md`` are where ``records.described_in`` says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import pandas as pd

from claimcheck.core.files import digest
from claimcheck.data.names import Row
from claimcheck.data.rounds import Round
from claimcheck.sources.git import GitTree
from claimcheck.sources.records import described_in, entry_folder

BenchmarkNames = Mapping[str, Sequence[str]]

# The folder that holds this file is the harness's.
_ROOT = re.compile(r"(?P<own>(?:closed|open)/[^/]+)/(?P<below>.+)/common/systems/system_list\.py")
# Run after the measurement, on its logs: they cannot change a rate.
_CHECKS = frozenset(f"common/mlcommons/{name}.py" for name in ("accuracy_checker", "compliance", "results"))
# Parts of the harness: a folder's children, or the path itself.
_HARNESS = ("main.py", "fields", "ops", "llmlib/*", "common/*", "common/mlcommons/*", "harness/harness_llm")
_LAUNCH = ("scripts/slurm_llm/*", "scaleout/*", "pyxis/*", "enroot/*")
_IMAGE = ("Makefile", "Makefile.build", "Makefile.const", "Makefile.docker", "docker/*")
_MODEL = "tensorrt/*"
# Words for people, pictures and left-over copies start nothing.
_IDLE = re.compile(r"\.(md|bak|png|txt)$|^README|^res$")
_RECIPES = re.compile(r"^(run_disagg|repro)")
_ENTRY_FILES = {"user_conf": "user.conf", "readme": "README.md"}
# Assignments that pin a version, by the file (below the submitter's base) that makes them.
_PINS = {
    "Makefile.build": re.compile(r"^\s*(TRTLLM_HASH)\s*[:?]?=\s*(.+)$"),
    "Makefile.docker": re.compile(r"^\s*(TRTLLM_BASE_IMAGE)\s*[:?]?=\s*(.+)$"),
    "Makefile.const": re.compile(r"^\s*(NGC_BASE_IMAGE|CUDA_VER|TRT_VER)\s*[:?]?=\s*(.+)$"),
    "scripts/generate_system_descriptions.py": re.compile(
        r"^(trtllm_version|nvidia_dynamo_version|trt_version|cuda_version|graceblackwell_driver_version"
        r"|blackwell_driver_version)\s*=\s*\"(.+?)\"\s*$"
    ),
    "scripts/slurm_llm/dynamo_disagg/Dockerfile.dynamo": re.compile(r"^ARG (DYNAMO_BRANCH)=(\S+)\s*$"),
}
# Makefile.const gives its versions by machine: Grace servers, x86 servers, and boards that serve no language model.
_MACHINE = re.compile(r"\$\(IS_SOC\)\$\(ARCH\),\s*(\d)(\w+)\)")
_BOARDS = "1"


def read_submitted_files(
    tree: GitTree, round_: Round, results: pd.DataFrame, settings: pd.DataFrame, names: BenchmarkNames
) -> pd.DataFrame:
    """What each submitter with DeepSeek-R1 or Llama 3.1 405B results on NVIDIA's chips shipped; no row for no part."""
    chosen = results[results["benchmark"].isin(list(names)) & (results["accelerator_vendor"] == "NVIDIA")]
    roots = _roots(tree)
    rows: list[Row] = []
    for division, submitter in sorted(set(zip(chosen["division"], chosen["submitter"], strict=True))):
        who, own = {"division": division, "submitter": submitter}, f"{division}/{submitter}"
        if (root := roots.get(own)) is not None:
            shipped = (*_shipped(tree, root, own, names), *_pins(tree, root.rpartition("/")[0]))
            rows += [who | row for row in shipped]
    rows += [row for entry in chosen.to_dict("records") for row in _entry(tree, entry)]
    rows += _settings_files(settings[settings["row_id"].isin(set(chosen["row_id"]))])
    source = {"round": round_.name, "repo": round_.repo, "commit": tree.commit}
    # Two results of one run share its files: a row stands once.
    named = {file_id: source | row | {"file_id": file_id} for row in rows if (file_id := _file_id(round_.name, row))}
    return pd.DataFrame(named.values())


def _roots(tree: GitTree) -> dict[str, str]:
    """The folder of each submitter's harness; of two, the first by name."""
    roots: dict[str, str] = {}
    for path in sorted(tree.paths):
        match = _ROOT.fullmatch(path)
        if match and not re.match(r"(results|measurements|compliance)/", match["below"]):
            roots.setdefault(match["own"], f"{match['own']}/{match['below']}")
    return roots


def _shipped(tree: GitTree, root: str, own: str, names: BenchmarkNames) -> Iterator[Row]:
    """The parts of the harness at ``root``, and what lies next to it or in the submitter's folder ``own``."""
    base = root.rpartition("/")[0]
    for name in _below(tree, root, _HARNESS):
        # The first of the two is there file by file, the second is a part of its own.
        if name not in ("common/mlcommons", "common/systems"):
            yield _found(tree, "checks" if name in _CHECKS else "harness", name, root)
    for part, folder, patterns in (
        ("systems", root, ("common/systems",)), ("launch", base, _LAUNCH), ("image", base, _IMAGE),
    ):  # fmt: skip
        yield from (_found(tree, part, name, folder) for name in _below(tree, folder, patterns))
    for benchmark, spellings in names.items():
        folder = next((f"{root}/{name}" for name in spellings if f"{root}/{name}" in tree.folders), None)
        for name in _below(tree, folder, (_MODEL,)) if folder else ():
            part = "launch" if _RECIPES.match(name.rpartition("/")[2]) else "model"
            yield _found(tree, part, name, folder) | {"benchmark": benchmark}
    for folder in dict.fromkeys((own, base)):
        yield from (_found(tree, "launch", name, folder) for name in tree.children(folder) if name.endswith(".sh"))


def _below(tree: GitTree, root: str, patterns: tuple[str, ...]) -> Iterator[str]:
    """Names of the files and folders at ``patterns`` below ``root``; ``x/*`` are the children of ``x``."""
    for pattern in patterns:
        folder, star, _ = pattern.partition("/*")
        for name in [f"{folder}/{child}" for child in tree.children(f"{root}/{folder}")] if star else [pattern]:
            path = f"{root}/{name}"
            if not _IDLE.search(name.rpartition("/")[2]) and (path in tree.paths or path in tree.folders):
                yield name


def _found(tree: GitTree, part: str, name: str, folder: str) -> Row:
    path = f"{folder}/{name}"
    row = {"part": part, "name": name, "path": path}
    if blob := tree.paths.get(path):
        return row | {"kind": "file", "git_id": blob, "content_id": blob}
    return row | {"kind": "folder", "git_id": tree.folders[path], "content_id": _digest(tree, path)}


def _digest(tree: GitTree, folder: str) -> str:
    """A digest of the names and contents below a folder, whatever the files' modes: 40 hex digits."""
    parts = [
        f"{name} {tree.paths.get(f'{folder}/{name}') or _digest(tree, f'{folder}/{name}')}"
        for name in tree.children(folder)
    ]
    return digest("\n".join(parts).encode())[:40]


def _pins(tree: GitTree, base: str) -> Iterator[Row]:
    present = {f"{base}/{name}": pattern for name, pattern in _PINS.items() if f"{base}/{name}" in tree.paths}
    for blob in tree.read(present):
        lines = (blob.data or b"").decode("utf-8", "replace").splitlines()
        machine = ""
        for number, line in enumerate(lines, 1):
            if condition := _MACHINE.search(line):
                machine = f"{condition[1]} {condition[2]}"
            match = present[blob.path].match(line.rstrip())
            if match is None or machine.startswith(_BOARDS):
                continue
            # What a command or a variable would have said is not recorded.
            value = None if "$" in match[2] else match[2].strip("\"'")
            row = {"part": "pin", "kind": "pin", "name": f"{match[1]} {machine[2:]}".strip(), "value": value}
            yield row | {"git_id": blob.blob, "path": blob.path, "line": number}


def _entry(tree: GitTree, entry: dict[str, object]) -> Iterator[Row]:
    named = {key: entry[key] for key in ("division", "submitter", "system", "benchmark", "scenario")}
    for part, name in _ENTRY_FILES.items():
        places = described_in(entry_folder(entry))
        if place := next((place for place in places if f"{place}/{name}" in tree.paths), None):
            yield named | _found(tree, part, name, place)


def _settings_files(settings: pd.DataFrame) -> Iterator[Row]:
    """The files that hold an entry's settings: its own, and those that upstream's scale-out rule adds."""
    keys = ["division", "submitter", "system", "benchmark", "scenario", "path", "blob", "selected", "component"]
    for row in settings[keys].drop_duplicates().to_dict("records"):
        if row.pop("selected") and row.pop("component") != "loadgen":
            name = str(row["path"]).rpartition("/")[2]
            ids = {"git_id": row["blob"], "content_id": row.pop("blob")}
            yield {"part": "settings", "kind": "file", "name": name} | ids | row


def _file_id(round_: str, row: Row) -> str:
    entry = [str(row[key]) for key in ("system", "benchmark", "scenario") if key in row]
    line = [str(row["line"])] if "line" in row else []
    return "/".join([round_, str(row["part"]), *entry, str(row["path"]), *line])
