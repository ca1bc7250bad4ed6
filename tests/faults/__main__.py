"""``make mutate``: plant faults one at a time in a scratch copy, and write down what caught each (``data/faults.csv``).

Faults of data come first, then those of code, in random order until the time is over.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import datetime
import io
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pandas as pd
import yaml

from claimcheck.errors import ClaimcheckError
from claimcheck.tables import TABLES, load, write_tables
from tests.faults import code, data

ROOT = Path(__file__).resolve().parents[2]
# Why nothing can catch a fault that is left: entries with `at` (module or kind), `change` and `why`.
REASONS = Path(__file__).with_name("reasons.yml")
TABLE = "faults"
# CPU seconds of tests that a fault of data gets.
_TESTED = 240


def main() -> int:
    """Plant every fault of data and a sample of those of code, and write the table."""
    parser = argparse.ArgumentParser(prog="make mutate", description=__doc__)
    parser.add_argument("--minutes", type=float, default=20, help="time for faults of code (20)")
    parser.add_argument("--seed", type=int, default=1, help="of the random choice (1)")
    parser.add_argument("--each", type=int, default=2, help="faults of each kind of data; 0: none (2)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
    parser.add_argument("--seconds", type=float, default=90, help="of tests for each fault of code, nearest first (90)")
    parser.add_argument("--only", default="", help="kinds of data that hold this text")
    arguments = parser.parse_args()
    work = ROOT / "_build" / "faults"
    work.mkdir(parents=True, exist_ok=True)
    code.preload()
    rows = list(_data(arguments, work)) if arguments.each else _kept(code=False)
    rows += list(_code(arguments, work)) if arguments.minutes else _kept(code=True)
    write_tables({TABLE: pd.DataFrame(rows, columns=TABLES[TABLE].names)}, ROOT / "data")
    print(f"{len(rows)} faults in data/{TABLES[TABLE].file}")
    return 0


def _kept(code: bool) -> list[dict[str, object]]:
    """The recorded rows on faults of code, or of data."""
    frame = load(TABLE, ROOT / "data")
    return frame[(frame["group"] == "code") == code].to_dict("records")


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
    stamp, drawn = _stamp(), code.sample(ROOT, arguments.seed)
    for tried in code.run(ROOT, work, drawn, until, arguments.jobs, arguments.seconds, print):
        mutant = tried.mutant
        kind = "time" if tried.caught_by == "time" else "test" if tried.caught_by else None
        print(f"{tried.seconds:5.0f} s  {tried.caught_by or 'SURVIVED':60} {mutant}  {tried.change}", flush=True)
        yield {
            "fault": f"{mutant.module}:{mutant.line}:{mutant.column} {mutant.operator} {mutant.occurrence}",
            "group": "code",
            "kind": mutant.module.split("/")[1],
            "planted": tried.change,
            "caught_by": kind,
            "check": tried.caught_by or None,
            "why": None if kind else _why(mutant.module, tried.change),
            **stamp,
        }


# --- data


def _data(arguments: argparse.Namespace, work: Path) -> Iterator[dict[str, object]]:
    tree = code.scratch(ROOT, work / "data")
    stamp, out, log = _stamp(), work / "found.json", work / "data.log"
    wanted = [one for one in data.faults(ROOT, arguments.seed, arguments.each) if arguments.only in one.kind]
    for number, fault in enumerate(wanted, 1):
        out.unlink(missing_ok=True)
        begun = time.time()
        child = code.fork(tree, log, lambda fault=fault: _inspect(tree, fault, out))
        os.waitpid(child, 0)
        if not out.is_file():
            raise SystemExit(f"{fault.kind}: {fault.planted}: see {log}")
        found = json.loads(out.read_text(encoding="utf-8"))
        _put_back(tree)
        caught = found["caught_by"]
        print(f"{time.time() - begun:5.0f} s  {caught or 'NOT CAUGHT':14} {fault.kind}: {fault.planted}", flush=True)
        print(f"         changes {found['changes'] or 'nothing'}; {found['check'] or ''}"[:300], flush=True)
        yield {
            "fault": f"{fault.group} {number:03d}",
            "group": fault.group,
            "kind": fault.kind,
            "planted": fault.planted,
            **found,
            "why": None if caught else _why(fault.kind, fault.planted),
            **stamp,
        }


def _put_back(tree: Path) -> None:
    """Let the copy's data and notebooks be those of the project again."""
    for name in ("data", "notebooks"):
        here = {path.relative_to(ROOT): path for path in (ROOT / name).rglob("*") if path.is_file()}
        for path in (tree / name).rglob("*"):
            if path.is_file() and path.relative_to(tree) not in here:
                path.unlink()
        for at, path in here.items():
            if (tree / at).stat().st_mtime_ns != path.stat().st_mtime_ns:
                shutil.copy2(path, tree / at)


