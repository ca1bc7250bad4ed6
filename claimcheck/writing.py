"""How files are written: whole, together where they belong together, and by one command at a time.

A process that is killed, a disk that is full or a second command leave files as they were or as they should be.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from claimcheck.errors import BusyError, ClaimcheckError

# Folders that this process has to itself, with the descriptor that says so to others.
_HELD: dict[Path, int] = {}
# What a file system says that cannot let two folders change places: layers of a container, networks, mount points.
_CANNOT = {errno.EXDEV, errno.EINVAL, errno.ENOSYS, errno.EBUSY, errno.EOPNOTSUPP, errno.EPERM}


@contextmanager
def alone(root: Path) -> Iterator[None]:
    """Have the folder ``root`` for this process; within it, asking again is granted.

    The claim ends with the process and with all children that it was passed on to (``held``), however they end.
    Raises BusyError while another process has it.
    """
    root = root.resolve()
    if root in _HELD:
        yield
        return
    _HELD[root] = os.open(root, os.O_RDONLY)
    try:
        try:
            fcntl.flock(_HELD[root], fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            message = "another claimcheck command is at work here"
            raise BusyError(message, where=root, fix="wait until it is done, then run this one again") from error
        yield
    finally:
        os.close(_HELD.pop(root))


def held() -> tuple[int, ...]:
    """Descriptors for children that write where this process does: ``pass_fds`` of subprocess."""
    return tuple(_HELD.values())


def write(path: Path, content: bytes, lasting: bool = True) -> None:
    """Write ``content`` to ``path``, or leave the path as it was; if ``lasting``, also where the power fails.

    Raises OSError when it cannot be written.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        part.replace(path)
    except BaseException:  # an interrupt from the keyboard too
        with suppress(OSError):
            part.unlink()
        raise


def put_out(path: Path, content: bytes) -> None:
    """Write ``content`` where a user asked for it: a regular file whole or not at all, also where a link leads to it.

    What is no regular file (a device, a pipe, the standard output) is written to and stays what it is. Raises
    ClaimcheckError for a folder and for what cannot be written.
    """
    kind = path.stat() if path.exists() else None
    if kind is not None and os.path.samestat(kind, os.fstat(1)):
        sys.stdout.flush()
        with open(1, "wb", closefd=False) as out:
            out.write(content)
        return
    if kind is not None and stat.S_ISDIR(kind.st_mode):
        raise ClaimcheckError("is a folder", where=path, rule="output goes to a file", fix="name a file in it")
    try:
        if kind is None or stat.S_ISREG(kind.st_mode):
            write(Path(os.path.realpath(path)), content)
        else:
            path.write_bytes(content)
    except OSError as error:
        raise ClaimcheckError(f"cannot be written: {error.strerror or error}", where=path) from error


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write all ``files`` (path below ``folder``: content), or none; what else the folder holds stays.

    Raises BusyError while another process writes beside it, and OSError when they cannot be written.
    """
    with replaced(folder) as new:
        if folder.exists():
            # Links take no time and no room; nothing writes into the file behind one.
            shutil.copytree(folder, new, symlinks=True, copy_function=_link, dirs_exist_ok=True)
        for name, content in files.items():
            (new / name).parent.mkdir(parents=True, exist_ok=True)
            write(new / name, content)


@contextmanager
def replaced(folder: Path) -> Iterator[Path]:
    """An empty folder that takes the place of ``folder`` in one step when the block ends well, and goes if not.

    What a killed process left of such a folder goes first. Raises BusyError, and OSError when it cannot be made.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with alone(folder.parent):
        new = folder.with_name(f".{folder.name}.new")
        if new.exists():
            shutil.rmtree(new)
        new.mkdir()
        try:
            yield new
            if folder.exists():
                _exchange(new, folder)
            else:
                new.rename(folder)
        finally:
            shutil.rmtree(new, ignore_errors=True)


@contextmanager
def copied(folder: Path) -> Iterator[Path]:
    """A copy of ``folder`` elsewhere to work on; errors from there name the files of ``folder``."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch, folder.name)
        shutil.copytree(folder, copy)
        try:
            yield copy
        except ClaimcheckError as error:
            error.where = error.where and error.where.replace(str(copy), str(folder))
            raise


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of ``folder``: path below it, content."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def _exchange(new: Path, folder: Path) -> None:
    """Let two folders change places in one step; where that cannot be, move the files of ``new`` one by one."""
    try:
        _swap(new, folder)
    except OSError as error:
        if error.errno not in _CANNOT:
            raise
        kept = {path.relative_to(new) for path in new.rglob("*") if not path.is_dir()}
        for name in sorted(kept):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (new / name).replace(folder / name)
        for path in [path for path in folder.rglob("*") if not path.is_dir() and path.relative_to(folder) not in kept]:
            path.unlink()


def _swap(one: Path, other: Path) -> None:
    here, exchange = -100, 2  # AT_FDCWD, RENAME_EXCHANGE: linux/fcntl.h, linux/fs.h
    call = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if call is None:
        raise OSError(errno.ENOSYS, "renameat2")
    if call(here, os.fsencode(one), here, os.fsencode(other), exchange):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), str(one), None, str(other))
