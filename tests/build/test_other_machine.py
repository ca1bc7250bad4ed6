"""A processor that gives other last digits prints what is recorded: outputs of notebooks, claims, derived tables."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

from claimcheck.build import notebooks

# What this processor can do and an older one of its kind cannot. A feature that numpy does not know it would warn of.
OLDER = {"NPY_DISABLE_CPU_FEATURES": " ".join(name for name in __cpu_dispatch__ if __cpu_features__[name])}
if platform.machine() == "x86_64":
    OLDER |= {"OPENBLAS_CORETYPE": "Nehalem"}
AGAIN = """
import numpy
from claimcheck.build import __main__ as build
from claimcheck.build import notebooks
# In this process, and in the kernels that the build starts.
assert type(numpy.log).__name__ == "Moved"
assert "other_machine" in notebooks.environment(build.ROOT / "_build" / "scratch")["PYTHONPATH"]
print(build.check_data(build.ROOT))
print(build.run_notebooks(build.ROOT))
"""


@pytest.mark.every
def test_another_machine_prints_the_same(root: Path) -> None:
    """As an older processor, and with last digits that no processor gives (``tests/other_machine``)."""
    folder = str(root / "tests" / "other_machine")
    environment = {**os.environ, **OLDER, "PYTHONPATH": folder, notebooks.OTHER_MACHINE: folder}
    done = subprocess.run(
        [sys.executable, "-c", AGAIN], cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
