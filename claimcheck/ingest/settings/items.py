"""What the readers of configuration files have in common: settings with a place, and faults."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

# A hostile file may nest a value in itself or double it line by line. The largest
# real configuration holds some 100 settings in four levels.
MAX_BYTES = 1_000_000
MAX_ITEMS = 5_000
MAX_DEPTH = 8


@dataclass(frozen=True)
class Fault:
    """Something in a file that was not taken over: where and why."""

    path: str
    line: int | None
    reason: str


@dataclass
class Item:
    """One value and the file and line (1-based) of its key; ``data`` of a mapping holds Items."""

    data: Any
    path: str
    line: int


@dataclass(frozen=True)
class Setting:
    """A leaf: dotted upstream key, JSON value, file and line."""

    raw: str
    value: str
    path: str
    line: int


@dataclass
class Document:
    """What one file says: its configurations by name, its environment, its faults."""

    configurations: dict[str, Item] = field(default_factory=dict)
    environment: dict[str, Item] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


def to_json(data: Any) -> str:
    """Return deterministic JSON of a constant or a (nested) list or mapping of Items.

    Raises ValueError for NaN, infinity, a cyclic or very large value and for
    anything that JSON cannot hold.
    """
    budget = MAX_ITEMS

    def plain(value: Any, depth: int) -> Any:
        nonlocal budget
        budget -= 1
        if budget < 0 or depth > MAX_DEPTH:
            raise ValueError("value too large or nested too deep")
        if isinstance(value, Item):
            return plain(value.data, depth)
        if isinstance(value, dict):
            return {str(key): plain(item, depth + 1) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [plain(item, depth + 1) for item in value]
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError("NaN or infinite value")
        if value is None or isinstance(value, bool | int | float | str):
            return value
        raise ValueError(f"{type(value).__name__} value")

    return json.dumps(plain(data, 0), sort_keys=True, allow_nan=False, ensure_ascii=False)


def flatten(item: Item, faults: list[Fault]) -> Iterator[Setting]:
    """Yield the leaves of a mapping under dotted keys; an empty mapping is a leaf.

    A leaf without a JSON form, and everything beyond the size and depth limits,
    is appended to ``faults`` instead.
    """
    budget = MAX_ITEMS
    # An explicit stack: a hostile depth must not become a RecursionError.
    stack: list[tuple[str, Item, int]] = [("", item, 0)]
    while stack:
        prefix, node, depth = stack.pop()
        budget -= 1
        if budget < 0 or depth > MAX_DEPTH:
            faults.append(Fault(node.path, node.line, "value too large or nested too deep"))
            return
        if isinstance(node.data, dict) and node.data:
            for key, child in reversed(list(node.data.items())):
                stack.append((f"{prefix}.{key}" if prefix else str(key), child, depth + 1))
            continue
        if not prefix:
            continue
        try:
            yield Setting(prefix, to_json(node.data), node.path, node.line)
        except ValueError as error:
            faults.append(Fault(node.path, node.line, f"{prefix}: {error}"))
