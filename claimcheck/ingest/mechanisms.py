"""Search the submitted files for traces of the mechanisms that the articles credit.

Reads everything that a submitter put beside its results: configurations, launch scripts, code, documentation,
system descriptions, measurement notes. Keeps where a token stands, never the line around it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import pandas as pd

from claimcheck.data.mechanisms import Mechanisms
from claimcheck.data.names import Row
from claimcheck.data.rounds import Round
from claimcheck.ingest.git import GitTree
from claimcheck.ingest.records import SCENARIOS

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
# In a command, up to the blank line or fence that ends it.
_COMMAND_END = re.compile(rb"\n\s*\n|```")
_COMMAND_SCENARIO = re.compile(rb"--scenarios?[ =](\w+)")


@dataclass(frozen=True)
class _Place:
    """What a file, or a section of it, is about; empty where it does not say."""

    benchmark: str = ""
    scenario: str = ""
    system: str = ""


def read_evidence(
    tree: GitTree,
    round_: Round,
    results: pd.DataFrame,
    register: Mechanisms,
    aliases: Mapping[str, str],
) -> list[Row]:
    """Rows of ``mechanism_evidence`` for one round.

    ``results``: the round's rows of inference_results; they say whose files are searched. ``aliases``: other
    spellings of benchmarks. Equal files count once: a row names the first, and who else has it. Raises
    UpstreamError only when git itself fails.
    """
    if round_.name not in register.rounds:
        return []
    chip = results["accelerator"].fillna("").str.contains("|".join(rf"\b{c}\b" for c in register.chips))
    who = set(results[chip & results["benchmark"].isin(register.experts)]["submitter"])
    named = {b: b for b in set(results["benchmark"])} | dict(aliases)
    named |= {spelt.replace(".", "_"): b for spelt, b in list(named.items())} | {"dsr1": "deepseek-r1"}
    owners: dict[tuple[str, _Place], list[str]] = defaultdict(list)
    for path in sorted(tree.paths, key=_first):
        if wanted(path) and path.split("/")[1] in who:
            owners[tree.paths[path], _place(path, named)].append(path)
    firsts = {blob: paths[0] for (blob, _), paths in reversed(owners.items())}
    search = _Search(register)
    hits_by_blob = {
        blob.blob: list(search.hits(blob.data))
        for blob in tree.read(firsts.values())
        if blob.data is not None and len(blob.data) <= _LARGEST
    }
    source = {"round": round_.name, "repo": round_.repo, "commit": tree.commit}
    rows: list[Row] = []
    for (blob, place), paths in owners.items():
        for hit in _once(hits_by_blob.get(blob, ()), place, named, notes=paths[0].endswith(".md")):
            rows.append(source | hit | _origin(paths) | {"path": paths[0], "blob": blob})
    return rows


def _first(path: str) -> tuple[bool, bool, str]:
    """Order of paths: NVIDIA's own before copies of it, closed before open."""
    parts = path.split("/")
    return (len(parts) < 2 or parts[1] != "NVIDIA", parts[0] != "closed", path)


def wanted(path: str) -> bool:
    """Whether the file at ``path`` is a text beside the results, of any submitter."""
    parts = path.split("/")
    if len(parts) < 3 or parts[0] not in ("closed", "open") or _LEFT_OUT.search(path):
        return False
    return path.endswith(_TEXT) or parts[-1].split(".")[0] in _NAMES


def _place(path: str, named: Mapping[str, str]) -> _Place:
    """What a path says that its file is about: folders and the file's stem name system, scenario and benchmark."""
    parts = path.split("/")
    words = [re.sub(r"(?:[-_]env)?\.\w+$", "", p) if i == len(parts) - 1 else p for i, p in enumerate(parts)]
    known = (named.get(w) or named.get(w.removesuffix("_env").removesuffix("-env")) for w in reversed(words))
    scenario = next((SCENARIOS[w.lower()] for w in words if w.lower() in SCENARIOS), "")
    system = parts[3] if len(parts) > 4 and parts[2] in ("configs", "results", "measurements") else ""
    if parts[2] == "systems":
        system = words[-1]
    return _Place(next((k for k in known if k), ""), scenario, system)


