"""Sphinx extension of the book: figures, numbers with their sources, claim cards, look.

Add ``claimcheck.site`` to the extensions. Settings: ``claimcheck_data_dir`` (folder of the
tables, relative to the book's root, default ``data``), ``claimcheck_redirects`` (pages that have
moved) and ``claimcheck_source`` (the class that supplies numbers, claims, rows and footnotes).
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config

from claimcheck import __version__
from claimcheck.site import (
    anchors,
    articles,
    assets,
    bundle,
    check,
    claims,
    compare,
    contents,
    datapage,
    errata,
    figurefiles,
    figures,
    folds,
    inventory,
    longtables,
    markup,
    metadata,
    navigation,
    numbers,
    redirects,
    rerun,
    results,
    search,
    served,
    source,
    sources,
    terms,
    travel,
)

_HERE = Path(__file__).parent


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the extension with Sphinx."""
    app.add_config_value("claimcheck_data_dir", "data", "env")
    app.add_config_value("claimcheck_redirects", {}, "")
    app.add_config_value("claimcheck_source", "claimcheck.site.source.Source", "env")
    figures.register_renderer()
    app.add_node(numbers.pending_footnote)
    app.add_role("n", numbers.NumberRole())
    app.add_role("verdict", claims.VerdictRole())
    app.add_directive("copy-this", claims.CopyDirective)
    app.add_directive("mlperf-footnote", numbers.FootnoteDirective)
    app.add_directive("claim-card", claims.ClaimCardDirective)
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
    app.add_post_transform(folds.FoldCode)
    app.add_role("download-file", datapage.DownloadRole())
    app.add_directive("data-tables", datapage.TablesDirective)
    app.add_directive("data-registers", datapage.RegistersDirective)
    app.add_directive("claims-schema", datapage.ClaimsSchemaDirective)
    app.connect("builder-inited", served.put_back_note)
    app.connect("builder-inited", served.write_formats)
    # Before sphinxext-opengraph, which then writes our description and picture.
    app.connect("html-page-context", metadata.add, priority=400)
    app.connect("build-finished", served.list_every_page, priority=400)
    app.connect("config-inited", _configure)
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
    # After every other extension has added its scripts and its text.
    app.connect("html-page-context", _finish_page, priority=999)
    app.connect("build-finished", _finish_site, priority=999)
    sheets = ("claimcheck", "claimpage", "cite", "scorecard", "articles", "rerun", "review", "results", "compare")
    for sheet in (check.STYLE, "schema.css", assets.TOKENS_CSS, *(f"{name}.css" for name in sheets)):
        app.add_css_file(sheet, priority=900)
    for script in ("unpack.js", "claimcheck.js", "claimpage.js", "cite.js", "scorecard.js"):
        app.add_js_file(script, loading_method="defer", priority=900)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


# What is done to the text of a page when all that Sphinx and its extensions do is done, in this order.
_PAGE = (
    longtables.shorten,
    assets.mend,
    folds.fold_notes,
    results.link_rows,
    served.offer,
    terms.explain,
    navigation.leave_legend_to_the_foot,
)
# What is written when all pages are, in any order, and what is done after that, in this order: what sphinx-external-toc
# leaves at the root is replaced, the style sheet knows every page, and the hashes every file.
_FILES = (served.write, results.write)
_SITE = (metadata.write_cards, assets.remove_unused, redirects.write_root, bundle.write, served.write_sums)


def _finish_page(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    if body := context.get("body"):
        context["body"] = functools.reduce(lambda text, step: step(app, page, text), _PAGE, body)
    # The theme prints it once more, for paper, as it is: a title with a sign of HTML would act there.
    if "pagetitle" in context:
        context["pagetitle"] = markup.esc(context["pagetitle"])
    bundle.take(context)


def _finish_site(app: Sphinx, exception: Exception | None) -> None:
    if exception is None:
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


def _configure(app: Sphinx, config: Config) -> None:
    config.templates_path.insert(0, str(_HERE / "templates"))
    config.html_static_path.append(str(_HERE / "static"))
    config.html_favicon = config.html_favicon or str(_HERE / "static" / "favicon.svg")
