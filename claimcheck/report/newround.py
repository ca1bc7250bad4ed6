"""``claimcheck round add``: review a round that is read for the first time, and write its rows when told to.

It stops at the first thing that no register knows, the round itself or a name in it, with the line that the register
needs.
"""

from __future__ import annotations

import datetime
import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import yaml

from claimcheck.analysis.derived import load_tables
from claimcheck.core.documents import nearest
from claimcheck.core.errors import RegisterError, UpstreamError
from claimcheck.core.printing import listed
from claimcheck.data.facts import organisations, partners
from claimcheck.data.names import UnknownName, read_corrections
from claimcheck.data.paths import ACCURACY, CORRECTIONS, DATA_DIR, PARTNERS, ROUNDS
from claimcheck.data.rounds import read_experiments_source, read_rounds
from claimcheck.data.tables import load, write_tables
from claimcheck.sources import experiments, logs, published, training
from claimcheck.sources.accuracy import read_targets
from claimcheck.sources.build import Say, build, round_keys, with_rounds
from claimcheck.sources.git import GitTree, find_git_dir

_NAMED = re.compile(r"(?P<suite>inference|training|hpc)_results_(?P<round>v\d+\.\d+)")
_TITLES = {"inference": "MLPerf Inference", "training": "MLPerf Training", "hpc": "MLPerf HPC"}
# Tables whose rows the source of a round fixes.
_COUNTED = ("inference_results", "loadgen_runs", "submitted_files", "accuracy_results", "training_results")
_RESULTS = ("inference_results", "training_results")
_WRITE = "write this, changed where it is wrong, and run the command again"


@dataclass(frozen=True)
class Review:
    """What adding a round would do, in words, and the rows of the round by table."""

    key: str
    lines: list[str]
    tables: dict[str, pd.DataFrame]


def add(where: str, data: Path = DATA_DIR, *, key: str | None = None, say: Say = lambda _: None) -> Review:
    """Review the round in ``where``, a git directory and a commit: ``DIR@COMMIT``; ``data`` is not touched.

    ``key`` is the round's name in ``rounds.yml`` where the directory's does not say it. Raises UpstreamError for a
    directory, commit or layout that cannot be read and for a name that no register knows; RegisterError for a round
    that is there already or that ``rounds.yml`` lacks.
    """
    folder, _, commit = where.rpartition("@")
    if not folder:
        raise UpstreamError("no commit", where=where, rule="a round is REPOSITORY@COMMIT")
    path = Path(folder)
    git_dir = find_git_dir(path.parent, [path.name.removesuffix(".git")])
    tree = GitTree(git_dir, commit)
    key, layout = _known(tree, path, key, data)
    with tempfile.TemporaryDirectory() as scratch:
        _link(Path(scratch), git_dir, path.parent, key, data)
        try:
            # What the repository lacks is no fault of a first reading: the review lists it.
            built = build(Path(scratch), data, say, [key], absent=None)
        except UnknownName as error:
            near = f"; the nearest is {error.near!r}" if error.near else ""
            lines = _lines(error.file, error.entry(key.rpartition("-")[2]))
            error.fix = "\n".join([f"{_WRITE}{near}:", *lines])
            raise
    lines = [
        f"{key}: {layout}, at {tree.commit[:10]}",
        *_rows(built, key, data),
        *_skipped(built["skipped"]),
        *_submitters(built, key, data),
        *_logs(built["inference_results"]),
    ]
    return Review(key, lines, built)


def write(review: Review, data: Path = DATA_DIR) -> list[str]:
    """Write the rows of ``review`` into the tables of ``data``; the names of the tables."""
    tables = with_rounds(review.tables, [review.key], data)
    write_tables(tables, data)
    return sorted(tables)


