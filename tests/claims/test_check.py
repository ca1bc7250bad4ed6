"""A reader's register: short ones are enough, a fault is told at its line, hostile files are refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml

from claimcheck.analysis import database
from claimcheck.claims.texts.wording import report
from claimcheck.claims.verdict.evaluate import check
from claimcheck.core.errors import RegisterError, in_a_line
from claimcheck.data.formats import parquet

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "book" / "examples").glob("*.yml"))

# Line numbers matter below: `claims:` is line 1.
GOOD = """\
claims:
  faster:
    statement: MI355X is {figure.1} times as fast.
    rows:
      before: {round: v5.1, benchmark: llama2-70b-99, scenario: Server, chip: MI325X, submitter: AMD}
      after: {round: v6.0, benchmark: llama2-70b-99, scenario: Server, chip: MI355X, submitter: AMD, accelerators: 8}
    figures:
      - {published: 3.1, unit: x, decimals: 1, rule: rounds, ask: ratio}
    says: [scenario]
    conditions:
      - {says: the chip, sql: select chip = 'MI355X' as value from after}
  alone:
    said_by: Intel
    source: https://example.org
    statement: Nobody else has CPUs.
    must:
      - says: only Intel
        sql: |
          select bool_and(platform_vendor = 'Intel') as value, [min(row_id)] as rows, 'makers of CPUs' as detail
          from inference_results
          where round = 'v6.0' and suite = 'datacenter' and division = 'closed' and accelerators is null
