"""The command line: what it prints, what it refuses, how it ends."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from claimcheck import __version__
from claimcheck.claims.model import VERDICTS
from claimcheck.claims.printing import readings_text
from claimcheck.cli import SIGNS, main
from claimcheck.tables import write_manifest

NUMBER = {"type": "number"}
TEXT = {"type": "string", "minLength": 1}


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


# Issue 2, "Command line".
SCHEMA = {
    "type": "array",
    "minItems": 13,
    "items": _object(
        id={"type": "string", "pattern": "^[a-z0-9-]+$"},
        number={"type": "integer", "minimum": 1, "maximum": 48},
        articles={"type": "array", "minItems": 1, "uniqueItems": True, "items": {"pattern": "^A[1-5]$"}},
        statement=TEXT,
        published=_object(value={"type": ["number", "null"]}, unit={"type": ["string", "null"]}),
        computed={"anyOf": [_object(value=NUMBER, unit=TEXT), {"type": "null"}]},
        verdict={"enum": list(VERDICTS)},
        conditions={"type": "array", "items": _object(name=TEXT, holds={"type": "boolean"}, detail=TEXT)},
        sensitivity={
            "anyOf": [
                _object(
                    low=NUMBER, high=NUMBER, n={"type": "integer", "minimum": 1}, rank={"type": "integer", "minimum": 1}
                ),
                {"type": "null"},
            ]
        },
        evidence={
            "type": "array",
            "minItems": 1,
            "items": _object(
                table={"enum": ["inference_results", "loadgen_runs", "systems"]},
                row_id=TEXT,
                result_id={"type": "string"},
                repo={"type": "string", "pattern": "^mlcommons/inference_results_v[0-9.]+$"},
                commit={"type": "string", "pattern": "^[0-9a-f]{40}$"},
                path=TEXT,
                blob={"type": "string", "pattern": "^[0-9a-f]{40}$"},
                line={"type": "integer", "minimum": 1},
                url={"type": "string", "pattern": r"^https://github\.com/mlcommons/[^ ]+/blob/[0-9a-f]{40}/\S+#L\d+$"},
            ),
        },
    ),
}


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    return code, *capsys.readouterr()


def process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "claimcheck.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120, **options)


@pytest.fixture
def copied(data_dir: Path, tmp_path: Path) -> Path:
    data = tmp_path / "data"
    shutil.copytree(data_dir, data, ignore=shutil.ignore_patterns("engine_settings.csv", "typed"))
    write_manifest(data)
    return data


@pytest.fixture(scope="session")
def printed_json() -> str:
    """The scorecard as JSON, by a process of its own."""
    done = process("claims", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


# --- claims --json


def test_the_json_keeps_its_schema(printed_json: str) -> None:
    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is not JSON")

    found = json.loads(printed_json, parse_constant=refuse)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    assert all(list(claim) == list(SCHEMA["items"]["properties"]) for claim in found)


def test_the_json_is_that_of_the_claims_by_number(printed_json: str, claims) -> None:
    found = json.loads(printed_json)
    assert [c["number"] for c in found] == sorted(claims)
    assert found == [json.loads(json.dumps(claims[c["number"]].as_json())) for c in found]


def test_the_json_is_the_same_at_every_run(printed_json: str, capsys) -> None:
    """The other process had another hash seed."""
    code, out, err = run(capsys, "claims", "--json")
    assert (code, err) == (0, "")
    assert out == printed_json


def test_a_published_figure_without_one_of_ours_is_null(printed_json: str) -> None:
    by_number = {c["number"]: c for c in json.loads(printed_json)}
    assert by_number[15]["computed"] is None
    assert by_number[5]["published"] == {"value": None, "unit": None}


# --- claims


def test_the_scorecard_names_every_claim_with_its_verdict(capsys, claims) -> None:
    code, out, err = run(capsys, "claims")
    assert (code, err) == (0, "")
    heads = re.findall(r"^(\S+)\s+(\d+)  (.+?): (.+)$", out, re.MULTILINE)
    assert [(int(n), v, s) for _, n, v, s in heads] == [(c.number, c.verdict, c.statement) for c in claims.values()]
    assert [sign for sign, *_ in heads] == [SIGNS[c.verdict] for c in claims.values()]
    for claim in claims.values():
        assert " ".join(claim.reason.split())[:40] in " ".join(out.split())
        if claim.figures:
            assert f"published {claim.published_text}, ours {claim.computed_text}" in " ".join(out.split())
        if claim.sensitivity:
            assert readings_text(claim.sensitivity) in " ".join(out.split())


def test_there_is_a_sign_for_every_verdict() -> None:
    assert set(SIGNS) == set(VERDICTS)
    assert len(set(SIGNS.values())) == len(VERDICTS)


def test_ranges_are_told_in_a_line(claims) -> None:
    assert re.fullmatch(
        r"[\d.]+ to [\d.]+x over \d+ comparisons of the two rounds; "
        r"the published figure would be \d+\w\w from the top\.",
        readings_text(claims[1].sensitivity),
    )
    assert readings_text(claims[7].sensitivity).endswith("of them exceed the published bound.")
    assert readings_text(claims[3].sensitivity) == "there is only one."


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


def test_a_folder_without_data_is_told(capsys, tmp_path: Path) -> None:
    assert_one_error(run(capsys, "claims", "--data", str(tmp_path / "none")), str(tmp_path / "none"), "missing")


@pytest.mark.parametrize("name", ["inference_results.csv", "systems.csv", "claims.yml", "numbers.yml"])
def test_a_missing_file_is_told(capsys, copied: Path, name: str) -> None:
    (copied / name).unlink()
    write_manifest(copied)
    assert_one_error(run(capsys, "claims", "--data", str(copied)), name)


def test_a_table_changed_by_hand_gives_no_verdict(capsys, copied: Path) -> None:
    path = copied / "inference_results.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("250634.0", "250635.0"), encoding="utf-8")
    assert_one_error(run(capsys, "claims", "--data", str(copied)), "inference_results.csv", "differs from the manifest")


def test_a_typo_in_the_register_is_told_with_its_line(capsys, copied: Path) -> None:
    path = copied / "claims.yml"
    lines = path.read_text(encoding="utf-8").replace("submitter: Nebius", "submitter: Nebus", 1).splitlines()
    (name,) = [line.strip(" :") for line in lines if re.match(r"  nebius-achieved-it:", line)] or ["?"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    write_manifest(copied)
    found = run(capsys, "claims", "--data", str(copied))
    assert_one_error(found, "claims.yml:", name, "'Nebus'", "Nebius")
    line = int(re.search(r"claims\.yml:(\d+)", found[2])[1])
    assert lines[line - 1].strip() == "rows:"


@pytest.mark.parametrize("arguments", [(), ("claim",), ("claims", "--jsn"), ("ingest",)])
def test_wrong_usage_ends_with_2_and_the_usage(arguments: tuple[str, ...], capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: claimcheck" in capsys.readouterr().err


# --- as a process


def test_a_reader_that_stops_early_is_no_fault() -> None:
    """Also where the last of the output is still in the buffer when the command is done."""
    command = [sys.executable, "-m", "claimcheck.cli", "claims"]
    buffered = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=buffered) as started:
        started.stdout.close()
        err = started.stderr.read()
        started.wait(120)
    assert (started.returncode, err) == (0, b"")


def test_a_terminal_without_our_signs_still_gets_the_scorecard() -> None:
    plain = process("claims", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (plain.returncode, plain.stderr) == (0, "")
    assert "\\u2713" in plain.stdout


def test_the_version(capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"claimcheck {__version__}\n"


# --- manifest


def test_the_manifest_is_checked_and_written(capsys, copied: Path) -> None:
    code, out, _ = run(capsys, "manifest", "--data", str(copied))
    assert code == 0
    assert out == f"{len(list(copied.iterdir())) - 1} files agree with {copied / 'MANIFEST'}\n"
    (copied / "prices.yml").write_text("prices: {}\n", encoding="utf-8")
    assert_one_error(run(capsys, "manifest", "--data", str(copied)), "prices.yml", "differs from the manifest")
    assert run(capsys, "manifest", "--write", "--data", str(copied))[0] == 0
    assert run(capsys, "manifest", "--data", str(copied))[0] == 0


def test_the_manifest_of_nothing_is_an_error(capsys, tmp_path: Path) -> None:
    assert_one_error(run(capsys, "manifest", "--data", str(tmp_path)), "manifest is missing")
    assert_one_error(run(capsys, "manifest", "--write", "--data", str(tmp_path / "none")), "none")
