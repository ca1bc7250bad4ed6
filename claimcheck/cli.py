"""The command line, ``claimcheck COMMAND``: reads arguments, calls the package, prints.

A command is a generator of the lines of its report, which ``_run`` prints as they come. What a command needs is
imported in its function: pandas alone takes longer than ``claimcheck --help`` should.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import io
import json
import os
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from typing import Any

from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.files import locked, received
from claimcheck.core.limits import LARGEST, LONGEST_TEXT, bounded, file_text, printable, shown, text_of
from claimcheck.core.terminal import answer_lines, wrapped
from claimcheck.data.edition import read_edition
from claimcheck.data.paths import DATA_DIR
from claimcheck.site.engine.run import answer

# Lines to print; what it returns is the exit code, 0 unless given.
Report = Generator[str, None, int | None]
# Results or pairs that are printed of those that print a number.
_SHOWN = 3
# Bytes of a text whose figures are looked for.
_LONGEST_FILE = 10_000_000


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return 0, or 1 for a fault in data, sources or files, which goes to stderr."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal without our signs gets them as \u escapes, which JSON reads as well.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run(argv)
    except KeyboardInterrupt:
        print("claimcheck: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader of our output (head, less) has had enough. What is still buffered goes
        # nowhere, or the interpreter would complain of the pipe when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ClaimcheckError, OSError) as error:
        fault = error
        if isinstance(error, OSError) and error.filename is not None:
            fix = "check the path, and that you may read and write there"
            fault = ClaimcheckError(f"{error.strerror}", where=error.filename, fix=fix)
        print("\n".join(map(shown, f"claimcheck: {fault}".split("\n"))), file=sys.stderr)
        return 1
    except MemoryError:
        print("claimcheck: needs more memory than it may have\n  fix:  ask for less", file=sys.stderr)
        return 1


def _run(argv: Sequence[str] | None) -> int:
    arguments = _parser().parse_args(argv)
    if not arguments.data.is_dir():
        fix = "name the folder of the tables, --data DIR, or install a clone: pip install --editable ."
        raise ClaimcheckError("there is no such folder", where=arguments.data, fix=fix)
    writes = getattr(arguments, "write", arguments.run in (_ingest, _derive))
    lock = locked(arguments.data.parent) if writes else contextlib.nullcontext()
    # What a stranger wrote is run by these two.
    bounds = bounded() if arguments.run in (_check, _sql) else contextlib.nullcontext()
    with lock, bounds:
        return _print(arguments.run(arguments))


def _print(report: Report) -> int:
    """Print the lines of a report as they come; return the command's exit code."""
    while True:
        try:
            print(printable(next(report)), flush=sys.stdout.isatty())
        except StopIteration as end:
            sys.stdout.flush()
            return end.value or 0


