"""Build every table, or some rounds' rows of each, from the upstream git directories."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pandas as pd

from claimcheck.core.errors import TableError, UpstreamError
from claimcheck.data.mechanisms import Mechanisms, read_mechanisms
from claimcheck.data.names import Benchmarks, Vendors, read_benchmarks, read_corrections, read_vendors
from claimcheck.data.rounds import Repository, Round, read_experiments_source, read_rounds
from claimcheck.data.rows import ABSENT, Row, Rows, complete
from claimcheck.data.schema import TABLES
from claimcheck.data.tables import DATA_DIR, load, normalise, write_tables
from claimcheck.ingest import experiments, published_round, rawlogs, training, typed, typed_runs
from claimcheck.ingest.accuracy import Targets, read_accuracy, read_targets
from claimcheck.ingest.git import GitTree, find_git_dir
from claimcheck.ingest.mechanisms import read_evidence
from claimcheck.ingest.settings import SettingsRegister, read_settings, read_settings_register
from claimcheck.ingest.submitted_files import read_submitted_files

Say = Callable[[str], None]
Tables = dict[str, pd.DataFrame]
Opener = Callable[[Path, str], GitTree]


def tell(text: str) -> None:
    """Print a line of progress."""
    print(text, file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Sources:
    """What the readers of a round share: the registers, and the experiments repository as read."""

    data: Path
    benchmarks: Benchmarks
    vendors: Vendors
    experiments: pd.DataFrame
    training_rules: training.TrainingRules
    training_values: training.PublishedValues
    settings: SettingsRegister
    mechanisms: Mechanisms | None
    accuracy: Targets


def build(
    upstream: Path,
    data: Path = DATA_DIR,
    say: Say = tell,
    done: Callable[[GitTree], None] = lambda tree: None,
    only: Collection[str] = (),
    opened: Opener | None = None,
) -> Tables:
    """Return every table, built from the repositories under ``upstream``; with ``only``, those rounds' rows of each.

    ``only`` are keys of ``rounds.yml``; the repositories of other rounds need not be there. The registers are read
    from ``data``. ``opened`` opens a git directory at a commit, ``done`` is called with its tree when it has been read.
    Raises UpstreamError, LogError or RegisterError with file, line and rule; ``data`` is not touched.
    """
    opened = opened or partial(GitTree, known=absent_before(data))
    rounds = read_rounds(data, only)
    corrections = read_corrections(data)
    second = read_experiments_source(data, [r.key for r in rounds])
    # Every repository is found before the first is read: a missing one fails at once.
    folders = {r.key: find_git_dir(upstream, r.folders) for r in rounds if r.folders}
    parts: dict[str, list[pd.DataFrame]] = {t.name: [] for t in TABLES.values() if t.ingested}
    read, skipped = _read_experiments(upstream, second, opened, done)
    parts["skipped"].append(pd.DataFrame(skipped))
    sources = Sources(
        data,
        read_benchmarks(data),
        read_vendors(data),
        read,
        training.read_rules(data),
        training.read_published_values(data),
        read_settings_register(data),
        read_mechanisms(data),
        read_targets(data),
    )
    for number, round_ in enumerate(rounds, 1):
        say(f"[{number}/{len(rounds)}] {round_.key}: {round_.repo} at {round_.commit[:10]}")
        folder = folders.get(round_.key)
        with opened(folder, round_.commit) if folder else nullcontext() as tree:
            frames = _build_round(tree, round_, sources)
            if tree is not None:
                done(tree)
        say("      " + ", ".join(f"{len(f)} {n}" for n, f in frames.items()))
        for name, frame in frames.items():
            parts[name].append(frame)
    tables = {name: complete(_all(frames), name) for name, frames in parts.items()}
    if only:
        # The experiments repository gives rows of ``skipped`` for all the rounds that it holds.
        tables = {name: frame[round_keys(frame, name).isin(only)] for name, frame in tables.items()}
    for correction in corrections:
        name = correction.table
        tables[name] = correction.apply(tables[name], data, whole=not only)
    if parts["inference_results"]:
        results = published_round.compare_with_logs(tables["inference_results"])
        tables["inference_results"] = experiments.second_values(results, read, second.second_value_of if second else ())
    return tables


def absent_before(data: Path) -> frozenset[str]:
    """Blobs that the repositories lacked when the tables of ``data`` were made; none where ``skipped`` cannot say."""
    try:
        skipped = load("skipped", data)
    except TableError:  # missing or damaged: it is about to be rebuilt
        return frozenset()
    return frozenset(skipped["blob"][skipped["reason"].str.contains(ABSENT)].dropna())


def _all(frames: list[pd.DataFrame]) -> pd.DataFrame:
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()


def round_keys(frame: pd.DataFrame, name: str) -> pd.Series:
    """The key in ``rounds.yml`` of each row's round; ``frame`` has columns of the ingested table ``name``."""
    rounds = frame["round"].astype("string")
    return frame["suite"].astype("string") + "-" + rounds if name == "training_results" else rounds


def with_rounds(built: Mapping[str, pd.DataFrame], only: Collection[str], data: Path = DATA_DIR) -> Tables:
    """The tables of ``data`` in which the rows of the rounds ``only`` are those of ``built``, other rows as they are.

    ``built`` is what ``build`` gives with the same ``only``. Raises TableError for a table that is not there or that
    breaks its schema.
    """
    tables = {}
    for name, frame in built.items():
        kept = load(name, data)
        kept = kept[~round_keys(kept, name).isin(only)]
        tables[name] = pd.concat([kept, normalise(frame, TABLES[name])], ignore_index=True)
    return tables


