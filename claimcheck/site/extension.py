"""Sphinx extension of the book: what each part registers, and in which order a build calls them.

Add ``claimcheck.site.extension`` to the extensions.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment.collectors.toctree import TocTreeCollector
from sphinx.util.parallel import make_chunks

from claimcheck import __version__
from claimcheck.site import (
    LOST,
    articles,
    book,
    chips,
    cite,
    claims,
    contents,
    data,
    files,
    numbers,
    rerun,
    search,
    tools,
)
from claimcheck.site.frame import assets, cards, directives, exhibits, metadata, navigation, terms, writer

# Each registers its own directives, roles, nodes and transforms.
_REGISTERING = (exhibits, numbers, writer, articles, chips, cite, claims, data, rerun, tools)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the extension with Sphinx: one function for each event of a build, in the order of the events."""
    app.add_html_theme("claimcheck", str(Path(__file__).parent / "theme"))
    for module in _REGISTERING:
        module.register(app)
    app.connect("config-inited", contents.generate)
    app.connect("builder-inited", begin)
    app.connect("env-before-read-docs", before_reading)
    app.connect("source-read", exhibits.read_text_form)
    app.connect("doctree-read", after_reading)
    app.connect("html-page-context", frame_page)
    app.connect("html-collect-pages", after_pages)
    # After sphinx-external-toc, whose files the hashes cover.
    app.connect("build-finished", finish, priority=999)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def begin(app: Sphinx) -> None:
    """Prepare what pages name or show (``builder-inited``)."""
    # Jupyter Book loads these and this book does not use them: an extension that does not say whether it is safe stops
    # Sphinx from reading pages in parallel.
    for name in ("sphinx_multitoc_numbering", "sphinx_jupyterbook_latex"):
        if unused := app.extensions.get(name):
            unused.parallel_read_safe = True
    # Sphinx would read every page once more to number figures, of which it numbers none.
    TocTreeCollector.assign_figure_numbers = lambda *_: []
    # The book has a search of its own.
    app.builder.search = False
    app.builder.render_partial = functools.partial(writer.render_partial, app.builder)


def before_reading(app: Sphinx, env: object, docnames: list[str]) -> None:
    """Read what all pages share, write what they name, deal out those that take longest (``env-before-read-docs``)."""
    work = [functools.partial(book.drawings(app), assets.vega_bundle), *exhibits.files_to_write(app, docnames)]
    tasks = book.spread(app, [*work, *files.data_to_write(app)])
    generated, count = contents.generated(Path(app.srcdir, "data")), len(make_chunks(docnames, app.parallel))
    docnames.sort(key=generated.__contains__)
    docnames[:] = [name for first in range(count) for name in docnames[first::count]]
    book.preload(app, docnames)
    if app.parallel > 1 and {tools.RESULTS, tools.COMPARE, tools.FIND} & set(docnames):
        tools.openings(book.book_of(app))
    tasks.join()
    files.describe_data(app)


def after_reading(app: Sphinx, doctree: nodes.document) -> None:
    """Note what other pages and the search need of a page that was read (``doctree-read``)."""
    directives.note_places(app, doctree)
    search.note_page(app, doctree)
    terms.note_dependency(app)


def frame_page(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give the template what is around a page (``html-page-context``), and write the page's card.

    ``doctree``: None for a page of Sphinx's own.
    """
    navigation.add_to(context, app, page)
    if doctree is not None:
        metadata.add_to(context, app, page, doctree)
        terms.add_to(context, app, page)
        # Templates that name a result do not know from which page.
        results = app.builder.get_relative_uri(page, tools.RESULTS)
        context["body"] = context["body"].replace(' href="cc-result:', f' href="{results}#row=')


def after_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Write what needs every page to be written, and give Sphinx the search page to write (``html-collect-pages``)."""
    search.write_index(app)
    files.write_sitemap(app)
    yield "search", {"title": "Search"}, "search.html"
    yield LOST, {"title": "No such page"}, "404.html"
    yield "index", metadata.of_front(app), "root.html"


def finish(app: Sphinx, exception: Exception | None) -> None:
    """Write the other files of a site whose pages are written, the hashes of all of them last (``build-finished``)."""
    if exception is not None:
        return
    # For links from other books of Sphinx. A figure that two pages show is in it once, by whichever was read last.
    Path(app.outdir, "objects.inv").unlink(missing_ok=True)
    book.spread(app, [functools.partial(write, app) for write in (files.write_files, tools.write_tables)]).join()
    cards.write_shared(app)
    assets.write_static(app)
    files.write_sums(app)
