"""Training times typed by hand, for entries whose logs are absent from every copy we can read."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from claimcheck.errors import RegisterError
from claimcheck.outside import finite

FILE = Path("typed") / "training_published_values.csv"
_COLUMNS = (
    "round",
    "submitter",
    "system",
    "benchmark",
    "time_to_train_minutes",
    "score_source",
    "repo",
    "commit",
    "path",
)


@dataclass(frozen=True)
class PublishedValue:
    """One typed time of MLPerf Training, its published source, and the folder of runs it belongs to."""

    round: str
    path: str
    minutes: float
    source: str
    repo: str
    commit: str
    file: Path
    line: int

    def fail(self, message: str, rule: str) -> RegisterError:
        """A RegisterError at this line of the file."""
        return RegisterError(f"{self.path}: {message}", where=self.file, line=self.line, rule=rule)


def read_published_values(data: Path) -> list[PublishedValue]:
    """``data/typed/training_published_values.csv``, in file order. Raises RegisterError."""
    path = data / FILE
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            if tuple(reader.fieldnames or ()) != _COLUMNS:
                raise RegisterError("other columns", where=path, line=1, rule=f"columns are {', '.join(_COLUMNS)}")
            times = [_typed(path, reader.line_num, row) for row in reader]
    except (OSError, UnicodeDecodeError) as error:
        raise RegisterError(f"cannot be read: {error}", where=path) from error
    seen: set[tuple[str, str]] = set()
    for time in times:
        if (time.round, time.path) in seen:
            raise time.fail("is typed twice", rule="an entry has one time")
        seen.add((time.round, time.path))
    return times


def _typed(path: Path, line: int, row: dict[str, str]) -> PublishedValue:
    if None in row or any(not row.get(column) for column in _COLUMNS):
        raise RegisterError("an empty or surplus cell", where=path, line=line, rule="every cell is filled")
    minutes = finite(row["time_to_train_minutes"])
    if not minutes > 0:
        raise RegisterError(
            f"time is {row['time_to_train_minutes']!r}", where=path, line=line, rule="a time is a number of minutes"
        )
    return PublishedValue(
        row["round"], row["path"], minutes, row["score_source"], row["repo"], row["commit"], path, line
    )
