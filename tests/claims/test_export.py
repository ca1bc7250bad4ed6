"""A claim as JSON and BibTeX: the site serves what the command prints."""

from __future__ import annotations

from pathlib import Path

from claimcheck.claims.texts import export
from claimcheck.data.registers import read_registers
from claimcheck.site.book import Book


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
