"""Whatever stops a command, the files are as they were or as they should be, and the next run works."""

from __future__ import annotations

import errno
import fcntl
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from claimcheck import build, derive, notebooks, writing
from claimcheck.errors import BusyError, ClaimcheckError, TableError
from claimcheck.ingest.build import ingest
from claimcheck.ingest.get import get
from claimcheck.tables import DATA_DIR, load
from claimcheck.tables.store import write_files
from claimcheck.writing import put_out
from tests.ingest.upstream import hashes, lose, made, offline, quiet, server

CREATING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
# What Python announces before it changes a file system, with the place of the path among the arguments.
CHANGES = {
    "open": 0, "os.rename": 0, "os.link": 1, "os.mkdir": 0, "os.rmdir": 0, "os.remove": 0, "ctypes.call_function": None,
}  # fmt: skip
_watching: list[tuple[Path, Callable[[str], None]]] = []


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if not _watching or event not in CHANGES or (event == "open" and not arguments[2] & CREATING):
        return
    root, act = _watching[0]
    path = root if CHANGES[event] is None else arguments[CHANGES[event]]
    if not isinstance(path, int) and Path(os.fsdecode(path)).is_relative_to(root):
        _watching.clear()
        try:
            act(event)
        finally:
            _watching.append((root, act))


sys.addaudithook(_hook)


def at_every_change(root: Path, act: Callable[[str], None], command: Callable[[], object]) -> None:
    """Run ``command``; before each change that it makes below ``root``, ``act`` is called with what is to come."""
    _watching.append((root, act))
    try:
        command()
    finally:
        _watching.clear()


@dataclass
class Command:
    """A command on small made input: ``run(root)``, and the ``folder`` that it changes, below ``root``."""

    root: Path
    folder: str
    run: Callable[[Path], object]
    change: Callable[[Path], object]

    def state(self, root: Path | None = None) -> dict[str, str]:
        """The folder's files with their hashes, without those that a killed run leaves under hidden names."""
        found = hashes((root or self.root) / self.folder)
        return {name: sha for name, sha in found.items() if not Path(name).name.startswith(".")}


def _derive(root: Path, patch: pytest.MonkeyPatch) -> Command:
    names = ("participation", "serving_fits")
    frames = {name: load(name, DATA_DIR).head(3) for name in names}
    patch.setattr(derive, "derive_tables", lambda data, simulations: frames)
    patch.setattr(derive, "evaluate", lambda data: [])
    patch.setattr(derive, "of_claims", lambda claims, data: [])
    (root / "notebooks").mkdir()
    (root / "data" / "derived").mkdir(parents=True)
    for name in names:
        (root / "data" / "derived" / f"{name}.csv").write_text("old\n")
    (root / "data" / "register.yml").write_text("a: 1\n")
    return Command(root, "data", lambda at: derive.derive(at / "data"), lambda at: None)


def _notebooks(root: Path, patch: pytest.MonkeyPatch) -> Command:
    patch.setattr(notebooks, "run", notebooks.read_source)
    (root / "notebooks").mkdir()
    for name in ("one", "two"):
        (root / "notebooks" / f"{name}.py").write_text(f"# %%\n{name} = 1\n")
    notebooks.record(root / "notebooks")

    def change(at: Path) -> None:
        for name in ("one", "two"):
            (at / "notebooks" / f"{name}.py").write_text(f"# %%\n{name} = 2\n")

    return Command(root, "notebooks", lambda at: notebooks.record(at / "notebooks"), change)


TOOL = """
import sys, pathlib, os, time
root, out = map(pathlib.Path, sys.argv[1:3])
text = (root / "index.md").read_text()
for name in ("a", "b", "index"):
    (out / f"{name}.html").write_text(text)
    if text == "killed" and name == "a":
        os.kill(os.getppid(), 9)
        time.sleep(1)
"""


def _book(root: Path, patch: pytest.MonkeyPatch) -> Command:
    patch.setattr(build, "_JUPYTER_BOOK", TOOL)
    patch.setattr(build, "FRESH", False)
    (root / "_config.yml").write_text('execute: {execute_notebooks: "off"}\n')
    (root / "index.md").write_text("old")
    steps = (("site", build.build_site),)

    def run(at: Path) -> None:
        if build.build(at, steps):
            raise BusyError("it did not build")

    run(root)
    return Command(root, "_build/html", run, lambda at: (at / "index.md").write_text("new"))


