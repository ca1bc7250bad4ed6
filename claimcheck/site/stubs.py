"""Pages that only lead to another one: permanent links of figures, and pages that have moved."""

from __future__ import annotations

from claimcheck.site.markup import esc, tag


def stub(title: str, words: str, relative: str, absolute: str) -> str:
    """A page that leads to the address ``relative`` at once, and shows a link where that is refused.

    ``absolute``: the same place as the canonical address, without a fragment. ``words`` say what is there.
    """
    link = tag("a", esc(title), href=relative)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"{tag('title', esc(title))}\n"
        f'<link rel="canonical" href="{esc(absolute)}">\n'
        f'<meta http-equiv="refresh" content="0; url={esc(relative)}">\n'
        f"</head>\n<body>\n{tag('p', f'{esc(words)} {link}')}\n</body>\n</html>\n"
    )
