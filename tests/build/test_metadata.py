"""What a page says of itself to machines, with hostile words."""

from __future__ import annotations

import json

from claimcheck.data.edition import read_citation
from claimcheck.data.formats import croissant
from claimcheck.site.frame.metadata import Page, head
from tests.build.reading import Reader, hostile_elements
from tests.making import HOSTILE

PUBLICATION = read_citation()


def page(name: str = "notebooks/1", **changes: object) -> Page:
    given = {
        "title": HOSTILE,
        "description": HOSTILE,
        "address": f"https://x/{name}.html",
        "image": "https://x/i.png",
    }
    return Page(name, **{**given, **changes})


def test_hostile_words_stay_words() -> None:
    reader = Reader(head(page(), PUBLICATION, croissant({"a.csv": "0" * 64}, PUBLICATION), True))
    assert reader.faults == [] and hostile_elements(reader) == []
    assert [tag for tag, _ in reader.tags].count("script") == 1
    (script,) = reader.scripts
    assert "<" not in script
    assert HOSTILE in (node.get("headline") for node in json.loads(script)["@graph"])
    assert {"name": "citation_title", "content": HOSTILE} in reader.named("meta")
