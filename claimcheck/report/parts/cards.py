"""The picture that a shared link shows: the page's title on a card, as PNG.

The card of a claim has its verdict as the title, the claim below it and who says it, and the footnote that MLPerf
results need where they are shown; the card of the front page has the answer. No other card holds a figure of a result.
"""

from __future__ import annotations

from claimcheck.charts.picture import wrap
from claimcheck.charts.theme import FONT, TOKENS
from claimcheck.report.parts.markup import esc

WIDTH, HEIGHT = 1200, 630
DOTS = 72
# Size of the letters and distance of the lines in pixels, for titles of up to so many lines.
_SIZES = ((92, 108, 3), (68, 84, 4), (52, 66, 4))
_LEFT, _TOP = 80, 215
# Of a card that says more: sizes of the title, how far it is higher, sizes of what it says and of the footnote.
_SMALLER = ((64, 74, 2), (54, 64, 3), (44, 52, 3))
_RISE, _SAID, _NOTE = 55, 32, 13
_SIGN = (
    '<g transform="translate(80 70) scale(2)"><rect width="40" height="40" rx="7" fill="{fill}"/>'
    '<path d="M10 29h20" stroke="#fff" stroke-width="3"/>'
    '<path d="M10 19.5l6.5 6.5L30 10.5" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="square"/></g>'
)


def card_svg(title: str, below: str, said: str = "", footnote: str = "") -> str:
    """A card with ``title`` in letters as large as fit and the line ``below`` at its foot; all plain text.

    With something ``said``, that is under a smaller title, in at most four lines, and the ``footnote`` at the foot.
    """
    lines, size, step = _set(" ".join(title.split()), _SMALLER if said else _SIZES)
    ink, muted, fill, panel = (TOKENS[name][0] for name in ("ink", "muted", "link", "panel"))
    bold = f'font-weight="bold" fill="{ink}"'
    top = _TOP - _RISE if said else _TOP
    words = "".join(_line(top + size + n * step, size, line, bold) for n, line in enumerate(lines))
    under = top + size + len(lines) * step
    notes = wrap(footnote, _NOTE, WIDTH - 2 * _LEFT)
    first = HEIGHT - _LEFT / 4 - _NOTE * 1.25 * (len(notes) - 1)
    told = enumerate(wrap(said, _SAID, WIDTH - 2 * _LEFT)[:4])
    places = [(under + (1.25 * n - 0.3) * _SAID, line) for n, line in told]
    words += "".join(_line(y, _SAID, line, f'fill="{ink}"') for y, line in places if y < first - 0.8 * _SAID)
    words += "".join(
        _line(first + n * 1.25 * _NOTE, _NOTE, line, f'fill="{muted}"') for n, line in enumerate(notes)
    ) or _line(HEIGHT - 44, 30, below, f'fill="{muted}"')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="{FONT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{panel}"/><rect width="{WIDTH}" height="12" fill="{fill}"/>'
        f"{_SIGN.format(fill=fill)}"
        f'<text x="184" y="124" font-size="44" {bold}>claimcheck</text>{words}</svg>'
    )


def _line(y: float, size: float, words: str, style: str) -> str:
    return f'<text x="{_LEFT}" y="{y:g}" font-size="{size}" {style}>{esc(words)}</text>'


def _set(title: str, sizes: tuple[tuple[int, int, int], ...]) -> tuple[list[str], int, int]:
    """The title's lines, the size of its letters, the distance of its lines; cut where the smallest is too long."""
    for size, step, most in sizes:
        lines = wrap(title, size, WIDTH - 2 * _LEFT, bold=True)
        if len(lines) <= most:
            return lines, size, step
    return [*lines[: most - 1], f"{lines[most - 1].rpartition(' ')[0]} …"], size, step
