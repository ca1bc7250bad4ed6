"""The table of licences has what the site contains, and nothing that only makes it."""

from __future__ import annotations

from claimcheck.report.pages import cite


def test_what_the_site_contains_is_told_from_what_only_makes_it() -> None:
    shipped = cite.packages()
    names = {package.name.lower() for package in shipped}
    assert {"minisearch", "vega", "vega-lite", "source-sans"} <= names
    assert not {"pandas", "sphinx", "eslint", "axe-core"} & names
    assert [package.name for package in shipped if package.licence in ("", "not declared", "UNKNOWN")] == []
