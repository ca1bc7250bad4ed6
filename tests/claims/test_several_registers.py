"""A register is a folder: one more needs no code, and its claims are named after it and asked of its rounds.

That the committed second one is computed, counted, quoted and shown like the first is in its record, in numbers.csv and
in the tests of these.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from claimcheck.analysis.tables import Tables
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.verdict.evaluate import check
from claimcheck.cli import main
from claimcheck.core.errors import ClaimcheckError, RegisterError
from claimcheck.data import paths
from claimcheck.data.registers import find_register, read_registers
from claimcheck.data.rounds import roles
from tests.making import put, register

TEXT = {"author": "Anna", "title": "On it", "date": "2025-09", "role": "a report", "copy": "in full"}
ARTICLES = {"articles": {"A1": TEXT, "B1": {**TEXT, "author": "Bob"}}}
RATE = {"unit": "tokens/s", "decimals": 0, "rule": "rounds", "ask": "throughput"}
ROW = {"round": "v5.1", "benchmark": "deepseek-r1", "scenario": "Server", "submitter": "NVIDIA", "chip": "GB300"}
CLAIMS = {
    "claims": {
        "rate": {
            "number": 2,
            "said": {"A1": 3, "B1": {"line": 4, "quote": "it is fast"}},
            "statement": "A rack makes {figure.1}.",
            "rows": {"of": ROW},
            "figures": [{"published": 209328, **RATE}, {"published": 1, **RATE, "articles": ["B1"]}],
            "strongest_case": "It is so.",
        },
        "gain": {
            "number": 1,
            "said": {"A1": 1},
            "statement": "Who stayed gained {figure.1}.",
            "figures": [
                {"published": 8, "unit": "rounds", "decimals": 0, "rule": "at_least",
                 "sql": "select place($as_of) as value, $round as detail"},
            ],
            "strongest_case": "It is so.",
        },
    },
}  # fmt: skip


def test_claims_are_called_by_their_register_and_asked_of_its_rounds(
    tmp_path: Path, data_dir: Path, tables: Tables
) -> None:
    folder = register(tmp_path, "mine", CLAIMS, claims="v5.1", before="v5.0")
    (folder / "articles.yml").write_text(yaml.safe_dump(ARTICLES), encoding="utf-8")
    assert [claim.number for claim in load_register(data_dir, folder)] == ["mine/1", "mine/2"]
    gain, rate = check(folder, data_dir, tables)
    assert (rate.number, rate.register, rate.own, rate.address) == ("mine/2", "mine", "2", "claims/mine/2")
    assert list(rate.said) == ["mine/A1", "mine/B1"]
    assert [figure.articles for figure in rate.figures] == [None, ("mine/B1",)]
    assert gain.figures[0].how == "v5.1"
    assert (roles(data_dir).pair, roles(data_dir, folder).pair) == (("v5.1", "v6.0"), ("v5.0", "v5.1"))


def test_the_command_takes_a_register_by_name(capsys: pytest.CaptureFixture[str], data_dir: Path) -> None:
    assert main(["claims", "--json", "--register", "v6.1"]) == 0
    numbers = [claim.number for claim in load_register(data_dir) if claim.head.name == "v6.1"]
    assert [one["number"] for one in json.loads(capsys.readouterr().out)] == numbers
    assert main(["claims", "--register", "v6.2"]) == 1
    assert "did you mean v6.1?" in capsys.readouterr().err


def test_faults_of_a_register_are_told(data_dir: Path, tmp_path: Path) -> None:
    with pytest.raises(RegisterError, match=r"no register 'v9\.9'"):
        find_register("v9.9", data_dir)
    folder = register(tmp_path, "v6.0", first=False)
    with pytest.raises(RegisterError, match="one register is first"):
        read_registers(tmp_path)
    broken = {"claims": {"rate": {**CLAIMS["claims"]["rate"], "said": {"C9": 1}}}}
    (folder / "claims.yml").write_text(yaml.safe_dump(broken), encoding="utf-8")
    with pytest.raises(ClaimcheckError, match="unknown article 'C9'"):
        load_register(data_dir, folder)
    put(tmp_path, paths.ROUNDS, (data_dir / paths.ROUNDS).read_text())
    register(tmp_path, "later", claims="v9.9")
    with pytest.raises(RegisterError, match=r"register\.yml: no round 'v9\.9'"):
        roles(tmp_path, tmp_path / paths.CLAIMS / "later")
