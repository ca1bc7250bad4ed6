"""Work on what a stranger wrote, in one process of its own, which its parent ends at a limit.

Nothing that the work does can keep it from ending: time is measured and memory bounded from outside.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.limits import shown

# Address space. A register of ours takes 1.8 GB of it, most of which is libraries and is never written to.
MEMORY = 4 * 10**9
_PR_SET_PDEATHSIG = 1


class Watch(NamedTuple):
    """What work tells its parent through a ``pipe``: which part of it begins and ends."""

    pipe: int

    @contextlib.contextmanager
    def within(self, seconds: float, what: str) -> Iterator[None]:
        """``what`` is done in this context, for which the parent waits so many ``seconds`` of wall time."""
        os.write(self.pipe, f"{seconds} {shown(what, 300)}\n".encode())
        try:
            yield
        finally:
            os.write(self.pipe, b"\n")


def in_child(work: Callable[[Watch], int], what: str, seconds: float, memory: int = MEMORY) -> int:
    """Run ``work`` in a child process, which writes where this one does; return its exit code.

    ``what`` is named in errors, ``seconds`` are of wall time, ``memory`` is bytes of address space. Raises
    ClaimcheckError, with the limit, where the child is ended at one.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    reader, writer = os.pipe()
    parent, child = os.getpid(), os.fork()
    if not child:
        os.close(reader)
        _be_child(work, Watch(writer), memory, parent)
    os.close(writer)
    try:
        ended_at = _wait(reader, what, seconds)
    except BaseException:
        ended_at = "interrupted"
        raise
    finally:
        os.close(reader)
        if ended_at:
            os.kill(child, signal.SIGKILL)
        status = os.waitpid(child, 0)[1]
    if ended_at:
        raise ClaimcheckError(ended_at, rule="its time is limited", fix="ask for less, or split it")
    if os.WIFSIGNALED(status):
        name = signal.Signals(os.WTERMSIG(status)).name
        rule = f"it has {memory / 1e9:g} GB of memory"
        raise ClaimcheckError(f"{what} was ended by {name}", rule=rule, fix="ask for less")
    return os.waitstatus_to_exitcode(status)


def _be_child(work: Callable[[Watch], int], watch: Watch, memory: int, parent: int) -> None:
    """Do the ``work`` within the bounds and end this process; never returns."""
    code = 1
    try:
        end_with_parent(parent)
        os.environ["OPENBLAS_NUM_THREADS"] = "1"  # each thread takes address space
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        memory = memory if most == resource.RLIM_INFINITY else min(memory, most)
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        code = work(watch)
    except BaseException:  # of ours; what is told to a user is told by the work
        sys.excepthook(*sys.exc_info())
    finally:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _wait(reader: int, what: str, seconds: float) -> str:
    """Wait until the writer of the pipe ends; in words, what took too long."""
    whole = time.monotonic() + seconds
    part, doing, allowed, text = math.inf, "", 0.0, b""
    while True:
        left = min(whole, part) - time.monotonic()
        if left <= 0:
            return f"{doing} took over {allowed:g} s" if part < whole else f"{what} took over {seconds:g} s"
        if not select.select([reader], [], [], left)[0]:
            continue
        if not (received := os.read(reader, 65_536)):
            return ""
        *lines, text = (text + received).split(b"\n")
        for line in lines:
            number, _, doing = line.decode(errors="replace").partition(" ")
            allowed = float(number or math.inf)
            part = time.monotonic() + allowed


def end_with_parent(parent: int | None = None) -> None:
    """Have Linux end this process when its ``parent`` does, also if that has ended already; elsewhere do nothing."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if parent is not None and os.getppid() != parent:
        os._exit(1)
