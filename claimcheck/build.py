"""Build the book: check the data, rerun the notebooks, build the site, check the site.

``python -m claimcheck.build`` runs the steps in order and stops at the first that
fails, saying which it was, where the fault lies and what to do. The notebooks are run
once, by nbval, and compared with their recorded outputs; the site then shows exactly
those outputs, and Sphinx runs nothing.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path, PurePosixPath

import yaml

from claimcheck import notebooks, proofs, sitecheck
from claimcheck.errors import BusyError, ClaimcheckError
from claimcheck.kept import Kept
from claimcheck.writing import alone, held, replaced

ROOT = notebooks.ROOT
_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
# pytest-xdist prints the outcome before the cell.
_CELL = re.compile(r"(?P<outcome>PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS) (?P<stem>\S+)::ipynb::Cell (?P<cell>\d+)")
_PHASE = re.compile(r"^(?P<phase>reading sources|writing output|copying images)\.\.\. \[ *(?P<part>\d+)%\]")
_SPHINX_FAULT = re.compile(r"(WARNING|ERROR|CRITICAL|[Ee]rror:)")
_CHANGED = re.compile(r"updating environment: .*?(\d+ added, \d+ changed, \d+ removed)")
# Jupyter Book's command line does not say how many processes read and write pages; its function does.
_JUPYTER_BOOK = """
import sys
from jupyter_book.sphinx import build_sphinx
root, out, jobs = sys.argv[1], sys.argv[2], int(sys.argv[3])
sys.exit(build_sphinx(
    root, out, doctreedir=root + "/_build/.doctrees", path_config=root + "/_config.yml", jobs=jobs,
    noconfig=True,
    confoverrides={"nitpicky": True, "external_toc_path": root + "/_toc.yml", "latex_individualpages": False},
    warningiserror=True, keep_going=True,
))
"""
# The site's name among the proofs.
SITE = "site"
_SHOWN = 20
# CI takes nothing as proven and builds from nothing.
FRESH = bool(os.environ.get("CI"))
CORES = os.cpu_count() or 1


class BuildError(ClaimcheckError):
    """A step of the build failed; ``details`` are the lines of the tool that say why."""

    def __init__(self, message: str, *, details: Iterable[str] = (), **place: object) -> None:
        self.details = tuple(details)
        super().__init__(message, **place)


class Progress:
    """Prints how far a step has come: over itself on a terminal, a line at a time elsewhere."""

    def __init__(self) -> None:
        self._terminal = sys.stdout.isatty()

    def moving(self, text: str) -> None:
        """Something that changes quickly; shown on a terminal only."""
        if self._terminal:
            print(f"\r\x1b[K      {text[:100]}", end="", flush=True)

    def line(self, text: str) -> None:
        """Something to keep."""
        print(("\r\x1b[K" if self._terminal else "") + text, flush=True)


def plural(count: int, noun: str) -> str:
    """``1 page``, ``2 pages``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def check_data(root: Path, progress: Progress) -> str:
    """Compare data/ with its manifest and with itself, what is derived with its record. Raises TableError.

    Rows, derived tables and claims are checked side by side, and not where that is proven with the same code, data and
    tools.
    """
    # Imported here, so that a fault in it is a fault of this step and not of the driver.
    from claimcheck import checks, derive, tables

    files = plural(tables.check_manifest(root / "data"), "file")
    numbers = plural(derive.check_numbers(root / "data"), "number")
    known, around = proofs.Proofs(root), proofs.surroundings(root)
    parts = {"derived table": derive.check_tables, "check": checks.check, "claim": derive.check_claims}
    every = {name: proofs.digest(around, proofs.of_module(part.__module__)) for name, part in parts.items()}
    wanted = {name: proof for name, proof in every.items() if FRESH or not known.holds(name, proof)}
    if not wanted:
        return f"{files}; {numbers}; the rest proven before, with the same code, data and tools"
    with ProcessPoolExecutor(CORES) as pool:
        found = {name: pool.submit(parts[name], root / "data") for name in wanted}
        counts = [plural(one.result(), name) for name, one in found.items()]
    known.keep(wanted)
    return "; ".join([files, numbers, *counts])