class _Version(argparse.Action):
    """Print the state of the checkout, which git is asked for then alone."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        edition = read_edition()
        parser.exit(message=f"claimcheck {edition.version}, {edition.day}\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="claimcheck", description="Recompute published claims about MLPerf results.")
    parser.add_argument("--version", action=_Version, nargs=0, help="show version, commit and its day, and exit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--data", type=Path, default=DATA_DIR, help="folder of the tables (default: %(default)s)")

    as_json = argparse.ArgumentParser(add_help=False)
    as_json.add_argument("--json", action="store_true", help="print JSON, with all that the pages have")

    def add(name: str, words: str, run: Callable[..., Report], *parents: Any, group: Any = commands) -> Any:
        command = group.add_parser(name, help=words, parents=[shared, *parents])
        command.set_defaults(run=run, fail=command.error)
        return command

    claims = add("claims", "the scorecard: every claim with its verdict", _claims, as_json)
    claims.add_argument("--all", action="store_true", help="the claims of all registers, not of the first alone")

    export = add("export", "one claim as JSON or BibTeX entry", _export)
    export.add_argument("claim", metavar="CLAIM", help="its number or its id: 7, v6.1/3, cost-per-token-60")
    export.add_argument("--format", choices=("json", "bibtex"), default="json")

    check = add("check", "verdicts on a register of claims that you wrote", _check, as_json)
    words = "a YAML file, or a folder that has claims.yml: see the page Check your own claim; - is standard input"
    check.add_argument("file", type=Path, help=words)
    check.add_argument("--strict", action="store_true", help="exit with 3 if a claim is not reproduced or contradicted")

    sql = add("sql", "a query over the tables, which only reads; prints its rows as CSV", _sql)
    sql.add_argument("query", metavar="QUERY", nargs="?", help="one SELECT (default: what standard input says)")
    sql.add_argument("--tables", action="store_true", help="print each table's name, what a row of it is, and stop")

    compare = add("compare", "two results: may they be compared, their ratio, what differs", _compare, as_json)
    for name in ("one", "two"):
        compare.add_argument(name, metavar="ROW", help="its row_id, or words that fit it alone: 'v6.0 Nebius ...'")

    words = "where a number comes from: the results or pairs of results that print it"
    find = add("find", words, _find, as_json)
    words = "a figure, and words: 2.77x DeepSeek-R1 Server GB300"
    find.add_argument("phrase", metavar="PHRASE", nargs="+", help=words)

    words = "every figure of a text: its claim, the results that print it, or why there are none"
    text = add("text", words, _check_text, as_json)
    text.add_argument("file", type=Path, help="Markdown, HTML or plain text, as UTF-8; - is standard input")
    words = "a table of results next to ours, cell by cell: equal, rounded, different or described otherwise"
    table = add("table", words, _check_table, as_json)
    words = "CSV, TSV, a table in Markdown, an export of MLCommons' page; - is standard input"
    table.add_argument("file", type=Path, help=words)

    ingest = add("ingest", "read the upstream repositories and write the tables", _ingest)
    verify = add("verify", "rebuild the tables from upstream and compare them cell by cell", _verify)
    for command in (ingest, verify):
        words = "folder that holds the repositories as git directories"
        command.add_argument("--upstream", type=Path, required=True, help=words)
        command.add_argument("--round", nargs="+", default=(), metavar="ROUND", help="only these, such as v6.0 v5.1")
    verify.add_argument("--write", action="store_true", help="record what was verified, in the table verified")

    upstream = commands.add_parser("upstream", help="the repositories that the tables are made from")
    verbs = upstream.add_subparsers(required=True, metavar="VERB")
    words = "fetch what rounds are made from, and no more; go on after an interruption"
    get = add("get", words, _upstream_get, group=verbs)
    get.add_argument("rounds", nargs="*", metavar="ROUND", help="a key of data/facts/rounds.yml (default: all)")
    get.add_argument("--into", type=Path, required=True, metavar="DIR", help="folder for the git directories")
    words = "address below which copies lie that have the pinned commits (default: that of the register)"
    get.add_argument("--from", dest="copies", default="", metavar="URL", help=words)

    rounds = commands.add_parser("round", help="add a round of MLPerf").add_subparsers(required=True, metavar="WHAT")
    round_ = add("add", "review a new round, or say what line a register needs first", _round_add, group=rounds)
    round_.add_argument("where", metavar="REPOSITORY@COMMIT", help="a git directory and the commit to read")
    round_.add_argument("--write", action="store_true", help="write its rows")

    add("derive", "write what follows from tables, register and recorded notebooks", _derive)
    return parser


def _claims(arguments: argparse.Namespace) -> Report:
    from claimcheck.analysis.derived import load_tables
    from claimcheck.claims.texts.wording import MARKS, printed_claims, readings_text, verdict_text
    from claimcheck.claims.verdict.evaluate import evaluate
    from claimcheck.claims.verdict.result import served
    from claimcheck.data.registers import find_register

    tables = load_tables(arguments.data)
    wanted = None if arguments.all else find_register("", arguments.data).folder
    claims = printed_claims(evaluate(arguments.data, wanted, tables), tables)
    if arguments.json:
        yield json.dumps(served(claims), indent=1, ensure_ascii=False)
        return
    for claim in claims:
        yield f"{MARKS[claim.verdict][1]:<2} {claim.number:>3}  {verdict_text(claim)}: {claim.statement}"
        if claim.figures:
            yield from wrapped(f"published {claim.published_text}, ours {claim.computed_text}", 7)
        if claim.sensitivity:
            yield from wrapped(f"range of the figure: {readings_text(claim.sensitivity)}", 7)
        yield from wrapped(claim.explanation, 7)
        if claim.afterwards:
            yield from wrapped(f"in later rounds: {claim.afterwards.finding}", 7)


def _export(arguments: argparse.Namespace) -> Report:
    """The claim named by its number or id."""
    from claimcheck.analysis.derived import load_tables
    from claimcheck.claims.register.reading import load_register
    from claimcheck.claims.texts.export import FORMATS, find_claim, quotation
    from claimcheck.claims.texts.wording import printed_claims
    from claimcheck.claims.verdict.result import read_recorded

    asked, tables = find_claim(arguments.claim, load_register(arguments.data)), load_tables(arguments.data)
    (claim,) = printed_claims(read_recorded(tables, only=[asked.number]), tables)
    copied = quotation(claim, tables.results, arguments.data)
    yield FORMATS[arguments.format](claim, copied).rstrip("\n")


def _check(arguments: argparse.Namespace) -> Report:
    from claimcheck.analysis.derived import load_tables
    from claimcheck.claims.texts.wording import printed_claims, report
    from claimcheck.claims.verdict.evaluate import check
    from claimcheck.claims.verdict.result import served

    tables = load_tables(arguments.data)
    with _sent(arguments.file) as file:
        claims = printed_claims(check(file, arguments.data, tables), tables)
    if arguments.json:
        yield json.dumps(served(claims), indent=1, ensure_ascii=False)
    else:
        yield from report(claims)
    failing = any(claim.verdict in ("not reproduced", "contradicted") for claim in claims)
    return 3 if arguments.strict and failing else 0


def _sql(arguments: argparse.Namespace) -> Report:
    from claimcheck.analysis.database import ask, connect, tables_in
    from claimcheck.data.schema import TABLES

    if arguments.tables:
        yield from (f"{name}: {table.grain}" for name, table in TABLES.items())
        return
    given = _standard_input("the query") if arguments.query is None else os.fsencode(arguments.query)
    query = text_of(given, "the query", ClaimcheckError)
    answer = ask(connect(arguments.data, only=tables_in([query])), query)
    for row in (answer.columns, *answer.rows):
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow("" if cell is None else shown(cell, LONGEST_TEXT) for cell in row)
        yield line.getvalue()


def _standard_input(what: str, most: int = LARGEST) -> bytes:
    """What standard input says, at most so many bytes."""
    if sys.stdin is None:
        raise ClaimcheckError("standard input is closed", fix=f"give {what}, or send it there: < FILE")
    data = sys.stdin.buffer.read(most + 1)
    if len(data) > most:
        raise ClaimcheckError(f"the text has over {most:,} bytes", where=what, rule="what is read is bounded")
    return data


def _compare(arguments: argparse.Namespace) -> Report:
    return _answer({"kind": "compare", "one": arguments.one, "two": arguments.two}, arguments)


def _find(arguments: argparse.Namespace) -> Report:
    return _answer({"kind": "find", "phrase": " ".join(arguments.phrase), "limit": _SHOWN}, arguments)


def _check_text(arguments: argparse.Namespace) -> Report:
    with _sent(arguments.file, _LONGEST_FILE) as file:
        words = file_text(file, ClaimcheckError, _LONGEST_FILE)
    return _answer({"kind": "text", "words": words}, arguments)


def _check_table(arguments: argparse.Namespace) -> Report:
    with _sent(arguments.file) as file:
        if not file.is_file():
            raise ClaimcheckError("there is no such file", where=file, fix="name a CSV, TSV or Markdown file")
        return (yield from _answer({"kind": "sheet", "file": str(file.resolve())}, arguments))


def _sent(file: Path, most: int = LARGEST) -> contextlib.AbstractContextManager[Path]:
    """The ``file``; for -, one with what standard input says."""
    if str(file) != "-":
        return contextlib.nullcontext(file)
    return received(_standard_input("the file", most), "standard input")


def _answer(request: Mapping[str, Any], arguments: argparse.Namespace) -> Report:
    """What the engine answers, as one object or as lines of text; 3 where a figure or a cell of a text is wrong."""
    found = answer(request, arguments.data)
    if arguments.json:
        yield json.dumps(found, indent=1, ensure_ascii=False, allow_nan=False)
    elif "answer" in found:
        yield from answer_lines(found["answer"])
    else:
        yield found["summary"]
        for one in found["figures"]:
            yield "{line}: {figure}: {says} {address}".format_map(one).rstrip()
    return 3 if found.get("wrong") else 0


def _upstream_get(arguments: argparse.Namespace) -> Report:
    from claimcheck.sources.get import get

    yield from get(arguments.rounds, arguments.into, arguments.data, copies=arguments.copies)


def _ingest(arguments: argparse.Namespace) -> Report:
    from claimcheck.sources.build import ingest

    counts = ingest(arguments.upstream, arguments.data, only=arguments.round)
    yield f"written to {arguments.data}: " + ", ".join(f"{n} {name}" for name, n in counts.items())


def _verify(arguments: argparse.Namespace) -> Report:
    from claimcheck.sources.build import verify, write_verified

    verified = verify(arguments.upstream, arguments.data, only=arguments.round)
    yield from verified.lines()
    verified.check(arguments.data)
    if arguments.write:
        write_verified(verified, arguments.data)


def _round_add(arguments: argparse.Namespace) -> Report:
    from claimcheck.build.newround import add
    from claimcheck.sources.build import tell

    yield from add(arguments.where, arguments.data, write=arguments.write, say=tell)


def _derive(arguments: argparse.Namespace) -> Report:
    from claimcheck.analysis import forecast
    from claimcheck.analysis.derived import load_tables
    from claimcheck.build.derive import derive

    for name, changed in derive(arguments.data).items():
        yield f"{name}: {'changed' if changed else 'as it was'}"
    yield from forecast.scores(load_tables(arguments.data))


if __name__ == "__main__":
    sys.exit(main())
