"""A register is a folder: one more needs no code, and its claims are named, computed and shown like the first's."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from claimcheck.claims.check import check
from claimcheck.claims.contradictions import load_assertions, load_contradictions
from claimcheck.claims.evaluate import evaluate, load_register
from claimcheck.claims.export import claims_json, find_claim, memo, work
from claimcheck.claims.model import Tables
from claimcheck.claims.numbers import of_claims
from claimcheck.claims.quote import answer, answers
from claimcheck.claims.recorded import read_recorded, text_of
from claimcheck.cli import main
from claimcheck.errors import ClaimcheckError, RegisterError
from claimcheck.heads import find_head, read_heads
from claimcheck.rounds import roles
from claimcheck.site import contents
from claimcheck.tables import write_manifest
from tests.making import register

TEXT = {"author": "Anna", "title": "On it", "date": "2025-09", "role": "a report", "copy": "in full"}
ARTICLES = {"articles": {"A1": TEXT, "B1": {**TEXT, "author": "Bob", "text": "It is short."}}}
RATE = {"unit": "tokens/s", "decimals": 0, "rule": "rounds", "ask": "throughput"}
ROW = {"round": "v5.1", "benchmark": "deepseek-r1", "scenario": "Server", "submitter": "NVIDIA", "chip": "GB300"}
CLAIMS = {
    "answers": {"mine": {"claims": [2], "texts": dict.fromkeys((30, 80, 200), "It has {claim.mine/2.published}.")}},
    "claims": {
        "rate": {
            "number": 2,
            "short": "a rate",
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
                {"published": 1, "unit": "x", "decimals": 0, "rule": "at_least", "ask": "lowest_owner_gain",
                 "benchmark": "retinanet", "scenario": "Server", "accelerators": ["H200"]},
            ],
            "strongest_case": "It is so.",
        },
    },
}  # fmt: skip
ASSERTIONS = {
    "assertions": {
        "rate": {
            "subject": "a rack", "attribute": "how fast it is", "compare": "one_of", "why": "They differ.",
            "values": {"fast": "fast", "slow": "slow"}, "said": {"A1": "fast", "B1": "slow"}, "claims": [2],
        },
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def data(data_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The committed data with one more register, of the round before those of the first's claims."""
    folder = tmp_path_factory.mktemp("several") / "data"
    shutil.copytree(data_dir, folder)
    made = register(folder, "mine", CLAIMS, claims="v5.1", before="v5.0")
    for name, values in {"articles": ARTICLES, "assertions": ASSERTIONS}.items():
        (made / f"{name}.yml").write_text(yaml.safe_dump(values), encoding="utf-8")
    write_manifest(folder)
    return folder


@pytest.fixture(scope="module")
def found(data: Path) -> dict:
    return {claim.number: claim for claim in evaluate(data, data / "registers" / "mine")}


def test_claims_are_called_by_their_register_and_number(data: Path, found: dict) -> None:
    assert list(found) == ["mine/1", "mine/2"]
    rate = found["mine/2"]
    assert (rate.register, rate.own, rate.address) == ("mine", "2", "claims/mine/2")
    assert list(rate.said) == ["mine/A1", "mine/B1"]
    assert [figure.articles for figure in rate.figures] == [None, ("mine/B1",)]
    first, *others = (head.name for head in read_heads(data))
    assert first == "v6.0" and "mine" in others
    numbers = [claim.number for claim in load_register(data)]
    assert numbers[0] == 1 and len(set(numbers)) == len(numbers)
    assert [n for n in numbers if str(n).startswith("mine/")] == ["mine/1", "mine/2"]


def test_conditions_take_the_rounds_from_the_register(data: Path, found: dict) -> None:
    assert "v5.0 to v5.1" in found["mine/1"].figures[0].how
    assert roles(data).pair == ("v5.1", "v6.0")
    assert roles(data, data / "registers" / "mine").pair == ("v5.0", "v5.1")


def test_its_numbers_are_listed_beside_the_first_registers(data: Path, found: dict) -> None:
    listed = {one.key: one.text for one in of_claims(list(found.values()), data)}
    assert listed["claim.mine/2.computed"] == "209,328 tokens/s"
    assert (listed["mine/claims.n"], listed["articles.mine/B1.n"], listed["mine/articles.n"]) == ("2", "1", "2")
    assert listed["mine/contradictions.they-differ-n"] == "1"
    assert listed["claims.n"] == "0", "of the first register no claim was given"


