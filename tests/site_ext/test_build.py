"""A small book built with the project's own configuration."""

from __future__ import annotations

import copy
import json
import os
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import nbformat
import pytest
import yaml

from claimcheck.charts import MIME
from claimcheck.claims.export import FORMATS
from claimcheck.publication import read_edition
from claimcheck.site import served
from claimcheck.site.served import SUMS
from tests.site_ext.book import CLAIMS, ERRATA, NOTEBOOKS, PAGES, add_page, build, write_book
from tests.site_ext.reading import Reader, hostile_elements

PUBLISHED = (*PAGES, *NOTEBOOKS, *(f"claims/{n}" for n in CLAIMS))


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """The sources of the book, to be changed."""
    write_book(tmp_path)
    return tmp_path


def read(site: Path, page: str) -> Reader:
    """A page of the book."""
    return Reader((site / f"{page}.html").read_text(encoding="utf-8"))


def links(reader: Reader) -> set[str]:
    """The addresses of a page's links."""
    return {a.get("href", "") for a in reader.named("a")}


def json_ld(reader: Reader) -> list[dict]:
    """What a page says to machines."""
    return [json.loads(text) for text in reader.scripts if text.startswith('{"@context"')]


# ---- The whole site ----


def test_the_site_is_the_same_everywhere(small_site: Path, tmp_path: Path) -> None:
    """In another folder, with other times, hash seed, locale, time zone and no fonts. The whole book: `make same`."""
    folder = tmp_path / "wo anders"
    write_book(folder)
    for number, path in enumerate(sorted(folder.rglob("*"), reverse=True)):
        os.utime(path, (10**9 + number, 10**9 + number))
    (tmp_path / "fonts.conf").write_text("<fontconfig/>")
    fonts = str(tmp_path / "fonts.conf")
    done = build(folder, PYTHONHASHSEED="4242", LC_ALL="C", TZ="Asia/Kolkata", FONTCONFIG_FILE=fonts)
    assert done.returncode == 0, done.stdout + done.stderr
    other = folder / "_build" / "html"
    assert (other / SUMS).read_text() == (small_site / SUMS).read_text()


def test_hostile_data_stays_text_in_what_others_embed(small_site: Path) -> None:
    documents, badges = (sorted(small_site.glob(pattern)) for pattern in ("embed/**/*.html", "badge/**/*.svg"))
    assert documents and badges
    for path in documents:
        reader = Reader(path.read_text(encoding="utf-8"))
        assert (hostile_elements(reader), reader.scripts, reader.faults) == ([], [], []), path.name
        (frame,) = Reader(json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["html"]).tags
        assert frame[1].keys() == {"src", "title", "width", "height", "loading", "style"}
    for path in badges:
        tags = {element.tag.rpartition("}")[2] for element in ET.parse(path).iter()}
        assert tags == {"svg", "title", "desc", "rect", "path", "text"}


def test_hostile_data_stays_text_everywhere(small_site: Path) -> None:
    pictures = ("_static/logo.svg", "badge/claim/")
    for page in PUBLISHED:
        reader = read(small_site, page)
        found = hostile_elements(reader)
        assert [one for one in found if not any(name in one[1].get("src", "") for name in pictures)] == [], page
        assert not any(text.lstrip().startswith("window.pwned") for text in reader.scripts), page


def test_needless_weight_is_gone(small_site: Path) -> None:
    static = small_site / "_static"
    assert not list(static.rglob("*.map")) and not list(static.rglob("*fontawesome*"))


# ---- Numbers, footnotes, figures, journeys ----


def test_numbers_lead_to_one_entry_each(small_site: Path) -> None:
    reader = read(small_site, "book/index")
    targets = [a["href"] for a in reader.named("a") if "cc-num" in a.get("class", "").split()]
    assert len(targets) == 5 and len(set(targets)) == 4
    assert all(reader.ids.count(t[1:]) == 1 for t in targets)
    assert "$2.65 to $3.30" in reader.text
    assert "src-pair-server-figures" in read(small_site, "notebooks/figures").ids


