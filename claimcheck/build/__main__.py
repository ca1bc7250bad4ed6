"""The parts of ``make book``: check the data, rerun the notebooks, build the site; and ``make notebooks``.

``python -m claimcheck.build data notebooks site`` does those that it names, and those that make names are those that
must be done again. They are done at once: the site shows what is recorded, and the others find whether that is right.
The first fault ends all, and says where it is and what to do.
"""

from __future__ import annotations

import functools
import itertools
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import wait
from pathlib import Path

from claimcheck.build import kernels, sitecheck
from claimcheck.core.child import end_with_parent
from claimcheck.core.documents import document
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.files import locked, write_files
from claimcheck.core.printing import COMPARING, counted
from claimcheck.data import numbers, store
from claimcheck.data.paths import NUMBERS
from claimcheck.data.schema import TABLES
from claimcheck.site import BRIEF

ROOT = kernels.ROOT
# What a part was done from: make goes by the times of these files in _build.
STAMPS = {"data": ".checked", "notebooks": ".rerun", "site": ".made"}
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
_FORK = multiprocessing.get_context("fork")
Step = tuple[str, Callable[[Path], str]]


class BuildError(ClaimcheckError):
    """A step of the build failed."""


def _workers() -> ProcessPoolExecutor:
    """Processes on every core, which end with this one: none holds its lock when it is killed."""
    return ProcessPoolExecutor(CORES, _FORK, initializer=end_with_parent, initargs=(os.getpid(),))


def read_tables(root: Path) -> str:
    """Read every table on every core, so that each part finds it kept. Raises TableError for the first at fault."""
    # The largest first.
    by_size = sorted(TABLES, key=lambda name: -store.csv_path(name, root / "data").stat().st_size)
    with _workers() as pool:
        list(pool.map(store.keep, by_size, itertools.repeat(root / "data")))
    return counted(len(TABLES), "table")


def check_data(root: Path) -> str:
    """Compare data/ with itself, and what is derived with its record. Raises TableError."""
    # Imported here, as the site needs none of it.
    from claimcheck import checks
    from claimcheck.build import derive
    from claimcheck.data.digests import check_digests

    # What the parts have in common is read once, before others divide the work.
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
    from claimcheck.build import derive, notebooks

    _refuse(notebooks.disagreements(root / "notebooks"))
    count = len(notebooks.sources(root / "notebooks"))
    return f"{counted(count, 'notebook')}, {counted(derive.check_numbers(root / 'data'), 'number')}"


def run_notebooks(root: Path, only: Collection[str] = ()) -> str:
    """Rerun notebooks, all or ``only`` these. Raises BuildError with all that differs from the record."""
    from claimcheck.build import notebooks

    kernels.fix_environment(root / "_build" / "scratch", COMPARING)
    _refuse(notebooks.compare(root / "notebooks", only))
    return counted(len(only or notebooks.sources(root / "notebooks")), "notebook")


def _refuse(faults: Iterable[ClaimcheckError]) -> None:
    if told := "\n".join(map(str, faults)):
        raise BuildError(told)


def record_notebooks(root: Path, only: Collection[str] = ()) -> str:
    """Run notebooks, all or ``only`` these, record what they give, and list their numbers. Raises ClaimcheckError."""
    from claimcheck.build import notebooks

    kernels.fix_environment(root / "_build" / "scratch")
    references = root / "notebooks"
    before = {path: path.read_bytes() for path in references.glob("*.ipynb")}
    notebooks.record(references, only)
    write_files(root / "data", {NUMBERS: numbers.listed(numbers.stated(references)).encode()})
    # A number of one may stand in the prose of another.
    take_prose(root)
    changed = [path for path in sorted(references.glob("*.ipynb")) if path.read_bytes() != before.get(path)]
    for path in changed:
        print(f"  changed: {path.relative_to(root)}")
    return "all references written" if changed else "no reference changed"


def take_prose(root: Path) -> str:
    """Write the prose of text forms into references whose code is as recorded. Raises ClaimcheckError."""
    from claimcheck.build import notebooks

    return f"{len(notebooks.take_prose(root / 'notebooks'))} changed"


def forget_pages(root: Path) -> str:
    """Remove what Sphinx has read and written."""
    for folder in (".doctrees", "html"):
        shutil.rmtree(root / "_build" / folder, ignore_errors=True)
    return "every page will be read"


