"""Read files of a results repository straight from its git objects.

No checkout: one ``git ls-tree`` lists the pinned commit, one
``git cat-file --batch`` process streams every blob that is asked for.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import threading
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import IO

from claimcheck.errors import UpstreamError

# Nothing is fetched while we read: the network must not decide what the tables hold. Nor may a replacement.
ENV = {"GIT_NO_LAZY_FETCH": "1", "GIT_NO_REPLACE_OBJECTS": "1", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
GET_AGAIN = "run claimcheck upstream get again: it fetches what is missing"


@dataclass(frozen=True)
class Blob:
    """One file's content. ``data`` is None when the repository lists but lacks it."""

    path: str
    blob: str
    data: bytes | None


def find_git_dir(upstream: Path, names: Iterable[str]) -> Path:
    """Return the git directory under ``upstream`` whose folder matches one of ``names``.

    A folder matches ``name`` when it is called ``name``, ``name.git``, or ends in
    ``+name`` or ``__name`` (owner first). Bare and non-bare repositories, and a
    folder that holds one bare repository, are accepted. Of several matches the first
    that is a git directory serves.

    Raises UpstreamError when ``upstream`` is not a folder or holds no match.
    """
    if not upstream.is_dir():
        raise UpstreamError(
            "no such folder",
            where=upstream,
            fix="give UPSTREAM=DIR, a folder that holds the results repositories as git directories",
        )
    names = list(names)
    wrong: Path | None = None
    for name in names:
        for entry in sorted(upstream.iterdir()):
            stem = entry.name.removesuffix(".git")
            if not entry.is_dir() or not (stem == name or stem.endswith((f"+{name}", f"__{name}"))):
                continue
            inner = sorted(p for p in entry.iterdir() if p.is_dir())
            for candidate in (entry, entry / ".git", *inner):
                if (candidate / "objects").is_dir() and (candidate / "HEAD").is_file():
                    return candidate
            wrong = wrong or entry
    if wrong is not None:
        raise UpstreamError("not a git directory", where=wrong, fix="clone the repository there")
    raise UpstreamError(
        f"no repository named {' or '.join(names)}",
        where=upstream,
        fix=f"claimcheck upstream get ROUND --into {upstream} fetches what a round needs",
    )


def is_partial(git_dir: Path) -> bool:
    """True for a clone that git made without some objects of its remote (``--filter``)."""
    return any((git_dir / "objects" / "pack").glob("*.promisor"))


