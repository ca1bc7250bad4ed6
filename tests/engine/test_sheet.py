"""Another's table of results, cell by cell against ours: what each cell comes to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from claimcheck.analysis.derived import Tables
from claimcheck.data.facts import known_exceptions
from claimcheck.site.engine.run import answer, run

OURS = {"round": "v6.0", "submitter": "HPE", "benchmark": "llama2-70b-99", "scenario": "Offline", "unit": "tokens/s"}
HEAD = "Public ID,Organization,Model MLC,Scenario,Units,Avg. Result at System Name"
# Of a line in which one thing was changed, what its cell comes to next to the results of ``judged``.
LINE = "6.0-0001,HPE,llama2-70b-99,Offline,Tokens/s,6862.3"
CHANGED = {
    "equal": ["6862.3 6862.3", "6.0-0001,HPE,llama2-70b-99,Offline v6.0-0001,H.P.E.,Llama-70B,offline"],
    "rounded": ["6862.3 6862", "6862.3 6862.34"],
    "differs": ["6862.3 6862.2"],
    # Of another benchmark a figure of few digits has the value by chance.
    "absent": [
        "0001,HPE,llama2-70b-99,Offline,Tokens/s,6862.3 0009,HPE,llama2-70b-99,Offline,Tokens/s,4000",
        "llama2-70b-99,Offline,Tokens/s,6862.3 dlrm-v3,Server,Samples/s,99",
    ],
    "not_held": ["Tokens/s,6862.3 SystemPower(W),5"],
    "otherwise": ["6.0-0001 6.0-0002", "Offline Server", "HPE H", "Tokens/s Samples/s", "Offline __proto__"],
}  # fmt: skip
# Four lines a system and the benchmarks across, as MLCommons' page exports them.
WIDE = """,,,,Benchmark,
,,,,llama2-70b-99,
,,,,Offline,Server
Public ID,Organization,System,Label,Tokens/s,Tokens/s
6.0-0001,HPE,one,# of Accelerators,8,8
,,,Avg. Result at System Name,"6,862.30",98
"""
# Tables as people keep them, and what their cells come to.
KEPT = {
    "Version;Company;Model;Mode;Result\nv6.0;HPE;Llama 70B;Offline;6.862,3\n": ["equal"],
    "Version\tModel\tMode\tResult\rv6.0\tLlama 70B\tOffline\t6862,3\r": ["equal"],
    # Without rounds a value is looked up in all; a system or nothing else says which result it is.
    "Company,System,Model,Mode,Result\nHPE,a,Llama 70B,Offline,6862.3\nHPE,b,Llama 70B,Offline,1\n": [
        "equal", "differs"],
    "Llama 2 70B, v6.0\n\n| System | # of GPUs | Offline | per GPU |\n|--|--|--|--|\n| one | 8 | 6,862 | **858** |\n": [
        "rounded", "rounded"],
    "Round,Benchmark,GPU,# of GPUs,Scenario,Tokens/s\nv6.0,Llama 70B,GB300,16,Offline,6862.3\n": ["otherwise"],
    "Round,Benchmark,# of Accelerators,# of Nodes,Scenario,Tokens/s\nv6.0,Llama 70B,4,2,Offline,6862.3\n": ["equal"],
    "Round,Division,Benchmark,Scenario,Tokens/s\nv6.0,Open,Llama 70B,Offline,6862.3\n": ["otherwise"],
    "Round,Benchmark,Scenario,Tokens/s\nv5.1,Llama 70B,Offline,6862.3\n": ["otherwise"],
    # Rounds or chips across, a unit or a mark in the cell; a speed-up is no result.
    "Benchmark,Mode,v6.0,Speedup\nLlama 70B,Offline,6862.3,1.9x\n": ["equal"],
    # No cell with digits is passed over.
    "Version,Model,Mode,Result\nv6.0,Llama 70B,Offline,6.9k\nv6.0,Llama 70B,Offline,~6862\nv6.0,Llama 70B,Offline,n/a\n"
    "v6.0,,Offline,6862.3\n": ["rounded", "unread", "unread"],
    "Benchmark,Mode,8x MI355X\nLlama 70B,Offline,6862.3 tok/s*\n": ["otherwise"],
}  # fmt: skip
# Of Training: as MLCommons exports it, by line, benchmarks across, and a system with a wrong value without a round.
TRAINED = {
    ",,,Benchmark,\n,,,Llama 3.1 8B,gpt3\nPublic ID,Organization,System,Latency (In minutes),Latency (In minutes)\n"
    "5.1-0001,AMD,one,122.929,\n4.1-0002,NVIDIA,two,,193.7\n": ["rounded", "rounded"],
    "Version,Organization,System,Benchmark,Units,Result\nv5.1,AMD,ten,llama31_8b,minutes,99.709\n"
    "v5.1,AMD,MI350X_EPYC_9575F_pytorch,llama31_8b,minutes,107.2\nv5.1,Nobody,ten,llama31_8b,minutes,12.3\n": [
        "rounded", "differs", "absent"],
    "MLPerf Training v5.1;;\nCompany;# of GPUs;Llama 3.1 8B (min)\nAMD;8;99,71\n": ["rounded"],
    "Version,Company,Benchmark,Hours\nv5.1,AMD,llama31_8b,2.05\n": ["rounded"],
    "Company,System,Benchmark,Time to train\nAMD,MI350X_EPYC_9575F_pytorch,llama31_8b,207.2\n": ["differs"],
}  # fmt: skip


@pytest.fixture
def judged(made_of: Callable[..., Path], tmp_path: Path) -> Callable[[str | bytes], dict[str, Any]]:
    """What a table comes to next to three results of one system name."""
    folder = made_of(
        OURS | {"result_id": "6.0-0001", "system": "a", "system_name": "one", "value": 6862.3},
        OURS | {"result_id": "6.0-0002", "system": "b", "system_name": "one", "value": 6901.9},
        OURS | {"result_id": "6.0-0001", "system": "a", "system_name": "one", "value": 99, "scenario": "Server"},
    )

    def judge(table: str | bytes) -> dict[str, Any]:
        file = tmp_path / "table.csv"
        file.write_bytes(table if isinstance(table, bytes) else table.encode())
        (found,) = run([{"kind": "sheet", "file": str(file)}], folder)
        return found

    return judge


def outcomes_of(found: dict[str, Any]) -> list[str]:
    return [cell["outcome"] for cell in found["cells"]]


@pytest.mark.parametrize(("outcome", "change"), [(outcome, one) for outcome, of in CHANGED.items() for one in of])
def test_a_cell_comes_to(judged: Callable[..., Any], outcome: str, change: str) -> None:
    assert outcomes_of(judged(f"{HEAD}\n{LINE.replace(*change.split(' '))}\n")) == [outcome]


def test_benchmarks_may_stand_across_as_mlcommons_exports_them(judged: Callable[..., Any]) -> None:
    for table in (WIDE, WIDE.encode("utf-16"), WIDE.replace(",", "\t").replace("6\t8", "6,8")):
        cells = [(cell["id"], cell["scenario"], cell["outcome"], cell["line"]) for cell in judged(table)["cells"]]
        assert cells == [("6.0-0001", "Offline", "equal", 6), ("6.0-0001", "Server", "differs", 6)]


@pytest.mark.parametrize(("table", "outcomes"), KEPT.items())
def test_a_table_is_read_as_people_keep_it(judged: Callable[..., Any], table: str, outcomes: list[str]) -> None:
    found = judged(table)
    assert outcomes_of(found) == outcomes
    assert ("in all rounds" in found["says"]) == ("6.0" not in table and "5.1" not in table)


@pytest.mark.parametrize(("table", "outcomes"), TRAINED.items())
def test_times_of_training_are_compared_with_those_of_training(tmp_path: Path, table: str, outcomes: list[str]) -> None:
    file = tmp_path / "table.csv"
    file.write_text(table, encoding="utf-8")
    assert outcomes_of(answer({"kind": "sheet", "file": str(file)})) == outcomes


REFUSED = {
    "once upon a time\n": "Benchmark (or Model), Scenario, Result",
    f"{HEAD}\n{LINE.replace('6862.3', '1.' + '3' * 100)}": "no cell that holds a result",
    f"{HEAD}\n" + "x" * 5_000_000: "at most 5,000,000 characters",
}


@pytest.mark.parametrize(("table", "words"), REFUSED.items(), ids=REFUSED.values())
def test_what_is_no_table_is_refused(judged: Callable[..., Any], table: str, words: str) -> None:
    assert words in judged(table)["error"]


def test_mlcommons_pages_differ_where_our_register_says(tables: Tables, tmp_path: Path) -> None:
    """The pages as we hold them differ from the results in the cells of the known exceptions alone."""
    pages = tables.table("result_pages")
    pages = pages.merge(tables.results[["row_id", "submitter", "benchmark", "scenario"]], on="row_id")
    columns = ["page_id", "submitter", "benchmark", "scenario", "unit", "value"]
    pages[columns].to_csv(file := tmp_path / "pages.csv", index=False, header=HEAD.split(","))
    found = answer({"kind": "sheet", "file": str(file)})["cells"]
    rows = zip(pages["row_id"], found, strict=True)
    apart = [(row, cell["says"]) for row, cell in rows if cell["outcome"] not in ("equal", "rounded")]
    # Of some values of v5.0, v5.1 and v6.0 they name another unit.
    unit = {row for row, says in apart if ": unit " in says and says.count(", not ") == 1}
    entries = [entry for entry in known_exceptions(tables.data).values() if entry.check == "result_page"]
    excepted = {row for entry in entries for row in entry.rows}
    assert {row for row, _ in apart} - unit == (excepted & {*pages["row_id"]}) - unit
