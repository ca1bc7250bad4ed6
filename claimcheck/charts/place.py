"""Where in a plot a label covers least: boxes in pixels, found by trying a grid of places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

# Pixels per character and per line of bold 13 px Arial, on the safe side.
_WIDTH, _LINE = 7.2, 16
_EDGE, _STEP = 4, 8
# Distances computed in one go: as many as a core's cache holds.
_AT_ONCE = 30_000


@dataclass(frozen=True)
class Box:
    """A rectangle about ``centre`` with half width and half height ``half``, in pixels."""

    centre: tuple[float, float]
    half: tuple[float, float]


def half_of(words: str) -> tuple[float, float]:
    """Half the width and height that ``words`` take, lines divided by line breaks."""
    lines = words.split("\n")
    return max(map(len, lines)) * _WIDTH / 2 + 2, len(lines) * _LINE / 2 + 1


def in_space(
    words: str, own: np.ndarray, others: np.ndarray, lines: np.ndarray, taken: Sequence[Box], size: tuple[int, int]
) -> Box:
    """The place for a curve's name: near its ``own`` points, away from the ``others``.

    On no point, where that can be, and on few of the points (n x 2) of ``lines``. Nearer to its own points than to any
    other's, where that can be: a curve's name beyond another curve reads as that one's.
    """
    centres, half = _places(words, taken, size)
    (on_own, to_own), (on_lines, _), (on_others, to_others) = (
        _near(centres, half, points, 5) for points in (own, lines, others)
    )
    hits = on_own + 0.2 * on_lines + on_others + 8 * (to_others <= to_own)
    x, y = centres[int(np.argmin(10 * hits + to_own - 0.5 * np.minimum(to_others, 60)))]
    return Box((float(x), float(y)), half)


def _places(words: str, taken: Sequence[Box], size: tuple[int, int]) -> tuple[np.ndarray, tuple[float, float]]:
    """Centres (n x 2) of every place on a grid at which the words lie within the plot, and half their size.

    On no taken box if there is such a place.
    """
    half = half_of(words)
    grid = (np.arange(h + _EDGE, s - h - _EDGE, _STEP) for h, s in zip(half, size, strict=True))
    centres = np.stack(np.meshgrid(*grid, indexing="ij"), axis=-1).reshape(-1, 2)
    free = np.ones(len(centres), bool)
    for other in taken:
        free &= (np.abs(centres - other.centre) >= np.add(half, other.half)).any(axis=1)
    return centres[free] if free.any() else centres, half


def _near(
    centres: np.ndarray, half: tuple[float, float], points: np.ndarray, reach: float
) -> tuple[np.ndarray, np.ndarray]:
    """Of each place how many of the ``points`` (n x 2) its box has within ``reach``, and how far the nearest is.

    A point in the box is at 0; without points the nearest is infinitely far.
    """
    found = []
    # A few thousand places and points: all distances at once would be slow to move through memory.
    for block in np.array_split(centres, 1 + len(centres) * len(points) // _AT_ONCE):
        x, y = (
            np.maximum(np.abs(centre[:, None] - place) - own, 0)
            for centre, place, own in zip(block.T, points.T, half, strict=True)
        )
        away = np.sqrt(x * x + y * y)
        found.append(((away < reach).sum(axis=1), away.min(axis=1, initial=np.inf)))
    hits, nearest = zip(*found, strict=True)
    return np.concatenate(hits), np.concatenate(nearest)
