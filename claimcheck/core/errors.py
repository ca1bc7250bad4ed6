"""Errors that say where the fault is, which rule it breaks and what to do."""

from __future__ import annotations


class ClaimcheckError(Exception):
    """A fault in the data, the register, the sources or the command line.

    ``where`` is a file or repository path, ``line`` its line (1-based), ``rule`` the rule that is broken and ``fix``
    what the reader can do about it.
    """

    def __init__(
        self,
        message: str,
        *,
        where: object = None,
        line: int | None = None,
        rule: str | None = None,
        fix: str | None = None,
    ) -> None:
        self.message = message
        self.where = None if where is None else str(where)
        self.line = line
        self.rule = rule
        self.fix = fix
        super().__init__(str(self))

    def __str__(self) -> str:
        place = self.where or ""
        if place and self.line is not None:
            place += f":{self.line}"
        text = f"{place}: {self.message}" if place else self.message
        if self.rule:
            text += f"\n  rule: {self.rule}"
        if self.fix:
            text += f"\n  fix:  {self.fix}"
        return text


class UpstreamError(ClaimcheckError):
    """A results repository is missing, at another commit or unreadable."""


class LogError(ClaimcheckError):
    """A LoadGen log breaks a rule of its own format."""


class TableError(ClaimcheckError):
    """A committed table breaks its schema, or is not what it is made from."""


class RegisterError(ClaimcheckError):
    """A register (claims, prices, rounds, the changelog) breaks its format."""


class QueryError(ClaimcheckError):
    """A query is no SELECT, fails, or takes too much."""
