"""Read the files of one commit as git shows them, without a checkout.

``git ls-tree`` lists the commit and one ``git cat-file --batch`` hands over its files. The commit is pinned, git
replaces nothing and fetches nothing, and every blob that is read must hash to the id that the tree names.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from claimcheck.core.errors import UpstreamError

# No settings but the repository's own are read, and of those none may start a program or reach the network.
_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "LC_ALL": "C",
}
_SAFE = ("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false")
# Bytes of a file; the largest of any round has a tenth of it.
_LARGEST_BLOB = 500_000_000
_PATIENCE = 60  # seconds for an answer; a listing takes two
_LINK = "120000"


class Blob(NamedTuple):
    """One file's content. ``data`` is None when the repository lists but lacks it."""

    path: str
    blob: str
    data: bytes | None


def find_git_dir(upstream: Path, name: str) -> Path:
    """The git directory under ``upstream`` whose folder is called, or ends in + or __ and, ``name``.

    Bare and non-bare repositories, and a folder that holds one bare repository, are accepted.
    """
    if not upstream.is_dir():
        fix = "give UPSTREAM=DIR, a folder that holds the results repositories as git directories"
        raise UpstreamError("there is no such folder", where=upstream, fix=fix)
    wanted = re.compile(rf"(.*(\+|__))?{re.escape(name)}(\.git)?")
    for folder in sorted(path for path in upstream.iterdir() if path.is_dir() and wanted.fullmatch(path.name)):
        for candidate in (folder, folder / ".git", *sorted(folder.iterdir())):
            if (candidate / "objects").is_dir() and (candidate / "HEAD").is_file():
                return candidate
    fix = f"claimcheck upstream get ROUND --into {upstream} fetches what a round needs"
    raise UpstreamError(f"there is no git repository named {name}", where=upstream, fix=fix)


def run_git(git_dir: Path, *args: str, stdin: bytes = b"", protocols: str = "", seconds: int = _PATIENCE) -> bytes:
    """Return what git prints, or raise its words; ``protocols`` (https:ssh) are those that it may fetch by."""
    verb = next(arg for arg in args if re.fullmatch("[a-z]+(-[a-z]+)?", arg))
    try:
        run = subprocess.run(
            **_call(git_dir, *args, protocols=protocols), input=stdin, capture_output=True, timeout=seconds, check=False
        )
    except FileNotFoundError as error:
        raise UpstreamError("git is not installed", where=git_dir, fix="install git") from error
    except subprocess.TimeoutExpired as error:
        raise UpstreamError(f"git {verb} took over {seconds} seconds", where=git_dir) from error
    if run.returncode:
        words = " ".join(run.stderr.decode(errors="replace").split()) or f"exit status {run.returncode}"
        raise UpstreamError(f"git {verb}: {words}", where=git_dir)
    return run.stdout


def _call(git_dir: Path, *args: str, protocols: str = "") -> dict[str, Any]:
    """Command and environment of a git that reads nobody's settings but the repository's."""
    environment = os.environ | _ENVIRONMENT | {"GIT_ALLOW_PROTOCOL": protocols}
    return {"args": ["git", *_SAFE, f"--git-dir={git_dir}", *args], "env": environment}


class GitTree:
    """The files of one commit; a context manager, inside which they can be read.

    ``paths`` maps each file's path to its blob id. ``absent`` are blobs that the tables were made without and that are
    not read; with None, all that lack.
    """

    def __init__(self, git_dir: Path, commit: str, absent: Collection[str] | None = frozenset()) -> None:
        self.git_dir = git_dir
        self.absent = absent
        try:
            name = run_git(git_dir, "rev-parse", "--verify", "--end-of-options", f"{commit}^{{commit}}")
        except UpstreamError as error:
            error.rule = "every round is read at the commit pinned in rounds.yml"
            error.fix = f"git --git-dir={git_dir} fetch origin {commit}; or claimcheck upstream get into another folder"
            error.message = f"commit {commit} cannot be read: {error.message}"
            raise
        self.commit = name.decode().split()[-1]
        self.paths: dict[str, str] = {}
        listing = run_git(git_dir, "ls-tree", "-r", "-z", "--full-tree", self.commit)
        for entry in listing.decode("utf-8", "backslashreplace").split("\0")[:-1]:
            about, _, path = entry.partition("\t")
            mode, kind, blob = about.split()
            if kind == "blob" and mode != _LINK:
                self.paths[path] = blob

    def __enter__(self) -> GitTree:
        command = _call(self.git_dir, "cat-file", "--batch")
        self._process = subprocess.Popen(
            **command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def read(self, paths: Iterable[str]) -> Iterator[Blob]:
        """Yield the blobs at ``paths``, in that order, as ``blob`` gives them."""
        return map(self.blob, paths)

    def blob(self, path: str) -> Blob:
        """The blob at ``path``, ``data`` None when it is absent; raises UpstreamError unless it is what its id says."""
        if path not in self.paths:
            raise UpstreamError(f"{path} is not in commit {self.commit}", where=self.git_dir)
        blob = self.paths[path]
        if self.absent is not None and blob in self.absent:
            return Blob(path, blob, None)
        stdin, stdout = self._process.stdin, self._process.stdout
        try:
            stdin.write(f"{blob}\n".encode())
            stdin.flush()
        except BrokenPipeError:
            pass  # git has ended, and says nothing more
        header = stdout.readline().split()
        if header[1:] == [b"missing"] and self.absent is None:
            return Blob(path, blob, None)
        if len(header) != 3:
            message = f"{path} ({blob}) is absent from the repository, or damaged there"
            rule = "every file that the tables are made from is read, but for those that skipped lists as absent"
            fix = f"git --git-dir={self.git_dir} fetch origin {blob}; or claimcheck upstream get"
            raise UpstreamError(message, where=self.git_dir, rule=rule, fix=fix)
        if int(header[2]) > _LARGEST_BLOB:
            rule = f"no file that is read has over {_LARGEST_BLOB:,} bytes"
            raise UpstreamError(f"{path} has {int(header[2]):,} bytes", where=self.git_dir, rule=rule)
        data = stdout.read(int(header[2]))
        stdout.read(1)
        digest = hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
        if digest != blob:
            message = f"{path} is blob {blob} in the commit; what the repository holds there hashes to {digest}"
            rule, fix = "an object's id is the hash of its content", "fetch the repository again: it was changed"
            raise UpstreamError(message, where=self.git_dir, rule=rule, fix=fix)
        return Blob(path, blob, data)

    def read_one(self, path: str) -> bytes:
        """Return one file's bytes; raises UpstreamError when it is not there."""
        data = self.blob(path).data
        if data is None:
            raise UpstreamError(f"{path} is listed but absent", where=self.git_dir)
        return data
