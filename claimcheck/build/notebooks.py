"""Notebooks in two forms: the text form that is reviewed and the record of its outputs.

``notebooks/NAME.py`` (py:percent) is the source, ``notebooks/NAME.ipynb`` the reference: the same cells with their
outputs, byte for byte the same at every run. ``python -m claimcheck.build.notebooks [NAME…]`` records them.
"""

from __future__ import annotations

import asyncio
import difflib
import os
import re
import sys
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import jupytext
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.files import locked, write_files
from claimcheck.core.printing import RECORDING
from claimcheck.data import numbers
from claimcheck.data.paths import NUMBERS

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
KERNELSPEC = {"display_name": "Python 3", "language": "python", "name": "python3"}
MEND = "run `make site` where only prose has changed, else `make notebooks`; then look at the change with `git diff`"
UNWRITTEN = "mend the cell; no reference was written"

# Names a folder with a ``sitecustomize`` that makes numpy round as on another machine (``tests/other_machine``).
OTHER_MACHINE = "CLAIMCHECK_OTHER_MACHINE"

# 1 April 2026, the day the v6.0 results were published: any fixed day would do.
_EPOCH = "1775001600"


class NotebookError(ClaimcheckError):
    """A notebook fails to run, or its reference and its text form disagree."""


class Pair(NamedTuple):
    """A notebook's text form (``source``) and its reference (``reference``)."""

    source: Path
    reference: Path


def environment(scratch: Path) -> dict[str, str]:
    """The environment in which notebooks run and the site is built: the same on every machine.

    ``scratch``, which is made when it is not there, takes the place of the user's own
    Jupyter and IPython folders, whose kernels, start-up files and settings would
    otherwise change what a cell prints.
    """
    (scratch / "ipython").mkdir(parents=True, exist_ok=True)
    passed = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("JUPYTER", "IPYTHON", "NBVAL", "PYTEST", "LC_"))
    }
    return passed | {
        "PYTHONHASHSEED": "0",
        "PYTHONNOUSERSITE": "1",
        # The package that checks is the one that is checked, wherever the interpreter was installed. Nothing else is
        # taken from the user's own path, but what the test of another machine names.
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get(OTHER_MACHINE)])),
        "PYTHONUTF8": "1",
        "SOURCE_DATE_EPOCH": _EPOCH,
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
        "LANG": "C.UTF-8",
        "LANGUAGE": "C",
        "NO_COLOR": "1",
        "COLUMNS": "110",
        RECORDING: "1",
        "JUPYTER_PREFER_ENV_PATH": "1",
        "JUPYTER_NO_CONFIG": "1",
        "JUPYTER_DATA_DIR": str(scratch / "jupyter"),
        "JUPYTER_CONFIG_DIR": str(scratch / "jupyter"),
        "IPYTHONDIR": str(scratch / "ipython"),
        # The debugger warns about frozen modules on standard error; nothing is debugged here.
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    }


def pairs(folder: Path = NOTEBOOKS) -> list[Pair]:
    """Every notebook of ``folder``, in order of name, whether or not both forms are there."""
    stems = {path.stem for path in folder.glob("*.py")} | {path.stem for path in folder.glob("*.ipynb")}
    return [Pair(folder / f"{stem}.py", folder / f"{stem}.ipynb") for stem in sorted(stems)]


def read_source(path: Path) -> nbformat.NotebookNode:
    """The notebook that the text form at ``path`` is, without outputs."""
    stem = re.sub(r"[^a-zA-Z0-9_-]", "-", path.stem)[:50]
    make = {
        "code": nbformat.v4.new_code_cell,
        "markdown": nbformat.v4.new_markdown_cell,
        "raw": nbformat.v4.new_raw_cell,
    }
    # Fixed ids: nbformat's own are random, and would change the file at each recording.
    cells = [
        make[cell.cell_type](cell.source, metadata=dict(cell.metadata), id=f"{stem}-{position:02d}")
        for position, cell in enumerate(jupytext.reads(path.read_text(encoding="utf-8"), fmt="py:percent").cells)
    ]
    return nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": dict(KERNELSPEC)})


def line_of(source: Path, position: int) -> int | None:
    """The line at which cell ``position`` (0-based, of all cells) of the text form begins."""
    lines = source.read_text(encoding="utf-8").splitlines()
    marks = [number for number, line in enumerate(lines, 1) if re.match(r"# %%(?!%)", line)]
    return marks[position] if position < len(marks) else None


def place_of(source: Path, number: int) -> tuple[int, int | None]:
    """The position (0-based, of all cells) of code cell ``number`` (nbval counts code cells only), and its line."""
    cells = read_source(source).cells
    code = [position for position, cell in enumerate(cells) if cell.cell_type == "code"]
    position = code[min(number, len(code) - 1)]
    return position, line_of(source, position)


