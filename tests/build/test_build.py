"""A notebook that prints something else fails at its cell and line; make runs what has changed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from claimcheck.build import __main__ as build
from claimcheck.build import notebooks, times
from tests.conftest import ROOT

NOTEBOOK = """\
# %% [markdown]
# # A question

# %%
1 + 1

# %%
print("the figure is 2.77")
"""


def test_a_cell_with_another_output_is_named_with_what_differs(tmp_path: Path, fixed_environment: None) -> None:
    """Notebook, cell and line of the text form; a picture is drawn from what is compared, and not compared itself."""
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "01-question.py").write_text(NOTEBOOK, encoding="utf-8")
    notebooks.record(tmp_path / "notebooks")
    path = tmp_path / "notebooks" / "01-question.ipynb"
    recorded = path.read_text(encoding="utf-8").replace('"text/plain"', '"image/svg+xml": "<svg/>", "text/plain"')
    # The text form's own digit stays: only the recorded output differs.
    path.write_text(recorded.replace("2.77\\n", "2.78\\n"), encoding="utf-8")
    (fault,) = notebooks.compare(tmp_path / "notebooks")
    head, difference = "01-question.py:7: cell 3 of 01-question.ipynb", "outputs.stdout[0]: recorded 2.78, now 2.77"
    assert f"{head} is not what its text form gives\n  {difference}\n" in str(fault)


SOURCES = (
    "data/a.csv",
    "claimcheck/a.py",
    "claimcheck/site/a.css",
    "notebooks/x.py",
    "notebooks/x.ipynb",
    "notebooks/y.ipynb",
    "book/a.md",
    "book/chips/a.md",
)
INSTALLED = ("claimcheck/build/install/environment", *(f"claimcheck/site/package{part}.json" for part in ("", "-lock")))
EVERY = ["data", "notebooks", "site", "again"]
STAMPS = (".venv/.made", "node_modules/.made", "_build/.checked", "_build/.rerun", "_build/.made")


def made(project: Path) -> None:
    """A project of which everything is made."""
    shutil.copy(ROOT / "Makefile", project)
    for name in ("_config.yml", "_toc.yml", "CITATION.cff", "CHANGELOG.md", "requirements.txt", "pyproject.toml"):
        (project / name).touch()
    for name in (*INSTALLED, *SOURCES, *STAMPS):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).touch()
    for path in project.rglob("*"):
        os.utime(path, (10**9, 10**9))
    for number, name in enumerate(STAMPS, 1):
        os.utime(project / name, (10**9 + number, 10**9 + number))


@pytest.mark.parametrize(
    ("changed", "built"),
    {
        None: [],
        "book/a.md": ["site"],
        "book/chips/a.md": [],
        "notebooks/x.ipynb": ["notebooks", "notebooks/x.ipynb", "site"],
        "claimcheck/site/a.css": ["site", "again"],
        "claimcheck/a.py": EVERY,
        "data/a.csv": EVERY,
        "data": EVERY,
        ".venv/.made": EVERY,
    }.items(),
)
def test_make_builds_what_depends_on_the_change(tmp_path: Path, changed: str | None, built: list[str]) -> None:
    """A time of change later than that of what was made; a folder's, where a file was deleted from it."""
    made(tmp_path)
    if changed:
        os.utime(tmp_path / changed, (10**9 + 60, 10**9 + 60))
    # Below another make, as in `make test`, it would say which folder it is in.
    command = ["make", "--no-print-directory", "-n", "book"]
    done = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, encoding="utf-8")
    assert done.stdout.strip().partition("claimcheck.build ")[2].split() == built
    assert built or "nothing has changed" in done.stdout


@pytest.mark.parametrize("fault", ["", "data", "site"])
def test_parts_are_done_at_once_and_the_first_fault_ends_all(
    tmp_path: Path, fault: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """With what they have started; what is wrong is said by the part that found it."""

    def step(name: str) -> build.Step:
        def work(root: Path) -> str:
            if name != fault:
                below = subprocess.Popen(["sleep", "60" if fault else "0"])
                (root / "part").write_text(str(below.pid))
                (root / "part").rename(root / f"began-{name}")
                below.wait()
            # Where nothing is wrong each waits for the other.
            while not all((root / f"began-{one}").exists() for one in ("data", "site") if one != fault):
                time.sleep(0.01)
            if name == fault:
                raise build.BuildError("this is wrong", where=name)
            return "done"

        return (name, work)

    assert build.at_once({name: [step(name)] for name in ("data", "site")}, tmp_path) == int(bool(fault))
    assert capfd.readouterr().err == (f"{fault}: this is wrong\n" if fault else "")
    for path in tmp_path.iterdir():
        until = time.monotonic() + 10
        while is_running(int(path.read_text())) and time.monotonic() < until:
            time.sleep(0.01)
        assert not is_running(int(path.read_text())), "it is ended with its part"


def is_running(process: int) -> bool:
    """Whether there is such a process that has not ended."""
    told = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False)
    return bool(told.stdout.strip()) and not told.stdout.startswith("Z")


