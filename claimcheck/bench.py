"""Times of our commands beside a peer that does the same reading, in one run, as ratios."""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pandas as pd

from claimcheck.claims import evaluate
from claimcheck.ingest.build import build
from claimcheck.ingest.git import GitTree, find_git_dir
from claimcheck.ingest.registers import read_rounds
from claimcheck.tables import DATA_DIR, TABLES, load

RUNS = 5


def report(upstream: Path | None, data: Path = DATA_DIR) -> Iterator[str]:
    """Yield a line for each pair of commands: medians of RUNS alternating runs, and their ratio.

    Without ``upstream`` only what needs no repository is timed. Raises UpstreamError as
    the ingestion does.
    """
    yield _pair("load every table", lambda: _load(data), "pandas.read_csv of the same files", lambda: _read_csv(data))
    yield _pair("evaluate every claim", lambda: evaluate(data), "load the three tables it needs", lambda: _three(data))
    if upstream is None:
        yield "ingestion: not timed, give UPSTREAM=DIR"
        return
    yield _pair(
        "ingest two rounds",
        lambda: build(upstream, data, say=lambda _: None),
        "git streams the same logs",
        lambda: _stream(upstream, data),
    )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield f"peak memory of this process: {peak:,.0f} MiB"


def _pair(name: str, ours: Callable[[], object], peer_name: str, peer: Callable[[], object]) -> str:
    times: tuple[list[float], list[float]] = ([], [])
    for run in range(RUNS + 1):
        for position, function in enumerate((ours, peer)):
            start = time.perf_counter()
            function()
            if run:  # the first pair warms the caches
                times[position].append(time.perf_counter() - start)
    mine, other = (statistics.median(t) for t in times)
    ratios = [a / b for a, b in zip(*times, strict=True)]
    spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
    return f"{name}: {mine:.2f} s; {peer_name}: {other:.2f} s; ratio {statistics.median(ratios):.2f} ({spread})"


def _load(data: Path) -> None:
    for name in TABLES:
        load(name, data)


def _read_csv(data: Path) -> None:
    for name in TABLES:
        pd.read_csv(data / f"{name}.csv", low_memory=False)


def _three(data: Path) -> None:
    for name in ("inference_results", "loadgen_runs", "systems"):
        load(name, data)


def _stream(upstream: Path, data: Path) -> int:
    """Read the bytes of every log and table that the ingestion reads, and nothing more."""
    size = 0
    for round_ in read_rounds(data):
        with GitTree(find_git_dir(upstream, round_.folders), round_.commit) as tree:
            wanted = [p for p in tree.paths if "/performance/run_" in p and p.endswith(("_summary.txt", "_detail.txt"))]
            size += sum(len(b.data or b"") for b in tree.read([*wanted, round_.published_table]))
    return size