def _at(source: Path, position: int, message: str, fix: str = UNWRITTEN) -> NotebookError:
    """The error at cell ``position`` (0-based, of all cells) of the text form."""
    return NotebookError(message, where=_short(source), line=line_of(source, position), fix=fix)


def disagreements(folder: Path = NOTEBOOKS) -> list[NotebookError]:
    """Every way in which the references of ``folder`` are not what their text forms say."""
    errors = []
    for pair in pairs(folder):
        if not pair.source.exists():
            fix = f"write {pair.source.name}, or delete {pair.reference.name}"
            errors.append(NotebookError("it has no text form", where=_short(pair.reference), fix=fix))
        elif not pair.reference.exists():
            errors.append(NotebookError("never recorded", where=_short(pair.source), fix=MEND))
        else:
            errors += _compare(pair)
    return errors


def _compare(pair: Pair) -> list[NotebookError]:
    source = read_source(pair.source)
    try:
        reference = nbformat.read(pair.reference, as_version=nbformat.NO_CONVERT)
        nbformat.validate(reference)
    except (ValueError, nbformat.ValidationError, AttributeError) as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        return [NotebookError(f"not a notebook: {reason}", where=_short(pair.reference), fix=MEND)]

    def fault(position: int, message: str) -> NotebookError:
        return _at(pair.source, position, f"{pair.reference.name}, cell {position + 1}: {message}", MEND)

    errors = []
    # strict=False: a different number of cells is reported by itself, after the first cells that differ.
    for position, (want, have) in enumerate(zip(source.cells, reference.cells, strict=False)):
        other = next((name for name in ("cell_type", "metadata") if have[name] != want[name]), None)
        if other:
            errors.append(fault(position, f"has {other} {have[other]}, the text form {want[other]}"))
        elif have.source != want.source:
            errors.append(fault(position, f"is not as in the text form: {_differences(have.source, want.source)}"))
        elif have.cell_type == "code" and have.execution_count is None:
            errors.append(fault(position, "was never run, so nbval would not compare it"))
        elif have.cell_type == "code" and any(output.output_type == "error" for output in have.outputs):
            errors.append(fault(position, "its recorded output is an error"))
    if len(source.cells) != len(reference.cells):
        position = min(len(source.cells), len(reference.cells), len(source.cells) - 1)
        message = f"has {len(reference.cells)} cells, the text form {len(source.cells)}"
        errors.append(fault(position, message))
    elif not errors and [cell.get("id") for cell in reference.cells] != [cell.id for cell in source.cells]:
        errors.append(NotebookError("cell ids are not the fixed ones", where=_short(pair.reference), fix=MEND))
    return errors


def _differences(have: str, want: str) -> str:
    """The first lines that differ: with a minus those of the reference, with a plus those of the text form."""
    lines = difflib.unified_diff(have.splitlines(), want.splitlines(), lineterm="", n=0)
    return ", ".join(map(repr, [*lines][3:5]))


def run(source: Path, timeout: float = 300) -> nbformat.NotebookNode:
    """Run the text form at ``source`` in its own folder; return it with its outputs.

    ``timeout`` is in seconds, for one cell. Raises NotebookError, with the line of the
    cell, when a cell raises, takes too long, writes to standard error, or prints this
    machine's paths: none of these belongs in a reference.
    """
    notebook = read_source(source)
    client = NotebookClient(
        notebook,
        timeout=timeout,
        kernel_name=KERNELSPEC["name"],
        record_timing=False,
        # Standard output arrives in pieces whose borders vary from run to run.
        coalesce_streams=True,
        # The kernel warns that it listens on this machine without encryption.
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str(source.parent)}},
    )
    try:
        # A thread and a loop of its own, closed at the end: this thread may have a loop that runs.
        with ThreadPoolExecutor(1) as apart:
            apart.submit(asyncio.run, client.async_execute()).result()
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        raised = isinstance(error, CellExecutionError)
        reason = f"{error.ename}: {error.evalue}" if raised else str(error).splitlines()[0]
        # The one that raised; of a kernel that died or did not end, the first without a count.
        code = [(position, cell) for position, cell in enumerate(notebook.cells) if cell.cell_type == "code"]
        failed = [position for position, cell in code if any(o.output_type == "error" for o in cell.outputs)]
        (position, *_) = failed or [position for position, cell in code if cell.execution_count is None]
        raise _at(source, position, f"cell {position + 1} failed: {reason}") from error
    notebook.metadata = nbformat.from_dict({"kernelspec": dict(KERNELSPEC)})
    for position, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", []):
            if message := _unfit(output):
                raise _at(source, position, f"cell {position + 1} {message}")
    return notebook


