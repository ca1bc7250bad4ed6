"""Fetching what a round is made from: only that, all of it, again after any interruption."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from claimcheck.core.errors import UpstreamError
from claimcheck.data import paths
from claimcheck.ingest.build import build
from claimcheck.ingest.get import Fetched, get
from claimcheck.ingest.verify import verify
from tests.ingest.upstream import (
    EXPERIMENTS_ROUND,
    LOGS_ROUND,
    ROUND,
    SERVER,
    TRAINING_ROUND,
    TYPED_ROUND,
    Made,
    every_source,
    git,
    lose,
    made,
    offline,
    quiet,
    server,
    stream,
)

DETAIL = f"{SERVER}/mlperf_log_detail.txt"
CODE = "closed/Anna/code/model.bin"
FOLDERS = {
    ROUND: "inference_results_v9.9",
    LOGS_ROUND: "inference_results_v2.0",
    EXPERIMENTS_ROUND: "cm4mlperf-results",
    TRAINING_ROUND: "training_results_v3.0",
}
# Blobs of the rounds of every source, each once.
READ = 20


@pytest.fixture(autouse=True)
def nobodys_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)


@pytest.fixture
def there(tmp_path: Path) -> Made:
    """A round of several results, with a file that no table asks for."""
    records = [server(), offline(), stream("SingleStream", 0.513395, "Latency (ms)")]
    found = made(tmp_path / "server", records, {CODE: os.urandom(1000)})
    serve(found)
    found.ingest()
    return found


def serve(there: Made) -> None:
    """Let the made repositories be cloned without their blobs."""
    for repository in there.upstream.iterdir():
        git(repository, "config", "uploadpack.allowFilter", "true")


def addresses(there: Made) -> dict[str, str]:
    return {key: f"file://{there.upstream / name}" for key, name in FOLDERS.items() if (there.upstream / name).exists()}


def fetch(there: Made, into: Path, *keys: str) -> list[Fetched]:
    """Get the rounds ``keys`` of the made repositories that are there."""
    known = (there.data / paths.ROUNDS).read_text()
    found = {key: address for key, address in addresses(there).items() if f"  {key}:\n" in known}
    return get(keys, into, there.data, quiet, found)


def held(folder: Path) -> set[str]:
    """Ids of the objects that a repository has."""
    return set(git(folder, "cat-file", "--batch-all-objects", "--batch-check=%(objectname)").split())


def blob_of(there: Made, path: str) -> str:
    return git(there.repository, "rev-parse", f"HEAD:{path}")


# What is fetched --------------------------------------------------------------------------------


def test_only_what_the_ingestion_reads_is_fetched_and_gives_the_same_tables(there: Made, tmp_path: Path) -> None:
    (found,) = fetch(there, tmp_path / "into", ROUND)
    folder = tmp_path / "into" / FOLDERS[ROUND]
    assert blob_of(there, DETAIL) in held(folder)
    assert blob_of(there, CODE) not in held(folder)
    assert found.read < found.files == len(git(there.repository, "ls-files").splitlines())
    assert (found.rounds, found.absent, found.size > 0) == ((ROUND,), 0, True)
    assert verify(tmp_path / "into", there.data, quiet).rows["inference_results"] == 3
    # Nothing that was fetched is left unread.
    files = {line.split()[1] for line in git(there.repository, "ls-files", "-s").splitlines()}
    assert len(held(folder) & files) == found.read


def test_every_kind_of_round_and_each_repository_once(tmp_path: Path) -> None:
    there = every_source(tmp_path / "server")
    serve(there)
    there.ingest()
    said: list[str] = []
    into = tmp_path / "into"
    found = get([], into, there.data, said.append, addresses(there))
    assert sorted(name for one in found for name in one.rounds) == sorted([*FOLDERS, LOGS_ROUND])
    assert sum(one.read for one in found) == READ
    assert [line for line in said if "typed" in line] == [
        f"{TYPED_ROUND}: nothing to get, its rows are typed in data/typed/five.csv"
    ]
    assert sorted(p.name for p in into.iterdir()) == sorted(FOLDERS.values())
    assert sum(verify(into, there.data, quiet).rows.values()) > 0
    # Once whole, nothing is asked of anybody.
    nowhere = dict.fromkeys(addresses(there), f"file://{tmp_path}/nowhere")
    assert get([], into, there.data, quiet, nowhere) == found
    with pytest.raises(UpstreamError, match="cannot be fetched from"):
        get([ROUND], tmp_path / "elsewhere", there.data, quiet, nowhere)


# What goes wrong --------------------------------------------------------------------------------


def test_a_file_that_the_server_lacks_is_named(there: Made, tmp_path: Path) -> None:
    lose(there.repository, DETAIL)
    with pytest.raises(UpstreamError, match="is in the commit but not at") as error:
        fetch(there, tmp_path / "into", ROUND)
    assert (DETAIL in str(error.value), str(error.value.fix)) == (True, f"give a copy that has it: --from {ROUND}=URL")
    with pytest.raises(UpstreamError, match="partial clone"):
        build(tmp_path / "into", there.data, quiet)


def test_a_file_that_was_absent_when_the_tables_were_made_is_no_part_of_them(there: Made, tmp_path: Path) -> None:
    shutil.copytree(there.upstream, tmp_path / "whole")
    lose(there.repository, DETAIL)
    there.ingest()
    (found,) = fetch(there, tmp_path / "into", ROUND)
    assert found.absent == 1
    assert verify(tmp_path / "into", there.data, quiet).read[0].absent == 1
    # Nor where a repository has it: the tables are compared with what they were made from.
    assert verify(tmp_path / "whole", there.data, quiet).read[0].absent == 1
    assert len(build(tmp_path / "whole", there.data, quiet)["skipped"]) < len(
        build(tmp_path / "into", there.data, quiet)["skipped"]
    )


def test_a_commit_that_the_server_lacks(there: Made, tmp_path: Path) -> None:
    path = there.data / paths.ROUNDS
    path.write_text(path.read_text().replace(there.commit, "a" * 40))
    with pytest.raises(UpstreamError, match=f"lacks commit {'a' * 40}") as error:
        fetch(there, tmp_path / "into", ROUND)
    assert f"--from {ROUND}=URL" in str(error.value.fix)


def test_a_clone_of_somebody_else_is_used_and_left_as_it_is(there: Made, tmp_path: Path) -> None:
    into = tmp_path / "into"
    own = into / FOLDERS[ROUND]
    shutil.copytree(there.repository, own)
    before = held(own)
    (found,) = fetch(there, into, ROUND)
    assert (found.absent, held(own), git(own, "remote")) == (0, before, "")
    lose(own, DETAIL)
    with pytest.raises(UpstreamError, match=r"1 files of v9\.9 are absent") as error:
        fetch(there, into, ROUND)
    assert DETAIL in str(error.value)
