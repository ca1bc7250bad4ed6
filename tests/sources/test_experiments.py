"""MLCommons' experiments repository: which records are results, their rows, the second value."""

import json
from pathlib import Path

import pandas as pd
import pytest

from claimcheck.core.errors import UpstreamError
from claimcheck.data.names import Benchmarks, Vendors
from claimcheck.sources.experiments import read_experiments, result_rows, second_values
from claimcheck.sources.git import GitTree
from claimcheck.sources.records import Names
from tests.sources import upstream
from tests.sources.golden import agree

COUNTED = {"metric": "samples"}
BENCHMARKS = Benchmarks(
    benchmarks={"resnet": {**COUNTED, "aliases": ["resnet50"]}, "bert-99": COUNTED, "bert-99.9": COUNTED}
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
        with GitTree(tmp_path / "repo" / ".git", commit, absent=None) as tree:
            return *read_experiments(tree), texts

    return reader


def rows_of(records, round_name="v3.1"):
    return result_rows(records, round_name, Names(BENCHMARKS, VENDORS, None))


# Which records are results -----------------------------------------------------------------------

POWER, LOST = (file(f"{name}--x") for name in ("v3.1--datacenter--closed-power", "v4.1--edge--closed"))
NAMELESS = {"accelerator_model_name": "N/A", "accelerators_per_node": "N/A"}


def test_records_and_their_rows(read):
    """One that the power file repeats, power alone, without a figure, without accelerators, uncounted; two files."""
    records = [
        record(), record(system="other", Result=1234.5), record(system="chips", **NAMELESS),
        record(system="odd", accelerators_per_node="(8,4)"), record(system="zero", accelerators_per_node=0),
    ]  # fmt: skip
    alone = record(system="measured")
    power = [record(), alone, alone, record(Result=None), record(system="b", Units="Watts")]
    frame, skipped, texts = read({file(): records, POWER: power, LOST: [record()]}, lose=[LOST])
    rows = rows_of(frame)
    agree("experiments", {"rows": rows, "skipped": skipped})
    assert {row["path"] for row in rows} == {file(), POWER}
    for row in rows:
        assert f'"Result": {row["published_text"]}' in texts[row["path"]].split("\n")[row["line"] - 1]


def test_the_files_of_power_say_which_results_measured_it_and_how_much(read):
    """Up to v3.1 a record has both figures; from v4.0 a second record has the power, and no Result."""
    later = file("v4.0--edge--closed-power--x")
    energy = {"scenario": "SingleStream", "model": "bert-99"}
    power = [
        record(Result_Power=2369.85, Result_Power_Units="Watts"),
        record(**energy, Result_Power=61.5, Result_Power_Units="millijoules"),
    ]
    alone = [record(), record(Result=None, Units="Watts", Result_Power=4953.0)]
    frame, *_ = read({POWER: power, file(): [record(system="other")], later: alone})
    found = {(r["round"], r["location"].split("/")[3], r["scenario"]): r for r in frame.to_dict("records")}
    assert [(row["has_power"], row["power"], row["power_unit"]) for row in map(found.get, (
        ("v3.1", "box", "Offline"), ("v3.1", "box", "SingleStream"), ("v4.0", "box", "Offline"),
    ))] == [(True, 2369.85, "W"), (True, 0.0615, "J"), (True, 4953.0, "W")]  # fmt: skip
    other = found["v3.1", "other", "Offline"]
    assert not other["has_power"] and pd.isna(other["power"])
    with pytest.raises(UpstreamError, match="'Volts'"):
        read({POWER: [record(Result_Power=1.0, Result_Power_Units="Volts")]})


# The line of the figure in a file of one record.
RESULT = 10
REFUSED = [
    ([{k: v for k, v in record().items() if k != "Location"}], "Location", 9),
    ([record(Result=float("nan"))], "the figure is NaN", None),
    ([record(MlperfModel="gpt-9")], "gpt-9", RESULT),
]


@pytest.mark.parametrize(("records", "what", "line"), REFUSED, ids=[what for _, what, _ in REFUSED])
def test_a_broken_record_is_an_error_with_file_line_and_rule(read, records, what, line):
    with pytest.raises(UpstreamError, match=what) as caught:
        rows_of(read({file(): records})[0])
    assert caught.value.where == file()
    assert caught.value.rule
    assert line is None or caught.value.line == line


# The second value ------------------------------------------------------------------------------------


def results(*rows):
    """Results as the raw logs give them: (folder of the run, scenario, value, unit)."""
    frame = pd.DataFrame(rows, columns=["folder", "scenario", "value", "unit"], index=range(5, 5 + len(rows)))
    path = frame.pop("folder") + "/performance/run_1"
    return frame.assign(round="v3.0", run_id="v3.0/" + path, path=path + "/x.txt", power=None, power_unit=None)


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
        ("singlestream", "SingleStream", 0.123456, "s", 123.456, 0.123456, True),
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
    measured, *_ = read({file("v3.0--edge--closed-power--x"): [record(Result_Power=9.5, Result_Power_Units="Watts")]})
    assert second_values(table, measured, ("v3.0",))["power"].tolist() == [pd.NA, pd.NA, pd.NA, pd.NA, 9.5]
    for nothing in (second_values(table, frame, ("v2.0",)), second_values(table, pd.DataFrame(), ("v3.0",))):
        assert nothing[COLUMNS].isna().all(axis=None)
