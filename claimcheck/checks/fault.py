"""What a check gives: rows at fault. And which of them are known exceptions, with the reason."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from claimcheck.core.documents import Many, Model, Text, read
from claimcheck.data.paths import DATA_DIR, KNOWN_EXCEPTIONS


@dataclass(frozen=True)
class Fault:
    """A cell that breaks a rule: the row with this key, the column, its value and, in words, what is expected of it.

    ``table_name`` is a table, or a register's path below data; then ``row_key`` is the entry and ``line`` its line.
    """

    table_name: str
    row_key: str
    column_name: str
    value: object
    expected: object = None
    line: int | None = None

    def __str__(self) -> str:
        expected = f", expected {self.expected}" if self.expected is not None else ""
        return f"{self.row_key}: {self.column_name} is {'empty' if self.value is None else self.value}{expected}"


class KnownException(Model):
    """Rows that break a check because their source has them so: the ``column`` at fault, the rows' keys, and why."""

    check: Text
    column: Text
    rows: Many[Text]
    why: Text


class KnownExceptions(Model):
    """``known_exceptions.yml``."""

    known_exceptions: dict[str, KnownException] = Field({})


def known_exceptions(data: Path = DATA_DIR) -> dict[str, KnownException]:
    """The entries of ``known_exceptions.yml`` by name; none without the file. Raises RegisterError."""
    path = data / KNOWN_EXCEPTIONS
    return read(path, KnownExceptions).known_exceptions if path.is_file() else {}
