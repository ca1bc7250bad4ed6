"""Fetching what a round is made from: only that, all of it, again after any interruption."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from claimcheck.core.errors import UpstreamError
from claimcheck.sources.build import Say, build, verify
from claimcheck.sources.get import get
from tests.sources import upstream as up

DETAIL = f"{up.SERVER}/mlperf_log_detail.txt"
FOLDERS = {
    up.ROUND: "inference_results_v9.9",
    up.LOGS_ROUND: "inference_results_v2.0",
    up.EXPERIMENTS_ROUND: "cm4mlperf-results",
    up.TRAINING_ROUND: "training_results_v3.0",
}


@pytest.fixture
def there(ingested: up.Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> up.Made:
    """A round of every kind of source, whose repositories may be cloned without their blobs."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    made = ingested.copied(tmp_path / "server", upstream=True)
    for repository in made.upstream.iterdir():
        up.git(repository, "config", "uploadpack.allowFilter", "true")
    return made


def fetch(there: up.Made, into: Path, *keys: str, server: Path | None = None, say: Say = up.quiet) -> list[str]:
    return list(get(keys, into, there.data, say, f"file://{server or there.upstream}"))


def held(folder: Path) -> set[str]:
    """Ids of the objects that a repository has."""
    return set(up.git(folder, "cat-file", "--batch-all-objects", "--batch-check=%(objectname)").split())


def test_every_kind_of_round_gives_the_same_tables_from_the_files_that_are_wanted(
    there: up.Made, tmp_path: Path
) -> None:
    said: list[str] = []
    into = tmp_path / "into"
    fetched = fetch(there, into, say=said.append)
    rounds = [name for line in fetched for name in line.partition(":")[0].split(", ")]
    assert sorted(rounds) == sorted([*FOLDERS, up.LOGS_ROUND])
    assert f"{up.TYPED_ROUND}: nothing to get, its rows are typed in data/typed/five.csv" in said
    assert all("files are here" in line and ": 0 of" not in line for line in fetched)
    assert not verify(into, there.data, up.quiet).differences
    # Once whole, nothing is asked of anybody.
    assert fetch(there, into, server=tmp_path / "nowhere")
    with pytest.raises(UpstreamError, match="cannot be fetched from") as error:
        fetch(there, tmp_path / "elsewhere", up.ROUND, server=tmp_path / "nowhere")
    assert f"{up.ROUND} --from URL" in str(error.value.fix)


def test_what_an_interruption_left_is_gone_on_with(there: up.Made, tmp_path: Path) -> None:
    shutil.copytree(there.upstream, tmp_path / "whole")
    up.lose(there.repository, DETAIL)
    into = tmp_path / "into"
    with pytest.raises(UpstreamError, match="cannot be fetched from"):
        fetch(there, into, up.ROUND)
    with pytest.raises(UpstreamError, match="is absent from the repository"):
        build(into, there.data, up.quiet, [up.ROUND])
    (into / FOLDERS[up.ROUND] / "shallow.lock").touch()
    fetch(there, into, up.ROUND, server=tmp_path / "whole")
    assert not verify(into, there.data, up.quiet, [up.ROUND]).differences


def test_a_file_that_was_absent_when_the_tables_were_made_is_no_part_of_them(there: up.Made, tmp_path: Path) -> None:
    shutil.copytree(there.upstream, tmp_path / "whole")
    up.lose(there.repository, DETAIL)
    there.ingest()
    fetch(there, tmp_path / "into", up.ROUND)
    # Nor where a repository has it: the tables are compared with what they were made from.
    for upstream in (tmp_path / "into", tmp_path / "whole"):
        assert not verify(upstream, there.data, up.quiet, [up.ROUND]).differences


def test_a_clone_of_somebody_else_is_used_and_left_as_it_is(there: up.Made, tmp_path: Path) -> None:
    own = tmp_path / "into" / FOLDERS[up.ROUND]
    shutil.copytree(there.repository, own)
    before = held(own)
    fetch(there, own.parent, up.ROUND)
    assert (held(own), up.git(own, "remote")) == (before, "")
    up.lose(own, DETAIL)
    assert "used as it is" in fetch(there, own.parent, up.ROUND)[0]
    assert held(own) < before


def test_settings_of_somebody_else_start_nothing_and_an_empty_folder_is_ours(there: up.Made, tmp_path: Path) -> None:
    """With our settings to the byte a folder may name another one, whose settings git reads."""
    empty = tmp_path / "empty" / FOLDERS[up.ROUND]
    empty.mkdir(parents=True)
    fetch(there, empty.parent, up.ROUND)
    own = tmp_path / "into" / FOLDERS[up.ROUND]
    shutil.copytree(there.repository, tmp_path / "other")
    shutil.copytree(empty, own)
    shutil.rmtree(own / "refs" / "claimcheck")
    up.git(tmp_path / "other", "config", "remote.origin.uploadpack", f"touch {tmp_path}/run; git-upload-pack")
    (own / "commondir").write_text(up.git(tmp_path / "other", "rev-parse", "--absolute-git-dir").strip())
    fetch(there, own.parent, up.ROUND)
    assert not (tmp_path / "run").exists()
