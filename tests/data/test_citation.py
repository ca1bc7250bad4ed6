"""A work, cited in BibTeX: title, author, day, edition and address, whatever the title holds."""

from __future__ import annotations

import datetime

import pybtex.database

from claimcheck.data.edition import Edition, Work

DAY = datetime.date(2026, 11, 22)
EDITION = Edition("0.3.0", DAY, "https://book.example/")
TITLE = "60% & more_of {x} $3 ~ ^ \\input\r\nER  - \nTY  - HACK #1"
WORK = Work("claim7", TITLE, "https://book.example/claims/7.html", EDITION, "Verdict: reproduced")


def test_bibtex() -> None:
    (entry,) = pybtex.database.parse_string(WORK.bibtex, "bibtex").entries.values()
    assert entry.key == "claimcheck2026claim7"
    assert (entry.fields["year"], entry.fields["date"], entry.fields["version"]) == ("2026", "2026-11-22", "0.3.0")
    title = r"60\% \& more\_of \{x\} \$3 \textasciitilde{} \textasciicircum{} \textbackslash{}input"
    assert entry.fields["url"] == WORK.address and title in entry.fields["title"]
