"""Work in a child process ends at its limits, whatever it does, and with its parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from claimcheck.core.child import Watch, in_child
from claimcheck.core.errors import ClaimcheckError


def _slow_part(watch: Watch) -> int:
    with watch.within(60, "a quick part"):
        pass
    with watch.within(0.2, "mine.yml:5: a query"):
        time.sleep(60)
    return 0


def _slow(watch: Watch) -> int:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(60)
    return 0


# What the child does, its seconds, and what is said of it.
ENDED = {
    "one part": (_slow_part, 60, "mine.yml:5: a query took over 0.2 s"),
    "all of it": (_slow, 0.2, "the register took over 0.2 s"),
    "a crash": (lambda watch: os.abort(), 60, "the register was ended by SIGABRT"),
}


@pytest.mark.parametrize("kind", ENDED)
def test_a_child_is_ended_at_its_limit_which_is_named(kind: str) -> None:
    work, seconds, words = ENDED[kind]
    begun = time.monotonic()
    with pytest.raises(ClaimcheckError) as caught:
        in_child(work, "the register", seconds)
    assert words in str(caught.value)
    assert time.monotonic() - begun < 20


def test_a_child_has_its_memory_and_gives_its_exit_code() -> None:
    def greedy(_: Watch) -> int:
        try:
            return len(bytearray(8 * 10**9)) and 0
        except MemoryError:
            return 7

    assert in_child(greedy, "the register", 60) == 7


def test_a_child_ends_with_a_parent_that_is_killed() -> None:
    program = (
        "import os, time\nfrom claimcheck.core.child import in_child\n"
        "in_child(lambda watch: print(os.getpid(), flush=True) or time.sleep(60) or 0, 'x', 60)"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent:
        child = int(parent.stdout.readline())
        parent.kill()
    for _ in range(100):
        try:
            with open(f"/proc/{child}/stat") as stat:
                if stat.read().rpartition(")")[2].split()[0] == "Z":
                    return
        except FileNotFoundError:
            return
        time.sleep(0.1)
    pytest.fail("the child goes on")
