"""What the built site serves to machines: data, descriptions, sitemap, each page's metadata."""

from __future__ import annotations

import csv
import json
import struct
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from claimcheck.claims.register.reading import SCHEMA_FILE as REGISTER
from claimcheck.claims.register.reading import schema_text
from claimcheck.core.files import digest
from claimcheck.core.limits import first_unfit
from claimcheck.data import formats
from claimcheck.data.edition import read_citation
from claimcheck.data.schema import TABLES
from claimcheck.site.files import BUILD_NOTE, SUMS
from claimcheck.site.frame import metadata
from tests.build.reading import Reader
from tests.site.conftest import page_names

URL = read_citation().url


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, str]:
    """Every page of the book, without Sphinx's own and without redirects."""
    texts = {name: (site / name).read_text(encoding="utf-8") for name in page_names()}
    return {name: text for name, text in texts.items() if "citation_public_url" in text}


def test_the_croissant_description_has_every_file_of_the_data_and_every_column(site: Path, data_dir: Path) -> None:
    found = json.loads((site / "data" / "croissant.json").read_text(encoding="utf-8"))
    assert {one["@id"] for one in found["distribution"]} >= formats.makers(data_dir).keys()
    for one in found["distribution"]:
        assert one["contentUrl"] == f"{URL}data/{one['@id']}"
        assert digest((site / "data" / one["@id"]).read_bytes()) == one["sha256"]
    columns = {one["name"]: [field["name"] for field in one["field"]] for one in found["recordSet"]}
    assert columns == {table.name: table.names for table in TABLES.values()}
    assert (site / found["url"].removeprefix(URL)).is_file()


def test_the_schema_of_a_register_of_claims_is_where_editors_look_for_it(site: Path) -> None:
    assert {(site / folder / REGISTER).read_text(encoding="utf-8") for folder in ("", "data")} == {schema_text()}


def test_the_site_is_as_its_list_of_hashes_says(site: Path) -> None:
    done = subprocess.run(["sha256sum", "--check", "--quiet", SUMS], cwd=site, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    listed = {line.partition("  ")[2] for line in (site / SUMS).read_text(encoding="utf-8").splitlines()}
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert listed == files - {SUMS, BUILD_NOTE}


def test_the_sitemap_lists_every_page_and_nothing_else(site: Path, pages: dict[str, str]) -> None:
    root = ET.parse(site / "sitemap.xml").getroot()
    # What the protocol allows (sitemaps.org): these two elements, 50,000 addresses of one host.
    space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    assert root.tag == f"{space}urlset" and 0 < len(root) <= 50_000
    assert {(url.tag, *(e.tag for e in url)) for url in root} == {(f"{space}url", f"{space}loc")}
    listed = [e.text for e in root.iter(f"{space}loc")]
    assert len(set(listed)) == len(listed)
    assert {address.removeprefix(URL) for address in listed} == set(pages)


def test_titles_descriptions_and_pictures_belong_to_their_page(site: Path, pages: dict[str, str]) -> None:
    seen: dict[str, str] = {}
    for name, text in pages.items():
        reader = Reader(text.partition("</head>")[0])
        metas = {m.get(by): m.get("content", "") for m in reader.named("meta") for by in ("name", "property")}
        assert metas["citation_public_url"] == metas["og:url"] == URL + name
        card = (site / metas["og:image"].removeprefix(URL)).read_bytes()
        assert struct.unpack(">II", card[16:24]) == (metadata.WIDTH, metadata.HEIGHT), name
        words = metas["description"]
        assert 20 <= len(words) <= 200, f"{name}: {words}"
        assert metas["og:description"] == words
        assert words not in seen, f"{name} and {seen[words]} say the same of themselves"
        seen[words] = name


def test_no_cell_of_a_saved_file_is_a_formula_or_unseen(site: Path) -> None:
    csv.field_size_limit(10**7)
    paths = sorted(site.rglob("*.csv"))
    assert len(paths) > 20
    for path in paths:
        with path.open(encoding="utf-8", newline="") as file:
            cells = {cell.replace("\n", " ") for row in csv.reader(file) for cell in row}
        assert first_unfit(cells) is None, path
