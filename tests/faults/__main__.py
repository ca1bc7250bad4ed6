"""``make mutate``: plant faults one at a time in a scratch copy, and write down what caught each (``data/faults.csv``).

Faults of data come first, then those of code, in random order until the time is over.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pandas as pd
import yaml

from claimcheck.analysis.derived import DERIVED
from claimcheck.claims.evaluate import evaluate, load_register, load_tables
from claimcheck.claims.model import Tables
from claimcheck.claims.recorded import read_records, record_of
from claimcheck.claims.sources import facts
from claimcheck.errors import ClaimcheckError
from claimcheck.tables import TABLES, load, write_tables
from claimcheck.ties import TIES, Ground, derived
from claimcheck.ties import faults as broken_ties
from tests.faults import code, data

ROOT = Path(__file__).resolve().parents[2]
# Why nothing can catch a fault that is left: entries with `at` (module or kind), `change` and `why`.
REASONS = Path(__file__).with_name("reasons.yml")
TABLE = "faults"


def main() -> int:
    """Plant every fault of data and a sample of those of code, and write the table."""
    parser = argparse.ArgumentParser(prog="make mutate", description=__doc__)
    parser.add_argument("--minutes", type=float, default=20, help="time for faults of code (20)")
    parser.add_argument("--seed", type=int, default=1, help="of the random choice (1)")
    parser.add_argument("--each", type=int, default=2, help="faults of each kind of data; 0: none (2)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
    parser.add_argument("--seconds", type=float, default=90, help="of tests for each fault of code, nearest first (90)")
    parser.add_argument("--only", default="", help="groups and kinds of data that match, such as 'tables: value'")
    parser.add_argument("--again", action="store_true", help="only the recorded faults of code that no test noticed")
    arguments = parser.parse_args()
    work = ROOT / "_build" / "faults"
    work.mkdir(parents=True, exist_ok=True)
    code.preload()
    kept = {row["fault"]: row for row in load(TABLE, ROOT / "data").to_dict("records")}
    made: list[dict[str, object]] = []
    # What was planted until the run is stopped is written.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        if arguments.again:
            made.extend(_again(arguments, work, kept.values()))
        else:
            for plant in (_data,) * bool(arguments.each) + (_code,) * bool(arguments.minutes):
                made.extend(plant(arguments, work))
    # What is not planted again stays as it was found.
    groups = {row["group"] for row in made} if not (arguments.only or arguments.again) else set()
    again = {row["planted"] for row in made if row["group"] == "code"}
    rows = {
        name: row
        for name, row in kept.items()
        if row["group"] not in groups and not (row["group"] == "code" and row["planted"] in again)
    } | {row["fault"]: row for row in made}
    table = pd.DataFrame(list(rows.values()), columns=TABLES[TABLE].names)
    missed = (table["group"] == "code") & table["caught_by"].isna()
    table.loc[missed, "why"] = [_why(r.fault.partition(":")[0], r.planted) for r in table[missed].itertuples()]
    write_tables({TABLE: table}, ROOT / "data")
    print(f"{len(rows)} faults in data/{TABLES[TABLE].file}")
    return 0


def _stamp() -> dict[str, object]:
    """Day and commit, with which a row says when it was measured."""
    head = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    return {"date": datetime.datetime.now(datetime.UTC).date().isoformat(), "commit": head.stdout.strip()}


def _why(at: str, change: str) -> str | None:
    """Why nothing can notice a fault that was not caught, if that is known."""
    known = yaml.safe_load(REASONS.read_text(encoding="utf-8"))["reasons"]
    return next((one["why"] for one in known if one["at"] == at and one["change"] in change), None)


# --- code


def _code(arguments: argparse.Namespace, work: Path) -> Iterator[dict[str, object]]:
    until = time.time() + 60 * arguments.minutes
    yield from _tried(arguments, work, code.sample(ROOT, arguments.seed), until, "test")


def _again(arguments: argparse.Namespace, work: Path, known: Iterable[dict]) -> Iterator[dict[str, object]]:
    """A test that notices a change at the second try was written after the first."""
    missed = [one for one in known if one["group"] == "code" and pd.isna(one["caught_by"])]
    drawn = code.planted(ROOT, [(*one["fault"].split(":")[:2], one["planted"]) for one in missed])
    yield from _tried(arguments, work, drawn, math.inf, "new test")


def _tried(
    arguments: argparse.Namespace, work: Path, drawn: Iterable[code.Mutant], until: float, test: str
) -> Iterator[dict[str, object]]:
    stamp = _stamp()
    for tried in code.run(ROOT, work, drawn, until, arguments.jobs, arguments.seconds, print):
        mutant = tried.mutant
        kind = "time" if tried.caught_by == "time" else test if tried.caught_by else None
        print(f"{tried.seconds:5.0f} s  {tried.caught_by or 'SURVIVED':60} {mutant}  {tried.change}", flush=True)
        yield {
            "fault": f"{mutant.module}:{mutant.line}:{mutant.column} {mutant.operator} {mutant.occurrence}",
            "group": "code",
            "kind": mutant.module.split("/")[1],
            "planted": tried.change,
            "caught_by": kind,
            "check": tried.caught_by or None,
            "why": None,
            **stamp,
        }


# --- data


def _data(arguments: argparse.Namespace, work: Path) -> Iterator[dict[str, object]]:
    """Each fault in a child of its own; ``jobs`` at once."""
    stamp, known = _stamp(), Known()
    wanted = [
        fault
        for fault in data.faults(ROOT, arguments.seed, arguments.each)
        if re.search(arguments.only, f"{fault.group}: {fault.kind}")
    ]
    running: dict[int, tuple[data.Fault, Path, float]] = {}
    for number in range(len(wanted) + arguments.jobs):
        if len(running) == arguments.jobs or (number >= len(wanted) and running):
            child, _ = os.wait()
            fault, folder, begun = running.pop(child)
            if not (folder / "found.json").is_file():
                raise SystemExit(f"{fault.kind}: {fault.planted}: see {folder}.log")
            found = json.loads((folder / "found.json").read_text(encoding="utf-8"))
            shutil.rmtree(folder)
            caught = found["caught_by"]
            took = time.time() - begun
            print(f"{took:5.0f} s  {caught or 'NOT CAUGHT':10} {fault.kind}: {fault.planted}", flush=True)
            print(f"         changes {found['changes'] or 'nothing'}; {found['check'] or ''}"[:300], flush=True)
            yield {
                "fault": f"{fault.group}: {fault.kind}: {fault.planted}",
                "group": fault.group,
                "kind": fault.kind,
                "planted": fault.planted,
                **found,
                "why": None if caught else _why(fault.kind, fault.planted),
                **stamp,
            }
        if number < len(wanted):
            folder = work / f"fault-{number}"
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            log = folder.with_suffix(".log")
            fault = wanted[number]
            child = code.fork(ROOT, log, lambda fault=fault, folder=folder: _inspect(fault, folder, known), fresh=False)
            running[child] = (fault, folder, time.time())


class Known:
    """The project's tables and claims, read once before children are forked."""

    def __init__(self) -> None:
        self.tables = load_tables(ROOT / "data")
        self.frames = {name: load(name, ROOT / "data") for name in TABLES}
        self.claims = read_records(ROOT / "data")
        self.ids = frozenset(self.tables.results["row_id"])


