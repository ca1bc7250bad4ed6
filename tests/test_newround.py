"""A new round in one command: recognised, reviewed, written when accepted, and nothing before that."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from claimcheck.cli import main
from claimcheck.derive import derive_tables
from claimcheck.errors import RegisterError, UpstreamError
from claimcheck.newround import TO_FILL_IN, Review, add, proposals_text, write
from claimcheck.registers import document
from claimcheck.registertext import put_entry
from claimcheck.tables import DATA_DIR, TABLES, csv_path, load
from claimcheck.tables.store import csv_bytes
from tests.ingest.removal import drop_entry, remove_round
from tests.ingest.upstream import (
    REPO,
    ROUND,
    TRAINING_ROUND,
    Made,
    commit,
    every_source,
    hashes,
    made,
    raw_log,
    record,
    server,
)
from tests.making import register

CLAIM = {
    "number": 1,
    "said": {"A2": {"line": 15}},
    "nvidia": {"stance": "silent", "words": "Nothing was found.", "where": "https://example.org/nothing"},
    "strongest_case": "The log says so too.",
    "page": "notebooks/speedup#claim-1",
    "statement": "Anna's box makes {figure.1} tokens per second.",
    "rows": {"of": {"round": ROUND, "benchmark": "llama2-70b-99", "scenario": "Server"}},
    "figures": [
        {"published": 3721, "unit": "tokens/s", "decimals": 0, "rule": "rounds", "ask": "throughput", "of": "of"}
    ],
}
FACTS: dict[str, Any] = {
    "published": "2026-04-01",
    "announced": {"name": "the announcement", "address": "https://example.org/round"},
}


def with_claims(data: Path) -> None:
    """Add the registers that a review evaluates to those of ingestion: one claim about the made round."""
    folder = register(data, given={"claims": {"faster": CLAIM}})
    for name, text in {
        "partners.yml": "partners:\norganisations:\n  Eve:\n    are: [Eve]\n    why: it is so\n",
        "numbers.csv": "key,text,value,unit,decimals,how,source,rows\n",
        "derived/claims.json": "[]\n",
    }.items():
        (data / name).parent.mkdir(exist_ok=True)
        (data / name).write_text(text)
    for name in ("prices.yml", "rules.yml"):
        shutil.copy(DATA_DIR / name, data)
    shutil.copy(DATA_DIR / "registers" / "v6.0" / "articles.yml", folder)
    (folder / "assertions.yml").write_text("assertions: {}\n")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """A folder of data with a round of every kind of source; ask for ``there``, a copy of it."""
    there = every_source(tmp_path_factory.mktemp("whole"))
    there.ingest()
    with_claims(there.data)
    return there


@pytest.fixture
def there(whole: Made, tmp_path: Path) -> Made:
    shutil.copytree(whole.data, tmp_path / "data")
    return Made(whole.upstream, whole.repository, whole.commit, tmp_path / "data")


def at(there: Made, key: str) -> str:
    """Where a round of the made data is: DIR@COMMIT."""
    entry = document(there.data / "rounds.yml").section("rounds")[key]
    return f"{there.upstream / entry.values['folders'][0]}@{entry.values['commit']}"


def another(whole: Made, folder: Path, records: list[dict[str, Any]]) -> tuple[Made, str]:
    """The data of ``whole`` without ROUND, a repository with other ``records`` of it, and where that is."""
    new = made(folder, records)
    shutil.rmtree(new.data)
    shutil.copytree(whole.data, new.data)
    remove_round(new.data, ROUND)
    return new, f"{new.repository}@{new.commit}"


def accepted(review: Review, path: Path, **facts: Any) -> Path:
    """The proposals of ``review``, filled in with ``facts`` about the round, as a file."""
    found = yaml.safe_load(proposals_text(review))
    found["rounds.yml"]["rounds"][review.key].update({**FACTS, **facts})
    path.write_text(yaml.safe_dump(found, sort_keys=False))
    return path


def tables(data: Path) -> dict[str, str]:
    """The hashes of the ingested tables."""
    names = {TABLES[name].file for name, table in TABLES.items() if table.ingested}
    return {name: digest for name, digest in hashes(data).items() if name in names}


@pytest.mark.parametrize("key", ["v2.0", "v3.1", TRAINING_ROUND])  # ROUND: on the command line, below
def test_a_round_that_was_removed_is_the_same_when_it_is_added_again(there: Made, tmp_path: Path, key: str) -> None:
    before, where = tables(there.data), at(there, key)
    entry = remove_round(there.data, key)
    assert tables(there.data) != before
    review = add(where, there.data)
    write(add(where, there.data, accepted=accepted(review, tmp_path / "p.yml", repo=entry["repo"])), there.data)
    assert tables(there.data) == before


def test_a_review_says_what_the_round_brings_and_changes_nothing(there: Made, tmp_path: Path) -> None:
    where = at(there, ROUND)
    remove_round(there.data, ROUND)
    before = hashes(there.data)
    text = "\n".join(add(where, there.data).lines)
    assert hashes(there.data) == before
    assert "inference_results         2 (0)" in text
    assert "2 agree, 0 differ, 0 have no figure in a log" in text
    assert "benchmark: llama2-70b-99" not in text  # other rounds have it
    assert "not recorded -> reproduced" in text
    assert "verdicts.reproduced: 0 -> 1" in text
    assert f"published: {TO_FILL_IN}" in text


# What differs in a record, and the entry that is proposed for it: register, section, name.
NAMES = (
    ({"Accelerator": "Zeta Z1"}, ("vendors.yml", "accelerators", "Zeta")),
    ({"Accelerator": "Nvidea B9"}, ("vendors.yml", "accelerators", "NVIDIA")),
    ({"Accelerator": "N/A", "Processor": "Omega 9"}, ("vendors.yml", "processors", "Omega")),
    ({"Model": "mixtral"}, ("benchmarks.yml", "benchmarks", "mixtral")),
    ({"Model": "LLAMA2_70b-99"}, ("benchmarks.yml", "benchmarks", "llama2-70b-99")),
    ({"Scenario": "Interactive"}, ("benchmarks.yml", "benchmarks", "llama2-70b-99")),
    ({"Submitter": "Cid_Dan"}, ("partners.yml", "organisations", "Cid_Dan")),
)


def test_names_that_no_register_knows_are_proposed_and_read_when_accepted(whole: Made, tmp_path: Path) -> None:
    """A new maker, processor, benchmark, scenario and joint name; a maker and a benchmark spelt otherwise."""
    records = [record(ID=f"9.9-000{n}", **changes) for n, (changes, _) in enumerate(NAMES, 2)]
    new, where = another(whole, tmp_path, [server(), *records])
    review = add(where, new.data)
    known = {file: document(new.data / file) for _, (file, *_) in NAMES}
    for _, (file, section, entry) in NAMES:
        assert review.proposals[file][section][entry] != dict(known[file].section(section)).get(entry)
    write(add(where, new.data, accepted=accepted(review, tmp_path / "p.yml", repo=REPO)), new.data)
    results = load("inference_results", new.data)
    assert len(results[results["round"] == ROUND]) == 1 + len(NAMES)
    # What was written is what the command line reads again.
    assert main(["verify", "--upstream", str(new.upstream), "--data", str(new.data), "--round", ROUND]) == 0


def test_a_submitter_spelt_otherwise_is_corrected_in_every_table(whole: Made, tmp_path: Path) -> None:
    new, where = another(whole, tmp_path, [server(), record(ID="9.9-0002", Submitter="DAN")])
    review = add(where, new.data)
    assert any("Dan, spelt otherwise" in line for line in review.lines)
    write(add(where, new.data, accepted=accepted(review, tmp_path / "p.yml", repo=REPO)), new.data)
    assert set(load("inference_results", new.data).query(f"round == '{ROUND}'")["submitter"]) == {"Anna", "Dan"}


def test_a_typed_round_gives_way_to_its_logs_and_the_review_says_so(there: Made, tmp_path: Path) -> None:
    repository = there.upstream / "inference_results_v5.0"
    shutil.copytree(there.upstream / "inference_results_v2.0", repository)
    where = f"{repository}@{at(there, 'v2.0').rpartition('@')[2]}"
    review = add(where, there.data)
    assert any("replaces the rows that were typed" in line for line in review.lines)
    assert any(line.split() == ["inference_results", "2", "(2)"] for line in review.lines)
    write(add(where, there.data, accepted=accepted(review, tmp_path / "p.yml")), there.data)
    shutil.rmtree(repository)
    assert set(load("inference_results", there.data).query("round == 'v5.0'")["obtained"]) == {"log"}
    assert "v5.0" in document(there.data / "rounds.yml").section("rounds")


def test_what_cannot_be_added(there: Made, tmp_path: Path) -> None:
    before = hashes(there.data)

    def refused(where: str, kind: type[Exception], message: str, **more: Any) -> None:
        with pytest.raises(kind, match=message):
            add(where, there.data, **more)
        assert hashes(there.data) == before

    refused(at(there, ROUND), RegisterError, f"{ROUND} is there already")
    refused(f"{there.repository}@{'0' * 40}", UpstreamError, "cannot be read", key="v9.8")
    refused(str(there.repository), UpstreamError, "no commit")
    refused(f"{tmp_path / 'nowhere'}@HEAD", UpstreamError, "no repository named")
    refused(f"{there.repository}@{there.commit}", RegisterError, "no round can be called", key="../../x")
    other = tmp_path / "up" / "inference_results_v9.8"
    refused(f"{other}@{commit(other, {'README.md': 'words'})}", UpstreamError, "no layout that is known.*README.md")
    table = tmp_path / "table" / "inference_results_v9.8"
    files = {"summary.json": "{}", raw_log("resnet50"): "a log"}
    refused(f"{table}@{commit(table, files)}", UpstreamError, "no layout that is known.*summary.json")
    unnamed = tmp_path / "up" / "results"
    shutil.copytree(there.repository, unnamed)
    refused(f"{unnamed}@{there.commit}", UpstreamError, "does not say which round")
    refused(f"{unnamed}@{there.commit}", UpstreamError, "no round of the suite of training-v9.8", key="training-v9.8")


CHANGES: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "a name is not accepted": (lambda p: p.pop("vendors.yml"), "1 names are in no accepted proposal"),
    "another commit": (lambda p: p["rounds.yml"]["rounds"][ROUND].update(commit="0" * 40), "is proposed at"),
    "no such register": (lambda p: p.update({"vendor.yml": {"accelerators": {"Zeta": {}}}}), "no register vendor.yml"),
    "a day that is none": (lambda p: p["rounds.yml"]["rounds"][ROUND].update(published="soon"), "published is 'soon'"),
    "another count": (
        lambda p: p["rounds.yml"]["rounds"][ROUND].update(expected_rows={"inference_results": 3}), "expected 3",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def proposed(whole: Made, tmp_path_factory: pytest.TempPathFactory) -> tuple[Made, str, Review]:
    """Data, a round with one unknown name, and its review."""
    new, where = another(whole, tmp_path_factory.mktemp("proposed"), [record(Accelerator="Zeta Z1")])
    return new, where, add(where, new.data)


@pytest.mark.parametrize("name", CHANGES)
def test_only_what_was_accepted_whole_is_written(
    proposed: tuple[Made, str, Review], tmp_path: Path, name: str
) -> None:
    new, where, review = proposed
    before = hashes(new.data)
    with pytest.raises(RegisterError, match="not accepted"):
        write(review, new.data)
    change, message = CHANGES[name]
    path = accepted(review, tmp_path / "p.yml", repo=REPO)
    found = yaml.safe_load(path.read_text())
    change(found)
    path.write_text(yaml.safe_dump(found))
    with pytest.raises((RegisterError, UpstreamError), match=message):
        write(add(where, new.data, accepted=path), new.data)
    assert hashes(new.data) == before


def test_the_command_line(there: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where, data = at(there, ROUND), ["--data", str(there.data)]
    before = tables(there.data)
    entry = remove_round(there.data, ROUND)
    path = tmp_path / "p.yml"
    assert main(["round", "add", where, *data, "--write"]) == 1
    assert "are not accepted" in capsys.readouterr().err
    assert main(["round", "add", where, *data, "--proposals", str(path)]) == 0
    assert "Nothing was changed" in capsys.readouterr().out
    path.write_text(path.read_text().replace("mlcommons/inference_results_v9.9", entry["repo"]))
    assert main(["round", "add", where, *data, "--accept", str(path), "--write"]) == 1
    assert TO_FILL_IN in capsys.readouterr().err
    text = path.read_text().replace(f"published: {TO_FILL_IN}", "published: 2026-04-01")
    path.write_text(text.replace(f"{{name: {TO_FILL_IN}, address: {TO_FILL_IN}}}", str(FACTS["announced"])))
    assert main(["round", "add", where, *data, "--accept", str(path), "--write"]) == 0
    assert tables(there.data) == before


# Entries in the text of a register -----------------------------------------------------------------


def test_an_entry_is_written_and_no_other_line_is_touched(tmp_path: Path) -> None:
    path = tmp_path / "r.yml"
    first, second = (
        "# top\none:\n  # of a\n  a: {x: 1}\n  b: {x: 2}  # stays\n",
        "\n# of two\ntwo:\n  c:\n    y: 'q'\n",
    )
    last = "  # of d\n  d:\n    y: r"
    path.write_text(first + second + last)
    put_entry(path, "one", "n.1", {"x": [1, "y: z"]})
    put_entry(path, "two", "e", {"y": "s"}, after="c")
    put_entry(path, "one", "a", {"x": 9})
    changed = first.replace("x: 1", "x: 9") + "  n.1: {x: [1, 'y: z']}\n" + second + "  e:\n    y: s\n" + last
    assert path.read_text() == changed
    for section, name in (("one", "n.1"), ("two", "e")):
        drop_entry(path, section, name)
    put_entry(path, "one", "a", {"x": 1})
    assert path.read_text() == first + second + last
    with pytest.raises(RegisterError, match="no section 'three'"):
        put_entry(path, "three", "a", {})


# The rounds that are committed ---------------------------------------------------------------------


@pytest.mark.upstream
@pytest.mark.parametrize("key", ["v6.0", "training-v5.1"])
def test_a_committed_round_is_the_same_byte_for_byte_when_it_is_added_again(
    upstream: Path, tmp_path: Path, key: str
) -> None:
    data = tmp_path / "data"
    shutil.copytree(DATA_DIR, data)
    before = tables(data)
    entry = remove_round(data, key)
    where = f"{upstream / entry['folders'][0]}@{entry['commit']}"
    review = add(where, data)
    # What no repository says; `rules` and `read_from` are of the committed entry too.
    known = {name: entry[name] for name in ("published", "announced", "rules", "read_from") if name in entry}
    write(add(where, data, accepted=accepted(review, tmp_path / "p.yml", **known)), data)
    assert tables(data) == before
    # What follows from the tables is the same again as well.
    for name, frame in derive_tables(data).items():
        assert csv_bytes(frame, TABLES[name]) == csv_path(name, DATA_DIR).read_bytes(), name