def check_notebooks(root: Path, progress: Progress) -> str:
    """Compare each notebook with its text form, unless that is proven. Raises BuildError with all that differs."""
    folder = root / "notebooks"
    known = proofs.Proofs(root)
    code = proofs.of_module(notebooks.__name__)
    pairs = {f"text of {p.source.name}": p for p in notebooks.pairs(folder)}
    forms = {n: proofs.digest(code, proofs.of_files([p.source, p.reference], root)) for n, p in pairs.items()}
    proven = () if FRESH else {pairs[name] for name, proof in forms.items() if known.holds(name, proof)}
    found = notebooks.disagreements(folder, proven)
    if found:
        raise BuildError(
            f"{plural(len(found), 'place')} where a notebook and its text form disagree",
            details=[str(error) for error in found[:_SHOWN]],
            fix=notebooks.MEND,
        )
    if not pairs:
        raise BuildError("no notebook found", where="notebooks", fix="a checkout without notebooks is incomplete")
    known.keep(forms)
    return plural(len(pairs), "notebook")


def run_notebooks(root: Path, progress: Progress) -> str:
    """Rerun notebooks under strict nbval, on every core. Raises BuildError when an output differs.

    Texts are compared as texts and numbers as numbers (``claimcheck.cells``). Notebooks that were proven in this folder
    with the same code, data and tools are not run again, but in CI all are.
    """
    known = proofs.Proofs(root)
    around = proofs.surroundings(root)
    found = [pair.reference for pair in notebooks.pairs(root / "notebooks")]
    every = {path.relative_to(root).as_posix(): proofs.of_notebook(path, around) for path in found}
    wanted = {name: proof for name, proof in every.items() if FRESH or not known.holds(name, proof)}
    if not wanted:
        return f"all {len(every)} proven before, with the same code, data and tools"
    command = [sys.executable, "-m", "pytest", "--nbval", "--nbval-current-env", "--verbose"]
    command += ["-p", "claimcheck.cells", "--tb=no", "-rN"]
    # A notebook stays on one worker. The project's own pytest settings are for its unit tests.
    command += ["-n", str(CORES), "--dist", "loadfile"]
    command += ["-c", "/dev/null", "--rootdir", str(root), "-p", "no:cacheprovider", "--color=no"]
    command += ["-W", "ignore", *wanted]
    outcomes: dict[str, dict[int, str]] = {name: {} for name in wanted}

    def watch(line: str) -> None:
        if match := _CELL.search(line):
            name = f"{match['stem']}.ipynb"
            outcomes[name][int(match["cell"])] = match["outcome"]
            progress.moving(f"{name}  cell {match['cell']}")

    code, lines = run_tool(command, root, watch)
    cells = sum(map(len, outcomes.values()))
    if code == 0 and all(outcomes.values()):
        known.keep(wanted)
        before = f"; {plural(len(every) - len(wanted), 'notebook')} proven before" if len(wanted) < len(every) else ""
        return f"{plural(cells, 'cell')} give their recorded output{before}"
    begin = next((n + 1 for n, text in enumerate(lines) if re.fullmatch(r"=+ FAILURES =+", text)), 0)
    details = _shortened([line for line in lines[begin : -1 if begin else None] if line], 80)
    failed = sorted((name, cell) for name, found in outcomes.items() for cell, o in found.items() if o != "PASSED")
    if not failed:
        raise BuildError("pytest --nbval ended without running every notebook", details=details)
    reference, number = failed[0]
    source = (root / reference).with_suffix(".py")
    position, line = notebooks.place_of(source, number)
    raise BuildError(
        f"{plural(len(failed), 'cell')} with another output than recorded, the first: {reference}, cell {position + 1}",
        where=source.relative_to(root),
        line=line,
        details=details,
        fix="if the new output is right, run `make notebooks` and argue the change in the commit",
    )


