"""The driver of `make book`: each step fails where it should, and says where and what to do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from claimcheck import build, notebooks, proofs
from claimcheck.errors import TableError

NOTEBOOK = """\
# %% [markdown]
# # A question

# %%
1 + 1

# %%
print("the figure is 2.77")
"""
CONFIG = """\
title: A book
author: Nobody
copyright: "2026"
logo: ""
only_build_toc_files: true
execute: {execute_notebooks: "off"}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A book of one page."""
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "_config.yml").write_text(CONFIG, encoding="utf-8")
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: index\n", encoding="utf-8")
    (tmp_path / "index.md").write_text("# A book\n\nWords.\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def progress() -> build.Progress:
    """Where the steps report to."""
    return build.Progress()


@pytest.fixture
def with_notebook(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The book with a recorded notebook."""
    for name, value in notebooks.environment(project / "_build" / "scratch").items():
        monkeypatch.setenv(name, value)
    (project / "notebooks" / "01-question.py").write_text(NOTEBOOK, encoding="utf-8")
    notebooks.record(project / "notebooks")
    return project


def test_notebooks_are_run_once_and_again_where_one_differs_and_in_ci(
    with_notebook: Path, progress: build.Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The failure names notebook, cell and the line of the text form, and what differs alone; it is no proof."""
    monkeypatch.setattr(build, "FRESH", False)
    path = with_notebook / "notebooks" / "01-question.ipynb"
    recorded = path.read_text(encoding="utf-8")
    assert build.run_notebooks(with_notebook, progress) == "2 cells give their recorded output"
    assert build.run_notebooks(with_notebook, progress).startswith("all 1 proven before")
    # The text form's own digit stays: only the recorded output differs.
    path.write_text(recorded.replace("2.77\\n", "2.78\\n"), encoding="utf-8")
    proven = (with_notebook / proofs.FILE).read_bytes()
    with pytest.raises(build.BuildError) as caught:
        build.run_notebooks(with_notebook, progress)
    assert (with_notebook / proofs.FILE).read_bytes() == proven
    error = caught.value
    assert "01-question.ipynb, cell 3" in error.message
    assert (error.where, error.line) == ("notebooks/01-question.py", 7)
    assert error.details == (
        "notebooks/01-question.py:7: 01-question.ipynb, cell 3",
        "  stdout[0]: recorded 2.78, now 2.77",
    )
    assert "make notebooks" in str(error)
    path.write_text(recorded, encoding="utf-8")
    assert build.run_notebooks(with_notebook, progress).startswith("all 1 proven before")
    monkeypatch.setattr(build, "FRESH", True)
    assert build.run_notebooks(with_notebook, progress).startswith("2 cells")


def test_a_book_without_notebooks_fails(project: Path, progress: build.Progress) -> None:
    """An empty folder is not a folder in which all agree."""
    with pytest.raises(build.BuildError, match="no notebook found"):
        build.check_notebooks(project, progress)


def test_disagreement_fails(with_notebook: Path, progress: build.Progress) -> None:
    """A text form edited after recording, even where both agreed in the build before."""
    assert build.check_notebooks(with_notebook, progress) == "1 notebook"
    source = with_notebook / "notebooks" / "01-question.py"
    source.write_text(NOTEBOOK.replace("1 + 1", "1 + 2"), encoding="utf-8")
    with pytest.raises(build.BuildError) as caught:
        build.check_notebooks(with_notebook, progress)
    assert "01-question.py:4: 01-question.ipynb, cell 2" in caught.value.details[0]


def test_a_warning_fails_the_site(project: Path, progress: build.Progress) -> None:
    """A clean book builds and is built anew; a broken reference fails it, with file and line."""
    (project / "_build" / "html").mkdir(parents=True)
    (project / "_build" / "html" / "old.html").write_text("left over", encoding="utf-8")
    build.build_site(project, progress)
    assert (project / "_build" / "html" / "index.html").is_file()
    assert not (project / "_build" / "html" / "old.html").exists()
    (project / "index.md").write_text("# A book\n\n[x](nowhere.md)\n", encoding="utf-8")
    with pytest.raises(build.BuildError) as caught:
        build.build_site(project, progress)
    assert (caught.value.where, caught.value.line) == ("index.md", 3)
    assert any("nowhere.md" in line for line in caught.value.details)


def test_a_changed_page_is_read_alone_and_anything_else_is_read_anew(
    project: Path, progress: build.Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also a page with an older time of change; a removed page leaves nothing; new data rebuild everything."""
    monkeypatch.setattr(build, "FRESH", False)
    html = project / "_build" / "html"
    (project / "_toc.yml").write_text("format: jb-book\nroot: index\nchapters: [{file: book/two}]\n", encoding="utf-8")
    (project / "book").mkdir()
    two = project / "book" / "two.md"
    two.write_text("# Two\n", encoding="utf-8")
    assert build.build_site(project, progress) == "4 pages"
    assert not build.is_current(project)
    (html.parent / ".made").touch()
    assert build.is_current(project)
    two.write_text("# Two\n\nSaid anew.\n", encoding="utf-8")
    assert not build.is_current(project)
    os.utime(two, (1, 1))
    assert build.build_site(project, progress).endswith("read anew: 0 added, 1 changed, 0 removed")
    assert "Said anew." in (html / "book" / "two.html").read_text(encoding="utf-8")
    (project / "data").mkdir()
    (project / "data" / "a.csv").write_text("a\n", encoding="utf-8")
    assert build.build_site(project, progress) == "4 pages"
    two.unlink()
    (project / "_toc.yml").write_text("format: jb-book\nroot: index\n", encoding="utf-8")
    build.build_site(project, progress)
    assert not (html / "book" / "two.html").exists()


@pytest.mark.parametrize("setting", ["auto", "force", "cache"])
def test_sphinx_may_not_run_notebooks(project: Path, progress: build.Progress, setting: str) -> None:
    """What the site shows is what nbval compared."""
    (project / "_config.yml").write_text(CONFIG.replace('"off"', setting), encoding="utf-8")
    with pytest.raises(build.BuildError, match="run the notebooks again"):
        build.build_site(project, progress)


def test_a_broken_link_fails_the_site_check(project: Path, progress: build.Progress) -> None:
    """The first fault gives the place."""
    site = project / "_build" / "html"
    site.mkdir(parents=True)
    (site / "index.html").write_text('<p>\n<a href="gone.html">x</a>', encoding="utf-8")
    with pytest.raises(build.BuildError) as caught:
        build.check_site(project, progress)
    assert (caught.value.where, caught.value.line) == ("_build/html/index.html", 2)


def test_build_stops_at_the_first_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 1, the step's name and number, the fault with its place; no later step. A stamp is of success."""
    ran = []

    def fails(root: Path, progress: build.Progress) -> str:
        raise TableError("changed by hand", where="data/systems.csv", line=7, fix="run `make ingest`")

    steps = (
        ("this works", lambda root, progress: "1 file"),
        ("this fails", fails),
        ("this comes later", lambda root, progress: ran.append(root)),
    )
    (tmp_path / "_build").mkdir()
    (tmp_path / "_build" / ".made").touch()
    assert build.build(tmp_path, steps) == 1
    out, err = capsys.readouterr()
    assert "[1/3] this works (1 file)" in out
    assert "[2/3] this fails: FAILED" in out
    assert "data/systems.csv:7: changed by hand" in err
    assert "make ingest" in err
    assert not ran
    assert not (tmp_path / "_build" / ".made").exists()
    assert build.build(tmp_path, steps[:1]) == 0
    assert (tmp_path / "_build" / ".made").exists()
