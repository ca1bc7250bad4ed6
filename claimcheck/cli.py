"""The command line: ``claimcheck claims``, ``ingest``, ``verify``, ``manifest``, ``bench``."""

from __future__ import annotations

import argparse
import json
import os
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

from claimcheck import __version__
from claimcheck.errors import ClaimcheckError
from claimcheck.tables import DATA_DIR, check_manifest, write_manifest

SIGNS = {
    "reproduced": "✓",
    "reproduced, with conditions": "◐",
    "not reproduced": "✗",
    "contradicted": "✗✗",
    "not testable here": "–",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return 0, or 1 for a fault in data, sources or files, which goes to stderr."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal without our signs gets them as \u escapes, which JSON reads as well.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    arguments = _parser().parse_args(argv)
    try:
        code = int(arguments.run(arguments))
        sys.stdout.flush()
        return code
    except ClaimcheckError as error:
        print(f"claimcheck: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The reader of our output (head, less) has had enough. What is still buffered goes
        # nowhere, or the interpreter would complain of the pipe when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"claimcheck: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="claimcheck", description="Recompute published claims about MLPerf results.")
    parser.add_argument("--version", action="version", version=f"claimcheck {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    claims = commands.add_parser("claims", help="the scorecard: every claim with its verdict")
    claims.add_argument("--json", action="store_true", help="a list of objects, with conditions and evidence")
    claims.add_argument("--data", type=Path, default=DATA_DIR, help="folder of the tables (default: %(default)s)")
    claims.set_defaults(run=_claims)

    for name, run, words in (
        ("ingest", _ingest, "read the upstream repositories and write the tables"),
        ("verify", _verify, "rebuild the tables from upstream and compare them cell by cell"),
    ):
        command = commands.add_parser(name, help=words)
        command.add_argument(
            "--upstream",
            type=Path,
            required=True,
            help="folder that holds the repositories as git directories",
        )
        command.add_argument("--data", type=Path, default=DATA_DIR, help="folder of the tables (default: %(default)s)")
        command.set_defaults(run=run)

    manifest = commands.add_parser("manifest", help="check data/ against its manifest")
    manifest.add_argument("--write", action="store_true", help="record the files as they are now")
    manifest.add_argument("--data", type=Path, default=DATA_DIR, help="folder of the tables (default: %(default)s)")
    manifest.set_defaults(run=_manifest)

    bench = commands.add_parser("bench", help="times beside a peer's, as ratios")
    bench.add_argument("--upstream", type=Path, help="folder that holds the repositories as git directories")
    bench.set_defaults(run=_bench)
    return parser


def _claims(arguments: argparse.Namespace) -> int:
    from claimcheck.claims import evaluate
    from claimcheck.claims.printing import readings_text

    check_manifest(arguments.data)
    claims = evaluate(arguments.data)
    if arguments.json:
        print(json.dumps([c.as_json() for c in claims], indent=2, ensure_ascii=False, allow_nan=False))
        return 0
    for claim in claims:
        print(f"{SIGNS[claim.verdict]:<2} {claim.number:>2}  {claim.verdict}: {claim.statement}")
        lines = [f"published {claim.published_text}, ours {claim.computed_text}"] if claim.figures else []
        if claim.sensitivity:
            lines.append(f"all defensible readings: {readings_text(claim.sensitivity)}")
        lines.append(claim.reason)
        for line in lines:
            print(textwrap.indent(textwrap.fill(line, 96), "       "))
    return 0


def _ingest(arguments: argparse.Namespace) -> int:
    from claimcheck.ingest.build import ingest

    counts = ingest(arguments.upstream, arguments.data)
    print(f"written to {arguments.data}: " + ", ".join(f"{n} {name}" for name, n in counts.items()))
    return 0


def _verify(arguments: argparse.Namespace) -> int:
    from claimcheck.ingest.build import verify

    check_manifest(arguments.data)
    counts = verify(arguments.upstream, arguments.data)
    print(f"{sum(counts.values())} rows of {len(counts)} tables are what upstream gives")
    return 0


def _manifest(arguments: argparse.Namespace) -> int:
    if arguments.write:
        write_manifest(arguments.data)
    print(f"{check_manifest(arguments.data)} files agree with {arguments.data / 'MANIFEST'}")
    return 0


def _bench(arguments: argparse.Namespace) -> int:
    from claimcheck.bench import report

    for line in report(arguments.upstream):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
