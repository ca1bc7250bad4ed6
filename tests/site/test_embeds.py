"""What other pages show of ours: documents in frames, what leads to them, the code to copy, badges."""

from __future__ import annotations

import gzip
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from claimcheck.claims.texts.footnote import TRADEMARK
from claimcheck.data.edition import read_citation
from claimcheck.report.parts.embeds import BADGES, FOLDER, WIDE
from claimcheck.report.sitecheck import read_page
from tests.report.reading import Reader
from tests.site.conftest import NARROW, OVERFLOW, SCHEMES, Opened, axe_violations, expect_quiet, page_names

Open = Callable[..., Opened]
EDITION = read_citation()
# A claim of each register, one counted by many definitions; a chart with sliders, a wide one, one without results.
SAMPLE = ("claim/1", "claim/11", "claim/v6.1/3", "cost-calculator", "inference", "mtp-tokens")
# Bytes, as a server with gzip sends them.
CLAIM, FIGURE = 5_000, 50_000
LETTERS = """() => Math.min(...[...document.querySelectorAll('main *, footer *')]
  .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) && e.getClientRects().length)
  .map(e => e.closest('svg')
    ? e.getBoundingClientRect().height : parseFloat(getComputedStyle(e).fontSize)))"""


@pytest.fixture(scope="module")
def claims(root: Path) -> dict[str, dict[str, Any]]:
    """The recorded claims by number."""
    found = json.loads((root / "data" / "derived" / "claims.json").read_text(encoding="utf-8"))
    return {str(claim["number"]): claim for claim in found}


@pytest.fixture(scope="module")
def documents(site: Path) -> dict[str, str]:
    """The documents by their name: ``claim/7``, ``gains``."""
    folder = site / FOLDER
    paths = sorted(folder.rglob("*.html"))
    return {p.relative_to(folder).as_posix().removesuffix(".html"): p.read_text(encoding="utf-8") for p in paths}


def figures(site: Path) -> set[str]:
    return {path.stem for path in (site / "figures").glob("*.csv")}


def test_every_claim_and_every_figure_has_one(site: Path, documents, claims) -> None:
    assert documents.keys() == {f"claim/{number}" for number in claims} | figures(site)


def test_each_says_what_must_go_with_it_asks_for_nothing_and_is_light(documents, claims) -> None:
    for name, text in documents.items():
        reader = Reader(text)
        words = " ".join(reader.text.split())
        assert [address for _, address in read_page(text).loads if not address.startswith("data:")] == [], name
        size = len(gzip.compress(text.encode(), mtime=0))
        assert "<script" not in text and size < (CLAIM if name.startswith("claim/") else FIGURE), name
        assert TRADEMARK in words, name
        day = f"{EDITION.released.day} {EDITION.released:%B %Y}"
        assert f"claimcheck {EDITION.version}, {day}" in words, name
        number = name.partition("claim/")[2]
        home = f"{EDITION.url}{f'claims/{number}' if number else f'figures/{name}'}.html"
        assert [a["href"] for a in reader.named("link") if a["rel"] == "canonical"] == [home]
        assert home in [a["href"] for a in reader.named("a")], name
        if number:
            claim = claims[number]
            assert " ".join(claim["statement"].split()) in words
            assert claim["verdict"] + (f": {claim['reason']}" if claim["reason"] else "") in words


@pytest.mark.parametrize(("name", "scheme"), [*zip(SAMPLE, SCHEMES * 3, strict=True)])
def test_on_a_phone(open_page: Open, axe: str, name: str, scheme: str) -> None:
    """It asks for nothing but itself, fits, can be read, and its colours are those of the reader's system."""
    opened = open_page(f"{FOLDER}/{name}.html", scheme=scheme, viewport=NARROW)
    expect_quiet(opened)
    assert opened.trouble.asked == [f"{FOLDER}/{name}.html"]
    page = opened.page
    assert page.evaluate(OVERFLOW) == []
    assert page.evaluate(LETTERS) >= 9
    dark = sum(map(int, re.findall(r"\d+", page.evaluate("getComputedStyle(document.body).backgroundColor")))) < 200
    assert dark == (scheme == "dark")
    page.evaluate(axe)
    assert axe_violations(page) == []


# ---- oEmbed ----


def answer(site: Path, address: str) -> dict[str, Any]:
    """What the site answers at ``address``, if it is what oembed.com asks of a rich answer."""
    assert address.startswith(EDITION.url)
    found = json.loads((site / address.removeprefix(EDITION.url)).read_text(encoding="utf-8"))
    assert (found["version"], found["type"], found["provider_name"]) == ("1.0", "rich", "claimcheck")
    assert found["width"] == WIDE and 200 < found["height"] < 3000
    return found


