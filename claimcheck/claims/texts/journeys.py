"""How a figure travels: which details each stage still gives, and what it lost, added or changed on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

# What a stage says of each detail: its value, or "" where the detail is given and its value stands in the text.
Details = Mapping[str, str]


@dataclass(frozen=True)
class Step:
    """What became of the details between a stage and the one that it follows."""

    kept: tuple[str, ...]
    lost: tuple[str, ...]
    added: tuple[str, ...]
    changed: tuple[tuple[str, str, str], ...]


def details_of(text: str, known: Sequence[str]) -> dict[str, str]:
    """``submitter, scenario = Offline`` as a mapping; ValueError for a detail that is not ``known``, or twice."""
    details: dict[str, str] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name not in known:
            raise ValueError(f"unknown detail {name!r}; details are {', '.join(known)}")
        if name in details:
            raise ValueError(f"detail {name!r} stands twice")
        details[name] = value
    return details


def step(before: Details, after: Details) -> Step:
    """Compare two stages. A detail changed when both give a value of it and the values differ."""
    changed = [(k, before[k], after[k]) for k in after if k in before and before[k] and after[k]]
    moved = tuple(c for c in changed if c[1] != c[2])
    names = {name for name, _, _ in moved}
    return Step(
        kept=tuple(k for k in after if k in before and k not in names),
        lost=tuple(k for k in before if k not in after),
        added=tuple(k for k in after if k not in before),
        changed=moved,
    )
