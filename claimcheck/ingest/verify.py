"""Build the tables anew and compare them with ``data/``: what was read, what is equal, where the sources agree."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import pandas as pd

from claimcheck.core.errors import TableError
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.rounds import read_rounds, repositories
from claimcheck.data.schema import TABLES
from claimcheck.data.tables import check_same, csv_path, load, normalise, write_tables
from claimcheck.ingest.build import Say, Tables, absent_before, build, round_keys, tell
from claimcheck.ingest.git import GitTree


@dataclass(frozen=True)
class Read:
    """A repository as it was read: ``files`` of its commit, ``folders`` and ``blobs`` read and hashed.

    ``committed`` is the commit's day; ``size`` is the blobs', in bytes; ``absent`` counts blobs that are in the commit
    and were not there when the tables were made; they are not read. ``rows`` and ``cells`` are of the ``rounds`` that
    were rebuilt from it.
    """

    repo: str
    commit: str
    committed: str
    files: int
    folders: int
    blobs: int
    size: int
    absent: int
    rounds: tuple[str, ...]
    rows: int
    cells: int


@dataclass(frozen=True)
class Source:
    """Two sources of one round's results: ``rows`` in all, how many ``agree``, and why others do not (reason: rows)."""

    round: str
    what: str
    rows: int
    agree: int
    others: dict[str, int]


@dataclass(frozen=True)
class Verified:
    """Tables of ``data`` that equal what upstream gives: rows and cells of each, what was read, how sources agree.

    ``unchecked`` says what was not compared.
    """

    rows: dict[str, int]
    cells: dict[str, int]
    read: tuple[Read, ...]
    sources: tuple[Source, ...]
    unchecked: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """The report, for a terminal."""
        yield from _columns(
            ("table", "rows", "cells", ""),
            [(name, f"{rows:,}", f"{self.cells[name]:,}", "equal") for name, rows in self.rows.items() if rows],
        )
        yield ""
        yield from _columns(
            ("repository", "files", "folders", "read", "MB", "absent", "commit"),
            [
                (
                    r.repo,
                    *(f"{n:,}" for n in (r.files, r.folders, r.blobs)),
                    f"{r.size / 1e6:,.1f}",
                    f"{r.absent:,}",
                    r.commit[:10],
                )
                for r in self.read
            ],
        )
        yield ""
        yield from _columns(
            ("sources", "results", "agree", ""),
            [(f"{s.round}: {s.what}", f"{s.rows:,}", f"{s.agree:,}", _others(s)) for s in self.sources],
        )
        yield ""
        yield f"{sum(self.rows.values()):,} rows of {sum(map(bool, self.rows.values()))} tables are what upstream gives"
        if absent := sum(r.absent for r in self.read):
            yield f"not checked: {absent} files that our copies lacked when the tables were made (see skipped)"
        yield from (f"not checked: {what}" for what in self.unchecked)


def _others(source: Source) -> str:
    return "; ".join(f"{n:,} {why}" for why, n in source.others.items())


