"""What a page says of itself to machines, piece by piece and in a small book."""

from __future__ import annotations

import io
import json

import pytest
from docutils import nodes
from docutils.utils import new_document
from PIL import Image

from claimcheck.charts import picture
from claimcheck.charts.figure import recorded
from claimcheck.charts.picture import wrap
from claimcheck.data.edition import read_citation
from claimcheck.data.formats import croissant
from claimcheck.report.parts import cards
from claimcheck.report.parts.metadata import Page, description, head, shortened, social
from tests.conftest import ROOT
from tests.making import HOSTILE
from tests.report.reading import Reader, hostile_elements

PUBLICATION = read_citation()


def page(name: str = "notebooks/1", **changes: object) -> Page:
    given = {
        "title": HOSTILE,
        "description": HOSTILE,
        "address": f"https://x/{name}.html",
        "image": "https://x/i.png",
        "above": (("https://x/", "home"),),
    }
    return Page(name, **{**given, **changes})


# Descriptions --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Short.", "Short."),
        (" two\n lines ", "two lines"),
        ("A sentence that says what is the case here. " + "word " * 60, "A sentence that says what is the case here."),
        ("No. " + "word " * 60, "No. " + "word " * 38 + "word…"),
        ("x" * 150 + ", " + "y" * 100, "x" * 150 + "…"),
    ],
)
def test_descriptions_are_cut_where_they_can_be_read(text: str, short: str) -> None:
    assert shortened(text) == short
    assert len(shortened(text)) <= 200


def document(*children: nodes.Node) -> nodes.document:
    made = new_document("x")
    made += nodes.section("", *children)
    return made


def test_the_answer_is_the_description_or_else_the_first_paragraph() -> None:
    answer = nodes.admonition(classes=["cc-key"])
    answer += [nodes.title("", "The answer"), nodes.paragraph("", "Two "), nodes.raw("", "<b>x</b>", format="html")]
    answer[1] += nodes.raw("", "<i>y</i>", format="html")
    answer[1] += nodes.Text("thirds.")
    first = nodes.paragraph("", "A first paragraph that is long enough to be taken for one.")
    assert description(document(first, answer)) == "Two thirds."
    cell = nodes.container("", nodes.paragraph("", "A paragraph inside of something else, long as it may be."))
    assert description(document(cell, nodes.paragraph("", "Too short."), first)) == first.astext()
    assert description(document(nodes.title("", "x"))) == ""


# Tags and JSON-LD ----------------------------------------------------------------------------


def test_hostile_words_stay_words() -> None:
    reader = Reader(head(page(), PUBLICATION, croissant({"a.csv": "0" * 64}, PUBLICATION), True))
    assert reader.faults == [] and hostile_elements(reader) == []
    assert [tag for tag, _ in reader.tags].count("script") == 1
    (script,) = reader.scripts
    assert "<" not in script
    assert HOSTILE in (node.get("headline") for node in json.loads(script)["@graph"])
    assert {"name": "citation_title", "content": HOSTILE} in reader.named("meta")
    # sphinxext-opengraph writes these between double quotes, and escapes nothing but those.
    assert not any(sign in value for value in social(page()).values() for sign in '<>"')


# Cards ---------------------------------------------------------------------------------------


def inked(card: bytes, box: tuple[int, int, int, int]) -> bool:
    """Whether anything is written or drawn in a box of a card: left, top, right, bottom."""
    picture = Image.open(io.BytesIO(card)).convert("L")
    assert picture.size == (cards.WIDTH, cards.HEIGHT)
    return picture.crop(box).getextrema()[0] < 190


@pytest.mark.parametrize("title", ["Short", "word " * 80, "x" * 300])
def test_what_a_card_says_stays_within_its_margins_and_above_its_footnote(title: str) -> None:
    card = cards.word_card(title, "said " * 200, "note " * 250)
    first_note = cards.HEIGHT - 24 - 16 * len(wrap("note " * 250, 13 * 1.04, cards.WIDTH - 96))
    assert inked(card, (48, 160, 1152, first_note)) and inked(card, (48, first_note, 1152, 618))
    for margin in ((0, 20, 47, 630), (1153, 20, 1200, 630), (0, 619, 1200, 630)):
        assert not inked(card, margin)
    assert any(not inked(card, (0, top, 1200, top + 4)) for top in range(first_note - 30, first_note))


@pytest.mark.parametrize("notebook", ["speedup", "cost", "wins"])
def test_a_card_with_a_chart_has_its_finding_next_to_it_and_the_footnote_below(notebook: str) -> None:
    figure = next(iter(recorded(ROOT / "notebooks" / f"{notebook}.ipynb").values()))
    drawn = picture.draw(picture.specification(figure))
    card = cards.chart_card(figure["title"], picture.footnote(figure), drawn)
    free = [left for left in range(300, 900, 4) if not inked(card, (left, 150, left + 20, 480))]
    assert free, "finding and chart are apart"
    assert inked(card, (48, 150, free[0], 480)) and inked(card, (free[-1], 60, 1152, 480))
    assert inked(card, (48, 540, 1152, 620)), "the footnote"
    assert not inked(card, (1153, 20, 1200, 630))