@pytest.mark.parametrize("fault", ["", "data", "site"])
def test_a_site_is_in_its_place_and_parts_are_done_when_no_part_has_failed(
    tmp_path: Path, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is there was checked; else it stays as it was, and the next build goes on from what was built."""

    def check(name: str) -> Callable[..., str]:
        def found(root: Path, **options: object) -> str:
            if name == fault:
                raise build.BuildError("this is wrong")
            return "well"

        return found

    def built(root: Path, **options: object) -> str:
        (root / build.BUILT).mkdir()
        (root / build.BUILT / "page").write_text("new")
        return check("site")(root)

    (tmp_path / build.SITE).mkdir(parents=True)
    (tmp_path / build.SITE / "page").write_text("old")
    replaced = dict.fromkeys(("read_tables", "check_site", "take_prose"), check("nothing"))
    for name, other in (replaced | {"build_site": built, "check_data": check("data")}).items():
        monkeypatch.setattr(build, name, other)
    assert build.main(["data", "site"], tmp_path) == int(bool(fault))
    assert (tmp_path / build.SITE / "page").read_text() == ("old" if fault else "new")
    assert (tmp_path / build.BUILT).exists() == bool(fault)
    assert all((tmp_path / "_build" / build.STAMPS[name]).exists() != bool(fault) for name in ("data", "site"))


def test_a_part_that_is_killed_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    killed = ("data", lambda root: os.kill(os.getpid(), signal.SIGKILL))
    assert build.at_once({"data": [killed]}, tmp_path) == 1
    assert capfd.readouterr().err == "data: ended by SIGKILL\n"


def test_an_edition_is_a_commit_with_a_version_and_equal_sites_give_equal_archives(tmp_path: Path) -> None:
    (tmp_path / "CITATION.cff").write_text("version: 1.2.3\ndate-released: 2026-12-01\n", encoding="utf-8")
    (tmp_path / ".gitignore").write_text("_build\n", encoding="utf-8")
    (tmp_path / "_build" / "html").mkdir(parents=True)
    made(tmp_path)
    site, archive = (tmp_path / "_build" / name for name in ("html/index.html", "release/claimcheck-1.2.3.tar.gz"))

    def release(*changes: str) -> str:
        """What make says of the project, committed and then with ``changes`` to its change log; its rights differ."""
        log = tmp_path / "CHANGELOG.md"
        git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
        for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--allow-empty", "--message=x"]):
            subprocess.run([*git, *command], cwd=tmp_path, check=True)
        log.write_text("".join(changes), encoding="utf-8")
        os.utime(log, (10**9, 10**9))
        site.write_text("a page", encoding="utf-8")
        site.chmod(0o600 if archive.exists() else 0o644)
        run = subprocess.run(["make", "release"], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert run.returncode == (2 if changes else 0), run.stderr
        return run.stderr

    release()
    first = archive.read_bytes()
    release()
    assert archive.read_bytes() == first
    assert "no version and day" in release("## Unreleased\n")
    assert "see git status" in release("## 1.2.4 (2026-12-02)\n")


def test_a_file_that_holds_what_it_held_is_as_old_as_it_was(tmp_path: Path) -> None:
    """As after a checkout of another commit and back; a folder of data is what its files are called."""
    file, folder = tmp_path / "claimcheck" / "a.py", tmp_path / "data" / "facts"
    for path, text in ((file, "1"), (folder / "b.yml", "b")):
        path.parent.mkdir(parents=True)
        path.write_text(text)
    for path in (file, folder):
        os.utime(path, (10**9, 10**9))
    times.settle(tmp_path)
    file.write_text("1")
    (folder / "b.yml").replace(folder / "c.yml")
    (folder / "c.yml").replace(folder / "b.yml")
    times.settle(tmp_path)
    assert [path.stat().st_mtime for path in (file, folder)] == [10**9, 10**9]
    file.write_text("2")
    (folder / "b.yml").unlink()
    times.settle(tmp_path)
    assert all(path.stat().st_mtime > 10**9 for path in (file, folder))
