"""What a rerun needs: the repositories with their commits and sizes, the commands, the measured steps."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import pytest

from claimcheck.core.errors import RegisterError
from claimcheck.data import paths
from claimcheck.data.rounds import read_rerun, read_rounds
from claimcheck.report.pages.data import facts, sources_html
from claimcheck.report.pages.rerun import log_lines_html, upstreams
from tests.making import put
from tests.report.reading import Reader


def test_every_round_that_is_not_typed_has_its_repository(data_dir: Path) -> None:
    found = upstreams(data_dir)
    listed = {(at.repo, at.commit, key) for at, keys, _ in found for key in keys}
    for one in read_rounds(data_dir):
        assert ((one.repo, one.commit, one.key) in listed) == (one.source != "typed")


@pytest.mark.parametrize(
    ("file", "right", "wrong", "message"),
    [
        (
            paths.RERUN,
            "  mlcommons/hpc_results_v3.0: {mb: 4}\n",
            "",
            r"hpc_results_v3\.0 are in only one of",
        ),
        (paths.RERUN, "repositories:\n", "repositories:\n  some/other: {mb: 1}\n", "some/other"),
        (paths.ROUNDS, "84d8b84c6d6e3d646e27d511e438fd12d144ade9", "a" * 40, "cm4mlperf-results is named at two"),
        (paths.RERUN, "    takes:", "    takse:", "did you mean takes"),
    ],
)
def test_what_is_wrong_with_repositories_and_steps_is_named(
    data_dir: Path, tmp_path: Path, file: str, right: str, wrong: str, message: str
) -> None:
    for name in (paths.ROUNDS, paths.RERUN):
        put(tmp_path, name, (data_dir / name).read_text(encoding="utf-8"))
    text = (tmp_path / file).read_text(encoding="utf-8")
    assert right in text
    (tmp_path / file).write_text(text.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(RegisterError, match=message):
        upstreams(tmp_path)


def test_every_step_names_a_command_of_the_makefile(root: Path, data_dir: Path) -> None:
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    for step in read_rerun(data_dir).steps.values():
        tool, target = step.command.replace(",", " ").split()[:2]
        assert tool == "make" and re.search(rf"^{target}:", makefile, re.M), step.command


def test_the_line_of_a_log_is_named_by_commit_path_and_number(tables) -> None:
    rows = tables.results[tables.results["row_id"] == "6.0-0082/deepseek-r1/Server"]
    reader = Reader(log_lines_html(rows))
    (row,) = rows.itertuples()
    assert f"{row.repo}/{row.commit}/{row.log_path} | sed -n {row.log_line}p" in reader.text
    assert f"{row.value:,.0f} {row.unit} expected" in reader.text
    with pytest.raises(ValueError, match="no log stands behind"):
        log_lines_html(tables.results[tables.results["log_path"].isna()].head(1))


def test_each_fact_from_outside_links_to_its_source(data_dir: Path) -> None:
    page = sources_html(data_dir)
    addresses = {where for fact in facts(data_dir) for where in (fact.source.address, fact.source.read_at) if where}
    assert set(re.findall(r'<a href="([^"]+)">', page)) == {escape(where) for where in addresses}
