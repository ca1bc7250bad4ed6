"""The query behind a figure, as its page prints it, gives the same on the published files alone."""

from __future__ import annotations

import html
import re
from pathlib import Path

import duckdb
import pytest

from claimcheck.claims.evaluate import evaluate, load_register
from claimcheck.claims.model import ClaimResult
from claimcheck.database import FACTS, fact_parquet, tables_in
from claimcheck.site.parts import part
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
        made = fact_parquet(name, data_dir) if name in FACTS else parquet(name, str(data_dir / TABLES[name].file))
        (folder / f"{name}.parquet").write_bytes(made)
    if not (folder / "rounds.parquet").exists():
        (folder / "rounds.parquet").write_bytes(fact_parquet("rounds", data_dir))
    return folder


def printed(claim: ClaimResult, folder: Path) -> list[str]:
    """The queries on the claim's page, with ``folder`` for the address of the published files."""
    texts = re.findall(r"<pre>(.*?)</pre>", part("claims", "page_queries", claim), re.DOTALL)
    return [re.sub(r"https://\S+/data/parquet/", f"{folder}/", html.unescape(text)) for text in texts]


def test_each_query_on_a_page_gives_the_figure_on_the_published_files(published, results, data_dir) -> None:
    compared = 0
    for claim in load_register(data_dir):
        result = results[claim.number]
        values = {}
        for query, text in zip(result.queries, printed(result, published), strict=True):
            with duckdb.connect() as database:
                found = database.execute(text)
                columns = [column[0] for column in found.description]
                (row,) = found.fetchall()
            values.setdefault(query.sql, dict(zip(columns, row, strict=True))["value"])
        for figure, ours in zip(claim.figures, result.figures, strict=True):
            if getattr(figure, "sql", None) and not figure.scale:
                assert float(values[figure.sql]) == pytest.approx(ours.computed.value, rel=1e-9), claim.number
                compared += 1
    assert compared
