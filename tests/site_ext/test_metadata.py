"""What a page says of itself to machines, piece by piece and in a small book."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path

import pytest
from docutils import nodes

from claimcheck.charts.png import bitmap
from claimcheck.publication import read_citation
from claimcheck.site import cards
from claimcheck.site.metadata import Page, dataset, description, head, json_ld, shortened, social
from tests.site_ext.reading import Reader, hostile_elements
from tests.site_ext.stub_source import HOSTILE
from tests.site_ext.test_build import build, write_book

PUBLICATION = read_citation()
DATA = {
    **dict.fromkeys(("alternateName", "description", "license", "url", "sameAs", "version", "datePublished"), "x"),
    "name": "n",
    "keywords": ["k"],
    "distribution": [{"@id": "a.csv", "name": "a.csv", "contentUrl": "https://x/a.csv", "sha256": "0" * 64}],
}


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
    from docutils.utils import new_document

    made = new_document("x")
    made += nodes.section("", *children)
    return made


def test_the_answer_is_the_description() -> None:
    answer = nodes.admonition(classes=["cc-key"])
    answer += [nodes.title("", "The answer"), nodes.paragraph("", "Two "), nodes.raw("", "<b>x</b>", format="html")]
    answer[1] += nodes.raw("", "<i>y</i>", format="html")
    answer[1] += nodes.Text("thirds.")
    first = nodes.paragraph("", "A first paragraph that is long enough to be taken for one.")
    assert description(document(first, answer)) == "Two thirds."


def test_else_the_first_paragraph_is() -> None:
    cell = nodes.container("", nodes.paragraph("", "A paragraph inside of something else, long as it may be."))
    first = nodes.paragraph("", "A first paragraph that is long enough to be taken for one.")
    assert description(document(cell, nodes.paragraph("", "Too short."), first)) == first.astext()
    assert description(document(nodes.title("", "x"))) == ""


# Tags and JSON-LD ----------------------------------------------------------------------------


@pytest.mark.parametrize("front", [True, False])
def test_hostile_words_stay_words(front: bool) -> None:
    reader = Reader(head(page(), PUBLICATION, DATA, front))
    assert reader.faults == [] and hostile_elements(reader) == []
    assert [tag for tag, _ in reader.tags].count("script") == 1
    (script,) = reader.scripts
    assert "<" not in script
    assert HOSTILE in (node.get("headline") for node in json.loads(script)["@graph"])
    assert {"name": "citation_title", "content": HOSTILE} in reader.named("meta")
    # sphinxext-opengraph writes these between double quotes, and escapes nothing but those.
    assert not any(sign in value for value in social(page()).values() for sign in '<>"')


def kinds(found: dict) -> list[str]:
    return [node["@type"] for node in found["@graph"]]


def test_a_page_is_what_it_is() -> None:
    assert kinds(json_ld(page(), PUBLICATION, None, False)) == ["TechArticle", "Organization", "BreadcrumbList"]
    front = json_ld(page("book/index", above=()), PUBLICATION, None, True)
    assert kinds(front) == ["WebSite", "WebPage", "Organization"]
    assert kinds(json_ld(page("book/schema"), PUBLICATION, DATA, False)) == [
        "WebPage",
        "Dataset",
        "Organization",
        "BreadcrumbList",
    ]


def test_references_lead_somewhere() -> None:
    """Every @id that stands alone is that of a thing on the page, or of the site (described on the front page)."""
    found = json_ld(page("book/schema"), PUBLICATION, DATA, True)
    text = json.dumps(found)
    known = {node["@id"] for node in found["@graph"] if "@id" in node}
    assert set(re.findall(r'\{"@id": "([^"]+)"\}', text)) <= known


def test_breadcrumbs_end_at_the_page() -> None:
    (crumbs,) = (n for n in json_ld(page(), PUBLICATION, None, False)["@graph"] if n["@type"] == "BreadcrumbList")
    steps = [(s["position"], s["name"], s["item"]) for s in crumbs["itemListElement"]]
    assert steps == [(1, "home", "https://x/"), (2, HOSTILE, "https://x/notebooks/1.html")]


def test_a_dataset_names_its_files() -> None:
    found = dataset(DATA, PUBLICATION, [{"@id": "m"}])
    assert found["distribution"] == [
        {"@type": "DataDownload", "name": "a.csv", "contentUrl": "https://x/a.csv", "sha256": "0" * 64}
    ]
    assert found["creator"] == [{"@id": "m"}]


# Cards ---------------------------------------------------------------------------------------


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


def test_a_card_is_a_png_of_the_size_that_is_said() -> None:
    card = bitmap(cards.card_svg(HOSTILE * 5, HOSTILE), cards.WIDTH, cards.DOTS)
    assert size(card) == (cards.WIDTH, cards.HEIGHT)


@pytest.mark.parametrize("title", ["Short", "How many wins were there, then?", "word " * 20, "word " * 80, "x" * 300])
def test_titles_stay_on_their_card(title: str) -> None:
    svg = Reader(cards.card_svg(title, "below"))
    assert svg.faults == []
    *lines, below = [t for t in svg.named("text") if t["x"] == "80"]
    assert lines
    assert all(float(t["y"]) < float(below["y"]) - 40 for t in lines)
    # Arial's letters are at most about as wide as they are high; on average bold ones take 0.6 of it.
    words = [w for w in svg.words if w not in ("claimcheck", "below")]
    assert all(len(w) * float(t["font-size"]) * 0.56 < cards.WIDTH - 100 for w, t in zip(words, lines, strict=True))


# In a book -----------------------------------------------------------------------------------

SCHEMA = """# Files

