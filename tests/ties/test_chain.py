"""The chain of checksums holds from commit to page, and says where it breaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.cli import main
from claimcheck.tables import load, write_manifest
from claimcheck.ties import Ground
from claimcheck.ties.chain import LINKS, typed_files, verified_rows
from tests.ties.copies import Copy, text


@pytest.fixture
def copy(root: Path, tmp_path: Path) -> Copy:
    return Copy(root, tmp_path)


def test_every_link_holds(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chain", "--root", str(root)]) == 0
    out = capsys.readouterr().out
    assert "BREAKS" not in out and len(out.splitlines()) == 2 + len(LINKS)


def test_a_changed_cell_breaks_the_link_to_its_commit(data_dir: Path) -> None:
    systems = load("systems", data_dir)
    row = systems.index[systems["round"] == "v6.0"][0]
    systems.loc[row, "cooling"] = "by hand"
    (fault,) = verified_rows(Ground(data_dir, systems=systems))
    assert "inference_results_v6.0" in fault.row


@pytest.mark.parametrize(
    ("link", "file", "old", "new"),
    [
        ("notebooks", "data/prices.yml", r"2\.652", "2.653"),
        ("numbers", "data/numbers.csv", "x,", "y,"),
    ],
)
def test_a_link_says_where_it_breaks(link: str, file: str, old: str, new: str, copy: Copy) -> None:
    text(file, old, new)(copy)
    write_manifest(copy.data)  # as the forger does
    with pytest.raises(Exception, match=Path(file).name):
        LINKS[link](copy.folder)


def test_the_command_ends_with_the_link_that_breaks(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    text("data/vendors.yml", "NVIDIA", "NVIDlA")(copy)
    assert main(["chain", "--root", str(copy.folder)]) == 1
    _, broken, said = capsys.readouterr().out.partition("files: BREAKS: ")
    assert broken and "vendors.yml" in said and "notebooks:" not in said


def test_a_typed_table_that_changed_is_read_again(copy: Copy) -> None:
    text("data/typed/inference_v6.1.csv", r"10891\.1", "10991.1")(copy)
    (fault,) = typed_files(Ground(copy.data))
    assert fault.row == "typed/inference_v6.1.csv"
