"""Pages of the book that come from a register: each claim's own page, from ``data/claims.yml``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx_external_toc.api import Document, FileItem, SiteMap

from claimcheck.claims.model import order
from claimcheck.registers import Entry, read_yaml

FOLDER = "claims"
# The entry of ``_toc.yml`` where the pages of the claims are listed.
GLOB = f"{FOLDER}/*"
_REGISTER = "claims.yml"


def claim_pages(data: Path) -> dict[str, str]:
    """The claims' pages in order of their numbers, each with its title for tables of contents.

    Before claims 5a and 5b, and without a claim 5, comes a page ``claims/5`` that leads to them. None without a
    register. Raises RegisterError for a claim without a number.
    """
    if not (data / _REGISTER).is_file():
        return {}
    numbered = {_number(entry): entry for _, entry in read_yaml(data / _REGISTER).section("claims")}
    found = {}
    for number in sorted(numbered, key=order):
        whole, entry = order(number)[0], numbered[number]
        if str(whole) not in numbered:
            found.setdefault(f"{FOLDER}/{whole}", f"Claim {whole}, in parts")
        short = f": {entry.text('short')}" if "short" in entry.values else ""
        found[f"{FOLDER}/{number}"] = f"Claim {number}{short}"
    return found


def _number(entry: Entry) -> str:
    number = str(entry.get("number"))
    if not re.fullmatch(r"\d+[a-z]?", number):
        raise entry.fail(f"number is {number}", "number", rule="a claim has a number: 5, or 5a")
    return number


def _source(page: str, pages: Mapping[str, str]) -> str:
    """The text of a claim's page: one directive; of a page in parts, a list of the parts with their verdicts."""
    number = page.rpartition("/")[2]
    parts = [name for name in pages if re.fullmatch(rf"{page}[a-z]", name)]
    if not parts:
        return f"```{{claim-page}} {number}\n```\n"
    names = [name.rpartition("/")[2] for name in parts]
    lines = [f"- [{pages[part]}]({name}.md): {{verdict}}`{name}`" for part, name in zip(parts, names, strict=True)]
    said = "The sentence makes several statements, and each has an answer of its own."
    return f"(claim-{number})=\n# {pages[page]}\n\n{said}\n\n" + "\n".join(lines) + "\n"


def listed(site: SiteMap, pages: Mapping[str, str]) -> None:
    """Replace the entry GLOB of a table of contents by ``pages``, in order and titled; none change nothing."""
    for document in list(site.values()):
        for tree in document.subtrees:
            if pages and GLOB in tree.globs():
                at = tree.items.index(GLOB)
                tree.items[at : at + 1] = [FileItem(name) for name in pages]
                site.update({name: Document(name, title=title) for name, title in pages.items()})


def write(app: Sphinx, config: Config) -> None:
    """Write the sources of the claims' pages and remove those of no claim (a handler of ``config-inited``).

    They are no part of the repository; one that is right is left as it is, so that its
    page is not read again.
    """
    pages = claim_pages(_data(app, config))
    if not pages:
        return
    folder = Path(app.srcdir, FOLDER)
    folder.mkdir(exist_ok=True)
    for name in pages:
        path, text = Path(app.srcdir, f"{name}.md"), _source(name, pages)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for path in folder.glob("*.md"):
        if f"{FOLDER}/{path.stem}" not in pages:
            path.unlink()


def list_pages(app: Sphinx, config: Config) -> None:
    """List them in the table of contents, once it is read (a later handler of ``config-inited``)."""
    listed(config.external_site_map, claim_pages(_data(app, config)))


def _data(app: Sphinx, config: Config) -> Path:
    return Path(app.srcdir, config.claimcheck_data_dir)
