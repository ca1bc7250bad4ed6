"""``claimcheck round add``: review a round that is read for the first time, and write its rows when told to.

It stops at the first thing that no register knows, the round itself or a name in it, with the line for the register.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import indent
from typing import Any

import pandas as pd
import yaml

from claimcheck.analysis.derived import load_tables
from claimcheck.core.errors import RegisterError, UpstreamError, nearest
from claimcheck.data.facts import organisations, partners, read_targets
from claimcheck.data.names import UnknownName, read_corrections
from claimcheck.data.paths import ACCURACY, CORRECTIONS, DATA_DIR, PARTNERS, ROUNDS
from claimcheck.data.rounds import read_rounds
from claimcheck.data.store import load, write_tables
from claimcheck.sources import published, training
from claimcheck.sources.build import Say, build, round_keys, with_rounds
from claimcheck.sources.git import GitTree, find_git_dir

_NAMED = re.compile(r"(?P<suite>inference|training)_results_(?P<round>v\d+\.\d+)")
# The tables that have submitters.
_RESULTS = ("inference_results", "training_results")
_WRITE = "write this, changed where it is wrong, and run the command again"


def add(where: str, data: Path = DATA_DIR, *, write: bool = False, say: Say = lambda _: None) -> Iterator[str]:
    """What adding the round in ``where``, a git directory and a commit (``DIR@COMMIT``), does, in lines.

    Its rows go into the tables of ``data`` if they are to be written; nothing else is touched. Raises UpstreamError for
    a directory, commit or layout that cannot be read and for a name that no register knows; RegisterError for a round
    that is there already or that ``rounds.yml`` lacks.
    """
    folder, _, commit = where.rpartition("@")
    # A bare repository may lie in a folder of the round's name.
    path = next((path for path in (Path(folder), Path(folder).parent) if _NAMED.search(path.name)), None)
    if path is None:
        rule = "a round is REPOSITORY@COMMIT, as in inference_results_v6.0@HEAD"
        raise UpstreamError("the address does not say which round this is", where=where, rule=rule)
    tree = GitTree(find_git_dir(path.parent, path.name.removesuffix(".git")), commit)
    key, layout = _known(tree, path.name, data)
    try:
        # What the repository lacks is no fault of a first reading: the review lists it.
        built = build(path.parent, data, say, [key], absent=None)
    except UnknownName as error:
        near = f"; the nearest is {error.near!r}" if error.near else ""
        error.fix = f"{_WRITE}{near}:\n{_lines(error.file, error.entry)}"
        raise
    yield f"{key}: {layout}, at {tree.commit[:10]}"
    yield from _rows(built, key, data)
    yield from _skipped(built["skipped"])
    yield from _submitters(built, key, data)
    yield from _by_hand(key, built, data)
    if write:
        write_tables(with_rounds(built, [key], data), data)
    names = f"Written to {data}: {', '.join(sorted(built))}. Next: claimcheck derive, make notebooks, make book."
    yield from ("", names if write else "Nothing was changed.")


def _lines(file: str, sections: Mapping[str, Any]) -> str:
    """What a register lacks, as lines of its file."""
    text = yaml.safe_dump(dict(sections), default_flow_style=None, width=2**31, allow_unicode=True, sort_keys=False)
    return indent(f"{file}\n{indent(text, '  ')}", "  ")


def _known(tree: GitTree, folder: str, data: Path) -> tuple[str, str]:
    """The key of the round in ``tree``, which ``rounds.yml`` has at its commit, and its layout in words."""
    suite, name = _NAMED.search(folder).groups()
    key = name if suite == "inference" else f"{suite}-{name}"
    table = published.recognise(tree) if suite == "inference" else None
    if not (table if suite == "inference" else training.recognise(tree.paths)):
        holds = ", ".join(sorted({path.partition("/")[0] for path in tree.paths})[:8]) or "nothing"
        rule = "a new round has a published table, or logs of Training"
        fix = "give another commit, or write a reader in claimcheck/sources and its recognise"
        raise UpstreamError(f"its layout is not known; it holds {holds}", where=tree.git_dir, rule=rule, fix=fix)
    layout = f"published table {table}, with the logs behind it" if table else "logs of MLPerf Training"
    before = next((round_ for round_ in read_rounds(data) if round_.key == key), None)
    typed = before is not None and before.source == "typed"
    there = any((_of_round(name, key, data)["obtained"] != "typed").any() for name in _RESULTS)
    if before is not None and not typed and (before.commit != tree.commit or there):
        raise RegisterError(
            f"{key} is there already, read from {before.repo} at {before.commit[:10]}",
            where=data / ROUNDS,
            rule="a round is added once; only a typed table gives way to what it was typed from",
            fix=f"claimcheck verify --round {key} compares it with its repository",
        )
    if before is None or typed:
        repo = f"mlcommons/{suite}_results_{name}"
        entry = {"suite": f"MLPerf {suite.title()}", "retrieved": datetime.date.today(), "repo": repo}
        entry |= {"source": "published", "table": table} if table else {"source": "training"}
        entry |= {"commit": tree.commit}
        if typed and before.announced is not None:
            entry |= {"published": before.published, "announced": before.announced.model_dump(exclude_defaults=True)}
        day = " with published, the day, and announced, the text's name and address"
        raise RegisterError(
            f"{key} is {'typed by hand' if typed else 'not in the register'}; the commit has {layout}",
            where=data / ROUNDS,
            rule="a round is read from the commit that its entry names",
            fix=f"{_WRITE}{day}:\n{_lines(ROUNDS, {'rounds': {key: entry}})}",
        )
    return key, layout


def _of_round(name: str, key: str, data: Path, others: bool = False) -> pd.DataFrame:
    """The rows of a round that a table has now, or those of all ``others``."""
    rows = load(name, data)
    return rows[(round_keys(rows) == key) != others]


def _rows(built: Mapping[str, pd.DataFrame], key: str, data: Path) -> Iterator[str]:
    yield from ("", "Rows by table (there now)")
    for name, frame in built.items():
        there = len(_of_round(name, key, data))
        if len(frame) or there:
            yield f"  {name:<20} {len(frame):>6} ({there})"


def _skipped(skipped: pd.DataFrame) -> Iterator[str]:
    yield from ("", f"Skipped, with the reason: {len(skipped)}")
    # Reasons that differ in a number are one kind.
    kinds = skipped.groupby(skipped["reason"].astype(str).str.replace(r"\d+(\.\d+)?", "N", regex=True))
    for _, rows in sorted(kinds, key=lambda kind: (-len(kind[1]), kind[0])):
        first = rows.iloc[0]
        yield f"  {len(rows):>5}  {first['reason']}\n         for example {first['path']}"


def _submitters(built: Mapping[str, pd.DataFrame], key: str, data: Path) -> Iterator[str]:
    """Submitters that no other round has."""
    others = (_of_round(table, key, data, others=True)["submitter"] for table in _RESULTS)
    known = set(organisations(data)).union(*others)
    new = sorted(set().union(*(built[table]["submitter"] for table in _RESULTS)) - known)
    yield from ("", f"Submitters that no other round has: {len(new)}")
    for name in new:
        near = nearest(name, known, 1)
        yield f"  {name}{f'; nearest known: {near[0]}' if near else ''}"


def _by_hand(key: str, built: Mapping[str, pd.DataFrame], data: Path) -> Iterator[str]:
    """What registers say of rounds from sources of their own, and say nothing of this round."""
    yield from ("", "To be looked up")
    for entry in (entry for entry in read_corrections(data) if "round" not in entry.where):
        if met := int(entry.meets(built[entry.table], entry.use).sum()):
            rows = f"{met} rows of this round have what it uses; its expect is {entry.expect}"
            yield f"  {CORRECTIONS}, {entry.name}: {rows}"
    if built["inference_results"].empty:
        return
    if not any(entry.round == key for entry in partners(data).values()):
        yield f"  {PARTNERS} has no list of partners that a vendor printed for this round"
    if key not in read_targets(data).checkers:
        yield f"  {ACCURACY} names no submission checker of this round, so no accuracy is compared with its target"
    reached = {name for name, rounds in load_tables(data).listed.rounds.items() if key in rounds}
    if names := sorted(set(built["inference_results"]["benchmark"]) - reached):
        yield f"  comparable in {ROUNDS} does not say whether these compare with earlier rounds: {', '.join(names)}"
