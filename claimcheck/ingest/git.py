"""Read the files of one commit as git shows them, without a checkout.

``git ls-tree`` lists the commit and one ``git cat-file --batch`` hands over its files. The commit is pinned, git
replaces nothing and fetches nothing, and every blob that is read must hash to the id that the tree names.
"""

from __future__ import annotations

import hashlib
import os
import re
import resource
import select
import signal
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from claimcheck.core.errors import UpstreamError
from claimcheck.core.limits import MOST_BYTES

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
_PATIENCE = 60  # seconds for an answer; a listing takes two
_LINK = "120000"


@dataclass(frozen=True)
class Blob:
    """One file's content. ``data`` is None when the repository lists but lacks it."""

    path: str
    blob: str
    data: bytes | None


def find_git_dir(upstream: Path, names: Iterable[str]) -> Path:
    """Return the git directory under ``upstream`` whose folder matches one of ``names``.

    A folder matches ``name`` when it is called ``name``, ``name.git``, or ends in ``+name`` or ``__name`` (owner
    first). Bare and non-bare repositories, and a folder that holds one bare repository, are accepted.

    Raises UpstreamError when ``upstream`` is not a folder or holds no match.
    """
    if not upstream.is_dir():
        fix = "give UPSTREAM=DIR, a folder that holds the results repositories as git directories"
        raise UpstreamError("no such folder", where=upstream, fix=fix)
    names = list(names)
    folders = [
        folder
        for name in names
        for folder in sorted(filter(Path.is_dir, upstream.iterdir()))
        if (stem := folder.name.removesuffix(".git")) == name or stem.endswith((f"+{name}", f"__{name}"))
    ]
    for folder in folders:
        for candidate in (folder, folder / ".git", *sorted(filter(Path.is_dir, folder.iterdir()))):
            if (candidate / "objects").is_dir() and (candidate / "HEAD").is_file():
                return candidate
    if folders:
        raise UpstreamError("not a git directory", where=folders[0], fix="clone the repository there")
    raise UpstreamError(
        f"no repository named {' or '.join(names)}",
        where=upstream,
        fix=f"claimcheck upstream get ROUND --into {upstream} fetches what a round needs",
    )


def run_git(
    git_dir: Path,
    *args: str,
    stdin: bytes = b"",
    protocols: str = "",
    seconds: int = _PATIENCE,
    most: int | None = None,
) -> bytes:
    """Return what git prints; ``protocols`` (https:ssh) are those that it may fetch by.

    Raises UpstreamError, with git's own words, when it fails, takes over ``seconds`` or prints over ``most`` bytes, and
    when it is not installed.
    """
    verb = next(arg for arg in args if re.fullmatch("[a-z]+(-[a-z]+)?", arg))
    try:
        command, environment = _call(git_dir, *args, protocols=protocols)
        bound = most and partial(resource.setrlimit, resource.RLIMIT_FSIZE, (most, most))
        with tempfile.TemporaryFile() as file:
            run = subprocess.run(
                command, env=environment, input=stdin, stdout=file, stderr=subprocess.PIPE, timeout=seconds,
                check=False, preexec_fn=bound,
            )  # fmt: skip
            file.seek(0)
            printed = file.read()
    except FileNotFoundError as error:
        raise UpstreamError("git is not installed", where=git_dir, fix="install git") from error
    except subprocess.TimeoutExpired as error:
        raise UpstreamError(f"git {verb} took over {seconds} seconds", where=git_dir) from error
    if run.returncode == -signal.SIGXFSZ:
        raise UpstreamError(f"git {verb} prints too much", where=git_dir, rule=f"it prints at most {most:,} bytes")
    if run.returncode:
        words = " ".join(run.stderr.decode(errors="replace").split()) or f"exit status {run.returncode}"
        raise UpstreamError(f"git {verb}: {words}", where=git_dir)
    return printed


def _call(git_dir: Path, *args: str, protocols: str = "") -> tuple[list[str], dict[str, str]]:
    """Command and environment of a git that reads nobody's settings but the repository's."""
    environment = os.environ | _ENVIRONMENT | {"GIT_ALLOW_PROTOCOL": protocols}
    return ["git", *_SAFE, f"--git-dir={git_dir}", *args], environment


