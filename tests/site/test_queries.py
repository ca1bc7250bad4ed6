"""The queries that the pages of claims show give what the pages say, on the site's own Parquet files."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import duckdb
import pytest

from claimcheck.claims.words.vocabulary import SCALES

# On a page: what a query is called, its value (nothing where it has none), what the page makes of it, and the SQL.
_QUERY = re.compile(
    r"<summary>([^<]*)</summary>\s*<p>It gives (?:<code>(.*?)</code>|no value)(?:, (.*?))?\.</p>\s*"
    r'<div class="highlight"><pre tabindex="0">(.*?)</pre></div></details>',
    re.DOTALL,
)
# A published figure and what was recomputed.
_FIGURE = re.compile(
    r'<th scope="row" role="rowheader">(.*?)</th>\s*<td class="cc-condition--.*?>(.*?)</td>', re.DOTALL
)
_CONDITION = "the condition"


def test_each_query_of_a_claims_page_gives_what_the_page_says(site: Path) -> None:
    faults, asked = [], 0
    with duckdb.connect() as database:
        for page in sorted((site / "claims").rglob("*.html")):
            if not page.with_suffix(".json").is_file():  # it has moved
                continue
            text = page.read_text(encoding="utf-8")
            shown = {html.unescape(published): html.unescape(found) for published, found in _FIGURE.findall(text)}
            claim = json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))
            holds = {one["name"].lower(): one["holds"] for one in claim["conditions"]}
            queries = [[html.unescape(part) for part in one] for one in _QUERY.findall(text)]
            assert len(queries) == text.count("<p>It gives "), page
            for label, said, means, sql in queries:
                asked += 1
                value = _value(database, re.sub(r"https://\S+(?=/data/parquet/)", str(site), sql))
                name = label.rstrip(".").lower()
                expected = shown.get(label.removeprefix("Published: ").rstrip("."), means)
                if not (_is(value, said) and _means(value, means)):
                    faults.append(f"{page.name}, {label} gives {value}, not {said}: {means}")
                elif means.startswith("printed as ") and means.removeprefix("printed as ") not in expected:
                    faults.append(f"{page.name}, {label} is {means}, and among the figures {expected}")
                elif _CONDITION in means and holds.get(name, _holds(means)) != _holds(means):
                    faults.append(f"{page.name}, {label}: {means}, and not in the table of conditions")
    assert faults == []
    assert asked


def _value(database: duckdb.DuckDBPyConnection, sql: str) -> float | bool | None:
    found = database.execute(sql)
    place = [column[0] for column in found.description].index("value")
    rows = found.fetchall()
    assert len(rows) < 2, sql
    return rows[0][place] if rows else None


def _is(value: float | bool | None, said: str) -> bool:
    if value is None or isinstance(value, bool):
        return said == ("" if value is None else str(value).lower())
    return float(said) == pytest.approx(float(value), rel=1e-9)


def _holds(means: str) -> bool:
    return means.endswith(" holds")


def _means(value: float | bool | None, means: str) -> bool:
    """Whether the page draws from a value what it means; a figure may be written in one of the scales."""
    if not means.startswith("printed as "):
        return value is None or (isinstance(value, bool) and (value != ("opposite" in means)) == _holds(means))
    numbers = [number.rstrip(".") for number in re.findall(r"\d[\d,.]*", means)]
    digits = len(numbers[0].partition(".")[2])
    ends = [float(number.replace(",", "")) for number in numbers]
    scales = ["millions"] if " million " in means and "per million" not in means else []
    scales = ["percent", "gain", "saving"] if "%" in means else scales
    # A query may give percent itself.
    values = [float(value), *(SCALES[scale][0](float(value)) for scale in scales)]
    # Some figures are cut and not rounded.
    return any(min(ends) - 10**-digits <= one <= max(ends) + 10**-digits for one in values)
