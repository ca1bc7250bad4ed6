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
# A book of one notebook: recorded, proven and built.
BOOK = """
import os, pathlib, sys
from claimcheck import build, notebooks
root = pathlib.Path(sys.argv[1])
os.environ.update(notebooks.environment(root / "_build" / "scratch"))
notebooks.record(root / "notebooks")
steps = [step for step in build.STEPS if step[1] in (build.check_notebooks, build.run_notebooks, build.build_site)]
sys.exit(build.build(root, tuple(steps)))
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


def test_a_book_is_made_without_a_network(root: Path, tmp_path: Path) -> None:
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "one.py").write_text("# %% [markdown]\n# # One\n\n# %%\n1 + 1\n")
    (tmp_path / "_config.yml").write_text(
        'title: A book\nauthor: N\nlogo: ""\nonly_build_toc_files: true\nexecute: {execute_notebooks: "off"}\n'
    )
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: notebooks/one\n")
    done = offline(root, sys.executable, "-c", BOOK, str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "_build" / "html" / "notebooks" / "one.html").is_file()


def test_ci_builds_the_book_offline(root: Path) -> None:
    lines = (root / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert any("tools/offline" in line and "make" in line for line in lines)
