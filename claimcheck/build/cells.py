"""pytest plugin (``-p claimcheck.build.cells``) with which nbval compares numbers as numbers and says what differs.

Of a cell that gives another output than its notebook records, pytest prints the notebook, the cell, the line of its
source, and each difference: the two values, and nothing of what is the same. Kernels are forked from a process that has
imported what notebooks import: a third of the time of a rerun would go into the same imports, notebook by notebook.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from ipykernel.kernelapp import IPKernelApp
from jupyter_client.provisioning import local_provisioner
from nbval import kernel
from nbval.plugin import IPyNbCell, NbCellError, transform_streams_for_comparison

from claimcheck.core.printing import differences

# Differences that are printed of a cell.
_SHOWN = 10
_nbval_failure = IPyNbCell.repr_failure
_FORKS = multiprocessing.get_context("forkserver")


def pytest_configure() -> None:
    """Put this module's comparison and message in the place of nbval's, and its kernels in that of Jupyter's."""
    IPyNbCell.compare_outputs, IPyNbCell.repr_failure = _compare, _failure
    _FORKS.set_forkserver_preload([__name__, "ipykernel.debugger", "claimcheck.build.preloaded"])
    local_provisioner.launch_kernel = _Kernel
    # It lays out each message for a log that nobody reads, which takes longer than to compare it.
    kernel.pformat = lambda message: message


class _Kernel(_FORKS.Process):
    """A kernel in a fork, with what Jupyter's client uses of ``subprocess.Popen``."""

    stdin = stdout = stderr = None
    wait = _FORKS.Process.join

    def __init__(self, command: list[str], cwd: str, **options: Any) -> None:
        super().__init__(args=(command[command.index("-f") + 1], cwd), target=_run_kernel)
        self.start()
        # Jupyter's client ends the whole group of a kernel, which must not be that of the tests.
        while os.getpgid(self.pid) != self.pid:
            time.sleep(0.005)

    def poll(self) -> int | None:
        """The exit code; None while it runs."""
        return self.exitcode

    def send_signal(self, number: int) -> None:
        """Send a signal to it."""
        os.kill(self.pid, number)


def _run_kernel(connection: str, folder: str) -> None:
    """Run a kernel in ``folder`` until it is shut down, or until the process that it was forked from ends."""
    os.setsid()
    os.chdir(folder)
    IPKernelApp.launch_instance(["-f", connection, "--log-level=ERROR", f"--IPKernelApp.parent_handle={os.getppid()}"])


def _compare(cell: IPyNbCell, outputs_now: list[Any], recorded: list[Any], skip_compare: Any = None) -> bool:
    """Whether a cell gives the ``recorded`` outputs; if not, note the differences for the message."""
    # Pictures are left out: each is drawn from a figure's record, which is compared.
    skipped = (*cell.parent.skip_compare, "image/svg+xml")
    faults = differences(*(_by_kind(outputs, skipped) for outputs in (recorded, outputs_now)))
    cell.comparison_traceback = [str(fault) for fault in itertools.islice(faults, _SHOWN)]
    if left := sum(1 for _ in faults):
        cell.comparison_traceback.append(f"and {left} more")
    return not cell.comparison_traceback


def _by_kind(outputs: list[Any], skipped: tuple[str, ...]) -> dict[str, list[Any]]:
    """What a cell gave by its kind: a MIME type, or ``text`` for what it printed."""
    by_kind = defaultdict(list)
    for output in transform_streams_for_comparison(outputs):
        for kind, value in {**output, **output.get("data", {})}.items():
            if kind != "data" and kind not in skipped:
                by_kind[kind].append(value)
    return by_kind


def _failure(cell: IPyNbCell, excinfo: pytest.ExceptionInfo[BaseException]) -> str:
    """The message of a cell that failed: what differs, or how it ended."""
    # Imported here, as it takes longer than all else that the processes of pytest import.
    from claimcheck.build.notebooks import place_of

    error = excinfo.value
    if not isinstance(error, NbCellError):
        return _nbval_failure(cell, excinfo)
    position, line = place_of(cell.path.with_suffix(".py"), cell.cell_num)
    source = Path(cell.nodeid.partition("::")[0]).with_suffix(".py")
    head = f"{source}:{line}: {cell.path.name}, cell {position + 1}"
    return "\n  ".join([head, *(error.inner_traceback or str(error)).strip().splitlines()])
