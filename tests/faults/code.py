"""Faults in code: cosmic-ray changes one place of a module, and the tests that run that place must notice.

Which tests run a line is measured, a file of tests at a time, and kept in ``_build`` while code and tests are the same.
Each mutant is tried in a process forked from one that has the large libraries loaded already.
"""

from __future__ import annotations

import ast
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from claimcheck import proofs

# Statistics, the readers of upstream's files, and what decides a verdict. What runs git or another program is not
# among them, nor what prints.
TARGETS = ("analysis", "ingest", "claims")
_NO_PARSER = ("build", "get", "git", "learning", "verify", "__init__")
_VERDICTS = (
    "conditions", "counting", "evaluate", "impose", "judge", "query", "questions", "rounds", "scope", "select", "wins",
)  # fmt: skip
# Folders of tests that open the built site: they are slow, and look at pages.
_NOT_RUN = ("site", "site_ext", "paper", "charts", "faults")
# CPU seconds that a mutant may take beyond what its tests take, and how many times that.
_GRACE, _TIMES = 20, 4


@dataclass(frozen=True)
class Mutant:
    """One change of a module: cosmic-ray's ``operator`` at its nth ``occurrence``, at a line and column."""

    module: str
    line: int
    column: int
    operator: str
    occurrence: int

    def __str__(self) -> str:
        return f"{self.module}:{self.line} {self.operator}"


@dataclass(frozen=True)
class Tried:
    """What became of a mutant: the test that failed, ``time`` where it ran too long, empty where nothing noticed it.

    ``change``: the line before and after.
    """

    mutant: Mutant
    change: str
    caught_by: str
    seconds: float


def modules(root: Path) -> list[str]:
    """The modules to be changed, from ``root``, in order."""
    found = [path for name in TARGETS for path in (root / "claimcheck" / name).rglob("*.py")]
    wanted = [
        path
        for path in found
        if path.stem not in _NO_PARSER and (path.parent.name != "claims" or path.stem in _VERDICTS)
    ]
    return sorted(path.relative_to(root).as_posix() for path in wanted)


def mutants(root: Path, module: str) -> list[Mutant]:
    """Every change that cosmic-ray can make to ``module``, by place."""
    from cosmic_ray.ast import ast_nodes, get_ast

    seen: dict[str, int] = defaultdict(int)
    found = []
    for node in ast_nodes(get_ast((root / module).read_text(encoding="utf-8"))):
        for name, operator in _operators().items():
            for start, _ in operator.mutation_positions(node):
                found.append(Mutant(module, *start, name, seen[name]))
                seen[name] += 1
    return sorted(found, key=lambda one: (one.line, one.column))


def _operators() -> dict[str, object]:
    from cosmic_ray.operators.provider import OperatorProvider

    provider = OperatorProvider()
    return {name: provider[name]() for name in provider if not provider[name].arguments()}


def mutated(source: str, mutant: Mutant) -> str | None:
    """``source`` with the change; None where it is not another program: annotations are not run."""
    from cosmic_ray.mutating import mutate_code

    changed = mutate_code(source, _operators()[mutant.operator], mutant.occurrence)
    try:
        return None if changed is None or _run(changed) == _run(source) else changed
    except SyntaxError:
        return None


def _run(source: str) -> str:
    """What of ``source`` is run: its tree without annotations of functions, protocols, caches and frozen classes."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base) == "Protocol" for base in node.bases):
            node.body = []
        if isinstance(node, ast.ClassDef):
            node.decorator_list = []
        if isinstance(node, ast.FunctionDef):
            node.returns = None
            node.decorator_list = [one for one in node.decorator_list if "cache" not in ast.unparse(one)]
            for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                argument.annotation = None
    return ast.dump(tree)


def sample(root: Path, seed: int) -> Iterator[Mutant]:
    """One change for each place of all modules, places in random order."""
    draw = random.Random(seed)
    places: dict[tuple[str, int, int], list[Mutant]] = defaultdict(list)
    for module in modules(root):
        for one in mutants(root, module):
            places[one.module, one.line, one.column].append(one)
    order = list(places.values())
    draw.shuffle(order)
    for at in order:
        yield draw.choice(at)


def planted(root: Path, changes: Iterable[tuple[str, str, str]]) -> Iterator[Mutant]:
    """The changes of these modules, near these lines, that read so, line before and after.

    One that can be made no more is left out.
    """
    for module, line, change in changes:
        source = (root / module).read_text(encoding="utf-8")
        before = change.partition(" → ")[0]
        alike = {n for n, text in enumerate(source.splitlines(), 1) if text.strip() == before}
        for one in sorted(mutants(root, module), key=lambda one: abs(one.line - int(line))):
            changed = mutated(source, one) if one.line in alike else None
            if changed is not None and _change(source, changed) == change:
                yield one
                break


# --- running tests in a scratch copy


def scratch(root: Path, folder: Path) -> Path:
    """A copy of the project's files in ``folder``, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    listed = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(listed, check=True, capture_output=True, text=True).stdout.split("\0"):
        if name and (root / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, folder / name)
    return folder