def _inspect(tree: Path, fault: data.Fault, out: Path) -> int:
    """In a child whose package is that of ``tree``: plant the fault, see what catches it and what it changes."""
    from claimcheck.errors import ClaimcheckError
    from claimcheck.tables import write_manifest

    # The copy's own classes: this process had the project's.

    found: dict[str, object] = {"changes": None, "caught_by": None, "check": None}
    name = "schema"
    try:
        fault.plant(tree)
        write_manifest(tree / "data")
        for name, check in _CHECKS:  # noqa: B007
            check(tree)
    except ClaimcheckError as error:
        found |= {"caught_by": name, "check": _line(error, tree)}
    # A register that is refused evaluates to nothing: what it would change is not known.
    with contextlib.suppress(ClaimcheckError):
        found["changes"] = _changes(tree, fault.group, bool(found["caught_by"]))
    if not found["caught_by"] and (found["changes"] or fault.group != "tables"):
        failed = _failing(tree, fault.group)
        found |= {"caught_by": "test", "check": failed} if failed else {}
    out.write_text(json.dumps(found), encoding="utf-8")
    return 0


def _line(error: Exception, tree: Path) -> str:
    return " ".join(str(error).replace(f"{tree}/", "").split())[:400]


def _schema(tree: Path) -> None:
    from claimcheck.tables import TABLES, load

    for name, table in TABLES.items():
        if (tree / "data" / table.file).read_bytes() != (ROOT / "data" / table.file).read_bytes():
            load(name, tree / "data")


def _ties(tree: Path) -> None:
    from claimcheck.ties import Ground, faults

    for name, fault in faults(Ground(tree / "data")):
        raise ClaimcheckError(f"{name}: {fault}")


def _registers(tree: Path) -> None:
    from claimcheck.claims.evaluate import evaluate
    from claimcheck.claims.sources import facts

    facts(tree / "data")
    evaluate(tree / "data")


# Checks of data, in the order in which they are asked; each raises ClaimcheckError.
_CHECKS = (("schema", _schema), ("tie", _ties), ("register", _registers))


# --- what a fault changes


# What follows from the tables of results and is made in seconds; the first are what claims are evaluated from.
_QUICK = ("comparisons", "operating_points", "counting_rules", "participation")
_SLOWER = ("imposed_comparisons", "switches")


def _changes(tree: Path, group: str, caught: bool) -> str | None:
    """What the fault changes, in words: verdicts, figures of claims, derived tables, numbers of notebooks.

    Asked in this order, until something has changed; notebooks, which take a minute, only of a fault that is not
    ``caught`` yet. What follows from a changed table is derived first, as a forger would who knows the commands.
    """
    if group == "notebooks":
        return "what is recorded"
    from claimcheck.claims.evaluate import evaluate
    from claimcheck.claims.recorded import record_of

    derived = _derived_again(tree, _QUICK) if group == "tables" else []
    before = json.loads((ROOT / "data/derived/claims.json").read_text(encoding="utf-8"))
    after = {one["number"]: one for one in map(record_of, evaluate(tree / "data"))}
    for words, keys in (("verdict", ("verdict",)), ("figure", ("reason", "figures", "conditions", "together"))):
        claims = [str(o["number"]) for o in before if any(o[k] != after[o["number"]][k] for k in keys)]
        if claims:
            return f"{words} of claim {', '.join(claims)}"
    derived += _derived_again(tree, _SLOWER) if group == "tables" and not derived else []
    if derived:
        return f"derived table {', '.join(derived)}"
    stated = [] if caught else _stated(tree)
    return f"number {', '.join(stated[:3])}{' and others' * (len(stated) > 3)}" if stated else None


