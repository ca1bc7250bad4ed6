"""One style sheet and one script for every page: few requests, and only the rules that some page can use."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import tinycss2
from sphinx.application import Sphinx

from claimcheck.site.source import pictures

STYLE, SCRIPT = "site.css", "site.js"
# The theme lists these in a template of its own, the first in a sheet that only imports it: the sheets before what
# extensions add, the script after.
_THEME_STYLES = ("basic.css", "styles/pydata-sphinx-theme.css")
_THEME_SCRIPTS = ("scripts/pydata-sphinx-theme.js",)
# The theme's own line, before the page is drawn: the mode that the reader chose.
_MODE = """for (const key of ["mode", "theme"])
  document.documentElement.dataset[key] = localStorage.getItem(key) || "auto";"""
# Nothing from another host, and no script but ours. A page that is opened as a file has no host of its own.
_POLICY = {
    "default-src": "'none'",
    "script-src": "'self' file: 'sha256-{mode}'",
    # Pictures of charts carry their look in attributes.
    "style-src": "'self' file: 'unsafe-inline'",
    "img-src": "'self' file: data:",
    "font-src": "'self' file: data:",
    "form-action": "'self' file:",
    "base-uri": "'none'",
}
# Scripts of a single page, which loads them itself: they may set classes, too.
_SINGLE = ("search.js", "results.js", "resultchart.js", "compare.js")
# Bootstrap serves a tooltip that no page has.
_DROPPED = ("scripts/bootstrap.js", "styles/theme.css")
_WORD = re.compile(r"-?[A-Za-z_][\w-]*")
_NAMED = re.compile(r'\b(?:class|id)="([^"]*)"')
_UP = re.compile(r"""url\((["']?)\.\./""")


def take(context: dict[str, Any]) -> None:
    """Take every style sheet and script off a page, those of other hosts included.

    ``layout.html`` names the two files instead, and says what else a page may load.
    """
    context["css_files"], context["script_files"] = [], []
    mode = base64.b64encode(hashlib.sha256(_MODE.encode()).digest()).decode()
    context["cc_mode_script"] = _MODE
    context["cc_policy"] = "; ".join(f"{name} {sources}" for name, sources in _POLICY.items()).format(mode=mode)


def write(app: Sphinx) -> None:
    """Join the style sheets and scripts of a finished site, and delete the single ones."""
    static = Path(app.outdir, "_static")
    styles = _present(static, [*_THEME_STYLES, *_listed(app.builder._css_files)])
    scripts = _present(static, [*_listed(app.builder._js_files), *_THEME_SCRIPTS])
    script = "\n;\n".join(path.read_text(encoding="utf-8") for path in scripts)
    style = "\n".join(_style(path, static) for path in styles)
    single = "\n".join(path.read_text(encoding="utf-8") for path in _present(static, _SINGLE))
    words = set(_WORD.findall(script + single)) | _names(Path(app.outdir))
    # To take four hundred kilobytes of rules apart takes a second, which one changed sentence need not wait for.
    (static / STYLE).write_text(pictures(app)(used, style, sorted(words)), encoding="utf-8")
    (static / SCRIPT).write_text(script, encoding="utf-8")
    for path in (*styles, *scripts, *_present(static, _DROPPED)):
        path.unlink()


def used(style: str, words: Iterable[str]) -> str:
    """The rules of a style sheet that can select something in a document whose classes and ids are among ``words``."""
    return "".join(_rules(tinycss2.parse_stylesheet(style, skip_comments=True, skip_whitespace=True), set(words)))


def _rules(rules: Iterable[Any], words: set[str]) -> Iterator[str]:
    for rule in rules:
        if rule.type == "qualified-rule":
            if selectors := [text for text, names in _selectors(rule.prelude) if names <= words]:
                yield f"{','.join(selectors)}{{{tinycss2.serialize(rule.content).strip()}}}\n"
        elif rule.type == "at-rule" and rule.lower_at_keyword in ("media", "supports", "layer") and rule.content:
            inner = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
            if kept := "".join(_rules(inner, words)):
                yield f"@{rule.at_keyword} {tinycss2.serialize(rule.prelude).strip()}{{{kept}}}\n"
        else:
            yield f"{rule.serialize()}\n"


def _selectors(prelude: list[Any]) -> Iterator[tuple[str, set[str]]]:
    """Each selector of a rule, with the classes and ids that it needs; not those inside ``:not()`` and the like."""
    part: list[Any] = []
    for token in [*prelude, None]:
        if token is not None and token != ",":
            part.append(token)
            continue
        named = {after.value for dot, after in pairwise(part) if dot == "." and after.type == "ident"}
        named |= {one.value for one in part if one.type == "hash"}
        yield tinycss2.serialize(part).strip(), named
        part = []


def _style(path: Path, static: Path) -> str:
    text = path.read_text(encoding="utf-8")
    return text if path.parent == static else _UP.sub(r"url(\1", text)


def _names(site: Path) -> set[str]:
    """Every class and id of every page."""
    found: set[str] = set()
    for page in site.rglob("*.html"):
        for value in set(_NAMED.findall(page.read_text(encoding="utf-8"))):
            found.update(value.split())
    return found


def _listed(files: Iterable[Any]) -> list[str]:
    return [str(one.filename) for one in sorted(files, key=lambda one: one.priority) if one.filename]


def _present(static: Path, names: Iterable[str]) -> list[Path]:
    """The files among ``names`` that the site holds, each once, in order."""
    paths = (static / name.removeprefix("_static/") for name in names)
    return [path for path in dict.fromkeys(paths) if path.is_file()]
