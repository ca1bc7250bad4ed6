"""The picture that a shared link shows: the page's title on a card, as PNG.

A card holds no figure of a result: where it is shown, the footnote that MLPerf results need would be missing.
"""

from __future__ import annotations

from claimcheck.charts.picture import wrap
from claimcheck.charts.theme import FONT, TOKENS
from claimcheck.site.markup import esc

WIDTH, HEIGHT = 1200, 630
DOTS = 72
# Size of the letters and distance of the lines in pixels, for titles of up to so many lines.
_SIZES = ((92, 108, 3), (68, 84, 4), (52, 66, 4))
_LEFT, _TOP = 80, 215
_SIGN = (
    '<g transform="translate(80 70) scale(2)"><rect width="40" height="40" rx="7" fill="{fill}"/>'
    '<path d="M10 29h20" stroke="#fff" stroke-width="3"/>'
    '<path d="M10 19.5l6.5 6.5L30 10.5" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="square"/></g>'
)


def card_svg(title: str, below: str) -> str:
    """A card with ``title`` in letters as large as fit and the line ``below`` at its foot; both plain text."""
    lines, size, step = _set(" ".join(title.split()))
    ink, muted, fill, panel = (TOKENS[name][0] for name in ("ink", "muted", "link", "panel"))
    bold = f'font-weight="bold" fill="{ink}"'
    words = "".join(
        f'<text x="{_LEFT}" y="{_TOP + size + n * step}" font-size="{size}" {bold}>{esc(line)}</text>'
        for n, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="{FONT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{panel}"/><rect width="{WIDTH}" height="12" fill="{fill}"/>'
        f"{_SIGN.format(fill=fill)}"
        f'<text x="184" y="124" font-size="44" {bold}>claimcheck</text>{words}'
        f'<text x="{_LEFT}" y="{HEIGHT - 44}" font-size="30" fill="{muted}">{esc(below)}</text></svg>'
    )


def _set(title: str) -> tuple[list[str], int, int]:
    """The title's lines, the size of its letters, the distance of its lines; cut where the smallest is too long."""
    for size, step, most in _SIZES:
        lines = wrap(title, size, WIDTH - 2 * _LEFT, bold=True)
        if len(lines) <= most:
            return lines, size, step
    return [*lines[: most - 1], f"{lines[most - 1].rpartition(' ')[0]} …"], size, step
