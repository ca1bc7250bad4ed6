"""The reader finds a repository by name, reads one commit, and never loses its place."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import threading
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from claimcheck.errors import UpstreamError
from claimcheck.ingest import git as reading
from claimcheck.ingest.git import GitTree, find_git_dir, run_git
from tests.ingest.upstream import commit, fake_git, git, loose_object, lose

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


def test_a_damaged_object(repository: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = loose_object(repository, "c")
    path.write_bytes(path.read_bytes()[:-40])
    with (
        GitTree(repository / ".git", head(repository)) as tree,
        pytest.raises(UpstreamError, match=r"git (stopped|sent)|absent"),
    ):
        list(tree.read(["a"]))
        for blob in tree.read(["c", "a"]):
            assert blob.data is not None, "listed but absent"
    capfd.readouterr()


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("exit 3", "git stopped while reading a"),
        ("read x; printf '%s blob 6\\nalp' $x", "git sent a truncated a"),
        ("read x; printf '%s blob 6\\nalpha\\n' $x", "git sent a truncated a"),
        ("read x; printf '%s blob 6\\nalpha\\n\\n' $x", "git stopped while reading b"),
    ],
)
def test_git_dies_midway(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, message: str
) -> None:
    listed = GitTree(repository / ".git", head(repository))
    fake_git(tmp_path, monkeypatch, "*cat-file*", f"{answer}; exit")
    with listed as tree, pytest.raises(UpstreamError, match=message) as error:
        list(tree.read(["a", "b", *["a"] * 5000]))
    assert error.value.where == str(repository / ".git")


def test_no_git_is_left_running(repository: Path) -> None:
    with GitTree(repository / ".git", head(repository)) as tree:
        process = tree._process
        assert process is not None
        next(iter(tree.read(["a", "c", "c", "c"])))  # and the rest is never fetched
    assert process.poll() is not None


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


def _behind_alternates(there: Path, beside: Path) -> None:
    (there / "objects" / "info").mkdir(exist_ok=True)
    (there / "objects" / "info" / "alternates").write_text(f"{beside}\n")
    found = git(there.parent, "rev-parse", "HEAD:a")
    (there / "objects" / found[:2] / found[2:]).unlink()
    (beside / found[:2]).mkdir()
    os.mkfifo(beside / found[:2] / found[2:])


def _behind_include(there: Path, beside: Path) -> None:
    os.mkfifo(beside / "more")
    (there / "config").write_text(f"{(there / 'config').read_text()}[include]\n\tpath = {beside / 'more'}\n")


def _behind_a_link(there: Path, beside: Path) -> None:
    os.mkfifo(beside / "x.idx")
    (beside / "x.pack").write_text("x")
    shutil.rmtree(there / "objects" / "pack")
    (there / "objects" / "pack").symlink_to(beside)


@pytest.mark.parametrize("put", [_behind_alternates, _behind_include, _behind_a_link])
def test_a_pipe_that_git_would_wait_for(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, put: Callable[[Path, Path], None]
) -> None:
    monkeypatch.setattr(reading, "_PATIENCE", 1)
    commit = head(repository)
    (tmp_path / "beside").mkdir()
    put(repository / ".git", tmp_path / "beside")
    message = "git gave no answer for 1 seconds"
    with pytest.raises(UpstreamError, match=message) as error, GitTree(repository / ".git", commit) as tree:
        tree.read_one("a")
    assert error.value.where == str(repository / ".git")


def test_git_that_does_not_end(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_git(tmp_path, monkeypatch, '*" fetch"*', "exec sleep 20")
    with pytest.raises(UpstreamError, match="git fetch: git gave no answer for 1 seconds"):
        run_git(repository / ".git", "fetch", seconds=1)


# What is read is what the commit names ----------------------------------------------------------


def plant(folder: Path, found: str, kind: str, content: bytes) -> None:
    """Put ``content`` where the repository keeps the object ``found``."""
    path = folder / ".git" / "objects" / found[:2] / found[2:]
    path.chmod(0o644)
    path.write_bytes(zlib.compress(b"%s %d\0" % (kind.encode(), len(content)) + content))


def held(folder: Path, name: str) -> bytes:
    """The content of an object."""
    kind = git(folder, "cat-file", "-t", name)
    return subprocess.run(["git", "-C", folder, "cat-file", kind, name], capture_output=True, check=True).stdout


def another(repository: Path, name: str) -> bytes:
    """The id of an object of the repository as a tree has it."""
    return bytes.fromhex(git(repository, "rev-parse", name))


FORGERIES = {
    "a file": ("HEAD:a", "blob", lambda there: b"forged"),
    "a folder's file": (
        "HEAD:e", "tree",
        lambda there: held(there, "HEAD:e").replace(another(there, "HEAD:e/f"), another(there, "HEAD:a")),
    ),
    "a file's name": ("HEAD^{tree}", "tree", lambda there: held(there, "HEAD^{tree}").replace(b" a\0", b" A\0")),
    "a commit's tree": (
        "HEAD", "commit", lambda there: held(there, "HEAD").replace(
            git(there, "rev-parse", "HEAD^{tree}").encode(), git(there, "rev-parse", "HEAD:e").encode()
        ),
    ),
    "a tree for a file": ("HEAD:a", "tree", lambda there: held(there, "HEAD:e")),
}  # fmt: skip


@pytest.mark.parametrize("kind", FORGERIES)
def test_a_forged_object_is_told(repository: Path, kind: str) -> None:
    """Under a true id, a content that has another: git answers with it, and its hash gives it away with both ids."""
    name, type_, forge = FORGERIES[kind]
    commit, true, content = head(repository), git(repository, "rev-parse", name), forge(repository)
    assert content != held(repository, name)
    plant(repository, true, type_, content)
    if type_ != "commit":
        assert held(repository, true) == content, "git itself believes it"
    with pytest.raises(UpstreamError) as error, GitTree(repository / ".git", commit) as tree:
        list(tree.read(["b", "a"]))
    assert true in str(error.value)
    hashed = kind if kind != "a tree for a file" else "a file"  # as what was asked for
    made = hashlib.sha1(b"%s %d\0" % (FORGERIES[hashed][1].encode(), len(content)) + content).hexdigest()
    assert made in str(error.value)
    assert error.value.where == str(repository / ".git")


def test_what_git_may_put_in_the_place_of_an_object_is_passed_over(repository: Path) -> None:
    """Replaced files, folders and commits, grafts and a shallow history."""
    commit, there = head(repository), repository / ".git"
    true = GitTree(there, commit)
    old, folder = git(repository, "rev-parse", "HEAD:e"), git(repository, "rev-parse", "HEAD^{tree}")
    other = git(repository, "commit-tree", "-m", "forged", old)
    git(repository, "replace", *(git(repository, "rev-parse", f"HEAD:{name}") for name in "ab"))
    git(repository, "replace", folder, old)
    git(repository, "replace", commit, other)
    (there / "info").mkdir(exist_ok=True)
    (there / "info" / "grafts").write_text(f"{commit} {other}\n")
    (there / "shallow").write_text(f"{commit}\n")
    with GitTree(there, commit) as tree:
        assert (tree.commit, tree.paths, tree.folders) == (true.commit, true.paths, true.folders)
        assert tree.read_one("a") == b"alpha\n"


def test_objects_of_elsewhere_are_compared_with_their_ids_too(repository: Path, tmp_path: Path) -> None:
    """An alternate object folder, and a repository that shares another's (commondir)."""
    commit = head(repository)
    git(tmp_path, "clone", "-q", "--bare", "--shared", str(repository), "shared")
    git(repository, "worktree", "add", "-q", "--detach", str(tmp_path / "second"))
    folders = [tmp_path / "shared", repository / ".git" / "worktrees" / "second"]
    for folder in folders:
        with GitTree(folder, commit) as tree:
            assert tree.read_one("a") == b"alpha\n"
    plant(repository, git(repository, "rev-parse", "HEAD:a"), "blob", b"forged")
    for folder in folders:
        with GitTree(folder, commit) as tree, pytest.raises(UpstreamError, match="a is blob"):
            tree.read_one("a")


