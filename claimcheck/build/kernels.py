"""What notebooks run in: one environment on every machine, and kernels that are forked.

They are forked from a process that has imported what notebooks import: these imports would be most of a rerun.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from pathlib import Path
from typing import Any

from claimcheck.core.printing import RECORDING

ROOT = Path(__file__).resolve().parents[2]
# 1 April 2026, the day the v6.0 results were published: any fixed day would do.
_EPOCH = "1775001600"
_FORKS = multiprocessing.get_context("forkserver")


def environment(scratch: Path) -> dict[str, str]:
    """The environment in which notebooks run and the site is built: the same on every machine.

    ``scratch``, which is made when it is not there, takes the place of the user's own Jupyter and IPython folders,
    whose kernels, start-up files and settings would otherwise change what a cell prints.
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
        # taken from the user's own path.
        "PYTHONPATH": str(ROOT),
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


def fix_environment(scratch: Path, recording: str = "1") -> None:
    """Make the environment of this process that in which notebooks run, to record them or for COMPARING."""
    fixed = environment(scratch) | {RECORDING: recording}
    os.environ.clear()
    os.environ.update(fixed)
    # Imported here, as a site has no kernels.
    from jupyter_client.provisioning import local_provisioner

    _FORKS.set_forkserver_preload([__name__, "ipykernel.kernelapp", "ipykernel.debugger", "claimcheck.build.preloaded"])
    # Jupyter's client has no setting for what starts them.
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
    from ipykernel.kernelapp import IPKernelApp

    os.setsid()
    os.chdir(folder)
    IPKernelApp.launch_instance(["-f", connection, "--log-level=ERROR", f"--IPKernelApp.parent_handle={os.getppid()}"])
