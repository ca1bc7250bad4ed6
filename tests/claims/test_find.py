"""Where a number comes from: how a phrase is read, what prints its figure, and the figures that claims have traced."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from claimcheck.analysis import find as search
from claimcheck.analysis.tables import Tables
from claimcheck.claims.texts.find import LONGEST, Answer, as_json, find, report
from claimcheck.claims.verdict.result import CheckedFigure, ClaimResult, read_recorded
from claimcheck.cli import main
from claimcheck.core.errors import ClaimcheckError

# The traced pair or result is among so many.
FIRST = 3
# Figures of claims that are traced to results, whose results are not among the first three when only the claim's words
# are known, and why. By the claim's number, and the figure.
MISSED = {
    "1, 8,064 tokens/s per accelerator": "the sentence names v5.1 alone, and the result is of v6.0",
    "5b, 2.7x": "three pairs of one size print it as well, and are more defensible than the published pair",
    "6, 2.7x": "three pairs of one size print it as well, and are more defensible than the published pair",
    "7, over 60%": "the sentence names no benchmark and no scenario, and hundreds of thousands of pairs save that much",
    "8, 2.7x": "the sentence names no benchmark and no scenario; five pairs with Nebius in it are more defensible",
    "10, 2.7x": "the sentence names no benchmark; it is about the owner that gained least",
    "10, over 60%": "the sentence names no benchmark; it is about the owner that gained least",
    "19, 5x": "it compares two latency limits of MLPerf's rules, and not two results",
    "40, 2.8x": "the sentence names no benchmark, and no pair that it could mean has been found",
    "50, 2.7x": "the claim is about whether others gained less, so its results are those that gained most",
    "52, 2.7x": "the claim is about whether others gained as much, so its results are those that gained most",
    "v6.1/11, 512 accelerators": "a number of accelerators is no figure of a result",
    "v6.1/17, 7,108.6 s": "how long a run took is no figure of a result",
    "v6.1/17, 3,834.4 s": "how long a run took is no figure of a result",
    "v6.1/14, 70%": "one of the two results is of the open division, which is not searched",
}


def phrase_of(claim: ClaimResult, figure: CheckedFigure) -> str:
    """The claim's statement; before it the figure as it was published, where the statement has it without its unit."""
    return claim.statement if figure.published.unit == "%" else f"{figure.published.text}. {claim.statement}"


def traced(tables: Tables) -> Iterator[tuple[str, str, set[str]]]:
    """Of every figure whose claim rests on one result or two: a name, the phrase, and the ids of its results.

    Of the two registers whose misses are told one by one.
    """
    known = set(tables.results["row_id"])
    for claim in (one for one in read_recorded(tables) if one.register in ("", "v6.1")):
        for figure in claim.figures:
            if figure.rows and len(figure.rows) <= 2 and known.issuperset(figure.rows):
                yield f"{claim.number}, {figure.published.text}", phrase_of(claim, figure), set(figure.rows)


def rank(tables: Tables, phrase: str, figure: str, rows: set[str]) -> int | None:
    """The place of the traced results among those that print the figure: of a single one, any of them."""
    pool = tables.once("find", lambda: search.Pool(tables.results, tables.listed))
    asked = search.read(phrase, tables.once("find names", pool.names))
    digits = re.sub(r"[^0-9]", "", re.search(r"[\d.,]+", figure)[0])
    wanted = next((one for one in asked.figures if one.kinds and one.digits == int(digits)), None)
    if wanted is None:
        return None
    for place, hit in enumerate(search.find(pool, asked, wanted, FIRST).hits, 1):
        ids = {str(tables.results["row_id"].iloc[at]) for at in hit.rows}
        if ids == rows or (len(ids) == 1 and ids <= rows):
            return place
    return None


def test_the_results_that_claims_rest_on_are_among_the_first_three(tables: Tables) -> None:
    """For each figure that is traced to a result or a pair, by the words of its claim; misses are listed with why."""
    found = {name: rank(tables, phrase, name.partition(", ")[2], rows) for name, phrase, rows in traced(tables)}
    # Of another kind: a place among results, a price, a number of tokens.
    others = {"9, 1st", "13, 288 accelerators", "20, $0.30 per million tokens", "34, 3 tokens"}
    assert {name for name, place in found.items() if place is None} - others == set(MISSED)
    assert sum(place is not None for place in found.values()) >= 30
    assert found["1, 2.77x"] == 1


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


