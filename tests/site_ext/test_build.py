"""A small book built with the project's own configuration."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
import yaml

from claimcheck import sitecheck
from claimcheck.charts import MIME, Figure
from claimcheck.numbers import Number, listed
from tests.site_ext.reading import Reader, hostile_elements
from tests.site_ext.stub_source import HOSTILE
from tests.site_ext.test_charts import FRAME, chart, table

ROOT = Path(__file__).resolve().parents[2]

INDEX = """# Front

The gain is {n}`pair.server`, between {n}`readings.low` and {n}`readings.high`, again {n}`pair.server`;
{n}`evil.words`. The verdict is {verdict}`1`. It costs $2.65 to $3.30.

```{answer} 1 3
```

```{scorecard}
```

```{cc-figure} notebooks/figures second
```

```{mlperf-footnote}
```
"""
CLAIMS = """# Claims

## Claim 5

```{claim-card} 5
```

```{mlperf-footnote} row-1, row-2
```

```{mlperf-footnote}
:rounds: hpc, training
```

```{mlperf-footnote}
:rounds:
```

```{mlperf-footnote} row-7
:rounds: inference
:results:
```

See [the figure](../notebooks/figures.ipynb#fig-evil), [it](#fig-second) and [the list](index.md#claims-scorecard).
"""
ARTICLES = """# Articles

```{verdict-matrix}
```

```{article-facts} A1
```

```{article-claims} A1
```

```{article-vendor} A1
```

```{contradictions}
:points: other
```

::::{journey} The way
:details: who, scenario

:::{stage} {n}`pair.server` at first
:by: a log
:says: who, scenario = Offline

It is {n}`pair.server`.
:::

:::{stage} At last
:by: somebody
:says: scenario = Server
:::
::::

```{mlperf-footnote}
```
"""
CELL = "# Figures\n\n(the-rows)=\n## Rows\n\nSee [the chart](#fig-evil); the gain is {n}`pair.server`."


def output(bundle: dict) -> nbformat.NotebookNode:
    """A stored result of a cell."""
    return nbformat.v4.new_output("execute_result", data=bundle, execution_count=1)


def write_book(folder: Path, index: str = INDEX) -> None:
    """A book of four pages in ``folder``, set up as the project is."""
    config = yaml.safe_load((ROOT / "_config.yml").read_text())
    config["sphinx"]["config"]["claimcheck_source"] = "stub_source.StubSource"
    (folder / "book").mkdir(parents=True)
    (folder / "notebooks").mkdir()
    (folder / "data").mkdir()
    (folder / "_config.yml").write_text(yaml.safe_dump(config))
    shutil.copy(ROOT / "CITATION.cff", folder)
    pages = ("book/claims", "book/articles", "notebooks/figures")
    toc = "format: jb-book\nroot: book/index\nchapters:\n" + "".join(f"- file: {page}\n" for page in pages)
    (folder / "_toc.yml").write_text(toc)
    (folder / "book" / "references.bib").write_text("")
    (folder / "book" / "index.md").write_text(index)
    (folder / "book" / "claims.md").write_text(CLAIMS)
    (folder / "book" / "articles.md").write_text(ARTICLES)
    (folder / "data" / "redirects.yml").write_text("book/old-claims: book/claims\n")
    frame = FRAME.assign(name=[HOSTILE, "b"])
    shown = [
        Figure(
            id="evil",
            chart=chart(frame),
            narrow=chart(frame),
            title=HOSTILE,
            description=HOSTILE,
            caption=HOSTILE,
        ),
        Figure(id="second", chart=chart(), title="Second", description="d", caption="c", live=True),
        table(),
    ]
    words = nbformat.v4.new_markdown_cell(CELL, id="words")
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = nbformat.v4.new_notebook(cells=[words], metadata={"kernelspec": kernel})
    for i, item in enumerate(shown):
        cell = nbformat.v4.new_code_cell("show()", id=f"cell{i}", execution_count=1)
        cell.outputs = [output(item._repr_mimebundle_())]
        cell.metadata["tags"] = ["hide-input"]
        notebook.cells.append(cell)
    nbformat.write(notebook, folder / "notebooks" / "figures.ipynb")


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    """Build as the project does, warnings as errors."""
    here = Path(__file__).parent
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{here}", "NO_COLOR": "1"}
    program = "from jupyter_book.cli.main import main; main()"
    command = [sys.executable, "-c", program, "build", "-W", "-n", "--keep-going"]
    return subprocess.run([*command, str(folder)], env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built book."""
    folder = tmp_path_factory.mktemp("book")
    write_book(folder)
    done = build(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "_build" / "html"


def pages(site: Path) -> list[Path]:
    """Every page."""
    return sorted(p for p in site.rglob("*.html") if "_static" not in p.parts)


def test_two_clean_builds_are_equal_byte_for_byte(site: Path, tmp_path: Path) -> None:
    write_book(tmp_path)
    assert build(tmp_path).returncode == 0
    other = tmp_path / "_build" / "html"
    files = {p.relative_to(site) for p in site.rglob("*") if p.is_file()}
    assert files == {p.relative_to(other) for p in other.rglob("*") if p.is_file()}
    # Sphinx keeps its own record of the configuration there; it is no part of the site.
    unequal = [f for f in files if f.name != ".buildinfo" and (site / f).read_bytes() != (other / f).read_bytes()]
    assert unequal == []


def test_nothing_is_asked_of_another_host(site: Path) -> None:
    for path in pages(site):
        reader = Reader(path.read_text(encoding="utf-8"))
        loading = [a.get("src", "") for _, a in reader.tags]
        loading += [a.get("href", "") for a in reader.named("link") if a.get("rel") != "canonical"]
        foreign = [address for address in loading if re.match(r"(?:https?:)?//", address)]
        assert foreign == [], path.name
        assert not any("unpkg" in text or "cdn." in text for text in reader.scripts), path.name


def test_hostile_data_stays_text_everywhere(site: Path) -> None:
    for path in pages(site):
        reader = Reader(path.read_text(encoding="utf-8"))
        found = [e for e in hostile_elements(reader) if "logo" not in e[1].get("class", "")]
        assert found == [], path.name
        assert not any(text.lstrip().startswith("window.pwned") for text in reader.scripts), path.name


def test_ids_are_unique_on_every_page(site: Path) -> None:
    for path in pages(site):
        ids = Reader(path.read_text(encoding="utf-8")).ids
        assert sorted(i for i in set(ids) if ids.count(i) > 1) == [], path.name


def test_numbers_lead_to_one_entry_each(site: Path) -> None:
    html = (site / "book" / "index.html").read_text(encoding="utf-8")
    reader = Reader(html)
    targets = [a["href"] for a in reader.named("a") if "cc-num" in a.get("class", "").split()]
    assert len(targets) == 5 and len(set(targets)) == 4
    assert all(reader.ids.count(t[1:]) == 1 for t in targets)
    assert html.count("<h2>Sources of the figures on this page") == 1
    assert "$2.65 to $3.30" in reader.text


def test_numbers_work_in_notebooks_too(site: Path) -> None:
    reader = Reader((site / "notebooks" / "figures.html").read_text(encoding="utf-8"))
    assert "src-pair-server-figures" in reader.ids


def test_footnotes_name_the_rows_given_or_the_rows_of_the_page(site: Path) -> None:
    claims = Reader((site / "book" / "claims.html").read_text(encoding="utf-8")).text
    assert "MLPerf Inference v6.0, 6.0-0001, 6.0-0002." in claims
    assert "Rounds of hpc and training." in claims
    assert "Rounds of every suite." in claims
    assert "6.0-0007; Rounds of inference." in claims
    index = Reader((site / "book" / "index.html").read_text(encoding="utf-8")).text
    assert "6.0-0000, 6.0-0001" in index and "6.0-0019." in index


def test_figures_have_their_anchor_and_the_vega_bundle_is_there(site: Path) -> None:
    reader = Reader((site / "notebooks" / "figures.html").read_text(encoding="utf-8"))
    assert {"fig-evil", "fig-second", "tab-rows"} <= set(reader.ids)
    assert [f["data-live"] for f in reader.named("figure")] == ["manual", "auto"]
    bundle = (site / "_static" / "claimcheck-vega.js").read_text(encoding="utf-8")
    assert bundle.startswith("(() => {") and "vegaEmbed" in bundle


def test_a_figure_can_stand_on_another_page(site: Path) -> None:
    reader = Reader((site / "book" / "index.html").read_text(encoding="utf-8"))
    assert "fig-second" in reader.ids and len(reader.named("figure")) == 1


def test_a_journey_is_a_list_with_numbers_and_what_became_of_its_details(site: Path) -> None:
    reader = Reader((site / "book" / "articles.html").read_text(encoding="utf-8"))
    stages = [a for a in reader.named("li") if "cc-stage" in a.get("class", "").split()]
    assert [a["id"] for a in stages] == ["stage-the-way-1", "stage-the-way-2"]
    heads = [a["href"] for a in reader.named("a") if a.get("href", "").startswith("#stage-")]
    assert heads == ["#stage-the-way-1", "#stage-the-way-2"]
    assert "Lost: who" in reader.text and "Changed: scenario: Offline \N{RIGHTWARDS ARROW} Server" in reader.text
    sources = [a["href"] for a in reader.named("a") if "cc-num" in a.get("class", "").split()]
    assert sources == ["#src-pair-server-articles"] * 2
def test_every_figure_has_its_files_once_and_a_page_that_leads_home(site: Path) -> None:
    """Also the figure that stands on two pages, whose home is its notebook."""
    endings = ("csv", "html", "json", "png", "svg", "txt")
    there = sorted(path.name for path in (site / "figures").iterdir())
    assert there == [f"{name}.{ending}" for name in ("evil", "second") for ending in endings]
    leads = (site / "figures" / "second.html").read_text(encoding="utf-8")
    assert "url=../notebooks/figures.html#fig-second" in leads
    for page, folder in (("book/index.html", "../figures/"), ("notebooks/figures.html", "../figures/")):
        reader = Reader((site / page).read_text(encoding="utf-8"))
        addresses = {a["href"] for a in reader.named("a")}
        assert {f"{folder}second.{ending}" for ending in endings} <= addresses
    assert [str(fault) for fault in sitecheck.check(site)] == []


def test_a_page_that_moved_leads_on_and_is_no_page(site: Path) -> None:
    text = (site / "book" / "old-claims.html").read_text(encoding="utf-8")
    assert 'content="0; url=claims.html"' in text
    assert '<link rel="canonical" href="https://claimcheck.github.io/claimcheck/book/claims.html">' in text
    for listing in ("sitemap.xml", "searchindex.js"):
        assert "old-claims" not in (site / listing).read_text(encoding="utf-8")


def test_an_id_for_two_figures_and_bad_redirects_fail_the_build(tmp_path: Path) -> None:
    write_book(tmp_path)
    notebook = nbformat.read(tmp_path / "notebooks" / "figures.ipynb", as_version=4)
    del notebook.cells[1]
    notebook.cells[1].outputs[0].data[MIME]["title"] = "Another one"
    nbformat.write(notebook, tmp_path / "notebooks" / "more.ipynb")
    toc = tmp_path / "_toc.yml"
    toc.write_text(toc.read_text() + "- file: notebooks/more\n")
    redirects = "book/claims: book/index\nbook/older: book/nowhere\n"
    (tmp_path / "data" / "redirects.yml").write_text(redirects)
    done = build(tmp_path)
    assert done.returncode != 0
    said = done.stdout + done.stderr
    assert "more.ipynb: WARNING: figure id 'second' is taken by another figure, in" in said
    assert "book/claims is a page of the book" in said
    assert "book/older leads to book/nowhere, which is no page of the book" in said


def test_needless_weight_is_gone(site: Path) -> None:
    static = site / "_static"
    assert not list(static.rglob("*.map"))
    assert not list(static.rglob("*fontawesome*"))
    assert "fontawesome" not in (site / "book" / "index.html").read_text(encoding="utf-8")


def test_the_root_page_leads_to_the_book(site: Path) -> None:
    assert "url=book/index.html" in (site / "index.html").read_text(encoding="utf-8")


BAD = {
    "an unknown number": (
        "{n}`pair.servr`",
        "no number is called 'pair.servr'; the nearest is 'pair.server'",
    ),
    "an unknown claim": ("```{claim-card} 9\n```", "no claim '9'"),
    "a card twice": ("```{claim-card} 2\n```\n\n```{claim-card} 2\n```", "claim-2 stands twice"),
    "an unknown verdict": ("{verdict}`9`", "no claim '9'"),
    "an unknown figure": (
        "```{cc-figure} notebooks/figures secnd\n```",
        "no figure 'secnd' in notebooks/figures; the nearest is 'second'",
    ),
    "a figure of no notebook": ("```{cc-figure} book/index second\n```", "no figures in book/index"),
    "an unknown row": ("```{mlperf-footnote} row-1 row-99\n```", "no such row: row-99"),
    "an unknown suite": ("```{mlperf-footnote}\n:rounds: inferense\n```", "no suite inferense"),
    "a footnote about nothing": ("```{mlperf-footnote}\n```", "no row ids given"),
    "an unknown article": ("```{article-claims} A9\n```", "no article 'A9'"),
    "an unknown detail": (
        "::::{journey} J\n:details: who\n\n:::{stage} S\n:says: whom\n:::\n::::",
        "unknown detail 'whom'; details are who",
    ),
    "a journey of no stages": ("::::{journey} J\n:details: who\n\nText.\n::::", "journey 'J' holds something else"),
    "a stage on its own": (":::{stage} S\n:::", "a stage stands in a journey"),
    "maths": ("```{math}\nx\n```", "maths is not shown on this site"),
}


def test_mistakes_fail_the_build_at_their_line(tmp_path: Path) -> None:
    """One build shows all mistakes, each with its file and, where Sphinx knows it, its line."""
    write_book(tmp_path)
    names = []
    for i, (source, _) in enumerate(BAD.values()):
        names.append(f"book/bad{i}")
        (tmp_path / "book" / f"bad{i}.md").write_text(f"# Bad\n\nfiller\n\n{source}\n")
    toc = tmp_path / "_toc.yml"
    toc.write_text(toc.read_text() + "".join(f"- file: {name}\n" for name in names))
    done = build(tmp_path)
    assert done.returncode != 0
    said = done.stdout + done.stderr
    for i, (what, (_, message)) in enumerate(BAD.items()):
        line = next((text for text in said.splitlines() if message in text and f"bad{i}.md" in text), None)
        assert line is not None, f"{what}: {said[-3000:]}"
        at = {"maths": "", "a card twice": ":8", "an unknown detail": ":8"}.get(what, ":5")
        assert f"bad{i}.md{at}" in line, f"{what}: {line}"


def test_a_chart_that_vega_cannot_draw_fails_the_build(tmp_path: Path) -> None:
    write_book(tmp_path)
    path = tmp_path / "notebooks" / "figures.ipynb"
    notebook = nbformat.read(path, as_version=4)
    del notebook.cells[2].outputs[0].data[MIME]["spec"]["mark"]
    nbformat.write(notebook, path)
    done = build(tmp_path)
    assert done.returncode != 0
    assert "figure 'second' cannot be drawn" in done.stdout + done.stderr


def test_a_figure_used_twice_on_a_page_fails_the_build(tmp_path: Path) -> None:
    write_book(tmp_path)
    path = tmp_path / "notebooks" / "figures.ipynb"
    notebook = nbformat.read(path, as_version=4)
    notebook.cells[2].outputs[0].data[MIME] = json.loads(json.dumps(notebook.cells[1].outputs[0].data[MIME]))
    nbformat.write(notebook, path)
    done = build(tmp_path)
    assert done.returncode != 0
    assert "figure id 'evil' is used twice" in done.stdout + done.stderr


def test_a_change_makes_just_the_pages_that_rest_on_it_anew(tmp_path: Path) -> None:
    write_book(tmp_path)

    def read_again() -> list[str]:
        done = build(tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        said = re.sub(r"\x1b\[[\d;]*[mK]", "", done.stdout)
        return sorted(set(re.findall(r"reading sources\.\.\. \[ *\d+%\] (\S+)", said)))

    pages = ["book/articles", "book/claims", "book/index", "notebooks/figures"]
    assert read_again() == pages
    assert read_again() == []
    claims = tmp_path / "book" / "claims.md"
    claims.write_text(claims.read_text() + "\nOne sentence more.\n")
    assert read_again() == ["book/claims"]
    # A page's text may be unchanged while a number in it is not.
    changed = Number("pair.server", "2.78x", 2.78, "x", 2, "measured again")
    (tmp_path / "data" / "numbers.csv").write_text(listed([changed]))
    assert read_again() == ["book/articles", "book/index", "notebooks/figures"]
    for page in ("book/index", "notebooks/figures"):
        html = (tmp_path / "_build" / "html" / f"{page}.html").read_text(encoding="utf-8")
        assert "2.78x" in html and "Measured again." in html
    more = Number("pair.other", "1", 1.0, "", 0, "another")
    (tmp_path / "data" / "numbers.csv").write_text(listed([changed, more]))
    assert read_again() == []
    # Links to a page that comes later are made once it is there.
    (tmp_path / "book" / "errata.md").write_text("# Errata\n\n```{errata}\n```\n")
    (tmp_path / "_toc.yml").write_text((tmp_path / "_toc.yml").read_text() + "- file: book/errata\n")
    assert {"book/articles", "book/errata", "book/index"} <= set(read_again())
    citation = tmp_path / "CITATION.cff"
    citation.write_text(citation.read_text().replace("version: ", "version:  "))
    assert len(read_again()) == len(pages) + 1
