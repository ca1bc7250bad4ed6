"""The reader finds a repository by name, reads one commit, and never loses its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.core.errors import UpstreamError
from claimcheck.ingest.git import GitTree, find_git_dir
from tests.ingest.upstream import commit, git, lose

NAME = "inference_results_v9.9"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Files with and without an end of line, one of them empty, one big."""
    folder = tmp_path / NAME
    commit(folder, {"a": "alpha\n", "b": "beta", "c": b"\0\xff" * 400_000, "d": "", "e/f": "\nmissing\n"})
    return folder


def head(folder: Path) -> str:
    return git(folder, "rev-parse", "HEAD")


# Finding the repository -----------------------------------------------------------------------


def looks(folder: Path) -> Path:
    """Make ``folder`` look like a git directory."""
    (folder / "objects").mkdir(parents=True)
    (folder / "HEAD").touch()
    return folder


def test_what_is_no_repository_of_that_name(tmp_path: Path) -> None:
    with pytest.raises(UpstreamError, match="no such folder"):
        find_git_dir(tmp_path / "nowhere", [NAME])
    looks(tmp_path / f"{NAME}-old")
    looks(tmp_path / f"my{NAME}")
    with pytest.raises(UpstreamError, match=f"no repository named {NAME}") as error:
        find_git_dir(tmp_path, [NAME])
    assert f"claimcheck upstream get ROUND --into {tmp_path}" in str(error.value.fix)
    (tmp_path / NAME).mkdir()
    with pytest.raises(UpstreamError, match="not a git directory") as error:
        find_git_dir(tmp_path, [NAME])
    assert error.value.where == str(tmp_path / NAME)


@pytest.mark.parametrize("called", [NAME, f"owner+{NAME}.git", f"owner__{NAME}"])
@pytest.mark.parametrize("inside", [".git", "", "repo"])
def test_names_and_layouts(tmp_path: Path, called: str, inside: str) -> None:
    """With a work tree; bare; bare, one folder below. An empty folder of the name hides none."""
    (tmp_path / f"anna+{NAME}").mkdir()
    there = looks(tmp_path / called / inside)
    assert find_git_dir(tmp_path, ["absent", NAME]) == there


# Reading a commit -----------------------------------------------------------------------------


def test_another_commit(repository: Path) -> None:
    wanted = "0123456789" * 4
    with pytest.raises(UpstreamError, match=f"commit {wanted} cannot be read") as error:
        GitTree(repository / ".git", wanted)
    assert error.value.where == str(repository / ".git")


def test_the_pinned_commit_is_read_not_the_newest(repository: Path) -> None:
    old = head(repository)
    commit(repository, {"a": "changed", "new": "n"})
    with GitTree(repository / ".git", old) as tree:
        assert tree.read_one("a") == b"alpha\n"
        assert "new" not in tree.paths


def test_links_and_submodules_are_not_files_and_odd_names_are(repository: Path) -> None:
    (repository / "link").symlink_to("a")
    (repository / "Größe\tand tab").write_text("1")
    git(repository, "add", ".")
    git(repository, "update-index", "--add", "--cacheinfo", f"160000,{head(repository)},module")
    git(repository, "commit", "-q", "-m", "links")
    assert set(GitTree(repository / ".git", head(repository)).paths) == {"a", "b", "c", "d", "e/f", "Größe\tand tab"}


def test_blobs_come_whole_and_in_the_order_asked_for_around_an_absent_one(repository: Path) -> None:
    lose(repository, "b")
    with GitTree(repository / ".git", head(repository)) as tree:
        blobs = list(tree.read(["e/f", "c", "b", "a", "d", "b", "c"]))
        assert [(b.path, b.data) for b in blobs] == [
            ("e/f", b"\nmissing\n"),
            ("c", b"\0\xff" * 400_000),
            ("b", None),
            ("a", b"alpha\n"),
            ("d", b""),
            ("b", None),
            ("c", b"\0\xff" * 400_000),
        ]
        assert blobs[3].blob == git(repository, "rev-parse", "HEAD:a")
        with pytest.raises(UpstreamError, match="b is listed but absent"):
            tree.read_one("b")
        with pytest.raises(UpstreamError, match="nothing is not in commit"):
            list(tree.read(["a", "nothing"]))
        assert tree.read_one("a") == b"alpha\n"


def test_a_partial_clone_is_not_completed_from_the_network(repository: Path, tmp_path: Path) -> None:
    # The remote has the blobs; git would fetch them unless told not to.
    git(repository, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--bare", "--filter=blob:none", f"file://{repository}", "partial")
    folder, commit = tmp_path / "partial", head(repository)
    with GitTree(folder, commit) as tree, pytest.raises(UpstreamError, match="not in this partial clone") as error:
        list(tree.read(["a", "b"]))
    assert "claimcheck upstream get" in str(error.value.fix)
    known = {tree.paths["a"], tree.paths["b"]}
    with GitTree(folder, commit, known) as tree:
        assert [b.data for b in tree.read(["a", "b"])] == [None, None]
        assert tree.lacking == {path: tree.paths[path] for path in ("a", "b")}
