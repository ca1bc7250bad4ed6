"""``claimcheck round add``: review a round that is read for the first time, and write its rows when told to.

The round is read into a copy of ``data``. At a name that no register knows, the copy gets an entry and the round is
read again, so that the review lists every such name with the lines that a register needs. While there are any, nothing
is written.
"""

from __future__ import annotations

import datetime
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import yaml

from claimcheck.analysis.derived import DERIVED
from claimcheck.analysis.tables import Tables, load_tables
from claimcheck.claims.register.claim import Claim
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.texts.numbers import SOURCE, of_claims
from claimcheck.claims.verdict.evaluate import evaluate_claim
from claimcheck.claims.verdict.result import ClaimResult, read_records, record_of
from claimcheck.core.documents import nearest
from claimcheck.core.errors import ClaimcheckError, RegisterError, UpstreamError
from claimcheck.core.printing import listed
from claimcheck.data.facts import organisations, partners
from claimcheck.data.names import UnknownName, read_corrections
from claimcheck.data.numbers import read_numbers
from claimcheck.data.paths import ACCURACY, CORRECTIONS, DATA_DIR, PARTNERS, ROUNDS
from claimcheck.data.rounds import Round, read_experiments_source, read_rounds
from claimcheck.data.schema import TABLES
from claimcheck.data.tables import csv_path, load, write_tables
from claimcheck.ingest import training
from claimcheck.ingest.build import Say, build, round_keys, with_rounds
from claimcheck.ingest.git import GitTree, find_git_dir
from claimcheck.ingest.inference import experiments, logs, published
from claimcheck.ingest.inference.accuracy import read_targets

_NAMED = re.compile(r"(?P<suite>inference|training|hpc)_results_(?P<round>v\d+\.\d+)")
_TITLES = {"inference": "MLPerf Inference", "training": "MLPerf Training", "hpc": "MLPerf HPC"}
# Tables whose rows the source of a round fixes.
_COUNTED = ("inference_results", "loadgen_runs", "submitted_files", "accuracy_results", "training_results")
_RESULTS = ("inference_results", "training_results")
_NEW = "not recorded"


@dataclass(frozen=True)
class Review:
    """What adding a round would do.

    ``wanted`` is what registers lack, as YAML has it, by file: without it, nothing is written. ``tables`` are the rows
    of the round.
    """

    key: str
    lines: list[str]
    wanted: dict[str, dict[str, Any]]
    tables: dict[str, pd.DataFrame]


def add(where: str, data: Path = DATA_DIR, *, key: str | None = None, say: Say = lambda _: None) -> Review:
    """Review the round in ``where``, a git directory and a commit: ``DIR@COMMIT``; ``data`` is not touched.

    ``key`` is the round's name in ``rounds.yml`` where the directory's does not say it. Raises UpstreamError for a
    directory, commit or layout that cannot be read, RegisterError for a round that is there already.
    """
    folder, _, commit = where.rpartition("@")
    if not folder:
        raise UpstreamError("no commit", where=where, rule="a round is REPOSITORY@COMMIT")
    path = Path(folder)
    git_dir = find_git_dir(path.parent, [path.name.removesuffix(".git")])
    tree = GitTree(git_dir, commit)
    draft = _draft(tree, path, key, data)
    with tempfile.TemporaryDirectory() as scratch:
        copy, upstream = Path(scratch, "data"), Path(scratch, "upstream")
        shutil.copytree(data, copy)
        _upstream(upstream, git_dir, path.parent, draft, data)
        try:
            return _reviewed(draft, data, copy, upstream, say)
        except ClaimcheckError as error:
            error.where = error.where and error.where.replace(str(copy), str(data))
            raise


