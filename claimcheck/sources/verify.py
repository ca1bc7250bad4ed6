"""Build the tables again and compare them with ``data/``: rows and cells of each table, and what differs."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from claimcheck.core.errors import TableError
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.rounds import read_rounds, repositories
from claimcheck.data.schema import TABLES, Table
from claimcheck.data.store import csv_path, load, normalise, write_tables
from claimcheck.sources.build import Say, absent_blobs, build, round_keys, tell, with_rounds
from claimcheck.sources.git import find_git_dir, run_git

# Differences that are printed of a table; the others are counted.
_SHOWN = 20


class Verified(NamedTuple):
    """A row for each compared table, what differs, rows of the table ``verified``, what was not compared."""

    tables: pd.DataFrame
    differences: tuple[str, ...]
    repositories: pd.DataFrame
    unchecked: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """The report, for a terminal."""
        yield self.tables.to_string(index=False, formatters=dict.fromkeys(("rows", "cells"), "{:,}".format))
        equal = "not all are equal" if self.differences else "all are equal"
        yield f"\n{self.tables['rows'].sum():,} rows were built from upstream; {equal}"
        yield from (f"not checked: {what}" for what in self.unchecked)

    def check(self, data: Path) -> None:
        """Raise TableError, with the first differences, unless all that was compared is equal."""
        if self.differences:
            message = "\n  ".join(["tables are not what upstream gives:", *self.differences])
            rule = "the tables follow from the pinned commits, the registers and what is typed in data/typed"
            fix = "claimcheck ingest writes what upstream gives; see first why it differs"
            raise TableError(message, where=data, rule=rule, fix=fix)


def verify(upstream: Path, data: Path = DATA_DIR, say: Say = tell, only: Collection[str] = ()) -> Verified:
    """Build the tables, or the rows of the rounds ``only``, and compare their text with ``data``; nothing is written.

    Files that were absent when the tables were made are not read, even if the repository has them now.
    """
    tables = build(upstream, data, say, only, absent_blobs(data))
    whole = with_rounds(tables, only, data)
    rows, differences = [], []
    for name, frame in tables.items():
        table = TABLES[name]
        committed, built = load(name, data), normalise(whole[name], table)
        lines = [] if committed.equals(built) else _differences(committed, built, table)
        differences += [f"{name}: {line}" for line in lines]
        rows.append({"table": name, "rows": len(frame), "cells": len(frame) * len(table.names), "equal": not lines})
    checked = pd.DataFrame(rows)
    return Verified(
        checked[(checked["rows"] > 0) | ~checked["equal"]],
        tuple(differences),
        pd.DataFrame(_repositories(whole, upstream, data, only), columns=TABLES["verified"].names),
        tuple(_unchecked(data, only)),
    )


def _differences(committed: pd.DataFrame, built: pd.DataFrame, table: Table) -> list[str]:
    """A line for each cell that differs and for each row that is in one of two forms of a table; the first few."""
    old, new = (
        frame.astype("string").fillna("").set_index(list(table.key), drop=False) for frame in (committed, built)
    )
    lines = [f"{_key(key)} is committed, upstream has no such row" for key in old.index.difference(new.index)]
    lines += [f"{_key(key)} is a row of upstream, and not committed" for key in new.index.difference(old.index)]
    shared = old.index.intersection(new.index)
    one, other = old.loc[shared], new.loc[shared]
    differs = one.ne(other)
    for column in differs.columns[differs.any()]:
        for key in shared[differs[column]]:
            cells = f"committed {one.at[key, column]!r}, upstream gives {other.at[key, column]!r}"
            lines.append(f"{column} of {_key(key)}: {cells}")
    if len(lines) > _SHOWN:
        lines[_SHOWN:] = [f"and {len(lines) - _SHOWN:,} more; by column: {differs.sum()[differs.any()].to_dict()}"]
    return lines


def _key(key: object) -> str:
    return " / ".join(key) if isinstance(key, tuple) else str(key)


def _repositories(
    whole: dict[str, pd.DataFrame], upstream: Path, data: Path, only: Collection[str]
) -> Iterator[dict[str, object]]:
    """A row of ``verified`` for each repository whose rounds were all built, if all is equal: only then it is kept."""
    today = datetime.date.today().isoformat()
    rounds = [r for r in read_rounds(data) if r.source != "typed"]
    for at, _ in repositories(data, only):
        keys = [r.key for r in rounds if r.repo == at.repo]
        if only and not set(keys) <= set(only):
            continue
        rows = sum(int(round_keys(frame, name).isin(keys).sum()) for name, frame in whole.items())
        seconds = run_git(find_git_dir(upstream, at.folders), "show", "--no-patch", "--format=%ct", at.commit)
        committed = datetime.datetime.fromtimestamp(int(seconds), datetime.UTC).date().isoformat()
        yield {
            "repo": at.repo, "commit": at.commit, "committed": committed,
            "rounds": ", ".join(keys), "verified": today, "rows": rows, "equal": rows,
        }  # fmt: skip


def write_verified(verified: Verified, data: Path = DATA_DIR) -> None:
    """Write which repositories were compared, and when, into the table ``verified``; others keep their row."""
    table = verified.repositories
    if csv_path("verified", data).is_file():
        kept = load("verified", data)
        table = pd.concat([kept[~kept["repo"].isin(table["repo"])], table], ignore_index=True)
    write_tables({"verified": table}, data)


def _unchecked(data: Path, only: Collection[str]) -> Iterator[str]:
    """What a comparison with the rounds ``only`` says nothing about."""
    rounds = read_rounds(data)
    checked = [r for r in rounds if not only or r.key in only]
    if typed := [r.key for r in checked if r.source == "typed"]:
        yield f"the typed values of {', '.join(typed)} against their publication (the tables equal data/typed)"
    if absent := len(absent_blobs(data)):
        yield f"{absent} files that our copies lacked when the tables were made (see skipped)"
    if len(checked) < len(rounds):
        skipped = load("skipped", data)
        of_none = int((~skipped["round"].isin([r.key for r in rounds])).sum())
        yield f"{len(rounds) - len(checked)} other rounds, and {of_none} rows of skipped that belong to no round"
