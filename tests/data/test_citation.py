"""One work, cited in three formats: each says title, author, day, edition and address, whatever the title holds."""

from __future__ import annotations

import datetime
import json

import pybtex.database
import pytest

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


def test_ris_is_one_reference() -> None:
    lines = WORK.ris.split("\r\n")
    assert lines.pop() == "" and not any("\n" in line for line in lines)
    tags = [line[:6] for line in lines]
    # A title with line ends neither ends the reference nor begins another.
    assert (tags[0], tags[-1], tags.count("TY  - "), tags.count("ER  - ")) == ("TY  - ", "ER  - ", 1, 1)
    assert "DA  - 2026/11/22" in lines and f"UR  - {WORK.address}" in lines and "N1  - Verdict: reproduced" in lines


def test_csl_keeps_the_title_as_it_is() -> None:
    (item,) = json.loads(WORK.csl)
    assert (item["title"], item["URL"], item["issued"]) == (TITLE, WORK.address, {"date-parts": [[2026, 11, 22]]})
    assert item["author"] == [{"literal": "claimcheck"}]


@pytest.mark.parametrize("form", ["bibtex", "ris", "csl"])
def test_without_a_remark_there_is_none(form: str) -> None:
    text = getattr(Work("x", "t", "https://book.example/", EDITION), form)
    assert "note" not in text and "N1" not in text
