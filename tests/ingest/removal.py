"""Take a round out of a folder of data, with what the registers know because of it, as if it had not come yet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from claimcheck.analysis.derived import DERIVED
from claimcheck.claims.evaluate import evaluate_claim, load_register, load_tables
from claimcheck.claims.numbers import SOURCE, of_claims
from claimcheck.claims.recorded import FILE as CLAIMS
from claimcheck.claims.recorded import text_of
from claimcheck.errors import ClaimcheckError
from claimcheck.ingest.build import round_keys
from claimcheck.ingest.registers import read_corrections
from claimcheck.numbers import FILE as NUMBERS
from claimcheck.numbers import listed, read_numbers
from claimcheck.registers import document
from claimcheck.registertext import _places, put_entry
from claimcheck.rounds import FILE, Round, order, read_rounds
from claimcheck.tables import TABLES, csv_path, load, write_tables


def drop_entry(path: Path, section: str, name: str) -> None:
    """Take the entry ``name`` out of a ``section`` of the register ``path``."""
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    first, last = _places(text, section, path)[1][name]
    path.write_text("\n".join(lines[:first] + lines[last:]), encoding="utf-8")


def remove_round(data: Path, key: str) -> dict[str, Any]:
    """Remove the round ``key`` from tables and registers of ``data``; return its entry in ``rounds.yml``.

    Verdicts that need its rows are no longer recorded.
    """
    removed = read_rounds(data, [key])[0]
    entry = document(data / FILE).section("rounds")[key].values
    before = {name: load(name, data) for name, table in TABLES.items() if table.ingested}
    own = {name: round_keys(frame, name) == key for name, frame in before.items()}
    write_tables({name: frame[~own[name]] for name, frame in before.items()}, data)
    drop_entry(data / FILE, "rounds", key)
    _corrections(data, removed, {name: frame[own[name]] for name, frame in before.items()})
    if removed.suite == "inference":
        if removed.source == "published":
            # A reader of logs alone says in `skipped` what it cannot map, and proposes nothing.
            _benchmarks(data, removed)
        elsewhere = set(before["inference_results"][~own["inference_results"]]["submitter"])
        here = set(before["inference_results"][own["inference_results"]]["submitter"]) - elsewhere
        for name, one in document(data / "partners.yml").section("organisations").items():
            if name in here and set(one.values["are"]) <= elsewhere:
                drop_entry(data / "partners.yml", "organisations", name)
    else:
        _training(data, removed)
    _verdicts(data)
    return entry


def _corrections(data: Path, removed: Round, rows: dict[str, Any]) -> None:
    path = data / "corrections.yml"
    entries = document(path).section("corrections")
    for one in read_corrections(data):
        if one.column == "submitter" and one.where == {"round": removed.name} and removed.suite == "inference":
            drop_entry(path, "corrections", one.name)
        elif "round" not in one.where and (met := int(one.meets(rows[one.table], one.use).sum())):
            values = {k: v.strip() if isinstance(v, str) else v for k, v in entries[one.name].values.items()}
            put_entry(path, "corrections", one.name, {**values, "expect": one.expect - met})


def _benchmarks(data: Path, removed: Round) -> None:
    """Scenarios that were first run in the round, and benchmarks that were new in it."""
    path = data / "benchmarks.yml"
    for name, one in document(path).section("benchmarks").items():
        scenarios = one.values["scenarios"]
        kept = {scenario: first for scenario, first in scenarios.items() if first != removed.name}
        if len(kept) == len(scenarios):
            continue
        if any(order(first) < order(removed.name) for first in kept.values()):
            put_entry(path, "benchmarks", name, {**one.values, "scenarios": kept})
        else:
            drop_entry(path, "benchmarks", name)


def _training(data: Path, removed: Round) -> None:
    """Benchmarks that were new in the round, and how long the others go on."""
    path = data / "training.yml"
    earlier = [r.name for r in read_rounds(data) if r.suite == removed.suite]
    for name, one in document(path).section("benchmarks").items():
        if one.values.get("suite", "training") != removed.suite or one.values["last"] != removed.name:
            continue
        if one.values["first"] == removed.name:
            drop_entry(path, "benchmarks", name)
        else:
            put_entry(path, "benchmarks", name, {**one.values, "last": earlier[-1]})


def _verdicts(data: Path) -> None:
    for name in DERIVED:
        csv_path(name, data).unlink(missing_ok=True)
    if not (data / CLAIMS).is_file():
        return
    tables, found = load_tables(data), []
    for claim in load_register(data):
        try:
            found.append(evaluate_claim(claim, tables))
        except ClaimcheckError:
            continue
    (data / CLAIMS).write_text(text_of(found), encoding="utf-8")
    kept = [one for one in read_numbers(data).values() if one.source != SOURCE]
    (data / NUMBERS).write_text(listed([*kept, *of_claims(found, data)]), encoding="utf-8")
