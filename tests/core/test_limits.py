"""Numbers and texts from outside are read within bounds; tests/test_readers.py has readers and files."""

from __future__ import annotations

import pytest

from claimcheck.core.errors import UpstreamError
from claimcheck.core.limits import figure, first_unfit, json_of, whole


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


def test_a_text_that_no_page_shows_as_it_is_enters_no_table() -> None:
    for text in ("=1", "+cmd", "-a", "@x", "a\x00", "a\u202eb", "a\nb", "a\x85", "\ufeffa", "\ud800"):
        assert first_unfit(["plain", text]) is not None
    fit = ["a=b", "-", "-2.6%", "5", "é", "日本", "GB200 NVL72 (x4)", "\N{GRINNING FACE}", "a\u00a0b"]
    assert first_unfit(["plain", *fit]) is None


def test_a_key_of_json_has_one_value() -> None:
    text = '{"a": 1, "b": [{"who": "AMD", "who": "NVIDIA"}], "a": 1}'
    with pytest.raises(UpstreamError, match="two values for 'who'"):
        json_of(text, "it")
    assert json_of(text, "it", twice=("who",)) == {"a": 1, "b": [{"who": "NVIDIA"}]}
