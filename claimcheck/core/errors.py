"""Errors that say where the fault is, which rule it breaks and what to do; and which known name was meant."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
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


class Faults(RegisterError):
    """Several faults of a register, by line; as text one line each."""

    def __init__(self, path: object, faults: Iterable[RegisterError]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line or 0))
        super().__init__(f"{len(self.faults)} faults", where=path)

    def __str__(self) -> str:
        return "\n".join([f"{self.where}: {self.message}", *map(in_a_line, self.faults)])


def in_a_line(fault: RegisterError) -> str:
    """A fault in a line: place, what is wrong, the rule, the fix."""
    return " | ".join(" ".join(part.split()) for part in str(fault).split("\n  "))


class QueryError(ClaimcheckError):
    """A query is no SELECT, fails, or takes too much."""


def suggestion(value: object, known: Iterable[str]) -> str | None:
    """ "did you mean …?" for the known name most like ``value``; None when none is near."""
    near = nearest(value, known, 1)
    return f"did you mean {near[0]}?" if near else None


def nearest(value: object, known: Iterable[str], n: int = 3, cutoff: float = 0.6) -> list[str]:
    """Up to ``n`` known names most like ``value``, best first; capitals, spaces and signs do not count.

    Names that hold all of ``value`` (GB300: NVIDIA GB300) come before those that are merely alike.
    """
    folded = {name: re.sub(r"[^a-z0-9]+", "", name.casefold()) for name in known}
    wanted = re.sub(r"[^a-z0-9]+", "", str(value).casefold())
    holding = [name for name, text in folded.items() if len(wanted) > 1 and wanted in text]
    holding.sort(key=lambda name: (folded[name] != wanted, len(name)))
    close = difflib.get_close_matches(wanted, set(folded.values()), n, cutoff)
    alike = [name for close_text in close for name, text in folded.items() if text == close_text]
    return list(dict.fromkeys([*holding, *alike]))[:n]
