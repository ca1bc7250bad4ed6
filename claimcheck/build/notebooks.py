"""Notebooks in two forms: the text form that is reviewed and the record of its outputs.

``notebooks/NAME.py`` (py:percent) is the source, ``notebooks/NAME.ipynb`` the reference: the same cells with their
outputs, and with figures in their prose, byte for byte the same at every run.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import sys
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from claimcheck.build.kernels import ROOT
from claimcheck.build.plain import Prose
from claimcheck.charts.table import MIME as TABLE
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.files import write_files
from claimcheck.core.printing import differences

NOTEBOOKS = ROOT / "notebooks"
KERNELSPEC = {"display_name": "Python 3", "language": "python", "name": "python3"}
MEND = "run `make site` where only prose has changed, else `make notebooks`; then look at the change with `git diff`"
UNWRITTEN = "mend the cell; no reference was written"
# Differences that are printed of a cell, and the seconds that it may take.
_SHOWN, _LONGEST = 10, 300
Notebook = nbformat.NotebookNode


def sources(folder: Path = NOTEBOOKS) -> list[Path]:
    """The text forms of ``folder``, in order of name; the reference of each is the .ipynb file of its name."""
    return sorted(path for path in folder.glob("*.py") if path.name != "conftest.py")


def read_source(path: Path) -> Notebook:
    """The notebook that the text form at ``path`` is, without outputs."""
    cells = jupytext.reads(path.read_text(encoding="utf-8"), fmt="py:percent").cells
    # Fixed ids: nbformat's own are random, and would change the file at each recording.
    for position, cell in enumerate(cells):
        cell.id = f"{path.stem}-{position:02d}"
    return nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": dict(KERNELSPEC)})


def read_reference(source: Path) -> Notebook:
    """The recorded notebook of the text form at ``source``. Raises ClaimcheckError where there is none."""
    if not (path := source.with_suffix(".ipynb")).is_file():
        raise ClaimcheckError("there is no such file", where=_short(path), fix=MEND)
    return nbformat.read(path, as_version=nbformat.NO_CONVERT)


def _at(source: Path, position: int, message: str, fix: str | None = UNWRITTEN, below: int = 0) -> ClaimcheckError:
    """The error at cell ``position`` (0-based, of all cells) of the text form, or so many lines ``below`` its mark."""
    lines = enumerate(source.read_text(encoding="utf-8").splitlines(), 1)
    mark = next(itertools.islice((at for at, line in lines if re.match(r"# %%(?!%)", line)), position, None), None)
    return ClaimcheckError(message, where=_short(source), line=mark and mark + below, fix=fix)


def _with_outputs_of(recorded: Notebook, source: Path, prose: Prose) -> Notebook:
    """The text form with the outputs of a recorded notebook, cell by cell, as if all had run in their order.

    Its ``prose`` is plain Markdown. Raises ClaimcheckError, with file and line, for a number that nobody states.
    """
    notebook = read_source(source)
    told = {place: cell for place, cell in enumerate(notebook.cells) if cell.cell_type == "markdown"}
    page = "\n".join(cell.source for cell in told.values())
    for place, cell in told.items():
        try:
            cell.source = prose.plain(cell.source, page)
        except ClaimcheckError as error:
            raise _at(source, place, error.message, error.fix, (error.line or 0) + 1) from None
    for number, (cell, ran) in enumerate(zip(_code(notebook), _code(recorded), strict=False), 1):
        cell |= {"outputs": ran.outputs, "execution_count": number}
    return notebook


def _code(notebook: Notebook) -> list[Notebook]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def run(source: Path) -> Notebook:
    """Run the text form at ``source`` in its own folder, in a thread without a loop; return it with its outputs.

    Raises ClaimcheckError, with the line of the cell, when a cell raises, takes too long, writes to standard error, or
    prints this machine's paths: none of these belongs in a reference.
    """
    notebook, begun = read_source(source), [0]
    client = NotebookClient(
        notebook,
        timeout=_LONGEST,
        kernel_name=KERNELSPEC["name"],
        record_timing=False,
        # Standard output arrives in pieces whose borders vary from run to run.
        coalesce_streams=True,
        # The kernel warns that it listens on this machine without encryption.
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str(source.parent)}},
        on_cell_execute=lambda cell, cell_index: begun.append(cell_index),
    )
    try:
        asyncio.run(client.async_execute())
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        raised = isinstance(error, CellExecutionError)
        if raised:
            print(re.sub(r"\x1b\[[0-9;]*m", "", error.traceback), file=sys.stderr, flush=True)
        reason = f"{error.ename}: {error.evalue}" if raised else str(error).splitlines()[0]
        raise _at(source, begun[-1], f"cell {begun[-1] + 1} failed: {reason}") from error
    notebook.metadata = nbformat.from_dict({"kernelspec": dict(KERNELSPEC)})
    for position, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", []):
            if output.get("name") == "stderr":
                words = output.text.strip().splitlines()[0][:200]
                raise _at(source, position, f"cell {position + 1} writes to standard error: {words}")
            if str(ROOT) in str(output):
                raise _at(source, position, f"cell {position + 1} prints a path of this machine")
    return notebook


def record(folder: Path = NOTEBOOKS, only: Collection[str] = ()) -> list[Path]:
    """Run the text forms of ``folder``, or those named ``only``, on every core and write their references.

    Returns the files that changed. Nothing is written unless every cell of every notebook ran; after each its time is
    printed. Raises ClaimcheckError as :func:`run` does.
    """
    return _write(folder, _ran(folder, only))


def _ran(folder: Path, only: Collection[str]) -> dict[Path, Notebook]:
    """The text forms of ``folder``, or those named ``only``, with what they give when they are run on every core."""
    known = {source.stem: source for source in sources(folder)}
    if unknown := {*only} - known.keys():
        rule = f"notebooks are {', '.join(known)}"
        raise ClaimcheckError(f"there is no notebook {min(unknown)!r}", where=_short(folder), rule=rule)

    def run_one(source: Path) -> Notebook:
        start = time.perf_counter()
        notebook = run(source)
        print(f"  {_short(source)}  {time.perf_counter() - start:.1f} s", flush=True)
        return notebook

    wanted = [known[name] for name in only or known]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(wanted, pool.map(run_one, wanted), strict=True))


def compare(folder: Path = NOTEBOOKS, only: Collection[str] = ()) -> Iterator[ClaimcheckError]:
    """Run the text forms of ``folder``, or those named ``only``; of each cell that the record has otherwise, how.

    Texts are compared as texts, numbers as numbers with a tolerance. Raises ClaimcheckError as :func:`run` does.
    """
    prose = Prose(folder.with_name("data"))
    for source, ran in _ran(folder, only).items():
        recorded, made = read_reference(source), _with_outputs_of(ran, source, prose)
        for position, pair in enumerate(itertools.zip_longest(recorded.cells, made.cells, fillvalue={})):
            told = list(differences(*map(_by_kind, pair)))
            more = [f"and {len(told) - _SHOWN} more"] * (len(told) > _SHOWN)
            if told:
                head = f"cell {position + 1} of {source.stem}.ipynb is not what its text form gives"
                yield _at(source, position, "\n  ".join([head, *told[:_SHOWN], *more]), MEND)


def _by_kind(cell: Notebook) -> dict[str, Any]:
    """A cell with what it gave by its kind: a MIME type, or the stream that it wrote to."""
    by_kind = defaultdict(list)
    for output in cell.get("outputs", ()):
        data = output.get("data", {})
        for kind, given in ({output.name: output.text} if output.output_type == "stream" else data).items():
            # The HTML of a table is made of its JSON object, which is compared, and a picture is drawn from a figure's.
            if not (kind.startswith("image/") or (kind == "text/html" and TABLE in data)):
                by_kind[kind].append(given)
    return {**cell, "outputs": dict(by_kind)}


def take_prose(folder: Path = NOTEBOOKS) -> list[Path]:
    """Write the prose of text forms, with its figures, into references whose code is as recorded; nothing is run.

    Returns the files that changed. Raises ClaimcheckError, with file and line, for a number that nobody states.
    """
    prose, written = Prose(folder.with_name("data")), {}
    for source in (source for source in sources(folder) if source.with_suffix(".ipynb").exists()):
        recorded = read_reference(source)
        notebook = _with_outputs_of(recorded, source, prose)
        ran, now = ([(c.source, c.metadata) for c in _code(one)] for one in (recorded, notebook))
        written |= {source: notebook} if ran == now else {}
    return _write(folder, written)


def _write(folder: Path, notebooks: Mapping[Path, Notebook]) -> list[Path]:
    """Write the references of text forms in ``folder``, all or none; return the files that changed."""
    texts = {
        source.with_suffix(".ipynb"): f"{nbformat.writes(notebook, version=4).rstrip()}\n".encode()
        for source, notebook in notebooks.items()
    }
    changed = {path: text for path, text in texts.items() if not path.exists() or path.read_bytes() != text}
    write_files(folder, {path.name: text for path, text in changed.items()})
    return list(changed)


def _short(path: Path) -> str:
    """``path`` from the project's root where it lies below it."""
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)
