"""A claim as JSON and BibTeX: the site serves what the command prints."""

from __future__ import annotations

import json
from pathlib import Path

from claimcheck.claims.texts import export
from claimcheck.data.registers import read_registers
from claimcheck.site.book import Book


def test_the_site_serves_what_the_command_prints(claims, tables, data_dir: Path) -> None:
    chosen = [claims[number] for number in (1, 7, 11, 33, *(f"v6.1/{n}" for n in (1, 4, 7, 9, 11)))]
    book = Book(data_dir)
    vars(book).update(claims=chosen, results=tables.results)
    served = {
        **book.register_files(),
        **{name: text for c in chosen for name, text in book.claim_files(c, book.quotation(c)).items()},
    }
    wanted = {f"claims/{c.number}.{ending}" for c in chosen for _, ending in export.FORMATS.values()}
    whole = {"claims.json"}
    whole |= {f"claims/{head.name}/claims.json" for head in read_registers(data_dir) if not head.first}
    assert set(served) == {*whole, *wanted}
    # Files have no blanks between values.
    assert json.loads(served["claims.json"]) == json.loads(export.claims_json(chosen[:4]))
    assert json.loads(served["claims/v6.1/claims.json"]) == json.loads(export.claims_json(chosen[4:]))
    for claim in chosen:
        file = f"claims/{claim.number}"
        assert json.loads(served[f"{file}.json"]) == json.loads(
            export.claim_json(claim, export.quotation(claim, tables.results, data_dir))
        )
        assert served[f"{file}.bib"] == export.work(claim).bibtex
