"""Files are written whole or not at all, and by one command at a time."""

from __future__ import annotations

import os
import resource
import subprocess
import threading
from pathlib import Path

import pytest

from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.files import locked, write_files, write_output


def contents(folder: Path) -> dict[str, str]:
    """Every file below ``folder``, hidden ones too."""
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_files_that_belong_together_are_all_written_or_none_is(tmp_path: Path) -> None:
    """On a disk that is full, for which a limit on the size of files stands."""
    write_files(tmp_path, {"a": b"old", "deep/b": b"old"})
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            write_files(tmp_path, {"a": b"new", "deep/b": b"new" * 1000})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert contents(tmp_path) == {"a": "old", "deep/b": "old"}
    write_files(tmp_path, {"a": b"new"})
    assert contents(tmp_path) == {"a": "new", "deep/b": "old"}


def test_a_second_command_waits_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    order = []

    def second() -> None:
        with locked(tmp_path):
            order.append("second")

    other = threading.Thread(target=second)
    with locked(tmp_path):
        other.start()
        other.join(0.2)
        order.append("first")
    other.join()
    assert order == ["first", "second"]
    assert "waiting for another claimcheck command" in capsys.readouterr().err


def test_output_goes_to_what_is_there_and_leaves_it_what_it_is(tmp_path: Path) -> None:
    """A pipe stands for what is no regular file."""
    real, link, pipe = (tmp_path / name for name in ("real", "link", "pipe"))
    real.write_text("old")
    link.symlink_to(real)
    write_output(link, b"new")
    assert (link.is_symlink(), real.read_bytes()) == (True, b"new")
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        write_output(pipe, b"through")
        assert reader.communicate(timeout=20)[0] == b"through"
    assert pipe.is_fifo()
    for path, reason in ((tmp_path, "Is a directory"), (tmp_path / "none" / "x", "No such file or directory")):
        with pytest.raises(ClaimcheckError, match=f"cannot be written: {reason}"):
            write_output(path, b"x")
    assert not (tmp_path / "none").exists()