def _columns(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Lines of a table whose first column is aligned left, the others right, except a last one of words."""
    widths = [max(len(row[i]) for row in (heads, *rows)) for i in range(len(heads))]
    for row in (heads, *rows):
        cells = [row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:-1], widths[1:-1], strict=True))]
        yield "  ".join((*cells, row[-1])).rstrip()


def verify(upstream: Path, data: Path = DATA_DIR, say: Say = tell, only: Collection[str] = ()) -> Verified:
    """Build the tables anew, or the rows of the rounds ``only``, and compare them with ``data`` cell by cell.

    Files that were absent when the tables were made are not read, even if the repository has them now. Raises
    TableError naming table, row and column of the first difference, and how many cells differ; ``say`` has told by
    then which other tables differ.
    """
    known = absent_before(data)
    trees: dict[str, GitTree] = {}

    def opened(folder: Path, commit: str) -> GitTree:
        tree = GitTree(folder, commit, known, as_known=True)
        # The experiments repository is read when it is opened first, and opened again for each of its rounds.
        trees.setdefault(commit, tree)
        return tree

    tables = build(upstream, data, say, only=only, opened=opened)
    fresh = {name: normalise(frame, TABLES[name]) for name, frame in tables.items()}
    faults = []
    for name, frame in fresh.items():
        committed = load(name, data)
        if only:
            committed = committed[round_keys(committed, name).isin(only)]
        try:
            check_same(committed, frame, TABLES[name], data, "upstream")
        except TableError as fault:
            say(f"{name}: differs")
            faults.append(fault)
    if faults:
        raise faults[0]
    return Verified(
        {name: len(frame) for name, frame in fresh.items()},
        {name: frame.size for name, frame in fresh.items()},
        tuple(_read(at.repo, trees[at.commit], fresh, data, only) for at, _ in repositories(data, only)),
        tuple(_sources(fresh["inference_results"])),
        tuple(_unchecked(data, only)),
    )


def _read(repo: str, tree: GitTree, fresh: Tables, data: Path, only: Collection[str]) -> Read:
    sizes = tree.read_sizes
    rounds = _rounds_of(repo, data, only)
    own = [frame[round_keys(frame, name).isin(rounds)] for name, frame in fresh.items() if TABLES[name].ingested]
    return Read(
        repo,
        tree.commit,
        tree.committed,
        len(tree.paths),
        len(tree.folders),
        len(sizes),
        sum(sizes.values()),
        len(set(tree.lacking.values())),
        tuple(rounds),
        sum(len(rows) for rows in own),
        sum(rows.size for rows in own),
    )


def _rounds_of(repo: str, data: Path, only: Collection[str] = ()) -> list[str]:
    return [r.key for r in read_rounds(data, only) if r.repo == repo and r.source != "typed"]


def write_verified(found: Verified, data: Path = DATA_DIR, on: datetime.date | None = None) -> None:
    """Write what ``verify`` ``found``, on a day (today), into the table ``verified``.

    A repository of which not all rounds were rebuilt keeps its row, as those that were not read.
    """
    day = (on or datetime.date.today()).isoformat()
    named = {"blobs": "read", "size": "bytes"}
    rows = [
        {named.get(key, key): value for key, value in asdict(one).items()}
        | {"rounds": ", ".join(one.rounds), "verified": day}
        for one in found.read
        if list(one.rounds) == _rounds_of(one.repo, data)
    ]
    table = pd.DataFrame(rows, columns=TABLES["verified"].names)
    if csv_path("verified", data).is_file():
        kept = load("verified", data)
        table = pd.concat([kept[~kept["repo"].isin(table["repo"])], table], ignore_index=True)
    write_tables({"verified": table}, data)


_DIFFERS = "differ"
_COMPARED = {
    "log_agrees": "published table and the run's log",
    "experiments_agrees": "our value and MLCommons' experiments repository",
}


def _sources(results: pd.DataFrame) -> Iterator[Source]:
    """Where two sources of a round's results were compared, and what came of it."""
    for round_, rows in results.groupby("round", sort=False):
        for column, what in _COMPARED.items():
            agrees = rows[column]
            if agrees.isna().all():
                continue
            reasons = rows["log_note"].str.partition(": ")[2] if column == "log_agrees" else pd.Series("", rows.index)
            why = reasons[agrees.eq(False).fillna(False)].replace("", _DIFFERS)
            others = {str(k): int(n) for k, n in why.value_counts().items()}
            if alone := int(agrees.isna().sum()):
                others["not in both"] = alone
            yield Source(str(round_), what, len(rows), int(agrees.fillna(False).sum()), others)


def _unchecked(data: Path, only: Collection[str]) -> Iterator[str]:
    """What a comparison with the rounds ``only`` says nothing about."""
    rounds = read_rounds(data)
    checked = [r for r in rounds if not only or r.key in only]
    if typed := [r.key for r in checked if r.source == "typed"]:
        yield f"the typed values of {', '.join(typed)} against their publication (the tables equal data/typed)"
    if len(checked) < len(rounds):
        skipped = load("skipped", data)
        of_none = int((~skipped["round"].isin([r.key for r in rounds])).sum())
        yield f"{len(rounds) - len(checked)} other rounds, and {of_none} rows of skipped that belong to no round"
