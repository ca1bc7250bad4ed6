"""The picture that a shared link shows: a card for each page, drawn as PNG.

The card of a claim has its verdict as the title, the claim below it, who says it, and the footnote that MLPerf results
need where they are shown; the card of the front page has the answer, that of a page with figures the first of them, and
those of the pages that begin with the published pair what it gives. Every other card has the page's title.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from claimcheck.charts.picture import draw, footnote, light, specification, tidy, wrap
from claimcheck.charts.png import bitmap
from claimcheck.charts.theme import FONT, TOKENS
from claimcheck.charts.theme import WIDTH as CHART_WIDTH
from claimcheck.claims.texts.export import IN_SHORT, LENGTHS, answers
from claimcheck.claims.texts.printing import heading_text, who
from claimcheck.claims.verdict.result import ClaimResult
from claimcheck.report.book import Book, DrawingCache, book_of, drawings, spread
from claimcheck.report.parts import figures
from claimcheck.report.parts.html import esc

TAGLINE = "Published claims about MLPerf® results, recomputed"
_CARDS = "cards"
# Where a directive puts the text and the footnote of its page's card, among the page's metadata.
ANSWER = "claimcheck-card"
WIDTH, HEIGHT = 1200, 630
DOTS = 72
# Size of the letters and distance of the lines in pixels, for titles of up to so many lines.
_SIZES = ((92, 108, 3), (68, 84, 4), (52, 66, 4))
_LEFT, _TOP = 80, 215
# Of a card with a text: sizes of the title, how far it is higher, sizes of the text and of the footnote.
_SMALLER = ((64, 74, 2), (54, 64, 3), (44, 52, 3))
_RISE, _TEXT, _NOTE = 55, 32, 13
# Of a card with a chart: its margin, the chart's largest width, the letters of the finding, and how high a chart may be
# that is CHART_WIDTH wide.
_MARGIN, _CHART, _FINDING, _HIGHEST = 48, 640, 44, 460
_SIGN = (
    '<g transform="translate({left} 70) scale(2)"><rect width="40" height="40" rx="7" fill="{fill}"/>'
    '<path d="M10 29h20" stroke="#fff" stroke-width="3"/>'
    '<path d="M10 19.5l6.5 6.5L30 10.5" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="square"/></g>'
)


def write_cards(app: Sphinx) -> None:
    """Draw the card of every page that was read; the others have theirs from when they were."""
    cache, book = drawings(app), book_of(app)
    pages = sorted(figures.read_now(app))
    # A book may have no claims' pages, and then needs no claims.
    claims = (
        {claim.address: claim for claim in book.claims} if any(page.startswith("claims/") for page in pages) else {}
    )

    def draw(page: str) -> None:
        path = Path(app.outdir, card_path(page))
        path.parent.mkdir(parents=True, exist_ok=True)
        figure = _charted(app, page)
        card = chart_card(figure, cache) if figure else card_svg(*_shown(book, page, claims.get(page), app))
        path.write_bytes(cache(bitmap, card, WIDTH, DOTS))

    spread(app, draw, pages)


def _shown(book: Book, page: str, claim: ClaimResult | None, app: Sphinx) -> tuple[str, ...]:
    """What is on a page's card: its title; of a claim the verdict and what was claimed; of some pages an answer."""
    if claim:
        statement = f"{claim.statement} Claim {claim.number}, in our words, said by {who(claim, book.texts)}"
        return heading_text(claim), TAGLINE, statement, book.quotation(claim).footnote
    title = app.env.titles[page].astext()
    if page == app.config.root_doc and IN_SHORT in answers(book.data_dir):
        answer = book.answer(IN_SHORT)
        return title, TAGLINE, answer.texts[LENGTHS[0]], answer.footnote
    return (title, TAGLINE, *app.env.metadata[page].get(ANSWER, ()))


def _charted(app: Sphinx, page: str) -> Mapping[str, Any] | None:
    """The first figure of a page that can be read on a card: it is not much higher than wide.

    A notebook's page has figures of its own, and the front page has an answer instead.
    """
    on_page = figures.places(app.env).get(page, {}) if page != app.config.root_doc else {}
    borrows = not page.startswith("notebooks/")
    own = [figure for figure, made_here in on_page.values() if (made_here or borrows) and not figure["wide"]]
    return next(
        (figure for figure in own if drawn_height(drawings(app)(draw, specification(figure))) <= _HIGHEST), None
    )


def card_path(page: str) -> str:
    """The path of a page's card in the site."""
    return f"{_CARDS}/{page}.png"


