"""Sphinx extension of the book: figures, numbers with their sources, claim cards, look.

Add ``claimcheck.report.extension`` to the extensions. Settings: ``claimcheck_data_dir`` (folder of the
tables, relative to the book's root, default ``data``), ``claimcheck_redirects`` (pages that have
moved) and ``claimcheck_source`` (the class that supplies numbers, claims, rows and footnotes).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.application import Sphinx

from claimcheck import __version__
from claimcheck.report.pages import (
    articles,
    check,
    claims,
    compare,
    contents,
    datapage,
    errata,
    inventory,
    numbers,
    redirects,
    rerun,
    results,
    search,
    served,
    sources,
    travel,
)
from claimcheck.report.parts import (
    anchors,
    assets,
    figurefiles,
    figures,
    folds,
    metadata,
    navigation,
    source,
    terms,
    writer,
)

_HERE = Path(__file__).parent


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the extension with Sphinx."""
    app.add_html_theme("claimcheck", str(_HERE / "theme"))
    app.set_translator("html", writer.Writer)
    app.add_node(HideCodeCellNode, override=True, html=(folds.open_fold, folds.close_fold))
    app.add_config_value("claimcheck_data_dir", "data", "env")
    app.add_config_value("claimcheck_redirects", {}, "")
    app.add_config_value("claimcheck_source", "claimcheck.report.parts.source.Source", "env")
    figures.register_renderer()
    app.add_node(numbers.pending_footnote)
    app.add_role("n", numbers.NumberRole())
    app.add_role("verdict", claims.VerdictRole())
    app.add_directive("copy-this", claims.CopyDirective)
    app.add_directive("mlperf-footnote", numbers.FootnoteDirective)
    app.add_directive("claim-card", claims.ClaimCardDirective)
    app.add_directive("claim-list", claims.ClaimListDirective)
    app.add_directive("claim-page", claims.ClaimPageDirective)
    app.add_directive("cc-figure", figures.FigureDirective)
    app.add_directive("scorecard", claims.ScorecardDirective)
    app.add_directive("verdict-matrix", claims.VerdictMatrixDirective)
    app.add_directive("registers", claims.RegistersDirective)
    for name in ("article-facts", "article-claims", "article-vendor"):
        app.add_directive(name, articles.ArticleDirective)
    app.add_directive("contradictions", articles.ContradictionsDirective)
    app.add_directive("journey", travel.JourneyDirective)
    app.add_directive("stage", travel.StageDirective)
    app.add_directive("all-results", results.ResultsDirective)
    app.add_directive("compare-results", compare.CompareDirective)
    app.add_directive("errata", errata.ErrataDirective)
    app.add_directive("replies", errata.RepliesDirective)
    app.add_directive("upstream-repositories", rerun.UpstreamsDirective)
    app.add_directive("rerun-steps", rerun.StepsDirective)
    app.add_directive("log-lines", rerun.LogLinesDirective)
    app.add_directive("licences", inventory.LicencesDirective)
    app.add_directive("fact-sources", sources.SourcesDirective)
    app.add_directive("register-table", check.RegisterTableDirective)
    app.add_directive("checked-register", check.CheckedRegisterDirective)
    app.add_transform(anchors.AnchorsTransform)
    app.add_transform(numbers.SourcesTransform)
    app.add_node(terms.explained_term, html=(terms.open_button, terms.close_button))
    app.add_post_transform(folds.HideCode)
    app.add_post_transform(results.LinkRows)
    app.add_post_transform(terms.ExplainTerms)
    app.add_role("download-file", datapage.DownloadRole())
    app.add_directive("data-tables", datapage.TablesDirective)
    app.add_directive("data-registers", datapage.RegistersDirective)
    app.add_directive("claims-schema", datapage.ClaimsSchemaDirective)
    app.connect("builder-inited", served.put_back_note)
    app.connect("builder-inited", served.write_formats)
    # Before sphinxext-opengraph, which then writes our description and picture.
    app.connect("html-page-context", metadata.add, priority=400)
    app.connect("build-finished", served.list_every_page, priority=400)
    app.connect("config-inited", assets.configure)
    # Before and after sphinx-external-toc, which leaves out sources that the table of contents does not list.
    app.connect("config-inited", contents.write, priority=890)
    app.connect("config-inited", contents.list_pages, priority=910)
    app.connect("builder-inited", source.connect)
    app.connect("env-get-outdated", terms.outdated)
    app.connect("env-before-read-docs", source.prepare)
    # After Sphinx has taken the headings as titles.
    app.connect("doctree-read", claims.keep_titles, priority=600)
    app.connect("doctree-read", assets.refuse_maths)
    app.connect("builder-inited", _allow_parallel)
    app.connect("builder-inited", search.replace)
    app.connect("builder-inited", assets.write_generated)
    app.connect("env-before-read-docs", figurefiles.note_read)
    app.connect("env-check-consistency", figurefiles.check)
    app.connect("html-collect-pages", search.write)
    app.connect("html-collect-pages", figurefiles.write)
    app.connect("html-collect-pages", redirects.write)
    app.connect("html-page-context", search.note)
    app.connect("html-page-context", navigation.add)
    app.connect("html-page-context", assets.frame)
    app.connect("build-finished", _finish_site, priority=999)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


# What is written when all pages are, in any order, and what is done after that, in this order: what sphinx-external-toc
# leaves at the root is replaced, and the hashes know every file.
_FILES = (served.write, results.write)
_SITE = (metadata.write_cards, redirects.write_root, served.write_sums)


def _finish_site(app: Sphinx, exception: Exception | None) -> None:
    if exception is None:
        # For links from other books of Sphinx. A figure that two pages show is in it once, by whichever was read last.
        Path(app.outdir, "objects.inv").unlink(missing_ok=True)
        source.spread(app, lambda write: write(app), _FILES)
        for write in _SITE:
            write(app)


def _allow_parallel(app: Sphinx) -> None:
    """Declare what Jupyter Book loads and this book does not use: an extension that says nothing of it stops Sphinx
    from reading pages in parallel.
    """
    for name in ("sphinx_multitoc_numbering", "sphinx_jupyterbook_latex"):
        if unused := app.extensions.get(name):
            unused.parallel_read_safe = True
