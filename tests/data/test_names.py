"""The registers that steer ingestion: a typo stops it at once, at its line."""

from __future__ import annotations

import itertools
from pathlib import Path

import pandas as pd
import pytest

from claimcheck.analysis.view import without_target
from claimcheck.core.documents import Model, read
from claimcheck.core.errors import RegisterError, UpstreamError
from claimcheck.data import paths
from claimcheck.data.facts import Prices, read_prices
from claimcheck.data.names import Benchmarks, Correction, Place, Vendors, read_benchmarks, read_corrections
from claimcheck.data.rounds import RoundsRegister, read_rounds_register
from claimcheck.data.schema import TABLES, Schema
from claimcheck.data.stacks import read_mechanisms
from claimcheck.data.training import read_rules
from tests.making import put

CORRECTION = """\
corrections:
  wrong-unit:
    table: inference_results
    where: {benchmark: whisper}
    column: unit
    reported: samples/s
    use: tokens/s
    why: The table says so.
    source: the log
    expect: 2
"""


BENCHMARKS = """\
benchmarks:
  large: {metric: samples, aliases: [big], scenarios: {Offline: v2.1, MultiStream: v3.0}, suites: {edge: [Offline, MultiStream]}}
  old: {metric: samples, aliases: [elder], scenarios: {Offline: v0.5}, last: v2.0, successor: large}
open_models:
  any: {benchmark: old, patterns: ['^net']}
"""  # noqa: E501
TRAINING = """\
benchmarks:
  ssd: {first: v0.5, last: v1.1, runs: 5, dropped: 1}
  retinanet: {folders: [ssd, retinanet], first: v2.0, last: v5.1, runs: 5, dropped: 1}
  cosmoflow: {suite: hpc, first: v2.0, last: v3.0, runs: 10, dropped: 1}
availability:
  available: {spellings: [onprem, available cloud]}
"""


def benchmarks(folder: Path) -> Benchmarks:
    put(folder, paths.BENCHMARKS, BENCHMARKS)
    return read_benchmarks(folder)


def corrections(folder: Path, text: str = CORRECTION) -> list[Correction]:
    put(folder, paths.CORRECTIONS, text)
    return read_corrections(folder)


def frame() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "benchmark": ["whisper", "whisper", "whisper", "rgat"],
            "unit": ["samples/s", "tokens/s", "samples/s", "samples/s"],
            "accelerators": [8, None, 8, None],
        }
    )


def test_a_correction_changes_the_rows_that_report_the_mistake_and_no_others(tmp_path: Path) -> None:
    (correction,) = corrections(tmp_path)
    before = frame()
    after = correction.apply(before, tmp_path)
    assert list(after["unit"]) == ["tokens/s", "tokens/s", "tokens/s", "samples/s"]
    assert before.equals(frame()) and after.drop(columns="unit").equals(before.drop(columns="unit"))


def test_a_correction_whose_rows_have_changed(tmp_path: Path) -> None:
    (correction,) = corrections(tmp_path, CORRECTION.replace("expect: 2", "expect: 3"))
    with pytest.raises(RegisterError, match="wrong-unit: 2 rows report unit = 'samples/s', expected 3") as error:
        correction.apply(frame(), tmp_path)
    assert (error.value.where, error.value.line) == (str(tmp_path / paths.CORRECTIONS), 2)


def test_a_correction_may_name_several_values_and_report_or_use_nothing(tmp_path: Path) -> None:
    text = CORRECTION.replace("whisper", "[whisper, rgat]").replace("column: unit", "column: accelerators")
    filled = text.replace("reported: samples/s", "reported: null").replace("use: tokens/s", "use: 1")
    (correction,) = corrections(tmp_path, filled)
    assert list(correction.apply(frame(), tmp_path)["accelerators"]) == [8, 1, 8, 1]
    emptied = text.replace("reported: samples/s", "reported: 8").replace("use: tokens/s", "use: null")
    (correction,) = corrections(tmp_path, emptied)
    assert correction.apply(frame(), tmp_path)["accelerators"].isna().all()


def test_the_first_pattern_of_a_maker_decides_whatever_the_letters() -> None:
    known = Vendors(accelerators={"One": {"patterns": ["box", "geforce"]}, "Two": {"patterns": [r"\bTWO\b"]}})
    names = ("two X1", "Two in a BOX")
    assert [known.accelerator_vendor(name, Place("t", 1)) for name in names] == ["Two", "One"]


