"""A new round in one command: recognised, reviewed, and written once registers know its names."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from claimcheck.analysis.derived import DERIVED
from claimcheck.build.newround import add
from claimcheck.core.documents import document
from claimcheck.core.errors import RegisterError, UpstreamError
from claimcheck.data import paths
from claimcheck.data.names import UnknownName
from claimcheck.data.schema import TABLES
from claimcheck.data.store import csv_path, load, write_tables
from claimcheck.sources.build import round_keys
from tests.making import put
from tests.sources import upstream as up


@pytest.fixture(scope="module")
def whole(ingested: up.Made, tmp_path_factory: pytest.TempPathFactory) -> up.Made:
    """A folder of data with a round of every kind of source; ask for ``there``, a copy of it."""
    there = ingested.copied(tmp_path_factory.mktemp("whole"))
    put(there.data, paths.PARTNERS, "partners:\norganisations:\n  Eve:\n    are: [Eve]\n    why: it is so\n")
    return there


@pytest.fixture
def there(whole: up.Made, tmp_path: Path) -> up.Made:
    return whole.copied(tmp_path)


def at(there: up.Made, key: str) -> str:
    """Where a round of the made data is: DIR@COMMIT."""
    entry = document(there.data / paths.ROUNDS).section("rounds")[key]
    return f"{there.upstream / entry.values['repo'].rpartition('/')[2]}@{entry.values['commit']}"


def another(whole: up.Made, folder: Path, records: list[dict[str, Any]]) -> tuple[up.Made, str]:
    """The data of ``whole`` without ROUND, a repository with other ``records`` of it, and where that is."""
    new = up.made(folder, records)
    shutil.rmtree(new.data)
    shutil.copytree(whole.data, new.data)
    remove_round(new.data, up.ROUND)
    return new, f"{new.repository}@{new.commit}"


def remove_round(data: Path, key: str) -> dict[str, Any]:
    """Remove the round ``key`` from the tables and from ``rounds.yml`` of ``data``; return its entry there."""
    before = {name: load(name, data) for name, table in TABLES.items() if table.ingested}
    write_tables({name: frame[round_keys(frame) != key] for name, frame in before.items()}, data)
    rounds = yaml.safe_load((data / paths.ROUNDS).read_text(encoding="utf-8"))
    entry = rounds["rounds"].pop(key)
    (data / paths.ROUNDS).write_text(yaml.safe_dump(rounds), encoding="utf-8")
    for name in DERIVED:
        csv_path(name, data).unlink(missing_ok=True)
    return entry


def enter(data: Path, file: str, sections: dict[str, Any]) -> None:
    """Write what an error asks for into the register ``file``."""

    def merged(old: Any, new: Any) -> Any:
        if isinstance(old, dict) and isinstance(new, dict):
            return {**old, **{name: merged(old.get(name), value) for name, value in new.items()}}
        return [*old, *new] if isinstance(old, list) and isinstance(new, list) else new

    register = yaml.safe_load((data / file).read_text())
    (data / file).write_text(yaml.safe_dump(merged(register, sections)))


def entry_asked(where: str, data: Path) -> dict[str, Any]:
    """The section of rounds.yml that a review of a round asks for which is not there."""
    with pytest.raises(RegisterError) as error:
        list(add(where, data))
    _, file, *lines = str(error.value.fix).splitlines()
    assert file.strip() == paths.ROUNDS
    return yaml.safe_load("\n".join(lines))


def tables(data: Path) -> dict[str, str]:
    """The hashes of the ingested tables."""
    names = {TABLES[name].file for name, table in TABLES.items() if table.ingested}
    return {name: digest for name, digest in up.hashes(data).items() if name in names}


@pytest.mark.parametrize("key", [up.ROUND, up.TRAINING_ROUND])
def test_a_round_that_was_removed_is_the_same_when_it_is_added_again(there: up.Made, key: str) -> None:
    before, where = tables(there.data), at(there, key)
    entry = remove_round(there.data, key)
    assert tables(there.data) != before
    asked = entry_asked(where, there.data)
    assert {name: entry.get(name) for name in ("source", "commit", "suite")}.items() <= asked["rounds"][key].items()
    enter(there.data, paths.ROUNDS, {"rounds": {key: entry}})
    list(add(where, there.data, write=True))
    assert tables(there.data) == before


@pytest.mark.parametrize(
    ("key", "called"), [(up.ROUND, "training_results_v9.9"), (up.TRAINING_ROUND, "inference_results_v9.9")]
)
def test_a_round_is_not_read_as_one_of_the_suite_that_its_folder_alone_says(
    there: up.Made, key: str, called: str
) -> None:
    folder, _, commit = at(there, key).rpartition("@")
    shutil.copytree(folder, there.upstream.parent / called)
    with pytest.raises(UpstreamError, match="its layout is not known"):
        list(add(f"{there.upstream.parent / called}@{commit}", there.data))


def test_typed_rows_of_training_give_way_to_their_logs(there: up.Made) -> None:
    key = up.TRAINING_ROUND
    before, where = tables(there.data), at(there, key)
    rows = load("training_results", there.data)
    (score,) = rows.loc[round_keys(rows) == key, "time_to_train_minutes"]
    typed = {"obtained": "typed", "score_low": 1.1 * score, "score_high": 1.2 * score, "score_source": "span"}
    write_tables({"training_results": rows.assign(**typed, time_to_train_minutes=None)}, there.data)
    register = (there.data / paths.ROUNDS).read_text()
    enter(there.data, paths.ROUNDS, {"rounds": {key: {"source": "typed", "table": "typed/training.csv"}}})
    assert entry_asked(where, there.data)["rounds"][key]["source"] == "training"
    (there.data / paths.ROUNDS).write_text(register)
    list(add(where, there.data, write=True))
    assert tables(there.data) == before


# What differs in a record, and what is asked for it: register, section, name, values.
NAMES = (
    ({"Accelerator": "Zeta Z1"}, (paths.VENDORS, "accelerators", "Zeta", {"patterns": [r"\bZeta\b"]})),
    ({"Accelerator": "Nvidea B9"}, (paths.VENDORS, "accelerators", "NVIDIA", {"patterns": [r"\bNvidea\b"]})),
    ({"Accelerator": "N/A", "Processor": "Omega 9"},
     (paths.VENDORS, "processors", "Omega", {"patterns": [r"\bOmega\b"]})),
    ({"Model": "mixtral"},
     (paths.BENCHMARKS, "benchmarks", "mixtral", {"metric": "samples", "scenarios": {"Server": up.ROUND}})),
    ({"Scenario": "Interactive"},
     (paths.BENCHMARKS, "benchmarks", "llama2-70b-99", {"scenarios": {"Interactive": up.ROUND}})),
)  # fmt: skip


def test_a_review_stops_at_a_name_that_no_register_knows_with_the_line_to_write(whole: up.Made, tmp_path: Path) -> None:
    """A new maker, processor, benchmark, scenario and submitter; a maker spelt otherwise."""
    records = [up.record(ID=f"9.9-000{n}", **changes) for n, (changes, _) in enumerate(NAMES, 2)]
    new, where = another(whole, tmp_path, [up.record(), *records, up.record(ID="9.9-0009", Submitter="Annna")])
    enter(new.data, paths.ROUNDS, entry_asked(where, new.data))
    wanted: dict[tuple[str, str, str], dict[str, Any]] = {}
    for _ in range(2 * len(NAMES)):
        before = up.hashes(new.data)
        try:
            lines = list(add(where, new.data, write=True))
            break
        except UnknownName as error:
            assert up.hashes(new.data) == before
            (section, entries), *_ = error.entry.items()
            ((name, values),) = entries.items()
            assert error.file in error.fix and f"{section}:" in error.fix and f"{name}:" in error.fix
            assert "'NVIDIA'" in error.fix or "Nvidea" not in str(error)
            wanted.setdefault((error.file, section, name), {}).update(values)
            enter(new.data, error.file, error.entry)
    assert wanted == {(file, section, name): values for _, (file, section, name, values) in NAMES}
    assert "  Annna; nearest known: Anna" in lines
    assert (load("inference_results", new.data)["round"] == up.ROUND).sum() == 2 + len(NAMES)
