"""The chain of checksums holds from commit to page, and says where it breaks."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from claimcheck.cli import main
from claimcheck.tables import write_manifest
from claimcheck.ties import Ground
from claimcheck.ties.chain import LINKS, typed_files, verified_rows, walk
from tests.ties.planted import spoilt


def test_every_link_holds(root: Path) -> None:
    found = list(walk(root))
    assert [(name, said) for name, holds, said in found if not holds] == []
    assert len(found) == 2 + len(LINKS)


def test_a_changed_cell_breaks_the_link_to_its_commit(data_dir: Path) -> None:
    ground = Ground(data_dir)
    systems = ground["systems"].copy()
    row = systems.index[systems["round"] == "v6.0"][0]
    systems.loc[row, "cooling"] = "by hand"
    (fault,) = verified_rows(ground.but(systems=systems))
    assert "inference_results_v6.0" in fault.row


@pytest.fixture(scope="module")
def copied(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("root")
    shutil.copytree(root / "data", folder / "data")
    shutil.copytree(root / "notebooks", folder / "notebooks")
    return folder


@pytest.mark.parametrize(
    ("link", "file", "old", "new"),
    [
        ("files", "data/vendors.yml", "NVIDIA", "NVIDlA"),
        ("notebooks", "data/prices.yml", "2.652", "2.653"),
        ("numbers", "data/numbers.csv", "x,", "y,"),
    ],
)
def test_a_link_says_where_it_breaks(link: str, file: str, old: str, new: str, copied: Path) -> None:
    with spoilt(copied / file, old, new):
        if link != "files":  # the forger writes the manifest too
            write_manifest(copied / "data")
        with pytest.raises(Exception, match=Path(file).name):
            LINKS[link](copied)


def test_the_command_ends_with_the_link_that_breaks(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_manifest(copied / "data")  # as a test before this one has left another
    assert main(["chain", "--root", str(copied)]) == 0
    assert "BREAKS" not in capsys.readouterr().out
    with spoilt(copied / "data" / "vendors.yml", "NVIDIA", "NVIDlA"):
        assert main(["chain", "--root", str(copied)]) == 1
    _, broken, said = capsys.readouterr().out.partition("files: BREAKS: ")
    assert broken and "vendors.yml" in said and "notebooks:" not in said


def test_a_typed_table_that_changed_is_read_again(copied: Path) -> None:
    with spoilt(copied / "data/typed/inference_v6.1.csv", "10891.1", "10991.1"):
        (fault,) = typed_files(Ground(copied / "data"))
    assert fault.row == "typed/inference_v6.1.csv"