def build_site(root: Path, progress: Progress) -> str:
    """Build the site with warnings as errors. Raises BuildError with Sphinx's warnings."""
    config = root / "_config.yml"
    if not config.is_file():
        raise BuildError("not there", where="_config.yml", fix="a checkout without it is incomplete")
    settings = yaml.safe_load(config.read_text(encoding="utf-8")) or {}
    # Unquoted, YAML reads off as false; both mean that Sphinx runs no notebook.
    if (settings.get("execute") or {}).get("execute_notebooks") not in ("off", False):
        raise BuildError(
            "Sphinx would run the notebooks again",
            where="_config.yml",
            fix='set execute_notebooks: "off" under execute',
        )
    built = root / "_build"
    site, known = built / "html", proofs.Proofs(root)
    made_of = _made_of(root)
    fresh = FRESH or not known.holds(SITE, made_of) or not (site / "index.html").is_file()
    if fresh:
        # From nothing: nothing of an earlier build lingers.
        shutil.rmtree(built / ".doctrees", ignore_errors=True)
    written = {name: proofs.of_files([root / name], root) for name in _pages(root)}
    for name, page in written.items():
        # Sphinx goes by times of change; a file put back as it was yesterday has an old one.
        if not fresh and not known.holds(f"page {name}", page):
            (root / name).touch()
    known.keep({SITE: ""})  # until it is whole: what a build that was stopped leaves behind is not gone on from

    def watch(line: str) -> None:
        if match := _PHASE.match(line):
            progress.moving(f"{match['phase']}  {match['part']}%")

    with replaced(site) as new:
        if not fresh:
            shutil.copytree(site, new, dirs_exist_ok=True)
        code, lines = run_tool([sys.executable, "-c", _JUPYTER_BOOK, str(root), str(new), str(CORES)], root, watch)
        if code or not (new / "index.html").is_file():
            raise _site_fault(lines, root)
    known.keep({SITE: made_of} | {f"page {name}": page for name, page in written.items()})
    read = next((m[1] for line in lines if (m := _CHANGED.search(line))), "")
    return plural(len(sitecheck.page_paths(site)), "page") + ("" if fresh else f", read anew: {read}")


def _site_fault(lines: list[str], root: Path) -> BuildError:
    """What Sphinx printed, as an error."""
    faults = [line.replace(f"{root}/", "") for line in lines if _SPHINX_FAULT.search(line)]
    where, number = _place(faults)
    crashed = any(line.startswith("Traceback") for line in lines)
    return BuildError(
        f"jupyter-book found {plural(len(faults), 'fault')}",
        where=where,
        line=number,
        details=lines[-40:] if crashed or not faults else faults[:_SHOWN],
        fix="mend the pages named above; every warning counts",
    )


def _made_of(root: Path) -> str:
    """All that the site is made of beside its prose. While it is the same, Sphinx need only read pages that changed."""
    package = [p for p in proofs.PACKAGE.rglob("*") if p.is_file() and p.parent.name != "__pycache__"]
    return proofs.digest(proofs.surroundings(root), proofs.of_files(package, proofs.PACKAGE), *_pages(root))


def is_current(root: Path) -> bool:
    """Whether all steps of the last build of ``root`` passed, and it was of these very sources."""
    known = proofs.Proofs(root)
    pages = {f"page {name}": proofs.of_files([root / name], root) for name in _pages(root)}
    same = all(known.holds(name, proof) for name, proof in ({SITE: _made_of(root)} | pages).items())
    return same and (root / "_build" / ".made").is_file()


def _pages(root: Path) -> list[str]:
    """The sources of pages, from ``root``, without those that the build itself writes from ``data/``."""
    found = [*root.glob("*.md"), *(p for name in ("book", "notebooks") for p in (root / name).rglob("*"))]
    kinds = (".md", ".ipynb", ".bib")
    typed = (p.relative_to(root).as_posix() for p in found if p.is_file() and p.suffix in kinds)
    return sorted(name for name in typed if not PurePosixPath(name).match("book/articles/*/*"))


def _place(faults: list[str]) -> tuple[str | None, int | None]:
    """The file and line that the first of Sphinx's warnings names."""
    for fault in faults:
        if match := re.match(r"(?P<file>[^\s:]+\.(?:md|py|ipynb|yml|bib)):(?:(?P<line>\d+):)? ", fault):
            return match["file"], int(match["line"]) if match["line"] else None
    return None, None


