"""The parts of ``make book``: check the data, rerun the notebooks, build the site.

``python -m claimcheck.build data``, ``notebooks`` or ``site`` does one of them and stops at the first fault,
saying where it is and what to do; make knows from times of change which part must be done again. The notebooks are run
once and compared with their recorded outputs; the site then shows exactly those outputs, and Sphinx runs nothing.
"""

from __future__ import annotations

import functools
import itertools
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from claimcheck.build import notebooks, sitecheck
from claimcheck.core.child import end_with_parent
from claimcheck.core.documents import document
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.files import locked
from claimcheck.core.printing import counted
from claimcheck.site import BRIEF

ROOT = notebooks.ROOT
# Jupyter Book's command line does not say how many processes read and write pages; its function does.
# Its pages make many objects and few circles of them, for which Python would look a thousand times.
_JUPYTER_BOOK = """
import gc, os, sys
from jupyter_book.sphinx import build_sphinx
from claimcheck.core.child import end_with_parent
os.register_at_fork(after_in_child=end_with_parent)
gc.set_threshold(50_000, 20, 100)
root, jobs = sys.argv[1], int(sys.argv[2])
sys.exit(build_sphinx(
    root, root + "/_build/html", path_config=root + "/_config.yml", jobs=jobs, noconfig=True, quiet=True,
    confoverrides={"nitpicky": True, "external_toc_path": root + "/_toc.yml", "latex_individualpages": False},
    warningiserror=True, keep_going=True,
))
"""
_SHOWN = 20
CORES = os.cpu_count() or 1


class BuildError(ClaimcheckError):
    """A step of the build failed."""


def _workers() -> ProcessPoolExecutor:
    """Processes on every core, which end with this one: none holds its lock when it is killed."""
    return ProcessPoolExecutor(CORES, initializer=end_with_parent, initargs=(os.getpid(),))


def check_data(root: Path) -> str:
    """Compare data/ with itself, and what is derived with its record. Raises TableError."""
    # Imported here, as it takes seconds and the site needs none of it.
    from claimcheck import checks
    from claimcheck.build import derive
    from claimcheck.data import store
    from claimcheck.data.digests import check_digests
    from claimcheck.data.schema import TABLES

    # The largest first, on every core; then this process has them before others divide the work, as each then has.
    by_size = sorted(TABLES, key=lambda name: -store.csv_path(name, root / "data").stat().st_size)
    with _workers() as pool:
        list(pool.map(store.keep, by_size, itertools.repeat(root / "data")))
    for name in TABLES:
        store.load(name, root / "data")
    for path in (root / "data").rglob("*.yml"):
        document(path)
    parts = {
        "derived table": derive.check_tables,
        "check": checks.check,
        "compared digest": check_digests,
        "claim": derive.check_claims,
    }
    with _workers() as pool:
        # The last is the longest, and would leave one core without work at the end.
        running = {name: pool.submit(part, root / "data") for name, part in reversed(parts.items())}
        return "; ".join(counted(running[name].result(), name) for name in parts)


def check_notebooks(root: Path) -> str:
    """Compare each notebook with its text form, and the list of numbers with what notebooks state.

    Raises BuildError with all that differs between the forms, TableError for the first number that differs.
    """
    from claimcheck.build import derive

    if faults := notebooks.disagreements(root / "notebooks"):
        raise BuildError("\n".join(map(str, faults)))
    count = len(notebooks.sources(root / "notebooks"))
    return f"{counted(count, 'notebook')}, {counted(derive.check_numbers(root / 'data'), 'number')}"


def run_notebooks(root: Path, only: Collection[str] = ()) -> str:
    """Rerun notebooks, all or ``only`` these, in a process of its own, which prints what differs from the record.

    Raises BuildError when an output differs.
    """
    command = [sys.executable, "-m", "claimcheck.build.notebooks", "--compare", str(root / "notebooks"), *sorted(only)]
    ends = functools.partial(end_with_parent, os.getpid())
    if subprocess.run(command, cwd=root, stdin=subprocess.DEVNULL, preexec_fn=ends).returncode:
        raise BuildError(
            "the outputs that are named above are not as recorded",
            where="notebooks",
            fix="if the new output is right, run `make notebooks` and argue the change in the commit",
        )
    return counted(len(only or notebooks.sources(root / "notebooks")), "notebook")


