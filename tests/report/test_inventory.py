"""The table of licences has what the site contains, and nothing that only makes it."""

from __future__ import annotations

from claimcheck.report.pages import inventory


def test_what_the_site_contains_is_told_from_what_only_makes_it() -> None:
    extensions = (
        "sphinx.builders.html",
        "sphinx_book_theme",
        "sphinx_design",
        "sphinx_sitemap",
        "claimcheck.report.extension",
    )
    shipped = inventory.parts(extensions)
    names = {one.name.lower() for one in shipped}
    assert {"sphinx", "sphinx-book-theme", "sphinx_design", "minisearch", "vega", "vega-lite", "source-sans"} <= names
    assert not {"pandas", "pytest", "eslint", "axe-core", "sphinx-sitemap"} & names
    assert [one.name for one in shipped if one.licence in ("", "not declared", "UNKNOWN")] == []