class GitTree:
    """The tree of one commit; use as a context manager.

    ``paths`` maps each file path to its blob id, ``folders`` each folder to its tree id; bytes
    of a path that are not UTF-8 are written out as ``\\xNN``. ``asked`` lists the blobs that were
    asked for, in order, ``read_sizes`` the bytes of each that was there, ``lacking`` path and blob of the others.
    A partial clone may lack the blobs of ``known`` and no others; with ``as_known`` they count as absent even where
    the repository has them. Raises UpstreamError when git is not installed or the repository does not
    hold the commit.
    """

    def __init__(
        self, git_dir: Path, commit: str, known: Collection[str] = frozenset(), *, as_known: bool = False
    ) -> None:
        self.git_dir = git_dir
        self.commit = commit
        self.known = known
        self.as_known = as_known
        self.folders: dict[str, str] = {}
        self.paths = self._list()
        self.asked: list[str] = []
        self.read_sizes: dict[str, int] = {}
        self.lacking: dict[str, str] = {}
        self.partial = is_partial(git_dir)
        self._process: subprocess.Popen[bytes] | None = None

    def command(self, *args: str) -> list[str]:
        """A git command line on this repository."""
        # The folder may belong to another user (a mounted mirror): it is only read.
        return ["git", "-c", f"safe.directory={self.git_dir}", f"--git-dir={self.git_dir}", *args]

    def _list(self) -> dict[str, str]:
        try:
            run = subprocess.run(
                self.command("ls-tree", "-r", "-t", "-z", self.commit),
                capture_output=True,
                env={**os.environ, **ENV},
                check=False,
            )
        except FileNotFoundError as error:
            raise UpstreamError("git is not installed", where=self.git_dir, fix="install git") from error
        if run.returncode:
            raise UpstreamError(
                f"commit {self.commit} cannot be read: {run.stderr.decode(errors='replace').strip()}",
                where=self.git_dir,
                rule="every round is read at the commit pinned in data/rounds.yml",
                fix=f"git fetch origin {self.commit} in that repository",
            )
        paths = {}
        for entry in run.stdout.split(b"\0"):
            if not entry:
                continue
            meta, _, path = entry.partition(b"\t")
            mode, kind, blob = meta.split()
            if kind == b"blob" and mode != b"120000":
                paths[path.decode("utf-8", "backslashreplace")] = blob.decode()
            elif kind == b"tree":
                self.folders[path.decode("utf-8", "backslashreplace")] = blob.decode()
        return paths

    @cached_property
    def _here(self) -> set[str]:
        """Ids of all objects that the repository has."""
        # In a partial clone git dies when it is asked for a blob that is absent.
        listing = ["cat-file", "--batch-all-objects", "--unordered", "--batch-check=%(objectname)"]
        run = subprocess.run(self.command(*listing), capture_output=True, env={**os.environ, **ENV}, check=False)
        if run.returncode:
            raise UpstreamError(f"objects cannot be listed: {run.stderr.decode().strip()}", where=self.git_dir)
        return set(run.stdout.decode().split())

    def _lack(self, path: str) -> bool:
        """True when the blob at ``path`` is absent by what can be told without asking for it.

        Raises UpstreamError for one that a partial clone lacks and may not.
        """
        blob = self.paths[path]
        if not self.partial or blob in self._here:
            return self.as_known and blob in self.known
        if blob not in self.known:
            raise UpstreamError(
                f"{path} ({blob}) is not in this partial clone",
                where=self.git_dir,
                rule="a partial clone says nothing about what upstream lacks",
                fix=GET_AGAIN,
            )
        return True

    def children(self, folder: str) -> list[str]:
        """Names of the files and folders directly in ``folder``, sorted; none for an unknown folder."""
        return self._children.get(folder, [])

    @cached_property
    def _children(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for path in sorted({*self.paths, *self.folders}):
            folder, _, name = path.rpartition("/")
            found[folder].append(name)
        return dict(found)

    def __enter__(self) -> GitTree:
        self._process = subprocess.Popen(
            self.command("cat-file", "--batch"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **ENV},
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def read(self, paths: Iterable[str]) -> Iterator[Blob]:
        """Yield the blobs at ``paths``, in that order.

        Raises UpstreamError for a path that the commit does not list, or when git
        stops answering. A listed but absent blob is yielded with ``data`` None.
        """
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise RuntimeError("GitTree.read outside its with block")
        wanted = list(paths)
        for path in wanted:
            if path not in self.paths:
                raise UpstreamError(f"{path} is not in commit {self.commit}", where=self.git_dir)
        self.asked += [self.paths[p] for p in wanted]
        lacking = {path for path in wanted if self._lack(path)}
        here = [path for path in wanted if path not in lacking]
        stdin, stdout = process.stdin, process.stdout

        def ask() -> None:
            try:
                stdin.write("".join(f"{self.paths[p]}\n" for p in here).encode())
                stdin.flush()
            except BrokenPipeError:
                pass  # git died: the reader below reports it with the path it was waiting for

        # git answers while we still ask: without a thread both pipes fill and neither moves.
        asking = threading.Thread(target=ask, daemon=True)
        asking.start()
        for path in wanted:
            data = None if path in lacking else self._answer(path, stdout)
            if data is None:
                self.lacking[path] = self.paths[path]
            else:
                self.read_sizes[self.paths[path]] = len(data)
            yield Blob(path, self.paths[path], data)
        asking.join()

    def _answer(self, path: str, stdout: IO[bytes]) -> bytes | None:
        """What git sends next, the content of the blob at ``path``; None when it says that it lacks it."""
        header, blob = stdout.readline().split(), self.paths[path]
        if len(header) == 2 and header[1] == b"missing":
            return None
        if len(header) != 3:
            raise UpstreamError(
                f"git stopped while reading {path}",
                where=self.git_dir,
                rule="git answers for every blob",
                fix="see git's own message above; remove the repository and fetch it again",
            )
        data = stdout.read(int(header[2]))
        if stdout.read(1) != b"\n":  # nor is there one when the data ended early
            raise UpstreamError(f"git sent a truncated {path}", where=self.git_dir)
        made = hashlib.new("sha1" if len(blob) == 40 else "sha256", b"blob %d\0" % len(data), usedforsecurity=False)
        made.update(data)
        if made.hexdigest() != blob:
            raise UpstreamError(
                f"{path} is blob {blob} in the commit; what the repository holds there hashes to {made.hexdigest()}",
                where=self.git_dir,
                rule="a blob's id is the hash of its content",
                fix="the repository is damaged or was tampered with: fetch it again",
            )
        return data

    def read_one(self, path: str) -> bytes:
        """Return one file's bytes; raises UpstreamError when it is not there."""
        (blob,) = self.read([path])
        if blob.data is None:
            raise UpstreamError(f"{path} is listed but absent", where=self.git_dir)
        return blob.data
