"""Where in a plot a label covers least: boxes in pixels, found by trying a grid of places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

# Pixels per character and per line of bold 13 px Arial, on the safe side.
_WIDTH, _LINE = 7.2, 16
_EDGE, _STEP = 4, 8


@dataclass(frozen=True)
class Box:
    """A rectangle about ``centre`` with half width and half height ``half``, in pixels."""

    centre: tuple[float, float]
    half: tuple[float, float]

    def meets(self, other: Box) -> bool:
        """Whether two rectangles overlap."""
        apart = [abs(a - b) for a, b in zip(self.centre, other.centre, strict=True)]
        return all(d < p + q for d, p, q in zip(apart, self.half, other.half, strict=True))

    def nearest(self, point: tuple[float, float]) -> tuple[float, float]:
        """The place of the rectangle that is nearest to ``point``."""
        x, y = (min(max(p, c - h), c + h) for p, c, h in zip(point, self.centre, self.half, strict=True))
        return x, y


def half_of(words: str) -> tuple[float, float]:
    """Half the width and height that ``words`` take, lines divided by line breaks."""
    lines = words.split("\n")
    return max(map(len, lines)) * _WIDTH / 2 + 2, len(lines) * _LINE / 2 + 1


def beside(
    anchor: tuple[float, float], words: str, points: np.ndarray, taken: Sequence[Box], size: tuple[int, int]
) -> Box:
    """The place for the words of one marked point: near it, on few of the other ``points`` (n x 2).

    No place is on a box already ``taken``, nor does the line to it cross one, where that can be.
    """
    boxes = _places(words, taken, size)
    hits = (_distances(boxes, points) < 4).sum(axis=1)
    away = _distances(boxes, np.array([anchor]))[:, 0]
    cost = hits + away / 6 + 100 * (away < 11) + 50 * _crossed(boxes, anchor, taken)
    return boxes[int(np.argmin(cost))]


def in_space(
    words: str,
    own: np.ndarray,
    others: np.ndarray,
    lines: np.ndarray,
    taken: Sequence[Box],
    size: tuple[int, int],
    *,
    nearest: bool = False,
) -> Box:
    """The place for a group's name: near its ``own`` points, away from the ``others``.

    On no point, where that can be, and on few of the points (n x 2) of ``lines``. With ``nearest``, nearer to its own
    points than to any other's, where that can be: a curve's name beyond another curve reads as that one's.
    """
    boxes = _places(words, taken, size)
    to_own, to_lines = _distances(boxes, own), _distances(boxes, lines)
    hits = (to_own < 5).sum(axis=1) + 0.2 * (to_lines < 5).sum(axis=1)
    foreign = np.full(len(boxes), 60.0)
    if len(others):
        to_others = _distances(boxes, others)
        hits = hits + (to_others < 5).sum(axis=1)
        foreign = np.minimum(to_others.min(axis=1), 60)
        if nearest:
            hits = hits + 8 * (to_others.min(axis=1) <= to_own.min(axis=1))
    return boxes[int(np.argmin(10 * hits + to_own.min(axis=1) - 0.5 * foreign))]


def _places(words: str, taken: Sequence[Box], size: tuple[int, int]) -> list[Box]:
    """Every place on a grid at which the words lie within the plot, on no taken box if there is such a place."""
    half = half_of(words)
    found = [
        Box((float(x), float(y)), half)
        for x in np.arange(half[0] + _EDGE, size[0] - half[0] - _EDGE, _STEP)
        for y in np.arange(half[1] + _EDGE, size[1] - half[1] - _EDGE, _STEP)
    ]
    return [box for box in found if not any(box.meets(other) for other in taken)] or found


def _crossed(boxes: Sequence[Box], anchor: tuple[float, float], taken: Sequence[Box], steps: int = 20) -> np.ndarray:
    """For each box whether the straight line to it from ``anchor``, seen at ``steps`` places, crosses a taken one."""
    centres, half, start = np.array([box.centre for box in boxes]), np.array(boxes[0].half), np.array(anchor)
    whole = np.clip(start, centres - half, centres + half) - start
    line = start + (np.arange(steps + 1) / steps)[:, None] * whole[:, None, :]
    crossed = np.zeros(len(boxes), bool)
    for other in taken:
        crossed |= (np.abs(line - other.centre) <= other.half).all(axis=2).any(axis=1)
    return crossed


def _distances(boxes: Sequence[Box], points: np.ndarray) -> np.ndarray:
    """Distance of each point (n x 2) from each box, 0 inside: one row per box."""
    centres, half = np.array([box.centre for box in boxes]), np.array(boxes[0].half)
    beyond = np.maximum(np.abs(centres[:, None, :] - points[None, :, :]) - half, 0)
    return np.hypot(beyond[..., 0], beyond[..., 1])
