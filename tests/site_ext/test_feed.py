"""The feed keeps RFC 4287: required elements, unique ids that last, timestamps, absolute links."""

from __future__ import annotations

import datetime
import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from claimcheck.editions import Change
from claimcheck.errata import Reason
from claimcheck.publication import Release, read_changelog, read_citation
from claimcheck.site.feed import atom, html

ATOM = "{http://www.w3.org/2005/Atom}"
RFC_3339 = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})")
TWO = [
    Release("0.2.0", datetime.date(2026, 12, 1), "- <b>b</b> & `c`, see [data](data/README.md) \x0b", 3),
    Release("0.1.0", datetime.date(2026, 11, 21), "- a", 7),
]


def parsed(releases: list[Release]) -> ET.Element:
    return ET.fromstring(atom(releases, read_citation()))


@pytest.mark.parametrize("releases", [read_changelog(), TWO], ids=["ours", "two"])
def test_it_has_what_the_rfc_requires(releases: list[Release]) -> None:
    feed = parsed(releases)
    assert feed.tag == f"{ATOM}feed"
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) == len(releases)
    for element in (feed, *entries):
        for name in ("id", "title", "updated"):
            assert len(element.findall(f"{ATOM}{name}")) == 1, name
            assert element.findtext(f"{ATOM}{name}")
        assert RFC_3339.fullmatch(element.findtext(f"{ATOM}updated"))
        relations = [link.get("rel") for link in element.findall(f"{ATOM}link")]
        assert relations.count("alternate") == 1
        assert all(link.get("href").startswith("https://") for link in element.findall(f"{ATOM}link"))
    assert feed.find(f"{ATOM}author/{ATOM}name").text
    own = [link.get("href") for link in feed.findall(f"{ATOM}link") if link.get("rel") == "self"]
    assert own == [f"{read_citation().url}feed.xml"], "where it is served"
    assert all(entry.find(f"{ATOM}content").get("type") == "html" for entry in entries)


def test_each_released_change_is_an_entry_that_leads_to_its_reason() -> None:
    made = Reason(id="ours", since="0.1.0", changed=("rows.all",), why="A mistake <b>of ours</b>.")
    found = [
        Change("0.2.0", None, "rows.all", "8", "9", made),
        Change("0.1.0", "0.2.0", "claim.7.verdict", "undefined", "contradicted", made),
        Change("0.1.0", "0.2.0", "rows.all", "7", None, made),
    ]
    releases = [replace(one, version=version) for one, version in zip(TWO, ("0.2.0", "0.1.0"), strict=True)]
    entries = ET.fromstring(atom(releases, read_citation(), found)).findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}title") for entry in entries] == [
        "claimcheck 0.2.0",
        "claimcheck 0.2.0: claim 7, verdict was undefined, is contradicted",
        "claimcheck 0.2.0: number rows.all was 7, is not there any more",
        "claimcheck 0.1.0",
    ]
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == 4
    assert entries[1].find(f"{ATOM}link").get("href") == f"{read_citation().url}book/cite.html#change-ours"
    assert "&lt;b&gt;" in entries[1].findtext(f"{ATOM}content")


def test_ids_are_tags_unique_and_independent_of_the_address() -> None:
    moved = replace(read_citation(), url="https://elsewhere.example/", repository="https://elsewhere.example/x")
    ids = []
    for publication in (read_citation(), moved):
        found = [element.text for element in ET.fromstring(atom(TWO, publication)).iter(f"{ATOM}id")]
        assert len(set(found)) == len(found) == 3
        assert all(re.fullmatch(r"tag:[a-z.]+,2026:\S+", text) for text in found)
        ids.append(found)
    assert ids[0] == ids[1]


def test_the_feed_is_as_young_as_its_youngest_entry() -> None:
    feed = parsed(TWO)
    assert feed.findtext(f"{ATOM}updated") == "2026-12-01T00:00:00Z"
    assert [e.findtext(f"{ATOM}updated")[:10] for e in feed.iter(f"{ATOM}entry")] == ["2026-12-01", "2026-11-21"]


def test_content_is_html_with_absolute_links_and_without_anybodys_elements() -> None:
    content = parsed(TWO).find(f"{ATOM}entry/{ATOM}content").text
    assert content.startswith("<ul>\n<li>&lt;b&gt;b&lt;/b&gt; &amp; <code>c</code>")
    assert f'href="{read_citation().repository}/blob/main/data/README.md"' in content


@pytest.mark.parametrize(
    ("markdown", "address"),
    [
        ("[a](x.md)", "https://a.example/b/x.md"),
        ("[a](https://c.example/d)", "https://c.example/d"),
        ("[a](#top)", "https://a.example/b/y#top"),
        ("![a](i.png)", "https://a.example/b/i.png"),
    ],
)
def test_links_are_made_absolute(markdown: str, address: str) -> None:
    assert f'"{address}"' in html(markdown, "https://a.example/b/y")
