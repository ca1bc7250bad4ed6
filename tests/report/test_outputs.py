"""Tables of notebooks on a page: a long one keeps its first rows, the script and the CSV have the others."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest
from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document

from claimcheck.charts import ResultsTable
from claimcheck.claims.texts.footnote import DERIVED, TRADEMARK
from claimcheck.report.parts.writer import CODE, LONGEST_TABLE, SHOWN_ROWS, STATED, HideCode, table_html
from tests.report.reading import handed_over

HOSTILE = 'a "b", <i>&</i>'


@pytest.fixture
def env(tmp_path: Path) -> SimpleNamespace:
    """As much of Sphinx's environment as a table needs, on a page in a folder."""
    builder = SimpleNamespace(get_target_uri=lambda page: f"{page}.html")
    return SimpleNamespace(docname="notebooks/a", app=SimpleNamespace(builder=builder, outdir=tmp_path))


def recorded(rows: int, caption: str = "C.") -> dict[str, Any]:
    """A table of so many rows as a notebook records it."""
    frame = pd.DataFrame({"name": [HOSTILE] * rows, "value": [0.125 + i for i in range(rows)]})
    return ResultsTable(id="x", frame=frame, caption=caption, columns={"name": "Name", "value": "Value"}).to_dict()


def test_nothing_of_a_long_table_is_lost(env: SimpleNamespace, tmp_path: Path) -> None:
    html = table_html(recorded(LONGEST_TABLE + 2), env)
    assert 'href="../tables/a-x.csv"' in html and 'data-rows="../tables/a-x.js"' in html
    assert f"The first {SHOWN_ROWS} of {LONGEST_TABLE + 2} rows." in html
    table_id, rest = handed_over((tmp_path / "tables" / "a-x.js").read_text("utf-8"))
    assert table_id == "tab-x"
    shown = [re.findall(r'data-sort="([^"]+)"', part) for part in (html, rest)]
    assert len(shown[0]) == SHOWN_ROWS
    assert [float(value) for value in shown[0] + shown[1]] == [0.125 + i for i in range(LONGEST_TABLE + 2)]
    assert "<i>" not in html + rest
    head, *rows = csv.reader((tmp_path / "tables" / "a-x.csv").read_text("utf-8").splitlines())
    assert head == ["Name", "Value"] and rows[-1] == [HOSTILE, str(0.125 + LONGEST_TABLE + 1)]
    assert len(rows) == LONGEST_TABLE + 2


def test_a_short_table_stays_whole(env: SimpleNamespace, tmp_path: Path) -> None:
    assert table_html(recorded(LONGEST_TABLE), env).count("data-sort") == LONGEST_TABLE
    assert not list(tmp_path.iterdir())


def test_notes_of_results_are_folded_below_their_source_without_the_legend(env: SimpleNamespace) -> None:
    note = f"MLPerf® Inference v6.0: closed. {DERIVED} {TRADEMARK}"
    html = table_html(recorded(1, f"C.\n\n{note}"), env)
    assert "<summary>Source: MLCommons, MLPerf® Inference v6.0; calculation ours.</summary>" in html
    assert html.count("<details") == 1 and DERIVED in html and TRADEMARK not in html
    assert "<details" not in table_html(recorded(1, "C.\n\nOurs."), env)


def cell(mode: str | None, prompt: str = "Show {type}") -> nodes.container:
    """A cell as MyST-NB gives it to a page: its code, and an output that states a number."""
    made = nodes.container(nb_element="cell_code", classes=["cell"])
    if mode:
        made["hide_mode"], made["prompt_show"] = mode, prompt
    output = nodes.container(nb_element="cell_code_output")
    output += nodes.literal_block("2x = 4 / 2", "2x = 4 / 2", classes=[STATED])
    made += [nodes.container(nb_element="cell_code_source"), output]
    return made


def test_code_is_behind_one_switch_and_that_of_untagged_cells_in_sight() -> None:
    shown, folded, hidden = cell(None), cell("input"), cell("all")
    long = cell("all", "Show every comparison")
    document = new_document("page", get_default_settings())
    section = nodes.section()
    document += section
    section += [nodes.paragraph(), shown, folded, hidden, long]
    HideCode(document).run()
    assert "checkbox" in section[1].astext() and section[2] is shown
    assert [CODE in part["classes"] for part in shown.children] == [False, False]
    assert [CODE in part["classes"] for part in folded.children] == [True, False]
    assert CODE in hidden["classes"] and CODE not in folded["classes"]
    # A fold under words of its own is MyST-NB's.
    assert long["hide_mode"] == "all"
    stated = [any(STATED in node["classes"] for node in part.findall(nodes.literal_block)) for part in section[2:]]
    assert stated == [True, False, False, True]


def test_a_page_whose_code_is_all_in_sight_has_no_switch() -> None:
    document = new_document("page", get_default_settings())
    document += cell(None)
    HideCode(document).run()
    assert len(document.children) == 1