def test_footnotes_name_the_rows_given_or_the_rows_of_the_page(small_site: Path) -> None:
    text = read(small_site, "book/claims").text
    assert "MLPerf Inference v6.0, 6.0-0001, 6.0-0002." in text
    assert "Rounds of hpc and training." in text and "Rounds of every suite." in text
    assert "6.0-0007; Rounds of inference until the latest." in text
    index = read(small_site, "book/index").text
    assert "6.0-0000, 6.0-0001" in index and "6.0-0019." in index


def test_a_figure_that_two_pages_show_is_at_home_where_it_is_made(small_site: Path) -> None:
    assert {"fig-evil", "fig-second", "tab-rows"} <= set(read(small_site, "notebooks/figures").ids)
    assert len(read(small_site, "book/index").named("figure")) == 1
    assert "url=../notebooks/figures.html#fig-second" in (small_site / "figures" / "second.html").read_text("utf-8")


def test_code_is_folded(small_site: Path) -> None:
    html = (small_site / "notebooks" / "figures.html").read_text(encoding="utf-8")
    assert "cell_input" in html and "cell_input" not in re.sub(r"<details.*?</details>", "", html, flags=re.S)


def test_a_journey_is_a_list_with_numbers_and_what_became_of_its_details(small_site: Path) -> None:
    reader = read(small_site, "book/articles")
    stages = [a for a in reader.named("li") if "cc-stage" in a.get("class", "").split()]
    assert [a["id"] for a in stages] == ["stage-the-way-1", "stage-the-way-2"]
    heads = [a["href"] for a in reader.named("a") if a.get("href", "").startswith("#stage-")]
    assert heads == ["#stage-the-way-1", "#stage-the-way-2"]
    assert "Lost: who" in reader.text and "Changed: scenario: Offline → Server" in reader.text
    sources = [a["href"] for a in reader.named("a") if "cc-num" in a.get("class", "").split()]
    assert sources == ["#src-pair-server-articles"] * 2


# ---- Claims' own pages, errata ----


def test_a_claims_page_has_its_title_and_its_parts_in_order(small_site: Path) -> None:
    html = (small_site / "claims" / "2.html").read_text(encoding="utf-8")
    assert "<h1>It is fast<" in html and "<title>Claim 2: It is fast" in html
    html = html.partition("<body")[2]
    assert html.index("<h1>It is fast<") < html.index("cc-badge--narrower") < html.index("1.91x for one owner")
    marks = [
        f'id="c2-{name}"' for name in ("quote", "quote-text", "published", "conditions", "readings", "case", "chart")
    ]
    marks += ['id="fig-second"', 'id="c2-evidence"', 'id="c2-downloads"', 'id="c2-more"']
    order = [html.index(mark) for mark in (*marks, 'class="cc-footnote"')]
    assert order == sorted(order)
    own = [{i for i in read(small_site, f"claims/{n}").ids if re.match(r"c\d", i)} for n in CLAIMS]
    assert all(own) and len(set().union(*own)) == sum(map(len, own)), "unique when pages are put into one"


def test_claims_pages_cards_files_and_reviews_lead_to_each_other(small_site: Path) -> None:
    found = links(read(small_site, "claims/2"))
    assert {"1.html", "2.csv", "2.json", "2.bib", "2.txt", "../claims.json"} <= found
    # Claims 3 and 4 have no page in this book, and no article has one.
    assert not any(link.startswith(("3", "../book/articles/")) for link in found)
    assert "../claims/5.html" in links(read(small_site, "book/claims"))
    for number in CLAIMS:
        (review,) = (one for one in json_ld(read(small_site, f"claims/{number}")) if one.get("@type") == "ClaimReview")
        assert review["url"] == read_edition().page(f"claims/{number}")
    files = sorted(path.name for path in (small_site / "claims").iterdir())
    assert len(files) == len(FORMATS) * 5 + 1 + len(CLAIMS) and (small_site / "claims.json").is_file()


def test_the_page_of_errata_and_the_card_lead_to_each_other(small_site: Path) -> None:
    reader = read(small_site, "book/cite")
    assert "erratum-axis" in reader.ids
    assert {"claims.html", "../notebooks/figures.html#fig-second", "../claims/5.html"} <= links(reader)
    for page, address in {
        "book/claims": "cite.html#erratum-axis",
        "claims/5": "../book/cite.html#erratum-axis",
        "notebooks/figures": "../book/cite.html#erratum-axis",
    }.items():
        assert address in links(read(small_site, page)), page