def write(review: Review, data: Path = DATA_DIR) -> list[str]:
    """Write the rows of ``review`` into the tables of ``data``; the names of the tables.

    Raises RegisterError while registers lack something, with the lines to write.
    """
    if review.wanted:
        raise RegisterError(
            f"{review.key} is not written: registers lack what it needs",
            where=data,
            rule="a row has names that a register knows",
            fix="write these lines, changed where they are wrong:\n" + "\n".join(_lines(review.wanted)),
        )
    tables = with_rounds(review.tables, [review.key], data)
    write_tables(tables, data)
    return sorted(tables)


def _lines(wanted: Mapping[str, dict[str, Any]]) -> Iterator[str]:
    """What registers lack, as lines of each file."""
    for file, sections in wanted.items():
        yield f"  {file}"
        for section, entries in sections.items():
            yield f"    {section}:"
            for name, values in entries.items():
                yield f"      {_flow(name)}: {_flow(values)}"


def _flow(value: Any) -> str:
    """``value`` as YAML in one line."""
    text = yaml.safe_dump(value, default_flow_style=True, width=2**31, allow_unicode=True, sort_keys=False)
    return text.strip().removesuffix("\n...")


# --- what the repository is ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Draft:
    """A round as its repository shows it: its entry for ``rounds.yml`` and the layout in words.

    ``known`` is the round as ``rounds.yml`` has it at this commit; ``replaces``, as it was typed by hand.
    """

    key: str
    entry: dict[str, Any]
    layout: str
    known: Round | None
    replaces: Round | None


def _draft(tree: GitTree, path: Path, key: str | None, data: Path) -> _Draft:
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
    entry: dict[str, Any] = {
        "suite": _TITLES[suite],
        "retrieved": datetime.date.today(),
        "source": source,
        "repo": repo,
        "commit": tree.commit,
        "folders": [repo.partition("/")[2]],
        **more,
    }
    if typed is not None and typed.announced is not None:
        entry |= {"published": typed.published, "announced": typed.announced.model_dump(exclude_defaults=True)}
    return _Draft(key, entry, layout, known, typed)


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
        fix="give another commit, or write a reader in claimcheck/ingest and its recognise",
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


def _upstream(upstream: Path, git_dir: Path, beside: Path, draft: _Draft, data: Path) -> None:
    """Make a folder that holds the repository under its names, and that of the experiments where the round needs it."""
    upstream.mkdir()
    for name in draft.known.folders if draft.known else draft.entry["folders"]:
        (upstream / name).symlink_to(git_dir.resolve())
    second = read_experiments_source(data, [draft.key])
    for name in second.folders if second else ():
        if not (upstream / name).exists():
            (upstream / name).symlink_to(find_git_dir(beside, second.folders).resolve())


# --- the review ------------------------------------------------------------------------------------------------------


def _reviewed(draft: _Draft, data: Path, copy: Path, upstream: Path, say: Say) -> Review:
    """Read the round into ``copy``, whose registers learn its names on the way, and compare it with ``data``."""
    wanted: dict[str, dict[str, Any]] = {}
    unknown: list[UnknownName] = []
    if draft.known is None:
        for entry in (None, draft.entry):  # in the place of a typed round, not merged with it
            _put(copy / ROUNDS, {"rounds": {draft.key: entry}})
    before = {name: load(name, data) for name, table in TABLES.items() if table.ingested}
    built: dict[str, pd.DataFrame] = {}
    while not built:
        try:
            # What the repository lacks is no fault of a first reading: the review lists it.
            built = build(upstream, copy, say, [draft.key], absent=None)
        except UnknownName as error:
            entry = error.entry(draft.key.rpartition("-")[2])
            if str(error) in map(str, unknown):
                raise
            unknown.append(error)
            wanted[error.file] = _merged(wanted.get(error.file, {}), entry)
            _put(copy / error.file, entry)
    if draft.known is None:
        counts = {name: len(built[name]) for name in _COUNTED if len(built[name])}
        entry = draft.entry | {"covers": _covers(built), "expected_rows": counts}
        wanted = {ROUNDS: {"rounds": {draft.key: entry}}} | wanted
    write_tables(with_rounds(built, [draft.key], copy), copy)
    lines = [
        *_title(draft),
        *_rows(built, before, draft),
        *_skipped(built["skipped"]),
        *_names(unknown, built, before, draft, copy),
        *_logs(built["inference_results"]),
        *_verdicts(data, copy),
    ]
    if wanted:
        lines += ["", "Write these lines, changed where they are wrong, and run this again:", *_lines(wanted)]
        if draft.known is None and "published" not in draft.entry:
            lines.append("  Its entry also has published, the day, and announced, the text's name and address.")
    return Review(draft.key, lines, wanted, built)


