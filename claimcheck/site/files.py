"""The files that the site has besides its pages: data, notebooks, claims, schemas, and the hashes of all."""

from __future__ import annotations

import functools
import json
import shutil
from collections.abc import Callable
from pathlib import Path

from sphinx.application import Sphinx

from claimcheck.analysis.database import FACTS, fact_parquet
from claimcheck.claims.register.reading import SCHEMA_FILE, schema_text
from claimcheck.claims.verdict.result import SERVED_SCHEMA, schema_document
from claimcheck.core.files import digest, write
from claimcheck.data import edition, formats
from claimcheck.data.paths import PARQUET, PUBLISHED
from claimcheck.site.book import book_of, this_publication
from claimcheck.site.frame.navigation import is_notebook

LICENSE = edition.ROOT / "LICENSE"
SUMS = "SHA256SUMS"
# Not part of the site: Sphinx's own note on the build, with a digest of this machine's paths.
BUILD_NOTE = ".buildinfo"


def write_files(app: Sphinx) -> None:
    """Write the files that need nothing but data, claims and sources into a finished site."""
    out = Path(app.outdir)
    for page in filter(functools.partial(is_notebook, app), app.env.found_docs):
        text = without_outputs(Path(app.srcdir, f"{page}.ipynb").read_text(encoding="utf-8"))
        write(out / f"{page}.ipynb", text.encode())
    schema = json.dumps(schema_document(this_publication().url), indent=1, ensure_ascii=False)
    (out / SERVED_SCHEMA).write_text(f"{schema}\n", encoding="utf-8")
    # At the top of the site, where editors can be pointed to, and with the registers.
    for folder in (out, out / PUBLISHED):
        (folder / SCHEMA_FILE).write_text(schema_text(), encoding="utf-8")
    for path in (edition.CITATION, edition.CHANGELOG, LICENSE):
        shutil.copyfile(path, out / path.name)
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
    """Write the Croissant and Data Package descriptions of what ``data_to_write`` has written."""
    folder = Path(app.outdir, PUBLISHED)
    for name, content in formats.descriptions(folder).items() if app.fresh_env_used else ():
        write(folder / name, content)


def write_sums(app: Sphinx) -> None:
    """Write the hash of every file of the site, as ``sha256sum -c`` reads it; the last file to be written."""
    site = Path(app.outdir)
    # The list cannot have its own hash.
    files = {p.relative_to(site).as_posix() for p in site.rglob("*") if p.is_file()} - {SUMS, BUILD_NOTE}
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
