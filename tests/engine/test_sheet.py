"""Another's table of results, cell by cell against ours: what each cell comes to."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from claimcheck.analysis.derived import Tables
from claimcheck.data.facts import known_exceptions
from claimcheck.site.engine.run import answer, run

OF_ID = {"round": "v6.0", "submitter": "HPE", "benchmark": "llama2-70b-99", "scenario": "Offline", "unit": "tokens/s"}
HEAD = "Public ID,Organization,Model MLC,Scenario,Units,Avg. Result at System Name"
# Four lines a system and the benchmarks across, as MLCommons' page exports them.
WIDE = """,,,,Benchmark,
,,,,llama2-70b-99,
,,,,Offline,Server
Public ID,Organization,System,Label,Tokens/s,Tokens/s
6.0-0001,HPE,one,# of Accelerators,8,8
,,,Avg. Result at System Name,"6,862.30",99
"""
# A line of a table, and what its cell comes to next to 6862.3 of 6.0-0001 and 6901.9 of 6.0-0002, which share a system.
CELLS = {
    "6.0-0001,HPE,llama2-70b-99,Offline,Tokens/s,6862.3": "equal",
    "v6.0-0001,H.P.E.,Llama 70B,offline,Tokens/s,6862.3": "equal",
    "6.0-0001,HPE,llama2-70b-99,Offline,Tokens/s,6862": "rounded",
    "6.0-0002,HPE,llama2-70b-99,Offline,Tokens/s,6901": "differs",
    "6.0-0001,HPE,llama2-70b-99,Offline,Tokens/s,6862.34": "rounded",
    "6.0-0001,HPE,llama2-70b-99,Offline,Tokens/s,6862.2": "differs",
    "6.0-0002,HPE,llama2-70b-99,Offline,Tokens/s,6862.3": "otherwise",
    "6.0-0001,HPE,llama2-70b-99,Offline,Tokens/s,6882.1": "differs",
    "6.0-0001,HPE,llama2-70b-99,Offline,Tokens/s,4000": "differs",
    "6.0-0009,HPE,llama2-70b-99,Offline,Tokens/s,4000": "absent",
    "6.0-0001,HPE,llama2-70b-99,Server,Tokens/s,6862.3": "otherwise",
    "6.0-0001,HPE,dlrm-v3,Offline,Samples/s,5": "absent",
    "6.0-0001,HPE,llama2-70b-99,Offline,System Power (W),5": "not_held",
    # The value of a result that the table describes otherwise: whose it is, and its unit.
    "6.0-0001,H,llama2-70b-99,Offline,Tokens/s,6862.3": "otherwise",
    "6.0-0001,Dell,llama2-70b-99,Offline,Tokens/s,6862.3": "otherwise",
    "6.0-0001,HPE,llama2-70b-99,Offline,Samples/s,6862.3": "otherwise",
    # Words that every object has in JavaScript name nothing, and no figure has a hundred decimals.
    "6.0-0001,HPE,llama2-70b-99,__proto__,constructor,6862.3": "otherwise",
}


@pytest.fixture
def judged(made_of: Callable[..., Path], tmp_path: Path) -> Callable[[str | bytes], dict[str, Any]]:
    """What a table comes to next to two results of one system name."""
    folder = made_of(
        OF_ID | {"result_id": "6.0-0001", "system": "a", "system_name": "one", "value": 6862.3},
        OF_ID | {"result_id": "6.0-0002", "system": "b", "system_name": "one", "value": 6901.9},
    )

    def judge(table: str | bytes) -> dict[str, Any]:
        file = tmp_path / "table.csv"
        file.write_bytes(table if isinstance(table, bytes) else table.encode())
        (found,) = run([{"kind": "sheet", "file": str(file)}], folder)
        return found

    return judge


@pytest.mark.parametrize(("line", "outcome"), CELLS.items())
def test_a_cell_comes_to(judged: Callable[..., Any], line: str, outcome: str) -> None:
    assert [cell["outcome"] for cell in judged(f"{HEAD}\n{line}\n")["cells"]] == [outcome]


def test_benchmarks_may_stand_across_as_mlcommons_exports_them(judged: Callable[..., Any]) -> None:
    for table in (WIDE, WIDE.encode("utf-16"), WIDE.replace(",", "\t").replace("6\t8", "6,8")):
        found = judged(table)
        cells = [(cell["id"], cell["scenario"], cell["outcome"], cell["line"]) for cell in found["cells"]]
        assert cells == [("6.0-0001", "Offline", "equal", 6), ("6.0-0001", "Server", "absent", 6)]


def test_a_table_without_rounds_is_looked_up_in_all(judged: Callable[..., Any]) -> None:
    found = judged("Company,System,Model,Mode,Result\nHPE,a,Llama 70B,Offline,6862.3\nHPE,b,Llama 70B,Offline,1\n")
    assert [cell["outcome"] for cell in found["cells"]] == ["equal", "differs"] and "in all rounds" in found["says"]


# As MLCommons exports Training, and line by line.
TRAINED = """,,,Benchmark,
,,,Llama 3.1 8B,gpt3
Public ID,Organization,System,Latency (In minutes),Latency (In minutes)
5.1-0001,AMD,one,122.929,
4.1-0002,NVIDIA,two,,193.7
"""
LINES = """Version,Organization,System,Benchmark,Units,Result
v5.1,AMD,ten,llama31_8b,minutes,99.709
v5.1,AMD,MI350X_EPYC_9575F_pytorch,llama31_8b,minutes,107.2
v5.1,Nobody,ten,llama31_8b,minutes,12.3
"""


# Benchmarks across, as the press has them; hours; a System column without rounds, and one wrong value.
ACROSS = """MLPerf Training v5.1;;
Company;# of GPUs;Llama 3.1 8B (min)
AMD;8;99,71
"""
HOURS = """MLPerf Training v5.1

