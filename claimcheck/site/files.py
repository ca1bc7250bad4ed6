"""The files that the site has besides its pages: data, notebooks, claims, schemas, the feed, and the hashes of all.

The Atom feed (RFC 4287) has the released versions, each with what it changed, and the replies to our verdicts. A
version that is not released yet is no entry, since an entry must not change under readers who have it.
"""

from __future__ import annotations

import functools
import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import urljoin

from markdown_it import MarkdownIt
from sphinx.application import Sphinx

from claimcheck.analysis.database import FACTS, fact_parquet
from claimcheck.claims.register.reading import SCHEMA_FILE, schema_text
from claimcheck.claims.verdict.result import SERVED_SCHEMA, schema_document
from claimcheck.core.files import digest, write
from claimcheck.core.printing import listed
from claimcheck.data import edition, formats
from claimcheck.data.paths import PARQUET, PUBLISHED
from claimcheck.site import BRIEF
from claimcheck.site.book import book_of, this_publication
from claimcheck.site.frame.html import paragraphs, part
from claimcheck.site.frame.metadata import FEED, FEED_TYPE
from claimcheck.site.frame.navigation import notebook_files

LICENSE = edition.ROOT / "LICENSE"
SUMS = "SHA256SUMS"
# Not part of the site: Sphinx's own note on the build, with a digest of this machine's paths.
BUILD_NOTE = ".buildinfo"
# RFC 4151: who named the entries, and in which year that name was theirs. Never to be changed, wherever
# the site moves: a reader would see every entry as a new one.
_TAG = "tag:claimcheck.github.io,2026:claimcheck/"


def write_files(app: Sphinx) -> None:
    """Write the files that need nothing but data, claims and sources into a finished site."""
    data, out = book_of(app).data_dir, Path(app.outdir)
    for name in notebook_files(app):
        _copy(Path(app.srcdir, name), out / name)
        if name.endswith(".ipynb"):
            (out / name).write_text(without_outputs((out / name).read_text("utf-8")), encoding="utf-8")
    publication = this_publication()
    schema = json.dumps(schema_document(publication.url), indent=1, ensure_ascii=False)
    (out / SERVED_SCHEMA).write_text(f"{schema}\n", encoding="utf-8")
    news = atom(edition.read_changelog(), publication, edition.read_replies(data))
    (out / FEED).write_text(f"{news}\n", encoding="utf-8")
    # At the top of the site, where editors can be pointed to, and with the registers.
    for folder in (out, out / PUBLISHED):
        (folder / SCHEMA_FILE).write_text(schema_text(), encoding="utf-8")
    for path in (edition.CITATION, edition.CHANGELOG, LICENSE):
        _copy(path, out / path.name)
    # A build that goes on from an earlier one has these, as it has the tables.
    for name, text in book_of(app).register_files().items() if app.fresh_env_used else ():
        write(out / name, text.encode())


def data_to_write(app: Sphinx) -> list[Callable[[], None]]:
    """What writes the files of ``data/``, tables as Parquet, which pages name.

    A build that goes on from an earlier one has them: the Makefile lets Sphinx begin again for other data or code.
    """
    if not app.fresh_env_used:
        return []
    data, out = book_of(app).data_dir, Path(app.outdir, PUBLISHED)

    def make(name: str, content: Callable[[], bytes]) -> None:
        write(out / name, content())

    # Tables that queries of claims read as well as those of data/.
    facts = {f"{PARQUET}/{name}.parquet": functools.partial(fact_parquet, name, data) for name in FACTS}
    return [functools.partial(make, *file) for file in (formats.makers(data) | facts).items()]


def describe_data(app: Sphinx) -> None:
    """Write the description of what ``data_to_write`` has written."""
    if app.fresh_env_used:
        folder = Path(app.outdir, PUBLISHED)
        write(folder / formats.CROISSANT, formats.description(folder))


def write_sums(app: Sphinx) -> None:
    """Write the hash of every file of the site, as ``sha256sum -c`` reads it; the last file to be written."""
    site = Path(app.outdir)
    # The list cannot have its own hash, and the brief's differs with the browser that prints it.
    files = {p.relative_to(site).as_posix() for p in site.rglob("*") if p.is_file()} - {SUMS, BUILD_NOTE, BRIEF}
    lines = (f"{digest((site / name).read_bytes())}  {name}\n" for name in sorted(files))
    (site / SUMS).write_text("".join(lines), encoding="utf-8")


def write_sitemap(app: Sphinx) -> None:
    """Write the address of every page of the book, as sitemaps.org has it."""
    url = this_publication().url
    pages = sorted(app.builder.get_target_uri(name) for name in app.env.found_docs)
    listed = "\n".join(f"<url><loc>{url}{page}</loc></url>" for page in pages)
    text = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{listed}\n</urlset>\n'
    Path(app.outdir, "sitemap.xml").write_text(f'<?xml version="1.0" encoding="utf-8"?>\n{text}', encoding="utf-8")


def without_outputs(notebook: str) -> str:
    """A recorded notebook as a file to run: without its outputs, ten times as long, which the page shows."""
    document = json.loads(notebook)
    for cell in document["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
    return json.dumps(document, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def atom(
    releases: Sequence[edition.Release], publication: edition.Publication, replies: Sequence[edition.Reply] = ()
) -> str:
    """The feed as XML: the ``replies``, then the ``releases``, newest first."""
    changelog = f"{publication.repository}/blob/main/CHANGELOG.md"
    entries = []
    for reply in replies:
        title = f"{reply.by} replies on {listed([f'claim {number}' for number in reply.claims])}"
        page = publication.edition.page(f"claims/{reply.claims[0]}")
        entries.append((f"reply/{reply.id}", title, reply.day, page, paragraphs(reply.text)))
    for release in releases:
        name, content = f"claimcheck {release.version}", markdown_html(release.body, changelog)
        entries.append((release.version, name, release.date, changelog, content))
    updated = max(day for _, _, day, *_ in entries)
    return part("feed", "feed", publication, FEED_TYPE, _TAG, updated, entries)


def markdown_html(markdown: str, base: str) -> str:
    """Markdown as HTML with absolute links (relative ones start from ``base``); HTML in it stays text."""
    parser = MarkdownIt("commonmark", {"html": False})
    tokens = parser.parse(markdown)
    for token in (child for block in tokens for child in block.children or ()):
        for name in ("href", "src"):
            if address := token.attrGet(name):
                token.attrSet(name, urljoin(base, str(address)))
    return parser.renderer.render(tokens, parser.options, {})
