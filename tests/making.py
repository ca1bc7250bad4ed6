"""Small tables, registers and claims for tests: with what a test does not name filled in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import yaml

from claimcheck.claims.register.attribution import Line
from claimcheck.claims.verdict.evidence import Evidence
from claimcheck.claims.verdict.result import CheckedFigure, ClaimResult, Condition, Sensitivity
from claimcheck.core.printing import Printed
from claimcheck.data import paths
from claimcheck.data.schema import DTYPES, TABLES

HOSTILE = "</script><script>window.pwned=1</script><img src=x onerror=window.pwned=1>\"'&"
COMMIT = "4d3916ac9cf474b679cdfcf492d43a0559418ad1"
_DEFAULTS: dict[str, Any] = {
    "round": "v6.0", "result_id": "6.0-0001", "division": "closed", "suite": "datacenter", "availability": "available",
    "submitter": "Anna", "system": "box", "system_name": "Box", "accelerator": "NVIDIA GB300",
    "accelerator_vendor": "NVIDIA",
    "platform_vendor": "NVIDIA", "accelerators": 8, "nodes": 2, "benchmark": "deepseek-r1", "model": "deepseek-r1",
    "scenario": "Server", "value": 800.0, "unit": "tokens/s", "higher_is_better": True, "obtained": "published",
    "repo": "mlcommons/inference_results_v6.0", "commit": "c" * 40, "path": "summary_results.json", "blob": "b" * 40,
    "line": 7, "log_line": 9, "log_agrees": True, "log_note": "as printed",
}  # fmt: skip


def results(*rows: dict[str, Any]) -> pd.DataFrame:
    """A frame like ``inference_results``; ``row_id`` and ``log_blob`` are unique unless given."""
    made = []
    for position, row in enumerate(rows):
        name = row.get("row_id", f"row-{position:02d}")
        log = {"log_blob": name.encode().hex().zfill(40), "log_path": f"{name}/log.txt", "run_id": f"run-of-{name}"}
        made.append({**_DEFAULTS, "row_id": name, **log, **row})
    return _typed("inference_results", made)


def training(*rows: dict[str, Any]) -> pd.DataFrame:
    """A frame like ``training_results``; ``row_id`` is unique unless given."""
    common = {
        "suite": "training", "round": "v5.1", "division": "closed", "availability": "available", "submitter": "Anna",
        "system": "box", "accelerator": "NVIDIA GB300", "accelerator_vendor": "NVIDIA", "platform_vendor": "NVIDIA",
        "accelerators": 8, "accelerators_from": "nodes x accelerators per node", "benchmark": "resnet",
        "time_to_train_minutes": 10.0, "scaling_factor": 1.0, "obtained": "log",
        "repo": "mlcommons/training_results_v5.1", "commit": "c" * 40, "path": "Anna/results/box/resnet",
    }  # fmt: skip
    return _typed("training_results", [{"row_id": f"entry-{n:02d}", **common, **row} for n, row in enumerate(rows)])


def register(data: Path) -> Path:
    """The folder of the first register of claims in ``data``, as of v6.0."""
    head = {"title": "What was said", "subject": "All.", "claims": "v6.0", "before": "v5.1", "page": "book/index"}
    return put(data, f"{paths.CLAIMS}/v6.0/register.yml", yaml.safe_dump({"head": head | {"first": True}})).parent


def _typed(name: str, rows: list[dict[str, Any]]) -> pd.DataFrame:
    columns = TABLES[name].columns
    unknown = {key for row in rows for key in row} - {c.name for c in columns}
    assert not unknown, f"{name} has no column {unknown}"
    return pd.DataFrame(
        {c.name: pd.Series([row.get(c.name) for row in rows], dtype=DTYPES[c.dtype].pandas) for c in columns}
    )


def put(data: Path, name: str, text: str) -> Path:
    """The file ``name`` (a path of ``claimcheck.data.paths``) below ``data``, written with its folder."""
    path = data / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def evidence(row: int, *, label: str = "NVIDIA, rack, deepseek-r1 Server") -> Evidence:
    """One place in a results repository."""
    path = f"closed/NVIDIA/run_{row}/mlperf_log_summary.txt"
    return Evidence(
        table="inference_results",
        row_id=f"row-{row}",
        result_id=f"6.0-{row:04d}",
        label=label,
        repo="mlcommons/inference_results_v6.0",
        commit=COMMIT,
        path=path,
        blob="b" * 40,
        line=12,
    )


def claim(number: int = 1, verdict: str = "reproduced", *, text: str = "It is fast", **changes: object) -> ClaimResult:
    """A claim with everything that a claim can have."""
    given = {
        "id": f"claim-{number}",
        "number": number,
        "said": dict.fromkeys(changes.pop("articles", ("A1", "A3")), Line(line=4)),
        "statement": text,
        "figures": (
            CheckedFigure(Printed(2.77, "x", "2.77x"), "rounds", Printed(2.774, "x", "2.77x"), True, "a / b"),
            CheckedFigure(Printed(9.0, "x", "9x"), "rounds", None, False, "no such result"),
        ),
        "verdict": verdict,
        "reason": "1.91x for one owner",
        "explanation": "The two results come from different companies. For one owner it is 1.91x.",
        "conditions": (
            Condition("same submitter", False, "Nebius, NVIDIA", True, "for one owner", Printed(1.91, "x", "1.91x")),
            Condition("same chip", True, "GB300"),
        ),
        "sensitivity": Sensitivity(1.857, 2.861, 6, 2, "x", "comparisons of the two rounds"),
        "strongest_case": "Both figures stand in the results.",
        "evidence": (evidence(1), evidence(2)),
        "page": "notebooks/figures#the-rows",
    }
    return ClaimResult(**{**given, **changes})