def _put(path: Path, entry: Mapping[str, Any]) -> None:
    """Merge ``entry`` into the register ``path`` of a copy, whose comments nobody reads."""
    text = yaml.safe_dump(_merged(yaml.safe_load(path.read_text(encoding="utf-8")), entry), allow_unicode=True)
    path.write_text(text, encoding="utf-8")


def _merged(old: Any, new: Any) -> Any:
    """``old`` with ``new``: mappings are merged, lists are appended, anything else is replaced."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return {**old, **{key: _merged(old.get(key), value) for key, value in new.items()}}
    return [*old, *new] if isinstance(old, list) and isinstance(new, list) else new


def _submitters(tables: Mapping[str, pd.DataFrame], key: str, data: Path) -> set[str]:
    """Every name of a submitter in other rounds, and those that ``partners.yml`` explains."""
    names = set(organisations(data))
    for name in _RESULTS:
        names |= set(tables[name]["submitter"][round_keys(tables[name], name) != key].dropna().astype(str))
    return names


def _covers(built: Mapping[str, pd.DataFrame]) -> str:
    """Divisions, and suites or scaling, of a round's rows in words."""
    results = pd.concat([built["inference_results"], built["training_results"]])
    divisions, suites = sorted(set(results["division"])), sorted(set(built["inference_results"]["suite"].dropna()))
    scalings = [f"{kind} scaling" for kind in sorted(set(built["training_results"]["scaling"].dropna()))]
    scaling = [listed(scalings).replace(" scaling and", " and")] if scalings else []
    covered = f"{listed(divisions)} division{'s' if divisions[1:] else ''}"
    return ", ".join([covered, *([listed(suites)] if suites else []), *scaling])


def _title(draft: _Draft) -> Iterator[str]:
    entry = draft.entry
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
    for _, rows in sorted(skipped.groupby(kinds), key=lambda group: (-len(group[1]), group[0])):
        first = rows.iloc[0]
        yield f"  {len(rows):>5}  {first['reason']}"
        yield f"         {'for example ' if len(rows) > 1 else ''}{first['path']}"


def _names(
    unknown: Sequence[UnknownName],
    built: Mapping[str, pd.DataFrame],
    before: Mapping[str, pd.DataFrame],
    draft: _Draft,
    copy: Path,
) -> Iterator[str]:
    yield from ("", f"Names that no register knows: {len(unknown)}")
    for name in unknown:
        place = name.where if name.line is None else f"{name.where}:{name.line}"
        yield f"  {name.message}{f'; nearest known: {name.near}' if name.near else ''}"
        yield f"         {place}"
    known = _submitters(before, draft.key, copy)
    new = sorted({str(name) for table in _RESULTS for name in built[table]["submitter"].dropna()} - known)
    yield from ("", f"Submitters that no other round has: {len(new)}")
    for name in new:
        near = nearest(name, known, 1)
        yield f"  {name}{f'; nearest known: {near[0]}' if near else ''}"
    yield from (f"  to be looked up: {text}" for text in _by_hand(draft.key, built, copy))