COMMANDS = {"derive": _derive, "notebooks": _notebooks, "book": _book}


@pytest.fixture(params=COMMANDS)
def command(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """A command that has been run, and whose input has changed since."""
    monkeypatch.setattr(os, "fsync", lambda _: None)  # it takes most of the time, and tells nothing here
    (tmp_path / "root").mkdir()
    found = COMMANDS[request.param](tmp_path / "root", monkeypatch)
    found.change(found.root)
    return found


def snapshot(command: Command, to: Path) -> None:
    """What a process that is killed now leaves."""
    shutil.copytree(command.root, to, symlinks=True)


def test_a_process_that_is_killed_at_any_write_leaves_old_or_new_and_the_next_run_works(
    command: Command, tmp_path: Path
) -> None:
    old, count = command.state(), 0

    def keep(_: str) -> None:
        nonlocal count
        count += 1
        snapshot(command, tmp_path / f"killed-{count}")

    at_every_change(command.root, keep, lambda: command.run(command.root))
    new = command.state()
    assert old != new and count > 3
    # A notebook's record is whole; those of a folder are independent of each other.
    together = command.folder != "notebooks"
    for number in range(1, count + 1):
        root = tmp_path / f"killed-{number}"
        found = command.state(root)
        each = all(found[name] in (old[name], new[name]) for name in new) if not together else False
        assert found in (old, new) or each, number
        command.run(root)
        assert command.state(root) == new, number
        assert not [path for path in root.rglob("*") if path.name.endswith((".new", ".part"))], number


def test_a_full_disk_leaves_what_was_there_and_says_so(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing can be created from the n-th change on, at every n; what is there can be moved and removed."""
    old = command.state()
    for nth in range(1, 500):
        snapshot(command, root := tmp_path / f"full-{nth}")
        left = nth

        def fail(event: str) -> None:
            nonlocal left
            left -= 1
            if left <= 0 and event in ("open", "os.mkdir"):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        capsys.readouterr()
        try:
            at_every_change(root, fail, lambda root=root: command.run(root))
        except (ClaimcheckError, OSError) as error:
            assert "No space left on device" in str(error) + capsys.readouterr().err
            found = command.state(root)
            command.run(root)
            new = command.state(root)
            # The site is new when only its stamp cannot be written; records of notebooks are independent.
            each = command.folder == "notebooks" and all(found[name] in (old[name], new[name]) for name in new)
            assert found == old or each or (command.folder.startswith("_build") and found == new), nth
        if left > 0:
            break
        shutil.rmtree(root)
    assert 3 < nth < 499


def test_a_write_that_ends_early_changes_nothing(tmp_path: Path) -> None:
    """A real one: no file may have more than a thousand bytes."""
    there = made(tmp_path, [server(), offline()])
    ingest(there.upstream, there.data, quiet)
    before = hashes(there.data)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(TableError, match=r"cannot be written: .*File too large"):
            write_files({"a.csv": b"x", "rounds.yml": b"y" * 2000}, there.data)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert hashes(there.data) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "upstream"]


def test_a_command_that_finds_another_at_work_says_so_and_changes_nothing(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    old = command.state()
    other = os.open(command.root, os.O_RDONLY)
    fcntl.flock(other, fcntl.LOCK_EX)
    with pytest.raises(BusyError) as error:
        command.run(command.root)
    assert "another claimcheck command is at work here" in str(error.value) + capsys.readouterr().err
    assert command.state() == old
    os.close(other)
    command.run(command.root)
    assert command.state() != old


def test_two_fetches_into_one_folder(tmp_path: Path) -> None:
    there = made(tmp_path)
    other = os.open(there.upstream, os.O_RDONLY)
    fcntl.flock(other, fcntl.LOCK_EX)
    with pytest.raises(BusyError, match="another claimcheck command is at work here"):
        get([], there.upstream, there.data, quiet)
    os.close(other)


def test_a_blob_that_is_taken_away_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The row that it would give is missed by the count that is fixed for the round; nothing is written."""
    there = made(tmp_path, [server(), offline()], expected="{loadgen_runs: 2}")
    ingest(there.upstream, there.data, quiet)
    before = hashes(there.data)
    paths = [path for path in _listed(there.repository) if "Offline" in path and "performance" in path]

    def taking(line: str) -> None:
        if line.startswith("[1/1]"):
            for path in paths:
                lose(there.repository, path)

    with pytest.raises(ClaimcheckError, match="gives 1 rows of loadgen_runs, expected 2"):
        ingest(there.upstream, there.data, taking)
    assert hashes(there.data) == before


def _listed(repository: Path) -> list[str]:
    return [path.relative_to(repository).as_posix() for path in repository.rglob("*") if path.is_file()]


def test_a_killed_build_whose_tool_lives_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Really killed, halfway through the site: the site is the old one; none is built while the tool still writes."""
    command = _book(tmp_path, monkeypatch)
    old = command.state()
    (tmp_path / "index.md").write_text("killed")
    child = os.fork()
    if not child:
        with writing.alone(tmp_path):
            build.build_site(tmp_path, build.Progress())
        os._exit(0)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    assert command.state() == old
    (tmp_path / "index.md").write_text("new")
    with pytest.raises(BusyError):
        command.run(tmp_path)
    for _ in _patiently():
        try:
            command.run(tmp_path)
            break
        except BusyError:
            pass
    assert (tmp_path / "_build/html/a.html").read_text() == "new"
    assert sorted(path.name for path in (tmp_path / "_build").glob("*html*") if path.is_dir()) == ["html"]


def _patiently() -> Iterator[None]:
    for _ in range(100):
        yield
        time.sleep(0.1)
    pytest.fail("still busy")


def test_files_are_moved_one_by_one_where_folders_cannot_change_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot(*_: object) -> None:
        raise OSError(errno.EXDEV, "layers")

    monkeypatch.setattr(writing, "_swap", cannot)
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "kept").write_text("kept")
    (folder / "old").write_text("old")
    writing.write_files(folder, {"old": b"new", "deep/er": b"x"})
    assert writing.contents(folder) == {"kept": b"kept", "old": b"new", "deep/er": b"x"}
    with writing.replaced(folder) as new:
        (new / "alone").write_text("a")
    assert [p.name for p in folder.rglob("*") if p.is_file()] == ["alone"]
    assert [p.name for p in tmp_path.iterdir()] == ["data"]


def test_what_is_written_meanwhile_by_hand_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A register that is edited while a long derivation runs."""
    command = _derive(tmp_path, monkeypatch)
    tables = derive.derive_tables

    def slow(data: Path, simulations: bool) -> Any:
        (tmp_path / "data" / "register.yml").write_text("a: 2\n")
        return tables(data, simulations)

    monkeypatch.setattr(derive, "derive_tables", slow)
    command.run(tmp_path)
    assert (tmp_path / "data" / "register.yml").read_text() == "a: 2\n"


def test_output_goes_to_what_is_there_and_leaves_it_what_it_is(tmp_path: Path) -> None:
    """A pipe stands for what is no regular file; the standard output may be one, among what is printed to it."""
    real, link, pipe = (tmp_path / name for name in ("real", "link", "pipe"))
    real.write_text("old")
    link.symlink_to(real)
    put_out(link, b"new")
    assert (link.is_symlink(), real.read_bytes()) == (True, b"new")
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        put_out(pipe, b"through")
        assert reader.communicate(timeout=20)[0] == b"through"
    assert pipe.is_fifo()
    with pytest.raises(ClaimcheckError, match="is a folder"):
        put_out(tmp_path, b"x")
    program = "from pathlib import Path; from claimcheck.writing import put_out as put; print(1); "
    program += "put(Path('/dev/stdout'), b'2\\n'); print(3)"
    with real.open("wb") as out:
        subprocess.run([sys.executable, "-c", program], stdout=out, check=True)
    assert real.read_text() == "1\n2\n3\n"


def test_an_error_in_a_copy_names_the_folder(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with pytest.raises(TableError) as error, writing.copied(tmp_path / "data") as copy:
        raise TableError("bad", where=copy / "a.csv", line=3)
    assert str(error.value).startswith(f"{tmp_path / 'data' / 'a.csv'}:3: bad")
