"""What an edition is made of and with: every package that is pinned, its licence, and whether the site has files of it.

Everything is read from where it is fixed or declared: requirements.txt, package-lock.json, what is installed, the
notice of the fonts. It is written as a software bill of materials (CycloneDX) and shown as a table of licences.
"""

from __future__ import annotations

import base64
import json
import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import vl_convert
from docutils import nodes
from packaging.utils import canonicalize_name
from sphinx.application import Sphinx

from claimcheck.fonts import FOLDER as FONTS
from claimcheck.publication import LICENSE_ID, ROOT, Publication, read_citation
from claimcheck.site.claims import BookDirective
from claimcheck.site.parts import part

FILE = "sbom.cdx.json"
_PIN = re.compile(r"^([A-Za-z0-9._-]+)==", re.MULTILINE)
_FONT = re.compile(r"^([a-z-]+)@([0-9.]+): ", re.MULTILINE)
# Named by their own repositories; the package that brings their scripts does not say it.
_VEGA = "BSD-3-Clause"
# Under these a package has files for a browser.
_FOR_SITES = ("/static/", "/_static/", "/theme/", "/themes/")


@dataclass(frozen=True)
class Part:
    """A package: ``purl`` names it everywhere; ``shipped`` if the site has files of it; ``sha512`` where known."""

    name: str
    version: str
    purl: str
    licence: str
    shipped: bool
    sha512: str = ""


def parts(app: Sphinx, root: Path = ROOT) -> list[Part]:
    """Every package, in order of its purl. Raises PackageNotFoundError for a pin that is not installed."""
    return sorted([*_python(root, _loaded(app)), *_npm(root), *_fonts(), *_vega()], key=lambda one: one.purl)


def _loaded(app: Sphinx) -> set[str]:
    """Distributions of Sphinx, its theme and the extensions that have files for a site."""
    owners = metadata.packages_distributions()
    modules = {name.partition(".")[0] for name in app.extensions}
    found = {owner for module in modules for owner in owners.get(module, ())}
    return {name for name in found if any(part in f"/{path}" for path in _files(name) for part in _FOR_SITES)}


def _files(name: str) -> list[str]:
    return [path.as_posix() for path in metadata.files(name) or ()]


def _python(root: Path, shipped: set[str]) -> Iterator[Part]:
    known = {canonicalize_name(name) for name in shipped}
    for name in _PIN.findall((root / "requirements.txt").read_text(encoding="utf-8")):
        one = metadata.distribution(name)
        purl = f"pkg:pypi/{canonicalize_name(name)}@{one.version}"
        yield Part(one.metadata["Name"], one.version, purl, _licence(one.metadata), canonicalize_name(name) in known)


def _licence(declared: Any) -> str:
    """What a package's metadata say, in the first line of the first field that says it."""
    classified = [one.rpartition(" :: ")[2] for one in declared.get_all("Classifier") or () if "License ::" in one]
    free = (declared.get("License") or "").strip().partition("\n")[0]
    return declared.get("License-Expression") or " or ".join(classified) or free or "not declared"


def _npm(root: Path) -> Iterator[Part]:
    lock = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))
    for path, one in lock["packages"].items():
        if path:
            name = path.rpartition("node_modules/")[2]
            kind, _, digest = one["integrity"].partition("-")
            sha = base64.b64decode(digest).hex() if kind == "sha512" else ""
            licence, purl = one.get("license", "not declared"), f"pkg:npm/{name.replace('@', '%40')}@{one['version']}"
            yield Part(name, one["version"], purl, licence, not one.get("dev"), sha)


def _fonts() -> Iterator[Part]:
    """The families that ours are subsets of, as their notice names them."""
    for name, version in _FONT.findall((FONTS / "LICENSE.txt").read_text(encoding="utf-8")):
        yield Part(name, version, f"pkg:npm/{name}@{version}", "OFL-1.1", True)


def _vega() -> Iterator[Part]:
    """What draws an interactive chart: a script that vl-convert holds."""
    versions = {
        "vega": vl_convert.get_vega_version(),
        "vega-lite": vl_convert.get_vegalite_versions()[-1],
        "vega-embed": vl_convert.get_vega_embed_version(),
    }
    for name, version in versions.items():
        yield Part(name, version, f"pkg:npm/{name}@{version}", _VEGA, True)


def sbom(found: list[Part], publication: Publication) -> str:
    """The bill of materials of an edition; ``required`` is what the site contains, ``excluded`` what only made it."""
    components = [
        {
            "type": "library",
            "bom-ref": one.purl,
            "name": one.name,
            "version": one.version,
            "purl": one.purl,
            "scope": "required" if one.shipped else "excluded",
            "licenses": [{"license": {"name": one.licence}}],
            **({"hashes": [{"alg": "SHA-512", "content": one.sha512}]} if one.sha512 else {}),
        }
        for one in found
    ]
    ours = {
        "type": "application",
        "bom-ref": "claimcheck",
        "name": "claimcheck",
        "version": publication.version,
        "licenses": [{"license": {"id": name}} for name in ("MIT", LICENSE_ID)],
    }
    whole = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, publication.url + json.dumps(components))}",
        "version": 1,
        "metadata": {"timestamp": f"{publication.released}T00:00:00Z", "component": ours},
        "components": components,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def write(app: Sphinx) -> None:
    """Write the bill of materials at the top of a finished site, unless it is there: then it is of the same tools."""
    path = Path(app.outdir, FILE)
    if not path.is_file():
        path.write_text(sbom(parts(app), read_citation()), encoding="utf-8")


class LicencesDirective(BookDirective):
    """``licences``: what the site contains that is not ours."""

    def run(self) -> list[nodes.Node]:
        """A table."""
        rows = [(one.name, one.version, one.licence) for one in parts(self.env.app) if one.shipped]
        note = "As the packages declare it. The bill of materials lists also what the report is only made with."
        heads = ("Package", "Version", "Licence")
        return self.html(part("rerun", "table", "What the site contains", heads, rows, note))
