"""Training times typed by hand, for entries whose logs are absent from every copy we can read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from claimcheck.errors import ClaimcheckError
from claimcheck.ingest.fields import typed_rows
from claimcheck.ingest.rows import Place
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
    place: Place

    def fail(self, message: str, rule: str) -> ClaimcheckError:
        """A TableError at this line of the file."""
        return self.place.error(f"{self.path}: {message}", rule)


def read_published_values(data: Path) -> list[PublishedValue]:
    """``data/typed/training_published_values.csv``, in file order. Raises TableError."""
    times: dict[tuple[str, str], PublishedValue] = {}
    for place, row in typed_rows(data / FILE, str(FILE), _COLUMNS):
        time = _typed(row, place)
        if times.setdefault((time.round, time.path), time) is not time:
            raise time.fail("is typed twice", rule="an entry has one time")
    return list(times.values())


def _typed(row: dict[str, str], place: Place) -> PublishedValue:
    if empty := [column for column in _COLUMNS if not row[column]]:
        raise place.error(f"no {', '.join(empty)}", "every cell is filled")
    minutes = finite(row["time_to_train_minutes"])
    if not minutes > 0:
        raise place.error(f"time is {row['time_to_train_minutes']!r}", "a time is a number of minutes")
    return PublishedValue(row["round"], row["path"], minutes, row["score_source"], row["repo"], row["commit"], place)
