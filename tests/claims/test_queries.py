"""The query behind a figure, as its page prints it, gives the same on the published files alone."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from claimcheck.claims.evaluate import evaluate, load_register
from claimcheck.claims.model import ClaimResult
from claimcheck.claims.query import alone
from claimcheck.database import FACTS, fact_parquet, tables_in
from claimcheck.tables import TABLES
from claimcheck.tables.formats import parquet


@pytest.fixture(scope="module")
def results(tables) -> dict[int | str, ClaimResult]:
    """Claims as evaluated now: what is recorded may be of before a query was changed."""
    return {claim.number: claim for claim in evaluate(tables.data, tables=tables)}


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory, results, data_dir) -> Path:
    folder = tmp_path_factory.mktemp("parquet")
    for name in tables_in(query.sql for claim in results.values() for query in claim.queries) | {"inference_results"}:
        made = fact_parquet(name, data_dir) if name in FACTS else parquet(name, str(data_dir / TABLES[name].file), "")
        (folder / f"{name}.parquet").write_bytes(made)
    if not (folder / "rounds.parquet").exists():
        (folder / "rounds.parquet").write_bytes(fact_parquet("rounds", data_dir))
    return folder


def test_each_query_of_a_figure_gives_the_figure_on_the_published_files(published, results, data_dir) -> None:
    asked = 0
    for claim in load_register(data_dir):
        result = results[claim.number]
        for figure, printed in zip(claim.figures, result.figures, strict=True):
            sql = getattr(figure, "sql", None)
            if sql is None or figure.scale:
                continue
            query = next(one for one in result.queries if one.sql == sql)
            found = duckdb.connect().execute(alone(query, str(published)))
            columns = [column[0] for column in found.description]
            value = dict(zip(columns, found.fetchall()[0], strict=True))["value"]
            assert float(value) == pytest.approx(printed.computed.value, rel=1e-9), claim.number
            asked += 1
    assert asked > 15
    for query in (query for claim in results.values() for query in claim.queries):
        duckdb.connect().execute(alone(query, str(published))).fetchall()
