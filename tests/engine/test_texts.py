"""How often ``text`` is right: on texts that were written for this, with a label for each figure (texts/README.md)."""

from __future__ import annotations

from pathlib import Path

from claimcheck.site.engine.packed import FIND
from claimcheck.site.engine.run import ask
from tests.engine.score import ANSWERABLE, Score, score

FOLDER = Path(__file__).parent / "texts"
# The aims: a change of the rules that falls below one is a worse rule.
PRECISION, RECALL, FALSE = 0.95, 0.75, 3


def measured(folder: Path = FOLDER) -> Score:
    """The score of the command on the texts of a folder."""
    paths = sorted(folder.glob("[0-9]*.md"))
    found = ask([{"kind": "text", "words": path.read_text(encoding="utf-8")} for path in paths])
    return score(folder / "labels.csv", {path.name: one["figures"] for path, one in zip(paths, found, strict=True)})


def test_what_a_text_is_told_is_right() -> None:
    result = measured()
    print(f"\n{result.words}\n" + "\n".join(result.disagreements))
    assert result.precision >= PRECISION and result.recall >= RECALL
    assert result.false_confirmations <= FALSE
    # What the page prints.
    total, kinds = result.total, result.counts
    assert FIND["measured"] == {
        "texts": len(list(FOLDER.glob("[0-9]*.md"))),
        "figures": total["labels"],
        "asserted": total["asserted"],
        "right": result.right,
        "answerable": sum(kinds[kind]["labels"] for kind in ANSWERABLE),
        "false": result.false_confirmations,
    }


def test_texts_labelled_before_they_were_first_read_by_it_are_told_right() -> None:
    result = measured(FOLDER / "held")
    print(f"\n{result.words}\n" + "\n".join(result.disagreements))
    assert result.precision >= PRECISION and result.recall >= RECALL and not result.false_confirmations


def test_a_text_is_read_in_time_that_grows_with_it() -> None:
    """Marks that are opened and never closed, as often as a text of a million characters can have them."""
    marks = ("<script ", "<!-- ", "<p> <a ", "``` ", "[(", "1,000 x ", "| 1 ")
    for said in ask([{"kind": "text", "words": "A heading\n\n" + mark * 20_000} for mark in marks]):
        assert len(said["figures"]) <= 500