def test_texts_are_compared_within_a_register(data: Path) -> None:
    (point,) = (one for one in load_assertions(data) if one.claims[0] == "mine/2")
    assert list(point.said) == ["mine/A1", "mine/B1"]
    (pair,) = (one for one in load_contradictions(data) if one.register == "mine")
    assert [side.said_by for side in pair.sides] == [("mine/A1",), ("mine/B1",)]


def test_a_claim_is_exported_and_quoted_under_its_name(data: Path, found: dict, tables: Tables) -> None:
    claim = found["mine/2"]
    assert find_claim("mine/2", load_register(data)).id == "rate"
    text = memo(claim, tables.results, data)
    assert "/claims/mine/2.html" in text and "Anna and Bob (September 2025)" in text
    assert work(claim).key.endswith("claimmine-2")
    assert [one["number"] for one in json.loads(claims_json(list(found.values())))] == ["mine/1", "mine/2"]
    assert "mine/mine" in answers(data) and "in-short" in answers(data)
    (data / "numbers.csv").write_text(
        (data / "numbers.csv").read_text(encoding="utf-8") + "claim.mine/2.published,209,209,,0,made,claims.yml,\n",
        encoding="utf-8",
    )
    assert answer("mine/mine", list(found.values()), tables.results, data).texts[30] == "It has 209."


def test_what_is_recorded_is_read_back_in_its_order(found: dict, tables: Tables, tmp_path: Path) -> None:
    (tmp_path / "derived").mkdir()
    (tmp_path / "derived" / "claims.json").write_text(text_of(list(found.values())), encoding="utf-8")
    there = replace(tables, data=tmp_path)
    assert [claim.number for claim in read_recorded(there)] == list(found)


def test_the_pages_of_a_register_are_written_from_it(data: Path, data_dir: Path, tmp_path: Path) -> None:
    pages = contents.claim_pages(data)
    assert pages["claims/mine/2"] == "Claim mine/2: a rate"
    contents.write(SimpleNamespace(srcdir=str(tmp_path)), SimpleNamespace(claimcheck_data_dir=str(data)))
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.md")}
    own = "book/articles/mine/"
    assert {"claims/mine/2.md", "claims/7.md", f"{own}index.md", f"{own}A1.md", f"{own}B1.md"} <= written
    assert "It is short." in (tmp_path / f"{own}B1.md").read_text(encoding="utf-8")
    assert not any(page.startswith("book/articles/v6.0") for page in written)
    contents.write(SimpleNamespace(srcdir=str(tmp_path)), SimpleNamespace(claimcheck_data_dir=str(data_dir)))
    assert not [path for path in tmp_path.rglob("*.md") if "mine" in path.parts]


def test_a_readers_folder_is_checked_like_a_register(data: Path, tables: Tables, tmp_path: Path) -> None:
    folder = shutil.copytree(data / "registers" / "mine", tmp_path / "theirs")
    assert [claim.number for claim in check(folder, data, tables)] == ["theirs/1", "theirs/2"]


def test_the_command_takes_a_register_by_name(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    write_manifest(data)
    assert main(["claims", "--json", "--register", "mine", "--data", str(data)]) == 0
    assert [one["id"] for one in json.loads(capsys.readouterr().out)] == ["gain", "rate"]
    assert main(["claims", "--register", "mien", "--data", str(data)]) == 1
    assert "did you mean mine?" in capsys.readouterr().err


def test_faults_of_a_register_are_told(data: Path, tmp_path: Path) -> None:
    with pytest.raises(RegisterError, match=r"no register 'v9\.9'"):
        find_head("v9.9", data)
    folder = register(tmp_path, "v6.0", first=False)
    with pytest.raises(RegisterError, match="one register is first"):
        read_heads(tmp_path)
    broken = {"claims": {"rate": {**CLAIMS["claims"]["rate"], "said": {"C9": 1}}}}
    (folder / "claims.yml").write_text(yaml.safe_dump(broken), encoding="utf-8")
    with pytest.raises(ClaimcheckError, match="unknown article 'C9'"):
        load_register(data, folder)
    shutil.copy(data / "rounds.yml", tmp_path)
    register(tmp_path, "later", claims="v9.9")
    with pytest.raises(RegisterError, match=r"register\.yml: no round 'v9\.9'"):
        roles(tmp_path, tmp_path / "registers" / "later")
