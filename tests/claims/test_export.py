"""A claim as JSON and BibTeX; the command that writes them."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pybtex.database
import pytest

from claimcheck import cli
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.texts import export
from claimcheck.claims.texts.export import quotation
from claimcheck.claims.verdict.result import served
from claimcheck.cli import main
from claimcheck.core.errors import ClaimcheckError
from claimcheck.data.edition import read_edition
from claimcheck.data.registers import read_registers
from claimcheck.report.book import Book


def test_json_is_the_claim_with_its_quotation(claims, tables) -> None:
    found = json.loads(export.claim_json(claims[7], tables.results))
    said = quotation(claims[7], tables.results)
    quoted = {str(words): text for words, text in said.texts.items()}
    extra = {"address": read_edition().page("claims/7"), "quote": quoted, "footnote": said.footnote}
    assert found == {**served(claims[7]), **extra}
    assert json.loads(export.claims_json(list(claims.values()))) == [served(c) for c in claims.values()]


def test_a_claim_is_cited_by_its_page_edition_and_verdict(claims) -> None:
    edition = read_edition()
    for number, claim in claims.items():
        (entry,) = pybtex.database.parse_string(export.work(claim).bibtex, "bibtex").entries.values()
        assert entry.fields["url"] == edition.page(f"claims/{number}")
        assert entry.fields["version"] == edition.version and claim.verdict in entry.fields["note"]
        assert f"Claim {number}," in entry.fields["title"]


def test_claims_are_found_by_number_and_by_id(data_dir: Path) -> None:
    register = load_register(data_dir)
    for claim in register:
        assert export.find_claim(str(claim.number), register) is claim
        assert export.find_claim(claim.id, register) is claim


@pytest.mark.parametrize(
    ("word", "near"),
    [("nine-times-other", "12 (nine-times-others)"), ("0", "1 ("), ("", "(")],
)
def test_an_unknown_claim_suggests_the_nearest(data_dir: Path, word: str, near: str) -> None:
    with pytest.raises(ClaimcheckError) as caught:
        export.find_claim(word, load_register(data_dir))
    assert near in caught.value.fix


def test_the_site_serves_what_the_command_prints(claims, tables, data_dir: Path) -> None:
    chosen = [claims[number] for number in (1, 7, 11, 33, *(f"v6.1/{n}" for n in (1, 4, 7, 9, 11)))]
    book = Book(data_dir)
    vars(book).update(claims=chosen, results=tables.results)
    served = book.claim_files()
    wanted = {f"claims/{c.number}.{ending}" for c in chosen for _, ending in export.FORMATS.values()}
    whole = {"claims.json"}
    whole |= {f"claims/{head.name}/claims.json" for head in read_registers(data_dir) if not head.first}
    assert set(served) == {*whole, *wanted}
    assert served["claims.json"] == export.claims_json(chosen[:4])
    assert served["claims/v6.1/claims.json"] == export.claims_json(chosen[4:])
    for claim in chosen:
        for write, ending in export.FORMATS.values():
            assert served[f"claims/{claim.number}.{ending}"] == write(claim, tables.results, data_dir)


# ---- The command ----


@pytest.fixture
def quick(tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command finds the tables read."""
    monkeypatch.setattr("claimcheck.analysis.tables.load_tables", lambda data: tables)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("form", [*export.FORMATS])
def test_the_command_prints_what_it_writes(capsys, tmp_path: Path, claims, tables, form: str) -> None:
    assert main(["export", "7", "--format", form]) == 0
    printed = capsys.readouterr().out
    assert printed == export.FORMATS[form][0](claims[7], tables.results, tables.data)
    path = tmp_path / "out"
    assert main(["export", claims[7].id, "--format", form, "--output", str(path)]) == 0
    assert path.read_bytes() == printed.encode() and capsys.readouterr().out == ""


def test_the_command_draws_the_picture(capsysbinary, tmp_path: Path) -> None:
    assert main(["export", "7", "--format", "png"]) == 0
    assert capsysbinary.readouterr().out.startswith(b"\x89PNG")
    assert main(["export", "7", "--format", "svg", "--output", str(tmp_path / "a.svg")]) == 0
    assert "not verified by MLCommons" in " ".join(ET.parse(tmp_path / "a.svg").getroot().itertext())


COST = ("notebooks/cost", "saving-curve")


@pytest.mark.parametrize(
    ("pictures", "message"),
    [
        ({7: None, 11: COST, 12: COST}, r"has no picture\s+rule: claims with a picture: 11, 12"),
        ({7: ("notebooks/cost", "saving-curv")}, r"claims\.yml:\d+: .*saving-curve"),
        ({7: ("notebooks/none", "x")}, r"claims\.yml:\d+: .*no such notebook"),
    ],
)
def test_a_picture_that_is_not_there_is_an_error(data_dir: Path, pictures: dict, message: str) -> None:
    register = [c.model_copy(update={"picture": pictures.get(c.number)}) for c in load_register(data_dir)]
    with pytest.raises(ClaimcheckError, match=f"(?s){message}"):
        cli.figure_of(export.find_claim("7", register), register, data_dir.parent)
