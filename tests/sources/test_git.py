"""The reader finds a repository by name, reads one commit as git shows it, and refuses what is not what its id says."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from claimcheck.core.errors import UpstreamError
from claimcheck.sources.git import GitTree, find_git_dir
from tests.sources.upstream import commit, git, lose

NAME = "inference_results_v9.9"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Files with and without an end of line, one of them empty, one big."""
    folder = tmp_path / NAME
    commit(folder, {"a": "alpha\n", "b": "beta", "c": b"\0\xff" * 400_000, "d": "", "e/f": "\nmissing\n"})
    return folder


def head(folder: Path) -> str:
    return git(folder, "rev-parse", "HEAD")


def looks(folder: Path) -> Path:
    """Make ``folder`` look like a git directory."""
    (folder / "objects").mkdir(parents=True)
    (folder / "HEAD").touch()
    return folder


def test_what_is_no_repository_of_that_name(tmp_path: Path) -> None:
    with pytest.raises(UpstreamError, match="no such folder"):
        find_git_dir(tmp_path / "nowhere", NAME)
    looks(tmp_path / f"{NAME}-old")
    looks(tmp_path / f"my{NAME}")
    (tmp_path / NAME).mkdir()
    (tmp_path / f"{NAME}.git").touch()
    with pytest.raises(UpstreamError, match=f"no git repository named {NAME}") as error:
        find_git_dir(tmp_path, NAME)
    assert f"claimcheck upstream get ROUND --into {tmp_path}" in str(error.value.fix)


@pytest.mark.parametrize("called", [NAME, f"owner+{NAME}.git", f"owner__{NAME}"])
@pytest.mark.parametrize("inside", [".git", "", "repo"])
def test_names_and_layouts(tmp_path: Path, called: str, inside: str) -> None:
    """With a work tree; bare; bare, one folder below. An empty folder of the name hides none."""
    (tmp_path / f"anna+{NAME}").mkdir()
    there = looks(tmp_path / called / inside)
    assert find_git_dir(tmp_path, NAME) == there


def test_the_pinned_commit_is_read_not_the_newest_and_no_replacement(repository: Path) -> None:
    old = head(repository)
    new = commit(repository, {"a": "changed", "new": "n"})
    git(repository, "replace", old, new)
    with GitTree(repository / ".git", old) as tree:
        assert tree.read_one("a") == b"alpha\n"
        assert "new" not in tree.paths


def test_links_and_submodules_are_not_files_and_odd_names_are(repository: Path) -> None:
    (repository / "link").symlink_to("a")
    (repository / "Größe\tand tab").write_text("1")
    git(repository, "add", ".")
    git(repository, "update-index", "--add", "--cacheinfo", f"160000,{head(repository)},module")
    git(repository, "commit", "-q", "-m", "links")
    tree = GitTree(repository / ".git", head(repository))
    assert set(tree.paths) == {"a", "b", "c", "d", "e/f", "Größe\tand tab"}


def test_blobs_come_whole_and_in_the_order_asked_for_around_an_absent_one(repository: Path) -> None:
    lose(repository, "b")
    whole = [("e/f", b"\nmissing\n"), ("c", b"\0\xff" * 400_000), ("b", None), ("a", b"alpha\n"), ("d", b"")]
    blob = git(repository, "rev-parse", "HEAD:b")
    for absent in (None, {blob}):
        with GitTree(repository / ".git", head(repository), absent) as tree:
            assert [(b.path, b.data) for b in tree.read(path for path, _ in whole)] == whole
            with pytest.raises(UpstreamError, match="b is listed but absent"):
                tree.read_one("b")
    with GitTree(repository / ".git", head(repository)) as tree:
        with pytest.raises(UpstreamError, match=rf"b \({blob}\) is absent") as error:
            tree.read_one("b")
        assert f"fetch origin {blob}" in str(error.value.fix)
        with pytest.raises(UpstreamError, match="nothing is not in commit"):
            list(tree.read(["a", "nothing"]))


def test_a_partial_clone_is_not_completed_from_the_network(repository: Path, tmp_path: Path) -> None:
    """The remote has the blobs, and git would fetch them unless told not to."""
    git(repository, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--bare", "--filter=blob:none", f"file://{repository}", "partial")
    with GitTree(tmp_path / "partial", head(repository)) as tree, pytest.raises(UpstreamError, match="is absent"):
        tree.read_one("a")


def test_what_is_too_large_is_not_read(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("claimcheck.sources.git._LARGEST_BLOB", 1_000)
    with GitTree(repository / ".git", "HEAD") as tree, pytest.raises(UpstreamError, match="c has 800,000 bytes"):
        tree.read_one("c")


def test_a_forged_blob(repository: Path) -> None:
    blob = git(repository, "rev-parse", "HEAD:a")
    path = repository / ".git" / "objects" / blob[:2] / blob[2:]
    path.chmod(0o644)
    path.write_bytes(zlib.compress(b"blob 6\0forged"))
    with GitTree(repository / ".git", head(repository)) as tree:
        with pytest.raises(UpstreamError, match=f"a is blob {blob} in the commit; .* hashes to"):
            tree.read_one("a")
        assert tree.read_one("b") == b"beta"


def test_a_commit_that_is_not_there(repository: Path) -> None:
    wanted = "0123456789" * 4
    with pytest.raises(UpstreamError, match=f"commit {wanted} cannot be read") as error:
        GitTree(repository / ".git", wanted)
    assert error.value.where == str(repository / ".git")


def test_no_setting_or_hook_of_the_repository_starts_a_program(repository: Path, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {mark}\n")
    program.chmod(0o755)
    at = head(repository)
    for name in ("core.fsmonitor", "core.sshCommand", "core.pager", "remote.origin.uploadpack"):
        git(repository, "config", name, str(program))
    git(repository, "config", "alias.ls-tree", f"!{program}")
    git(repository, "config", "core.hooksPath", str(repository / ".git" / "hooks"))
    # Of what a partial clone lacks git would ask that program.
    git(repository, "config", "core.repositoryformatversion", "1")
    git(repository, "config", "extensions.partialClone", "origin")
    git(repository, "config", "remote.origin.url", f"file://{tmp_path}")
    hooks = repository / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for name in ("post-checkout", "reference-transaction", "fsmonitor-watchman", "post-index-change"):
        (hooks / name).symlink_to(program)
    mark.unlink(missing_ok=True)
    lose(repository, "b")
    with GitTree(repository / ".git", at) as tree:
        assert tree.read_one("a") == b"alpha\n"
        with pytest.raises(UpstreamError, match="is absent"):
            tree.read_one("b")
    assert not mark.exists()
