"""Build every table, or some rounds' rows of each, from the upstream git directories and what was typed by hand."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from claimcheck.core.errors import TableError, UpstreamError
from claimcheck.data.names import (
    ABSENT,
    Benchmarks,
    Rows,
    Vendors,
    complete,
    read_benchmarks,
    read_corrections,
    read_vendors,
)
from claimcheck.data.paths import DATA_DIR, LOGGED_TOKENS, POWER, TRAINING_TIMES
from claimcheck.data.rounds import Round, read_experiments_source, read_rounds
from claimcheck.data.schema import TABLES
from claimcheck.data.stacks import Mechanisms, SettingsRegister, read_mechanisms, read_settings_register
from claimcheck.data.store import csv_path, load, normalise, read_part, write_tables
from claimcheck.data.training import TrainingRules, read_rules
from claimcheck.sources import experiments, logs, published, training
from claimcheck.sources.accuracy import Targets, read_accuracy, read_targets
from claimcheck.sources.git import GitTree, find_git_dir
from claimcheck.sources.mechanisms import read_evidence
from claimcheck.sources.settings import read_settings
from claimcheck.sources.submitted import read_submitted_files

Say = Callable[[str], None]
Tables = dict[str, pd.DataFrame]


tell = partial(print, file=sys.stderr, flush=True)


class Sources(NamedTuple):
    """What the readers of a round share: the registers, and the experiments repository as read."""

    data: Path
    benchmarks: Benchmarks
    vendors: Vendors
    training_rules: TrainingRules
    settings: SettingsRegister
    mechanisms: Mechanisms | None
    accuracy: Targets
    experiments: pd.DataFrame


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
    folders = {r.key: find_git_dir(upstream, r.folders) for r in rounds if r.folders}
    parts: dict[str, list[pd.DataFrame]] = {t.name: [] for t in TABLES.values() if t.ingested}
    read = pd.DataFrame()
    if second is not None:
        with GitTree(find_git_dir(upstream, second.folders), second.commit, absent) as tree:
            read, skipped = experiments.read_experiments(tree)
        parts["skipped"].append(pd.DataFrame(skipped))
    registers = (read_benchmarks, read_vendors, read_rules, read_settings_register, read_mechanisms, read_targets)
    sources = Sources(data, *(register(data) for register in registers), read)
    for number, round_ in enumerate(rounds, 1):
        say(f"[{number}/{len(rounds)}] {round_.key}: {round_.repo} at {round_.commit[:10]}")
        folder = folders.get(round_.key)
        with GitTree(folder, round_.commit, absent) if folder else nullcontext() as tree:
            frames = dict(_round_frames(tree, round_, sources))
        _check_counts(round_, frames)
        say("      " + ", ".join(f"{len(f)} {n}" for n, f in frames.items()))
        for name, frame in frames.items():
            parts[name].append(frame)
    tables = {
        name: complete(pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(), name)
        for name, frames in parts.items()
    }
    if only:
        # The experiments repository gives rows of ``skipped`` for all the rounds that it holds.
        tables = {name: frame[round_keys(frame, name).isin(only)] for name, frame in tables.items()}
    for correction in corrections:
        name = correction.table
        tables[name] = correction.apply(tables[name], data, whole=not only)
    if len(results := tables["inference_results"]):
        results = published.compare_with_logs(results)
        if csv_path("result_pages", data).is_file():
            results = results.assign(page_id=published.page_ids(results, load("result_pages", data)))
        tables["inference_results"] = experiments.second_values(results, read, second.second_value_of if second else ())
    return tables


def _round_frames(tree: GitTree | None, round_: Round, sources: Sources) -> Iterator[tuple[str, pd.DataFrame]]:
    """The rows of a round by table; a typed round has no ``tree``."""
    if round_.source == "typed":
        rows = Rows()
        # Those with measured power are typed as well.
        typed = read_part("inference_results", sources.data / round_.table)
        frames = {"inference_results": typed.assign(has_power=False if round_.power else None)}
        if round_.runs:
            frames["loadgen_runs"] = read_part("loadgen_runs", sources.data / round_.runs)
    else:
        if round_.source == "experiments":
            found = experiments.result_rows(sources.experiments, round_.name, sources.benchmarks, sources.vendors)
            rows = Rows(inference_results=found)
        elif round_.source == "training":
            rows = training.read_round(tree, round_, sources.training_rules, sources.vendors)
        elif round_.source == "published":
            rows = published.read_round(tree, round_, sources.benchmarks, sources.vendors)
        else:
            rows = logs.read_round(tree, round_, sources.benchmarks, sources.vendors, sources.training_rules)
        frames = rows.frames()
        frames.pop("skipped", None)  # more may come
    results = frames.get("inference_results", pd.DataFrame())
    for name, frame in frames.items():
        yield name, _with_typed_cells(frame, name, sources.data, round_)
    if round_.source == "published":
        settings, unread = read_settings(tree, round_, results, sources.settings)
        rows.skipped += unread
        yield "engine_settings", settings
        yield "submitted_files", read_submitted_files(tree, round_, results, settings, sources.settings.benchmarks)
        if sources.mechanisms is not None:
            evidence = read_evidence(tree, round_, results, sources.mechanisms, sources.benchmarks.aliases)
            yield "mechanism_evidence", pd.DataFrame(evidence)
    if len(results):
        own = tree if round_.source in ("published", "logs") else None
        accuracy, unread = read_accuracy(own, round_, results, sources.accuracy)
        yield "accuracy_results", pd.DataFrame(accuracy)
        rows.skipped += unread
    if rows.skipped:
        yield "skipped", pd.DataFrame(rows.skipped)


# Files of cells that were typed by hand, by table: of which rows, and the column that these lack.
_TYPED = {
    "training_results": ((TRAINING_TIMES, "entry without a time", "time_to_train_minutes"),),
    "inference_results": ((POWER, "result without a power", "power"), (LOGGED_TOKENS, "result", None)),
}


def _with_typed_cells(rows: pd.DataFrame, name: str, data: Path, round_: Round) -> pd.DataFrame:
    """``rows`` of a round in the table ``name`` with the cells that were typed by hand for rows that lack them."""
    for file, what, lacks in _TYPED.get(name, ()):
        path = data / file
        if not path.is_file():
            continue
        typed = read_part(name, path).set_index("row_id").dropna(axis="columns", how="all")
        prefix = f"{round_.suite}/{round_.name}/" if name == "training_results" else f"{round_.name}/"
        typed = typed[typed.index.str.startswith(prefix)]
        rows = rows.set_index("row_id")
        rows = rows.reindex(columns=[*rows.columns, *typed.columns.difference(rows.columns)]).astype(object)
        for row_id in typed.index:
            if row_id not in rows.index or (lacks and pd.notna(rows.loc[row_id, lacks])):
                rule = f"a line of this file is of one {what}"
                raise TableError(f"{row_id} is no {what}", where=path, rule=rule, fix="remove its line")
        rows.update(typed)
        rows = rows.reset_index()
    return rows


def _check_counts(round_: Round, frames: Mapping[str, pd.DataFrame]) -> None:
    for name, expected in round_.expected_rows.items():
        if (got := len(frames.get(name, ()))) != expected:
            message = f"{round_.key} gives {got} rows of {name}, expected {expected}"
            fix = "see what changed upstream, then change the count and say why in the commit"
            raise UpstreamError(message, where=round_.repo, rule="rounds.yml fixes a round's row counts", fix=fix)


def absent_blobs(data: Path) -> frozenset[str]:
    """Blobs that the repositories lacked when the tables of ``data`` were made, as ``skipped`` lists them."""
    try:
        skipped = load("skipped", data)
    except TableError:  # missing or damaged: it is about to be rebuilt
        return frozenset()
    return frozenset(skipped["blob"][skipped["reason"].str.contains(ABSENT)].dropna())


def round_keys(frame: pd.DataFrame, name: str) -> pd.Series:
    """The key in ``rounds.yml`` of each row's round; ``frame`` has columns of the ingested table ``name``."""
    rounds = frame["round"].astype("string")
    return frame["suite"].astype("string") + "-" + rounds if name == "training_results" else rounds


def with_rounds(built: Mapping[str, pd.DataFrame], only: Collection[str], data: Path = DATA_DIR) -> Tables:
    """The tables of ``data`` with the rows of the rounds ``only`` (all, when empty) as they were ``built``."""
    if not only:
        return dict(built)
    tables = {}
    for name, frame in built.items():
        kept = load(name, data)
        kept = kept[~round_keys(kept, name).isin(only)]
        tables[name] = pd.concat([kept, normalise(frame, TABLES[name])], ignore_index=True)
    return tables


def ingest(upstream: Path, data: Path = DATA_DIR, say: Say = tell, only: Collection[str] = ()) -> dict[str, int]:
    """Build the tables, or the rows of the rounds ``only``, and write all or none; return rows of each."""
    tables = with_rounds(build(upstream, data, say, only, absent_blobs(data)), only, data)
    write_tables(tables, data)
    return {name: len(frame) for name, frame in tables.items()}
