"""Notebooks and their text forms: what disagrees is found, and recording is all or nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import nbformat
import pytest

from claimcheck.build import notebooks
from claimcheck.charts import figure, picture
from claimcheck.core.errors import ClaimcheckError
from claimcheck.data.edition import read_edition

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


pytestmark = pytest.mark.usefixtures("fixed_environment")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The reference of TEXT, as recorded once."""
    folder = tmp_path_factory.mktemp("recorded")
    (folder / "first.py").write_text(TEXT, encoding="utf-8")
    notebooks.record(folder)
    return (folder / "first.ipynb").read_text(encoding="utf-8")


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


@pytest.mark.parametrize("others", [False, pytest.param(True, marks=pytest.mark.every)])
def test_committed_pictures_are_drawn_from_their_records(root: Path, others: bool) -> None:
    """To two hundredths of a pixel; the first of each notebook, and once a week the others."""
    source, number = f"claimcheck. {read_edition().address}", re.compile(r"(?<=[\s\"(,])(-?\d+(?:\.\d+)?)")
    for path in sorted((root / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        outputs = [output.get("data", {}) for cell in cells for output in cell.get("outputs", ())]
        shown = [data for data in outputs if figure.MIME in data]
        for data in shown[1:] if others else shown[:1]:
            fresh = number.split(picture.sheet(drawn := data[figure.MIME], source))
            kept = number.split("".join(data[picture.MIME]))
            assert kept[::2] == fresh[::2], f"{drawn['id']}: {notebooks.MEND}"
            assert [*map(float, kept[1::2])] == pytest.approx([*map(float, fresh[1::2])], abs=0.02), drawn["id"]


def test_every_committed_notebook_is_plain_markdown(root: Path) -> None:
    """GitHub, Jupyter and nbconvert show what is in the file: no mark of MyST is left in the prose."""
    for path in sorted((root / "notebooks").glob("*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            assert cell.cell_type != "markdown" or "{" not in cell.source, f"{cell.id}: {notebooks.MEND}"


def test_prose_has_its_figures_and_a_mark_that_means_nothing_is_placed(folder: Path, data_dir: Path) -> None:
    """A price is no formula; an unknown number, claim, role or directive is named with file and line."""
    for name in ("data", "book"):
        (folder.parent / name).symlink_to(data_dir.with_name(name))
    source = folder / "first.py"
    source.write_text(TEXT.replace("A question", "A price\n#\n# It costs {n}`claim.20.published`."), encoding="utf-8")
    notebooks.take_prose(folder)
    prose = nbformat.read(folder / "first.ipynb", as_version=4).cells[0].source
    assert re.fullmatch(r"# A price\n\nIt costs \\\$\d\.\d\d .*\.", prose)
    for wrong, near in (
        ("{n}`claim.20.publishd`", "claim.20.published"),
        ("{num}`x`", "role"),
        ("```{figure} x\n# ```", "directive"),
    ):
        source.write_text(TEXT.replace("A question", f"A price\n#\n# {wrong}"), encoding="utf-8")
        with pytest.raises(ClaimcheckError, match=near) as caught:
            notebooks.take_prose(folder)
        assert (caught.value.where, caught.value.line) == (str(source), 9), wrong


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        (lambda n: n["cells"][1].update(source='print("two")\n1 + 1'), 9, "source, line 1"),
        (lambda n: n["cells"][2].update(metadata={}), 13, "metadata.tags"),
        (lambda n: n["cells"][2].update(execution_count=None), 13, "execution_count: recorded None, now 2"),
        (lambda n: n["cells"].pop(), 13, "cell 3"),
    ],
    ids=["source", "tags", "unrun", "fewer"],
)
def test_differences_are_found(folder: Path, change, line: int, message: str) -> None:
    """The report names the text form, the line at which the cell begins, and the difference."""
    edit(folder, change)
    found = next(notebooks.compare(folder))
    assert message in str(found) and "make notebooks" in str(found)
    assert found.line == line


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
    with pytest.raises(ClaimcheckError) as caught:
        notebooks.record(folder)
    assert message in str(caught.value)
    assert caught.value.line == 4
    assert (folder / "first.ipynb").read_bytes() == before
    assert sorted(path.name for path in folder.iterdir()) == ["a-good.py", "first.ipynb", "first.py"]
