"""Sphinx extension of the book: figures, numbers with their sources, claim cards, look.

Add ``claimcheck.site`` to the extensions. Settings: ``claimcheck_data_dir`` (folder of the
tables, relative to the book's root, default ``data``) and ``claimcheck_provider`` (module
that supplies numbers, claims, rows and footnotes).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config

from claimcheck import __version__
from claimcheck.site import anchors, assets, check, claims, figures, numbers, reuse, source

_HERE = Path(__file__).parent


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the extension with Sphinx."""
    app.add_config_value("claimcheck_data_dir", "data", "env")
    app.add_config_value("claimcheck_provider", "claimcheck.site.provider", "env")
    app.add_config_value("claimcheck_fingerprint", "", "env")
    figures.register_renderer()
    app.add_node(numbers.pending_footnote)
    app.add_role("n", numbers.number_role)
    app.add_role("verdict", claims.verdict_role)
    app.add_directive("answer", claims.AnswerDirective)
    app.add_directive("mlperf-footnote", numbers.FootnoteDirective)
    app.add_directive("claim-card", claims.ClaimCardDirective)
    app.add_directive("cc-figure", reuse.FigureDirective)
    check.setup(app)
    app.add_directive("scorecard", claims.ScorecardDirective)
    app.add_transform(anchors.AnchorsTransform)
    app.add_transform(numbers.SourcesTransform)
    app.connect("config-inited", _configure)
    app.connect("builder-inited", source.connect)
    app.connect("builder-inited", assets.write_generated)
    # After every other extension has added its scripts.
    app.connect("html-page-context", assets.drop_foreign, priority=990)
    app.connect("html-page-context", assets.mend, priority=990)
    app.connect("build-finished", assets.remove_unused)
    for sheet in (assets.TOKENS_CSS, "claimcheck.css"):
        app.add_css_file(sheet, priority=900)
    app.add_js_file("claimcheck.js", loading_method="defer", priority=900)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def _configure(app: Sphinx, config: Config) -> None:
    config.templates_path.insert(0, str(_HERE / "templates"))
    config.html_static_path.append(str(_HERE / "static"))
    config.html_favicon = config.html_favicon or str(_HERE / "static" / "favicon.svg")
    config.claimcheck_fingerprint = source.fingerprint(Path(app.srcdir, config.claimcheck_data_dir))
