"""The reader finds a repository by name, reads one commit, and never loses its place."""

from __future__ import annotations

import os
import threading
import zlib
from pathlib import Path

import pytest

from claimcheck.errors import UpstreamError
from claimcheck.ingest.git import GitTree, find_git_dir, run_git
from tests.ingest.upstream import commit, fake_git, git, lose

NAME = "inference_results_v9.9"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Five files, the middle one big enough to fill a pipe many times over."""
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
    with pytest.raises(UpstreamError, match="no such folder") as error:
        find_git_dir(tmp_path / "nowhere", [NAME])
    assert "UPSTREAM=DIR" in str(error.value)
    for called in (f"{NAME}-old", f"my{NAME}", f"{NAME}.1"):
        looks(tmp_path / called)
    (tmp_path / f"x+{NAME}").write_text("a file of the right name")
    with pytest.raises(UpstreamError, match=f"no repository named {NAME}") as error:
        find_git_dir(tmp_path, [NAME])
    assert f"claimcheck upstream get ROUND --into {tmp_path}" in str(error.value)
    (tmp_path / NAME / "objects").mkdir(parents=True)
    with pytest.raises(UpstreamError, match="not a git directory") as error:
        find_git_dir(tmp_path, [NAME])
    assert error.value.where == str(tmp_path / NAME)


@pytest.mark.parametrize("called", [NAME, f"owner+{NAME}.git", f"owner__{NAME}"])
@pytest.mark.parametrize("inside", [".git", "", "repo"])
def test_names_and_layouts(tmp_path: Path, called: str, inside: str) -> None:
    """With a work tree, which may hold another repository; bare; bare, one folder below."""
    there = looks(tmp_path / called / inside)
    if inside == ".git":
        looks(tmp_path / called / "+vendored")
    assert find_git_dir(tmp_path, ["absent", NAME]) == there


def test_the_first_name_goes_first_and_an_empty_folder_does_not_hide_the_repository(tmp_path: Path) -> None:
    (tmp_path / f"anna+{NAME}").mkdir()
    first, second = looks(tmp_path / f"berta+{NAME}"), looks(tmp_path / "alpha")
    assert find_git_dir(tmp_path, [NAME, "alpha"]) == first
    assert find_git_dir(tmp_path, ["alpha", NAME]) == second


# Listing a commit -----------------------------------------------------------------------------


def test_another_commit(repository: Path) -> None:
    wanted = "0123456789" * 4
    with pytest.raises(UpstreamError, match=f"commit {wanted} cannot be read") as error:
        GitTree(repository / ".git", wanted)
    assert "claimcheck upstream get" in str(error.value.fix)
    assert error.value.where == str(repository / ".git")


def test_the_pinned_commit_is_read_not_the_newest(repository: Path) -> None:
    old = head(repository)
    commit(repository, {"a": "changed", "new": "n"})
    with GitTree(repository / ".git", old) as tree:
        assert tree.read_one("a") == b"alpha\n"
        assert "new" not in tree.paths


def test_links_and_submodules_are_not_files(repository: Path) -> None:
    (repository / "link").symlink_to("a")
    git(repository, "add", "link")
    git(repository, "update-index", "--add", "--cacheinfo", f"160000,{head(repository)},module")
    git(repository, "commit", "-q", "-m", "links")
    assert set(GitTree(repository / ".git", head(repository)).paths) == {"a", "b", "c", "d", "e/f"}


def test_odd_paths(tmp_path: Path) -> None:
    folder = tmp_path / "repo"
    commit(folder, {"with space\tand tab\nand line": "1", "Größe": "2"})
    with open(os.fsencode(folder) + b"/caf\xe9", "wb") as file:
        file.write(b"3")
    commit(folder, {})
    with GitTree(folder / ".git", head(folder)) as tree:
        assert tree.read_one("with space\tand tab\nand line") == b"1"
        assert tree.read_one("Größe") == b"2"
        assert tree.read_one("caf\\xe9") == b"3"
        "".join(tree.paths).encode()  # every path can be written to a table


# Streaming ------------------------------------------------------------------------------------


def test_every_blob_comes_whole_and_in_the_order_asked_for(repository: Path) -> None:
    with GitTree(repository / ".git", head(repository)) as tree:
        order = ["e/f", "c", "a", "d", "c", "b"]
        blobs = list(tree.read(order))
        assert [b.path for b in blobs] == order
        assert [b.data for b in blobs] == [
            b"\nmissing\n",
            b"\0\xff" * 400_000,
            b"alpha\n",
            b"",
            b"\0\xff" * 400_000,
            b"beta",
        ]
        assert blobs[2].blob == git(repository, "rev-parse", "HEAD:a")
        assert list(tree.read([])) == []
        assert tree.read_one("b") == b"beta"


def test_many_questions_do_not_block_the_answers(repository: Path) -> None:
    # More than a pipe holds in both directions: asking first and reading then would wait for ever.
    order = ["c", *["a"] * 6000]
    sizes: list[int] = []

    def read() -> None:
        with GitTree(repository / ".git", head(repository)) as tree:
            sizes.extend(len(b.data or b"") for b in tree.read(order))

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    reader.join(timeout=20)
    assert not reader.is_alive(), "git and the reader wait for each other"
    assert sizes == [800_000, *[6] * 6000]


def test_an_absent_blob_in_the_middle_keeps_the_place(repository: Path) -> None:
    lose(repository, "c")
    with GitTree(repository / ".git", head(repository)) as tree:
        assert [(b.path, b.data) for b in tree.read(["a", "c", "b", "c", "d"])] == [
            ("a", b"alpha\n"),
            ("c", None),
            ("b", b"beta"),
            ("c", None),
            ("d", b""),
        ]
        with pytest.raises(UpstreamError, match="c is listed but absent"):
            tree.read_one("c")
        assert tree.read_one("a") == b"alpha\n"


def test_a_path_that_the_commit_does_not_list(repository: Path) -> None:
    with GitTree(repository / ".git", head(repository)) as tree:
        with pytest.raises(UpstreamError, match="nothing is not in commit"):
            list(tree.read(["a", "nothing"]))
        # Nothing had been asked for: the next answer is the right one.
        assert tree.read_one("b") == b"beta"


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


def test_git_that_does_not_end(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_git(tmp_path, monkeypatch, '*" fetch"*', "exec sleep 20")
    with pytest.raises(UpstreamError, match="git fetch: git gave no answer for 1 seconds"):
        run_git(repository / ".git", "fetch", seconds=1)


# What is read is what the commit names ----------------------------------------------------------


@pytest.mark.parametrize(("name", "kind", "content"), [("HEAD:a", "blob", b"forged"), ("HEAD:e", "tree", b"")])
def test_an_object_that_is_not_what_its_id_says(repository: Path, name: str, kind: str, content: bytes) -> None:
    """Git answers with what it finds under an id; the hash of that gives it away."""
    true = git(repository, "rev-parse", name)
    path = repository / ".git" / "objects" / true[:2] / true[2:]
    path.chmod(0o644)
    path.write_bytes(zlib.compress(b"%s %d\0" % (kind.encode(), len(content)) + content))
    with pytest.raises(UpstreamError, match=true) as error, GitTree(repository / ".git", head(repository)) as tree:
        tree.read_one("a")
    assert error.value.where == str(repository / ".git")


@pytest.mark.parametrize(
    ("answer", "message"),
    [("exit 3", "git stopped while reading a"), ("read x; printf '%s blob 6\\nalp' $x", "git sent a truncated a")],
)
def test_git_that_dies_midway(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, message: str
) -> None:
    listed = GitTree(repository / ".git", head(repository))
    fake_git(tmp_path, monkeypatch, "*cat-file*", f"{answer}; exit")
    with listed as tree, pytest.raises(UpstreamError, match=message):
        list(tree.read(["a", "b"]))


def test_a_folder_that_is_absent_is_told(repository: Path) -> None:
    found = git(repository, "rev-parse", "HEAD:e")
    (repository / ".git" / "objects" / found[:2] / found[2:]).unlink()
    with pytest.raises(UpstreamError, match=rf"the folder /e/ \({found}\) is absent"):
        GitTree(repository / ".git", head(repository))