def _kind(path: str) -> str:
    parts = path.split("/")
    if parts[2] == "systems":
        return "software string"
    if parts[2] in ("results", "measurements"):
        return "metadata"
    if path.endswith(".md"):
        return "documentation"
    if parts[2] == "configs" or (parts[2] == "scripts" and "config" in parts):
        return "config file"
    if parts[2] in ("scripts", "scaleout", "pyxis", "enroot", "docker") or path.endswith((".sh", ".sbatch")):
        return "launch script"
    return "code library"


def _origin(paths: list[str]) -> Row:
    submitters = list(dict.fromkeys(p.split("/")[1] for p in paths))
    return {
        "division": paths[0].split("/")[0],
        "submitter": submitters[0],
        "also_in": ", ".join(submitters[1:]),
        "files": len(paths),
        "kind": _kind(paths[0]),
    }


@dataclass(frozen=True)
class _Hit:
    mechanism: str
    says: str
    token: str
    line: int
    section: tuple[str, ...]
    scenario: str


class _Search:
    """All tokens of the register as one pattern over bytes."""

    def __init__(self, register: Mechanisms) -> None:
        groups = []
        self._groups: dict[str, tuple[str, str]] = {}
        for number, mechanism in enumerate(register.mechanisms.values()):
            for says, patterns in (("for", mechanism.tokens), ("against", mechanism.against)):
                if patterns:
                    name = f"{says}{number}"
                    self._groups[name] = (mechanism.key, says)
                    groups.append((name, re.compile("|".join(patterns).encode())))
        self._patterns = groups

    def hits(self, data: bytes) -> Iterator[_Hit]:
        """Every token of ``data``, by mechanism, with its line and the headings above it."""
        text: _Text | None = None
        for name, pattern in self._patterns:
            for match in pattern.finditer(data):
                text = text or _Text(data)
                token = match[0].decode("utf-8", "replace")[:_TOKEN]
                line = bisect_left(text.ends, match.start()) + 1
                yield _Hit(*self._groups[name], token, line, text.above(line), text.commanded(match.end()))


class _Text:
    """Where lines, headings and commands are in a file that has a hit; each found once, however many hits there are."""

    def __init__(self, data: bytes) -> None:
        self.ends = [match.start() for match in re.finditer(b"\n", data)]
        self.sections = list(_sections(data))
        self.command_ends = [match.start() for match in _COMMAND_END.finditer(data)]
        self.asked = [(match.start(), match.end(), match[1]) for match in _COMMAND_SCENARIO.finditer(data)]

    def above(self, line: int) -> tuple[str, ...]:
        """The headings in force on a line."""
        at = bisect_right(self.sections, line, key=lambda section: section[0])
        return self.sections[at - 1][1] if at else ()

    def commanded(self, start: int) -> str:
        """The scenario that the command around ``start`` asks for, or nothing."""
        at, end = bisect_left(self.asked, (start,)), bisect_left(self.command_ends, start)
        ended = end < len(self.command_ends) and self.command_ends[end]
        if at == len(self.asked) or (ended and self.asked[at][1] > ended):
            return ""
        return SCENARIOS.get(self.asked[at][2].decode("ascii", "replace").lower(), "")


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
    rows: dict[tuple[str, str, str, _Place], Row] = {}
    for hit in hits:
        about = _under(hit, place, named) if notes else place
        key = (hit.mechanism, hit.says, hit.token.lower(), about)
        if key in rows:
            rows[key]["hits"] = int(str(rows[key]["hits"])) + 1
            continue
        rows[key] = {
            "mechanism": hit.mechanism,
            "says": hit.says,
            "token": hit.token,
            "benchmark": about.benchmark,
            "scenario": about.scenario,
            "system": about.system,
            "tied": bool(about.benchmark and about.scenario and about.system),
            "hits": 1,
            "line": hit.line,
        }
    yield from rows.values()


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
