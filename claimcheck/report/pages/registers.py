"""What a register holds, read off the register itself: sections, keys, and its own opening words."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimcheck.core.documents import document
from claimcheck.core.errors import RegisterError
from claimcheck.data.paths import README

_LISTED = re.compile(r"\|\s*(?P<files>`[^|]+`)\s*\|\s*(?P<words>[^|]+?)\s*\|")
_NAME = re.compile(r"`([^`]+)`")
_KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (bool, "true or false"),
    ((int, float), "number"),
    (str, "text"),
    (datetime.date, "date"),
    (list, "list"),
    (dict, "mapping"),
)


@dataclass(frozen=True)
class Key:
    """A key of the entries of a section: what its values are, and how many entries have it."""

    name: str
    kinds: tuple[str, ...]
    entries: int


@dataclass(frozen=True)
class Section:
    """A section of a register: how many entries it has, and their keys by name."""

    name: str
    entries: int
    keys: tuple[Key, ...]


def sections(path: Path) -> list[Section]:
    """The sections of a register; one of plain settings counts as one entry. Raises RegisterError as ``read`` does."""
    found = []
    for name, section in document(path).values.items():
        section = {} if section is None else section
        if not isinstance(section, dict):
            continue
        whole = all(isinstance(entry, dict) for entry in section.values())
        entries = list(section.values()) if whole else [section]
        names = sorted({str(key) for values in entries for key in values})
        keys = tuple(_key(key, [{str(k): v for k, v in values.items()} for values in entries]) for key in names)
        found.append(Section(name, len(entries), keys))
    return found


def _key(name: str, entries: list[dict[str, Any]]) -> Key:
    values = [entry[name] for entry in entries if name in entry]
    return Key(name, tuple(sorted({_kind(value) for value in values})), len(values))


def _kind(value: Any) -> str:
    return next((word for kind, word in _KINDS if isinstance(value, kind)), "nothing")


def opening(path: Path) -> str:
    """The comment at the head of a register, which says what its keys mean; empty when there is none."""
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.removeprefix("#").removeprefix(" ").rstrip())
    return "\n".join(lines).strip()


def described(data: Path, files: list[str]) -> Mapping[str, str]:
    """What a row or entry of each of ``files`` is, as the table in ``data/README.md`` says.

    Raises RegisterError for a file that the table does not list.
    """
    path = data / README
    found: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        if match := _LISTED.fullmatch(line.strip()):
            found.update(dict.fromkeys(_NAME.findall(match["files"]), match["words"].replace("`", "")))
    for name in files:
        if name not in found:
            raise RegisterError(
                f"does not say what {name} holds",
                where=path,
                rule="its table lists every file of data/",
                fix=f"add a row: | `{name}` | an entry is ... |",
            )
    return {name: found[name] for name in files}
