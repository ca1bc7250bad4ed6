"""MLCommons' experiments repository: which records are results, their rows, the second value."""

import json
from pathlib import Path

import pandas as pd
import pytest

from claimcheck.errors import UpstreamError
from claimcheck.ingest.experiments import read_experiments, result_rows, second_values
from claimcheck.ingest.git import GitTree
from claimcheck.ingest.registers import Benchmarks, Vendors
from claimcheck.tables.schema import INFERENCE_RESULTS
from claimcheck.tables.store import normalise
from tests.ingest import upstream

BENCHMARKS = Benchmarks(
    benchmarks={
        "resnet": {"metric": "samples", "aliases": ["resnet50"]},
        "bert-99": {"metric": "samples"},
        "bert-99.9": {"metric": "samples"},
    }
)


VENDORS = Vendors(accelerators={"ACME": {"patterns": ["^ACME"]}}, processors={"Chip": {"patterns": ["^Chip"]}})


def record(submitter="Anna", system="box", model="resnet50", scenario="Offline", **fields):
    """One record as the repository writes it."""
    division = fields.get("Division", "closed")
    changes = {
        "Location": f"{division}/{submitter}/results/{system}/{model}/{scenario.lower()}",
        "Platform": system,
        "Scenario": scenario,
        "SystemName": " Big  box ",
        "Units": "Latency (ms)" if "Stream" in scenario else "Queries/s" if scenario == "Server" else "Samples/s",
        "accelerator_model_name": "ACME X1",
        "host_processor_model_name": "Chip 9",
    }
    return upstream.experiment(model, 123.456, submitter) | changes | fields


def file(name="v3.1--datacenter--closed--image-classification--offline"):
    return f"experiment/mlperf-inference--{name}/2023-09-12.12-00-00.1/cm-result.json"


@pytest.fixture
def read(tmp_path: Path):
    """Read a repository made of {file: records or text}."""

    def reader(files, lose=()):
        texts = {n: f if isinstance(f, (str, bytes)) else json.dumps(f, indent=2) for n, f in files.items()}
        commit = upstream.commit(tmp_path / "repo", texts)
        for path in lose:
            upstream.lose(tmp_path / "repo", path)
        with GitTree(tmp_path / "repo" / ".git", commit) as tree:
            return *read_experiments(tree), texts, tree

    return reader


def rows_of(records, round_name="v3.1"):
    return result_rows(records, round_name, BENCHMARKS, VENDORS)


# Which records are results -----------------------------------------------------------------------


def test_a_record_keeps_its_place_and_its_figure_as_printed(read):
    frame, _, texts, tree = read({file(): [record(), record(system="other", Result=1234.5)]})
    lines = texts[file()].split("\n")
    assert [lines[n - 1].strip().rstrip(",") for n in frame["line"]] == ['"Result": 123.456', '"Result": 1234.5']
    assert list(frame["text"]) == ["123.456", "1234.5"]
    assert set(frame["blob"]) == {tree.paths[file()]}
    assert set(frame["commit"]) == {tree.commit}
    assert set(frame["round"]) == {"v3.1"} and set(frame["suite"]) == {"datacenter"}


def test_a_result_that_the_power_file_repeats_is_one_result(read):
    power = file("v3.1--datacenter--closed-power--image-classification--offline")
    alone = record(system="measured")
    frame, skipped, *_ = read({file(): [record()], power: [record(), alone, alone]})
    assert sorted(frame["system"]) == ["box", "measured"]
    (row,) = skipped
    assert row["round"] == "v3.1" and row["reason"].startswith("2 records repeat")


def test_records_of_power_and_without_a_figure_are_counted_not_read(read):
    power = file("v4.0--edge--open-power--image-classification--offline")
    frame, skipped, *_ = read(
        {power: [record(), record(Result=None), record(system="b", Units="Watts"), record(system="c", Result=None)]}
    )
    assert list(frame["system"]) == ["box"]
    (row,) = skipped
    assert (row["round"], row["reason"].split()[0]) == ("v4.0", "3")