# ---- Files to download ----


def test_notebooks_are_offered_and_served_in_the_forms_that_there_are(small_site: Path) -> None:
    for page, forms in {"figures": ["figures.ipynb", "figures.py"], "alone": ["alone.ipynb"]}.items():
        reader = read(small_site, f"notebooks/{page}")
        downloads = [a["href"] for a in reader.named("a") if "download" in a]
        assert [name for name in downloads if not name.startswith("../figures/")] == forms
        for name in forms:
            given, offered = (folder / "notebooks" / name for folder in (small_site.parents[1], small_site))
            if name.endswith(".py"):
                assert offered.read_bytes() == given.read_bytes()
            else:
                source, served_one = (nbformat.read(path, as_version=4).cells for path in (given, offered))
                assert [c.source for c in source] == [c.source for c in served_one]
                assert not any(c.get("outputs") for c in served_one), "a rerun makes them"
    html = (small_site / "notebooks" / "figures.html").read_text(encoding="utf-8").partition("<article")[2]
    assert html.index("<h2>") < html.index('class="cc-rerun"') < html.index("</article>")


def test_binder_opens_the_notebook_of_a_github_repository() -> None:
    address = served.binder_address("https://github.com/some/book", "a/b", "notebooks/01-x y.ipynb")
    assert address == "https://mybinder.org/v2/gh/some/book/a%2Fb?labpath=notebooks%2F01-x%20y.ipynb"
    assert served.binder_address("https://example.org/some/book", "main", "x.ipynb") is None


def test_the_root_presents_the_report_and_leads_to_the_front_page(small_site: Path) -> None:
    root, front = (small_site / name for name in ("index.html", "book/index.html"))
    text, head = root.read_text(encoding="utf-8"), front.read_text(encoding="utf-8").partition("</head>")[0]
    assert 'content="0; url=book/index.html"' in text and text.count("<title>") == 1
    for name in ("description", "og:title", "og:description", "og:image", "twitter:card"):
        (tag,) = re.findall(rf'<meta (?:name|property)="{name}"[^>]*>', head)
        assert tag in text, name
    icon, canonical = (re.search(rf'<link rel="{kind}" href="([^"]+)"', text)[1] for kind in ("icon", "canonical"))
    assert (small_site / icon).is_file() and canonical.endswith("/book/index.html")


# ---- Mistakes ----

BAD = {
    "{n}`pair.servr`": "no number is called 'pair.servr'; the nearest is 'pair.server'",
    "```{claim-card} 9\n```": "no claim '9'",
    "```{claim-card} 2\n```\n\n```{claim-card} 2\n```": "claim-2 stands twice",
    "{verdict}`9`": "no claim '9'",
    "```{claim-page} 2\n```": "claim 2 has its page at claims/2",
    "```{claim-page} 3\n```": "no figures in book/claims",
    "```{cc-figure} notebooks/figures secnd\n```": "no figure 'secnd' in notebooks/figures; the nearest is 'second'",
    "```{mlperf-footnote} row-1 row-99\n```": "no such row: row-99",
    "```{mlperf-footnote}\n:rounds: inferense\n```": "no suite inferense",
    "```{mlperf-footnote}\n```": "no row ids given",
    "```{article-claims} A9\n```": "no article 'A9'",
    "::::{journey} J\n:details: who\n\n:::{stage} S\n:says: whom\n:::\n::::": "unknown detail 'whom'; details are who",
    "::::{journey} J\n:details: who\n\nText.\n::::": "journey 'J' holds something else",
    ":::{stage} S\n:::": "a stage stands in a journey",
    "```{math}\nx\n```": "maths is not shown on this site",
    "```{data-tables}\n```": "table is missing",
}
# Lines other than that of the directive.
LINES = {"claim-2 stands twice": ":8", "unknown detail 'whom'; details are who": ":8"}
ELSEWHERE = (
    r"book/schema\.md:5: WARNING: .*does not say what new\.yml holds",
    r"book/cite\.md:3: WARNING: no page 'book/clams'; the nearest is 'book/claims'",
    r"book/cite\.md:3: WARNING: no figure 'secnd' in notebooks/figures; the nearest is 'second'",
    r"more\.ipynb.*WARNING: figure id 'second' is taken by another figure, in",
    r"alone\.ipynb.*WARNING: figure id 'evil' is used twice",
    r"book/claims is a page of the book",
    r"book/older leads to book/nowhere, which is no page of the book",
)