| Company | Benchmark | # of GPUs | Result (hours) |
|---|---|---|---|
| AMD | llama31_8b | 8 | 1.662 |
"""
SYSTEMS = """Company,System,Benchmark,Time to train
AMD,MI350X_EPYC_9575F_pytorch,llama31_8b,122.93
AMD,ten,llama31_8b,99.709
AMD,MI350X_EPYC_9575F_pytorch,llama31_8b,207.2
"""


@pytest.mark.parametrize(
    ("table", "outcomes"),
    [
        (TRAINED, ["rounded", "rounded"]),
        (LINES, ["rounded", "differs", "absent"]),
        (ACROSS, ["rounded"]),
        (HOURS, ["rounded"]),
        (SYSTEMS, ["rounded", "rounded", "differs"]),
    ],
)
def test_times_of_training_are_compared_with_those_of_training(tmp_path: Path, table: str, outcomes: list[str]) -> None:
    file = tmp_path / "table.csv"
    file.write_text(table, encoding="utf-8")
    assert [cell["outcome"] for cell in answer({"kind": "sheet", "file": str(file)})["cells"]] == outcomes


def test_a_table_of_a_readme(judged: Callable[..., Any]) -> None:
    found = judged(
        "| ID | Model | Scenario | Result |\n|---|---|---|---|\n| 6.0-0001 | Llama 70B | Offline | **6,862** |\n"
    )
    assert [(cell["outcome"], cell["line"]) for cell in found["cells"]] == [("rounded", 3)]


# Tables as people keep them, and what their cells come to.
KEPT = {
    "Version;Company;Model;Mode;Result\nv6.0;HPE;Llama 70B;Offline;6.862,3\n": ["equal"],
    "Version\tModel\tMode\tResult\rv6.0\tLlama 70B\tOffline\t6862,3\r": ["equal"],
    "Llama 2 70B, v6.0\n\n| System | # of GPUs | Offline | per GPU |\n|--|--|--|--|\n| one | 8 | 6,862 | 857.8 |\n": [
        "rounded", "rounded"],
    # The words above say that it is per GPU.
    "Llama 2 70B, v6.0, tokens/s per GPU\n\n| System | Offline |\n|--|--|\n| one | 857.8 |\n": ["rounded"],
    "Round,Benchmark,GPU,# of GPUs,Scenario,Tokens/s\nv6.0,Llama 70B,GB300,16,Offline,6862.3\n": ["otherwise"],
    "Round,Benchmark,GPU,# of GPUs,Scenario,Tokens/s\nv6.0,Llama 70B,MI355X,8,Offline,6862.3\n": ["otherwise"],
    "Round,Division,Benchmark,Scenario,Tokens/s\nv6.0,Open,Llama 70B,Offline,6862.3\n": ["otherwise"],
    "Round,Benchmark,Scenario,Tokens/s\nv5.1,Llama 70B,Offline,6862.3\n": ["otherwise"],
    # Rounds or chips across, thousands, a unit or a mark in the cell; words above that name two rounds say none.
    "Benchmark,Mode,v6.0,Speedup\nLlama 70B,Offline,6862.3,1.9x\n": ["equal"],
    "Since v5.1\nof v6.0\n| Model | Mode | 8x GB300 |\n|--|--|--|\n| Llama 2 70B | Offline | 6.9k |\n": ["rounded"],
    "Benchmark,Mode,8x MI355X\nLlama 70B,Offline,6862.3 tok/s*\n": ["otherwise"],
}  # fmt: skip


@pytest.mark.parametrize(("table", "outcomes"), KEPT.items())
def test_a_table_is_read_as_people_keep_it(judged: Callable[..., Any], table: str, outcomes: list[str]) -> None:
    assert [cell["outcome"] for cell in judged(table)["cells"]] == outcomes


LINE = "6.0-0001,HPE,llama2-70b-99,Offline,Tokens/s,6862.3\n"


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("once upon a time\n", "Benchmark (or Model), Scenario, Result"),
        (f"{HEAD}\n{LINE.replace('6862.3', '1.' + '3' * 100)}", "no cell that holds a result"),
        (f"{HEAD}\n{LINE * 20_001}", "at most 20,000 lines"),
        (f"{HEAD}\n" + "x" * 10_000_000, "at most 10,000,000 characters"),
    ],
)
def test_what_is_no_table_is_refused(judged: Callable[..., Any], table: str, words: str) -> None:
    assert words in judged(table)["error"]


def test_mlcommons_pages_differ_where_our_register_says(tables: Tables, tmp_path: Path) -> None:
    """The pages as we hold them differ from the results in the cells of the known exceptions alone."""
    pages = tables.table("result_pages")
    pages = pages.merge(tables.results[["row_id", "submitter", "benchmark", "scenario"]], on="row_id")
    file = tmp_path / "pages.csv"
    with file.open("w", newline="") as opened:
        write = csv.writer(opened)
        write.writerow(HEAD.split(","))
        for page in pages.itertuples():
            write.writerow([page.page_id, page.submitter, page.benchmark, page.scenario, page.unit, page.value])
    found = answer({"kind": "sheet", "file": str(file)})["cells"]
    apart = [
        (pages["row_id"].iloc[cell["line"] - 2], cell["says"])
        for cell in found
        if cell["outcome"] not in ("equal", "rounded")
    ]
    differing = {row for row, _ in apart}
    # Of some values of v5.0, v5.1 and v6.0 they name another unit.
    unit = {row for row, says in apart if ": unit " in says and says.count(", not ") == 1}
    excepted = {
        row for entry in known_exceptions(tables.data).values() if entry.check == "result_page" for row in entry.rows
    }
    assert len(found) == len(pages)
    assert differing - unit == (excepted & set(pages["row_id"])) - unit