def _by_hand(key: str, built: Mapping[str, pd.DataFrame], copy: Path) -> Iterator[str]:
    """What registers say of rounds from sources of their own, and say nothing of this round."""
    results = built["inference_results"]
    for correction in read_corrections(copy):
        if "round" in correction.where:
            continue
        if met := int(correction.meets(built[correction.table], correction.use).sum()):
            rows = f"{met} rows of this round have what it uses; its expect is {correction.expect}"
            yield f"{CORRECTIONS}, {correction.name}: {rows}"
    if results.empty:
        return
    if not any(entry.round == key for entry in partners(copy).values()):
        yield f"{PARTNERS} has no list of partners that a vendor printed for this round"
    if key not in read_targets(copy).checkers:
        yield f"{ACCURACY} names no submission checker of this round, so no accuracy is compared with its target"
    reached = {name for name, rounds in load_tables(copy).listed.rounds.items() if key in rounds}
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


def _verdicts(data: Path, copy: Path) -> Iterator[str]:
    """Every verdict and every number of the claims that is not what ``data`` records."""
    for name in DERIVED:
        # Made again from the new tables, when a claim asks for it.
        csv_path(name, copy).unlink(missing_ok=True)
    recorded = {str(record["number"]): record for record in read_records(data)}
    register, tables = load_register(copy), load_tables(copy)
    claims, failed = _evaluated(register, tables)
    if failed:
        # A text may print the figure of another claim, which was not recorded before.
        vars(tables)["numbers"] = tables.numbers | {number.key: number.text for number in of_claims(claims, copy)}
        again, failed = _evaluated([claim for claim in register if claim.number in failed], tables)
        place = {claim.number: n for n, claim in enumerate(register)}
        claims = sorted([*claims, *again], key=lambda claim: place[claim.number])
    states = [(claim, _state(record_of(claim)), _state(recorded.get(str(claim.number)))) for claim in claims]
    changed = [(claim, now, then) for claim, now, then in states if now != then]
    yield from ("", f"Verdicts that change: {len(changed)} of {len(register)}")
    for claim, now, then in changed:
        yield f"  {claim.number:>3}  {claim.statement}"
        yield from (
            f"         {what}: {then.get(what, _NEW)} -> {now[what]}" for what in now if now[what] != then.get(what)
        )
    yield from (f"  {number:>3}  cannot be evaluated: {why}" for number, why in failed.items())
    old = {key: number.text for key, number in read_numbers(data).items() if number.source == SOURCE}
    new = {number.key: number.text for number in of_claims(claims, copy)}
    keys = [key for key in sorted(old | new) if old.get(key) != new.get(key)]
    counts = [key for key in keys if not key.startswith("claim.")]
    of_claims_above = (
        f", {len(keys) - len(counts)} of them figures of the claims above" if len(keys) > len(counts) else ""
    )
    yield from ("", f"Numbers of the register that change: {len(keys)}{of_claims_above}")
    yield from (f"  {key}: {old.get(key, _NEW)} -> {new.get(key, 'gone')}" for key in counts)
    yield "  What notebooks state is computed when they are recorded again: make notebooks."


def _evaluated(register: Sequence[Claim], tables: Tables) -> tuple[list[ClaimResult], dict[int | str, str]]:
    """The claims that the tables can answer, and why they cannot answer the others, by number."""
    results, failed = [], {}
    for claim in register:
        try:
            results.append(evaluate_claim(claim, tables))
        except ClaimcheckError as error:
            failed[claim.number] = error.message
    return results, failed


def _state(record: Mapping[str, Any] | None) -> dict[str, str]:
    """A recorded claim in words: verdict with its reason, figures, and its state as of the latest round."""
    if record is None:
        return {}
    state = {"verdict": f"{record['verdict']} ({record['reason']})" if record["reason"] else record["verdict"]}
    if record["figures"]:
        state["figures"] = ", ".join(
            entry["computed"]["text"] if entry["computed"] else "none" for entry in record["figures"]
        )
    if later := record["afterwards"]:
        failing = [entry["name"] for entry in later["conditions"] if not entry["holds"]]
        state["afterwards"] = f"as of {later['as_of']}, {'not so: ' + ', '.join(failing) if failing else 'all so'}"
    return state
