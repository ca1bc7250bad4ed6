"""Fetch what rounds are made from: the pinned commits, and of their files only those that the ingestion asks for.

No list of paths is kept. The ingestion itself runs on a clone without blobs, which notes what was asked for and is
absent; that is fetched, and the ingestion runs again, until it lacks nothing. (A few times: the table names logs,
configurations import others.) The last run has read every blob and compared it with its id. Files that were absent
when the tables were made, as ``skipped`` says, are no part of the tables and are not fetched.

A repository is a partial clone of one commit (``--filter=blob:none --depth=1``), which git understands as such, and of
which ``GitTree`` reads nothing as absent that should be there. What has arrived stays: a later run goes on from there.

A repository's settings can make git start any program. So we fetch only into repositories whose settings are, to the
byte, those that we write; what else lies in the folder is read and never added to.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from claimcheck.core.errors import ClaimcheckError, UpstreamError
from claimcheck.core.files import alone, write
from claimcheck.core.limits import file_bytes
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.rounds import Repository, read_rerun, read_rounds, repositories
from claimcheck.ingest.build import Say, absent_before, build, tell
from claimcheck.ingest.git import GET_AGAIN, GitTree, find_git_dir, run_git

HOST = "https://github.com/"
# Blobs asked for at once: what an interruption can lose.
_BATCH = 1000
_REFUSED = re.compile(r"not our ref|no such remote ref|couldn't find remote ref", re.IGNORECASE)
_ID = re.compile(r"\b[0-9a-f]{40,64}\b")
_FETCH = ("fetch", "--quiet", "--filter=blob:none", "--no-tags", "--no-write-fetch-head", "--recurse-submodules=no")
# What git would make of the settings by itself; the address is given on its command line.
_CONFIG = b"""\
[core]
\trepositoryformatversion = 1
\tbare = true
[extensions]
\tpartialClone = origin
[remote "origin"]
\tpromisor = true
\tpartialclonefilter = blob:none
"""
_SETTINGS = (
    "fetch.negotiationAlgorithm=noop",
    "gc.auto=0",
    "maintenance.auto=false",
    "http.lowSpeedLimit=1000",
    "http.lowSpeedTime=60",
)
_PROTOCOLS = "https:http:ssh:git:file"
# Seconds for what is asked for at once: the folders of the largest round, or _BATCH files.
_LONGEST = 1800


class _Gathering(GitTree):
    """A tree that takes an absent blob for one that is still to come: ``lacking`` has all that were asked for."""

    def _lack(self, path: str) -> bool:
        blob = self.paths[path]
        if absent := blob not in self._here:
            self.lacking[path] = blob
        return absent


@dataclass(frozen=True)
class _Clone:
    """A repository on its way: its rounds, and where it lies and comes from."""

    at: Repository
    rounds: list[str]
    folder: Path
    address: str

    @property
    def ours(self) -> bool:
        """True for a repository that this command makes or has made, and that nobody has set up otherwise since.

        Neither linked to another, whose settings would count (``commondir``), nor sharing another's objects.
        """
        if not self.folder.exists() or not any(self.folder.iterdir()):
            return True
        config, links = self.folder / "config", ("commondir", "objects/info/alternates")
        linked = any(os.path.lexists(self.folder / name) for name in links)
        return not linked and config.is_file() and file_bytes(config, UpstreamError) == _CONFIG

    def git(self, *args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run git on it, with this address and no settings but ours."""
        given = (*_SETTINGS, f"safe.directory={self.folder}", f"remote.origin.url={self.address}")
        try:
            return run_git(self.folder, *args, settings=given, protocols=_PROTOCOLS, seconds=_LONGEST, stdin=stdin)
        finally:
            # git notes the filter of each fetch, and not every git in the same words.
            write(self.folder / "config", _CONFIG)

    def make(self) -> None:
        """Make an empty repository; goes on where that was interrupted."""
        self.folder.mkdir(parents=True, exist_ok=True)
        write(self.folder / "config", _CONFIG)
        for name in ("objects/pack", "refs"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        write(self.folder / "HEAD", b"ref: refs/heads/main\n")

    @property
    def disk(self) -> int:
        """Bytes of the git directory."""
        return sum(p.stat().st_size for p in self.folder.rglob("*") if p.is_file())


@dataclass(frozen=True)
class Fetched:
    """A repository that holds what its rounds need.

    ``files`` are those of the commit, ``read`` the blobs that the ingestion reads, ``size`` their bytes and ``disk``
    those of the git directory; ``absent`` counts blobs that are not there, as when the tables were made.
    """

    repo: str
    rounds: tuple[str, ...]
    files: int
    read: int
    size: int
    disk: int
    absent: int


def get(
    only: Collection[str],
    into: Path,
    data: Path = DATA_DIR,
    say: Say = tell,
    addresses: Mapping[str, str] | None = None,
) -> list[Fetched]:
    """Fetch into the folder ``into`` what the rounds ``only`` (all, when empty) are made from, and check it.

    ``addresses`` gives rounds another address of their repository: a copy that has the commit is as good, since git's
    ids are hashes. What is there already is not fetched again. Raises RegisterError for an unknown round;
    UpstreamError when the disk has no room, when the address cannot be reached or lacks the commit or a file, and when
    a repository that is no partial clone lacks something.
    """
    copies = {read_rounds(data, [key])[0].repo: address for key, address in (addresses or {}).items()}
    rounds = read_rounds(data, only)
    for round_ in rounds:
        if round_.source == "typed":
            say(f"{round_.key}: nothing to get, its rows are typed in data/{round_.table}")
    needed = repositories(data, only)
    _announce(needed, into, data, say)
    with alone(into):
        clones = {}
        for at, keys in needed:
            folder = _folder(at, into) or into / at.folders[0]
            clones[folder] = _Clone(at, keys, folder, copies.get(at.repo, HOST + at.repo))
            _fetch_commit(clones[folder], say)
        trees: list[GitTree] = []
        for round_ in rounds:
            if round_.source != "typed":
                trees += _fetch_round(round_.key, clones, into, data, say)
    return [_fetched(clone, [tree for tree in trees if tree.git_dir == folder]) for folder, clone in clones.items()]


def _fetched(clone: _Clone, trees: list[GitTree]) -> Fetched:
    sizes_read = {blob: size for tree in trees for blob, size in tree.read_sizes.items()}
    absent = {blob for tree in trees for blob in tree.lacking.values()}
    files, size = len(trees[0].paths), sum(sizes_read.values())
    return Fetched(clone.at.repo, tuple(clone.rounds), files, len(sizes_read), size, clone.disk, len(absent))


def _announce(needed: list[tuple[Repository, list[str]]], into: Path, data: Path, say: Say) -> None:
    """Say how much is to come; raises UpstreamError when the disk has no room for it."""
    known, total = read_rerun(data).repositories, 0
    for at, keys in needed:
        mb = known[at.repo].mb if at.repo in known else None
        size = "size unknown" if mb is None else f"up to {mb:,} MB"
        if _folder(at, into) is not None:
            size += ", here already or in part"
        else:
            total += mb or 0
        say(f"{', '.join(keys)}: {at.repo} at {at.commit[:10]}, {size}")
    into.mkdir(parents=True, exist_ok=True)
    if (free := shutil.disk_usage(into).free // 1_000_000) < total:
        message = f"{free:,} MB free, {total:,} MB needed"
        raise UpstreamError(message, where=into, fix="make room, or choose another folder")


def _folder(at: Repository, into: Path) -> Path | None:
    """The git directory of a repository in ``into``; None when there is none."""
    try:
        return find_git_dir(into, at.folders)
    except UpstreamError:
        return None


def _fetch_commit(clone: _Clone, say: Say) -> None:
    """Bring commit and folders. Raises UpstreamError."""
    folder, commit = clone.folder, clone.at.commit
    if not clone.ours:
        return  # whether it holds the commit is seen when it is read
    clone.make()
    # What a killed git left behind; no other is at work here.
    for left in (*folder.glob("*.lock"), *(folder / "objects" / "pack").glob("tmp_*")):
        left.unlink()
    # git sets the reference last: with it, commit and folders are whole.
    ref = f"refs/claimcheck/{commit}"
    if clone.git("rev-parse", "--verify", "--quiet", ref).returncode:
        say(f"{clone.at.repo}: commit {commit[:10]} and its folders, from {clone.address}")
        _must(clone.git(*_FETCH, "--depth=1", "origin", f"{commit}:{ref}"), clone)


def _fetch_round(key: str, clones: Mapping[Path, _Clone], into: Path, data: Path, say: Say) -> list[GitTree]:
    """Fetch the blobs that a round is made from; return the trees of the last ingestion, which lacked none of them."""
    known = absent_before(data)
    while True:
        trees: list[GitTree] = []

        def opened(folder: Path, commit: str, trees: list[GitTree] = trees) -> GitTree:
            trees.append(_Gathering(folder, commit))
            return trees[-1]

        fault = None
        try:
            build(into, data, lambda _: None, only=[key], opened=opened)
        except ClaimcheckError as error:
            fault = error  # a later stage cannot do without what is still to come
        missing: dict[Path, dict[str, str]] = {}
        for tree in trees:
            wanted = {blob: path for path, blob in tree.lacking.items() if blob not in known}
            missing.setdefault(tree.git_dir, {}).update(wanted)
        if not any(missing.values()):
            if fault is not None:
                raise fault
            return trees
        for folder, blobs in missing.items():
            _fetch_blobs(clones[folder], key, blobs, say)


def _fetch_blobs(clone: _Clone, key: str, blobs: Mapping[str, str], say: Say) -> None:
    """Bring ``blobs`` (id: path); raises UpstreamError, also for one that the server lacks."""
    if blobs and not clone.ours:
        blob, path = next(iter(blobs.items()))
        raise UpstreamError(
            f"{len(blobs)} files of {key} are absent, {path} ({blob}) for one",
            where=clone.folder,
            rule="files are added only to a repository that this command has made",
            fix="complete the repository with git, or choose another folder",
        )
    ids = list(blobs)
    for start in range(0, len(ids), _BATCH):
        batch = ids[start : start + _BATCH]
        run = clone.git(*_FETCH, "--stdin", "origin", stdin="\n".join(batch))
        lost = [blobs[blob] for blob in _ID.findall(run.stderr) if blob in blobs]
        if run.returncode and lost:
            raise UpstreamError(
                f"{lost[0]} is in the commit but not at {clone.address}: {' '.join(run.stderr.split())}",
                where=clone.folder,
                rule="every file that the ingestion asks for is fetched",
                fix=f"give a copy that has it: --from {key}=URL",
            )
        _must(run, clone)
        say(f"{key}: {start + len(batch):,} of {len(ids):,} files, {clone.disk / 1e6:,.1f} MB here")


def _must(run: subprocess.CompletedProcess[str], clone: _Clone) -> None:
    """Raise UpstreamError, with what git said and a remedy, when it failed."""
    if not run.returncode:
        return
    said = " ".join(run.stderr.split()) or f"git exits with {run.returncode}"
    key = clone.rounds[0]
    copy = f"give a copy that has the commit: --from {key}=URL"
    if "No space left" in said or "file write error" in said:
        raise UpstreamError(f"the disk is full: {said}", where=clone.folder, fix=f"make room; then {GET_AGAIN}")
    if _REFUSED.search(said):
        raise UpstreamError(f"{clone.address} lacks commit {clone.at.commit}: {said}", where=clone.folder, fix=copy)
    raise UpstreamError(
        f"{clone.address} cannot be fetched from: {said}",
        where=clone.folder,
        fix=f"see whether the address can be reached, then {GET_AGAIN}; or {copy}",
    )
