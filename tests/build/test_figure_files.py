"""What is written next to a figure's picture, with hostile words."""

from __future__ import annotations

import datetime

from claimcheck.data.edition import Edition
from claimcheck.site.frame import exhibits
from claimcheck.site.frame.html import part
from tests.build.reading import Reader, hostile_elements
from tests.build.test_charts import figure
from tests.making import HOSTILE

EDITION = Edition("0.1.0", datetime.date(2026, 11, 21), "https://book.example/")


def test_hostile_words_stay_words_in_the_files() -> None:
    given = figure(title=HOSTILE, description=HOSTILE, caption=HOSTILE).to_dict()
    box = exhibits.figure_html(given, "figures/", EDITION, lambda make, *values: make(*values))
    page = part("redirect", "page", HOSTILE, HOSTILE, "../a.html#b", "")
    for html, scripts in ((box, 0), (page, 1)):
        reader = Reader(html)
        assert hostile_elements(reader) == [] and len(reader.scripts) == scripts
    assert Reader(box).faults == []
