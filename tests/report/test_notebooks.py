"""Notebooks and their text forms: what disagrees is found, and recording is all or nothing."""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from nbconvert import HTMLExporter

from claimcheck.charts import figure, picture
from claimcheck.data.edition import read_edition
from claimcheck.report import notebooks

TEXT = """\
# ---
# jupyter:
#   jupytext: {}
# ---

# %% [markdown]
# # A question

# %%
print("one")
1 + 1

# %% tags=["hide-input"]
value = 3
value
"""


@pytest.fixture(autouse=True)
def fixed_environment(tmp_path: Path) -> Iterator[None]:
    """Kernels start as they do in the build."""
    before = dict(os.environ)
    fixed = notebooks.environment(tmp_path / "scratch")
    os.environ.clear()
    os.environ.update(fixed)
    yield
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The reference of TEXT, as recorded once."""
    folder = tmp_path_factory.mktemp("recorded")
    (folder / "first.py").write_text(TEXT, encoding="utf-8")
    return notebooks.serialise(notebooks.run(folder / "first.py"))


@pytest.fixture
def folder(tmp_path: Path, recorded: str) -> Path:
    """A folder with one notebook in both forms, in agreement."""
    folder = tmp_path / "notebooks"
    folder.mkdir()
    (folder / "first.py").write_text(TEXT, encoding="utf-8")
    (folder / "first.ipynb").write_text(recorded, encoding="utf-8")
    return folder


def edit(folder: Path, change) -> None:
    """Change the reference's JSON in place."""
    path = folder / "first.ipynb"
    content = json.loads(path.read_text(encoding="utf-8"))
    change(content)
    path.write_text(json.dumps(content), encoding="utf-8")


@pytest.mark.parametrize("name", ["cost", "metric", "wins"])
def test_a_viewer_that_runs_nothing_shows_each_chart(root: Path, name: str) -> None:
    """A committed notebook as a page of its own: the picture of each figure, with its caption and marks, in order."""
    path, head = root / "notebooks" / f"{name}.ipynb", f"data:{picture.MIME};base64,"
    page, _ = HTMLExporter().from_filename(path)
    shown = [
        image["src"].removeprefix(head) for image in BeautifulSoup(page, "html.parser").select(f'img[src^="{head}"]')
    ]
    figures = list(figure.recorded(path).values())
    assert len(shown) == len(figures) > 0
    for image, drawn in zip(map(base64.b64decode, shown), figures, strict=True):
        svg = BeautifulSoup(image, "html.parser")
        assert (svg.title.text, svg.desc.text) == (drawn["title"], drawn["description"])
        assert " ".join(drawn["caption"].split()) in " ".join(line.text for line in svg.find_all("text"))
        assert len(svg.find_all(["path", "circle"])) > 3


def test_committed_pictures_are_drawn_from_their_records(root: Path) -> None:
    """Whatever is compared of a notebook, its pictures are not: they are here, to two hundredths of a pixel."""
    edition, number = read_edition(root), re.compile(r"(?<=[\s\"(,])(-?\d+(?:\.\d+)?)")
    for path in sorted((root / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        for data in (output.get("data", {}) for cell in cells for output in cell.get("outputs", ())):
            if drawn := data.get(figure.MIME):
                fresh = number.split(picture.preview(drawn, edition))
                kept = number.split("".join(data[picture.MIME]))
                assert kept[::2] == fresh[::2], f"{drawn['id']}: {notebooks.MEND}"
                assert [*map(float, kept[1::2])] == pytest.approx([*map(float, fresh[1::2])], abs=0.02), drawn["id"]


def test_record_has_nothing_that_varies(recorded: str) -> None:
    """Fixed ids, no times, no language_info, and the outputs as they were."""
    content = json.loads(recorded)
    assert content["metadata"] == {"kernelspec": notebooks.KERNELSPEC}
    assert [cell["id"] for cell in content["cells"]] == ["first-00", "first-01", "first-02"]
    assert [cell["metadata"] for cell in content["cells"]] == [{}, {}, {"tags": ["hide-input"]}]
    outputs = content["cells"][1]["outputs"]
    assert outputs[0]["text"] == ["one\n"]
    assert outputs[1]["data"] == {"text/plain": ["2"]}


def test_recording_again_changes_nothing(folder: Path) -> None:
    """The same bytes come out, so no file is touched."""
    assert notebooks.record(folder) == []


def test_newer_prose_is_taken_over_without_a_run_where_the_code_is_as_recorded(folder: Path) -> None:
    reference, source = folder / "first.ipynb", folder / "first.py"
    before = reference.read_text(encoding="utf-8")
    os.utime(reference, (1, 1))
    source.write_text(TEXT.replace("A question", "Asked").replace("value = 3", "value = 4"), encoding="utf-8")
    assert notebooks.take_prose(folder) == []
    source.write_text(TEXT.replace("A question", "Asked"), encoding="utf-8")
    assert notebooks.take_prose(folder) == [reference]
    assert reference.read_text(encoding="utf-8") == before.replace("A question", "Asked")


def test_only_the_notebooks_named_are_recorded(folder: Path) -> None:
    (folder / "second.py").write_text((folder / "first.py").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "first.ipynb").unlink()
    assert notebooks.record(folder, only=["sec"]) == [folder / "second.ipynb"]
    assert not (folder / "first.ipynb").exists()
    with pytest.raises(notebooks.NotebookError, match="no notebook 'third'"):
        notebooks.record(folder, only=["third"])


ERROR = {"output_type": "error", "ename": "E", "evalue": "", "traceback": []}


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        (lambda n: n["cells"][1].update(source='print("two")\n1 + 1'), 9, '-print("two")'),
        (lambda n: n["cells"][1].update(source='print("one")'), 9, "+1 + 1"),
        (lambda n: n["cells"][2].update(metadata={}), 13, "has metadata {}"),
        (lambda n: n["cells"][2].update(execution_count=None), 13, "was never run"),
        (lambda n: n["cells"].pop(), 13, "has 2 cells, the text form 3"),
        (lambda n: n["cells"][0].update(cell_type="raw"), 6, "has cell_type raw"),
        (lambda n: n["cells"][2].update(outputs=[ERROR]), 13, "recorded output is an error"),
        (lambda n: n["cells"][0].update(id="other"), None, "cell ids"),
        (lambda n: n.pop("cells"), None, "not a notebook"),
    ],
    ids=["source", "shorter", "tags", "unrun", "fewer", "type", "error", "id", "no notebook"],
)
def test_differences_are_found(folder: Path, change, line: int | None, message: str) -> None:
    """The report names the text form, the line at which the cell begins, and the difference."""
    edit(folder, change)
    found = notebooks.disagreements(folder)
    assert len(found) == 1
    assert message in str(found[0])
    assert found[0].line == line
    assert "make notebooks" in str(found[0])


