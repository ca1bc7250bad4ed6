"""The files that the site serves beside its pages: data, notebooks, claims, schemas, the feed, its hashes."""

from __future__ import annotations

import functools
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from sphinx.application import Sphinx

from claimcheck.analysis.database import FACTS, fact_parquet
from claimcheck.claims.register import schema as register_schema
from claimcheck.claims.verdict.result import SERVED_SCHEMA, schema_document
from claimcheck.data import formats
from claimcheck.data.edition import CHANGELOG, CITATION, ROOT, read_changelog
from claimcheck.data.paths import PUBLISHED, REPLIES, address
from claimcheck.data.replies import read_replies
from claimcheck.data.tables import csv_path, digest
from claimcheck.report.pages import contents, feed
from claimcheck.report.parts import embeds
from claimcheck.report.parts.source import source_of, spread, this_publication
from claimcheck.report.parts.templates import part

LICENSE = ROOT / "LICENSE"
SUMS = "SHA256SUMS"
_NOTE = ".buildinfo"

RERUN = "book/rerun"
# The recorded notebook, and the text form that it is made from.
FORMS = ((".ipynb", "notebook (.ipynb)"), (".py", "text (.py)"))
_BINDER = "https://mybinder.org/v2/gh/"
_BRANCH = "main"
_GITHUB = re.compile(r"https://github\.com/(?P<repo>[^/\s]+/[^/\s]+?)/?")


def write(app: Sphinx) -> None:
    """Write the files of a finished site."""
    data, out = Path(app.srcdir, app.config.claimcheck_data_dir), Path(app.outdir)
    for path in formats.files_of(data):
        _copy(data / path, out / PUBLISHED / address(path.as_posix()))
    for name in notebook_files(app):
        _copy(Path(app.srcdir, name), out / name)
        if name.endswith(".ipynb"):
            (out / name).write_text(without_outputs((out / name).read_text("utf-8")), encoding="utf-8")
    publication = this_publication()
    schema = json.dumps(schema_document(publication.url), indent=1, ensure_ascii=False)
    (out / SERVED_SCHEMA).write_text(f"{schema}\n", encoding="utf-8")
    news = feed.atom(read_changelog(), publication, read_replies(data / REPLIES).entries)
    (out / feed.FILE).write_text(news, encoding="utf-8")
    # A book without results knows no names that a register of claims may use.
    if csv_path("inference_results", data).is_file():
        # At the top of the site, where editors can be pointed to, and with the registers.
        for folder in (out, out / PUBLISHED):
            (folder / register_schema.FILE).write_text(register_schema.schema_text(data), encoding="utf-8")
    for path in (CITATION, CHANGELOG, LICENSE):
        _copy(path, out / path.name)
    write_claims(app)


def write_formats(app: Sphinx) -> None:
    """Write the tables as Parquet and what describes them, before a page names it (of ``builder-inited``).

    A build that goes on from an earlier one has them: the Makefile lets Sphinx begin again for other data or code.
    """
    if not app.fresh_env_used:
        return
    data, out = Path(app.srcdir, app.config.claimcheck_data_dir), Path(app.outdir, PUBLISHED)

    def write_one(form: tuple[str, Callable[[], bytes]]) -> None:
        path, made = out / form[0], form[1]()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(made)

    # Tables that queries of claims read as well as those of data/; a book without results has none.
    names = FACTS if csv_path("inference_results", data).is_file() else ()
    facts = {f"{formats.PARQUET}/{name}.parquet": functools.partial(fact_parquet, name, data) for name in names}
    spread(app, write_one, list((formats.forms(data) | facts).items()))


def put_back_note(app: Sphinx) -> None:
    """Give Sphinx the note of its last build, which ``write_sums`` took out of the site (of ``builder-inited``)."""
    kept = Path(app.doctreedir, _NOTE)
    if kept.is_file():
        kept.replace(Path(app.outdir, _NOTE))


def write_sums(app: Sphinx) -> None:
    """Write the hash of every file of the site, as ``sha256sum -c`` reads it, after everything else."""
    note = Path(app.outdir, _NOTE)
    if note.is_file():
        # It holds a digest of this machine's paths.
        note.replace(Path(app.doctreedir, _NOTE))
    site = Path(app.outdir)
    # The list cannot have its own hash.
    files = sorted(p.relative_to(site).as_posix() for p in site.rglob("*") if p.is_file() and p.name != SUMS)
    (site / SUMS).write_text("".join(f"{digest(site / name)}  {name}\n" for name in files), encoding="utf-8")


def list_every_page(app: Sphinx, exception: Exception | None) -> None:
    """Give sphinx-sitemap the pages of earlier builds as well (a handler of ``build-finished``, before its own).

    It collects pages while they are written, and a build writes only those that changed.
    """
    links = getattr(app, "sitemap_links", None)
    if exception is not None or links is None:
        return
    listed = {app.builder.get_target_uri(name): None for name in app.env.found_docs}
    while not links.empty():
        listed |= [links.get()]
    # In one order, whichever pages were written, and by however many processes.
    for page in sorted(listed.items()):
        links.put(page)


def without_outputs(notebook: str) -> str:
    """A recorded notebook as a file to run: its outputs, ten times as long as its cells, are what the page shows."""
    read = json.loads(notebook)
    for cell in read["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
    return json.dumps(read, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def write_claims(app: Sphinx) -> None:
    """Write the files of each claim beside its page, what shows it elsewhere, and JSON of all; none without pages.

    A build that goes on from an earlier one has them, as it has the tables.
    """
    pages = any(name.startswith(f"{contents.FOLDER}/") for name in app.env.found_docs)
    if not pages or not app.fresh_env_used:
        return
    source = source_of(app)
    found, edition = dict(source.claim_files()), this_publication().edition
    for claim in source.claims:
        found |= embeds.claim_files(claim, source.quotation(claim).footnote, source.texts, edition)
    for name, text in found.items():
        path = Path(app.outdir, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        # Bytes: the files are the same on every system.
        path.write_bytes(text.encode())


# ---- Notebooks ----


def notebook_files(app: Sphinx) -> Iterator[str]:
    """The files of every notebook of the book, in each of its forms."""
    return (f"{page}{ending}" for page in sorted(app.env.found_docs) for ending, _ in forms_of(app, page))


def forms_of(app: Sphinx, page: str) -> list[tuple[str, str]]:
    """The forms in which the book holds ``page``; none when it is no notebook."""
    if page not in app.env.found_docs or not str(app.env.doc2path(page)).endswith(FORMS[0][0]):
        return []
    return [form for form in FORMS if Path(app.srcdir, f"{page}{form[0]}").is_file()]


def offer(app: Sphinx, page: str) -> str:
    """The line "Rerun this page" of a notebook's page; empty for any other."""
    if not (forms := forms_of(app, page)):
        return ""
    binder = binder_address(this_publication().repository, _BRANCH, f"{page}{FORMS[0][0]}")
    guide = app.builder.get_relative_uri(page, RERUN) if RERUN in app.env.found_docs else None
    return part("rerun", "offer", PurePosixPath(page).name, forms, binder, guide)


def binder_address(repository: str, branch: str, path: str) -> str | None:
    """Where Binder opens the file ``path`` of a GitHub repository; None for a repository elsewhere."""
    match = _GITHUB.fullmatch(repository)
    if match is None:
        return None
    return f"{_BINDER}{match['repo']}/{quote(branch, safe='')}?labpath={quote(path, safe='')}"
