"""What submitters shipped next to their results: their code by git's own ids, and traces of mechanisms in any text.

Two entries ran the same code as far as the record goes when the files and folders of that part of their trees have the
same content at the same relative paths. The harness (``main.py``, ``llmlib/``, ``fields/``, ``common/``) and a folder a
benchmark lie in ``<division>/<submitter>/code/``, in ``src/`` or in ``src/code/``; what builds and starts it is next to
that folder, or not shipped. No content is kept: of an assignment that pins a version its value, of a mechanism that the
articles credit the token that names it, and where it is.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import pandas as pd

from claimcheck.core.files import digest
from claimcheck.data.names import Row
from claimcheck.data.rounds import Round
from claimcheck.data.stacks import Mechanisms
from claimcheck.sources.git import GitTree
from claimcheck.sources.records import CALLED, SCENARIOS, described_in, entry_folder

# --- code by its ids -----------------------------------------------------------------------------

BenchmarkNames = Mapping[str, Sequence[str]]

# The folder that holds this file is the harness's.
_ROOT = re.compile(
    r"(?P<own>(?:closed|open)/[^/]+)/(?!results/|measurements/|compliance/).+(?=/common/systems/system_list\.py\Z)"
)
# Run after the measurement, on its logs: they cannot change a rate.
_CHECKS = frozenset(f"common/mlcommons/{name}.py" for name in ("accuracy_checker", "compliance", "results"))
# Parts of the harness: a folder's children, or the path itself.
_HARNESS = ("main.py", "fields", "ops", "llmlib/*", "common/*", "common/mlcommons/*", "harness/harness_llm")
_LAUNCH = ("scripts/slurm_llm/*", "scaleout/*", "pyxis/*", "enroot/*")
_IMAGE = ("Makefile", "Makefile.build", "Makefile.const", "Makefile.docker", "docker/*")
# Words for people, pictures and left-over copies start nothing.
_IDLE = re.compile(r"\.(md|bak|png|txt)$|^README|^res$")
_RECIPES = ("run_disagg", "repro")
_ENTRY_FILES = {"user_conf": "user.conf", "readme": "README.md"}
_ENTRY = ["division", "submitter", "system", "benchmark", "scenario"]
_PINS = {name: re.compile(pattern) for name, pattern in CALLED["pins"].items()}
# Makefile.const gives its versions by machine: Grace servers, x86 servers, and boards that serve no language model.
_MACHINE = re.compile(r"\$\(IS_SOC\)\$\(ARCH\),\s*(\d)(\w+)\)")
_BOARDS = "1"


def read_submitted_files(
    tree: GitTree, round_: Round, results: pd.DataFrame, settings: pd.DataFrame, names: BenchmarkNames
) -> pd.DataFrame:
    """What each submitter with DeepSeek-R1 or Llama 3.1 405B results on NVIDIA's chips shipped; no row for no part."""
    chosen = results[results["benchmark"].isin(list(names)) & (results["accelerator_vendor"] == "NVIDIA")]
    roots: dict[str, str] = {}
    for match in filter(None, map(_ROOT.match, sorted(tree.paths))):
        roots.setdefault(match["own"], match[0])  # of two, the first by name
    rows: list[Row] = []
    for division, submitter in sorted(set(zip(chosen["division"], chosen["submitter"], strict=True))):
        if (root := roots.get(own := f"{division}/{submitter}")) is not None:
            base = root.rpartition("/")[0]
            shipped = (*_harness(tree, root, names), *_around(tree, base, own), *_pins(tree, base))
            rows += [{"division": division, "submitter": submitter} | row for row in shipped]
    for entry in chosen.to_dict("records"):
        places = described_in(entry_folder(entry))
        for part, name in _ENTRY_FILES.items():
            if place := next((place for place in places if f"{place}/{name}" in tree.paths), None):
                rows.append({key: entry[key] for key in _ENTRY} | _found(tree, part, name, place))
    # The files that hold an entry's settings: its own, and those that upstream's scale-out rule adds.
    own_settings = settings[settings["row_id"].isin(set(chosen["row_id"]))]
    for row in own_settings[[*_ENTRY, "path", "selected", "component"]].drop_duplicates().to_dict("records"):
        if row.pop("selected") and row.pop("component") != "loadgen":
            folder, _, name = str(row["path"]).rpartition("/")
            rows.append(row | _found(tree, "settings", name, folder))
    # Two results of one run share its files: a row is there once.
    once: dict[str, Row] = {}
    for row in rows:
        keys = ("part", "system", "benchmark", "scenario", "path", "line")
        file_id = "/".join([round_.name, *(str(row[key]) for key in keys if key in row)])
        once[file_id] = row | {"file_id": file_id}
    return pd.DataFrame(once.values())


