"""The command line: what it prints, what it refuses, how it ends."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import jsonschema
import pytest

from claimcheck import cli
from claimcheck.claims.texts.wording import MARKS, readings_text, verdict_text
from claimcheck.claims.verdict.result import schema_document, served
from claimcheck.cli import main
from claimcheck.data.schema import TABLES

if TYPE_CHECKING:
    from claimcheck.analysis.derived import Tables


def run(capfd, *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    return code, *capfd.readouterr()


# --- claims


@pytest.mark.usefixtures("evaluated")
def test_the_scorecard_names_every_claim_with_its_verdict(capfd, claims) -> None:
    code, out, err = run(capfd, "claims")
    assert (code, err) == (0, "")
    for claim in (claim for claim in claims.values() if not claim.register):
        head = f"{claim.number}  {verdict_text(claim)}: {claim.statement}"
        (sign,) = re.findall(rf"^(\S+)\s+{re.escape(head)}$", out, re.MULTILINE)
        assert sign == MARKS[claim.verdict][1]
        assert claim.explanation in " ".join(out.split())
        if claim.figures:
            assert f"published {claim.published_text}, ours {claim.computed_text}" in " ".join(out.split())
        if claim.sensitivity:
            assert readings_text(claim.sensitivity) in " ".join(out.split())


# --- check


REGISTER = """\
claims:
  alone:
    statement: One vendor alone.
    must:
      - says: only Intel has CPUs alone
        sql: |
          select bool_and(platform_vendor = 'Intel') as value, [min(row_id)] as rows
          from inference_results
          where round = 'v6.0' and suite = 'datacenter' and division = 'closed' and accelerators is null
"""


def test_a_register_is_checked_and_ends_with_3_where_it_is_to_be_strict(
    tmp_path: Path, capfd, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimcheck.claims.verdict.evaluate.load_tables", lambda data: tables)
    path = tmp_path / "mine.yml"
    for text, verdict, strict in ((REGISTER, "", 0), (REGISTER.replace("= 'Intel'", "= 'AMD'"), "not reproduced", 3)):
        path.write_text(text, encoding="utf-8")
        code, out, _ = run(capfd, "check", str(path))
        assert code == 0 and all(words in out for words in (verdict, ": One vendor alone.", "https://github.com/"))
        assert run(capfd, "check", str(path), "--strict")[0] == strict


SEVERAL = """\
claims:
  of-one:
    statement: A GPU makes {{figure.1}} tokens per second.
    rows:
      of: {{round: v6.0, chip: GB300, scenario: Server, {filters}}}
    figures:
      - {{published: 5842, unit: tokens/s per GPU, decimals: 0, rule: rounds, ask: per_accelerator}}
