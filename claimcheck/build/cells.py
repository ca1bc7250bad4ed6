"""pytest plugin (``-p claimcheck.build.cells``) with which nbval is faster, and compares numbers as numbers.

Of a cell that gives another output than its notebook records, pytest prints the notebook, the cell, the line of its
source, and each difference: the two values, and nothing of what is the same. Kernels are forked from a process that has
imported what notebooks import: most of the time of a rerun would go into the same imports, notebook by notebook.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from ipykernel.kernelapp import IPKernelApp
from jupyter_client.provisioning import local_provisioner
from nbval.plugin import IPyNbCell, NbCellError, transform_streams_for_comparison

from claimcheck.charts.table import MIME as TABLE
from claimcheck.core.printing import differences

# Differences that are printed of a cell.
_SHOWN = 10
_FORKS = multiprocessing.get_context("forkserver")


def pytest_configure() -> None:
    """Fork kernels: Jupyter's client has no setting for what starts them, so its function is replaced."""
    _FORKS.set_forkserver_preload([__name__, "ipykernel.debugger", "claimcheck.build.preloaded"])
    local_provisioner.launch_kernel = _Kernel


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Let each cell compare its outputs as this module does."""
    for item in items:
        if type(item) is IPyNbCell:
            item.__class__ = Cell


class Cell(IPyNbCell):
    """A cell whose outputs are compared kind by kind, numbers with a tolerance."""

    def compare_outputs(self, test: list[Any], ref: list[Any], skip_compare: Any = None) -> bool:
        """Whether the cell gives the recorded outputs ``ref``; if not, note the differences for the message."""
        faults = differences(*(_by_kind(outputs, self.parent.skip_compare) for outputs in (ref, test)))
        self.comparison_traceback = [str(fault) for fault in itertools.islice(faults, _SHOWN)]
        if left := sum(1 for _ in faults):
            self.comparison_traceback.append(f"and {left} more")
        return not self.comparison_traceback

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> str:
        """The message of a cell that failed: what differs, or how it ended."""
        # Imported here, as it takes longer than all else that the processes of pytest import.
        from claimcheck.build.notebooks import place_of

        error = excinfo.value
        if not isinstance(error, NbCellError):
            return super().repr_failure(excinfo)
        position, line = place_of(self.path.with_suffix(".py"), self.cell_num)
        source = Path(self.nodeid.partition("::")[0]).with_suffix(".py")
        head = f"{source}:{line}: {self.path.name}, cell {position + 1}"
        return "\n  ".join([head, *(error.inner_traceback or str(error)).strip().splitlines()])


def _by_kind(outputs: list[Any], skipped: tuple[str, ...]) -> dict[str, list[Any]]:
    """What a cell gave by its kind: a MIME type, or ``text`` for what it printed."""
    by_kind = defaultdict(list)
    for output in transform_streams_for_comparison(outputs):
        # The HTML of a table is made of its JSON object, which is compared.
        made = ("text/html",) if TABLE in output.get("data", {}) else ()
        for kind, value in {**output, **output.get("data", {})}.items():
            if kind not in ("data", *made, *skipped):
                by_kind[kind].append(value)
    return by_kind


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