def fork(tree: Path, log: Path, work: Callable[[], int], cpu: float | None = None, fresh: bool = True) -> int:
    """Start ``work`` in a child of its own session, in ``tree``, with what it prints in ``log``; the child's id.

    A ``fresh`` one has nothing of the package loaded and takes it from ``tree``; ``cpu``: seconds that it may take.
    """
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    code = 70
    try:
        os.setsid()
        out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for number in (1, 2):
            os.dup2(out, number)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        if cpu is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (int(cpu) + 1, int(cpu) + 10))
        if fresh:
            for name in [name for name in sys.modules if name.split(".")[0] in ("claimcheck", "tests")]:
                del sys.modules[name]
            sys.path.insert(0, str(tree))
            os.environ["PYTHONPATH"] = str(tree)
        os.chdir(tree)
        os.environ.pop("CLAIMCHECK_UPSTREAM", None)
        code = work()
        sys.stdout.flush()
    except BaseException as error:
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(code)


def run_tests(tree: Path, files: Sequence[str]) -> int:
    """Run files of tests in this process until one fails, then notebooks until one differs; 0 if nothing does."""
    import pytest

    from tests.faults.notebook import differing

    tests = [name for name in files if name.endswith(".py")]
    options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", "--tb=line", "-c"]
    code = int(pytest.main([*options, str(tree / "pyproject.toml"), "--rootdir", str(tree), *tests])) if tests else 0
    for name in () if code else [name for name in files if name not in tests]:
        if found := differing(tree / name):
            print(f"FAILED {name}::{found[0]}")
            return 1
    return code


def preload() -> None:
    """Import the large libraries, which children then have."""
    import altair  # noqa: F401
    import numpy  # noqa: F401
    import pandas  # noqa: F401
    import pydantic  # noqa: F401
    import pytest  # noqa: F401
    import yaml  # noqa: F401


# --- which tests run which functions


@dataclass(frozen=True)
class Cover:
    """Functions of each module that a file of tests runs, and the CPU seconds that the file takes."""

    functions: Mapping[str, frozenset[str]]
    seconds: float


def test_files(root: Path) -> list[str]:
    """Files of tests that need no built site, and the recorded notebooks, from ``root``."""
    found = [path.relative_to(root) for path in (root / "tests").rglob("test_*.py")]
    tests = sorted(path.as_posix() for path in found if path.parts[1] not in _NOT_RUN)
    # The page of faults is recorded after its table.
    books = sorted(f"notebooks/{path.name}" for path in (root / "notebooks").glob("*.ipynb") if path.stem != "faults")
    return tests + books


def covers(root: Path, trees: Sequence[Path], kept: Path, say: Callable[[str], None]) -> dict[str, Cover]:
    """What each file of tests runs: measured in ``trees``, one file a time in each, unless ``kept`` has it.

    A measurement is kept as long as the file of tests is the same.
    """
    kept.mkdir(parents=True, exist_ok=True)
    paths = {name: kept / f"{proofs.digest(name, (root / name).read_bytes())}.json" for name in test_files(root)}
    waiting = [name for name, path in paths.items() if not path.is_file()]
    free, running = list(trees), {}
    while waiting or running:
        while waiting and free:
            name, tree = waiting.pop(0), free.pop()
            path = paths[name]
            child = fork(tree, path.with_suffix(".log"), lambda tree=tree, n=name, p=path: _measure(tree, n, p))
            running[child] = (name, tree)
        child, status = os.wait()
        name, tree = running.pop(child)
        free.append(tree)
        say(f"{name}: {'measured' if status == 0 else 'fails, and is left out'}")
    found = {}
    for name, path in paths.items():
        if path.is_file():
            made = json.loads(path.read_text(encoding="utf-8"))
            found[name] = Cover({m: frozenset(names) for m, names in made["functions"].items()}, made["seconds"])
    return found


def _measure(tree: Path, name: str, path: Path) -> int:
    import coverage

    cover = coverage.Coverage(data_file=None, source=[str(tree / "claimcheck")], config_file=False)
    cover.start()
    code = run_tests(tree, [name])
    cover.stop()
    data, functions = cover.get_data(), {}
    for file in sorted(data.measured_files()):
        at = owners(Path(file).read_text(encoding="utf-8"))
        functions[Path(file).relative_to(tree).as_posix()] = sorted({at[n] for n in data.lines(file) or () if n in at})
    if code == 0:
        path.write_text(json.dumps({"functions": functions, "seconds": time.process_time()}), encoding="utf-8")
    return code