def _inspect(fault: data.Fault, folder: Path, known: Known) -> int:
    """In a child: plant the fault, see what catches it and what it changes."""
    found: dict[str, object] = {"changes": None, "caught_by": None, "check": None}
    name, copy, given = "schema", data.Copy(ROOT, folder), None
    try:
        fault.plant(copy)
        for name, check in _CHECKS:  # noqa: B007
            check(copy, known)
    except ClaimcheckError as error:
        found |= {"caught_by": name, "check": _line(error, folder)}
    try:
        given = _given(copy, known)
        found["changes"] = "what is recorded" if fault.group == "notebooks" else _changes(copy, given, known)
    except ClaimcheckError as error:
        # A register that is refused evaluates to nothing: what it would change is not known.
        found |= {} if found["caught_by"] else {"caught_by": "register", "check": _line(error, folder)}
    except Exception as error:
        found["changes"] = f"the evaluation, which fails: {type(error).__name__}"
    if not found["caught_by"]:
        tree = _written(copy, given)
        failed = _failing(tree, fault.group)
        found |= {"caught_by": "test", "check": failed} if failed else {}
        found["changes"] = found["changes"] or _numbers_changed(tree)
        shutil.rmtree(tree)
    (folder / "found.json").write_text(json.dumps(found), encoding="utf-8")
    return 0


