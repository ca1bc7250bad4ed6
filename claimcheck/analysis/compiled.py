"""Loops that numba compiles: at their first call, so that whoever only reads tables never loads the compiler."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any


def compiled(loop: Callable[..., Any]) -> Callable[..., Any]:
    """``loop`` compiled to machine code when it is first called, and kept on disk for the next process."""

    @functools.cache
    def ready() -> Callable[..., Any]:
        from numba import njit  # half a second, and most pages simulate nothing

        return njit(cache=True)(loop)

    @functools.wraps(loop)
    def call(*arguments: Any) -> Any:
        return ready()(*arguments)

    return call
