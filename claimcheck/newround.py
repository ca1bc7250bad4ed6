"""``claimcheck round add``: read a round for the first time, show what it changes, and write it when told to.

The round is read into a copy of ``data``, with the registers changed as proposed or as accepted; the review compares
that copy with ``data``. Writing puts the changed files of the copy into ``data``, all of them or none.
"""

from __future__ import annotations

import copy
import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from claimcheck.analysis.derived import DERIVED
from claimcheck.analysis.organisations import organisations, partners
from claimcheck.analysis.predictions.edition import FILE as PREDICTIONS
from claimcheck.analysis.predictions.edition import read_predictions, report
from claimcheck.claims.evaluate import evaluate_claim, load_register, load_tables
from claimcheck.claims.model import ClaimResult, Tables
from claimcheck.claims.numbers import SOURCE, of_claims
from claimcheck.claims.recorded import read_records, record_of
from claimcheck.claims.register import Claim
from claimcheck.errors import ClaimcheckError, RegisterError, UpstreamError
from claimcheck.ingest import experiments, published_round, rawlogs, training
from claimcheck.ingest.build import Say, absent_before, build, round_keys, with_rounds
from claimcheck.ingest.git import GitTree, find_git_dir
from claimcheck.ingest.learning import Learned, Unknown
from claimcheck.ingest.registers import read_corrections
from claimcheck.numbers import read_numbers
from claimcheck.printing import listed
from claimcheck.registers import document
from claimcheck.registertext import flow, put_entry
from claimcheck.rounds import FILE, Round, order, read_experiments_source, read_rounds
from claimcheck.tables import DATA_DIR, TABLES, load, write_tables
from claimcheck.tables.store import csv_path, write_files
from claimcheck.writing import copied

# What only a person can say, in a proposal.
TO_FILL_IN = "TO FILL IN"
_NAMED = re.compile(r"(?P<suite>inference|training|hpc)_results_(?P<round>v\d+\.\d+)")
_TITLES = {"inference": "MLPerf Inference", "training": "MLPerf Training", "hpc": "MLPerf HPC"}
# Tables whose rows the source of a round fixes.
_COUNTED = ("inference_results", "loadgen_runs", "submitted_files", "accuracy_results", "training_results")
_NEW = "not recorded"

Proposals = dict[str, dict[str, dict[str, dict[str, Any]]]]


@dataclass
class Review:
    """What adding a round would do.

    ``proposals`` are register entries by file, section and name; ``open_`` says what keeps them from being written.
    """

    key: str
    lines: list[str]
    proposals: Proposals
    open_: list[str]
    files: dict[str, bytes] = field(default_factory=dict, repr=False)


def add(
    where: str,
    data: Path = DATA_DIR,
    *,
    key: str | None = None,
    accepted: Path | None = None,
    say: Say = lambda _: None,
) -> Review:
    """Review the round in ``where``, a git directory and a commit: ``DIR@COMMIT``; ``data`` is not touched.

    ``key`` is the round's name in ``rounds.yml`` where the directory's does not say it; ``accepted`` is a file of
    proposals, which are used instead of new ones. Raises UpstreamError for a directory, commit or layout that cannot
    be read, RegisterError for a round that is there already and for proposals that are none.
    """
    folder, _, commit = where.rpartition("@")
    if not folder:
        raise UpstreamError("no commit", where=where, rule="a round is REPOSITORY@COMMIT")
    path = Path(folder)
    git_dir = find_git_dir(path.parent, [path.name.removesuffix(".git")])
    tree = GitTree(git_dir, commit)
    draft = _draft(tree, path, key, data)
    if accepted is None:
        proposals: Proposals = {FILE: {"rounds": {draft.key: draft.entry}}}
    else:
        proposals = _accepted(accepted, draft)
    with copied(data) as copy:
        upstream = copy.with_name("upstream")
        _upstream(upstream, git_dir, path.parent, proposals[FILE]["rounds"][draft.key]["folders"], draft.key, data)
        try:
            before = _contents(copy)
            review = _reviewed(draft, proposals, accepted is not None, data, copy, upstream, say)
            review.files.update(_contents(copy).items() - before.items())
            return review
        except RegisterError as error:
            if error.where and error.where.startswith(str(copy)):
                name = Path(error.where).name
                source = f"{accepted or 'the proposals'}, {name}"
                raise RegisterError(error.message, where=source, rule=error.rule, fix=error.fix) from error
            raise


