"""Times of our commands beside a peer that does the same reading, in one run, as ratios."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pandas as pd

from claimcheck.analysis.wins.counts import every_count
from claimcheck.claims.evaluate import evaluate, load_tables
from claimcheck.ingest.build import build
from claimcheck.ingest.git import GitTree
from claimcheck.ingest.training.official import compare
from claimcheck.rounds import roles
from claimcheck.tables import DATA_DIR, TABLES, load

RUNS = 5
# The ingestion of all rounds takes long enough to be steady.
LONG_RUNS = 3
# A round of Training that the official scorer takes a minute or two for.
OFFICIAL_ROUND = "training-v5.0"
_CHUNK = 1 << 20


def report(upstream: Path | None, data: Path = DATA_DIR, python: str | None = None) -> Iterator[str]:
    """Yield a line for each pair of commands: medians of alternating runs, and their ratio.

    Without ``upstream`` only what needs no repository is timed. ``python`` is an interpreter with
    the official scorer, which is timed where one is given. Raises UpstreamError as the
    ingestion does, ClaimcheckError when the interpreter lacks the scorer.
    """
    yield _pair("load every table", lambda: _load(data), "pandas.read_csv of the same files", lambda: _read_csv(data))
    tables = load_tables(data)
    rows = tables.contest(roles(data).claims)
    yield _pair(
        "count wins by every rule", lambda: every_count(rows), "load the tables it counts", lambda: _counted(data)
    )
    yield _pair("evaluate every claim", lambda: evaluate(data), "load the tables it needs", lambda: _counted(data))
    if upstream is None:
        yield "ingestion: not timed, give UPSTREAM=DIR"
        return
    trees: list[GitTree] = []
    build(upstream, data, lambda _: None, trees.append)
    yield _pair(
        "ingest every round",
        lambda: build(upstream, data, lambda _: None),
        f"git cat-file --batch of the same {sum(len(t.asked) for t in trees):,} blobs",
        lambda: [_stream(tree) for tree in trees],
        LONG_RUNS,
    )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield f"peak memory of this process: {peak:,.0f} MiB"
    if python is None:
        yield "official scorer: not timed, give the interpreter that has it"
        return
    found = compare(upstream, OFFICIAL_ROUND, data, python)
    ratio = found.our_seconds / found.official_seconds
    yield (
        f"score {OFFICIAL_ROUND}: {found.our_seconds:.2f} s; the official scorer: {found.official_seconds:.2f} s; "
        f"ratio {ratio:.3f} (one run)"
    )


def _pair(
    name: str, ours: Callable[[], object], peer_name: str, peer: Callable[[], object], runs: int = RUNS
) -> str:
    times: tuple[list[float], list[float]] = ([], [])
    for run in range(runs + 1):
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
    for table in TABLES.values():
        pd.read_csv(data / table.file, low_memory=False)


def _counted(data: Path) -> None:
    for name in ("inference_results", "training_results", "loadgen_runs", "systems"):
        load(name, data)


def _stream(tree: GitTree) -> int:
    """Bytes that git gives for the blobs that the ingestion asked of ``tree``, read and thrown away."""
    size = 0
    # Asked through a file: no thread of ours takes part in the peer's time.
    with tempfile.TemporaryFile() as asked:
        asked.write("".join(f"{blob}\n" for blob in tree.asked).encode())
        asked.seek(0)
        with subprocess.Popen(
            tree.command("cat-file", "--batch"),
            stdin=asked,
            stdout=subprocess.PIPE,
            env={**os.environ, "GIT_NO_LAZY_FETCH": "1"},
        ) as process:
            while process.stdout is not None and (chunk := process.stdout.read(_CHUNK)):
                size += len(chunk)
    return size
