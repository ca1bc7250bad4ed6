"""Fields that the sources without a published ID share: units, suites, counts, our own row IDs."""

from __future__ import annotations

import re

from claimcheck.errors import UpstreamError
from claimcheck.ingest.rows import Row
from claimcheck.tables.schema import INFERENCE_RESULTS

UNITS = {
    "Tokens/s": "tokens/s",
    "Samples/s": "samples/s",
    "Queries/s": "queries/s",
    "Latency (ms)": "ms",
    "Latency (s)": "s",
}
_ALLOWED = {c.name: c.allowed for c in INFERENCE_RESULTS.columns if c.allowed}


def words(value: object) -> str | None:
    """``value`` with single spaces; None when it says that there is none."""
    text = " ".join(str("" if value is None else value).split())
    return text if text not in ("", "N/A", "-", "None") else None


def count(value: object) -> int | None:
    """A whole number above zero, from a number or text; else None."""
    text = str(value)
    return (int(text) or None) if text.isascii() and text.isdigit() else None


# In the published tables a system of both suites stands in each, with that suite's scenarios and
# benchmarks only (mlcommons/inference at e39003a9c4, tools/submission/generate_final_report.py).
_BOTH = {
    "Server": ("datacenter",),
    "Interactive": ("datacenter",),
    "Offline": ("datacenter", "edge"),
    "SingleStream": ("edge",),
    "MultiStream": ("edge",),
}
_DATACENTER_ONLY = ("bert-99.9", "dlrm", "llama2-70b", "mixtral")


def suites_of(system_type: str, scenario: str, benchmark: str, *, where: str, line: int) -> tuple[str, ...]:
    """The suites in which a result counts; ``system_type`` names one, or both joined by a comma or plus.

    Raises UpstreamError for an unknown suite.
    """
    names = tuple(re.split(r"\s*[,+]\s*", system_type))
    for name in names:
        known("suite", name, where=where, line=line)
    if len(names) == 1:
        return names
    if benchmark.startswith(_DATACENTER_ONLY):
        return ("datacenter",)
    return _BOTH[scenario]


def known(column: str, value: str, *, where: str, line: int) -> str:
    """``value`` when ``column`` of ``inference_results`` may hold it; raises UpstreamError."""
    allowed = _ALLOWED[column]
    if value not in allowed:
        raise UpstreamError(
            f"unknown {column} {value!r}", where=where, line=line, rule=f"{column} is one of {', '.join(allowed)}"
        )
    return value


def row_id(round_name: str, row: Row) -> str:
    """Our id of a result without a published one."""
    parts = ("division", "suite", "submitter", "system", "model", "scenario")
    return "/".join([round_name, *(str(row[part]) for part in parts)])
