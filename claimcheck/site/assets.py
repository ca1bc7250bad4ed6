"""Files that the site serves itself, and what it does without."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from claimcheck import fonts
from claimcheck.charts.theme import TOKENS, VERDICTS, colour
from claimcheck.site.source import pictures

logger = logging.getLogger(__name__)

TOKENS_CSS = "claimcheck-tokens.css"
VEGA_JS = "claimcheck-vega.js"

# Parts of the theme that no page uses: an icon library of 1.5 MB and its fonts (the style sheet draws the few icons),
# source maps, and Sphinx's search.
_UNUSED = ("scripts/fontawesome.js*", "vendor/fontawesome", "**/*.map", "searchtools.js", "sphinx_highlight.js")
_BUNDLE = "import sys, vl_convert; sys.stdout.buffer.write(vl_convert.javascript_bundle().encode())"


# What the theme, MyST-NB and the bibliography write, and what accessibility asks for instead.
_MENDED = {
    # A name other than the text that is shown (WCAG 2.5.3).
    '<summary aria-label="Toggle hidden content">': "<summary>",
    # Deprecated roles, in a list that then has no items.
    ' role="doc-biblioentry"': "",
    '<div role="list" class="citation-list">': '<div class="citation-list">',
    # The corner of a table is no heading of anything.
    "<th></th>": "<td></td>",
    '<th class="head"><p></p></th>': "<td></td>",
}


def tokens_css() -> str:
    """The fonts, TOKENS as CSS variables (light, dark by choice, by the reader's system, print), verdicts' colours."""
    light, dark = (colours(mode) for mode in (0, 1))
    verdicts = "".join(
        f".cc-badge--{kind},.cc-matrix__row--{kind}{{--cc-verdict:{colour(name)}}}\n" for kind, name in VERDICTS.items()
    )
    return (
        f"{fonts.css('fonts/')}"
        f":root{{{light}}}\n"
        f'html[data-theme="dark"]{{{dark}}}\n'
        f"@media (prefers-color-scheme:dark){{html:not([data-theme]){{{dark}}}}}\n"
        f"@media print{{:root,html[data-theme]{{{light}}}}}\n{verdicts}"
    )


def colours(mode: int) -> str:
    """TOKENS as CSS variables, light (0) or dark (1)."""
    return "".join(f"--cc-{name}:{pair[mode]};" for name, pair in TOKENS.items())


def write_generated(app: Sphinx) -> None:
    """Write the fonts, the colour sheet and the Vega bundle where Sphinx takes static files from.

    The bundle takes some seconds to make, so it is kept between builds.
    """
    folder = Path(app.doctreedir) / "claimcheck-static"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / TOKENS_CSS).write_text(tokens_css(), encoding="utf-8")
    (folder / "fonts").mkdir(exist_ok=True)
    for name in (*(f"{face}.woff2" for face in fonts.FACES), "LICENSE.txt"):
        shutil.copyfile(fonts.FOLDER / name, folder / "fonts" / name)
    (folder / VEGA_JS).write_text(pictures(app)(vega_bundle), encoding="utf-8")
    if str(folder) not in app.config.html_static_path:
        app.config.html_static_path.append(str(folder))


def vega_bundle() -> str:
    """The script that draws interactive charts."""
    # Made in a process of its own: Vega's engine, once it runs, does not survive in processes that read pages.
    made = subprocess.run([sys.executable, "-c", _BUNDLE], stdout=subprocess.PIPE, encoding="utf-8", check=True)
    # The bundle declares short names such as ``_`` at its top level, which Sphinx's own script has too.
    return f"(() => {{\n{made.stdout}\n}})();\n"


def refuse_maths(app: Sphinx, doctree: nodes.document) -> None:
    """Warn of a page that needs maths, whose script is on another host (a handler of ``doctree-read``)."""
    if maths := next(doctree.findall(lambda n: isinstance(n, nodes.math | nodes.math_block)), None):
        logger.warning("maths is not shown on this site: write it in words or as code", location=maths)


_REWRITTEN = (
    # Names, signs and space in code, which have the colour of the text around them.
    (re.compile(r'<span class="(?:n|nn|p|w)">([^<]*)</span>'), r"\1"),
    # No paragraph may be in a summary, no style sheet in the text, and a cell's place is the style sheet's.
    (re.compile(r'<p class="(collapsed|expanded)[^"]*">([^<]*)</p>'), r'<span class="\1">\2</span>'),
    (re.compile(r"<style scoped>.*?</style>\s*", re.DOTALL), ""),
    (re.compile(r'(<t[hd]\b[^>]*) valign="top"'), r"\1"),
)


def mend(app: Sphinx, page: str, body: str) -> str:
    """The text of a page without markup of others that hinders assistive software or does nothing."""
    for wrong, right in _MENDED.items():
        body = body.replace(wrong, right)
    for wrong, right in _REWRITTEN:
        body = wrong.sub(right, body)
    return body


def remove_unused(app: Sphinx) -> None:
    """Delete from the finished site what no page asks for."""
    # For links from other books of Sphinx. A figure that two pages show is in it once, by whichever was read last.
    Path(app.outdir, "objects.inv").unlink(missing_ok=True)
    static = Path(app.outdir) / "_static"
    for pattern in _UNUSED:
        for path in list(static.glob(pattern)):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
