"""claimcheck check: what it prints, how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from claimcheck.cli import main

TRUE = """\
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


@pytest.fixture(autouse=True)
def _read_once(tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("claimcheck.claims.verdict.evaluate.load_tables", lambda data: tables)


def written(folder: Path, text: str) -> str:
    path = folder / "mine.yml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_verdicts_are_printed_and_end_with_0(tmp_path, capsys) -> None:
    assert main(["check", written(tmp_path, TRUE)]) == 0
    out = capsys.readouterr().out
    assert "reproduced: One vendor alone." in out
    assert "https://github.com/mlcommons/" in out


def test_json_is_as_claims_prints_it(tmp_path, capsys) -> None:
    assert main(["check", written(tmp_path, TRUE), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [c["id"] for c in found] == ["alone"]
    assert {"verdict", "conditions", "evidence", "published", "computed", "sources", "afterwards"} <= set(found[0])


def test_a_claim_that_does_not_come_out_ends_with_0_unless_strict(tmp_path, capsys) -> None:
    path = written(tmp_path, TRUE.replace("= 'Intel'", "= 'AMD'"))
    assert main(["check", path]) == 0
    assert "not reproduced" in capsys.readouterr().out
    assert main(["check", path, "--strict"]) == 3
    assert main(["check", written(tmp_path, TRUE), "--strict"]) == 0


def test_a_fault_ends_with_1_and_prints_no_verdict(tmp_path, capsys) -> None:
    path = written(tmp_path, TRUE.replace("from inference_results", "from inference_result"))
    assert main(["check", path]) == 1
    out, err = capsys.readouterr()
    assert not out
    assert f"{path}:6: " in err
    assert "did you mean inference_results?" in err
    assert "Traceback" not in err


def test_a_register_fits_the_schema_that_is_printed(capsys) -> None:
    assert main(["check", "--schema"]) == 0
    jsonschema.validate(yaml.safe_load(TRUE), json.loads(capsys.readouterr().out))
