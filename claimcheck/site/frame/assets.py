"""Style sheets, scripts, fonts and icons that the site serves."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import vl_convert
from sphinx.application import Sphinx

from claimcheck.charts import fonts
from claimcheck.charts.theme import TOKENS, VERDICTS, colour
from claimcheck.core.errors import ClaimcheckError
from claimcheck.data.edition import ROOT
from claimcheck.site.book import drawings

# Every page has these, joined into one file each, in this order; other scripts are of single pages, which load them.
_STYLES = (
    *("frame/frame.css", "data/data.css", "frame/claimcheck.css", "claims/claimpage.css", "cite/cite.css"),
    *("claims/scorecard.css", "articles/articles.css", "tools/results.css", "tools/compare.css", "tools/find.css"),
)
_SCRIPTS = ("frame/frame.js", "frame/unpack.js", "frame/claimcheck.js", "cite/cite.js", "claims/scorecard.js")
_SINGLE = ("search/search.js", "frame/favicon.svg", "frame/logo.svg")
# What scripts are made of in modules: what tables of every page are made with, and what a page with a tool loads, of
# which a packed table calls an export.
_TABLE = "frame/table.ts"
_TOOLS = ("tools/results.ts", "tools/compare.ts", "tools/find.ts")
_VEGA = "claimcheck-vega.js"
SITE = Path(__file__).parents[1]
# Bundles modules, and makes scripts and styles small: the program itself, which starts eight times as fast as by node.
_ESBUILD = "node_modules/@esbuild/*/bin/esbuild"


class BundleError(ClaimcheckError):
    """Scripts or styles that esbuild does not read."""


def tokens_css() -> str:
    """The fonts, TOKENS as CSS variables, light or dark as the reader's system is, and the verdicts' colours."""
    tokens = "".join(f"--cc-{name}:light-dark({light},{dark});" for name, (light, dark) in TOKENS.items())
    verdicts = "".join(f".cc-badge--{kind}{{--cc-verdict:{colour(name)}}}\n" for kind, name in VERDICTS.items())
    return f"{fonts.css('fonts/')}:root{{{tokens}}}\n{verdicts}"


def write_static(app: Sphinx) -> None:
    """Write them, in place of what the basic theme and other extensions serve, of which no page loads anything."""
    folder = Path(app.outdir, "_static")
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "fonts").mkdir(parents=True)
    for name in (*(f"{face}.woff2" for face in fonts.FACES), "LICENSE.txt"):
        shutil.copyfile(fonts.FOLDER / name, folder / "fonts" / name)
    styles, scripts, single = (
        {Path(name).name: (SITE / name).read_text(encoding="utf-8") for name in names}
        for names in (_STYLES, _SCRIPTS, _SINGLE)
    )
    texts = {
        "site.css": "\n".join((tokens_css(), *styles.values())),
        "site.js": "\n".join((bundle(_TABLE, "claimcheckTable"), *scripts.values())),
        **single,
        **{Path(module).with_suffix(".js").name: bundle(module, "claimcheckEngine") for module in _TOOLS},
        _VEGA: drawings(app)(vega_bundle),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    smaller(folder, [name for name in texts if not name.endswith((".svg", _VEGA))])


def bundle(module: str, name: str) -> str:
    """A module, with those that it imports, as one script: a page that is opened as a file can load no module.

    What it exports is in ``window.NAME``.
    """
    return _esbuild([module, "--bundle", "--format=iife", f"--global-name={name}"], SITE)


def smaller(folder: Path, names: Sequence[str]) -> None:
    """Take out of scripts and styles of a folder all that only their readers need."""
    _esbuild(["--minify", "--legal-comments=inline", "--outdir=.", "--allow-overwrite", *names], folder)


def _esbuild(arguments: Sequence[str], folder: Path) -> str:
    """What esbuild prints. Raises BundleError with its words."""
    program = next(ROOT.glob(_ESBUILD), None)
    if program is None:
        raise BundleError("esbuild is not installed", fix="start the build with `make book`, which installs it")
    command = [program, "--log-level=warning", *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=folder)
    if done.returncode:
        raise BundleError(f"esbuild: {done.stderr.strip()}", where=folder, fix="correct the script")
    return done.stdout


def vega_bundle() -> str:
    """The script that draws interactive charts, which takes some seconds to make."""
    # The bundle declares short names such as ``_`` at its top level.
    return f"(() => {{\n{vl_convert.javascript_bundle()}\n}})();\n"
