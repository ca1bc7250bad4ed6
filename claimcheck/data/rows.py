"""Rows on their way into the tables."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from claimcheck.core.errors import LogError, UpstreamError
from claimcheck.data.schema import TABLES

Row = dict[str, object]


class UnknownName(UpstreamError):
    """A name in a source that no register knows.

    ``entry`` gives, for the round that is read, what the register ``file`` lacks: section, entry, values. ``near`` is
    the nearest name that it knows.
    """

    def __init__(
        self, message: str, *, file: str, entry: Callable[[str], dict[str, Any]], near: str | None, **more: Any
    ) -> None:
        super().__init__(message, **more)
        self.file, self.entry, self.near = file, entry, near


@dataclass(frozen=True)
class Place:
    """A file and the line of it (1-based) whose fault is reported; ``line`` is None for the file as a whole."""

    where: str
    line: int | None = None

    def error(self, message: str, rule: str, fix: str | None = None) -> UpstreamError:
        """The error that names this place."""
        return UpstreamError(message, where=self.where, line=self.line, rule=rule, fix=fix)

    def unknown(
        self,
        message: str,
        rule: str,
        fix: str,
        *,
        file: str,
        entry: Callable[[str], dict[str, Any]],
        near: str | None = None,
    ) -> UnknownName:
        """The error for a name at this place that no register knows."""
        where = {"where": self.where, "line": self.line}
        return UnknownName(message, file=file, entry=entry, near=near, rule=rule, fix=fix, **where)


@dataclass
class Rows:
    """Rows gathered from one round, by table."""

    results: list[Row] = field(default_factory=list)
    runs: list[Row] = field(default_factory=list)
    systems: list[Row] = field(default_factory=list)
    training: list[Row] = field(default_factory=list)
    skipped: list[Row] = field(default_factory=list)

    def frames(self) -> dict[str, pd.DataFrame]:
        """The tables of the round that have rows."""
        named = {
            "inference_results": self.results,
            "loadgen_runs": self.runs,
            "systems": self.systems,
            "training_results": self.training,
            "skipped": self.skipped,
        }
        return {name: pd.DataFrame(rows) for name, rows in named.items() if rows}


# Every result with measured power has such a run: summary logs in a folder, the folder in words, what it is.
RANGING = (re.compile(r"/ranging/"), "**/performance/ranging", "run that set the range of the power meter")


def skip(round_: str, kind: str, path: str, blob: str | None, line: int | None, reason: str) -> Row:
    """A row of ``skipped``."""
    return {"round": round_, "kind": kind, "path": path, "blob": blob, "line": line, "reason": reason}


LACKED = "listed in the commit but absent from the repository"
# Reasons of rows of ``skipped`` for a file whose blob the repository lacked when the table was made.
ABSENT = re.compile(r"\blisted\b.*\babsent\b")


def why(error: LogError) -> str:
    """The reason of a row of ``skipped`` for a file that cannot be used."""
    return f"{error.message} ({error.rule})" if error.rule else error.message


def skip_logs(round_: str, where: str, what: str, count: int) -> Row:
    """A row of ``skipped`` for ``count`` summary logs of one kind, too many to list one by one."""
    return skip(round_, "log", where, None, None, f"{what}, not a result ({count} summary logs)")


def complete(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    """``frame`` with every column of its schema, absent ones empty, and no text of no letters."""
    frame = frame.replace("", None)
    extra = [c for c in frame.columns if c not in TABLES[name].names]
    return frame.reindex(columns=[*TABLES[name].names, *extra])
