"""Once installed, nothing asks the network: CI builds the book with tools/offline, which this tries out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TRY = """
import socket, sys
with socket.create_server(("127.0.0.1", 0)) as server:
    socket.create_connection(server.getsockname(), 2).close()
for host in ("192.0.2.1", "example.org"):
    try:
        socket.create_connection((host, 443), 2)
    except TimeoutError:
        sys.exit(f"{host}: packets leave")
    except OSError:
        continue
    sys.exit(f"{host} answers")
print("alone")
"""


def offline(root: Path, *command: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([root / "tools" / "offline", *command], capture_output=True, text=True, check=False, cwd=root)
    if done.returncode == 69:
        pytest.skip(done.stderr)
    return done


def test_nothing_but_this_machine_can_be_reached(root: Path) -> None:
    done = offline(root, sys.executable, "-c", TRY)
    assert (done.returncode, done.stdout) == (0, "alone\n"), done.stderr
    assert offline(root, "false").returncode == 1


def test_ci_builds_the_book_offline(root: Path) -> None:
    lines = (root / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert any("tools/offline" in line and "make" in line for line in lines)