def owners(source: str) -> dict[int, str]:
    """The innermost function of each line of a body, by its name with those around it; other lines run at import."""
    found: dict[int, str] = {}

    def visit(node: ast.AST, name: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = name
            if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
                inner = f"{name}.{child.name}" if name else child.name
            if isinstance(child, ast.FunctionDef):
                found.update(dict.fromkeys(range(child.body[0].lineno, (child.end_lineno or 0) + 1), inner))
            visit(child, inner)

    visit(ast.parse(source), "")
    return found


def tests_of(
    mutant: Mutant, covered: Mapping[str, Cover], function: str | None, users: Collection[str] = ()
) -> list[str]:
    """Files of tests that run the mutant's ``function``, those first that are most about its module.

    Of a line outside of functions, and of a function that no file ran when it was measured: those that run any
    function of the module, or else, as of a module that is compiled and cannot be measured, of its ``users``, the
    modules that import it.
    """
    for modules, wanted in (((mutant.module,), function), (users, None)):
        own = {n: set().union(*(cover.functions.get(m, ()) for m in modules)) for n, cover in covered.items()}
        near = [name for name, names in own.items() if wanted in names] or [n for n, names in own.items() if names]
        if near:
            break
    share = {name: len(own[name]) / sum(map(len, covered[name].functions.values())) for name in near}
    return sorted(near, key=lambda name: (-share[name], name))


def _users(root: Path, module: str) -> list[str]:
    """The modules that import ``module``, all as paths from ``root``."""
    parent, _, name = module.removesuffix(".py").replace("/", ".").rpartition(".")
    imports = re.compile(rf"from {re.escape(parent)}(\.{name}\b| import [^\n]*\b{name}\b)")
    found = (path for path in (root / "claimcheck").rglob("*.py") if imports.search(path.read_text(encoding="utf-8")))
    return sorted(path.relative_to(root).as_posix() for path in found)


# --- the run


def within(files: Sequence[str], covered: Mapping[str, Cover], seconds: float) -> list[str]:
    """The first ``files`` that take ``seconds`` of CPU together; one at least."""
    taken, found = 0.0, []
    for name in files:
        taken += covered[name].seconds
        if found and taken > seconds:
            break
        found.append(name)
    return found


def run(
    root: Path,
    work: Path,
    drawn: Iterable[Mutant],
    until: float,
    jobs: int,
    seconds: float,
    say: Callable[[str], None],
) -> Iterator[Tried]:
    """Try mutants until the time ``until`` (as ``time.time``), ``jobs`` at once, each in a copy of its own.

    A mutant gets the nearest tests, up to ``seconds`` of CPU as they take without it.
    """
    preload()
    trees = [scratch(root, work / f"tree-{number}") for number in range(jobs)]
    covered = covers(root, trees, work / "covers", say)
    sources = {module: (root / module).read_text(encoding="utf-8") for module in modules(root)}
    times = {module: (root / module).stat().st_mtime_ns for module in sources}
    functions = {module: owners(source) for module, source in sources.items()}
    running: dict[int, tuple[Mutant, str, Path, Path, float]] = {}
    waiting = iter(drawn)
    while True:
        while trees and time.time() < until and (mutant := next(waiting, None)) is not None:
            changed = mutated(sources[mutant.module], mutant)
            if changed is None:
                continue
            change = _change(sources[mutant.module], changed)
            function, users = functions[mutant.module].get(mutant.line), _users(root, mutant.module)
            files = within(tests_of(mutant, covered, function, users), covered, seconds)
            if not files:
                yield Tried(mutant, change, "", 0.0)
                continue
            tree = trees.pop()
            (tree / mutant.module).write_text(changed, encoding="utf-8")
            cpu = _GRACE + _TIMES * sum(covered[name].seconds for name in files)
            log = tree.with_suffix(".log")
            child = fork(tree, log, lambda tree=tree, files=files: _try(tree, files), cpu)
            running[child] = (mutant, change, tree, log, time.time())
        if not running:
            return
        child, status = os.wait()
        mutant, change, tree, log, begun = running.pop(child)
        _restore(tree / mutant.module, sources[mutant.module], times[mutant.module])
        trees.append(tree)
        yield Tried(mutant, change, _verdict(status, log), time.time() - begun)


def _try(tree: Path, files: Sequence[str]) -> int:
    # What is compiled of a mutant must not be taken for what is compiled of the next.
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    return run_tests(tree, files)


def _restore(path: Path, source: str, time_ns: int) -> None:
    """The module as it was, with its time: what Python compiled of it is valid again."""
    path.write_text(source, encoding="utf-8")
    os.utime(path, ns=(time_ns, time_ns))


def _verdict(status: int, log: Path) -> str:
    """The test that noticed a mutant, or how the run ended otherwise; empty where every test passed."""
    if os.WIFSIGNALED(status):
        return "time" if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL) else f"signal {os.WTERMSIG(status)}"
    if os.WEXITSTATUS(status) == 0:
        return ""
    text = log.read_text(encoding="utf-8", errors="replace")
    failed = re.search(r"^(?:FAILED|ERROR) (\S+?\.(?:py|ipynb)(?:::[\w.-]+)?)", text, re.MULTILINE)
    return failed[1] if failed else "import"


def _change(before: str, after: str) -> str:
    """The first line that differs, before and after."""
    pairs = zip(before.splitlines(), after.splitlines(), strict=False)
    old, new = next((a, b) for a, b in pairs if a != b)
    return f"{old.strip()} → {new.strip()}"
