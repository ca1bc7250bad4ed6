"""Pages of the book that come from registers: each claim's own; a register's and its articles', but for the first."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import ConfigDict
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx_external_toc.api import Document, FileItem, SiteMap

from claimcheck.claims.register.articles import Article, texts_of
from claimcheck.claims.register.claim import order
from claimcheck.core.documents import Model, Text, formed, read
from claimcheck.data.heads import Head, read_heads
from claimcheck.data.paths import ASSERTIONS_FILE, CLAIMS_FILE

FOLDER, ARTICLES = "claims", "book/articles"
# The entries of ``_toc.yml`` where the pages of the claims, and those of registers and their articles, are listed.
GLOB, OTHERS, REGISTERS = f"{FOLDER}/*", f"{FOLDER}/*/*", f"{ARTICLES}/*/*"

_REGISTER = """# {title}

{subject} The verdicts are computed by the rules of [the first scorecard](/book/scorecard.md). What the results
themselves say is on [a page of its own](/{page}).

{text}

```{{verdict-matrix}} {name}
```

## The articles

{articles}

## Every claim

```{{scorecard}} {name}
```
{contradictions}
```{{mlperf-footnote}}
:claims: {name}
```
"""
_CONTRADICTIONS = """
## Where the texts differ

```{{contradictions}}
:register: {name}
```
"""
_ARTICLE = """# {heading}

{text}

```{{article-facts}} {key}
```
{vendor}
## Compared with the raw results

```{{article-claims}} {key}
```

```{{mlperf-footnote}}
:claims: {key}
```
"""
# Of a text that is not the vendor's own.
_VENDOR = """
## Compared with the vendor's own words

The table has the points on which both this text and the vendor's say something. Where a row is marked, they differ. In
any other row an error or an omission is in both.

```{{article-vendor}} {key}
```
"""


def register_page(head: Head) -> str:
    """The page of a register, with its scorecard."""
    return "book/scorecard" if head.first else f"{ARTICLES}/{head.name}/index"


class _Titled(Model):
    """What the title of a claim's page says of it."""

    model_config = ConfigDict(extra="ignore")

    number: int | Annotated[str, formed(r"\d+[a-z]", "a claim's number: 5, or 5a")]
    short: Text = ""


class _Listed(Model):
    """A register of claims of which the titles are read."""

    claims: dict[Text, _Titled]
    answers: Any = None


def claim_pages(data: Path) -> dict[str, str]:
    """The claims' pages in order of their numbers, each with its title for tables of contents.

    Before claims 5a and 5b, and without a claim 5, comes a page ``claims/5`` that leads to them. Register by register;
    raises RegisterError for a claim without a number.
    """
    found = {}
    for head in read_heads(data):
        numbered = {str(one.number): one for one in read(head.folder / CLAIMS_FILE, _Listed).claims.values()}
        for number in sorted(numbered, key=order):
            whole, short = order(number)[0], numbered[number].short
            if str(whole) not in numbered:
                found.setdefault(f"{FOLDER}/{head.called(whole)}", f"Claim {head.called(whole)}, in parts")
            found[f"{FOLDER}/{head.called(number)}"] = f"Claim {head.called(number)}{f': {short}' if short else ''}"
    return found


def _source(page: str, pages: Mapping[str, str]) -> str:
    """The text of a claim's page: one directive; of a page in parts, a list of the parts with their verdicts."""
    number = page.removeprefix(f"{FOLDER}/")
    parts = [name for name in pages if re.fullmatch(rf"{re.escape(page)}[a-z]", name)]
    if not parts:
        return f"```{{claim-page}} {number}\n```\n"
    lines = [f"- [{pages[part]}](/{part}.md): {{verdict}}`{part.removeprefix(f'{FOLDER}/')}`" for part in parts]
    said = "The sentence makes several statements, and each has an answer of its own."
    return f"(claim-{number})=\n# {pages[page]}\n\n{said}\n\n" + "\n".join(lines) + "\n"


def register_sources(data: Path) -> dict[str, str]:
    """The texts of the pages of every register but the first and of its articles, by page. Raises RegisterError."""
    found = {}
    for head in read_heads(data):
        if not head.first:
            texts = texts_of(head, others=False)
            found[register_page(head)] = _register(head, texts)
            for key, one in texts.items():
                vendor = "" if one.vendor else _VENDOR.format(key=key)
                found[f"{ARTICLES}/{key}"] = _ARTICLE.format(key=key, heading=one.heading, text=one.text, vendor=vendor)
    return found


def _register(head: Head, texts: Mapping[str, Article]) -> str:
    listed = (f"- [{one.heading}]({key.rpartition('/')[2]}.md), {one.role}" for key, one in texts.items())
    differ = _CONTRADICTIONS.format(name=head.name) if (head.folder / ASSERTIONS_FILE).is_file() else ""
    return _REGISTER.format(
        title=head.title, subject=head.subject, page=head.page, text=head.text, name=head.name,
        articles="\n".join(listed), contradictions=differ,
    )  # fmt: skip


def list_generated(site: SiteMap, data: Path) -> None:
    """List the pages made from registers where a table of contents has their pattern, in order, with their titles."""
    pages = claim_pages(data)
    for glob, depth in ((GLOB, 1), (OTHERS, 2)):
        _listed(site, glob, {name: title for name, title in pages.items() if name.count("/") == depth})
    _listed(site, REGISTERS, dict.fromkeys(register_sources(data)))


def _listed(site: SiteMap, glob: str, pages: Mapping[str, str | None]) -> None:
    """Replace the entry ``glob`` of a table of contents by ``pages``, in order, each with its title if it has one."""
    for document in list(site.values()):
        for tree in document.subtrees:
            if glob in tree.globs():
                at = tree.items.index(glob)
                tree.items[at : at + 1] = [FileItem(name) for name in pages]
                site.update({name: Document(name, title=title) for name, title in pages.items()})


def write(app: Sphinx, config: Config) -> None:
    """Write the sources of these pages and remove those of nothing (a handler of ``config-inited``).

    They are no part of the repository; one that is right is left as it is, so that its
    page is not read again.
    """
    data, root = _data(app, config), Path(app.srcdir)
    pages = claim_pages(data)
    sources = {name: _source(name, pages) for name in pages} | register_sources(data)
    if not sources:
        return
    for name, text in sources.items():
        path = root / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for path in (*root.glob(f"{FOLDER}/**/*.md"), *root.glob(f"{REGISTERS}.md")):
        if path.relative_to(root).as_posix().removesuffix(".md") not in sources:
            path.unlink()


def list_pages(app: Sphinx, config: Config) -> None:
    """List them in the table of contents, once it is read (a later handler of ``config-inited``)."""
    list_generated(config.external_site_map, _data(app, config))


def _data(app: Sphinx, config: Config) -> Path:
    return Path(app.srcdir, config.claimcheck_data_dir)