def _line(error: Exception, folder: Path) -> str:
    return " ".join(str(error).replace(f"{folder}/", "").split())[:400]


_TO_DERIVED = {name for name, function in TIES.items() if function.__module__ == derived.__name__}


def _ties(copy: data.Copy, known: Known) -> None:
    """A forger of a table derives anew what follows from it: a tie to what is derived speaks for what is derived."""
    forged = any(TABLES[name].derived for name in copy.frames)
    for name, fault in broken_ties(Ground(copy.data, **{**known.frames, **copy.frames})):
        if forged or name not in _TO_DERIVED:
            raise ClaimcheckError(f"{name}: {fault}")


def _registers(copy: data.Copy, known: Known) -> None:
    facts(copy.data)
    load_register(copy.data)


# Checks of data after that of the schema, in the order in which they are asked; each raises ClaimcheckError.
_CHECKS = (("tie", _ties), ("register", _registers))


# --- what a fault changes


# Parts of a claim's record, what is worst first.
_WORDS = {
    "verdict": ("verdict",), "figure": ("reason", "figures", "conditions", "together"),
    "text": ("explanation", "sensitivity", "statement", "strongest_case", "afterwards", "definitions"),
    "source": ("evidence", "said", "sources", "nvidia"),
}  # fmt: skip


def _changes(copy: data.Copy, given: Tables, known: Known) -> str | None:
    """Verdicts, or else figures and conditions, texts or sources of claims, that the fault changes, in words.

    Where cells of results have changed, only the claims that rest on these results are asked.
    """
    only = None
    if len(copy.frames) and copy.frames.keys() <= {"inference_results", "loadgen_runs"}:
        rows = set().union(*(_changed_results(copy, known, name) for name in copy.frames))
        only = {one["number"] for one in known.claims if rows & set(one["rows"])}
        only = None if rows - known.ids or len(rows) > 1 else only
    before = [one for one in known.claims if only is None or one["number"] in only]
    after = {one["number"]: one for one in map(record_of, evaluate(given.data, tables=given, only=only))}
    for words, keys in _WORDS.items():
        claims = [str(o["number"]) for o in before if any(o[k] != after[o["number"]][k] for k in keys)]
        if claims:
            return f"{words} of claim {', '.join(claims)}"
    return None


def _changed_results(copy: data.Copy, known: Known, name: str) -> set[str]:
    """Row ids of results of which, or of whose run, the copy's table ``name`` holds something else."""
    key = TABLES[name].key[0]
    old, new = (frame.set_index(key).astype("string").fillna("") for frame in (known.frames[name], copy.frames[name]))
    both = old.index.intersection(new.index)
    changed = set(old.index.symmetric_difference(new.index))
    changed |= set(both[(old.loc[both] != new.loc[both]).any(axis=1)])
    if name == "inference_results":
        return changed
    results = known.tables.results
    return set(results.loc[results["run_id"].isin(changed), "row_id"])


