"""Numbers, texts and registers from outside are read within bounds; tests/test_readers.py has readers and files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from claimcheck.analysis.derived import Tables
from claimcheck.claims.verdict.evaluate import check
from claimcheck.core.errors import RegisterError
from claimcheck.core.limits import figure, first_unfit, json_of, whole
from claimcheck.data.paths import DATA_DIR

# --- numbers and texts ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("1e30", 10**30), ("-2.5", -2.5), ("1e31", None), ("1e-999", None), ("9" * 50, None),
                         ("1e999999999", None), ("٣", None), ("1_0", None), ("nan", None), ("", None), ("1.", None)],
)  # fmt: skip
def test_a_figure(text: str, number: float | None) -> None:
    assert figure(text) == number


@pytest.mark.parametrize(
    ("text", "number"), [("1000000000", 10**9), ("1000000001", None), ("-1", None), ("٣", None), ("9" * 5000, None)]
)
def test_a_whole_number(text: str, number: int | None) -> None:
    assert whole(text) == number


@pytest.mark.parametrize("text", ["=1", "+cmd", "-a", "@x", "a\x00", "a\u202eb", "a\nb", "a\x85", "\ufeffa", "\ud800"])
def test_a_text_that_no_page_shows_as_it_is(text: str) -> None:
    assert first_unfit(["plain", text]) is not None


@pytest.mark.parametrize(
    "text", ["a=b", "-", "-2.6%", "5", "é", "日本", "GB200 NVL72 (x4)", "\N{GRINNING FACE}", "a\u00a0b"]
)
def test_a_text_that_enters_a_table(text: str) -> None:
    assert first_unfit(["plain", text]) is None


def test_a_key_of_json_has_one_value() -> None:
    text = '{"a": 1, "b": [{"who": "AMD", "who": "NVIDIA"}], "a": 1}'
    with pytest.raises(RegisterError, match="two values for 'who'"):
        json_of(text, "it", RegisterError)
    assert json_of(text, "it", RegisterError, twice=("who",)) == {"a": 1, "b": [{"who": "NVIDIA"}]}


# --- registers -----------------------------------------------------------------------------------


# A claim that asks for two figures and five conditions.
CLAIM = yaml.safe_load((DATA_DIR.parent / "examples" / "amd.yml").read_text())["claims"]["mi355x-over-mi325x"]


def test_a_register_that_asks_too_much(tmp_path: Path, data_dir: Path, tables: Tables) -> None:
    (tmp_path / "mine.yml").write_text(json.dumps({"claims": {f"c{n}": CLAIM for n in range(201)}}))
    with pytest.raises(RegisterError, match="asks too much"):
        check(tmp_path / "mine.yml", data_dir, tables)