def test_names_that_no_result_bears_together_are_said_to_be_untried(tables: Tables) -> None:
    said = as_json(tables, answer(tables, "2.5x MI355X Whisper v0.5"))
    assert said["worth"] == [
        "No pair of results that may be compared bears all of these names, so nothing was tried: leave one out."
    ]
    assert "may be computed in another way" not in " ".join(report(tables, answer(tables, "2.5x MI355X Whisper v0.5")))


def test_benchmarks_are_named_as_in_other_sentences(tables: Tables) -> None:
    said = as_json(tables, answer(tables, "2.77x DeepSeek-R1", 1))
    assert said["among"] == "Looked for among results of DeepSeek-R1."
    assert said["hits"][0]["sentence"].endswith(", DeepSeek-R1 Server.")
    assert "benchmark" not in as_json(tables, answer(tables, "2.77x r1", 1))["hits"][0]["leaves_out"]
    assert (
        "of which benchmark (DeepSeek-R1)"
        in as_json(tables, answer(tables, "2.77x GB300 Server 8 GPUs", 1))["hits"][0]["leaves_out"]
    )


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


def test_pairs_are_counted_and_their_chance_is_that_of_the_same_pairs(tables: Tables) -> None:
    """Against a loop over every pair of one benchmark and scenario."""
    found = answer(tables, "1.5x Llama 3.1 405B Interactive", 1000).outcome
    pool = tables.once("find", lambda: search.Pool(tables.results, tables.listed))
    rows = pool.rows[(pool.rows["benchmark"] == "llama3.1-405b") & (pool.rows["scenario"] == "Interactive")]
    rows = rows.assign(per=rows["value"] / rows["accelerators"])
    ratios = {}
    for at, one in enumerate(rows.itertuples()):
        for two in rows.iloc[:at].itertuples():
            both = [(one.per, two.per)] + ([(one.value, two.value)] if one.accelerators != two.accelerators else [])
            ratios[one.place, two.place] = [max(pair) / min(pair) for pair in both]
    matching = [pair for pair, of in ratios.items() if any(1.45 <= ratio < 1.6 for ratio in of)]
    assert (found.tried, found.matching) == (len(ratios), len(matching))
    assert {frozenset(hit.rows) for hit in found.hits} == set(map(frozenset, matching))
    every = [ratio for of in ratios.values() for ratio in of]
    figures = [figure / 10 for figure in range(10, 100)]
    hit = [figure for figure in figures if any(figure - 0.05 <= ratio < figure + 0.1 for ratio in every)]
    assert found.share == pytest.approx(len(hit) / len(figures))
    assert [hit.points for hit in found.hits] == sorted(hit.points for hit in found.hits)


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


def test_without_a_result_the_nearest_ones_are_named(tables: Tables) -> None:
    said = as_json(tables, answer(tables, "2,494,999 tokens/s"))
    assert not said["hits"] and said["nearest"][0]["rows"] == ["6.0-0076/deepseek-r1/Offline"]


def test_a_phrase_without_a_figure_is_refused(tables: Tables, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ClaimcheckError, match="characters"):
        find(tables, "x" * (LONGEST + 1))
    for phrase, words in (("GB300 Server", "no figure"), ("$0.30 per million tokens", "another kind")):
        assert main(["find", phrase]) == 1
        assert words in (error := capsys.readouterr().err) and "fix:" in error


def test_the_command_prints_and_limits(tables: Tables, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["find", "2.77x", "DeepSeek-R1", "Server", "GB300", "--json", "--limit", "1"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert len(printed["hits"]) == 1 and printed["matching"] > 1
    assert main(["find", "9.876x DeepSeek-R1 Servr"]) == 0
    text = capsys.readouterr().out
    assert "What comes nearest" in text and "“servr” (did you mean Server?)" in text
    assert all(len(line) <= 100 or "http" in line for line in report(tables, answer(tables, "2.77x DeepSeek-R1", 2)))


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