"""


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "mine.yml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def changed(old: str, new: str) -> str:
    assert GOOD.count(old) >= 1, f"{old!r} is not in the register"
    return GOOD.replace(old, new, 1)


def faults(folder: Path, text: str, data_dir: Path, tables: Any) -> list[str]:
    with pytest.raises(RegisterError) as caught:
        check(written(folder, text), data_dir, tables)
    return [in_a_line(fault) for fault in getattr(caught.value, "faults", [caught.value])]


def test_a_short_register_is_enough(tmp_path, data_dir, tables) -> None:
    found = check(written(tmp_path, GOOD), data_dir, tables)
    assert [(c.id, c.number, c.verdict) for c in found] == [
        ("faster", 1, "reproduced"),
        ("alone", 2, "reproduced"),
    ]
    assert [(s.what, s.where) for s in found[1].sources] == [("said by Intel", "https://example.org")]
    assert all(c.evidence for c in found)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_checked_sourced_and_fair(path: Path, data_dir, tables) -> None:
    found = check(path, data_dir, tables)
    for claim in found:
        assert claim.strongest_case
        assert claim.evidence
        assert claim.sources[0].where.startswith("https://")
        # Every condition is one that somebody can look up.
        assert all(c.detail for c in claim.conditions)


# What is changed, what it is changed to, the line, words of the fault.
MISTAKES = {
    "round": ("round: v5.1", "round: 5.1", 5, ["rows.before.round", "write it in quotes"]),
    "benchmark": ("llama2-70b-99, scenario: Server, chip: MI325X", "Llama-2-70b, scenario: Server, chip: MI325X", 5,
                  ["llama2-70b-99"]),
    "scenario": ("scenario: Server", "scenario: server", 5, ["nearest known: Server"]),
    "chip": ("chip: MI355X", "chip: mi355x", 6, ["nearest known: MI355X"]),
    "unit": ("unit: x", "unit: times", 8, ["unit is 'times'", "ratio of this result is in x"]),
    "argument": ("ask: ratio", "ask: ratio, of: after", 8, ["figures[0].of"]),
    "figure of the statement": ("{figure.1}", "{figure.2}", 3, ["{figure.2} of 1 figures"]),
    "value": ("bool_and(platform_vendor = 'Intel')", "count(*)", 18, ["the value of a condition is true or false"]),
    "row of a table's name": ("before: {round: v5.1", "Systems: {round: v5.1", 5, ["'Systems' is taken"]),
    "row twice": ("before: {round: v5.1", "After: {round: v5.1", 6, ["'after' is taken"]),
    "script": ("source: https://example.org", "source: javascript:alert(1)", 14, ["an address with https://"]),
    "column": ("as detail", "as found", 18, ["gives found", "columns of value, rows, detail"]),
    "column twice": ("'makers of CPUs' as detail", "1 as value", 18, ["gives value, rows, value"]),
    "rows in rows": ("[min(row_id)] as rows", "[[min(row_id)]] as rows", 18, ["gives rows [[", "valid string"]),
    "places": ("'makers of CPUs' as detail", "'v6.0' as places", 18, ["gives places 'v6.0'"]),
    "place elsewhere": (
        "'makers of CPUs' as detail",
        "[{'table': 'rules', row_id: '', label: '', repo: 'a/b', commit: repeat('0', 40), path: '../c'}] as places",
        18,
        ["gives places [{'table': 'rules'"],
    ),
    "number": ("statement: Nobody", "number: 1\n    statement: Nobody", 15, ["number 1 is faster's"]),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line_with_its_place_and_the_right_name(mistake: str, tmp_path, data_dir, tables) -> None:
    old, new, line, words = MISTAKES[mistake]
    lines = faults(tmp_path, changed(old, new), data_dir, tables)
    assert len(lines) == 1, lines
    assert lines[0].startswith(f"{tmp_path / 'mine.yml'}:{line}: "), lines[0]
    for word in words:
        assert word in lines[0], lines[0]


# What registers of any kind refuse is in tests/core/test_documents.py and tests/test_readers.py.
HOSTILE = {
    "no claims": ("claims: {}\n", "at least 1 item"),
    "claims null": ("claims:\n", "claims: Field required"),
    "other section": ("claim:\n  a: {}\n", "did you mean claims?"),
    "two documents": (GOOD + "---\n" + GOOD, "found another document"),
    "row too large": (
        GOOD.replace("chip: MI355X", "value: 1.0e+300, chip: MI355X"),
        "be less than 1000000000000000",
    ),
    "two picks": (GOOD.replace("chip: MI355X", "best_value: true, value: 3, chip: MI355X"), "one pick"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_is_refused_in_one_clear_fault(kind: str, tmp_path, data_dir, tables) -> None:
    text, words = HOSTILE[kind]
    lines = faults(tmp_path, text, data_dir, tables)
    assert words in " ".join(lines), lines
    assert str(tmp_path / "mine.yml") in lines[0]


# What a query may try, and a word of the one fault at its line; more is in tests/analysis/test_database.py.
QUERIES = {
    "copy inference_results to 'written.csv'": "COPY",
    "select true as value; drop table inference_results": "DROP",
    "select list(a) is null as value from inference_results a, inference_results b": "Memory",
    "select sum(a.range * b.range) = 0 as value from range(1000000) a, range(1000000) b": "over 1 s",
}


@pytest.mark.parametrize("sql", QUERIES)
def test_a_hostile_query_is_refused_or_stopped_at_its_line(sql: str, tmp_path, data_dir, tables, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(database, "SECONDS", 1.0 if "range(" in sql else 60.0)
    text = GOOD[: GOOD.index("      - says: only Intel")] + f'      - {{says: so, sql: "{sql}"}}\n'
    lines = faults(tmp_path, text, data_dir, tables)
    assert len(lines) == 1
    assert lines[0].startswith(f"{tmp_path / 'mine.yml'}:17: ")
    assert QUERIES[sql] in lines[0]
    assert [path.name for path in tmp_path.iterdir()] == ["mine.yml"]


def test_a_figure_that_was_printed_with_two_digits_is_not_rounded_to_ours(tmp_path, data_dir, tables) -> None:
    """1.83 is no 2.49, and was called so once both were rounded to no decimals."""
    figure = "{published: 2.49, unit: x, decimals: 0, rule: rounds, sql: select 1.83 as value}"
    text = f"claims:\n  one:\n    statement: It is {{figure.1}}.\n    figures:\n      - {figure}\n"
    assert "2.49 has more than 0 decimals" in faults(tmp_path, text, data_dir, tables)[0]
    (claim,) = check(written(tmp_path, text.replace("decimals: 0", "decimals: 2")), data_dir, tables)
    assert claim.verdict == "not reproduced"


VALUES = {
    "1e300 as value": "less than 1000000000000000000",
    "99999999999999999999999999999999999999::hugeint as value": "less than 1000000000000000000",
    "1 as value, 3 as low, 2 as high": "low is above high",
}


@pytest.mark.parametrize("columns", VALUES)
def test_a_figure_of_no_bounds_is_one_fault(columns: str, tmp_path, data_dir, tables) -> None:
    figure = f'{{published: 1, unit: x, decimals: 0, rule: in_span, sql: "select {columns}"}}'
    text = f"claims:\n  one:\n    statement: It is.\n    figures:\n      - {figure}\n"
    (line,) = faults(tmp_path, text, data_dir, tables)
    assert line.startswith(f"{tmp_path / 'mine.yml'}:5: ")
    assert VALUES[columns] in line


def test_what_a_query_says_is_printed_without_codes_and_bounded(tmp_path, data_dir, tables) -> None:
    words = "chr(27) || '[2A' || chr(10) || repeat('x', 5000)"
    text = changed("'makers of CPUs' as detail", f"{words} as detail, {words} as phrase")
    printed = "\n".join(report(check(written(tmp_path, text), data_dir, tables)))
    assert "\\u001b[2A\\u000a" in printed
    assert printed.replace("\n", "").isprintable() and printed.count("x") < 2500


def test_the_examples_on_the_page_check(root: Path, tmp_path, data_dir, tables) -> None:
    page = (root / "book" / "rerun.md").read_text(encoding="utf-8")
    blocks = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)]
    whole, *parts = [block for block in blocks if block]  # the first is a comment alone
    assert len(parts) == 2
    (claim,) = whole["claims"].values()
    for part in ({}, *parts):
        text = yaml.safe_dump({"claims": {"example": {**claim, **part}}}, allow_unicode=True)
        (found,) = check(written(tmp_path, text), data_dir, tables)
        assert found.computed


def test_the_queries_on_the_page_run_on_the_published_files(root: Path, tmp_path, data_dir) -> None:
    page = (root / "book" / "rerun.md").read_text(encoding="utf-8")
    queries = re.findall(r"```sql\n(.*?)```", page, re.DOTALL)
    assert len(queries) == 3
    for query in queries:
        address, name = re.search(r"'(https://\S+/data/parquet/(\w+)\.parquet)'", query).groups()
        file = tmp_path / f"{name}.parquet"
        file.write_bytes(parquet(name, data_dir))
        assert duckdb.connect().execute(query.replace(address, str(file))).fetchall()
