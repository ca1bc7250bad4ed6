"""Pages that only lead to another one: permanent links of figures, and pages that have moved."""

from __future__ import annotations

from claimcheck.report.parts.markup import esc, tag

# Leads on with the query and the place on the page that the reader's address has. It is the same on every such page.
SCRIPT = """\
(() => {
  const address = new URL(document.currentScript.dataset.to, location.href);
  if (!address.search) address.search = location.search;
  if (location.hash) address.hash = location.hash;
  location.replace(address);
})();
"""


def stub(title: str, words: str, relative: str, absolute: str, head: str = "") -> str:
    """A page that leads to the address ``relative`` at once, and shows a link where that is refused.

    A place and a query that the reader asks for are kept. Without scripts the page leads to ``relative`` itself.
    ``absolute``: the same place as the canonical address, without a fragment. ``words`` say what is there, ``head`` is
    HTML for the page's head.
    """
    link = tag("a", esc(title), href=relative)
    script = tag("script", SCRIPT, data_to=relative)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"{tag('title', esc(title))}\n"
        f'<link rel="canonical" href="{esc(absolute)}">\n{head}{script}\n'
        # Where scripts run, this would compete with them.
        f'<noscript><meta http-equiv="refresh" content="0; url={esc(relative)}"></noscript>\n'
        f"</head>\n<body>\n{tag('p', f'{esc(words)} {link}')}\n</body>\n</html>\n"
    )
