"""Search what submitters put next to their results for traces of the mechanisms that the articles credit.

Keeps where a token is, never the line around it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import pandas as pd

from claimcheck.data.names import Row
from claimcheck.data.rounds import Round
from claimcheck.data.stacks import Mechanisms
from claimcheck.sources.git import GitTree
from claimcheck.sources.records import SCENARIOS

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
    for path in sorted(tree.paths, key=_first):
        if wanted(path) and path.split("/")[1] in who:
            owners[tree.paths[path], _place(path, named)].append(path)
    firsts = {blob: paths[0] for (blob, _), paths in reversed(owners.items())}
    hits_by_blob = {
        blob.blob: list(_hits(blob.data, patterns))
        for blob in tree.read(firsts.values())
        if blob.data is not None and len(blob.data) <= _LARGEST
    }
    source = {"round": round_.name, "repo": round_.repo, "commit": tree.commit}
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
            "blob": blob,
        }
        for hit in _once(hits_by_blob.get(blob, ()), place, named, notes=paths[0].endswith(".md")):
            rows.append(source | hit | origin)
    return rows


def _first(path: str) -> tuple[bool, bool, str]:
    """Order of paths: NVIDIA's own before copies of it, closed before open."""
    return (path.split("/")[1:2] != ["NVIDIA"], not path.startswith("closed/"), path)


def wanted(path: str) -> bool:
    """Whether the file at ``path`` is a text next to the results, of any submitter."""
    parts = path.split("/")
    if len(parts) < 3 or parts[0] not in ("closed", "open") or _LEFT_OUT.search(path):
        return False
    return path.endswith(_TEXT) or parts[-1].split(".")[0] in _NAMES


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
        match = _HEADING.match(text.strip())
        if match is None:
            continue
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
