"""Build the tables, or some rounds' rows of each, from the upstream repositories; compare them with ``data``."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from claimcheck.core.errors import TableError
from claimcheck.core.limits import printable
from claimcheck.data import store
from claimcheck.data.digests import round_digests
from claimcheck.data.facts import read_targets
from claimcheck.data.names import ABSENT, Row, Rows, complete, read_corrections
from claimcheck.data.paths import DATA_DIR, LOGGED_TOKENS, POWER, TRAINING_TIMES
from claimcheck.data.rounds import Round, read_experiments_source, read_rounds, repositories, round_key
from claimcheck.data.schema import TABLES
from claimcheck.data.stacks import read_settings_register
from claimcheck.data.store import csv_bytes, csv_path, load, normalise, read_part, write_tables
from claimcheck.sources import experiments, logs, published, training, training_typed
from claimcheck.sources.accuracy import read_accuracy
from claimcheck.sources.git import GitTree, find_git_dir, run_git
from claimcheck.sources.records import Names
from claimcheck.sources.settings import read_settings
from claimcheck.sources.shipped import read_submitted_files

Say = Callable[[str], None]
Tables = dict[str, pd.DataFrame]
# Differences that are printed of a table; the others are counted.
_SHOWN = 20


def tell(line: str) -> None:
    """Say on stderr how far it is."""
    print(printable(line), file=sys.stderr, flush=True)


def build(
    upstream: Path,
    data: Path = DATA_DIR,
    say: Say = tell,
    only: Collection[str] = (),
    absent: Collection[str] | None = frozenset(),
) -> Tables:
    """Every table, built from the repositories under ``upstream``; with ``only``, the rows of those rounds.

    Registers and what was typed by hand are read from ``data``; ``absent`` are blobs that are not read (``GitTree``).
    """
    rounds = read_rounds(data, only)
    corrections = read_corrections(data)
    second = read_experiments_source(data, [r.key for r in rounds])
    # Every repository is found before the first is read: a missing one fails at once.
    folders = {r.key: find_git_dir(upstream, r.folder) for r in rounds if r.source != "typed"}
    parts: dict[str, list[pd.DataFrame]] = {t.name: [] for t in TABLES.values() if t.ingested}
    read = pd.DataFrame()
    if second is not None:
        with GitTree(find_git_dir(upstream, second.folder), second.commit, absent) as tree:
            read, skipped = experiments.read_experiments(tree)
        parts["skipped"].append(_with_blobs(pd.DataFrame(skipped).assign(suite="inference"), "skipped", tree))
    for number, round_ in enumerate(rounds, 1):
        say(f"[{number}/{len(rounds)}] {round_.key}: {round_.repo} at {round_.commit[:10]}")
        folder = folders.get(round_.key)
        with GitTree(folder, round_.commit, absent) if folder else nullcontext() as tree:
            frames = dict(_round_frames(tree, round_, data, read))
        say("      " + ", ".join(f"{len(f)} {n}" for n, f in frames.items()))
        origin = {} if tree is None else {"round": round_.name, "repo": round_.repo, "commit": tree.commit}
        for name, frame in frames.items():
            placed = frame.assign(**({"suite": round_.suite, "round": round_.name} if name == "skipped" else origin))
            parts[name].append(placed if tree is None else _with_blobs(placed, name, tree))
    tables = {
        name: complete(pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(), name)
        for name, frames in parts.items()
    }
    if only:
        # The experiments repository gives rows of ``skipped`` for all the rounds that it holds.
        tables = {name: frame[round_keys(frame).isin(only)] for name, frame in tables.items()}
    for correction in corrections:
        tables[correction.table] = correction.apply(tables[correction.table], data, whole=not only)
    if len(results := tables["inference_results"]):
        results = published.compare_with_logs(results)
        if csv_path("result_pages", data).is_file():
            results = results.assign(page_id=published.page_ids(results, load("result_pages", data)))
        tables["inference_results"] = experiments.second_values(results, read, second.second_value_of if second else ())
    return tables


def _with_blobs(frame: pd.DataFrame, name: str, tree: GitTree) -> pd.DataFrame:
    """``frame`` with the blob of each path that the table ``name`` has with its blob."""
    blobs = {column: f"{column.removesuffix('blob')}path" for column in TABLES[name].names if column.endswith("blob")}
    return frame.assign(**{blob: frame[path].map(tree.paths) for blob, path in blobs.items() if path in frame})


def _round_frames(
    tree: GitTree | None, round_: Round, data: Path, read: pd.DataFrame
) -> Iterator[tuple[str, pd.DataFrame]]:
    """The rows of a round by table; a typed round has no ``tree``; ``read`` is what the experiments repository has."""
    names = Names.read(data)
    skipped: list[Row] = []
    if round_.source == "typed" and round_.suite == "training":
        frames = {"training_results": training_typed.read_round(round_, names, data)}
    elif round_.source == "typed":
        # Those with measured power are typed as well.
        typed = read_part("inference_results", data / round_.table)
        frames = {"inference_results": typed.assign(has_power=False if round_.power else None)}
        if round_.runs:
            frames["loadgen_runs"] = read_part("loadgen_runs", data / round_.runs)
    else:
        if round_.source == "experiments":
            rows: Rows = {"inference_results": experiments.result_rows(read, round_.name, names)}
        else:
            reader = {"training": training, "published": published, "logs": logs}[round_.source]
            rows = reader.read_round(tree, round_, names)
            skipped = rows.pop("skipped")
        frames = {name: pd.DataFrame(found) for name, found in rows.items() if found}
    results = frames.get("inference_results", pd.DataFrame())
    for name, frame in frames.items():
        yield name, _with_typed_cells(frame, name, data, round_)
    if round_.source == "published":
        register = read_settings_register(data)
        settings, unread = read_settings(tree, round_, results, register)
        skipped += unread
        yield "engine_settings", settings
        yield "submitted_files", read_submitted_files(tree, round_, results, register.benchmarks)
    if round_.source in ("published", "logs"):
        accuracy, unread = read_accuracy(tree, round_, results, read_targets(data))
        yield "accuracy_results", pd.DataFrame(accuracy)
        skipped += unread
    if skipped:
        yield "skipped", pd.DataFrame(skipped)


# Files of cells that were typed by hand, by table; checks/typed_cells.sql finds a line that is of no row.
_TYPED = {"training_results": (TRAINING_TIMES,), "inference_results": (POWER, LOGGED_TOKENS)}


def _with_typed_cells(rows: pd.DataFrame, name: str, data: Path, round_: Round) -> pd.DataFrame:
    """``rows`` of a round in the table ``name`` with the cells that were typed by hand."""
    for path in filter(Path.is_file, (data / file for file in _TYPED.get(name, ()))):
        typed = read_part(name, path).set_index("row_id").dropna(axis="columns", how="all")
        prefix = f"{round_.suite}/{round_.name}/" if name == "training_results" else f"{round_.name}/"
        typed = typed[typed.index.str.startswith(prefix)]
        rows = rows.set_index("row_id")
        rows = rows.reindex(columns=[*rows.columns, *typed.columns.difference(rows.columns)]).astype(object)
        rows.update(typed)
        rows = rows.reset_index()
    return rows


def absent_blobs(data: Path) -> frozenset[str]:
    """Blobs that the repositories lacked when the tables of ``data`` were made, as ``skipped`` lists them."""
    try:
        skipped = load("skipped", data)
    except TableError:  # missing or damaged: it is about to be rebuilt
        return frozenset()
    return frozenset(skipped["blob"][skipped["reason"].str.contains(ABSENT)].dropna())


def round_keys(frame: pd.DataFrame) -> pd.Series:
    """The key in ``rounds.yml`` of each row's round, "" without one; ``frame`` is of an ingested table."""
    rows = frame.reindex(columns=["suite", "round"]).astype("string").fillna("")
    return pd.Series([*map(round_key, rows["suite"], rows["round"])], frame.index, "string")


