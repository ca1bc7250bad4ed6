"""The parts of ``make book``: check the data, rerun the notebooks, build the site; and ``make notebooks``.

``python -m claimcheck.build data notebooks site`` does those that it names, and those that make names are those that
must be done again. They are done at once: the site shows what is recorded, and the others find whether that is right.
The first fault ends all, and says where it is and what to do; a site is put in its place when no part has found one.
"""

from __future__ import annotations

import contextlib
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
from claimcheck.core.documents import document
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.files import locked, write_files
from claimcheck.core.printing import COMPARING, counted
from claimcheck.data import store
from claimcheck.data.numbers import listed, stated
from claimcheck.data.paths import NUMBERS
from claimcheck.data.schema import TABLES

ROOT = kernels.ROOT
# What a part was done from: make goes by the times of these files in _build.
STAMPS = {"data": ".checked", "notebooks": ".rerun", "site": ".made"}
# Where the site is served from, where it is built, and what is there while Sphinx is at work.
SITE, BUILT, AT_WORK = Path("_build", "html"), Path("_build", ".html"), Path("_build", ".doctrees", ".at-work")
# Jupyter Book's command line does not say how many processes read and write pages; its function does.
# Its pages make many objects and few circles of them, for which Python would look a thousand times.
_JUPYTER_BOOK = """
import gc, sys
from jupyter_book.sphinx import build_sphinx
gc.set_threshold(50_000, 20, 100)
root, built, jobs = sys.argv[1], sys.argv[2], int(sys.argv[3])
sys.exit(build_sphinx(
    root, built, path_config=root + "/_config.yml", jobs=jobs, noconfig=True, quiet=True,
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


def read_tables(root: Path) -> str:
    """Read every table on every core, so that each part finds it kept. Raises TableError for the first at fault."""
    # The largest first.
    by_size = sorted(TABLES, key=lambda name: -store.csv_path(name, root / "data").stat().st_size)
    with ProcessPoolExecutor(CORES, _FORK) as pool:
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
    with ProcessPoolExecutor(CORES, _FORK) as pool:
        # The last is the longest, and would leave one core without work at the end.
        running = {name: pool.submit(part, root / "data") for name, part in reversed(parts.items())}
        return "; ".join(counted(running[name].result(), name) for name in parts)


def check_notebooks(root: Path, only: Collection[str] = ()) -> str:
    """Compare notebooks with their text forms, the list of numbers with what they state; rerun all or ``only`` these.

    Raises BuildError with all that differs from the record, TableError for the first number that differs.
    """
    from claimcheck.build import derive, notebooks

    numbers = counted(derive.check_numbers(root / "data"), "number")
    kernels.fix_environment(root / "_build" / "scratch", COMPARING)
    if told := "\n".join(map(str, notebooks.compare(root / "notebooks", only))):
        raise BuildError(told)
    return f"{counted(len(only or notebooks.sources(root / 'notebooks')), 'notebook')} rerun, {numbers}"


def record_notebooks(root: Path, only: Collection[str] = ()) -> str:
    """Run notebooks, all or ``only`` these, record what they give, and list their numbers. Raises ClaimcheckError."""
    from claimcheck.build import notebooks

    kernels.fix_environment(root / "_build" / "scratch")
    changed = {*notebooks.record(root / "notebooks", only)}
    write_files(root / "data", {NUMBERS: listed(stated(root / "notebooks")).encode()})
    # A number of one may stand in the prose of another.
    changed |= {*notebooks.take_prose(root / "notebooks")}
    for path in sorted(changed):
        print(f"  changed: {path.relative_to(root)}")
    return "all references written" if changed else "no reference changed"


def take_prose(root: Path) -> str:
    """Write the prose of text forms into references whose code is as recorded. Raises ClaimcheckError."""
    from claimcheck.build import notebooks

    return f"{len(notebooks.take_prose(root / 'notebooks'))} changed"


def build_site(root: Path, again: bool = False) -> str:
    """Have Sphinx make the pages that changed, or all ``again``. It prints its warnings; BuildError for any of them."""
    built, at_work = root / BUILT, root / AT_WORK
    # Of a build that did not end Sphinx may have read a page without having said what it warns of.
    if again or at_work.exists():
        shutil.rmtree(at_work.parent, ignore_errors=True)
        shutil.rmtree(built, ignore_errors=True)
    elif not built.exists() and (root / SITE).exists():
        shutil.copytree(root / SITE, built)
    at_work.parent.mkdir(parents=True, exist_ok=True)
    at_work.touch()
    # Of its processes one only hands out pages to the others; what it prints besides warnings is its progress.
    command = [sys.executable, "-c", _JUPYTER_BOOK, str(root), str(built), str(CORES + 1)]
    environment = kernels.environment(root / "_build" / "scratch")
    pages = subprocess.run(command, cwd=root, env=environment, stdout=subprocess.DEVNULL)
    if pages.returncode:
        raise BuildError("Sphinx found what it says above", fix="correct these pages; every warning counts")
    at_work.unlink()
    return counted(len(sitecheck.page_paths(built)), "page")


def check_site(root: Path) -> str:
    """Check the links of the built site. Raises BuildError with the first faults."""
    if faults := sitecheck.check(root / BUILT):
        shown = "\n".join(map(str, faults[:_SHOWN]))
        fix = "correct the page or template that this HTML is made from"
        raise BuildError(f"{counted(len(faults), 'fault')} in the built site:\n{shown}", fix=fix)
    return "every link leads somewhere"


def publish(root: Path) -> str:
    """Put the site that was built into the place of the one that was there before."""
    shutil.rmtree(root / SITE, ignore_errors=True)
    (root / BUILT).rename(root / SITE)
    sizes = [path.stat().st_size for path in (root / SITE).rglob("*") if path.is_file()]
    return f"{counted(len(sizes), 'file')}, {sum(sizes) / 1e6:.1f} MB: open {SITE}/index.html"


def run(steps: Iterable[Step], root: Path) -> int:
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


def at_once(parts: Mapping[str, Iterable[Step]], root: Path) -> int:
    """Run the steps of ``parts``, each part in processes of its own, until one fails; return the exit code."""
    processes = {name: _FORK.Process(target=_do, args=(name, steps, root)) for name, steps in parts.items()}
    for process in processes.values():
        process.start()
    running = {process.sentinel: name for name, process in processes.items()}
    try:
        while running:
            for ended in wait([*running]):
                process = processes[name := running.pop(ended)]
                process.join()
                if process.exitcode < 0:
                    print(f"{name}: ended by {signal.Signals(-process.exitcode).name}", file=sys.stderr, flush=True)
                if process.exitcode:
                    return 1
        return 0
    finally:
        for process in map(processes.get, running.values()):
            process.terminate()
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)


def _do(name: str, steps: Iterable[Step], root: Path) -> None:
    """Do a part in this process, which leads a group: all that it starts ends with it."""
    os.setpgid(0, 0)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if name == "notebooks":
        # They have enough in what the site, which takes longest, leaves of the cores.
        os.nice(5)
    sys.exit(run(steps, root))


def main(arguments: Collection[str], root: Path = ROOT) -> int:
    """Do the parts of the book that ``arguments`` names, or ``record`` notebooks; return the exit code.

    Further arguments are those ``notebooks`` that are to be run, the text form or the recorded notebook; for ``site``,
    that it begins ``again``.
    """
    if "record" in arguments:
        record = functools.partial(record_notebooks, only=[one for one in arguments if one != "record"])
        return run([("notebooks are run, and what they give is recorded", record)], root)
    rerun = functools.partial(check_notebooks, only={Path(one).stem for one in arguments if "/" in one})
    site = functools.partial(build_site, again="again" in arguments)
    # The site is begun first, as it has most to do.
    parts: dict[str, list[Step]] = {
        "site": [("site builds without a warning", site), ("site is whole", check_site)],
        "notebooks": [("notebooks agree with their text forms and give their recorded outputs", rerun)],
        "data": [("data agrees with itself, derived tables and claims are what it gives", check_data)],
    }
    parts = {name: steps for name, steps in parts.items() if name in arguments}
    # Where notebooks are checked as well, they have it or the build fails.
    if "site" in parts and "notebooks" not in parts:
        parts["site"].insert(0, ("notebooks have the prose of their text forms", take_prose))
    # What has changed since a part was begun is newer than its stamp.
    begun = {root / "_build" / stamp: time.time() for name, stamp in STAMPS.items() if name in parts}
    # Once, and not by each part.
    if "data" in parts and (code := run([("tables keep their form", read_tables)], root)):
        return code
    if code := at_once(parts, root) or (run([("site is in its place", publish)], root) if "site" in parts else 0):
        return code
    for stamp, since in begun.items():
        stamp.touch()
        os.utime(stamp, (since, since))
    return 0


if __name__ == "__main__":
    # As by a key press, so that the parts are ended: a terminal that is closed does not reach them.
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler)
    try:
        with locked(ROOT):
            raise SystemExit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        raise SystemExit(130) from None
