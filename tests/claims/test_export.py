"""The claims of a register as JSON: the site serves what the command prints."""

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
    served = book.register_files()
    others = {f"claims/{head.name}/claims.json" for head in read_registers(data_dir) if not head.first}
    assert set(served) == {"claims.json", *others}
    # Files have no blanks between values.
    assert json.loads(served["claims.json"]) == json.loads(export.claims_json(chosen[:4]))
    assert json.loads(served["claims/v6.1/claims.json"]) == json.loads(export.claims_json(chosen[4:]))