def with_rounds(built: Mapping[str, pd.DataFrame], only: Collection[str], data: Path = DATA_DIR) -> Tables:
    """The tables of ``data`` with the rows of the rounds ``only`` (all, when empty) as they were ``built``."""
    if not only:
        return dict(built)
    tables = {}
    for name, frame in built.items():
        kept = load(name, data)
        kept = kept[~round_keys(kept).isin(only)]
        tables[name] = pd.concat([kept, normalise(frame, TABLES[name])], ignore_index=True)
    return tables


def ingest(upstream: Path, data: Path = DATA_DIR, say: Say = tell, only: Collection[str] = ()) -> dict[str, int]:
    """Build the tables, or the rows of the rounds ``only``, and write all or none; return rows of each."""
    tables = with_rounds(build(upstream, data, say, only, absent_blobs(data)), only, data)
    write_tables(tables, data)
    return {name: len(frame) for name, frame in tables.items()}


class Verified(NamedTuple):
    """A row for each compared table, what differs, rows of the table ``verified``, what was not compared."""

    tables: pd.DataFrame
    differences: list[str]
    repositories: pd.DataFrame
    unchecked: list[str]

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
        lines = store.differences(committed, built, table, "upstream")
        differences += [f"{name}: {line}" for line in lines[:_SHOWN]]
        if len(lines) > _SHOWN:
            differences.append(f"{name}: and {len(lines) - _SHOWN:,} more")
        rows.append({"table": name, "rows": len(frame), "cells": len(frame) * len(table.names), "equal": not lines})
    checked = pd.DataFrame(rows)
    kept = pd.DataFrame(_repositories(whole, upstream, data, only), columns=TABLES["verified"].names)
    return Verified(checked[(checked["rows"] > 0) | ~checked["equal"]], differences, kept, list(_unchecked(data, only)))


