"""How files are written: next to their places and then moved there, by one command at a time; scripts that hold data.

So a process that is killed, a disk that is full or a second command leave no file half written.
"""

from __future__ import annotations

import base64
import contextlib
import fcntl
import hashlib
import json
import os
import pickle
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import yaml

from claimcheck.core.errors import ClaimcheckError

T = TypeVar("T")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock on ``folder`` for this command; a second command says so and waits until the first has ended."""
    lock = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(f"{folder}: waiting for another claimcheck command, which writes here", file=sys.stderr, flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write all ``files`` (path below ``folder``: content), or none where one cannot be written. Raises OSError."""
    parts: dict[Path, Path] = {}
    try:
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            parts[path] = path.with_name(f".{path.name}.{os.getpid()}.part")
            parts[path].write_bytes(content)
        for path, part in parts.items():
            part.replace(path)
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)


def write(path: Path, content: bytes) -> None:
    """Write ``content`` to ``path`` whole, or leave the path as it was. Raises OSError."""
    write_files(path.parent, {path.name: content})


@contextmanager
def received(content: bytes, name: str) -> Iterator[Path]:
    """A file with the ``content`` that was sent, for readers of files; errors call it by ``name``."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch, name)
        path.write_bytes(content)
        try:
            yield path
        except ClaimcheckError as error:
            for fault in (error, *getattr(error, "faults", ())):
                for part in ("where", "message", "rule", "fix"):
                    text = getattr(fault, part)
                    setattr(fault, part, text and text.replace(str(path), name))
            raise


def declared(module: str, name: str) -> Any:
    """What the YAML file ``name`` next to a ``module`` (its ``__file__``) holds; of ours, and so not checked."""
    return yaml.load(Path(module).with_name(name).read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


def digest(content: bytes) -> str:
    """SHA-256 of ``content``, in hex."""
    return hashlib.sha256(content).hexdigest()


def digest_of(paths: Iterable[Path]) -> str:
    """SHA-256 of the names and contents of files, in hex."""
    found = hashlib.sha256()
    for path in sorted(paths):
        found.update(f"{path.name}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def kept(folder: Path, made_from: bytes, make: Callable[[], T], name: str = "") -> T:
    """What ``make`` returns, or what a file of ``folder`` kept of an earlier call that was ``made_from`` the same.

    With a ``name``, only the last is kept of it. Where nothing can be written it is made at each call.
    """
    path = folder / f"{name}-{digest(made_from)}.pickle"
    with contextlib.suppress(OSError):
        return pickle.loads(path.read_bytes())
    result = make()
    with contextlib.suppress(OSError):
        write(path, pickle.dumps(result, pickle.HIGHEST_PROTOCOL))
        for old in {*folder.glob(f"{name}-*.pickle")} - {path} if name else ():
            old.unlink(missing_ok=True)
    return result


def dense_json(data: Any, *, sort_keys: bool = False) -> str:
    """JSON as programs read it, without blanks."""
    return json.dumps(data, sort_keys=sort_keys, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def script_json(data: Any) -> str:
    """JSON that cannot end the script element around it."""
    text = dense_json(data, sort_keys=True)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def script_call(function: str, name: str, data: Any) -> str:
    """A script that hands ``data`` to a ``function`` of the site, which ``site/frame/unpack.js`` reads for it.

    A page opened as a file can load data in no other way; packed, they take a sixth of the room.
    """
    text = dense_json(data)
    # The second way suits tables of numbers.
    ways = (zlib.compressobj(9, strategy=way) for way in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED))
    packed = min((way.compress(text.encode()) + way.flush() for way in ways), key=len)
    return f'{function}({script_json(name)}, "{base64.b64encode(packed).decode()}");\n'
