"""Read files of a results repository straight from its git objects.

No checkout: one ``git cat-file --batch`` process streams the pinned commit, its folders and every blob that is asked
for. Git does not compare what it reads with its name, so we do, from the commit down: a commit's id is the hash of
its text, which names its tree, whose id is the hash of its entries, which name folders and files. Where git finds an
object (alternates, another object folder, a replacement) is no matter then.
"""

from __future__ import annotations

import datetime
import hashlib
import math
import os
import re
import subprocess
import threading
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import IO

from claimcheck.core.errors import UpstreamError
from claimcheck.core.limits import MOST_BYTES

# Nobody's settings but a repository's own are read, and of those none may start a program. Nothing is fetched while we
# read: the network must not decide what the tables hold. Nor may a replacement.
_ENV = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "LC_ALL": "C",
}
_SAFE = ("core.hooksPath=/dev/null", "core.fsmonitor=false")
# Seconds that git may take for an answer.
_PATIENCE = 60
# How often is looked whether it is overdue.
_BETWEEN = 0.5
# Three times what any round has.
_LONGEST_PATH = 1_000
_DEEPEST_PATH = 64
GET_AGAIN = "run claimcheck upstream get again: it fetches what is missing"
# Entries of a commit that are read; the largest round has 218,000. Folders that repeat each other can name any number.
_MOST = 5_000_000
# When a commit was made: seconds since 1970 (UTC), and the committer's offset from it.
_WRITTEN = re.compile(rb"^committer .* (\d{1,12}) [+-]\d{4}$", re.MULTILINE)
_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
# Modes of a tree's entries: neither a link nor another repository is a file of the commit.
_FOLDER, _NO_FILE = b"40000", (b"120000", b"160000")


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


def _entries(data: bytes, size: int, where: str) -> list[tuple[bytes, bytes, str]]:
    """Mode, name and id of each entry of a git tree; ids have ``size`` bytes. Raises UpstreamError."""
    found, at = [], 0
    while at < len(data):
        mode, space, _ = data[at : at + 7].partition(b" ")
        end = data.find(b"\0", at)
        name, at = data[at + len(mode) + 1 : end], end + 1 + size
        if not space or end < 0 or at > len(data) or name in (b"", b".", b"..") or b"/" in name:
            raise UpstreamError("not a folder that git could have written", where=where, rule="a name is one step")
        found.append((mode, name, data[end + 1 : at].hex()))
    return found


def run_git(
    git_dir: Path,
    *args: str,
    settings: Sequence[str] = (),
    protocols: str = "",
    seconds: int = _PATIENCE,
    stdin: str = "",
) -> subprocess.CompletedProcess[str]:
    """Run git on a repository and return what it printed; ``protocols`` (https:ssh) are those that it may fetch by.

    Raises UpstreamError when git is not installed, or is not done in so many ``seconds``.
    """
    try:
        return subprocess.run(
            _command(git_dir, *args, settings=settings),
            input=stdin,
            capture_output=True,
            env=_environment(protocols),
            check=False,
            timeout=seconds,
            text=True,
            errors="replace",
        )
    except FileNotFoundError as error:
        raise _not_installed(git_dir) from error
    except subprocess.TimeoutExpired as error:
        raise _silent(git_dir, f"git {args[0]}", seconds) from error


def _command(git_dir: Path, *args: str, settings: Sequence[str] = ()) -> list[str]:
    given = (part for one in (*_SAFE, *settings) for part in ("-c", one))
    return ["git", *given, f"--git-dir={git_dir}", *args]


def _environment(protocols: str = "") -> dict[str, str]:
    return {**os.environ, **_ENV, "GIT_ALLOW_PROTOCOL": protocols}


def _not_installed(git_dir: Path) -> UpstreamError:
    return UpstreamError("git is not installed", where=git_dir, fix="install git")


def _silent(git_dir: Path, what: str, seconds: int) -> UpstreamError:
    return UpstreamError(
        f"{what}: git gave no answer for {seconds} seconds",
        where=git_dir,
        rule="a git directory is made of files and folders that can be read",
        fix="look for a pipe or a lost network folder in it and where its config, objects/info/alternates and "
        "commondir lead; or fetch the repository again",
    )


def is_partial(git_dir: Path) -> bool:
    """True for a clone that git made without some objects of its remote (``--filter``)."""
    return any((git_dir / "objects" / "pack").glob("*.promisor"))