def _given(copy: data.Copy, known: Known) -> Tables:
    """The tables of the copy. What follows from a changed one is derived again, as a forger would."""
    if copy.frames.keys() - DERIVED.keys():
        for name in DERIVED:
            (copy.data / TABLES[name].file).unlink()
    given = Tables(copy.frames.get("inference_results", known.tables.results), copy.data)
    cached = {
        "loadgen_runs": "runs", "systems": "systems", "training_results": "training", "engine_settings": "settings",
        "accuracy_results": "accuracy", "mechanism_evidence": "mechanism_evidence",
    }  # fmt: skip
    cached |= {name: name for name in ("comparisons", "operating_points", "switches", "participation")}
    given.__dict__.update({field: copy.frames[name] for name, field in cached.items() if name in copy.frames})
    return given


def _written(copy: data.Copy, given: Tables | None) -> Path:
    """The copy as a whole project in a folder of its own, with what follows from changed tables and a new manifest."""
    tree = code.scratch(ROOT, copy.folder.with_name(f"{copy.folder.name}-tree"))
    for path in copy.folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            shutil.copy2(path, tree / path.relative_to(copy.folder))
    derived = {n: DERIVED[n](given) for n in DERIVED if given and not (copy.data / TABLES[n].file).exists()}
    write_tables({**derived, **copy.frames}, tree / "data")
    return tree


def _numbers_changed(tree: Path) -> str | None:
    """The first number or figure of a notebook that the fault in ``tree`` changes.

    The page of the data is not asked: it counts what checks have found.
    """
    log = tree.with_suffix(".log")
    books = [name for name in code.test_files(tree) if name.endswith(".ipynb") and not name.endswith("/data.ipynb")]
    os.waitpid(code.fork(tree, log, lambda: code.run_tests(tree, books)), 0)
    found = re.search(r"^FAILED notebooks/(.+)$", log.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1].replace(".ipynb::", ": ") if found else None


# --- tests

# Files of tests by the group of a fault, nearest first; where none of them fails, nothing nearer than chance would.
_NEAREST = {
    "tables": (
        "tests/ingest/test_tables.py", "tests/ingest/test_typed.py", "tests/ingest/test_typed_runs.py",
        "tests/ingest/test_vendors.py", "tests/ingest/test_accuracy.py",
    ),
    "registers": (
        "tests/claims/test_sources.py", "tests/claims/test_articles.py", "tests/claims/test_contradictions.py",
        "tests/analysis/test_cost.py", "tests/ingest/test_registers.py", "tests/claims/test_organisations.py",
        "tests/analysis/serving/test_register.py", "tests/ingest/test_accuracy.py", "tests/analysis/test_mechanisms.py",
        "tests/claims/test_every_claim.py", "tests/analysis/test_predictions.py",
    ),
    "derived": (
        "tests/test_derived_tables.py", "tests/analysis/serving/test_tables.py",
        "tests/analysis/test_mechanisms_serving.py", "tests/analysis/test_mechanisms.py",
    ),
    "notebooks": ("tests/test_stated_numbers.py",),
}  # fmt: skip


def _failing(tree: Path, group: str) -> str | None:
    """The first test that fails on what ``tree`` holds; of a notebook, also the cell that gives another output."""
    files = [name for name in _NEAREST[group] if (tree / name).is_file()]
    options = ["-q", "-x", "--no-header", "--tb=no", "--color=no", "-p", "no:cacheprovider", "-p", "no:xdist"]
    commands = [[*options, "-c", str(tree / "pyproject.toml"), *files]]
    if group == "notebooks":
        both = [(path, ROOT / "notebooks" / path.name) for path in sorted((tree / "notebooks").glob("*.ipynb"))]
        changed = [str(path) for path, own in both if path.read_bytes() != own.read_bytes()]
        nbval = ["-c", "/dev/null", "--nbval", "--nbval-current-env", "-p", "claimcheck.cells", "-W", "ignore"]
        commands.insert(0, [*options, *nbval, *changed])
    for command in commands:
        env = {**os.environ, "PYTHONPATH": str(tree)}
        command = [sys.executable, "-m", "pytest", *command]
        done = subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True)
        if done.returncode not in (0, 5):
            lines = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
            return lines[0].split(" ", 1)[1][:300] if lines else done.stdout.strip().splitlines()[-1][:300]
    return None


if __name__ == "__main__":
    sys.exit(main())