def test_mistakes_fail_the_build_at_their_line(book: Path) -> None:
    """One build shows all mistakes, each with its file and, where Sphinx knows it, its line."""
    for i, text in enumerate(BAD):
        add_page(book, f"book/bad{i}", f"# Bad\n\nfiller\n\n{text}\n")
    errata = ERRATA.replace("[book/claims]", "[book/clams]").replace("#fig-second", "#fig-secnd")
    (book / "data" / "errata.yml").write_text(errata)
    (book / "data" / "new.yml").write_text("x:\n")
    config = yaml.safe_load((book / "_config.yml").read_text())
    config["sphinx"]["config"]["claimcheck_redirects"] = {"book/claims": "book/index", "book/older": "book/nowhere"}
    (book / "_config.yml").write_text(yaml.safe_dump(config))
    notebook = nbformat.read(book / "notebooks" / "figures.ipynb", as_version=4)
    again = copy.deepcopy(notebook.cells[1])
    again["id"] = "again"
    text = nbformat.v4.new_markdown_cell("# Alone", id="words")
    twice = nbformat.v4.new_notebook(cells=[text, notebook.cells[1], again], metadata=notebook.metadata)
    nbformat.write(twice, book / "notebooks" / "alone.ipynb")
    del notebook.cells[1]
    notebook.cells[1].outputs[0].data[MIME]["title"] = "Another one"
    nbformat.write(notebook, book / "notebooks" / "more.ipynb")
    toc = book / "_toc.yml"
    toc.write_text(f"{toc.read_text()}- file: notebooks/more\n")
    index = book / "book" / "index.md"
    index.write_text(f"---\ndescription: In our own words.\n---\n{index.read_text()}")
    done = build(book)
    said = done.stdout + done.stderr
    assert done.returncode != 0
    for i, message in enumerate(BAD.values()):
        at = LINES.get(message, ":5")
        assert any(message in line and f"bad{i}.md{at}" in line for line in said.splitlines()), (message, said[-3000:])
    assert [pattern for pattern in ELSEWHERE if not re.search(pattern, said)] == [], said[-5000:]
    front = (book / "_build" / "html" / "book" / "index.html").read_text(encoding="utf-8")
    assert front.count("In our own words.") >= 3, "a page may say its own description"


# ---- Builds after a change ----


def test_a_changed_page_is_read_alone_and_a_changed_glossary_with_all(book: Path) -> None:
    """What rests on data or code is built from nothing by ``claimcheck.build``, whose tests show it."""

    def read_again() -> set[str]:
        done = build(book)
        assert done.returncode == 0, done.stdout + done.stderr
        said = re.sub(r"\x1b\[[\d;]*[mK]", "", done.stdout)
        return set(re.findall(r"reading sources\.\.\. \[ *\d+%\] (\S+)", said))

    add_page(book, "book/glossary", "# Glossary\n\nGain\n: What is more.\n")
    everything = {*PUBLISHED, "book/glossary"}
    assert read_again() == everything
    html = book / "_build" / "html"
    written, sitemap = html / "claims.json", (html / "sitemap.xml").read_bytes()
    with (book / "book" / "claims.md").open("a") as page:
        page.write("\nOne sentence more.\n")
    written.write_text("mine")
    assert read_again() == {"book/claims"}
    assert (html / "sitemap.xml").read_bytes() == sitemap
    assert written.read_text() == "mine", "no file of a claim is made again"
    (book / "book" / "glossary.md").write_text("# Glossary\n\nGain\n: What is less.\n")
    assert read_again() == everything
    assert "What is less." in (html / "book" / "index.html").read_text(encoding="utf-8")