@pytest.mark.parametrize("change", [{"Result": 2.5}, {"Units": "Queries/s"}])
def test_two_values_of_one_result_are_an_error_with_both_places(read, change):
    other = file("v3.1--datacenter--closed-power--image-classification--offline")
    with pytest.raises(UpstreamError, match="one result") as caught:
        read({file(): [record(Result=1.5)], other: [record(Result=1.5) | change]})
    assert "1.5" in str(caught.value) and file() in str(caught.value)
    assert caught.value.line is not None


def test_empty_and_absent_files_are_reported_under_their_round(read):
    absent = file("v4.0--edge--open--image-classification--offline")
    frame, skipped, *_ = read(
        {file(): "", absent: [record()], file("v4.1--edge--open--x--offline"): [record(system="b")]}, lose=[absent]
    )
    assert set(frame["round"]) == {"v4.1"}
    reasons = {r["round"]: r["reason"] for r in skipped}
    assert reasons["v3.1"] == "empty file" and "absent" in reasons["v4.0"]


@pytest.mark.parametrize(
    ("content", "line", "what"),
    [
        (json.dumps([{k: v for k, v in record().items() if k != "Location"}], indent=2), 9, "Location"),
        (json.dumps([record(Location="closed/Anna/box")], indent=2), None, "Location is"),
        (json.dumps([record(Result=float("nan"))], indent=2), None, "Result is NaN"),
    ],
)
def test_a_broken_file_is_an_error_with_file_line_and_rule(read, content, line, what):
    with pytest.raises(UpstreamError, match=what) as caught:
        read({file(): content})
    assert caught.value.where == file()
    assert caught.value.rule
    if line is not None:
        assert caught.value.line == line


# Rows ----------------------------------------------------------------------------------------------


def test_a_row_says_where_it_is_from_and_fits_the_table(read):
    frame, _, _, tree = read({file(): [record()]})
    (row,) = rows_of(frame)
    assert row["row_id"] == "v3.1/closed/datacenter/Anna/box/resnet50/Offline"
    assert (row["benchmark"], row["model"], row["obtained"]) == ("resnet", "resnet50", "experiments")
    assert (row["repo"], row["commit"], row["path"]) == ("mlcommons/cm4mlperf-results", tree.commit, file())
    assert row["line"] == frame["line"][0]
    assert (row["accelerators"], row["nodes"]) == (8, 2)
    assert row["system_name"] == "Big box"
    assert (row["accelerator_vendor"], row["platform_vendor"]) == ("ACME", "ACME")
    columns = pd.DataFrame([row]).reindex(columns=INFERENCE_RESULTS.names)
    assert normalise(columns, INFERENCE_RESULTS)["value"][0] == 123.456


@pytest.mark.parametrize("name", ["N/A", "None"])
def test_a_system_without_accelerator_is_its_processors_makers(read, name):
    frame, skipped, *_ = read({file(): [record(accelerator_model_name=name, accelerators_per_node="N/A")]})
    (row,) = rows_of(frame)
    assert (row["accelerator"], row["accelerator_vendor"], row["accelerators"]) == (None, None, None)
    assert row["platform_vendor"] == "Chip"
    assert skipped == []


@pytest.mark.parametrize("number", ["(8,4)", 0])
def test_accelerators_that_cannot_be_counted_are_unknown_and_reported(read, number):
    frame, skipped, *_ = read({file(): [record(accelerators_per_node=number)]})
    (row,) = rows_of(frame)
    assert row["accelerators"] is None and row["accelerator"] == "ACME X1"
    (told,) = skipped
    assert repr(number) in told["reason"] and told["line"] == frame["line"][0]


