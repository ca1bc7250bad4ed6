"""Write entries into the text of a register, so that its comments and its other lines stay as they are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from claimcheck.errors import RegisterError


def put_entry(path: Path, section: str, name: str, values: Mapping[str, Any], after: str | None = None) -> None:
    """Write ``values`` as the entry ``name`` of a ``section`` of the register ``path``.

    An entry that is there is replaced in its place; a new one goes behind the entry ``after``, or to the end of the
    section. It takes one line where the section's first entry does, else one line a key. Raises RegisterError for a
    section that the file does not have.
    """
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    start, places = _places(text, section, path)
    if name in places:
        first, last = places[name]
    elif after is not None:
        first = last = places[after][1]
    else:
        first = last = max((end for _, end in places.values()), default=start + 1)
    in_a_line = all(end == begin + 1 for begin, end in list(places.values())[:1])
    path.write_text("\n".join([*lines[:first], *_written(name, values, in_a_line), *lines[last:]]), encoding="utf-8")


def flow(value: Any) -> str:
    """``value`` as YAML in one line."""
    text = yaml.safe_dump(value, default_flow_style=True, width=2**31, allow_unicode=True, sort_keys=False)
    return text.strip().removesuffix("\n...")


def _written(name: str, values: Mapping[str, Any], in_a_line: bool) -> list[str]:
    if in_a_line:
        return [f"  {flow(name)}: {flow(dict(values))}"]
    return [f"  {flow(name)}:", *(f"    {flow(key)}: {flow(value)}" for key, value in values.items())]


def _places(text: str, section: str, path: Path) -> tuple[int, dict[str, tuple[int, int]]]:
    """Line of a section and, by entry, its first line and the one after its last; lines count from 0."""
    root = yaml.compose(text, Loader=yaml.CSafeLoader)
    for key, node in root.value if isinstance(root, yaml.MappingNode) else ():
        if key.value == section:
            entries = node.value if isinstance(node, yaml.MappingNode) else ()
            lines = text.split("\n")
            return key.start_mark.line, {str(k.value): (k.start_mark.line, _end(v, lines)) for k, v in entries}
    raise RegisterError(f"no section {section!r}", where=path, rule=f"the file has a section {section}")


def _end(node: yaml.Node, lines: list[str]) -> int:
    mark = node.end_mark
    if not isinstance(node, yaml.CollectionNode) or node.flow_style:
        return int(mark.line) + 1
    # A block ends where the next entry begins: comments and empty lines above that belong to it.
    end = int(mark.line) + (mark.column > 0 and mark.line == len(lines) - 1)
    while re.fullmatch(r"\s*(#.*)?", lines[end - 1]):
        end -= 1
    return end
