"""Where a number comes from: how a phrase is read, and what prints its figure."""

from __future__ import annotations

import pytest

from claimcheck.analysis import find as search
from claimcheck.analysis.tables import Tables
from claimcheck.claims.texts.find import LONGEST, Answer, as_json, find
from claimcheck.cli import main
from claimcheck.core.errors import ClaimcheckError


@pytest.mark.parametrize(
    ("phrase", "kinds", "unit", "measure", "reading", "span"),
    [
        ("2.77x", ("ratio",), None, None, "as printed", (553, 556)),
        ("2.77 times", ("ratio",), None, None, "as printed", (553, 556)),
        ("a 2.77-fold gain per GPU", ("ratio",), None, "per", "as printed", (553, 556)),
        ("up to 3.7x", ("ratio",), None, None, "up to", (73, 76)),
        ("nearly triple the rate", ("ratio",), None, None, "nearly", (5, 6)),
        ("more than 60% lower cost", ("saving",), None, None, "more than", (120, 140)),
        ("a 60%+ reduction in the cost", ("saving",), None, None, "more than", (120, 140)),
        ("costs fell by 60%", ("saving",), None, None, "as printed", (119, 122)),
        ("38% faster", ("gain",), None, None, "as printed", (75, 78)),
        ("99% of one rack", ("share",), None, None, "as printed", (197, 200)),
        ("115% of one rack", ("multiple",), None, None, "as printed", (229, 232)),
        ("about 40%", ("saving", "gain"), None, None, "about", (75, 85)),
        ("140%", ("gain",), None, None, "as printed", (279, 282)),
        ("0.93x", ("part",), None, None, "as printed", (185, 188)),
        ("8,064 tokens/s per GPU", ("rate",), "tokens/s", "per", "as printed", (16127, 16130)),
        ("2.5 million tokens per second in total", ("rate",), "tokens/s", "total", "as printed", (49, 52)),
        ("21 seconds", ("time",), "s", None, "as printed", (41, 44)),
        ("8064", ("any",), None, None, "as printed", (16127, 16130)),
        ("$0.30 per million tokens", (), None, None, "as printed", (59, 62)),
        ("0 ms", (), "ms", None, "as printed", (-1, 2)),
        ("14 partners", (), None, None, "as printed", (27, 30)),
    ],
)
def test_a_figure_is_read_as_it_is_typed(
    phrase: str, kinds: tuple, unit: str | None, measure: str | None, reading: str, span: tuple
) -> None:
    (figure,) = search.read(phrase, search.Names({}, {})).figures
    assert (figure.kinds, figure.unit, figure.measure, figure.reading) == (kinds, unit, measure, reading)
    assert (figure.low, figure.high) == span


def test_companies_that_submitted_together_are_named_by_each(tables: Tables) -> None:
    """Lambda's v6.0 results are under a joint name; a number before a chip is a size unless a word makes it a ratio."""
    said = as_json(tables, answer(tables, "53.4k tokens/s GPT-OSS 120B Server Lambda 4 GB300 v6.0"))
    assert said["hits"][0]["owners"] == ["Lambda_SIT"] and said["names"]["accelerators"] == [["4"]]
    pair = as_json(tables, answer(tables, "more than 2x MI355X over MI325X, Llama 2 70B", 1))
    assert pair["figure"] == "more than 2x" and "accelerators" not in pair["names"]


def test_one_chip_under_two_spellings_is_one_chip(tables: Tables) -> None:
    first = as_json(tables, answer(tables, "1.18x Arc Pro B60 Intel v5.1 v6.0", 1))["hits"][0]
    assert first["points"] == 0 and "Arc Pro B60 Dual" in first["sentence"]


def test_words_name_what_the_tables_have() -> None:
    values = {"benchmark": ["deepseek-r1"], "chip": ["H100-PCIe-80GB", "H100-SXM-80GB", "MI355X"], "round": ["v6.0"]}
    names = search.Names(values, {"benchmark": {"deepseek-r1": ["r1"]}})
    asked = search.read("2.7x on DeepSeek-R1 v6.0: 512 MI355X over H100s and H100, in Servr", names)
    assert asked.names == {
        "benchmark": (("deepseek-r1",),),
        "chip": (("MI355X",), ("H100-PCIe-80GB", "H100-SXM-80GB")),
        "round": (("v6.0",),),
        "accelerators": (("512",),),
    }
    assert [one.text for one in asked.figures] == ["2.7x"]
    assert dict(asked.unknown).keys() == {"servr"}


def answer(tables: Tables, phrase: str, limit: int = 10) -> Answer:
    return find(tables, phrase, limit)


def test_the_published_pair_says_what_it_leaves_out(tables: Tables) -> None:
    first = as_json(tables, answer(tables, "2.77x DeepSeek-R1 Server GB300"))["hits"][0]
    assert first["rows"] == ["6.0-0082/deepseek-r1/Server", "5.1-0072/deepseek-r1/Server"]
    assert first["owners"] == ["Nebius", "NVIDIA"] and first["divisions"] == ["closed"]
    assert "different companies" in first["against"] and "different numbers" in first["against"]
    assert "Nebius and NVIDIA" in first["leaves_out"] and "8 and 72" in first["leaves_out"]
    assert "GB300" not in first["leaves_out"] and "Server" not in first["leaves_out"]
    assert "trademarks of MLCommons" in first["footnote"] and "not verified by MLCommons" in first["footnote"]
    assert first["address"].endswith(first["query"]) and first["query"].startswith("a=5.1-0072")


def test_a_figure_that_anything_gives_is_called_no_evidence(tables: Tables) -> None:
    assert "no evidence" in " ".join(as_json(tables, answer(tables, "60% lower cost", 1))["worth"])
    said = as_json(tables, answer(tables, "2,494,310 Tokens/s", 1))
    rare = " ".join(said["worth"])
    assert "rarely" in rare and "no evidence" not in rare and said["strength"] == "strong"
    assert said["figure"] == "2,494,310 Tokens/s" and "9,999,999 Tokens/s" in rare
    assert as_json(tables, answer(tables, "2,494,999 tokens/s", 1))["strength"] is None


def test_a_phrase_without_a_figure_is_refused(tables: Tables, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ClaimcheckError, match="characters"):
        find(tables, "x" * (LONGEST + 1))
    for phrase, words in (("GB300 Server", "no figure"), ("$0.30 per million tokens", "another kind")):
        assert main(["find", phrase]) == 1
        assert words in (error := capsys.readouterr().err) and "fix:" in error


@pytest.mark.parametrize(
    ("phrase", "words"),
    [
        ("6,882.10", "(HPE, Llama 2 70B Offline); our tables have 6,862.3 and 6,901.9 tokens/s"),
        ("9.60593", "for 6.0-0057 (Intel, Llama 3.1 8B Offline); our tables have 1,229.56 tokens/s"),
        ("122,411 tokens/s", "page of v5.0 does not have 122,411 tokens/s (Google, Mixtral 8x7B Server)"),
        ("122,412 tokens/s", None),
    ],
)
def test_what_mlcommons_page_prints_and_no_result_is_said(tables: Tables, phrase: str, words: str | None) -> None:
    first = as_json(tables, find(tables, phrase))["worth"][0]
    assert words in first if words else "page" not in first
