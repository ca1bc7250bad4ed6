"""Registers and tables typed by hand, as small tables of the database that checks compare rows with."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from claimcheck.data.names import read_benchmarks, read_corrections, read_vendors
from claimcheck.data.paths import TRAINING_TIMES
from claimcheck.data.rounds import Round, read_experiments_source, read_rounds
from claimcheck.data.tables import read_part
from claimcheck.data.training import read_rules


def facts(data: Path) -> dict[str, pd.DataFrame]:
    """Each table by its name. Raises RegisterError for a register that breaks its form, OSError for a missing table."""
    rounds = read_rounds(data)
    return {
        "round_sources": _round_sources(data, rounds),
        # The number of rows that rounds.yml expects of a round in a table.
        "expected_rows": pd.DataFrame(
            [(entry.key, name, number) for entry in rounds for name, number in entry.expected_rows.items()],
            columns=["round_key", "table_name", "rows"],
        ),
        "benchmark_metrics": pd.DataFrame(
            [(name, entry.metric, entry.variant_of) for name, entry in read_benchmarks(data).benchmarks.items()],
            columns=["benchmark", "metric", "variant_of"],
        ),
        # Patterns of the names of accelerators. Where several fit, the vendor at the lowest position is the maker.
        "vendors": pd.DataFrame(
            [
                (position, vendor, pattern.pattern, maker.licensor)
                for position, (vendor, maker) in enumerate(read_vendors(data).accelerators.items())
                for pattern in maker.patterns
            ],
            columns=["position", "vendor", "pattern", "licensor"],
        ),
        # What a source reports in a column, and what corrections.yml has instead, as text.
        "corrections": pd.DataFrame(
            [(entry.table, entry.column, _text(entry.reported), _text(entry.use)) for entry in read_corrections(data)],
            columns=["table_name", "column_name", "reported", "used"],
            dtype="string",
        ),
        # One row for each folder name of a benchmark of Training or HPC.
        "training_benchmarks": pd.DataFrame(
            [(name, item.rule, folder) for name, item in read_rules(data).benchmarks.items() for folder in item.called],
            columns=["benchmark", "score_rule", "folder"],
        ),
        "typed_results": _typed(
            "inference_results", data, [entry.table for entry in rounds if entry.source == "typed"]
        ),
        "typed_runs": _typed("loadgen_runs", data, [entry.runs for entry in rounds if entry.runs]),
        "typed_training": _typed("training_results", data, [TRAINING_TIMES]),
    }


def _round_sources(data: Path, rounds: list[Round]) -> pd.DataFrame:
    """What a round's rows were read from; ``key`` is the round's name in rounds.yml, such as training-v5.1."""
    experiments = read_experiments_source(data)
    second = experiments.second_value_of if experiments else ()
    rows = [
        {
            "key": round_.key,
            "suite": round_.suite,
            "round": round_.name,
            "source": round_.source,
            "repo": round_.repo,
            "commit": round_.commit,
            "typed_results": round_.table if round_.source == "typed" else None,
            "typed_runs": round_.runs or None,
            "has_second_source": round_.key in second,
            "published": round_.published,
            "announced": round_.announced.address if round_.announced else None,
        }
        for round_ in rounds
    ]
    return pd.DataFrame(rows).convert_dtypes()


def _typed(name: str, data: Path, files: Iterable[str]) -> pd.DataFrame:
    """Rows that were typed by hand for the table ``name``, with the columns that its files have."""
    return pd.concat([read_part(name, data / file) for file in files], ignore_index=True)


def _text(value: object) -> str | None:
    return None if value is None else str(value)
