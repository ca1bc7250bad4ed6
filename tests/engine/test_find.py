"""Where a number comes from: how a phrase is read, what prints its figure, and what is said of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from claimcheck.cli import main
from claimcheck.core.errors import ClaimcheckError
from claimcheck.site.engine.run import answer, ask, run

# Of a figure its kinds, unit, measure and reading, and where it begins and ends, in half units of its last digit.
READ = {
    "2.77x": (["ratio"], None, None, "as printed", (553, 556)),
    "×2.77": (["ratio"], None, None, "as printed", (553, 556)),
    "a 2.77-fold gain per GPU": (["ratio"], None, "per", "as printed", (553, 556)),
    "up to 3.7x": (["ratio"], None, None, "up to", (73, 76)),
    "nearly triple the rate": (["ratio"], None, None, "nearly", (54, 60)),
    "more than 60% lower cost": (["saving"], None, None, "more than", (120, 140)),
    "a 60%+ reduction in the cost": (["saving"], None, None, "more than", (120, 140)),
    "costs fell by 60%": (["saving"], None, None, "as printed", (119, 122)),
    "38% faster": (["gain"], None, None, "as printed", (75, 78)),
    "99% of one rack": (["share"], None, None, "as printed", (197, 200)),
    "115% of one rack": (["multiple"], None, None, "as printed", (229, 232)),
    "about 40%": (["saving", "gain"], None, None, "about", (75, 86)),
    "0.93x": (["part"], None, None, "as printed", (185, 188)),
    "8,064 tokens/s per GPU": (["rate"], "tokens/s", "per", "as printed", (16127, 16130)),
    "2.5 million tokens per second in total": (["rate"], "tokens/s", "total", "as printed", (49, 52)),
    "21 seconds": (["time"], "s", None, "as printed", (41, 44)),
    "8064": (["any"], None, None, "as printed", (16127, 16130)),
    "$0.30/1M": ([], "$", None, "as printed", (59, 62)),
    "0 ms": ([], "ms", None, "as printed", (-1, 2)),
    "14 partners": ([], "partners", None, "as printed", (27, 30)),
    "291 cumulative wins": ([], "wins", None, "as printed", (581, 584)),
    "10.02 minutes": (["time"], "minutes", None, "as printed", (2003, 2006)),
    "227.4 server queries per watt": (["rate"], "queries/s per W", None, "as printed", (4547, 4550)),
    "0.35 joules per token": (["energy"], "tokens/s per W", None, "as printed", (69, 72)),
    "2,907 tokens": (["any"], None, None, "as printed", (5813, 5816)),
    # As other languages print numbers, and in words.
    "2,57-fach": (["ratio"], None, None, "as printed", (513, 516)),
    "約\uff12\uff0e\uff17倍": (["ratio"], None, None, "about", (53, 56)),
    "652.750 Token/s": (["rate"], "tokens/s", None, "as printed", (1305499, 1305502)),
    "1.139,51 Token/s": (["rate"], "tokens/s", None, "as printed", (227901, 227904)),
    "1 096 770": (["any"], None, None, "as printed", (2193539, 2193542)),
    "96\u202f770,5 tokens/s": (["rate"], "tokens/s", None, "as printed", (1935409, 1935412)),
    "8,064 tok/s/GPU": (["rate"], "tokens/s", "per", "as printed", (16127, 16130)),
    "threefold": (["ratio"], None, None, "whole", (59, 61)),
    "half the time": (["part"], None, None, "as printed", (9, 12)),
    # A ratio between two chips; else a count.
    "B200 4x H100": (["ratio"], None, None, "whole", (79, 81)),
}
# How many results or pairs are tried, and how many have the figure.
COUNTS = {
    "2.77x": (1873975, 5232),
    "2.77x DeepSeek-R1": (3342, 7),
    "8,064 tokens/s per GPU": (1611, 1),
    "3d-unet-99.9 SingleStream 5.85x": (4085, 3),
    "gptj-99.9 Offline 3.31x in total": (6342, 7),
    "0.103x on 8 Xavier NX, v2.0, ssd-small": (16, 1),
}


def find(phrase: str, limit: int = 10) -> dict[str, Any]:
    return answer({"kind": "find", "phrase": phrase, "limit": limit})


def warning(said: dict[str, Any]) -> str:
    """How many results or pairs print the figure, and whether that names a source."""
    return next(line["text"] for line in said["answer"]["lines"] if line["role"] == "warning")


def test_a_figure_is_read_as_it_is_typed() -> None:
    for phrase, said in zip(READ, ask([{"kind": "read", "phrase": phrase} for phrase in READ]), strict=True):
        (figure,) = said["figures"]
        span = (figure["low"], figure["high"])
        assert (*(figure[name] for name in ("kinds", "unit", "measure", "reading")), span) == READ[phrase], phrase


def test_names_are_read_as_people_write_them() -> None:
    named = {
        "16x MI325X": ("accelerators", ["16"]),
        "Llama 405B": ("benchmark", ["llama3.1-405b", "llama31_405b"]),
        "LoRA": ("benchmark", ["llama2_70b_lora"]),
        "Blackwell Ultra": ("chip", ["B300", "GB300"]),
        "Gaudi 3": ("chip", ["Gaudi 3"]),
        "VR200": ("chip", ["Vera Rubin"]),
    }
    for phrase, said in zip(named, ask([{"kind": "read", "phrase": phrase} for phrase in named]), strict=True):
        category, values = named[phrase]
        assert [sorted(group) for group in said["names"][category]] == [values] and not said["figures"], phrase


def test_each_result_and_each_pair_counts_once() -> None:
    """Of one benchmark in versions that may be compared; one result under two accuracy targets or in two suites too."""
    for phrase, counts in COUNTS.items():
        said = find(phrase, 1)
        assert (said["tried"], said["matching"]) == counts, phrase


def test_the_published_pair_says_what_differs_and_where_it_is_from() -> None:
    first = find("2.77x DeepSeek-R1 Server GB300")["hits"][0]
    assert first["rows"] == ["6.0-0082/deepseek-r1/Server", "5.1-0072/deepseek-r1/Server"]
    assert first["owners"] == ["Nebius", "NVIDIA"]
    assert "different companies" in first["against"] and "different numbers" in first["against"]
    assert "trademarks of MLCommons" in first["footnote"] and "not verified by MLCommons" in first["footnote"]
    assert first["address"].endswith(first["query"]) and first["query"].startswith("a=5.1-0072")
    (trained,) = find("67.373 min")["hits"]
    assert trained["address"].endswith("/NVIDIA/results/theia_ngpu8_ngc25.09_nemo/llama31_8b")


def test_a_figure_that_many_print_names_no_source() -> None:
    assert warning(find("60% lower cost", 1)).endswith("so this proves nothing.")
    assert warning(find("2.77x DeepSeek-R1", 1)).endswith("print it, so it names no source by itself.")
    assert warning(find("2,494,310 Tokens/s", 1)).endswith("results print it.")


def test_where_a_thousand_pairs_match_nearly_any_number_would() -> None:
    figures = [f"{1 + 0.37 * n:.2f}x" for n in range(24)] + [f"{10 + 3.9 * n:.1f}x" for n in range(23)]
    for cell in ("resnet Offline", "bert-99 Server", "Llama 2 70B", "H100"):
        answers = ask([{"kind": "find", "phrase": f"{figure} {cell}", "limit": 1} for figure in figures])
        assert sum(said["matching"] > 0 for said in answers) >= 0.95 * len(figures)
        crowded = [said for said in answers if said["matching"] > 1000]
        assert crowded and all(not said["hits"] and "Nearly any" in warning(said) for said in crowded)


def test_a_phrase_without_a_figure_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ClaimcheckError, match="501 characters"):
        find("x" * 501)
    for phrase, words in (("nothing here", "no figure"), ("$77.77 per rack", "not looked for among results")):
        assert main(["find", phrase]) == 1
        assert words in (error := capsys.readouterr().err) and "fix:" in error


def test_a_public_id_shows_its_results_and_what_the_page_gives_it_to() -> None:
    """MLCommons' page of v5.1 has three systems of Supermicro under other IDs than the repository."""
    said = find("5.1-0087 Llama 3.1 405B Offline")
    assert [hit["rows"] for hit in said["hits"]] == [["5.1-0087/llama3.1-405b/Offline"]]
    held, page, elsewhere = said["told"]
    assert "SYS-422GA-NBRT-LCC" in held and "under 5.1-0089" in page and "SYS-422GS-NBRT-LCC" in elsewhere
    assert find("9.9-0001")["told"] == ["No result of our tables has the ID 9.9-0001."]


def test_a_category_that_is_not_known_is_never_not_on_sale(made_of) -> None:
    cells = {"Offline": None, "Server": "preview"}
    rows = [{"scenario": name, "availability": category, "value": 400.0} for name, category in cells.items()]
    folder: Path = made_of(*({**row, "round": "v5.1"} for row in rows), *({"scenario": name} for name in cells))
    said = run([{"kind": "find", "phrase": f"2.00x {name}", "limit": 1} for name in cells], folder)
    assert ["not on sale" in one["hits"][0]["against"] for one in said] == [False, True]


def test_the_command_prints_lines_for_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["find", "2.77x", "DeepSeek-R1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2.77x"
    claim, hit = (next(i for i, line in enumerate(lines) if start in line) for start in ("Claim 1:", "Nebius on"))
    # The answer comes before its statistics.
    assert claim < hit < next(i for i, line in enumerate(lines) if "may be compared print it" in line)
    assert all(len(line) <= 100 or line.lstrip().startswith("https://") for line in lines)
