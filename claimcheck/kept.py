"""Results of slow pure functions, kept in a folder between runs.

A result is found again by a digest of the function's arguments, of the code of its module with every module of this
package that it imports, and of every installed package's version. So it is never one of other data or other code.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from claimcheck import proofs
from claimcheck.writing import write

Result = TypeVar("Result", str, bytes)
# What no run has asked for in so many days goes.
_DAYS = 30


class Kept:
    """Results in ``folder``; without a folder nothing is kept."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def __call__(self, function: Callable[..., Result], *given: Any) -> Result:
        """``function(*given)``: computed, or read if it was computed before.

        ``function`` is one of a module of this package and depends on nothing but ``given``, which JSON can carry.
        """
        if self._folder is None:
            return function(*given)
        key = proofs.digest(proofs.of_module(function.__module__), function.__qualname__, json.dumps(given))
        path = self._folder / key
        if path.is_file():
            os.utime(path)
            content = path.read_bytes()
            return content[1:].decode() if content[:1] == b"t" else content[1:]
        made = function(*given)
        self._folder.mkdir(parents=True, exist_ok=True)
        write(path, b"t" + made.encode() if isinstance(made, str) else b"b" + made, lasting=False)
        return made

    def tidy(self) -> None:
        """Remove what was not used for a month."""
        for path in self._folder.iterdir() if self._folder and self._folder.is_dir() else ():
            if time.time() - path.stat().st_mtime > _DAYS * 86400:
                path.unlink(missing_ok=True)
