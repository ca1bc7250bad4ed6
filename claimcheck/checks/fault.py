"""What a check gives: rows at fault."""

from __future__ import annotations

from dataclasses import dataclass


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