@pytest.mark.parametrize(
    ("model", "round_", "own", "benchmark"),
    [
        ("big", "v2.1", {}, "large"),
        ("big", "v2.1", {"big": "old"}, "large"),  # the official name comes first
        ("net-1", "v2.0", {}, "old"),
        ("net-1", "v2.1", {}, "large"),
        ("net-1", "v2.0", {"net-1": "big"}, "large"),
        ("mine", "v2.0", {"mine": "elder"}, "old"),
    ],
)
def test_the_benchmark_of_a_model(
    tmp_path: Path, model: str, round_: str, own: dict[str, str], benchmark: str | None
) -> None:
    assert benchmarks(tmp_path).of_model(model, round_, own) == benchmark


def test_a_folder_of_training_names_another_benchmark_in_another_round(tmp_path: Path) -> None:
    put(tmp_path, paths.TRAINING, TRAINING)
    rules = read_rules(tmp_path)
    assert [rules.benchmark("training", name, "ssd", where="x").name for name in ("v1.1", "v2.0")] == [
        "ssd",
        "retinanet",
    ]
    for kind in (("training", "v1.1", "retinanet"), ("hpc", "v2.0", "ssd"), ("hpc", "v4.0", "cosmoflow")):
        with pytest.raises(UpstreamError, match="has no benchmark"):
            rules.benchmark(*kind, where="x")


# A register and its model, what is changed in it and into what, and words of the fault.
REFUSED = [
    (RoundsRegister, paths.ROUNDS, "retrieved:", "retreived:", "did you mean retrieved?"),
    (RoundsRegister, paths.ROUNDS, "commit: f5acb8be", "commit: g5acb8be", "v0.5.commit"),
    (Benchmarks, paths.BENCHMARKS, "'^ssd_resnet", "'(ssd_resnet", "is no pattern"),
    (Schema, paths.SCHEMA, "dtype: boolean, nullable", "dtype: bool, nullable", "dtype: Input should be"),
    (Prices, paths.PRICES, "[6.00, 7.50]", "[7.50, 6.00]", "is a low and a high price"),
]


@pytest.mark.parametrize(("model", "file", "old", "new", "said"), REFUSED, ids=[said for *_, said in REFUSED])
def test_a_fault_is_told_at_its_line(
    tmp_path: Path, data_dir: Path, model: type[Model], file: str, old: str, new: str, said: str
) -> None:
    before, found, after = (data_dir / file).read_text(encoding="utf-8").partition(old)
    assert found
    path = put(tmp_path, file, before + new + after)
    with pytest.raises(RegisterError) as error:
        read(path, model)
    assert said in str(error.value) and f"{path}:{before.count(chr(10)) + 1}: " in str(error.value)


def test_a_register_names_what_there_is(data_dir: Path) -> None:
    known, rounds = read_benchmarks(data_dir), read_rounds_register(data_dir)
    names = [*known.benchmarks, *(alias for one in known.benchmarks.values() for alias in one.aliases)]
    assert len(names) == len({*names}), "a name means one benchmark"
    assert {one.successor for one in known.benchmarks.values()} <= {None, *known.benchmarks}
    assert known.titles.keys() <= {without_target(name)[0] for name in known.benchmarks}
    assert {one.benchmark for one in known.open_models.values()} <= known.benchmarks.keys()
    ends = [end for suites in rounds.comparable.values() for of in ("datacenter", "edge") for end in suites.get(of, ())]
    assert {*ends, *(one.round for one in rounds.breaks.values())} <= {one.name for one in rounds.rounds.values()}
    prices = read_prices(data_dir)
    assert {name for one in prices.scenarios.values() for name in one.within} <= prices.prices.keys()
    found = read_mechanisms(data_dir)
    assert {cell.split()[0] for one in found.mechanisms.values() for limit in one.limits for cell in limit.only} <= {
        *found.experts
    }
    assert all({*one.denies} <= found.mechanisms.keys() for one in found.steps)
    for one in read_corrections(data_dir):
        assert {*one.where, one.column} <= {*TABLES[one.table].names}
    trained = read_rules(data_dir)
    assert trained.titles.keys() <= trained.benchmarks.keys()
    for one, other in itertools.combinations(trained.benchmarks.values(), 2):
        together = one.suite == other.suite and one.first <= other.last and other.first <= one.last
        assert not (together and {*one.called} & {*other.called}), "a folder of a round names one benchmark"