def ingest(upstream: Path, data: Path = DATA_DIR, say: Say = tell, only: Collection[str] = ()) -> dict[str, int]:
    """Build the tables, or the rows of the rounds ``only``, and write them; return rows of each.

    Nothing is written unless everything was built and is valid.
    """
    tables = build(upstream, data, say, only=only)
    if only:
        tables = with_rounds(tables, only, data)
    for sentence in given_way(tables, data):
        say(sentence)
    write_tables(tables, data)
    return {name: len(frame) for name, frame in tables.items()}


def given_way(built: Mapping[str, pd.DataFrame], data: Path = DATA_DIR) -> list[str]:
    """A sentence for each round whose typed rows in ``data`` give way to published or logged ones in ``built``.

    Of runs it says how many latencies and counts were not typed as the log has them, and names the first. Empty where
    ``data`` has no tables yet, or tables of another schema.
    """
    said = []
    for name, what in (("inference_results", "results"), ("loadgen_runs", "runs")):
        try:
            before = load(name, data)
        except TableError:
            continue
        after = normalise(built[name], TABLES[name])
        typed = before[before["obtained"] == "typed"]
        for round_, rows in typed.groupby("round", sort=False):
            now = after[(after["round"] == round_) & (after["obtained"] != "typed")]
            if name == "loadgen_runs":
                now = now[now["run_id"].isin(rows["run_id"])]
            if now.empty:
                continue
            kept = after[(after["round"] == round_) & (after["obtained"] == "typed")]
            gone, source = len(rows) - len(kept), now["obtained"].iloc[0]
            sentence = f"{round_}: {gone} typed {what} give way to {len(now)} obtained as {source}"
            said.append(sentence + (_typing_errors(rows, now) if name == "loadgen_runs" else ""))
    return said


def _typing_errors(typed: pd.DataFrame, logged: pd.DataFrame) -> str:
    """What of ``logged`` runs was typed otherwise, as the end of a sentence."""
    columns = [c for c in logged if c.endswith("_ms") or c == "query_count"]
    one = typed.set_index("run_id").loc[logged["run_id"], columns].astype("Float64")
    other = logged.set_index("run_id")[columns].astype("Float64")
    differs = (one != other).fillna(False).stack()
    wrong = differs[differs].index
    text = f"; {len(wrong)} of {int((one.notna() & other.notna()).to_numpy().sum())} latencies and counts differ"
    if len(wrong):
        run, column = wrong[0]
        text += f", first {column} of {run}: typed {one.at[run, column]:.15g}, logged {other.at[run, column]:.15g}"
    return text


def _read_experiments(
    upstream: Path, at: Repository | None, opened: Opener, done: Callable[[GitTree], None]
) -> tuple[pd.DataFrame, list[Row]]:
    if at is None:
        return pd.DataFrame(), []
    with opened(find_git_dir(upstream, at.folders), at.commit) as tree:
        found = experiments.read_experiments(tree)
        done(tree)
    return found


def _read(tree: GitTree | None, round_: Round, sources: Sources) -> Rows:
    """The rows of a round by the reader of its source; a typed round has no ``tree``."""
    if round_.source == "experiments":
        read = sources.experiments
        return Rows(results=experiments.result_rows(read, round_.name, sources.benchmarks, sources.vendors))
    if tree is None:
        return typed.read_typed(sources.data, round_, sources.benchmarks, sources.vendors)
    if round_.source == "training":
        return training.read_round(tree, round_, sources.training_rules, sources.vendors, sources.training_values)
    reader = published_round if round_.source == "published" else rawlogs
    return reader.read_round(tree, round_, sources.benchmarks, sources.vendors)


def _build_round(tree: GitTree | None, round_: Round, sources: Sources) -> dict[str, pd.DataFrame]:
    rows = _read(tree, round_, sources)
    if round_.runs:
        typed_runs.add_typed_runs(rows, sources.data, round_, sources.benchmarks)
    frames = rows.frames()
    if tree is not None and round_.source == "published":
        results, names = frames["inference_results"], sources.settings
        settings, unread = read_settings(tree, round_, results, names)
        rows.skipped += unread
        frames["engine_settings"] = settings
        frames["submitted_files"] = read_submitted_files(tree, round_, results, settings, names.benchmarks)
        if sources.mechanisms is not None:
            found = read_evidence(tree, round_, results, sources.mechanisms, sources.benchmarks.aliases)
            frames["mechanism_evidence"] = pd.DataFrame(found)
    if "inference_results" in frames:
        own = tree if round_.source in ("published", "logs") else None
        found, unread = read_accuracy(own, round_, frames["inference_results"], sources.accuracy)
        frames["accuracy_results"] = pd.DataFrame(found)
        rows.skipped += unread
    if rows.skipped:
        frames["skipped"] = pd.DataFrame(rows.skipped)
    for name, expected in round_.expected_rows.items():
        got = len(frames.get(name, ()))
        if got != expected:
            raise UpstreamError(
                f"{round_.key} gives {got} rows of {name}, expected {expected}",
                where=round_.repo,
                rule="a round's row counts are fixed in data/facts/rounds.yml",
                fix="see what changed upstream, then change the count and say why in the commit",
            )
    return {name: complete(frame, name) for name, frame in frames.items()}