@pytest.mark.parametrize(
    ("field", "value"),
    [("SystemType", "cloud"), ("Availability", "soon"), ("Units", "Frames/s"), ("MlperfModel", "gpt-9")],
)
def test_an_unknown_name_is_an_error_with_file_line_and_rule(read, field, value):
    frame, *_ = read({file(): [record(**{field: value})]})
    with pytest.raises(UpstreamError, match=value) as caught:
        rows_of(frame)
    assert (caught.value.where, caught.value.line) == (file(), frame["line"][0])
    assert caught.value.rule


# The second value ------------------------------------------------------------------------------------


def results(*rows):
    """Results as the raw logs give them: (folder of the run, scenario, value, unit)."""
    return pd.DataFrame(
        [
            {
                "round": "v3.0",
                "run_id": f"v3.0/{folder}/performance/run_1",
                "path": f"{folder}/performance/run_1/mlperf_log_summary.txt",
                "scenario": scenario,
                "value": value,
                "unit": unit,
            }
            for folder, scenario, value, unit in rows
        ],
        index=range(5, 5 + len(rows)),
    )


SECOND = file("v3.0--datacenter--closed--image-classification--offline")
PLACE = "closed/Anna/results/box/resnet50"
COLUMNS = ["experiments_value", "experiments_agrees"]


@pytest.mark.parametrize(
    ("folder", "scenario", "ours", "unit", "theirs", "value", "agree"),
    [
        ("OFFLINE", "Offline", 123.456, "samples/s", 123.456, 123.456, True),  # folders spell scenarios in any case
        ("offline", "Offline", 123.45, "samples/s", 123.456, 123.456, False),
        # six digits of the detail log beside two decimals of the summary
        ("offline", "Offline", 1175894.22, "samples/s", 1175890, 1175890, True),
        ("offline", "Offline", 1175896.22, "samples/s", 1175890, 1175890, False),
        ("offline", "Offline", 12, "samples/s", 12.4, 12.4, True),
        ("offline", "Offline", 12.5, "samples/s", 12.4, 12.4, False),
        ("offline", "Offline", 1e9 / 3e7, "samples/s", 33.3333, 33.3333, True),  # inferred: not a printed figure
        ("singlestream", "SingleStream", 0.123456, "s", 123.456, 0.123456, True),
        ("offline", "Offline", 123.456, "tokens/s", 123.456, 123.456, True),
        ("server", "Server", 123.456, "samples/s", 123.456, 123.456, True),
        ("offline", "Offline", 123.456, "ms", 123.456, None, False),  # a rate beside a latency
    ],
)
def test_a_second_value_agrees_at_the_coarser_printed_precision(
    read, folder, scenario, ours, unit, theirs, value, agree
):
    frame, *_ = read({SECOND: [record(scenario=scenario, Result=theirs)]})
    row = second_values(results((f"{PLACE}/{folder}", scenario, ours, unit)), frame, ("v3.0",)).iloc[0]
    assert row["experiments_path"] == SECOND and bool(row["experiments_agrees"]) is agree
    assert pd.isna(row["experiments_value"]) if value is None else row["experiments_value"] == pytest.approx(value)


def test_a_second_value_belongs_to_one_result_of_its_rounds(read):
    frame, *_ = read({SECOND: [record(), record(system="other", Result=7.0)]})
    table = results(
        ("closed/Anna/results/other/resnet50/Offline", "Offline", 7.0, "samples/s"),
        ("closed/Bo/results/x/resnet50/Offline", "Offline", 1.0, "samples/s"),
        (f"{PLACE}/Server", "Server", 123.456, "queries/s"),
        ("open/Anna/results/box/resnet50/Offline", "Offline", 123.456, "samples/s"),
        (f"{PLACE}/Offline", "Offline", 123.456, "samples/s"),
    )
    out = second_values(table, frame, ("v3.0",))
    assert list(out.index) == list(table.index)
    assert out["experiments_value"].tolist() == [7.0, pd.NA, pd.NA, pd.NA, 123.456]
    for nothing in (second_values(table, frame, ("v2.0",)), second_values(table, pd.DataFrame(), ("v3.0",))):
        assert nothing[COLUMNS].isna().all(axis=None)