def test_missing_and_second_forms_are_found(folder: Path) -> None:
    """A reference without text form, a text form never recorded, a MyST twin."""
    (folder / "orphan.ipynb").write_text("{}", encoding="utf-8")
    (folder / "new.py").write_text("# %%\n1\n", encoding="utf-8")
    (folder / "first.md").write_text("# twin\n", encoding="utf-8")
    found = [str(error) for error in notebooks.disagreements(folder)]
    assert len(found) == 3
    assert "first.md: a second text form" in found[0]
    assert "new.py: never recorded" in found[1]
    assert "orphan.ipynb: no text form" in found[2]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("value = 3", "# NBVAL_IGNORE_OUTPUT\nvalue = 3"),
        ("value = 3", "# NBVAL_SKIP\nvalue = 3"),
        ("value = 3", "# NBVAL_RAISES_EXCEPTION\nvalue = 3"),
        ("hide-input", "nbval-skip"),
    ],
)
def test_cells_that_evade_nbval_are_found(folder: Path, old: str, new: str) -> None:
    """A comment or a tag by which nbval would not compare a cell."""
    (folder / "first.py").write_text(TEXT.replace(old, new), encoding="utf-8")
    assert any("look away" in str(error) for error in notebooks.disagreements(folder))


def test_a_text_form_that_is_not_utf8_is_found(folder: Path) -> None:
    """One error, not a traceback."""
    (folder / "first.py").write_bytes(b"# %%\n'\xff'\n")
    assert "not UTF-8" in str(notebooks.disagreements(folder)[0])


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("raise ValueError('no such row')", "cell 2 failed: ValueError: no such row"),
        ("import warnings\nwarnings.warn('old')", "writes to standard error"),
        (f"print({str(notebooks.ROOT)!r})", "prints a path of this machine"),
    ],
    ids=["raises", "warns", "path"],
)
def test_a_bad_cell_leaves_every_reference_as_it_was(folder: Path, cell: str, message: str) -> None:
    """The fault is placed at the cell's line, and no reference is written, not even a good one's."""
    (folder / "a-good.py").write_text("# %%\n1\n", encoding="utf-8")
    (folder / "first.py").write_text(f"# %%\n1\n\n# %%\n{cell}\n", encoding="utf-8")
    before = (folder / "first.ipynb").read_bytes()
    with pytest.raises(notebooks.NotebookError) as caught:
        notebooks.record(folder)
    assert message in str(caught.value)
    assert caught.value.line == 4
    assert (folder / "first.ipynb").read_bytes() == before
    assert sorted(path.name for path in folder.iterdir()) == ["a-good.py", "first.ipynb", "first.py"]


def test_lines_of_cells() -> None:
    """Cells begin at their mark; text before the first mark is a cell; the head is none."""
    assert notebooks.cell_lines(TEXT) == [6, 9, 13]
    assert notebooks.cell_lines("# ---\n# title: A\n# ---\n\n# %%\n1\n") == [1, 5]
    assert notebooks.cell_lines("import os\n\n# %%\n1\n") == [1, 3]
    assert notebooks.cell_lines("\n# %% [markdown]\n# a\n# %%\n%%time\n") == [2, 4]


def test_environment_keeps_the_users_settings_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A kernel or start-up file of the user's own is not found; hashes and times are fixed."""
    for name in ("JUPYTER_PATH", "IPYTHONDIR", "JUPYTER_DATA_DIR", "LC_TIME", "PYTEST_ADDOPTS", "PYTHONPATH"):
        monkeypatch.setenv(name, "/elsewhere")
    fixed = notebooks.environment(tmp_path)
    assert "/elsewhere" not in {fixed.get(n) for n in ("JUPYTER_PATH", "IPYTHONDIR", "JUPYTER_DATA_DIR")}
    assert "LC_TIME" not in fixed and "PYTEST_ADDOPTS" not in fixed and "/elsewhere" not in fixed["PYTHONPATH"]
    assert (fixed["PYTHONHASHSEED"], fixed["TZ"], fixed["LC_ALL"]) == ("0", "UTC", "C.UTF-8")
    assert fixed["SOURCE_DATE_EPOCH"].isdigit()
