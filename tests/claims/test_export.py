"""The claims of a register as JSON: the site serves what the command prints."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from claimcheck.claims.register.attribution import Attribution
from claimcheck.claims.verdict import result
from claimcheck.claims.verdict.result import HOLDS, NARROWER, OPEN
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
    assert json.loads(served["claims.json"]) == result.served(chosen[:4])
    assert json.loads(served["claims/v6.1/claims.json"]) == result.served(chosen[4:])


def test_what_results_cannot_test_is_not_counted_against_a_company(claims, data_dir: Path) -> None:
    book, whose = Book(data_dir), Attribution(own=("Acme",))
    five = [replace(claims[1], verdict=verdict, whose=whose) for verdict in (*HOLDS, NARROWER, *OPEN)]
    shared = replace(claims[7], verdict=NARROWER, whose=Attribution(("Other",), ("Acme",), read="part"))
    vars(book).update(claims=[*five, shared])
    opening = book.company("Acme")
    assert opening.startswith(
        "Of 5 claims in Acme's own words, MLPerf results can test 3; 2 hold as printed or with a "
    )
    # The text of one that did not hold may say more.
    assert opening.endswith(
        "for 5 of these 6, and for 1 of the 2 that can be tested and do not hold so. Claim 7 is Other's too. "
        "Where companies are counted together, such a claim counts once."
    )