def _harness(tree: GitTree, root: str, names: BenchmarkNames) -> Iterator[Row]:
    """The parts of the harness at ``root``."""
    for name in _below(tree, root, _HARNESS):
        # The first of the two is there file by file, the second is a part of its own.
        if name not in ("common/mlcommons", "common/systems"):
            yield _found(tree, "checks" if name in _CHECKS else "harness", name, root)
    yield from (_found(tree, "systems", name, root) for name in _below(tree, root, ("common/systems",)))
    for benchmark, spellings in names.items():
        folder = next((f"{root}/{name}" for name in spellings if f"{root}/{name}" in tree.folders), None)
        for name in _below(tree, folder, ("tensorrt/*",)) if folder else ():
            part = "launch" if name.rpartition("/")[2].startswith(_RECIPES) else "model"
            yield _found(tree, part, name, folder) | {"benchmark": benchmark}


def _around(tree: GitTree, base: str, own: str) -> Iterator[Row]:
    """What builds and starts a harness, next to it at ``base`` or in the submitter's folder ``own``."""
    for part, patterns in (("launch", _LAUNCH), ("image", _IMAGE)):
        yield from (_found(tree, part, name, base) for name in _below(tree, base, patterns))
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
    """The assignments below ``base`` that pin a version, by the machine that they are for."""
    present = {f"{base}/{name}": pattern for name, pattern in _PINS.items() if f"{base}/{name}" in tree.paths}
    for blob in tree.read(present):
        machine = ""
        for number, line in enumerate((blob.data or b"").decode("utf-8", "replace").splitlines(), 1):
            if condition := _MACHINE.search(line):
                machine = f"{condition[1]} {condition[2]}"
            match = present[blob.path].match(line.rstrip())
            if match is None or machine.startswith(_BOARDS):
                continue
            # What a command or a variable would have said is not recorded.
            value = None if "$" in match[2] else match[2].strip("\"'")
            row = {"part": "pin", "kind": "pin", "name": f"{match[1]} {machine[2:]}".strip(), "value": value}
            yield row | {"git_id": blob.blob, "path": blob.path, "line": number}


# --- traces of mechanisms ------------------------------------------------------------------------

_TEXT = (".py", ".yml", ".yaml", ".md", ".json", ".sh", ".sbatch", ".conf", ".txt", ".patch", ".cc", ".cpp", ".hpp")
_NAMES = ("Makefile", "Dockerfile")
# Logs and what a harness wrote; texts of licences; above this size a file is data.
_LEFT_OUT = re.compile(
    r"/(?:performance|accuracy|compliance|TEST\d+|licensing|output)/|/mlperf_log_|openimages|attributions"
)
_LARGEST = 1_000_000
_TOKEN = 40
# Headings of the reproduction notes: a benchmark, a chip and a number of them, a scenario.
_HEADING = re.compile(r"(#++)\s*+(.*)")
_SIZE = re.compile(r"\b(G?B\d{3}) ?x ?(\d+)\b")
_COMMAND_END = re.compile(rb"\n\s*\n|```")
_COMMAND_SCENARIO = re.compile(rb"--scenarios?[ =](\w+)")
_KINDS = {"systems": "software string", "results": "metadata", "measurements": "metadata"}


class _Place(NamedTuple):
    """What a file, or a section of it, is about; empty where it does not say."""

    benchmark: str = ""
    scenario: str = ""
    system: str = ""


class _Hit(NamedTuple):
    mechanism: str
    says: str
    token: str
    line: int
    section: tuple[str, ...]
    scenario: str


def wanted(path: str) -> bool:
    """Whether the file at ``path`` is a text next to the results, of any submitter."""
    parts = path.split("/")
    if len(parts) < 3 or parts[0] not in ("closed", "open") or _LEFT_OUT.search(path):
        return False
    return path.endswith(_TEXT) or parts[-1].split(".")[0] in _NAMES


def read_evidence(
    tree: GitTree, round_: Round, results: pd.DataFrame, register: Mechanisms, aliases: Mapping[str, str]
) -> list[Row]:
    """Rows of ``mechanism_evidence`` from the files of those with ``results`` on the chips; equal files count once."""
    if round_.name not in register.searched.rounds:
        return []
    chip = results["accelerator"].fillna("").str.contains("|".join(rf"\b{c}\b" for c in register.searched.names))
    who = set(results[chip & results["benchmark"].isin(register.experts)]["submitter"])
    named = {b: b for b in set(results["benchmark"])} | dict(aliases)
    named |= {spelt.replace(".", "_"): b for spelt, b in list(named.items())} | {"dsr1": "deepseek-r1"}
    patterns = [
        (mechanism.key, says, re.compile("|".join(tokens).encode()))
        for mechanism in register.mechanisms.values()
        for says, tokens in (("for", mechanism.tokens), ("against", mechanism.against))
        if tokens
    ]
    owners: dict[tuple[str, _Place], list[str]] = defaultdict(list)
    # NVIDIA's own before copies of it, closed before open.
    order = sorted(
        tree.paths, key=lambda path: (path.split("/")[1:2] != ["NVIDIA"], not path.startswith("closed/"), path)
    )
    for path in order:
        if wanted(path) and path.split("/")[1] in who:
            owners[tree.paths[path], _place(path, named)].append(path)
    firsts = {blob: paths[0] for (blob, _), paths in reversed(owners.items())}
    hits_by_blob = {
        blob.blob: list(_hits(blob.data, patterns))
        for blob in tree.read(firsts.values())
        if blob.data is not None and len(blob.data) <= _LARGEST
    }
    rows: list[Row] = []
    for (blob, place), paths in owners.items():
        division, submitter = paths[0].split("/")[:2]
        origin = {
            "division": division,
            "submitter": submitter,
            "also_in": ", ".join(dict.fromkeys(owner for p in paths if (owner := p.split("/")[1]) != submitter)),
            "files": len(paths),
            "kind": _kind(paths[0]),
            "path": paths[0],
        }
        hits = _once(hits_by_blob.get(blob, ()), place, named, notes=paths[0].endswith(".md"))
        rows += [hit | origin for hit in hits]
    return rows