def _derived_again(tree: Path, names: Sequence[str]) -> list[str]:
    """Write those derived tables that the tables of ``tree`` give otherwise; their names."""
    from claimcheck.analysis.derived import DERIVED
    from claimcheck.claims.evaluate import load_tables
    from claimcheck.tables import TABLES, csv_bytes, csv_path, write_tables

    given = load_tables(tree / "data")
    made = {name: DERIVED[name](given) for name in names}
    old = {name: csv_path(name, tree / "data").read_bytes() for name in names}
    differing = [name for name, frame in made.items() if csv_bytes(frame, TABLES[name]) != old[name]]
    write_tables({name: made[name] for name in differing}, tree / "data")
    return differing


def _stated(tree: Path) -> list[str]:
    """Keys of numbers that a notebook of ``tree`` states otherwise than recorded; of the first that differs.

    The code of the notebooks runs in this process, without a kernel.
    """
    from claimcheck.numbers import Numbers, recorded

    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        numbers: dict[str, str] = {}
        space: dict[str, object] = {"__name__": "__main__"}
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] != "code":
                continue
            tree_of = ast.parse("".join(cell["source"]))
            last = tree_of.body.pop() if tree_of.body and isinstance(tree_of.body[-1], ast.Expr) else None
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile(tree_of, path.name, "exec"), space)
                    shown = eval(compile(ast.Expression(last.value), path.name, "eval"), space) if last else None
            except Exception as error:
                return [f"{path.stem}: {type(error).__name__}"]
            if isinstance(shown, Numbers):
                numbers |= {one.key: one.text for one in shown.stated}
        differing = [one.key for one in recorded(path) if numbers.get(one.key) != one.text]
        if differing:
            return differing
    return []


# --- tests

# Files of tests by the group of a fault, nearest first; where none of them fails, nothing nearer than chance would.
_NEAREST = {
    "tables": (
        "tests/ingest/test_tables.py", "tests/ingest/test_typed.py", "tests/ingest/test_typed_runs.py",
        "tests/ingest/test_vendors.py", "tests/analysis/test_results.py", "tests/claims/test_every_claim.py",
        "tests/claims/test_evaluate.py", "tests/claims/test_wins.py", "tests/analysis/test_metric.py",
        "tests/analysis/test_operating.py", "tests/analysis/wins/test_counts.py", "tests/ingest/test_accuracy.py",
    ),
    "registers": (
        "tests/claims/test_every_claim.py", "tests/claims/test_evaluate.py", "tests/claims/test_sources.py",
        "tests/claims/test_articles.py", "tests/claims/test_contradictions.py", "tests/analysis/test_cost.py",
        "tests/analysis/test_predictions.py", "tests/ingest/test_registers.py", "tests/ingest/test_tables.py",
        "tests/claims/test_organisations.py", "tests/analysis/serving/test_register.py",
        "tests/analysis/test_mechanisms.py", "tests/ingest/test_accuracy.py",
    ),
    "derived": (
        "tests/test_derived_tables.py", "tests/analysis/serving/test_tables.py",
        "tests/analysis/test_mechanisms_serving.py",
    ),
    "notebooks": ("tests/test_stated_numbers.py",),
}  # fmt: skip


def _failing(tree: Path, group: str) -> str | None:
    """The first test that fails on what ``tree`` holds; of a notebook, also the cell that gives another output."""
    files = [name for name in _NEAREST[group] if (tree / name).is_file()]
    options = ["-q", "-x", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist"]
    commands = [[*options, "-c", str(tree / "pyproject.toml"), *files]]
    if group == "notebooks":
        both = [(path, ROOT / "notebooks" / path.name) for path in sorted((tree / "notebooks").glob("*.ipynb"))]
        changed = [str(path) for path, own in both if path.read_bytes() != own.read_bytes()]
        nbval = ["-c", "/dev/null", "--nbval", "--nbval-current-env", "-W", "ignore"]
        commands.insert(0, [*options, *nbval, *changed])
    for command in commands:
        done = subprocess.run([sys.executable, "-m", "pytest", *command], cwd=tree, capture_output=True, text=True)
        if done.returncode not in (0, 5):
            lines = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
            return lines[0].split(" ", 1)[1][:300] if lines else done.stdout.strip().splitlines()[-1][:300]
    return None


if __name__ == "__main__":
    sys.exit(main())