"""


def test_of_several_results_it_says_which_it_took_or_asks_for_the_filter(
    capfd, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimcheck.analysis.derived.load_tables", lambda data: tables)
    for filters, wanted, words in (
        ("benchmark: deepseek-r1", 1, "results fit, of accelerators 8, 72 and 288"),
        ("benchmark: deepseek-r1, accelerators: 8", 0, "2 results fit of; the best per accelerator"),
        ("benchmark: deepseek-r1, best_per_accelerator: true", 0, "reproduced"),
    ):
        sent = SEVERAL.format(filters=filters)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(sent.encode())))
        code, out, err = run(capfd, "check", "-")
        assert code == wanted and words in " ".join((out + err).split())
        assert not code or ("standard input:5: " in err and "/tmp" not in err)


# --- faults


def assert_one_error(found: tuple[int, str, str], *words: str) -> None:
    code, out, err = found
    assert code == 1
    assert out == ""
    assert err.startswith("claimcheck: ")
    assert len([line for line in err.splitlines() if not line.startswith("  ")]) == 1, err
    assert "Traceback" not in err
    for word in words:
        assert word in err


@pytest.mark.parametrize("arguments", [(), ("claims", "--jsn"), ("check",)])
def test_wrong_usage_ends_with_2_and_the_usage(arguments: tuple[str, ...], capfd) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: claimcheck" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("export", "7", "--data", "/nope"), "/nope: there is no such folder"),
        (("upstream", "get", "v6.0", "--into", "/dev/null"), "/dev/null: File exists\n  fix:  check the path"),
        (("export", "7", "--data", "/dev"), "no register of claims"),
        (("sql", "select '\udcff'"), "the query:1: the text is not UTF-8"),
        (("sql", "select * from systems"), "tables/systems.csv"),
    ],
)
def test_a_value_that_is_none_gives_one_error(arguments: tuple[str, ...], words: str, capfd, linked: Path) -> None:
    (linked / "tables/systems.csv").unlink()
    data = () if "--data" in arguments else ("--data", str(linked))
    assert_one_error(run(capfd, *arguments, *data), words)


@pytest.mark.parametrize(("given", "words"), [(None, "standard input is closed"), (b"select \xff", "is not UTF-8")])
def test_a_query_that_cannot_be_read_gives_one_error(given: bytes | None, words: str, capfd, monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdin", given and io.TextIOWrapper(io.BytesIO(given)))
    assert_one_error(run(capfd, "sql"), words)


def test_what_a_query_gives_is_printed_without_codes_and_bounded(capfd) -> None:
    code, out, err = run(capfd, "sql", "select chr(27) || '[2A' || chr(10) || repeat('x', 20000) as \"\x1b[2A\"")
    assert (code, err) == (0, "")
    assert out.replace("\n", "").isprintable() and out.startswith('\\u001b[2A\n"\\u001b[2A\\u000axxx')
    assert out.count("x") < 11_000
    assert_one_error(run(capfd, "sql", "select \x1b" + "y" * 5000), "\\u001b")


def test_a_query_that_takes_too_much_memory_or_time_is_ended() -> None:
    """DuckDB's own limit does not bind what its functions make: this took 7 GB, and as much as it asks for."""
    query = "select length(list_transform(range(2), lambda i: repeat('x', 2500000000))::varchar)"
    done = subprocess.run([sys.executable, "-m", "claimcheck.cli", "sql", query], capture_output=True, text=True)
    assert done.returncode == 1 and "Out of Memory" in done.stderr and "its memory is limited" in done.stderr
    # One call of a function hears no interrupt.
    slow = "sql", "select levenshtein(repeat('a', 90000), repeat('b', 90000))"
    command = f"from claimcheck import cli; from claimcheck.core import limits; limits.SECONDS = 1; cli.main({slow})"
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.startswith("claimcheck: this took over 1 s\n  rule: ")
    # Who has a limit keeps it.
    command = "ulimit -v 3500000; \"$0\" -m claimcheck.cli sql 'select 1'"
    subprocess.run(["bash", "-c", command, sys.executable], check=True, stdout=subprocess.DEVNULL)


def test_every_command_option_and_exit_code_is_on_the_page_of_commands(root: Path) -> None:
    page = (root / "book" / "rerun.md").read_text(encoding="utf-8")

    def named(parser: argparse.ArgumentParser) -> Iterator[str]:
        for action in parser._actions:
            for child in action.choices.values() if isinstance(action, argparse._SubParsersAction) else ():
                yield from named(child)
            yield from (option for option in action.option_strings if option not in ("-h", "--help"))
        if not parser._subparsers:
            yield parser.prog

    commands = page.partition("## Every command")[2].partition("\n## ")[0]
    assert [name for name in named(cli._parser()) if not re.search(rf"{name}\b", commands)] == []
    assert {"0", "1", "2", "3", "130"} <= {*re.findall(r"with (\d+)", commands)}


@pytest.mark.usefixtures("evaluated")
def test_tables_claims_of_all_registers_and_what_is_sent(capfd, monkeypatch, claims, data_dir, root) -> None:
    code, out, _ = run(capfd, "sql", "--tables")
    assert code == 0 and [line.partition(":")[0] for line in out.splitlines()] == [*TABLES]
    code, out, _ = run(capfd, "claims", "--all", "--json")
    found = json.loads(out, parse_constant=pytest.fail)
    schema = schema_document("")
    jsonschema.Draft202012Validator(schema).validate(found)
    assert code == 0 and [claim["number"] for claim in found] == [*claims]
    assert all({*claim} == {*schema["$defs"]["ClaimResult"]["properties"]} for claim in found)
    assert found == served(claims.values())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"GB300 rose 2.77x on DeepSeek-R1.")))
    code, out, _ = run(capfd, "text", "-")
    assert code == 0 and "1: 2.77x: Claim 1" in out
    sheet = (root / "book" / "examples" / "results.csv").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(sheet)))
    sent, named = run(capfd, "table", "-"), run(capfd, "table", str(root / "book" / "examples" / "results.csv"))
    assert sent == named and sent[1]


# --- as a process


def test_a_reader_that_stops_early_is_no_fault() -> None:
    """Also where the last of the output is still in the buffer when the command is done."""
    command = [sys.executable, "-m", "claimcheck.cli", "sql", "--tables"]
    buffered = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=buffered) as started:
        started.stdout.close()
        err = started.stderr.read()
        started.wait(120)
    assert (started.returncode, err) == (0, b"")


@pytest.mark.usefixtures("evaluated")
def test_a_terminal_without_our_signs_still_gets_the_scorecard(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", plain)
    assert main(["claims"]) == 0
    assert b"\\u2260" in plain.buffer.getvalue()
