"""Errors that say where the fault is, which rule it breaks and what to do."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass


@dataclass(eq=False, repr=False)
class ClaimcheckError(Exception):
    """A fault in the data, the register, the sources or the command line.

    ``where`` is a file or repository path, ``line`` its line (1-based), ``rule`` the rule that is broken and ``fix``
    what the reader can do about it.
    """

    message: str
    _: KW_ONLY
    where: object = None
    line: int | None = None
    rule: str | None = None
    fix: str | None = None

    def __post_init__(self) -> None:
        self.where = None if self.where is None else str(self.where)
        super().__init__(str(self))

    def __str__(self) -> str:
        line = "" if self.line is None else f":{self.line}"
        text = f"{self.where}{line}: {self.message}" if self.where else self.message
        notes = {"rule: ": self.rule, "fix:  ": self.fix}
        return text + "".join(f"\n  {name}{note}" for name, note in notes.items() if note)


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