def _lines(file: str, sections: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """What a register lacks, as lines of its file."""
    yield f"  {file}"
    for section, entries in sections.items():
        yield f"    {section}:"
        for name, values in entries.items():
            yield f"      {_flow(name)}: {_flow(values)}"


def _flow(value: Any) -> str:
    """``value`` as YAML in one line."""
    text = yaml.safe_dump(value, default_flow_style=True, width=2**31, allow_unicode=True, sort_keys=False)
    return text.strip().removesuffix("\n...")


def _known(tree: GitTree, path: Path, key: str | None, data: Path) -> tuple[str, str]:
    """The key of the round in ``tree``, which ``rounds.yml`` has at its commit, and its layout in words."""
    suite, source, layout, more = _layout(tree)
    named = next((m for part in (path.name, path.parent.name) if (m := _NAMED.search(part))), None)
    rounds = {r.key: r for r in read_rounds(data)}
    if source == "experiments":
        candidates = [name for name in experiments.recognise(tree) if not _there(name, data)]
        key = key or (candidates[0] if len(candidates) == 1 else None)
        repo = experiments.REPO
        _check_experiments(data, tree.commit, path)
    else:
        key = key or (named and (named["round"] if named["suite"] == "inference" else "-".join(named.groups())))
        repo = f"mlcommons/{named[0] if named else path.name}"
    if key is None:
        raise UpstreamError(
            "the folder's name does not say which round this is", where=path, rule="as in inference_results_v6.0",
            fix="give --round",
        )  # fmt: skip
    if (key.rpartition("-")[0] or "inference") != suite:
        raise UpstreamError(f"{layout}, so no round of the suite of {key}", where=path, rule=f"the suite is {suite}")
    before = rounds.get(key)
    typed = before if before is not None and before.source == "typed" else None
    known = before if before is not None and before.commit == tree.commit and typed is None else None
    if before is not None and typed is None and (known is None or _there(key, data)):
        raise RegisterError(
            f"{key} is there already, read from {before.repo} at {before.commit[:10]}",
            where=data / ROUNDS,
            rule="a round is added once; only a typed table gives way to what it was typed from",
            fix=f"claimcheck verify --round {key} compares it with its repository",
        )
    if known is None:
        values = {
            "suite": _TITLES[suite],
            "retrieved": datetime.date.today(),
            "source": source,
            "repo": repo,
            "commit": tree.commit,
            "folders": [repo.partition("/")[2]],
            **more,
        }
        if typed is not None and typed.announced is not None:
            values |= {"published": typed.published, "announced": typed.announced.model_dump(exclude_defaults=True)}
        day = " with published, the day, and announced, the text's name and address"
        raise RegisterError(
            f"{key} is {'typed by hand' if typed else 'not in the register'}; the commit has {layout}",
            where=data / ROUNDS,
            rule="a round is read from the commit that its entry names",
            fix="\n".join([f"{_WRITE}{day}:", *_lines(ROUNDS, {"rounds": {key: values}})]),
        )
    return key, layout


def _there(key: str, data: Path) -> bool:
    """Whether the tables have rows of the round that were not typed by hand."""
    for name in _RESULTS:
        rows = load(name, data)
        own = rows[round_keys(rows, name) == key]
        if len(own) and not ("obtained" in own and (own["obtained"] == "typed").all()):
            return True
    return False


def _layout(tree: GitTree) -> tuple[str, str, str, dict[str, Any]]:
    """(suite, source, layout in words, more of the round's entry); each reader says whether the commit is its kind."""
    if table := published.recognise(tree):
        return "inference", "published", f"published table {table}, with the logs behind it", {"table": table}
    if rounds := experiments.recognise(tree):
        return "inference", "experiments", f"experiments repository with results of {', '.join(rounds)}", {}
    if suite := training.recognise(tree.paths):
        return suite, "training", f"logs of {_TITLES[suite]}", {}
    if logs.recognise(tree):
        return "inference", "logs", "raw logs of MLPerf Inference, no published table", {}
    raise UpstreamError(
        f"no layout that is known; the commit holds {', '.join(tree.children('')[:8]) or 'nothing'}",
        where=tree.git_dir,
        rule="a round has a published table, raw logs, files of the experiments repository, or logs of Training or HPC",
        fix="give another commit, or write a reader in claimcheck/sources and its recognise",
    )


def _check_experiments(data: Path, commit: str, path: Path) -> None:
    at = read_experiments_source(data)
    if at is None or at.commit != commit:
        raise UpstreamError(
            f"{data / ROUNDS} names {'no commit' if at is None else at.commit} of {experiments.REPO}, not {commit}",
            where=path,
            rule="the experiments repository is read at one commit",
            fix=f"change it in the section experiments of {ROUNDS}, then claimcheck verify",
        )


def _link(folder: Path, git_dir: Path, beside: Path, key: str, data: Path) -> None:
    """Link the repository into ``folder`` under its names, and that of the experiments where the round needs it."""
    (round_,) = read_rounds(data, [key])
    for name in round_.folders:
        (folder / name).symlink_to(git_dir.resolve())
    second = read_experiments_source(data, [key])
    for name in second.folders if second else ():
        if not (folder / name).exists():
            (folder / name).symlink_to(find_git_dir(beside, second.folders).resolve())


def _rows(built: Mapping[str, pd.DataFrame], key: str, data: Path) -> Iterator[str]:
    yield from ("", "Rows by table (there now)")
    for name, frame in built.items():
        there = int((round_keys(load(name, data), name) == key).sum())
        if len(frame) or there:
            yield f"  {name:<20} {len(frame):>6} ({there})"
    counts = {name: len(built[name]) for name in _COUNTED if len(built[name])}
    yield f"  for its entry in {ROUNDS}: {_flow({'covers': _covers(built), 'expected_rows': counts})}"


def _covers(built: Mapping[str, pd.DataFrame]) -> str:
    """Divisions, and suites or scaling, of a round's rows in words."""
    results = pd.concat([built["inference_results"], built["training_results"]])
    divisions, suites = sorted(set(results["division"])), sorted(set(built["inference_results"]["suite"].dropna()))
    scalings = [f"{kind} scaling" for kind in sorted(set(built["training_results"]["scaling"].dropna()))]
    scaling = [listed(scalings).replace(" scaling and", " and")] if scalings else []
    covered = f"{listed(divisions)} division{'s' if divisions[1:] else ''}"
    return ", ".join([covered, *([listed(suites)] if suites else []), *scaling])


def _skipped(skipped: pd.DataFrame) -> Iterator[str]:
    yield from ("", f"Skipped, with the reason: {len(skipped)}")
    # Reasons that differ in a name or a number are one kind.
    kinds = skipped["reason"].astype(str).str.replace(r"\d+(\.\d+)?", "N", regex=True)
    for _, rows in sorted(skipped.groupby(kinds), key=lambda group: (-len(group[1]), group[0])):
        first = rows.iloc[0]
        yield f"  {len(rows):>5}  {first['reason']}"
        yield f"         {'for example ' if len(rows) > 1 else ''}{first['path']}"


def _submitters(built: Mapping[str, pd.DataFrame], key: str, data: Path) -> Iterator[str]:
    """Submitters that no other round has, and what registers say of other rounds and not of this one."""
    known = set(organisations(data))
    for table in _RESULTS:
        rows = load(table, data)
        known |= set(rows["submitter"][round_keys(rows, table) != key].dropna().astype(str))
    new = sorted({str(name) for table in _RESULTS for name in built[table]["submitter"].dropna()} - known)
    yield from ("", f"Submitters that no other round has: {len(new)}")
    for name in new:
        near = nearest(name, known, 1)
        yield f"  {name}{f'; nearest known: {near[0]}' if near else ''}"
    yield from (f"  to be looked up: {text}" for text in _by_hand(key, built, data))


def _by_hand(key: str, built: Mapping[str, pd.DataFrame], data: Path) -> Iterator[str]:
    """What registers say of rounds from sources of their own, and say nothing of this round."""
    results = built["inference_results"]
    for correction in read_corrections(data):
        if "round" in correction.where:
            continue
        if met := int(correction.meets(built[correction.table], correction.use).sum()):
            rows = f"{met} rows of this round have what it uses; its expect is {correction.expect}"
            yield f"{CORRECTIONS}, {correction.name}: {rows}"
    if results.empty:
        return
    if not any(entry.round == key for entry in partners(data).values()):
        yield f"{PARTNERS} has no list of partners that a vendor printed for this round"
    if key not in read_targets(data).checkers:
        yield f"{ACCURACY} names no submission checker of this round, so no accuracy is compared with its target"
    reached = {name for name, rounds in load_tables(data).listed.rounds.items() if key in rounds}
    names = sorted(set(results["benchmark"]) - reached)
    if names:
        yield f"comparable in {ROUNDS} does not say whether these compare with earlier rounds: {', '.join(names)}"


def _logs(results: pd.DataFrame) -> Iterator[str]:
    compared = results[results["obtained"] == "published"]
    if compared.empty:
        return
    agrees = compared["log_agrees"].astype("boolean")
    differ = compared[~agrees.fillna(True)]
    yield from ("", "Published against log")
    without = int(agrees.isna().sum())
    yield f"  {int(agrees.fillna(False).sum())} agree, {len(differ)} differ, {without} have no figure in a log"
    for note, rows in sorted(differ.groupby("log_note"), key=lambda group: (-len(group[1]), group[0])):
        row = rows.iloc[0]
        yield f"  {len(rows):>5}  {note}"
        yield f"         {row['row_id']}: published {row['value']} {row['unit']}, log {row['log_value']}"
