"""A small book set up as the project's own, for what a build says of mistakes and reads again after a change."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import nbformat
import yaml

from claimcheck.core.printing import RECORDING
from claimcheck.data import paths
from tests.making import put, register
from tests.report.test_charts import figure

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "book/index": "# Front\n\nThe gain is {n}`pair.server`. The verdict is {verdict}`1`.\n",
    "book/claims": "# Claims\n\n```{claim-card} 5\n```\n\n```{cc-figure} notebooks/figures second\n```\n",
    "book/cite": "# Errata\n\n```{errata}\n```\n",
    "book/schema": "# Files\n\nWhat is here.\n\n```{data-registers}\n```\n",
}
NOTEBOOKS = ("notebooks/alone", "notebooks/figures")
CLAIMS = (1, 2, 5)
CELL = "# Figures\n\n(the-rows)=\n## Rows\n\nSee [the chart](#fig-first)."
ERRATA = """
errata:
  axis:
    found: 2027-01-05
    version: ["0.1.0"]
    was: The axis was in the wrong unit.
    now: It is in the right one.
    pages: [book/claims]
    figures: ["notebooks/figures#fig-second"]
    claims: [5]
"""
DATA = {
    paths.ERRATA: ERRATA,
    paths.PRICES: "# Prices.\nprices:\n  a:\n    usd: 1\n",
    paths.README: "".join(f"| `{name}.yml` | what it is |\n" for name in ("prices", "errata", "claims", "register")),
}


def write_book(folder: Path) -> None:
    """The sources of the book in ``folder``."""
    config = yaml.safe_load((ROOT / "_config.yml").read_text())
    config["sphinx"]["config"]["claimcheck_book"] = "stub_book.StubBook"
    config["sphinx"]["config"]["claimcheck_redirects"] = {"book/old-claims": "book/claims"}
    for name in ("book", "notebooks", "data"):
        (folder / name).mkdir(parents=True)
    (folder / "_config.yml").write_text(yaml.safe_dump(config))
    shutil.copy(ROOT / "CITATION.cff", folder)
    names = [name for name in (*PAGES, *NOTEBOOKS) if name != "book/index"]
    toc = "format: jb-book\nroot: book/index\nchapters:\n- glob: claims/*\n"
    (folder / "_toc.yml").write_text(toc + "".join(f"- file: {name}\n" for name in names))
    (folder / "book" / "references.bib").write_text("")
    for name, text in PAGES.items():
        (folder / f"{name}.md").write_text(text)
    register(folder / "data", given={"claims": {f"c{n}": {"number": n} for n in CLAIMS}})
    for name, text in DATA.items():
        put(folder / "data", name, text)
    shown = [figure(id="first"), figure(id="second", live=True)]
    write_notebook(folder / "notebooks" / "figures.ipynb", CELL, shown)
    write_notebook(folder / "notebooks" / "alone.ipynb", "# Alone", [])
    (folder / "notebooks" / "figures.py").write_bytes("# %%\nprint('a \u00b5')\r\n".encode())


def write_notebook(path: Path, text: str, shown: list) -> None:
    """A recorded notebook: ``text``, then a cell for each thing that is shown."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    cells = [nbformat.v4.new_markdown_cell(text, id="words")]
    for i, item in enumerate(shown):
        cell = nbformat.v4.new_code_cell("show()", id=f"cell{i}", execution_count=1)
        with patch.dict(os.environ, {RECORDING: "1"}):
            data = item._repr_mimebundle_()
        result = nbformat.v4.new_output("execute_result", data=data, execution_count=1)
        cell.outputs = [result]
        cells.append(cell)
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)


def add_page(folder: Path, name: str, text: str) -> None:
    """One more page of Markdown, in the table of contents as well."""
    (folder / f"{name}.md").write_text(text)
    toc = folder / "_toc.yml"
    toc.write_text(f"{toc.read_text()}- file: {name}\n")


def build(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Build as the project does, warnings as errors, with ``settings`` in the environment."""
    here = Path(__file__).parent
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{here}", "NO_COLOR": "1", **settings}
    program = "from jupyter_book.cli.main import main; main()"
    command = [sys.executable, "-c", program, "build", "-W", "-n", "--keep-going", str(folder)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
