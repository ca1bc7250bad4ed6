"""The licences of what the site contains that is not ours: a table of packages, each with version and licence.

Everything is read from where it is declared: what is installed, package-lock.json, the notice of the fonts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import vl_convert
from docutils import nodes

from claimcheck.charts.fonts import FOLDER as FONTS
from claimcheck.data.edition import ROOT
from claimcheck.report.pages.claims import BookDirective
from claimcheck.report.parts.templates import part

_FONT = re.compile(r"^([a-z-]+)@([0-9.]+): ", re.MULTILINE)
# Named by their own repositories; the package that brings their scripts does not say it.
_VEGA = "BSD-3-Clause"
# Under these a package has files for a browser.
_FOR_SITES = ("/static/", "/_static/", "/theme/", "/themes/")


@dataclass(frozen=True)
class Part:
    """A package of which the site has files."""

    name: str
    version: str
    licence: str


def parts(extensions: Iterable[str], root: Path = ROOT) -> list[Part]:
    """Packages of which a site with these Sphinx ``extensions`` has files, by name."""
    return sorted([*_python(extensions), *_npm(root), *_fonts(), *_vega()], key=lambda one: one.name.lower())


def _python(extensions: Iterable[str]) -> Iterator[Part]:
    """Distributions of Sphinx, its theme and the extensions that have files for a site."""
    owners = metadata.packages_distributions()
    modules = {name.partition(".")[0] for name in extensions}
    for name in {owner for module in modules for owner in owners.get(module, ())}:
        paths = [f"/{path.as_posix()}" for path in metadata.files(name) or ()]
        if any(folder in path for path in paths for folder in _FOR_SITES):
            package = metadata.distribution(name)
            yield Part(package.metadata["Name"], package.version, _licence(package.metadata))


def _licence(declared: Any) -> str:
    """What a package's metadata say, in the first line of the first field that says it."""
    classified = [one.rpartition(" :: ")[2] for one in declared.get_all("Classifier") or () if "License ::" in one]
    free = (declared.get("License") or "").strip().partition("\n")[0]
    return declared.get("License-Expression") or " or ".join(classified) or free or "not declared"


def _npm(root: Path) -> Iterator[Part]:
    lock = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))
    for path, package in lock["packages"].items():
        if path and not package.get("dev"):
            name = path.rpartition("node_modules/")[2]
            yield Part(name, package["version"], package.get("license", "not declared"))


def _fonts() -> Iterator[Part]:
    """The families that ours are subsets of, as their notice names them."""
    for name, version in _FONT.findall((FONTS / "LICENSE.txt").read_text(encoding="utf-8")):
        yield Part(name, version, "OFL-1.1")


def _vega() -> Iterator[Part]:
    """What draws an interactive chart: a script that vl-convert holds."""
    yield Part("vega", vl_convert.get_vega_version(), _VEGA)
    yield Part("vega-lite", vl_convert.get_vegalite_versions()[-1], _VEGA)
    yield Part("vega-embed", vl_convert.get_vega_embed_version(), _VEGA)


class LicencesDirective(BookDirective):
    """``licences``: what the site contains that is not ours."""

    def run(self) -> list[nodes.Node]:
        """A table."""
        rows = [(one.name, one.version, one.licence) for one in parts(self.env.app.extensions)]
        heads = ("Package", "Version", "Licence")
        note = "As the packages declare it."
        return self.html(part("rerun", "table", "What the site contains", heads, rows, note))