def _place(path: str, named: Mapping[str, str]) -> _Place:
    """What a path says that its file is about: folders and the file's stem name system, scenario and benchmark."""
    *folders, file = path.split("/")
    words = [*folders, re.sub(r"(?:[-_]env)?\.\w+$", "", file)]
    known = (named.get(w) or named.get(w.removesuffix("_env").removesuffix("-env")) for w in reversed(words))
    scenario = next((SCENARIOS[w.lower()] for w in words if w.lower() in SCENARIOS), "")
    system = words[3] if len(words) > 4 and words[2] in ("configs", "results", "measurements") else ""
    return _Place(next(filter(None, known), ""), scenario, words[-1] if words[2] == "systems" else system)


def _kind(path: str) -> str:
    parts = path.split("/")
    if parts[2] in _KINDS:
        return _KINDS[parts[2]]
    if path.endswith(".md"):
        return "documentation"
    if parts[2] == "configs" or (parts[2] == "scripts" and "config" in parts):
        return "config file"
    if parts[2] in ("scripts", "scaleout", "pyxis", "enroot", "docker") or path.endswith((".sh", ".sbatch")):
        return "launch script"
    return "code library"


def _hits(data: bytes, patterns: list[tuple[str, str, re.Pattern[bytes]]]) -> Iterator[_Hit]:
    """Every token of ``data``, by mechanism, with its line, the headings above it and the scenario of its command."""
    sections: list[tuple[int, tuple[str, ...]]] | None = None
    for mechanism, says, pattern in patterns:
        for match in pattern.finditer(data):
            sections = list(_sections(data)) if sections is None else sections
            line = data.count(b"\n", 0, match.start()) + 1
            at = bisect_right(sections, line, key=lambda section: section[0])
            # A command goes up to the blank line or fence that ends it.
            end = _COMMAND_END.search(data, match.end())
            asked = _COMMAND_SCENARIO.search(data, match.end(), end.start() if end else len(data))
            scenario = SCENARIOS.get(asked[1].decode("ascii", "replace").lower(), "") if asked else ""
            token = match[0].decode("utf-8", "replace")[:_TOKEN]
            yield _Hit(mechanism, says, token, line, sections[at - 1][1] if at else (), scenario)


def _sections(data: bytes) -> Iterator[tuple[int, tuple[str, ...]]]:
    """(line, headings in force) of a text in Markdown; a comment in its code block counts as the last heading."""
    stack: dict[int, str] = {}
    fenced = False
    for number, text in enumerate(data.decode("utf-8", "replace").split("\n"), 1):
        if text.lstrip().startswith("```"):
            fenced = not fenced
        if match := _HEADING.match(text.strip()):
            level = 9 if fenced else len(match[1])
            stack = {k: v for k, v in stack.items() if k < level} | {level: match[2]}
            yield number, tuple(stack.values())


def _once(hits: Iterable[_Hit], place: _Place, named: Mapping[str, str], *, notes: bool) -> Iterator[Row]:
    """One row for each token and place: its first line, and how many lines there are."""
    same: dict[tuple[object, ...], list[_Hit]] = defaultdict(list)
    for hit in hits:
        about = _under(hit, place, named) if notes else place
        same[hit.mechanism, hit.says, hit.token.lower(), about].append(hit)
    for (mechanism, says, _, about), found in same.items():
        row = {"mechanism": mechanism, "says": says, "token": found[0].token, **about._asdict(), "tied": all(about)}
        yield row | {"hits": len(found), "line": found[0].line}


def _under(hit: _Hit, place: _Place, named: Mapping[str, str]) -> _Place:
    """What a section of reproduction notes is about, by its headings (benchmark, chip x number) and its command."""
    benchmark, scenario, system = place.benchmark, hit.scenario or place.scenario, place.system
    flat = {re.sub(r"[^a-z0-9]", "", spelt.lower()): b for spelt, b in named.items()}
    for words in hit.section:
        plain = re.sub(r"[^a-z0-9]", "", words.lower())
        benchmark = flat.get(plain) or flat.get(plain.replace("llama405b", "llama31405b")) or benchmark
        if size := _SIZE.search(words):
            system = f"{size[1]}x{size[2]}"
    return _Place(benchmark, scenario, system)