def build_site(root: Path) -> str:
    """Have Sphinx read and write the pages that changed, and the brief printed, which the site serves.

    Sphinx prints its warnings. Raises BuildError for any of them.
    """
    built, ends = root / "_build", functools.partial(end_with_parent, os.getpid())
    # Printed meanwhile, if make finds that it must be.
    memo = ["make", "--silent", f"_build/{BRIEF}"]
    brief = subprocess.Popen(memo, cwd=root, stdin=subprocess.DEVNULL, preexec_fn=ends)
    # Of its processes one only hands out the pages that the others write.
    command = [sys.executable, "-c", _JUPYTER_BOOK, str(root), str(CORES + 1)]
    # What it prints besides warnings is its progress.
    environment = kernels.environment(built / "scratch")
    pages = subprocess.run(command, cwd=root, env=environment, stdout=subprocess.DEVNULL, preexec_fn=ends)
    if brief.wait():
        raise BuildError("the brief is not printed", where=f"_build/{BRIEF}", fix="see what `make memo` says above")
    if pages.returncode:
        raise BuildError("Sphinx found what it says above", fix="correct these pages; every warning counts")
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


def run(steps: Iterable[Step], root: Path = ROOT) -> int:
    """Run ``steps`` on the project in ``root`` until one fails; return the exit code."""
    for title, step in steps:
        start = time.perf_counter()
        print(f"== {title} ...", flush=True)
        try:
            summary = step(root)
        except (ClaimcheckError, OSError) as error:
            print(f"== {title}: FAILED after {time.perf_counter() - start:.1f} s", flush=True)
            print(error, file=sys.stderr, flush=True)
            return 1
        print(f"== {title}: {summary}, {time.perf_counter() - start:.1f} s", flush=True)
    return 0


def at_once(parts: Mapping[str, Iterable[Step]], root: Path = ROOT) -> int:
    """Run the steps of ``parts``, each part in a process of its own, until one fails; return the exit code."""
    processes = [_FORK.Process(target=_do, args=(name, parts[name], root, os.getpid())) for name in parts]
    for process in processes:
        process.start()
    running = {process.sentinel: (name, process) for name, process in zip(parts, processes, strict=True)}
    try:
        while running:
            for ended in wait([*running]):
                name, process = running.pop(ended)
                process.join()
                if process.exitcode < 0:
                    print(f"{name}: ended by {signal.Signals(-process.exitcode).name}", file=sys.stderr, flush=True)
                if process.exitcode:
                    return 1
        return 0
    finally:
        for _, process in running.values():
            process.terminate()


def _do(name: str, steps: Iterable[Step], root: Path, parent: int) -> None:
    """Do a part in this process, and note when it was begun: what has changed meanwhile is newer."""
    end_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if name == "notebooks":
        # They have enough in what the site, which takes longest, leaves of the cores.
        os.nice(5)
    if code := run(steps, root):
        sys.exit(code)
    _begun(name, root).replace(root / "_build" / STAMPS[name])


def _begun(name: str, root: Path) -> Path:
    return root / "_build" / f".{name}.begun"


def main(arguments: Collection[str]) -> int:
    """Do the parts of the book that ``arguments`` names, or ``record`` notebooks; return the exit code.

    Further arguments are those ``notebooks`` that are to be run, the text form or the recorded notebook; for ``site``,
    that it begins ``again``.
    """
    with locked(ROOT):
        if "record" in arguments:
            record = functools.partial(record_notebooks, only=[one for one in arguments if one != "record"])
            return run([("notebooks are run, and what they give is recorded", record)])
        rerun = functools.partial(run_notebooks, only={Path(one).stem for one in arguments if "/" in one})
        # Of a build that did not end Sphinx may have read a page without having said what it warns of.
        first: list[Step] = []
        if "again" in arguments or _begun("site", ROOT).exists():
            first.append(("Sphinx begins again", forget_pages))
        # Where notebooks are checked as well, they have it or the build fails.
        if "notebooks" not in arguments:
            first.append(("notebooks have the prose of their text forms", take_prose))
        # The site is begun first, as it has most to do.
        parts: dict[str, list[Step]] = {
            "site": [*first, ("site builds without a warning", build_site), ("site is whole", check_site)],
            "notebooks": [
                ("notebooks agree with their text forms", check_notebooks),
                ("notebooks give their recorded outputs", rerun),
            ],
            "data": [("data agrees with itself, derived tables and claims are what it gives", check_data)],
        }
        wanted = {name: steps for name, steps in parts.items() if name in arguments}
        (ROOT / "_build").mkdir(exist_ok=True)
        # Once, and not by each part.
        if "data" in wanted and (code := run([("tables keep their form", read_tables)])):
            return code
        for name in wanted:
            _begun(name, ROOT).touch()
        return at_once(wanted)


if __name__ == "__main__":
    try:
        raise SystemExit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        raise SystemExit(130) from None
