"""The notebooks as files of the site, and the line on each of their pages that offers them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

from docutils import nodes
from sphinx.application import Sphinx

from claimcheck.site.markup import tag

RERUN = "book/rerun"
# The recorded notebook, and the text form that it is made from.
FORMS = ((".ipynb", "notebook (.ipynb)"), (".py", "text (.py)"))
_BINDER = "https://mybinder.org/v2/gh/"
_GITHUB = re.compile(r"https://github\.com/(?P<repo>[^/\s]+/[^/\s]+?)/?")


def binder_address(repository: str, branch: str, path: str) -> str | None:
    """Where Binder opens the file ``path`` of a GitHub repository; None for a repository elsewhere."""
    match = _GITHUB.fullmatch(repository)
    if match is None:
        return None
    return f"{_BINDER}{match['repo']}/{quote(branch, safe='')}?labpath={quote(path, safe='')}"


def offer_html(page: str, forms: tuple[tuple[str, str], ...], binder: str | None, rerun: str | None) -> str:
    """The line "Rerun this page": ``page`` is the notebook's name without ending, ``rerun`` the guide's address."""
    name = PurePosixPath(page).name
    links = [tag("a", words, href=f"{name}{ending}", download=f"{name}{ending}") for ending, words in forms]
    if binder:
        links.append(tag("a", "Binder", href=binder))
    if rerun:
        links.append(tag("a", "how to", href=rerun))
    return tag("p", "Rerun this page: " + " \N{MIDDLE DOT} ".join(links), "cc-rerun")


def offer(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Put the line under the title of a notebook's page (a handler of ``html-page-context``)."""
    body = context.get("body")
    if not body or app.builder.name != "html" or not (forms := forms_of(app, page)):
        return
    options = app.config.html_theme_options
    path = f"{page}{FORMS[0][0]}"
    binder = binder_address(options.get("repository_url", ""), options.get("repository_branch") or "main", path)
    rerun = app.builder.get_relative_uri(page, RERUN) if RERUN in app.env.found_docs else None
    context["body"] = body.replace("</h1>", "</h1>\n" + offer_html(page, forms, binder, rerun), 1)


def forms_of(app: Sphinx, page: str) -> tuple[tuple[str, str], ...]:
    """The forms in which the book holds ``page``; none when it is no notebook."""
    if page not in app.env.found_docs or not str(app.env.doc2path(page)).endswith(FORMS[0][0]):
        return ()
    return tuple(form for form in FORMS if Path(app.srcdir, f"{page}{form[0]}").is_file())


def serve(app: Sphinx, exception: Exception | None) -> None:
    """Copy both forms of every notebook beside its page, byte for byte (a handler of ``build-finished``)."""
    if exception is not None or app.builder.name != "html":
        return
    for page in sorted(app.env.found_docs):
        for ending, _ in forms_of(app, page):
            target = Path(app.outdir, f"{page}{ending}")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(Path(app.srcdir, f"{page}{ending}"), target)
