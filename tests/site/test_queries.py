"""The queries that the pages of claims show give what the pages say, on the site's own Parquet files."""

from __future__ import annotations

import html
import re
from pathlib import Path

import duckdb
import pytest

# On a page: what a query is called, its value (nothing where it has none), what the page makes of it, and the SQL.
_QUERY = re.compile(
    r"<summary>((?:[^<]|</?span[^>]*>)*)</summary>\s*<p>It gives (?:<code>(.*?)</code>|no value)(?:, (.*?))?\.</p>\s*"
    r'<div class="highlight"><pre tabindex="0">(.*?)</pre></div></details>',
    re.DOTALL,
)
# A table's address, for which the table stands that is read from it once.
_ADDRESS = re.compile(r"'https://\S+/data/parquet/(\w+)\.parquet'")


@pytest.mark.parametrize("others", [False, pytest.param(True, marks=pytest.mark.every)])
def test_each_query_of_a_claims_page_gives_what_the_page_says(site: Path, others: bool) -> None:
    """Of every fourth page, and once a week of the others."""
    pages = sorted((site / "claims").rglob("*.html"))
    faults, asked = [], 0
    with duckdb.connect() as database:
        database.execute("create schema served")
        for path in (site / "data" / "parquet").glob("*.parquet"):
            database.execute(f"create table served.{path.stem} as from '{path}'")
        for page in (page for number, page in enumerate(pages) if bool(number % 4) == others):
            text = page.read_text(encoding="utf-8")
            queries = [[html.unescape(part) for part in one] for one in _QUERY.findall(text)]
            assert len(queries) == text.count("<p>It gives "), page
            for label, said, means, sql in queries:
                asked += 1
                (value, *more) = database.sql(_ADDRESS.sub(r"served.\1", sql)).project("value").fetchall() or [(None,)]
                assert not more, sql
                if not _is(value[0], said):
                    faults.append(f"{page.name}, {label} gives {value[0]}, not {said}: {means}")
    assert faults == []
    assert asked


def _is(value: float | bool | None, said: str) -> bool:
    if value is None or isinstance(value, bool):
        return said == ("" if value is None else str(value).lower())
    return float(said) == pytest.approx(float(value), rel=1e-9)
