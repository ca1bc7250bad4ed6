"""What a page says of itself to machines, piece by piece and in a small book."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from docutils import nodes
from docutils.utils import new_document

from claimcheck.charts import picture
from claimcheck.charts.figure import recorded
from claimcheck.charts.fonts import width
from claimcheck.data.edition import read_citation
from claimcheck.data.formats import croissant
from claimcheck.report.book import DrawingCache
from claimcheck.report.parts import cards
from claimcheck.report.parts.metadata import Page, description, head, shortened, social
from tests.conftest import ROOT
from tests.report.reading import Reader, hostile_elements
from tests.report.stub_book import HOSTILE

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


def test_a_card_has_what_is_said_between_its_title_and_its_footnote() -> None:
    svg = Reader(cards.card_svg("Reproduced, but narrower: " + "word " * 40, "below", "said " * 200, "note " * 250))
    lines = [(word.split()[0], float(t["y"])) for word, t in zip(svg.words[1:], svg.named("text")[1:], strict=True)]
    assert [word for word, _ in lines][-1] == "note" and "below" not in dict(lines)
    assert [y for _, y in lines] == sorted(y for _, y in lines) and lines[-1][1] < cards.HEIGHT
    ends = {word: y for word, y in lines}
    first_note = next(y for word, y in lines if word == "note")
    assert ends["said"] < first_note - 20


@pytest.mark.parametrize("title", ["Short", "word " * 80, "x" * 300])
def test_titles_stay_on_their_card(title: str) -> None:
    svg = Reader(cards.card_svg(title, "below"))
    assert svg.faults == []
    *lines, below = [t for t in svg.named("text") if t["x"] == "80"]
    assert lines
    assert all(float(t["y"]) < float(below["y"]) - 40 for t in lines)
    words = [w for w in svg.words if w not in ("claimcheck", "below")]
    for word, line in zip(words, lines, strict=True):
        assert width(word, float(line["font-size"]), bold=True) < cards.WIDTH - 100


@pytest.mark.parametrize("notebook", ["speedup", "cost", "wins"])
def test_a_card_with_a_chart_has_its_finding_beside_it_and_the_footnote_below(notebook: str, tmp_path: Path) -> None:
    figure = next(iter(recorded(ROOT / "notebooks" / f"{notebook}.ipynb").values()))
    card = cards.chart_card(figure, DrawingCache(tmp_path))
    place = re.search(r'<g transform="translate\(([\d.]+),(\d+)\) scale\(([\d.]+)\)"><svg', card)
    x, y, scale = map(float, place.groups())
    svg = Reader(f"{card[: place.start()]}</svg>")
    texts = list(zip(svg.words[1:], svg.named("text")[1:], strict=True))
    notes = [float(t["y"]) for _, t in texts if float(t["font-size"]) < 20]
    finding = [(line, float(t["font-size"])) for line, t in texts if float(t["font-size"]) >= 20]
    assert " ".join(line for line, _ in finding) == figure["title"]
    assert all(48 + width(line, size, bold=True) < x for line, size in finding)
    high = cards.drawn_height(picture.draw(picture.specification(figure)))
    assert notes and y + scale * high < min(notes) - 13 and max(notes) < cards.HEIGHT
