"""Kernels forked from a process that has imported what notebooks import: these imports would be most of a rerun."""

from __future__ import annotations

import multiprocessing
import os
import time
from typing import Any

from ipykernel.kernelapp import IPKernelApp
from jupyter_client.provisioning import local_provisioner

_FORKS = multiprocessing.get_context("forkserver")


def fork_kernels() -> None:
    """Fork kernels from now on: Jupyter's client has no setting for what starts them, so its function is replaced."""
    _FORKS.set_forkserver_preload([__name__, "ipykernel.debugger", "claimcheck.build.preloaded"])
    local_provisioner.launch_kernel = _Kernel


class _Kernel(_FORKS.Process):
    """A kernel in a fork, with what Jupyter's client uses of ``subprocess.Popen``."""

    stdin = stdout = stderr = None
    wait = _FORKS.Process.join

    def __init__(self, command: list[str], cwd: str, **options: Any) -> None:
        super().__init__(args=(command[command.index("-f") + 1], cwd), target=_run_kernel)
        self.start()
        # Jupyter's client ends the whole group of a kernel, which must not be ours.
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
