"""Tables of what a register can ask, and cards of a reader's claims."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from claimcheck.claims.conditions import CONDITIONS
from claimcheck.claims.questions import QUESTIONS
from claimcheck.site.check import TABLES, card_html


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_a_cell_for_every_head_and_words_in_each(name: str) -> None:
    _, heads, make = TABLES[name]
    rows = list(make())
    assert rows
    assert all(len(row) == len(heads) for row in rows)
    assert all(cell.strip() for row in rows for cell in row)


def test_every_question_and_condition_is_on_the_page() -> None:
    assert [row[0] for row in TABLES["questions"][2]()] == list(QUESTIONS)
    assert [row[0] for row in TABLES["conditions"][2]()] == [*CONDITIONS, "also"]


def test_a_card_escapes_what_a_reader_wrote_and_links_to_https_only() -> None:
    claim = SimpleNamespace(
        id="a<b",
        statement="<script>x</script>",
        verdict="reproduced",
        reason="so it is",
        sources=[SimpleNamespace(what="said by <i>", where="javascript:alert(1)")],
        figures=[],
        conditions=[SimpleNamespace(name="<b>", holds=True, detail="<u>")],
        strongest_case="<em>",
        evidence=[],
    )
    html = card_html(claim, "mine")
    for raw in ("<script", "<i>", "<u>", "<em>", "a<b", "javascript:"):
        assert raw not in html
    assert 'id="checked-mine-a-b-statement"' not in html
    assert 'aria-labelledby="checked-mine-a-b"' in html