def test_pages_lead_to_what_they_show(site: Path, claims) -> None:
    """Every page with a claim or figures, and every figure's permanent address, has its answers, in its order."""
    pages = {name: (site / name).read_text(encoding="utf-8") for name in page_names()}
    pages |= {f"figures/{name}.html": (site / "figures" / f"{name}.html").read_text("utf-8") for name in figures(site)}
    seen = set()
    for name, text in pages.items():
        reader = Reader(text)
        shown = [f"{a['data-figure']}" for a in reader.named("figure") if "data-figure" in a]
        first, _, rest = name.removesuffix(".html").partition("/")
        if first == "claims" and rest in claims:
            shown.insert(0, f"claim/{rest}")
        if first == "figures":
            shown = [rest]
        links = [a for a in reader.named("link") if a.get("type") == "application/json+oembed"]
        assert [a["href"] for a in links] == [f"{EDITION.url}{FOLDER}/{one}.json" for one in shown], name
        for link, one in zip(links, shown, strict=True):
            found = answer(site, link["href"])
            (frame,) = Reader(found["html"]).named("iframe")
            assert frame["src"] == f"{EDITION.url}{FOLDER}/{one}.html"
            assert (site / FOLDER / f"{one}.html").is_file()
            assert frame["title"] == link["title"] == found["title"] != ""
            assert (int(frame["width"]), int(frame["height"])) == (found["width"], found["height"])
            seen.add(one)
    assert seen == {f"claim/{number}" for number in claims} | figures(site)


# ---- The code to copy ----


def shown_elsewhere(page: Page, site: Path, code: str) -> Any:
    """The frame that ``code`` makes on a page of somebody else, for whom the site is at its own address."""
    asked = []

    def serve(route: Any) -> None:
        address = route.request.url
        asked.append(address)
        if not address.startswith(EDITION.url):
            return route.abort()
        return route.fulfill(path=site / address.removeprefix(EDITION.url))

    page.context.unroute_all()
    page.context.route("**/*", serve)
    page.goto("about:blank")
    page.set_content(f"<!DOCTYPE html><title>Elsewhere</title>{code}")
    page.wait_for_load_state("networkidle")
    (frame,) = page.frames[1:]
    assert asked == [frame.url]
    return frame


@pytest.mark.parametrize(
    ("name", "shown", "words"),
    [
        ("claims/v6.1/3.html", "claim/v6.1/3", "Claim v6.1/3 about MLPerf"),
        ("notebooks/speedup.html", "r1-total", TRADEMARK),
    ],
)
def test_the_code_shows_it(open_page: Open, site: Path, name: str, shown: str, words: str) -> None:
    """The button copies a frame, which shows the whole document; narrower than the page it shrinks with it."""
    page = open_page(name).page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    box = page.locator(".cc-cite", has=page.locator("pre", has_text=f"{FOLDER}/{shown}.html"))
    box.locator("summary").click()
    box.get_by_role("button", name="Copy code to embed it").click()
    code = page.evaluate("navigator.clipboard.readText()")
    assert code == box.locator("pre", has_text="<iframe").text_content()
    assert f"{FOLDER}/{shown}.html" in code
    frame = shown_elsewhere(page, site, code)
    assert words in " ".join(frame.locator("body").inner_text().split())
    frame.evaluate("document.fonts.ready")
    room, high = frame.evaluate("[innerHeight, document.documentElement.getBoundingClientRect().height]")
    assert high <= room < high + 150
    page.set_viewport_size(NARROW)
    assert frame.evaluate("innerWidth") <= NARROW["width"] and frame.evaluate(OVERFLOW) == []


# ---- Badges ----


def test_badges_carry_their_verdicts(site: Path, claims) -> None:
    for number, claim in claims.items():
        text = (site / BADGES / "claim" / f"{number}.svg").read_text(encoding="utf-8")
        svg = ET.fromstring(text)
        said = {e.tag.rpartition("}")[2]: "".join(e.itertext()) for e in svg}
        shown = " ".join(e.text or "" for e in svg.iter("{http://www.w3.org/2000/svg}text"))
        for words in (said["title"], shown):
            assert number in words
            assert claim["verdict"].lower() in words.lower(), number
            assert claim["reason"] in words, number
        assert claim["statement"] in said["desc"] and TRADEMARK in said["desc"]
        assert f"claimcheck {EDITION.version}" in said["desc"]
        page = (site / "claims" / f"{number}.html").read_text(encoding="utf-8")
        (image,) = [a for a in Reader(page).named("img") if f"/{BADGES}/" in a["src"]]
        assert (site / "claims" / number).parent.joinpath(image["src"]).is_file()
        assert image["alt"] == said["title"]


def test_the_words_of_a_badge_fit(open_page: Open, site: Path) -> None:
    """In whatever font: between its edges, and none over another."""
    page = open_page("search.html").page
    badges = {path.stem: path.read_text(encoding="utf-8") for path in sorted((site / BADGES).rglob("*.svg"))}
    for family in ('"Claimcheck Mono"', '"Claimcheck Serif"', ""):
        found = page.evaluate(
            """([badges, family]) => Object.entries(badges).map(([name, svg]) => {
              const box = document.body.appendChild(document.createElement('div'));
              box.innerHTML = svg;
              const root = box.querySelector('svg'), left = root.getBoundingClientRect().left;
              if (family) root.style.fontFamily = family;
              const found = [...root.querySelectorAll('text')].map(text => text.getBoundingClientRect())
                .map(one => [one.left - left, one.right - left]).sort((a, b) => a[0] - b[0]);
              const wide = root.width.baseVal.value;
              box.remove();
              return [name, [[-1, 0], ...found, [wide, wide + 1]]];
            })""",
            [badges, family],
        )
        for name, boxes in found:
            gaps = [after[0] - before[1] for before, after in pairwise(boxes)]
            assert min(gaps) > 0, f"{name} in {family or 'its own font'}: {boxes}"
