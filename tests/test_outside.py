"""What comes from outside is read within bounds: no pipe is waited for, and no file takes more time than its size."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
import yaml

from claimcheck.claims import language
from claimcheck.claims.check import check
from claimcheck.errors import ClaimcheckError, RegisterError, UpstreamError
from claimcheck.ingest import loadgen
from claimcheck.ingest.fields import records, suites_of
from claimcheck.ingest.git import GitTree
from claimcheck.ingest.mechanisms import _sections
from claimcheck.ingest.rows import Place
from claimcheck.ingest.settings.yamlconfig import parse_yaml
from claimcheck.ingest.submitted_files import _PINS
from claimcheck.ingest.systems import _LIMIT
from claimcheck.ingest.training.logs import read_run
from claimcheck.outside import figure, file_bytes, first_unfit, json_of, whole
from claimcheck.registers import document
from claimcheck.tables import DATA_DIR
from tests.fuzz.targets import give
from tests.ingest.upstream import SERVER_RESULT, commit, summary

# --- files ---------------------------------------------------------------------------------------


def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    """Without a writer, opening it the usual way would never end."""
    os.mkfifo(tmp_path / "rounds.yml")
    with pytest.raises(RegisterError, match="no regular file"):
        document(tmp_path / "rounds.yml")
    with pytest.raises(RegisterError, match="cannot be read"):
        file_bytes(tmp_path, RegisterError)


def test_a_file_is_no_larger_than_its_bound(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    assert file_bytes(tmp_path / "a", UpstreamError, 5) == b"12345"
    with pytest.raises(UpstreamError, match="has 5 bytes"):
        file_bytes(tmp_path / "a", UpstreamError, 4)


def test_a_path_is_no_deeper_than_its_bound(tmp_path: Path) -> None:
    there = commit(tmp_path, {"/".join(["d"] * 80): "1"})
    with pytest.raises(UpstreamError, match="deep"):
        GitTree(tmp_path / ".git", there)


# --- numbers and texts ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("1e30", 10**30), ("-2.5", -2.5), ("1e31", None), ("1e-999", None), ("9" * 50, None),
                         ("1e999999999", None), ("٣", None), ("1_0", None), ("nan", None), ("", None), ("1.", None)],
)  # fmt: skip
def test_a_figure(text: str, number: float | None) -> None:
    assert figure(text) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), ("1000000000", 10**9), ("1000000001", None), ("-1", None), ("٣", None), ("9" * 5000, None)],
)
def test_a_whole_number(text: str, number: int | None) -> None:
    assert whole(text) == number


LARGE = "0x" + "f" * 5000
LOG = ':::MLLOG {{"key": "{}", "value": {}, "time_ms": 1.5, "metadata": {{}}}}'


@pytest.mark.parametrize(
    ("reader", "text", "words"),
    [
        *(
            ("detail log", LOG.format(key, count), f"{key} is {count[:40]}")
            for key in ("result_query_count", "effective_min_query_count", "generated_samples_per_query")
            for count in ("99999999999", "9" * 20, "1e20", "1.5")
        ),
        ("summary log", summary(SERVER_RESULT).replace("per_query : 1", "per_query : 1e20"), "per_query is 1e20"),
        ("report", '{"complete": true, "n_samples_issued": 99999999999}', "n_samples_issued is 99999999999"),
        ("training description", f'entry: {{"value": "{{\'nodes\': {LARGE}}}"}}', "number is too large"),
    ],
)
def test_a_number_that_no_table_holds_is_refused_where_it_is_read(reader: str, text: str, words: str) -> None:
    error = give(reader, text.encode())
    assert words in str(error) and error.line is not None


def test_json_names_the_line_of_its_fault() -> None:
    with pytest.raises(UpstreamError) as caught:
        json_of(b'{\n"a": 1,\n"b" 2}', "x.json")
    assert (caught.value.where, caught.value.line) == ("x.json", 3)
    with pytest.raises(UpstreamError, match="surrogate") as caught:
        json_of('{"a": 1,\n"b": "\\udc00"}', "x.json")
    assert caught.value.line == 2
    assert json_of('["\\ud83d\\ude00"]', "x.json") == ["\N{GRINNING FACE}"]
    assert json_of("[" * 40 + "]" * 40, "x.json")


@pytest.mark.parametrize("text", ["=1", "+cmd", "-a", "@x", "a\x00", "a\u202eb", "a\nb", "a\x85", "\ufeffa", "\ud800"])
def test_a_text_that_no_page_shows_as_it_is(text: str) -> None:
    assert first_unfit(["plain", text]) is not None


@pytest.mark.parametrize(
    "text", ["a=b", "-", "-2.6%", "5", "é", "日本", "GB200 NVL72 (x4)", "\N{GRINNING FACE}", "a\u00a0b"]
)
def test_a_text_that_enters_a_table(text: str) -> None:
    assert first_unfit(["plain", text]) is None


# --- time ----------------------------------------------------------------------------------------

LINES = {
    "summary of blanks": lambda n: _refused(lambda: loadgen.parse_summary(_summary(" " * n), "x")),
    "summary of stars": lambda n: _refused(lambda: loadgen.parse_summary(_summary(" *" * n + "\n"), "x")),
    "summary of a long value": lambda n: _refused(
        lambda: loadgen.parse_summary(_summary("a : b" + " " * n + "c"), "x")
    ),
    "training log in one line": lambda n: _refused(lambda: read_run(b":::MLLOG run_stop " + b"run_stop " * n)),
    "training log of marks": lambda n: _refused(lambda: read_run(b"MLPerf: run_stop " * n)),
    "published table of blanks": lambda n: _refused(lambda: list(records(_table(n), "x", "Result", (), "a table"))),
    "digits of a power limit": lambda n: _LIMIT.search("7" * n),
    "blanks of a power limit": lambda n: _LIMIT.search("7 " * n),
    "heading of blanks": lambda n: list(_sections(b"# a" + b" " * n + b"b")),
    "suite of blanks": lambda n: _refused(lambda: suites_of(" " * n + "x", "Server", "bert", Place("x"))),
    "sexagesimal of a configuration": lambda n: parse_yaml("x.yml", b"a: 1" + b":30" * n),
    "pin of blanks": lambda n: [one.match("TRTLLM_HASH = a" + " " * n + "\x00") for one in _PINS.values()],
}


def _summary(line: str) -> bytes:
    return summary(SERVER_RESULT, {}).replace("Additional Stats\n", f"Additional Stats\n{line}\n").encode()


def _table(n: int) -> bytes:
    return b'[\n{"a":\n"x",\n"Result": 1' + b" " * n + b"x\n}]"


def _refused(read: Callable[[], object]) -> None:
    with suppress(ClaimcheckError):
        read()


@pytest.mark.parametrize("kind", LINES)
def test_a_crafted_line_takes_no_more_than_its_length(kind: str) -> None:
    """Twice the length takes twice the work; where each place is tried again, four times or more."""

    def took(n: int) -> int:
        start = time.process_time_ns()
        LINES[kind](n)
        return time.process_time_ns() - start

    n = 4_000
    # Work that is too short to be compared is no danger either.
    while took(n) < 5_000_000:
        n *= 4
        if n > 300_000:
            return
    # The shortest of several in turn: a busy machine makes work longer, never shorter.
    once, twice = zip(*((took(n), took(2 * n)) for _ in range(12)), strict=True)
    assert min(twice) < 3.2 * min(once), n


# --- registers -----------------------------------------------------------------------------------


# A claim that asks for two figures and five conditions.
CLAIM = yaml.safe_load((DATA_DIR.parent / "examples" / "amd.yml").read_text())["claims"]["mi355x-over-mi325x"]


def test_a_question_that_is_asked_twice_is_computed_once(tmp_path: Path, data_dir, tables, monkeypatch) -> None:
    calls = []
    asked = language.CONDITIONS["same_number"]
    counted = type(asked)(**{**vars(asked), "function": lambda *a, **k: calls.append(1) or asked.function(*a, **k)})
    monkeypatch.setitem(language.CONDITIONS, "same_number", counted)
    asked_often = {**CLAIM, "conditions": ["same_number"] * 50}
    path = tmp_path / "mine.yml"
    path.write_text(json.dumps({"claims": {"one": asked_often, "two": asked_often}}))
    found = check(path, data_dir, tables)
    assert len(found[0].conditions) > 50 and len(calls) == 1


def test_figures_that_ask_one_question_share_one_answer(tmp_path: Path, data_dir, tables, monkeypatch) -> None:
    """Whatever was published: a question does not see it."""
    calls = []
    asked = language.QUESTIONS["wins"]
    counted = type(asked)(**{**vars(asked), "function": lambda *a, **k: calls.append(1) or asked.function(*a, **k)})
    monkeypatch.setitem(language.QUESTIONS, "wins", counted)
    ask = {"ask": "wins", "tally": "nvidia", "unit": "wins", "decimals": 0, "rule": "rounds"}
    figures = [{**ask, "published": n} for n in (1, 2, 3, 4)]
    claims = {"a": {"statement": "x", "figures": figures[:2]}, "b": {"statement": "x", "figures": figures[2:]}}
    (tmp_path / "mine.yml").write_text(json.dumps({"claims": claims}))
    assert len(check(tmp_path / "mine.yml", data_dir, tables)) == 2 and len(calls) == 1


AGAIN = {"afterwards": {"what": "x", "checks": ["same_number"] * 334}}
RANGES = {"undefined": {"over": "prices"}, "sensitivity": {"over": "prices"}}


@pytest.mark.parametrize(
    "claims",
    [
        {f"c{n}": CLAIM for n in range(201)},
        {n: {**CLAIM, **AGAIN} for n in "abc"},
        {f"c{n}": {**CLAIM, **RANGES} for n in range(120)},
    ],
    ids=["claims", "asked again", "ranges"],
)
def test_a_register_that_asks_too_much(tmp_path: Path, data_dir, tables, claims: object) -> None:
    (tmp_path / "mine.yml").write_text(json.dumps({"claims": claims}))
    with pytest.raises(RegisterError, match="asks too much"):
        check(tmp_path / "mine.yml", data_dir, tables)
