"""Gives a file that is as it was its time of change back: make goes by times, and git changes more of them than files.

``python claimcheck/build/times.py``, which the Makefile runs before it compares times. ``_build/times.json`` has what
each file held when make last looked, and since when.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

KEPT, HEAD = Path("_build", "times.json"), Path("_build", ".head")
_FOLDERS = ("book", "claimcheck", "data", "notebooks")


def inputs(root: Path) -> Iterator[Path]:
    """The files that make goes by, and the folders of ``data/``, whose time says whether a file came or went."""
    below = (path for folder in _FOLDERS for path in (root / folder).rglob("*"))
    yield from (path for path in (*root.iterdir(), *below) if path.is_file() and path.suffix != ".pyc")
    yield from (path for path in (root / "data", *(root / "data").rglob("*")) if path.is_dir())


def settle(root: Path) -> None:
    """Set the time of each file that holds what it held to what it was then, and note what all hold now."""
    kept = json.loads((root / KEPT).read_text(encoding="utf-8")) if (root / KEPT).is_file() else {}
    now = {}
    for path in inputs(root):
        name, time = path.relative_to(root).as_posix(), path.stat().st_mtime_ns
        content, since = kept.get(name, ("", 0))
        if time != since:
            held = "\0".join(sorted(os.listdir(path))).encode() if path.is_dir() else path.read_bytes()
            if (found := hashlib.sha256(held).hexdigest()) == content:
                os.utime(path, ns=(time, since))
            else:
                content, since = found, time
        now[name] = content, since
    (root / KEPT).parent.mkdir(exist_ok=True)
    # Whole, or make would read half of it for ever.
    part = root / KEPT.with_suffix(f".{os.getpid()}.part")
    part.write_text(json.dumps(now), encoding="utf-8")
    part.replace(root / KEPT)


def note_commit(root: Path) -> None:
    """Write the commit that is checked out, which pages name, into a file that is as new as the commit here."""
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=root, capture_output=True, encoding="utf-8", check=False)
    if not (root / HEAD).is_file() or (root / HEAD).read_text(encoding="utf-8") != done.stdout:
        (root / HEAD).write_text(done.stdout, encoding="utf-8")


if __name__ == "__main__":
    settle(Path.cwd())
    note_commit(Path.cwd())
