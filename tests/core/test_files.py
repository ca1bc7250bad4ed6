"""Files are written whole or not at all, and by one command at a time."""

from __future__ import annotations

import resource
import threading
from pathlib import Path

import pytest

from claimcheck.core import files
from claimcheck.core.files import locked, write_files


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


def test_what_is_kept_is_made_again_for_anything_else(tmp_path: Path) -> None:
    made: list[str] = []

    def ask(made_from: bytes, answer: str, folder: Path = tmp_path / "kept") -> str:
        return files.kept(folder, made_from, lambda: made.append(answer) or answer, "table")

    assert [ask(b"a", "first"), ask(b"a", "not asked"), ask(b"b", "second")] == ["first", "first", "second"]
    assert made == ["first", "second"] and len(list((tmp_path / "kept").iterdir())) == 1, "the last of its name"
    (tmp_path / "file").touch()
    assert ask(b"a", "third", tmp_path / "file" / "below") == "third", "where nothing can be kept"