def check_site(root: Path, progress: Progress) -> str:
    """Check links and hosts of the built site. Raises BuildError with all faults."""
    site = root / "_build" / "html"
    pages = sitecheck.read_pages(site, Kept(None if FRESH else root / "_build" / ".pages"))
    faults = sitecheck.check(site, pages)
    if faults:
        raise BuildError(
            f"{plural(len(faults), 'fault')} in the built site",
            where=f"_build/html/{faults[0].where}",
            line=faults[0].line,
            details=[str(fault) for fault in faults[:_SHOWN]],
            fix="mend the page or template that this HTML is made from",
        )
    sizes = [path.stat().st_size for path in site.rglob("*") if path.is_file()]
    progress.line(f"      {plural(len(sizes), 'file')}, {sum(sizes) / 1e6:.1f} MB")
    return f"{plural(len(pages), 'page')}: every link leads somewhere, nothing asks another host"


STEPS: tuple[tuple[str, Callable[[Path, Progress], str]], ...] = (
    ("data agrees with its manifest and with itself, derived tables and claims are what it gives", check_data),
    ("notebooks agree with their text forms", check_notebooks),
    ("notebooks give their recorded outputs", run_notebooks),
    ("site builds without a warning", build_site),
    ("site is whole", check_site),
)


def run_tool(command: list[str], root: Path, watch: Callable[[str], None]) -> tuple[int, list[str]]:
    """Run ``command`` in ``root``; return its exit code and the lines it printed, without colours.

    ``watch(line)`` is called with each line as it comes.
    """
    process = subprocess.Popen(
        command,
        cwd=root,
        env=notebooks.environment(root / "_build" / "scratch"),
        pass_fds=held(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    assert process.stdout is not None
    lines = []
    with process:
        for printed in process.stdout:
            # Sphinx moves over its own progress with carriage returns.
            for part in printed.rstrip("\n").split("\r"):
                line = _ANSI.sub("", part)
                lines.append(line)
                watch(line)
    return process.returncode, lines


def _shortened(lines: list[str], count: int) -> list[str]:
    """At most ``count`` of ``lines``, from the beginning and the end, each cut to 300 characters."""
    cut = [line if len(line) <= 300 else line[:300] + " ..." for line in lines]
    if len(cut) <= count:
        return cut
    half = count // 2
    return [*cut[:half], f"... {len(cut) - 2 * half} lines left out ...", *cut[-half:]]


def build(root: Path = ROOT, steps: tuple = STEPS) -> int:
    """Run ``steps`` on the project in ``root``, unless another command is at work there; return the exit code."""
    try:
        with alone(root):
            return _build(root, steps)
    except (BusyError, BuildError) as error:
        print(error, file=sys.stderr)
        return 1


def _build(root: Path, steps: tuple) -> int:
    progress = Progress()
    stamp = root / "_build" / ".made"
    try:
        stamp.parent.mkdir(exist_ok=True)
        stamp.touch()
        stamp.unlink()
    except OSError as error:
        fix = "copy the project to where you may write, and build it there"
        raise BuildError(f"cannot be written to: {error.strerror}", where=stamp.parent, fix=fix) from error
    began = time.perf_counter()
    for number, (title, step) in enumerate(steps, 1):
        head = f"[{number}/{len(steps)}] {title}"
        progress.line(f"{head} ...")
        start = time.perf_counter()
        try:
            summary = step(root, progress)
        except (ClaimcheckError, OSError) as error:
            progress.line(f"{head}: FAILED after {time.perf_counter() - start:.1f} s")
            for line in getattr(error, "details", ()):
                print(f"      {line}", file=sys.stderr)
            print(error, file=sys.stderr)
            return 1
        progress.line(f"{head} ({summary})  {time.perf_counter() - start:.1f} s")
    stamp.touch()
    progress.line(f"done in {time.perf_counter() - began:.1f} s: open _build/html/index.html")
    return 0


if __name__ == "__main__":
    raise SystemExit(build())