def _contents(folder: Path) -> dict[str, bytes]:
    """Every file of ``folder``: path below it, content."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def write(review: Review, data: Path = DATA_DIR) -> list[str]:
    """Write the files of ``review`` into ``data``, all or none; their names.

    Raises RegisterError when something of it is still open.
    """
    if review.open_:
        raise RegisterError(
            f"{review.key} is not written: {'; '.join(review.open_)}",
            rule="what is written was accepted",
            fix="write the proposals with --proposals FILE, look at them, fill them in, give them with --accept FILE",
        )
    write_files(review.files, data)
    return sorted(review.files)


def proposals_text(review: Review) -> str:
    """The proposals as the YAML that ``add`` takes as ``accepted``."""
    lines = [
        f"# Proposals for {review.key}: change, fill in or delete; then claimcheck round add ... --accept THIS --write",
        f"# {TO_FILL_IN}: what the repository does not say. `rules` (repo, commit, path, blob of the rules' text) and",
        "# `read_from` may be added to the round.",
    ]
    for file, sections in review.proposals.items():
        lines.append(f"{file}:")
        for section, entries in sections.items():
            lines.append(f"  {section}:")
            for name, values in entries.items():
                lines.append(f"    {flow(name)}:")
                lines += [f"      {flow(key)}: {flow(value)}" for key, value in values.items()]
    return "\n".join(lines) + "\n"


# --- what the repository is ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Draft:
    """A round as its repository shows it: its entry without what its rows will say, and the layout in words."""

    key: str
    entry: dict[str, Any]
    layout: str
    replaces: Round | None
    blobs: frozenset[str]


def _draft(tree: GitTree, path: Path, key: str | None, data: Path) -> _Draft:
    suite, source, layout, more = _layout(tree)
    named = next((m for part in (path.name, path.parent.name) if (m := _NAMED.search(part))), None)
    rounds = {r.key: r for r in read_rounds(data)}
    if source == "experiments":
        candidates = [name for name in experiments.recognise(tree) if name not in rounds]
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
    if before is not None and (before.source != "typed" or source == "typed"):
        raise RegisterError(
            f"{key} is there already, read from {before.repo} at {before.commit[:10]}",
            where=data / FILE,
            rule="a round is added once; only a typed table gives way to what it was typed from",
            fix=f"claimcheck verify --round {key} compares it with its repository",
        )
    entry: dict[str, Any] = {
        "suite": _TITLES[suite],
        "published": TO_FILL_IN,
        "announced": {"name": TO_FILL_IN, "address": TO_FILL_IN},
        "retrieved": datetime.date.today(),
        "source": source,
        "repo": repo,
        "commit": tree.commit,
        "folders": [repo.partition("/")[2]],
        **more,
    }
    if before is not None and before.published is not None and before.announced is not None:
        known = document(data / FILE).section("rounds")[key].values
        entry |= {"published": known["published"], "announced": known["announced"]}
    return _Draft(key, entry, layout, before, frozenset(tree.paths.values()))


def _layout(tree: GitTree) -> tuple[str, str, str, dict[str, Any]]:
    """(suite, source, layout in words, more of the round's entry); each reader says whether the commit is its kind."""
    if table := published_round.recognise(tree):
        return "inference", "published", f"published table {table}, with the logs behind it", {"table": table}
    if rounds := experiments.recognise(tree):
        return "inference", "experiments", f"experiments repository with results of {', '.join(rounds)}", {}
    if suite := training.recognise(tree.paths):
        return suite, "training", f"logs of {_TITLES[suite]}", {}
    if rawlogs.recognise(tree):
        return "inference", "logs", "raw logs of MLPerf Inference, no published table", {}
    raise UpstreamError(
        f"no layout that is known; the commit holds {', '.join(tree.children('')[:8]) or 'nothing'}",
        where=tree.git_dir,
        rule="a round has a published table, raw logs, files of the experiments repository, or logs of Training or HPC",
        fix="give another commit, or write a reader in claimcheck/ingest and its recognise",
    )


def _check_experiments(data: Path, commit: str, path: Path) -> None:
    at = read_experiments_source(data)
    if at is None or at.commit != commit:
        raise UpstreamError(
            f"{data / FILE} names {'no commit' if at is None else at.commit} of {experiments.REPO}, not {commit}",
            where=path,
            rule="the experiments repository is read at one commit",
            fix=f"change it in the section experiments of {FILE}, then claimcheck verify",
        )


def _upstream(upstream: Path, git_dir: Path, beside: Path, names: list[str], key: str, data: Path) -> None:
    """Make a folder that holds the repository under its names, and that of the experiments where the round needs it."""
    upstream.mkdir()
    for name in names:
        (upstream / name).symlink_to(git_dir.resolve())
    second = read_experiments_source(data, [key])
    for name in second.folders if second else ():
        if not (upstream / name).exists():
            (upstream / name).symlink_to(find_git_dir(beside, second.folders).resolve())


# --- proposals -------------------------------------------------------------------------------------------------------


def _filled(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of an entry that are filled in; the day of publication and its source go together."""
    kept = {name: value for name, value in values.items() if not _to_fill_in(value)}
    together = {"published", "announced"}
    return kept if together <= kept.keys() else {name: kept[name] for name in kept if name not in together}


def _to_fill_in(value: Any) -> bool:
    """Whether a value, or one in it, is still to be filled in."""
    return TO_FILL_IN in str(value)


def _accepted(path: Path, draft: _Draft) -> Proposals:
    """The proposals in a file. Raises RegisterError for one that is none, or that is for another round or commit."""
    found = copy.deepcopy(document(path).values)
    for file, sections in found.items():
        if not isinstance(sections, dict) or not all(isinstance(one, dict) for one in sections.values()):
            raise RegisterError(f"{file} holds no sections of entries", where=path, rule="file: section: name: values")
        for section, entries in sections.items():
            if odd := [name for name, values in entries.items() if not isinstance(values, dict)]:
                rule = "file: section: name: values"
                raise RegisterError(f"{file}, {section}, {odd[0]} is no mapping", where=path, rule=rule)
    entry = found.get(FILE, {}).get("rounds", {}).get(draft.key)
    if entry is None:
        raise RegisterError(f"proposes no round {draft.key}", where=path, rule=f"{FILE}: rounds: {draft.key}: values")
    if entry.get("commit") != draft.entry["commit"] or not entry.get("folders"):
        message = f"{draft.key} is proposed at {entry.get('commit')}, read at {draft.entry['commit']}"
        raise RegisterError(message, where=path, rule="what is accepted is what was reviewed")
    return found


def _put(copy: Path, proposals: Proposals) -> None:
    """Write proposals into the registers of ``copy``, as far as they are filled in."""
    for file, sections in proposals.items():
        if not (copy / file).is_file():
            raise RegisterError(f"no register {file}", where=copy / file, rule="a proposal is for a register of data")
        for section, entries in sections.items():
            for name, values in entries.items():
                after = _round_before(copy, name, values) if (file, section) == (FILE, "rounds") else None
                put_entry(copy / file, section, name, _filled(values), after)


def _round_before(data: Path, key: str, values: Mapping[str, Any]) -> str | None:
    """The round of the same suite behind which a new one is listed."""
    at = order(key.rpartition("-")[2])
    before = [r.key for r in read_rounds(data) if r.title == values.get("suite") and order(r.name) < at]
    return before[-1] if before else None


# --- the review ------------------------------------------------------------------------------------------------------


def _reviewed(
    draft: _Draft, proposals: Proposals, decided: bool, data: Path, copy: Path, upstream: Path, say: Say
) -> Review:
    """Read the round into ``copy`` with the ``proposals``, completing them on the way, and compare it with ``data``."""
    _put(copy, proposals)
    before = {name: load(name, data) for name, table in TABLES.items() if table.ingested}
    # What the repository lacks is no fault of a first reading: the review lists it.
    opened = partial(GitTree, known=draft.blobs | absent_before(data))
    known = _submitters(before, draft.key, copy)
    unknown: list[Unknown] = []
    built, unproposed = {}, 0
    while not built:
        learned = Learned(copy, read_rounds(copy, [draft.key])[0])
        tables = build(upstream, copy, say, only=[draft.key], opened=opened, with_registers=learned.registers)
        learned.settle(tables, known | {one.name for one in unknown})
        unknown += learned.unknown
        found: Proposals = {}
        for (file, section, name), values in learned.entries.items():
            found.setdefault(file, {}).setdefault(section, {})[name] = values
            proposals.setdefault(file, {}).setdefault(section, {})[name] = values
            unproposed += 1
        _put(copy, found)
        # What is written was read with the registers as they will be.
        built = {} if found else tables
    if not decided:
        entry = proposals[FILE]["rounds"][draft.key]
        entry |= {"covers": _covers(built)}
        entry |= {"expected_rows": {name: len(built[name]) for name in _COUNTED if len(built[name])}}
        if corrections := _expected(built, before, draft.key, data):
            proposals.setdefault("corrections.yml", {}).setdefault("corrections", {}).update(corrections)
        _put(copy, proposals)
    write_tables(with_rounds(built, [draft.key], copy), copy)
    open_ = [] if decided else ["its proposals are not accepted"]
    if decided and unproposed:
        open_.append(f"{unproposed} names are in no accepted proposal")
    if decided and _to_fill_in(proposals):
        open_.append(f"{TO_FILL_IN} is left in the proposals")
    lines = [
        *_title(draft, proposals[FILE]["rounds"][draft.key]),
        *_rows(built, before, draft),
        *_skipped(built["skipped"]),
        *_names(unknown, draft, proposals, built, copy),
        *_logs(built["inference_results"]),
        *_verdicts(data, copy),
        *_predictions(copy, draft.key),
    ]
    return Review(draft.key, lines, proposals, open_)


def _submitters(tables: Mapping[str, pd.DataFrame], key: str, data: Path) -> set[str]:
    """Every name of a submitter in other rounds, and those that ``partners.yml`` explains."""
    found = set(organisations(data))
    for name in ("inference_results", "training_results"):
        found |= set(tables[name]["submitter"][round_keys(tables[name], name) != key].dropna().astype(str))
    return found


def _covers(built: Mapping[str, pd.DataFrame]) -> str:
    """Divisions, and suites or scaling, of a round's rows in words."""
    results = pd.concat([built["inference_results"], built["training_results"]])
    divisions, suites = sorted(set(results["division"])), sorted(set(built["inference_results"]["suite"].dropna()))
    scalings = [f"{one} scaling" for one in sorted(set(built["training_results"]["scaling"].dropna()))]
    scaling = [listed(scalings).replace(" scaling and", " and")] if scalings else []
    said = f"{listed(divisions)} division{'s' if divisions[1:] else ''}"
    return ", ".join([said, *([listed(suites)] if suites else []), *scaling])


def _expected(
    built: Mapping[str, pd.DataFrame], before: Mapping[str, pd.DataFrame], key: str, data: Path
) -> dict[str, dict[str, Any]]:
    """Corrections that name no round and meet rows of this one, with the number of rows that they now expect."""
    found = {}
    entries = document(data / "corrections.yml").section("corrections")
    for one in read_corrections(data):
        if "round" in one.where:
            continue
        old = before[one.table][round_keys(before[one.table], one.table) == key]
        more = sum(sign * int(one.meets(rows, one.use).sum()) for sign, rows in ((1, built[one.table]), (-1, old)))
        if more:
            values = {k: v.strip() if isinstance(v, str) else v for k, v in entries[one.name].values.items()}
            found[one.name] = {**values, "expect": one.expect + more}
    return found


def _title(draft: _Draft, entry: Mapping[str, Any]) -> Iterator[str]:
    yield f"{entry['suite']} {draft.key.rpartition('-')[2]}: {entry['repo']} at {entry['commit'][:10]}"
    yield f"Layout: {draft.layout}."
    if draft.replaces is not None:
        typed = draft.replaces
        yield f"It replaces the rows that were typed by hand from {typed.repo} at {typed.commit[:10]}."


def _rows(built: Mapping[str, pd.DataFrame], before: Mapping[str, pd.DataFrame], draft: _Draft) -> Iterator[str]:
    yield from ("", "Rows by table (there now)")
    for name, frame in built.items():
        there = int((round_keys(before[name], name) == draft.key).sum())
        if len(frame) or there:
            yield f"  {name:<20} {len(frame):>6} ({there})"


def _skipped(skipped: pd.DataFrame) -> Iterator[str]:
    yield from ("", f"Skipped, with the reason: {len(skipped)}")
    # Reasons that differ in a name or a number are one kind.
    kinds = skipped["reason"].astype(str).str.replace(r"\d+(\.\d+)?", "N", regex=True)
    for _, rows in sorted(skipped.groupby(kinds), key=lambda one: (-len(one[1]), one[0])):
        first = rows.iloc[0]
        yield f"  {len(rows):>5}  {first['reason']}"
        yield f"         {'for example ' if len(rows) > 1 else ''}{first['path']}"


def _names(
    unknown: list[Unknown], draft: _Draft, proposals: Proposals, built: Mapping[str, pd.DataFrame], copy: Path
) -> Iterator[str]:
    yield from ("", f"Names that no register knew: {len(unknown)}")
    for one in sorted(unknown, key=lambda one: (one.kind, one.name)):
        yield f"  {one.kind}: {one.name}"
        yield f"         {one.proposal} ({one.where})"
    for file, sections in proposals.items():
        for section, entries in sections.items():
            for name, values in entries.items():
                if (file, section) != (FILE, "rounds"):
                    yield f"  proposed for {file}, {section}: {flow({name: values})[1:-1]}"
    yield from (f"  to be looked up: {text}" for text in _by_hand(draft.key, built, copy))
    yield from ("", f"Proposed for {FILE}")
    entry = proposals[FILE]["rounds"][draft.key]
    yield f"  {draft.key}:"
    yield from (f"    {name}: {flow(value)}" for name, value in entry.items())


def _by_hand(key: str, built: Mapping[str, pd.DataFrame], copy: Path) -> Iterator[str]:
    """What registers say of rounds from sources of their own, and say nothing of this round."""
    results = built["inference_results"]
    if results.empty:
        return
    if not any(one.round == key for one in partners(copy).values()):
        yield "partners.yml has no list of partners that a vendor printed for this round"
    checkers = document(copy / "accuracy.yml").section("checkers")
    if key not in checkers:
        yield "accuracy.yml names no submission checker of this round, so no accuracy is compared with its target"
    reached = {name for name, rounds in load_tables(copy).listed.rounds.items() if key in rounds}
    names = sorted(set(results["benchmark"]) - reached)
    if names:
        yield f"comparable in {FILE} does not say whether these compare with earlier rounds: {', '.join(names)}"


def _logs(results: pd.DataFrame) -> Iterator[str]:
    compared = results[results["obtained"] == "published"]
    if compared.empty:
        return
    agrees = compared["log_agrees"].astype("boolean")
    differ = compared[~agrees.fillna(True)]
    yield from ("", "Published against log")
    without = int(agrees.isna().sum())
    yield f"  {int(agrees.fillna(False).sum())} agree, {len(differ)} differ, {without} have no figure in a log"
    for note, rows in sorted(differ.groupby("log_note"), key=lambda one: (-len(one[1]), one[0])):
        row = rows.iloc[0]
        yield f"  {len(rows):>5}  {note}"
        yield f"         {row['row_id']}: published {row['value']} {row['unit']}, log {row['log_value']}"


def _verdicts(data: Path, copy: Path) -> Iterator[str]:
    """Every verdict and every number of the claims that is not what ``data`` records."""
    for name in DERIVED:
        # Made again from the new tables, when a claim asks for it.
        csv_path(name, copy).unlink(missing_ok=True)
    recorded = {str(one["number"]): one for one in read_records(data)}
    register, tables = load_register(copy), load_tables(copy)
    claims, failed = _evaluated(register, tables)
    if failed:
        # A text may print the figure of another claim, which was not recorded before.
        vars(tables)["numbers"] = tables.numbers | {one.key: one.text for one in of_claims(claims, copy)}
        again, failed = _evaluated([one for one in register if one.number in failed], tables)
        place = {one.number: n for n, one in enumerate(register)}
        claims = sorted([*claims, *again], key=lambda one: place[one.number])
    told = [(one, _told(record_of(one)), _told(recorded.get(str(one.number)))) for one in claims]
    changed = [(one, now, then) for one, now, then in told if now != then]
    yield from ("", f"Verdicts that change: {len(changed)} of {len(register)}")
    for one, now, then in changed:
        yield f"  {one.number:>3}  {one.statement}"
        yield from (
            f"         {what}: {then.get(what, _NEW)} -> {now[what]}" for what in now if now[what] != then.get(what)
        )
    yield from (f"  {number:>3}  cannot be evaluated: {why}" for number, why in failed.items())
    old = {key: one.text for key, one in read_numbers(data).items() if one.source == SOURCE}
    new = {one.key: one.text for one in of_claims(claims, copy)}
    keys = [key for key in sorted(old | new) if old.get(key) != new.get(key)]
    counts = [key for key in keys if not key.startswith("claim.")]
    said = f", {len(keys) - len(counts)} of them figures of the claims above" if len(keys) > len(counts) else ""
    yield from ("", f"Numbers of the register that change: {len(keys)}{said}")
    yield from (f"  {key}: {old.get(key, _NEW)} -> {new.get(key, 'gone')}" for key in counts)
    yield "  What notebooks state is computed when they are recorded again: make notebooks."


def _evaluated(register: Sequence[Claim], tables: Tables) -> tuple[list[ClaimResult], dict[int | str, str]]:
    """The claims that the tables can answer, and why they cannot answer the others, by number."""
    found, failed = [], {}
    for claim in register:
        try:
            found.append(evaluate_claim(claim, tables))
        except ClaimcheckError as error:
            failed[claim.number] = error.message
    return found, failed


def _told(record: Mapping[str, Any] | None) -> dict[str, str]:
    """What a reader is told of a claim: verdict with its reason, figures, and the state as of the latest round."""
    if record is None:
        return {}
    said = {"verdict": f"{record['verdict']} ({record['reason']})" if record["reason"] else record["verdict"]}
    if record["figures"]:
        said["figures"] = ", ".join(one["computed"]["text"] if one["computed"] else "none" for one in record["figures"])
    if later := record["afterwards"]:
        failing = [one["name"] for one in later["conditions"] if not one["holds"]]
        said["afterwards"] = f"as of {later['as_of']}, {'not so: ' + ', '.join(failing) if failing else 'all so'}"
    return said


def _predictions(copy: Path, key: str) -> Iterator[str]:
    """How the predictions of the round did, where some were made."""
    yield from ("", "Predictions")
    if not (copy / PREDICTIONS).is_file():
        yield f"  {PREDICTIONS} is not there"
        return
    predictions = read_predictions(copy)
    if predictions.round != key:
        yield f"  those of {PREDICTIONS} are for {predictions.round}; none was made of {key}"
        return
    yield from (f"  {line}" for line in report(predictions, load_tables(copy)))