def card_svg(title: str, below: str, text: str = "", footnote: str = "") -> str:
    """A card as SVG: ``title`` in letters as large as fit, the line ``below`` at its foot; all plain text.

    A ``text`` is under a smaller title, in at most four lines, and the ``footnote`` at the foot.
    """
    lines, size, step = _set(" ".join(title.split()), _SMALLER if text else _SIZES)
    ink, muted = (TOKENS[name][0] for name in ("ink", "muted"))
    bold = f'font-weight="bold" fill="{ink}"'
    top = _TOP - _RISE if text else _TOP
    words = "".join(_line(top + size + n * step, size, line, bold) for n, line in enumerate(lines))
    under = top + size + len(lines) * step
    notes = wrap(footnote, _NOTE, WIDTH - 2 * _LEFT)
    first = HEIGHT - _LEFT / 4 - _NOTE * 1.25 * (len(notes) - 1)
    text_lines = enumerate(wrap(text, _TEXT, WIDTH - 2 * _LEFT)[:4])
    places = [(under + (1.25 * n - 0.3) * _TEXT, line) for n, line in text_lines]
    words += "".join(_line(y, _TEXT, line, f'fill="{ink}"') for y, line in places if y < first - 0.8 * _TEXT)
    words += "".join(
        _line(first + n * 1.25 * _NOTE, _NOTE, line, f'fill="{muted}"') for n, line in enumerate(notes)
    ) or _line(HEIGHT - 44, 30, below, f'fill="{muted}"')
    return _framed(words, _LEFT)


def chart_card(figure: Mapping[str, Any], cache: DrawingCache) -> str:
    """A card as SVG with a figure: its finding on the left, the chart on the right, the footnote at the foot."""
    drawn = light(tidy(cache(draw, specification(figure)), "card", {}))
    high = drawn_height(drawn)
    notes = wrap(footnote(figure), _NOTE, WIDTH - 2 * _MARGIN)
    first = HEIGHT - _MARGIN / 2 - _NOTE * 1.25 * (len(notes) - 1)
    room = first - 2 * _NOTE - _MARGIN
    scale = min(_CHART / CHART_WIDTH, room / high)
    place = f"translate({WIDTH - _MARGIN - scale * CHART_WIDTH:g},{_MARGIN}) scale({scale:.4g})"
    ink, muted = (TOKENS[name][0] for name in ("ink", "muted"))
    lines = wrap(figure["title"], _FINDING, WIDTH - scale * CHART_WIDTH - 3 * _MARGIN, bold=True)
    bold = f'font-weight="bold" fill="{ink}"'
    words = "".join(_line(_TOP + n * 1.25 * _FINDING, _FINDING, line, bold, _MARGIN) for n, line in enumerate(lines))
    words += "".join(
        _line(first + n * 1.25 * _NOTE, _NOTE, line, f'fill="{muted}"', _MARGIN) for n, line in enumerate(notes)
    )
    return _framed(f'{words}<g transform="{place}">{drawn}</g>', _MARGIN, "page")


def drawn_height(drawn: str) -> float:
    """The height of a drawn chart when it is CHART_WIDTH wide."""
    root = ET.fromstring(drawn)
    return CHART_WIDTH * float(root.get("height", "0")) / float(root.get("width", "1"))


def _framed(content: str, left: float, background: str = "panel") -> str:
    """The frame of every card: background, sign and name, which begin at ``left``."""
    ink, fill, page = (TOKENS[name][0] for name in ("ink", "link", background))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="{FONT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{page}"/><rect width="{WIDTH}" height="12" fill="{fill}"/>'
        f"{_SIGN.format(fill=fill, left=left)}"
        f'<text x="{left + 104}" y="124" font-size="44" font-weight="bold" fill="{ink}">claimcheck</text>'
        f"{content}</svg>"
    )


def _line(y: float, size: float, words: str, style: str, left: float = _LEFT) -> str:
    return f'<text x="{left:g}" y="{y:g}" font-size="{size}" {style}>{esc(words)}</text>'


def _set(title: str, sizes: tuple[tuple[int, int, int], ...]) -> tuple[list[str], int, int]:
    """The title's lines, the size of its letters, the distance of its lines; cut where the smallest is too long."""
    for size, step, most in sizes:
        lines = wrap(title, size, WIDTH - 2 * _LEFT, bold=True)
        if len(lines) <= most:
            return lines, size, step
    return [*lines[: most - 1], f"{lines[most - 1].rpartition(' ')[0]} …"], size, step
