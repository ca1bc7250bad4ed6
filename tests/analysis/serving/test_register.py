"""Reading serving.yml: a mistake is reported where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.core.errors import RegisterError
from claimcheck.data import paths
from claimcheck.data.serving import read_model
from claimcheck.data.tables import load
from tests.making import put


@pytest.fixture
def folder(tmp_path: Path, data_dir: Path) -> Path:
    put(tmp_path, paths.SERVING, (data_dir / paths.SERVING).read_text())
    return tmp_path


def changed(folder: Path, old: str, new: str) -> Path:
    path = folder / paths.SERVING
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("per_token: 0}", "per_tokn: 0}", "per_tokn"),
        ("fit_on: NVIDIA GB300", "fiton: NVIDIA GB300", "fit_on"),
        ("group: v5.1-b200", "group: v5.1-b2000", "v5.1-b2000"),
        ("interpolation: linear", "interpolation: cubic", "cubic"),
        ("tokens: [165, 330,", "tokens: [330, 165,", "ascend"),
        ("tokens: [165, 330,", "tokens: [330,", "number"),
    ],
)
def test_a_mistake_is_named(folder: Path, old: str, new: str, word: str) -> None:
    with pytest.raises(RegisterError, match=word):
        read_model(changed(folder, old, new))


def test_the_lengths_are_those_of_the_run_that_they_name() -> None:
    model = read_model()
    served = load("operating_points").set_index("row_id").mean_length[model.served_by]
    assert model.published_mean == round(served, 2)
