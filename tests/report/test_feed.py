"""The feed keeps RFC 4287: required elements, unique ids that last, timestamps, absolute links."""

from __future__ import annotations

import datetime
import re
import xml.etree.ElementTree as ET

import pytest

from claimcheck.data.edition import Release, read_changelog, read_citation
from claimcheck.report.pages.files import atom

ATOM = "{http://www.w3.org/2005/Atom}"
RFC_3339 = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})")
OURS = read_citation()
TWO = [
    Release("0.2.0", datetime.date(2026, 12, 1), "- <b>b</b> & `c`, see [data](data/README.md) \x0b", 3),
    Release("0.1.0", datetime.date(2026, 11, 21), "- a", 7),
]


@pytest.mark.parametrize("releases", [read_changelog(), TWO], ids=["ours", "two"])
def test_it_has_what_the_rfc_requires(releases: list[Release]) -> None:
    feed = ET.fromstring(atom(releases, OURS))
    assert feed.tag == f"{ATOM}feed"
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) == len(releases)
    for element in (feed, *entries):
        for name in ("id", "title", "updated"):
            (found,) = element.findall(f"{ATOM}{name}")
            assert found.text, name
        assert RFC_3339.fullmatch(element.findtext(f"{ATOM}updated"))
        relations = [link.get("rel") for link in element.findall(f"{ATOM}link")]
        assert relations.count("alternate") == 1
        assert all(link.get("href").startswith("https://") for link in element.findall(f"{ATOM}link"))
    days = [entry.findtext(f"{ATOM}updated") for entry in entries]
    assert feed.findtext(f"{ATOM}updated") == max(days) == f"{releases[0].date}T00:00:00Z"
    assert feed.find(f"{ATOM}author/{ATOM}name").text
    own = [link.get("href") for link in feed.findall(f"{ATOM}link") if link.get("rel") == "self"]
    assert own == [f"{OURS.url}feed.xml"], "where it is served"
    assert all(entry.find(f"{ATOM}content").get("type") == "html" for entry in entries)


def test_ids_are_tags_and_the_same_wherever_the_site_moves() -> None:
    moved = OURS.model_copy(update={"url": "https://elsewhere.example/", "repository": "https://elsewhere.example/x"})
    ids, others = ([one.text for one in ET.fromstring(atom(TWO, of)).iter(f"{ATOM}id")] for of in (OURS, moved))
    assert ids == others and len(set(ids)) == len(ids) == 3
    assert all(re.fullmatch(r"tag:[a-z.]+,2026:\S+", text) for text in ids)


def test_content_is_html_with_absolute_links_and_without_anybodys_elements() -> None:
    content = ET.fromstring(atom(TWO, OURS)).find(f"{ATOM}entry/{ATOM}content").text
    assert content.startswith("<ul>\n<li>&lt;b&gt;b&lt;/b&gt; &amp; <code>c</code>")
    assert f'href="{OURS.repository}/blob/main/data/README.md"' in content
