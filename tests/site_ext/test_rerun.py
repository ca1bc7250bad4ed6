"""What a rerun needs: the repositories with their commits and sizes, the commands, the measured steps."""

from __future__ import annotations

import re
import shutil
from html import escape
from pathlib import Path

import pandas as pd
import pytest

from claimcheck.claims.sources import facts
from claimcheck.errors import RegisterError
from claimcheck.rounds import read_rounds
from claimcheck.site.rerun import log_lines_html, steps, upstreams, upstreams_html
from claimcheck.site.sources import sources_html
from tests.site_ext.reading import Reader


@pytest.fixture
def copied(data_dir: Path, tmp_path: Path) -> Path:
    """The two registers, to be broken."""
    for name in ("rounds.yml", "rerun.yml"):
        shutil.copy(data_dir / name, tmp_path)
    return tmp_path


def changed(path: Path, right: str, wrong: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")


def test_every_round_that_is_not_typed_has_its_repository(data_dir: Path) -> None:
    found = upstreams(data_dir)
    listed = {(one.at.repo, one.at.commit, key) for one in found for key in one.rounds}
    for one in read_rounds(data_dir):
        assert ((one.repo, one.commit, one.key) in listed) == (one.source != "typed")
    assert len({one.at.repo for one in found}) == len(found)


def test_the_table_adds_the_sizes_up(data_dir: Path) -> None:
    found = upstreams(data_dir)
    reader = Reader(upstreams_html(found))
    assert reader.faults == []
    assert f"{sum(one.mb for one in found):,} MB in all" in reader.text


@pytest.mark.parametrize(
    ("file", "right", "wrong", "message"),
    [
        ("rerun.yml", "  mlcommons/hpc_results_v3.0: {mb: 4}\n", "", r"hpc_results_v3\.0 stand in one of rerun\.yml"),
        ("rerun.yml", "repositories:\n", "repositories:\n  some/other: {mb: 1}\n", "some/other"),
        ("rounds.yml", "84d8b84c6d6e3d646e27d511e438fd12d144ade9", "a" * 40, "cm4mlperf-results is named at two"),
    ],
)
def test_each_repository_has_one_size_and_one_commit(
    copied: Path, file: str, right: str, wrong: str, message: str
) -> None:
    changed(copied / file, right, wrong)
    with pytest.raises(RegisterError, match=message):
        upstreams(copied)


def test_a_step_says_what_it_takes(data_dir: Path, copied: Path) -> None:
    assert all(step.takes and step.disk and re.fullmatch(r"\d{4}-\d\d-\d\d", step.date) for step in steps(data_dir))
    changed(copied / "rerun.yml", "    takes:", "    takse:")
    with pytest.raises(RegisterError, match="did you mean takes"):
        steps(copied)


def test_every_step_names_a_command_of_the_makefile(root: Path, data_dir: Path) -> None:
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    for step in steps(data_dir):
        tool, target = step.command.replace(",", " ").split()[:2]
        assert tool == "make" and re.search(rf"^{target}:", makefile, re.M), step.command


def test_the_line_of_a_log_is_named_by_commit_path_and_number(tables) -> None:
    rows = tables.results[tables.results["row_id"] == "6.0-0082/deepseek-r1/Server"]
    reader = Reader(log_lines_html(rows))
    (row,) = rows.itertuples()
    assert f"{row.repo}/{row.commit}/{row.log_path} | sed -n {row.log_line}p" in reader.text
    assert f"{row.value:,.0f} {row.unit} expected" in reader.text


def test_a_row_without_a_log_is_refused(tables) -> None:
    typed = tables.results[tables.results["log_path"].isna()].head(1)
    assert len(typed) == 1
    with pytest.raises(ValueError, match="no log stands behind"):
        log_lines_html(pd.DataFrame(typed))


def test_each_fact_from_outside_links_to_its_source(data_dir: Path) -> None:
    page = sources_html(data_dir)
    addresses = {where for fact in facts(data_dir) for where in (fact.source.address, fact.source.read_at) if where}
    assert set(re.findall(r'<a href="([^"]+)">', page)) == {escape(where) for where in addresses}
