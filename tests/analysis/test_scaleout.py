"""Large systems: what they are made of, what they keep per accelerator, and margins."""

from __future__ import annotations

import pandas as pd
import pytest

from claimcheck.analysis.scaleout import efficiency, instances, margin
from tests.making import results


def setting(row_id: str, component: str, name: str, value: str, **more: object) -> dict[str, object]:
    return {
        "row_id": row_id, "component": component, "setting": name, "value": value, "selected": True, "inferred": True,
        "inferred_from": "a rule", "repo": "r", "commit": "c", "path": f"{component}.py", "line": 7, **more,
    }  # fmt: skip


def test_copies_of_an_engine_are_counted_from_its_size() -> None:
    rows = results({"row_id": "a", "accelerators": 32}, {"row_id": "b", "accelerators": 30})
    settings = pd.DataFrame(
        [
            setting("a", "engine", "tensor_parallel", "4"),
            setting("a", "engine", "pipeline_parallel", "2"),
            setting("a", "engine", "tensor_parallel", "16", selected=False),
            setting("b", "engine", "tensor_parallel", "8"),
            setting("elsewhere", "engine", "tensor_parallel", "8"),
        ]
    )
    found = instances(settings, rows).set_index("row_id")
    assert (found.loc["a", "size"], found.loc["a", "number"]) == (8, 4)
    assert found.loc["b", "size"] == 8
    assert pd.isna(found.loc["b", "number"]), "30 is no multiple of 8"
    assert list(found.index) == ["a", "b"]


def test_workers_are_as_many_as_configured() -> None:
    settings = pd.DataFrame(
        [
            setting("a", "prefill", "tensor_parallel", "2"),
            setting("a", "decode", "tensor_parallel", "16"),
            setting("a", "harness", "prefill_workers", "4"),
            setting("a", "harness", "decode_workers", "3"),
        ]
    )
    found = instances(settings, results({"row_id": "a", "accelerators": 72})).set_index("component")
    assert dict(found["number"]) == {"prefill": 4, "decode": 3}
    assert dict(found["size"]) == {"prefill": 2, "decode": 16}


def sized(*rows: tuple[str, int, float, float]) -> pd.DataFrame:
    made = [
        {"row_id": f"{who}-{n}", "submitter": who, "accelerators": n, "published": published, "offered": 10.0,
         "full_run": published / 2, "offered_rate": rate, "benchmark": "b", "scenario": "Server", "accelerator": "chip"}
        for who, n, published, rate in rows
    ]  # fmt: skip
    return pd.DataFrame(made)


def test_a_larger_system_keeps_a_share_of_a_smaller_one() -> None:
    found = efficiency(sized(("Anna", 8, 100.0, 2.0), ("Anna", 72, 90.0, 1.5), ("Bert", 72, 50.0, 1.0)))
    assert list(found["same_submitter"]) == [True, False]
    own = found.iloc[0]
    assert (own["published"], own["full_run"], own["offered"], own["load"]) == (0.9, 0.9, 1.0, 0.75)
    assert (own["row_id_small"], own["row_id_large"]) == ("Anna-8", "Anna-72")
    assert not efficiency(sized(("Anna", 8, 100.0, 2.0))).size


def cell() -> pd.DataFrame:
    return results(
        {"row_id": "a", "submitter": "Anna", "value": 100.0, "accelerators": 50},
        {"row_id": "b", "submitter": "Anna", "value": 90.0, "accelerators": 9},
        {"row_id": "c", "submitter": "Bert", "value": 80.0, "accelerators": 10},
        {"row_id": "d", "submitter": "Cara", "value": 50.0, "accelerators": 4, "platform_vendor": "AMD"},
    )


def test_a_margin_is_over_another_submitter_and_another_vendor() -> None:
    found = margin(cell())
    assert (found.first["row_id"], found.of) == ("a", 4)
    assert found.next_submitter is not None
    assert found.next_submitter["row_id"] == "c"
    assert found.over_submitter == pytest.approx(0.25)
    assert found.next_vendor is not None
    assert (found.next_vendor["row_id"], found.over_vendor) == ("d", pytest.approx(1.0))
    each = margin(cell().assign(per_accelerator=lambda f: f["value"] / f["accelerators"]), "per_accelerator")
    assert each.first["row_id"] == "d"
    assert each.over_submitter == pytest.approx(0.25)


def test_of_a_latency_the_other_takes_longer() -> None:
    found = margin(cell().assign(higher_is_better=False))
    assert found.first["row_id"] == "d"
    assert found.over_submitter == pytest.approx(0.6)


def test_without_another_there_is_no_margin() -> None:
    found = margin(cell().head(2))
    assert (found.next_submitter, found.over_submitter, found.next_vendor, found.over_vendor) == (None,) * 4
    with pytest.raises(ValueError, match="at least one"):
        margin(cell().head(0))
