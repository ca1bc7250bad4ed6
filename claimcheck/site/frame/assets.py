"""Style sheet, scripts, fonts and icons that the site serves, and the policy that lets a page load nothing else."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import vl_convert
from sphinx.application import Sphinx
from sphinx.config import Config

from claimcheck.charts import fonts
from claimcheck.charts.theme import TOKENS, VERDICTS, colour
from claimcheck.core.errors import ClaimcheckError
from claimcheck.data.edition import ROOT
from claimcheck.site.book import drawings
from claimcheck.site.engine.run import ENGINE

VEGA_JS = "claimcheck-vega.js"

# Every page has these, joined into one file each, in this order; other scripts are of single pages, which load them.
STYLE, SCRIPT = "site.css", "site.js"
# What scripts are made of in modules: what tables of every page are made with, and what pages with tools load; with the
# name that exports have. Two hand the packed tables on.
_TABLE = "frame/table.ts"
_TOOLS = dict.fromkeys(("tools/engine.ts", "tools/results.ts"), "claimcheckEngine") | {"tools/compare.ts": "_compare"}
_STYLES = (
    *("frame/frame.css", "data/data.css", "frame/claimcheck.css", "claims/claimpage.css", "cite/cite.css"),
    *("claims/scorecard.css", "articles/articles.css", "tools/results.css", "tools/compare.css", "tools/find.css"),
)
_SCRIPTS = ("frame/frame.js", "frame/unpack.js", "frame/claimcheck.js", "cite/cite.js", "claims/scorecard.js")
SITE = Path(__file__).parents[1]
# Bundles modules, and makes scripts and styles small: the program itself, which starts eight times as fast as by node.
_ESBUILD = "node_modules/@esbuild/*/bin/esbuild"
# Nothing from another host, and no script but ours. A page that is opened as a file has no host of its own.
_POLICY = {
    "default-src": "'none'",
    "script-src": "'self' file:",
    # Pictures of charts carry their look in attributes.
    "style-src": "'self' file: 'unsafe-inline'",
    "img-src": "'self' file: data:",
    "font-src": "'self' file: data:",
    "form-action": "'self' file:",
    "base-uri": "'none'",
}


class BundleError(ClaimcheckError):
    """Scripts or styles that esbuild does not read."""


def tokens_css() -> str:
    """The fonts, TOKENS as CSS variables, light or dark as the reader's system is, and the verdicts' colours."""
    tokens = "".join(f"--cc-{name}:light-dark({light},{dark});" for name, (light, dark) in TOKENS.items())
    verdicts = "".join(f".cc-badge--{kind}{{--cc-verdict:{colour(name)}}}\n" for kind, name in VERDICTS.items())
    return f"{fonts.css('fonts/')}:root{{{tokens}}}\n{verdicts}"


def configure(config: Config) -> None:
    """Give every page the site's icon."""
    config.html_favicon = config.html_favicon or str(SITE / "frame" / "favicon.svg")


def _single_files() -> list[Path]:
    """The files that are not part of the site's one style sheet or script."""
    joined = {*_STYLES, *_SCRIPTS}
    files = (path for suffix in ("css", "js", "svg") for path in SITE.glob(f"*/*.{suffix}") if path.parent != ENGINE)
    return sorted(path for path in files if path.relative_to(SITE).as_posix() not in joined)


def add_to(context: dict[str, Any]) -> None:
    """Give the template of a page its policy."""
    context["cc_policy"] = "; ".join(f"{name} {sources}" for name, sources in _POLICY.items())


def _folder(app: Sphinx) -> Path:
    return Path(app.doctreedir) / "claimcheck-static"


def write_generated(app: Sphinx) -> None:
    """Write style sheet, script and fonts where Sphinx takes static files from."""
    folder = _folder(app)
    folder.mkdir(parents=True, exist_ok=True)
    texts = {path.name: path.read_text(encoding="utf-8") for path in _single_files()}
    styles, scripts = (((SITE / name).read_text(encoding="utf-8") for name in names) for names in (_STYLES, _SCRIPTS))
    texts[STYLE] = "\n".join((tokens_css(), *styles))
    texts[SCRIPT] = "\n".join((bundle(_TABLE, "claimcheckTable"), *scripts))
    texts |= {Path(tool[0]).with_suffix(".js").name: bundle(*tool) for tool in _TOOLS.items()}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    smaller(folder, [name for name in texts if not name.endswith(".svg")])
    (folder / "fonts").mkdir(exist_ok=True)
    for name in (*(f"{face}.woff2" for face in fonts.FACES), "LICENSE.txt"):
        shutil.copyfile(fonts.FOLDER / name, folder / "fonts" / name)
    if str(folder) not in app.config.html_static_path:
        app.config.html_static_path.append(str(folder))


def write_vega(app: Sphinx) -> None:
    """Write the Vega bundle there; it takes some seconds to make, so it is kept between builds."""
    (_folder(app) / VEGA_JS).write_text(drawings(app)(vega_bundle), encoding="utf-8")


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


def remove_foreign(app: Sphinx) -> None:
    """Remove what the basic theme and other extensions put among the static files: no page of ours loads it."""
    own = {path.name for path in _folder(app).iterdir()}
    for path in Path(app.outdir, "_static").iterdir():
        if path.name not in own:
            path.unlink()


def vega_bundle() -> str:
    """The script that draws interactive charts."""
    # The bundle declares short names such as ``_`` at its top level.
    return f"(() => {{\n{vl_convert.javascript_bundle()}\n}})();\n"