def test_a_branch_that_is_called_like_the_commit_is_not_it(repository: Path) -> None:
    old = head(repository)
    commit(repository, {"a": "changed"})
    (repository / ".git" / "refs" / "heads" / old).write_text(f"{head(repository)}\n")
    with GitTree(repository / ".git", old) as tree:
        assert tree.read_one("a") == b"alpha\n"


@pytest.mark.parametrize("name", ["..", "x/../../y", "."])
def test_a_name_that_leads_elsewhere_is_refused(repository: Path, name: str) -> None:
    """git writes no such folder; somebody else may. Its hash is right."""
    entry = f"100644 {name}\0".encode() + another(repository, "HEAD:a")
    made = git(repository, "hash-object", "--literally", "-w", "-t", "tree", "--stdin", stdin=entry)
    at = git(repository, "hash-object", "--literally", "-w", "-t", "commit", "--stdin",
             stdin=f"tree {made}\nauthor a <a> 0 +0000\ncommitter a <a> 0 +0000\n\nx\n".encode())  # fmt: skip
    with pytest.raises(UpstreamError, match="not a folder that git could have written"):
        GitTree(repository / ".git", at)


def test_a_commit_of_the_year_33658(repository: Path) -> None:
    text = f"tree {git(repository, 'rev-parse', 'HEAD^{tree}')}\nauthor a <a> 0 +0000\n"
    text += "committer a <a> 999999999999 +0000\n\nx\n"
    at = git(repository, "hash-object", "--literally", "-w", "-t", "commit", "--stdin", stdin=text.encode())
    with pytest.raises(UpstreamError, match="has no date: year 33658"):
        GitTree(repository / ".git", at)


def test_folders_that_repeat_each_other_without_end_are_refused(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_MOST", 5)
    with pytest.raises(UpstreamError, match="names over 5 files"):
        GitTree(repository / ".git", head(repository))


def test_a_folder_that_is_absent_is_told(repository: Path) -> None:
    found = git(repository, "rev-parse", "HEAD:e")
    (repository / ".git" / "objects" / found[:2] / found[2:]).unlink()
    with pytest.raises(UpstreamError, match=rf"the folder /e/ \({found}\) is absent"):
        GitTree(repository / ".git", head(repository))