class GitTree:
    """The tree of one commit; use as a context manager.

    ``commit`` is its id, also where a name was given; ``paths`` maps each file path to its blob id, ``folders`` each
    folder to its tree id; bytes of a path that are not UTF-8 are written out as ``\\xNN``. ``read_sizes`` has the bytes
    of each blob that was read, ``lacking`` path and blob of those that were not there. A partial clone may lack the
    blobs of ``known`` and no others; with ``as_known`` they count as absent even where the repository has them. Raises
    UpstreamError when git is not installed, when the repository does not hold the commit or a folder of it, and for any
    object that is not what its id says.
    """

    def __init__(
        self, git_dir: Path, commit: str, known: Collection[str] = frozenset(), *, as_known: bool = False
    ) -> None:
        self.git_dir = git_dir
        self.known = known
        self.as_known = as_known
        self.read_sizes: dict[str, int] = {}
        self.lacking: dict[str, str] = {}
        self.partial = is_partial(git_dir)
        self._process: subprocess.Popen[bytes] | None = None
        with self:
            self.commit, self.committed, root = self._read_commit(commit)
            self.paths, self.folders = self._list(root, self._read_folders(root))

    def _read_commit(self, name: str) -> tuple[str, str, str]:
        """The id of the commit ``name``, its day (UTC) and the id of its tree."""
        whole = _ID.fullmatch(name) is not None
        (found,) = self._objects([(name if whole else f"{name}^{{commit}}", f"commit {name}")], "commit")
        if found is None:
            raise UpstreamError(
                f"commit {name} cannot be read: it is not there",
                where=self.git_dir,
                rule="every round is read at the commit pinned in data/facts/rounds.yml",
                fix="fetch it into that repository if it is yours, or give claimcheck upstream get another folder",
            )
        commit, text = found
        if whole and name != commit:
            raise UpstreamError(f"commit {name} is {commit} there", where=self.git_dir, rule="an id names itself")
        written = _WRITTEN.search(text)
        if written is None:
            rule = "a commit says when it was made"
            raise UpstreamError(f"commit {commit} has no date", where=self.git_dir, rule=rule)
        try:
            day = datetime.datetime.fromtimestamp(int(written[1]), datetime.UTC).date().isoformat()
        except (ValueError, OverflowError) as error:
            rule = "a commit was made before the year 10000"
            raise UpstreamError(f"commit {commit} has no date: {error}", where=self.git_dir, rule=rule) from error
        return commit, day, text.partition(b"\n")[0].removeprefix(b"tree ").decode()

    def _read_folders(self, root: str) -> dict[str, list[tuple[bytes, bytes, str]]]:
        """Mode, name and id of every entry of the folder ``root`` and of all below it, by the folders' ids."""
        read: dict[str, list[tuple[bytes, bytes, str]]] = {}
        waiting = {root: "/"}
        while waiting:
            found = self._objects(list(waiting.items()), "tree")
            for (folder, path), answer in zip(waiting.items(), found, strict=True):
                if answer is None:
                    raise UpstreamError(
                        f"the folder {path} ({folder}) is absent",
                        where=self.git_dir,
                        rule="commit and folders are whole",
                        fix=GET_AGAIN,
                    )
                read[folder] = _entries(answer[1], len(folder) // 2, f"{self.git_dir}: {path}")
            waiting = {
                entry: f"{path}{name.decode('utf-8', 'backslashreplace')}/"
                for folder, path in waiting.items()
                for mode, name, entry in read[folder]
                if mode == _FOLDER and entry not in read
            }
        return read

    def _list(
        self, root: str, read: dict[str, list[tuple[bytes, bytes, str]]]
    ) -> tuple[dict[str, str], dict[str, str]]:
        """Every file and every folder below ``root``, with their ids, in git's order."""
        paths: dict[str, str] = {}
        folders: dict[str, str] = {}
        left = _MOST
        stack = [(b"", iter(read[root]))]
        while stack:
            base, entries = stack[-1]
            for mode, name, entry in entries:
                left -= 1
                if not left:
                    message = f"commit {self.commit} names over {_MOST:,} files and folders"
                    raise UpstreamError(message, where=self.git_dir, rule="a round is smaller")
                if len(base) + len(name) > _LONGEST_PATH or len(stack) > _DEEPEST_PATH:
                    message = f"commit {self.commit} has a path of {len(base) + len(name):,} bytes, {len(stack)} deep"
                    rule = f"a path has at most {_LONGEST_PATH:,} bytes and {_DEEPEST_PATH} folders"
                    raise UpstreamError(message, where=self.git_dir, rule=rule)
                path = (base + name).decode("utf-8", "backslashreplace")
                if mode == _FOLDER:
                    folders[path] = entry
                    stack.append((base + name + b"/", iter(read[entry])))
                    break
                if mode not in _NO_FILE:
                    paths[path] = entry
            else:
                stack.pop()
        return paths, folders

    @cached_property
    def _here(self) -> set[str]:
        """Ids of all objects that the repository has."""
        # In a partial clone git dies when it is asked for a blob that is absent.
        listing = ["cat-file", "--batch-all-objects", "--unordered", "--batch-check=%(objectname)"]
        run = run_git(self.git_dir, *listing)
        if run.returncode:
            raise UpstreamError(f"objects cannot be listed: {run.stderr.strip()}", where=self.git_dir)
        return set(run.stdout.split())

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
        try:
            self._process = subprocess.Popen(
                _command(self.git_dir, "cat-file", "--batch"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=_environment(),
            )
        except FileNotFoundError as error:
            raise _not_installed(self.git_dir) from error
        self._due = math.inf
        threading.Thread(target=self._watch, args=(self._process,), daemon=True).start()
        return self

    def _watch(self, process: subprocess.Popen[bytes]) -> None:
        """End ``process`` when an answer is overdue: what waits for it then reads the end of its output."""
        while process.poll() is None:
            if time.monotonic() > self._due:
                process.kill()
            time.sleep(_BETWEEN)

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
        wanted = list(paths)
        for path in wanted:
            if path not in self.paths:
                raise UpstreamError(f"{path} is not in commit {self.commit}", where=self.git_dir)
        lacking = {path for path in wanted if self._lack(path)}
        found = self._objects([(self.paths[path], path) for path in wanted if path not in lacking], "blob")
        for path in wanted:
            answer = None if path in lacking else next(found)
            data = None if answer is None else answer[1]
            if data is None:
                self.lacking[path] = self.paths[path]
            else:
                self.read_sizes[self.paths[path]] = len(data)
            yield Blob(path, self.paths[path], data)
        next(found, None)  # ends the thread that asks

    def _objects(self, wanted: Sequence[tuple[str, str]], kind: str) -> Iterator[tuple[str, bytes] | None]:
        """Id and content of each object ``wanted`` (its id or name, what it is called in messages), in that order.

        None for one that the repository lacks. Raises UpstreamError for one that is not of the ``kind``, whose content
        does not hash to its id, and when git stops answering.
        """
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise RuntimeError("GitTree.read outside its with block")
        stdin, stdout = process.stdin, process.stdout

        def ask() -> None:
            try:
                stdin.write("".join(f"{name}\n" for name, _ in wanted).encode())
                stdin.flush()
            except BrokenPipeError:
                pass  # git died: the reader below reports it with the path it was waiting for

        # git answers while we still ask: without a thread both pipes fill and neither moves.
        asking = threading.Thread(target=ask, daemon=True)
        asking.start()
        for name, called in wanted:
            yield self._answer(name, called, kind, stdout)
        asking.join()

    def _answer(self, name: str, called: str, kind: str, stdout: IO[bytes]) -> tuple[str, bytes] | None:
        """What git sends next, the object ``name``."""
        self._due = time.monotonic() + _PATIENCE
        header = stdout.readline().split()
        if header[-1:] == [b"missing"]:
            self._due = math.inf
            return None
        if not header and time.monotonic() > self._due:
            raise _silent(self.git_dir, called, _PATIENCE)
        if len(header) != 3:
            raise UpstreamError(
                f"git stopped while reading {called}",
                where=self.git_dir,
                rule="git answers for every blob",
                fix="see git's own message above; remove the repository and fetch it again",
            )
        if int(header[2]) > MOST_BYTES:
            rule = f"a file has at most {MOST_BYTES:,} bytes"
            raise UpstreamError(f"{called} has {int(header[2]):,} bytes", where=self.git_dir, rule=rule)
        data = stdout.read(int(header[2]))
        ended, self._due = stdout.read(1), math.inf
        if ended != b"\n":  # nor is there one when the data ended early
            raise UpstreamError(f"git sent a truncated {called}", where=self.git_dir)
        # A name is resolved by git; an id is what was asked for, whatever git calls its answer.
        wanted = name if kind != "commit" else header[0].decode()
        made = hashlib.new("sha1" if len(wanted) == 40 else "sha256", usedforsecurity=False)
        made.update(b"%s %d\0" % (kind.encode(), len(data)))
        made.update(data)
        if made.hexdigest() != wanted:
            raise UpstreamError(
                f"{called} is {kind} {wanted} in the commit; what the repository holds there hashes to "
                f"{made.hexdigest()}",
                where=self.git_dir,
                rule="an object's id is the hash of its content",
                fix="the repository is damaged or was tampered with: fetch it again",
            )
        return wanted, data

    def read_one(self, path: str) -> bytes:
        """Return one file's bytes; raises UpstreamError when it is not there."""
        (blob,) = self.read([path])
        if blob.data is None:
            raise UpstreamError(f"{path} is listed but absent", where=self.git_dir)
        return blob.data