def build_site(root: Path) -> str:
    """Have Sphinx read and write the pages that changed, and the brief printed, which the site serves.

    Sphinx prints its warnings. Raises BuildError for any of them.
    """
    built = root / "_build"
    ends = functools.partial(end_with_parent, os.getpid())
    # Printed meanwhile, if make finds that it must be.
    memo = ["make", "--silent", f"_build/{BRIEF}"]
    brief = subprocess.Popen(memo, cwd=root, stdin=subprocess.DEVNULL, preexec_fn=ends)
    try:
        notebooks.take_prose(root / "notebooks")
        # Of its processes one only hands out the pages that the others write.
        command = [sys.executable, "-c", _JUPYTER_BOOK, str(root), str(CORES + 1)]
        # What it prints besides warnings is its progress.
        environment = notebooks.environment(built / "scratch")
        if subprocess.run(command, cwd=root, env=environment, stdout=subprocess.DEVNULL, preexec_fn=ends).returncode:
            raise BuildError("Sphinx found what it says above", fix="correct these pages; every warning counts")
    except BaseException:
        # Sphinx keeps what it has read, and warns of a page only when it reads it.
        shutil.rmtree(built / ".doctrees", ignore_errors=True)
        raise
    finally:
        unprinted = brief.wait()
    if unprinted:
        raise BuildError("the brief is not printed", where=f"_build/{BRIEF}", fix="see what `make memo` says above")
    shutil.copyfile(built / BRIEF, built / "html" / BRIEF)
    return counted(len(sitecheck.page_paths(built / "html")), "page")


def check_site(root: Path) -> str:
    """Check the links of the built site. Raises BuildError with the first faults."""
    site = root / "_build" / "html"
    if faults := sitecheck.check(site):
        shown = "\n".join(map(str, faults[:_SHOWN]))
        fix = "correct the page or template that this HTML is made from"
        raise BuildError(f"{counted(len(faults), 'fault')} in the built site:\n{shown}", fix=fix)
    sizes = [path.stat().st_size for path in site.rglob("*") if path.is_file()]
    print(f"   {counted(len(sizes), 'file')}, {sum(sizes) / 1e6:.1f} MB: open _build/html/index.html")
    return "every link leads somewhere"


def run(steps: Iterable[tuple[str, Callable[[Path], str]]], root: Path = ROOT) -> int:
    """Run ``steps`` on the project in ``root`` until one fails; return the exit code."""
    for title, step in steps:
        start = time.perf_counter()
        print(f"== {title} ...", flush=True)
        try:
            summary = step(root)
        except (ClaimcheckError, OSError) as error:
            print(f"== {title}: FAILED after {time.perf_counter() - start:.1f} s", flush=True)
            print(error, file=sys.stderr)
            return 1
        print(f"== {title}: {summary}, {time.perf_counter() - start:.1f} s", flush=True)
    return 0


def forget_pages(root: Path) -> str:
    """Remove what Sphinx has read and written."""
    for folder in (".doctrees", "html"):
        shutil.rmtree(root / "_build" / folder, ignore_errors=True)
    return "every page will be read"


def main(arguments: list[str]) -> int:
    """Build the part of the book that the first argument names; return the exit code.

    The file that says when it was built is next, if any: what changes meanwhile is newer. Then may follow the files of
    those ``notebooks`` to run, the text form or the recorded notebook; or for ``site``, that it begins again.
    """
    part, stamp, *rest = arguments if len(arguments) > 1 else (*arguments, "")
    check = functools.partial(run_notebooks, only={Path(name).stem for name in rest})
    begun = ROOT / "_build" / f".{part}.begun"
    # Of a build that was killed Sphinx may have read a page without having said what it warns of.
    again = [("Sphinx begins again", forget_pages)] if rest or begun.exists() else []
    parts = {
        "data": [("data agrees with itself, derived tables and claims are what it gives", check_data)],
        "notebooks": [
            ("notebooks agree with their text forms", check_notebooks),
            ("notebooks give their recorded outputs", check),
        ],
        "site": [*again, ("site builds without a warning", build_site), ("site is whole", check_site)],
    }
    with locked(ROOT):
        begun.parent.mkdir(exist_ok=True)
        begun.touch()
        code = run(parts[part])
        if stamp and not code:
            begun.replace(ROOT / stamp)
        return code


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
