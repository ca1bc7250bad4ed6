"""Training times typed by hand, for entries whose logs are absent from every copy we can read."""

from __future__ import annotations

from pathlib import Path

from claimcheck.core.limits import finite
from claimcheck.data.paths import TRAINING_TIMES
from claimcheck.data.rows import Place
from claimcheck.ingest.fields import typed_rows

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


# The cells of each typed time with their place, by round and folder of runs.
PublishedValues = dict[tuple[str, str], tuple[Place, dict[str, str]]]


def read_published_values(data: Path) -> PublishedValues:
    """``data/typed/training_published_values.csv``, in file order. Raises TableError."""
    times: PublishedValues = {}
    for place, cells in typed_rows(data / TRAINING_TIMES, TRAINING_TIMES, _COLUMNS):
        if empty := [column for column in _COLUMNS if not cells[column]]:
            raise place.error(f"no {', '.join(empty)}", "every cell is filled")
        if not finite(cells["time_to_train_minutes"]) > 0:
            raise place.error(f"time is {cells['time_to_train_minutes']!r}", "a time is a number of minutes")
        key = cells["round"], cells["path"]
        if times.setdefault(key, (place, cells))[0] is not place:
            raise place.error(f"{cells['path']}: is typed twice", "an entry has one time")
    return times