Everything that is here to be downloaded, with its meaning: {download-file}`data/README.md`.

```{data-registers}
```

## Claims

```{claims-schema}
```

See [a key](#prices.yml.prices.usd), [a field](#claims.json.verdict) and [a page](../notebooks/figures.ipynb).
"""


def book(folder: Path) -> None:
    write_book(folder)
    (folder / "book" / "schema.md").write_text(SCHEMA)
    toc = folder / "_toc.yml"
    toc.write_text(toc.read_text() + "- file: book/schema\n")
    (folder / "data" / "prices.yml").write_text("# Prices.\nprices:\n  a:\n    usd: 1\n")
    (folder / "data" / "README.md").write_text("| `prices.yml` | a price |\n| `redirects.yml` | a page that moved |\n")
    (folder / "data" / "typed").mkdir()
    (folder / "data" / "typed" / "x.csv").write_bytes(b"a\r\n1\r\n")
    (folder / "data" / ".hidden").write_text("x")
    (folder / "data" / "croissant.json").write_text(json.dumps(DATA))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("book")
    book(folder)
    done = build(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "_build" / "html"


PAGES = ("book/index", "book/claims", "book/schema", "notebooks/figures")


@pytest.mark.parametrize("name", PAGES)
def test_every_page_has_its_tags_once(site: Path, name: str) -> None:
    reader = Reader((site / f"{name}.html").read_text(encoding="utf-8"))
    metas = [(m.get("name") or m.get("property"), m.get("content")) for m in reader.named("meta")]
    for key in ("description", "twitter:card", "citation_title", "og:title", "og:description", "og:image", "og:url"):
        assert [k for k, _ in metas].count(key) == 1, key
    given = dict(metas)
    assert given["citation_public_url"] == given["og:url"] == f"{PUBLICATION.url}{name}.html"
    assert given["og:description"] == given["description"] != ""
    picture = site / given["og:image"].removeprefix(PUBLICATION.url)
    assert size(picture.read_bytes()) == (int(given["og:image:width"]), int(given["og:image:height"]))
    (alternate,) = (link for link in reader.named("link") if link.get("type") == "application/atom+xml")
    assert (site / name).parent.joinpath(alternate["href"]).resolve() == (site / "feed.xml").resolve()


@pytest.mark.parametrize("name", PAGES)
def test_every_page_has_json_ld(site: Path, name: str) -> None:
    text = (site / f"{name}.html").read_text(encoding="utf-8")
    (script,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', text)
    found = kinds(json.loads(script))
    assert ("WebSite" in found) == (name == "book/index")
    assert ("Dataset" in found) == (name == "book/schema")
    assert ("TechArticle" in found) == name.startswith("notebooks/")


def test_data_are_served_byte_for_byte(site: Path) -> None:
    data = site.parents[1] / "data"
    served = {p.relative_to(site / "data") for p in (site / "data").rglob("*") if p.is_file()}
    assert served == {Path(n) for n in ("prices.yml", "redirects.yml", "README.md", "typed/x.csv", "croissant.json")}
    assert all((site / "data" / p).read_bytes() == (data / p).read_bytes() for p in served)


def test_the_page_of_files_leads_to_them(site: Path) -> None:
    reader = Reader((site / "book" / "schema.html").read_text(encoding="utf-8"))
    assert {"prices.yml", "prices.yml.prices.usd", "claims.json", "claims.json.verdict"} <= set(reader.ids)
    targets = [a.get("href", "") for a in reader.named("a")]
    assert "../data/prices.yml" in targets and "../data/README.md" in targets
    assert "#prices.yml.prices.usd" in targets
    assert json.loads((site / "claims.schema.json").read_text(encoding="utf-8"))["$id"].endswith("/claims.schema.json")


def test_a_page_may_say_its_own_description(tmp_path: Path) -> None:
    """And a register that nobody describes, or a page of tables without them, fails the build at its line."""
    book(tmp_path)
    index = tmp_path / "book" / "index.md"
    index.write_text(f"---\ndescription: In our own words.\n---\n{index.read_text()}")
    (tmp_path / "data" / "new.yml").write_text("x:\n")
    (tmp_path / "book" / "claims.md").write_text("# Claims\n\n```{data-tables}\n```\n")
    done = build(tmp_path)
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert re.search(r"book/schema\.md:5: WARNING: .*does not say what new\.yml holds", said), said[-3000:]
    assert re.search(r"book/claims\.md:3: WARNING: .*table is missing", said), said[-3000:]
    front = (tmp_path / "_build" / "html" / "book" / "index.html").read_text(encoding="utf-8")
    assert front.count("In our own words.") >= 3
