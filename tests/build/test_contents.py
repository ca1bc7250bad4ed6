"""The claims' own pages come from the register: their sources, their order and their titles; the table of licences."""

from __future__ import annotations

from pathlib import Path

from sphinx_external_toc.parsing import parse_toc_yaml

from claimcheck.claims.register.reading import load_register
from claimcheck.site import cite, contents


def test_every_claim_of_the_register_is_listed_in_order_with_a_short_title(root: Path, data_dir: Path) -> None:
    pages = contents.claim_pages(data_dir)
    claims = [f"claims/{claim.number}" for claim in load_register(data_dir)]
    assert [*pages] == claims
    assert all(pages[page].startswith(f"Claim {page.partition('/')[2]}: ") for page in claims)
    site = parse_toc_yaml(root / "_toc.yml")
    contents.list_generated(site, data_dir)
    companies = [contents.company_page(name) for name in contents.companies(data_dir)]
    assert companies and site["book/scorecard"].child_files() == [*pages, *companies]
    chips = contents.chip_pages(data_dir)
    assert {"GB300", "MI355X"} <= {*chips} and site["notebooks/chips"].child_files() == [*chips.values()]
    assert [site[name].title for name in pages] == list(pages.values())


def test_what_the_site_contains_is_told_from_what_only_makes_it() -> None:
    shipped = cite.packages()
    names = {package.name.lower() for package in shipped}
    assert {"minisearch", "vega", "vega-lite", "source-sans"} <= names
    assert not {"pandas", "sphinx", "eslint", "axe-core"} & names
    assert [package.name for package in shipped if package.licence in ("", "not declared", "UNKNOWN")] == []
