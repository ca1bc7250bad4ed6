"""The files that the site serves beside its pages: data, notebooks, claims, schemas, changes, the feed, its hashes."""

from __future__ import annotations

import contextlib
import functools
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from sphinx.application import Sphinx

from claimcheck import sums
from claimcheck.claims import output
from claimcheck.claims import schema as register_schema
from claimcheck.database import FACTS, fact_parquet
from claimcheck.editions import FILE as CHANGES
from claimcheck.editions import PAGE, changes, changes_json
from claimcheck.errors import ClaimcheckError
from claimcheck.publication import CHANGELOG, CITATION, ROOT, read_changelog
from claimcheck.replies import FILE as REPLIES
from claimcheck.replies import read_replies
from claimcheck.site import contents, embeds, feed
from claimcheck.site.parts import part
from claimcheck.site.source import pictures, source_of, spread, this_publication
from claimcheck.tables import formats
from claimcheck.tables.croissant import FOLDER
from claimcheck.tables.store import MANIFEST

LICENSE = ROOT / "LICENSE"
_NOTE = ".buildinfo"

RERUN = "book/rerun"
# The recorded notebook, and the text form that it is made from.
FORMS = ((".ipynb", "notebook (.ipynb)"), (".py", "text (.py)"))
_BINDER = "https://mybinder.org/v2/gh/"
_GITHUB = re.compile(r"https://github\.com/(?P<repo>[^/\s]+/[^/\s]+?)/?")


def write(app: Sphinx) -> None:
    """Write the files of a finished site."""
    data, out = Path(app.srcdir, app.config.claimcheck_data_dir), Path(app.outdir)
    for path in served(data):
        _copy(data / path, out / FOLDER / path)
    for name in notebook_files(app):
        _copy(Path(app.srcdir, name), out / name)
        if name.endswith(".ipynb"):
            (out / name).write_text(without_outputs((out / name).read_text("utf-8")), encoding="utf-8")
    # At the top of the site, where editors can be pointed to.
    if (data / register_schema.FILE).is_file():
        _copy(data / register_schema.FILE, out / register_schema.FILE)
    publication = this_publication()
    schema = json.dumps(output.schema_document(publication.url), indent=1, ensure_ascii=False)
    (out / output.FILE).write_text(f"{schema}\n", encoding="utf-8")
    # The page of editions has said what is wrong, and the build fails.
    with contextlib.suppress(ClaimcheckError):
        releases = read_changelog()
        changed, replies = changes(data, releases), read_replies(data / REPLIES).entries
        (out / CHANGES).write_text(changes_json(changed, publication.edition.page(PAGE)), encoding="utf-8")
        (out / feed.FILE).write_text(feed.atom(releases, publication, changed, replies), encoding="utf-8")
    for path in (CITATION, CHANGELOG, LICENSE):
        _copy(path, out / path.name)
    write_claims(app)


def write_formats(app: Sphinx) -> None:
    """Write the tables as Parquet and Data Package, before a page names them (of ``builder-inited``).

    Those that an earlier build left are of the same data and code, or ``claimcheck.build`` had removed them.
    """
    data, out = Path(app.srcdir, app.config.claimcheck_data_dir), Path(app.outdir, FOLDER)

    def write_one(form: tuple[str, Callable[[], bytes]]) -> None:
        path, made = out / form[0], form[1]()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(made)

    forms = formats.forms(data, pictures(app))
    # Tables that queries of claims read beside those of data/.
    forms |= {f"{formats.PARQUET}/{name}.parquet": functools.partial(fact_parquet, name, data) for name in FACTS}
    missing = [form for form in forms.items() if not (out / form[0]).is_file()]
    spread(app, write_one, missing)


def put_back_note(app: Sphinx) -> None:
    """Give Sphinx the note of its last build, which ``write_sums`` took out of the site (of ``builder-inited``)."""
    kept = Path(app.doctreedir, _NOTE)
    if kept.is_file():
        kept.replace(Path(app.outdir, _NOTE))


def write_sums(app: Sphinx) -> None:
    """Write the hash of every file of the site, after everything else."""
    note = Path(app.outdir, _NOTE)
    if note.is_file():
        # It holds a digest of this machine's paths.
        note.replace(Path(app.doctreedir, _NOTE))
    sums.write(Path(app.outdir), this_publication(), Path(app.srcdir, app.config.claimcheck_data_dir, MANIFEST))


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


def served(data: Path) -> list[Path]:
    """The files of ``data``, and those in its folders, that are not hidden; their paths below it, sorted."""
    found = (path.relative_to(data) for path in data.rglob("*") if path.is_file())
    return sorted(path for path in found if not any(part.startswith(".") for part in path.parts))


def write_claims(app: Sphinx) -> None:
    """Write the files of each claim beside its page, what shows it elsewhere, and JSON of all; none without pages.

    Nothing is written, and no claim read, when they are there: then they are of the same data, code and edition.
    """
    pages = any(name.startswith(f"{contents.FOLDER}/") for name in app.env.found_docs)
    if not pages or Path(app.outdir, "claims.json").is_file():
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


def offer(app: Sphinx, page: str, body: str) -> str:
    """The text of a page with the line "Rerun this page" at its end, if it is a notebook's."""
    if not (forms := forms_of(app, page)):
        return body
    options = app.config.html_theme_options
    path = f"{page}{FORMS[0][0]}"
    binder = binder_address(options.get("repository_url", ""), options.get("repository_branch") or "main", path)
    guide = app.builder.get_relative_uri(page, RERUN) if RERUN in app.env.found_docs else None
    line = part("rerun", "offer", PurePosixPath(page).name, forms, binder, guide)
    return f"{body}\n{line}"


def binder_address(repository: str, branch: str, path: str) -> str | None:
    """Where Binder opens the file ``path`` of a GitHub repository; None for a repository elsewhere."""
    match = _GITHUB.fullmatch(repository)
    if match is None:
        return None
    return f"{_BINDER}{match['repo']}/{quote(branch, safe='')}?labpath={quote(path, safe='')}"
