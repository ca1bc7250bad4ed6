"""A process ends with the one that started it."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import os, time
from claimcheck.core.child import end_with_parent
parent = os.getpid()
if os.fork():
    time.sleep(60)
end_with_parent(parent)
print("begun", flush=True)
time.sleep(60)
"""


def test_a_child_ends_with_a_parent_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout.readline() == "begun\n"
        parent.kill()
        # The end of its output, which the child alone still holds open.
        parent.communicate(timeout=20)
