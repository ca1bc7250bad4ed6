"""A reply to a verdict: whole and unchanged next to it, in the file of the claims."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.analysis.derived import Tables
from claimcheck.claims.register.articles import read_texts
from claimcheck.claims.verdict.evaluate import evaluate
from claimcheck.claims.verdict.result import read_recorded, served, text_of
from claimcheck.data import paths
from claimcheck.site.claims import READ_HOW
from claimcheck.site.frame.html import part
from tests.build.reading import Reader
from tests.making import put

FIRST, LAST = "A1 is ours, and so is A2.", "<b>It</b> was one system."
MADE = f"""\
replies:
  maker:
    day: 2027-01-05
    by: Jo of Maker
    claims: [15]
    text: |
      {FIRST}

      {LAST}
"""


@pytest.fixture
def replied(linked: Path) -> Path:
    """The tables and registers, with a reply to the verdict on claim 15."""
    for name in (paths.REPLIES, paths.CLAIM_RESULTS):
        (linked / name).unlink(missing_ok=True)
    put(linked, paths.REPLIES, MADE)
    return linked


def test_a_reply_is_whole_next_to_its_verdict_and_in_the_file_of_claims(replied: Path, tables: Tables) -> None:
    found = evaluate(replied, tables=Tables(tables.results, replied), only={15, 16})
    # What is recorded is what was evaluated.
    (replied / paths.CLAIM_RESULTS).write_text(text_of(found), encoding="utf-8")
    answered, other = read_recorded(Tables(tables.results, replied))
    whole = f"{FIRST}\n\n{LAST}"
    assert [[one["text"] for one in claim["replies"]] for claim in served(found)] == [[whole], []]
    for shown, reply in ((answered, True), (other, False)):
        head = part("claims", "page_head", shown, "", read_texts(replied), lambda page: page, None, READ_HOW)
        text = Reader(head).text
        assert (FIRST in text and LAST in text and "5 January 2027 by Jo of Maker" in text) == reply
