"""The bill of materials has everything that is pinned, and the table of licences what the site contains."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from claimcheck.publication import read_citation
from claimcheck.site import inventory


@pytest.fixture(scope="module")
def found() -> list[inventory.Part]:
    """The packages of a site with a theme, an extension that has a style sheet and one that has no file."""
    extensions = ("sphinx.builders.html", "sphinx_book_theme", "sphinx_design", "sphinx_sitemap", "claimcheck.site")
    return inventory.parts(SimpleNamespace(extensions=dict.fromkeys(extensions)))


def test_every_pin_of_both_registries_is_there_once_with_a_licence(root: Path, found: list[inventory.Part]) -> None:
    purls = [one.purl for one in found]
    assert len(set(purls)) == len(purls)
    pins = re.findall(r"^([A-Za-z0-9._-]+)==([A-Za-z0-9.]+)", (root / "requirements.txt").read_text(), re.MULTILINE)
    assert {f"pkg:pypi/{re.sub('[-_.]+', '-', name).lower()}@{version}" for name, version in pins} <= set(purls)
    lock = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert sum(one.sha512 != "" for one in found) == len(lock) - 1
    assert [one.name for one in found if one.licence in ("", "not declared", "UNKNOWN")] == []
    assert max(len(one.licence) for one in found) < 200


def test_what_the_site_contains_is_told_from_what_only_makes_it(found: list[inventory.Part]) -> None:
    shipped = {one.name.lower() for one in found if one.shipped}
    assert {"sphinx", "sphinx-book-theme", "sphinx_design", "minisearch", "vega", "vega-lite", "source-sans"} <= shipped
    assert not {"pandas", "pytest", "eslint", "axe-core", "sphinx-sitemap"} & shipped


def test_the_bill_keeps_its_format_and_names_no_registry(found: list[inventory.Part]) -> None:
    text = inventory.sbom(found, read_citation())
    bill = json.loads(text)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert {one["scope"] for one in bill["components"]} == {"required", "excluded"}
    assert all(set(one) >= {"bom-ref", "name", "version", "purl", "licenses"} for one in bill["components"])
    assert re.findall(r"https?://[^\"]+", text) == ["http://cyclonedx.org/schema/bom-1.6.schema.json"]
    assert json.loads(inventory.sbom(found[1:], read_citation()))["serialNumber"] != bill["serialNumber"]
