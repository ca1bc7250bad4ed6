"""Rendered charts and other slow drawings, kept in a folder between builds of the site."""

from __future__ import annotations

import functools
import hashlib
import inspect
import json
import pickle
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any, TypeVar

from claimcheck.charts import fonts
from claimcheck.core.files import write

Result = TypeVar("Result")
_RENDERERS = ("vl-convert-python", "pillow")


class Kept:
    """Results of pure functions in ``folder``; without a folder nothing is kept.

    A result is found by a digest of the function's arguments, of its module and of what draws: the renderers' versions
    and the fonts.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def __call__(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Return ``function(*arguments)``, computed or read; JSON can carry the arguments."""
        if self._folder is None:
            return function(*arguments)
        code = inspect.getsource(sys.modules[function.__module__])
        key = json.dumps([renderers(), code, function.__qualname__, arguments])
        path = self._folder / hashlib.sha256(key.encode()).hexdigest()
        if path.is_file():
            return pickle.loads(path.read_bytes())
        result = function(*arguments)
        write(path, pickle.dumps(result))
        return result


@functools.cache
def renderers() -> tuple[str, ...]:
    """The versions of what draws, and a digest of the fonts."""
    files = sorted(fonts.FOLDER.glob("*.ttf"))
    drawn_with = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()
    return (*map(metadata.version, _RENDERERS), drawn_with)