class GitTree:
    """The files of one commit; a context manager, inside which they can be read.

    ``commit`` is its id, also where a name was given; ``paths`` maps each file's path to its blob id, ``folders`` each
    folder's to its tree id. Bytes of a path that are not UTF-8 are written as ``\\xNN``; links and submodules are no
    files. ``absent`` are blobs that were not to be had when the tables were made, and that are not read: another blob
    that the repository lacks is an error. With None every lacking blob is absent.

    Raises UpstreamError when git is not installed, when the repository does not hold the commit or a folder of it,
    for a pipe or device in the git directory, and for a folder that has two entries of one name.
    """

    def __init__(self, git_dir: Path, commit: str, absent: Collection[str] | None = frozenset()) -> None:
        self.git_dir = git_dir
        self.absent = absent
        self._process: subprocess.Popen[bytes] | None = None
        _refuse_pipes(git_dir)
        try:
            name = run_git(git_dir, "rev-parse", "--verify", "--end-of-options", f"{commit}^{{commit}}")
        except UpstreamError as error:
            error.rule = "every round is read at the commit pinned in rounds.yml"
            error.fix = f"git --git-dir={git_dir} fetch origin {commit}; or claimcheck upstream get into another folder"
            error.message = f"commit {commit} cannot be read: {error.message}"
            raise
        self.commit = name.decode().split()[-1]
        self.paths: dict[str, str] = {}
        self.folders: dict[str, str] = {}
        listing = run_git(git_dir, "ls-tree", "-r", "-t", "-z", "--full-tree", self.commit, most=MOST_BYTES)
        for entry in listing.split(b"\0")[:-1]:
            about, _, name = entry.partition(b"\t")
            mode, kind, object_id = about.decode().split()
            path = name.decode("utf-8", "backslashreplace")
            if path in self.paths or path in self.folders:
                rule = "a folder has one entry of a name; git would show the first"
                raise UpstreamError(f"{path} is twice in commit {self.commit}", where=git_dir, rule=rule)
            if kind == "tree":
                self.folders[path] = object_id
            elif kind == "blob" and mode != _LINK:
                self.paths[path] = object_id

    @cached_property
    def _children(self) -> dict[str, list[str]]:
        names: dict[str, list[str]] = defaultdict(list)
        for path in sorted({*self.paths, *self.folders}):
            folder, _, name = path.rpartition("/")
            names[folder].append(name)
        return names

    def children(self, folder: str) -> list[str]:
        """Names of the files and folders directly in ``folder``, sorted; none for an unknown folder."""
        return self._children.get(folder, [])

    def __enter__(self) -> GitTree:
        command, environment = _call(self.git_dir, "cat-file", "--batch")
        self._process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        return self

    def __exit__(self, *_: object) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def read(self, paths: Iterable[str]) -> Iterator[Blob]:
        """Yield the blobs at ``paths``, in that order; ``data`` is None for one that is absent.

        Raises UpstreamError for a path that the commit does not list, for a blob that the repository lacks and should
        not, and for one whose content does not hash to its id.
        """
        for path in paths:
            if path not in self.paths:
                raise UpstreamError(f"{path} is not in commit {self.commit}", where=self.git_dir)
            blob = self.paths[path]
            known = self.absent is not None and blob in self.absent
            yield Blob(path, blob, None if known else self._content(path, blob))

    def _content(self, path: str, blob: str) -> bytes | None:
        if self._process is None or self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("GitTree.read outside its with block")
        stdin, stdout = self._process.stdin, self._process.stdout
        try:
            stdin.write(f"{blob}\n".encode())
            stdin.flush()
        except BrokenPipeError:
            pass  # git has ended, and says nothing more
        # What git was asked before was read to its end, so that it has begun to answer once there is something to read.
        if not select.select([stdout], [], [], _PATIENCE)[0]:
            raise UpstreamError(f"git cat-file took over {_PATIENCE} seconds for {path} ({blob})", where=self.git_dir)
        # In a partial clone git ends when it is asked for a blob that it lacks.
        header = stdout.readline().split()
        if header[1:] == [b"missing"] and self.absent is None:
            return None
        if len(header) != 3:
            raise UpstreamError(
                f"{path} ({blob}) is absent from the repository, or damaged there",
                where=self.git_dir,
                rule="every file that the tables are made from is read, but for those that skipped lists as absent",
                fix=f"git --git-dir={self.git_dir} fetch origin {blob}; or claimcheck upstream get",
            )
        size = int(header[2])
        if size > MOST_BYTES:
            rule = f"a file has at most {MOST_BYTES:,} bytes"
            raise UpstreamError(f"{path} has {size:,} bytes", where=self.git_dir, rule=rule)
        data = stdout.read(size)
        stdout.read(1)
        digest = hashlib.new("sha1" if len(blob) == 40 else "sha256", b"blob %d\0" % size, usedforsecurity=False)
        digest.update(data)
        if digest.hexdigest() != blob:
            raise UpstreamError(
                f"{path} is blob {blob} in the commit; what the repository holds there hashes to {digest.hexdigest()}",
                where=self.git_dir,
                rule="an object's id is the hash of its content",
                fix="the repository is damaged or was tampered with: fetch it again",
            )
        return data

    def read_one(self, path: str) -> bytes:
        """Return one file's bytes; raises UpstreamError when it is not there."""
        (blob,) = self.read([path])
        if blob.data is None:
            raise UpstreamError(f"{path} is listed but absent", where=self.git_dir)
        return blob.data


def _refuse_pipes(git_dir: Path) -> None:
    """Raise UpstreamError for what git would wait for without end: a pipe or device where it expects a file."""
    for folder, _, names in os.walk(git_dir):
        for path in (os.path.join(folder, name) for name in names):
            if os.path.exists(path) and not os.path.isfile(path):
                rule = "a git directory is made of files and folders"
                raise UpstreamError("is no regular file", where=path, rule=rule, fix="fetch the repository again")