def _repositories(whole: Tables, upstream: Path, data: Path, only: Collection[str]) -> Iterator[dict[str, object]]:
    """A row of ``verified`` for each repository whose rounds were all built, if all is equal: only then it is kept."""
    digests = round_digests({name: csv_bytes(frame, TABLES[name]) for name, frame in whole.items()})
    rounds = [r for r in read_rounds(data) if r.source != "typed"]
    for at, _ in repositories(data, only):
        keys = [r.key for r in rounds if r.repo == at.repo]
        if not only or set(keys) <= set(only):
            seconds = run_git(find_git_dir(upstream, at.folder), "show", "--no-patch", "--format=%ct", at.commit)
            committed = datetime.datetime.fromtimestamp(int(seconds), datetime.UTC).date().isoformat()
            yield {
                "repo": at.repo, "commit": at.commit, "committed": committed,
                "rounds": ", ".join(keys), "verified": datetime.date.today().isoformat(),
                "rows": sum(int(round_keys(frame).isin(keys).sum()) for frame in whole.values()),
                "digests": ", ".join(one for key in keys for one in digests[key]),
            }  # fmt: skip


def write_verified(verified: Verified, data: Path = DATA_DIR) -> None:
    """Write which repositories were compared, and when, into the table ``verified``; others keep their row."""
    table = verified.repositories
    if csv_path("verified", data).is_file():
        kept = load("verified", data)
        table = pd.concat([kept[~kept["repo"].isin(table["repo"])], table], ignore_index=True)
    write_tables({"verified": table}, data)


def _unchecked(data: Path, only: Collection[str]) -> Iterator[str]:
    """What a comparison with the rounds ``only`` says nothing about, though it is of them."""
    if typed := [r.key for r in read_rounds(data, only) if r.source == "typed"]:
        yield f"the typed values of {', '.join(typed)} against their publication (the tables equal data/typed)"
    if absent := len(absent_blobs(data)):
        yield f"{absent} files that our copies lacked when the tables were made (see skipped)"