def _unfit(output: nbformat.NotebookNode) -> str | None:
    if output.output_type == "stream" and output.name == "stderr":
        return f"writes to standard error: {output.text.strip().splitlines()[0][:200]}"
    text = output.get("text", "") or str(output.get("data", ""))
    return "prints a path of this machine" if str(ROOT) in text else None


def record(
    folder: Path = NOTEBOOKS,
    progress: Callable[[Pair, float], None] = lambda pair, seconds: None,
    only: Collection[str] = (),
) -> list[Path]:
    """Run the text forms of ``folder``, or those named ``only``, on every core and write their references.

    Returns the files that changed. A name is a notebook's, or the beginning of it ("07"). Nothing is written unless
    every cell of every notebook ran. ``progress(pair, seconds)`` is called after each notebook. Raises NotebookError
    as :func:`run` does.
    """
    every = pairs(folder)
    for name in only:
        if not any(pair.source.name.startswith(name) for pair in every):
            known = ", ".join(pair.source.stem for pair in every)
            raise NotebookError(f"no notebook {name!r}", where=_short(folder), rule=f"notebooks are {known}")
    wanted = [pair for pair in every if not only or pair.source.name.startswith(tuple(only))]
    if missing := next((pair for pair in wanted if not pair.source.exists()), None):
        raise NotebookError("it has no text form", where=_short(missing.reference))

    def run_one(pair: Pair) -> nbformat.NotebookNode:
        start = time.perf_counter()
        notebook = run(pair.source)
        progress(pair, time.perf_counter() - start)
        return notebook

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return _write(folder, dict(zip(wanted, pool.map(run_one, wanted), strict=True)))


def take_prose(folder: Path = NOTEBOOKS) -> list[Path]:
    """Write prose that is newer in a text form into its reference, where the code is as recorded.

    Nothing is run. Returns the files that changed.
    """
    both = (pair for pair in pairs(folder) if pair.source.exists() and pair.reference.exists())
    newer = (pair for pair in both if pair.source.stat().st_mtime > pair.reference.stat().st_mtime)
    return _write(folder, {pair: notebook for pair in newer if (notebook := _with_recorded_outputs(pair))})


def _with_recorded_outputs(pair: Pair) -> nbformat.NotebookNode | None:
    """The text form with the recorded outputs; None when its code is not what was recorded."""
    source = read_source(pair.source)
    try:
        reference = nbformat.read(pair.reference, as_version=nbformat.NO_CONVERT)
        new, old = ([c for c in notebook.cells if c.cell_type == "code"] for notebook in (source, reference))
    except (ValueError, AttributeError):
        return None
    if [(c.source, dict(c.metadata)) for c in new] != [(c.source, dict(c.metadata)) for c in old]:
        return None
    for cell, recorded in zip(new, old, strict=True):
        cell |= {"outputs": recorded.outputs, "execution_count": recorded.execution_count}
    return source


def _write(folder: Path, notebooks: Mapping[Pair, nbformat.NotebookNode]) -> list[Path]:
    """Write references of ``folder``, all or none; return the files that changed."""
    texts = {pair.reference: serialise(notebook).encode() for pair, notebook in notebooks.items()}
    changed = {path: text for path, text in texts.items() if not path.exists() or path.read_bytes() != text}
    write_files(folder, {path.name: text for path, text in changed.items()})
    return list(changed)


def serialise(notebook: nbformat.NotebookNode) -> str:
    """``notebook`` as the text of an .ipynb file; the same notebook gives the same text."""
    nbformat.validate(notebook)
    return nbformat.writes(notebook, version=4).rstrip("\n") + "\n"


def _short(path: Path) -> str:
    """``path`` from the project's root where it lies below it."""
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


def main() -> int:
    """Record the notebooks that the command line names, or all, and list their numbers; return the exit code."""
    fixed = environment(ROOT / "_build" / "scratch")
    os.environ.clear()
    os.environ.update(fixed)
    try:
        with locked(ROOT):
            changed = record(
                progress=lambda pair, seconds: print(f"  {_short(pair.source)}  {seconds:.1f} s", flush=True),
                only=sys.argv[1:],
            )
            write_files(ROOT / "data", {NUMBERS: numbers.listed(numbers.stated(NOTEBOOKS)).encode()})
    except (ClaimcheckError, OSError) as error:
        cause = error.__cause__
        if isinstance(cause, CellExecutionError):
            print(re.sub(r"\x1b\[[0-9;]*m", "", cause.traceback), file=sys.stderr)
        print(error, file=sys.stderr)
        return 1
    for path in changed:
        print(f"  changed: {_short(path)}")
    print("all references written" if changed else "no reference changed")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
