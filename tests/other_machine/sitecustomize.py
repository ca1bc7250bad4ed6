"""Another machine's numpy: what its logarithms, exponentials, powers and fits return is moved in the last places.

Python imports this module when it starts where its folder is on ``PYTHONPATH``; in every notebook's kernel it is, when
``CLAIMCHECK_OTHER_MACHINE`` names it.

Processors and libraries differ in these functions; sums, products, quotients and square roots are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

_STEP = np.finfo(float).eps


def moved(value: Any) -> Any:
    """``value`` with each number up to three steps higher or lower, as its own last bits say; of a tuple the first."""
    if isinstance(value, tuple):
        return (moved(value[0]), *value[1:])
    steps = np.asarray(value, dtype=float).view(np.int64) % 7 - 3
    return value * (1 + steps * _STEP)


class Moved:
    """A function of numpy whose results are ``moved``; all else about it is as it was."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return moved(self._function(*arguments, **options))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._function, name)


for module, names in ((np, ("log", "exp", "power", "polyfit")), (np.linalg, ("lstsq",))):
    for name in names:
        setattr(module, name, Moved(getattr(module, name)))
