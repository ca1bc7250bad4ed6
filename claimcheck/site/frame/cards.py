"""The picture that a shared link shows: what a claim printed and what we find, or a page's first chart.

A page with neither shares one with all others.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

from sphinx.application import Sphinx

from claimcheck.charts import fonts
from claimcheck.charts.picture import add_line, bitmap, draw, footnote, light, specification, tidy
from claimcheck.charts.theme import TOKENS
from claimcheck.charts.theme import WIDTH as CHART_WIDTH
from claimcheck.claims.texts.wording import verdict_text
from claimcheck.core.files import write
from claimcheck.core.printing import sentence
from claimcheck.site.book import QUOTATION, book_of, drawings
from claimcheck.site.frame import exhibits

TAGLINE = "Published claims about MLPerf® results, recomputed"
_CARDS = "cards"
SHARED = f"{_CARDS}/claimcheck.png"
# In dots: the size of a card, its margin, where its title begins, and the height of a line by that of its letters.
WIDTH, HEIGHT, _MARGIN, _TOP, _LEADING = 1200, 630, 48, 160, 1.2
# Sizes of the title, each with the most lines that it may have; then that of the site's name and of the footnote.
_TITLES, _NAME, _NOTE = ((64, 2), (54, 3), (44, 4)), 44, 13
# A longer footnote is left to the page.
_LONGEST_NOTE = 1200
# The chart's largest width, and how high a chart may be that is CHART_WIDTH wide.
_CHART, _HIGHEST = 640, 460
# How many colours a card has, of words alone and with a chart.
_PLAIN, _COLOURS = 24, 32
_INK, _MUTED, _LINK, _PAGE = (TOKENS[name][0] for name in ("ink", "muted", "link", "page"))
# What is below the words: the bar, the sign and the chart.
_GROUND = (
    f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
    f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_PAGE}"/><rect width="{WIDTH}" height="12" fill="{_LINK}"/>'
    f'<g transform="translate({_MARGIN} {_MARGIN}) scale(2)" fill="none" stroke="#fff">'
    f'<rect width="40" height="40" rx="7" fill="{_LINK}" stroke="none"/><path d="M10 29h20" stroke-width="3"/>'
    '<path d="M10 19.5l6.5 6.5L30 10.5" stroke-width="4" stroke-linecap="square"/></g>%s</svg>'
)


def write_card(app: Sphinx, page: str) -> str:
    """Draw the card of a page that is written, unless it shares one; the card's path in the site.

    A claim's has the published figure, who printed it, and the verdict. That of a page with a chart has its first
    chart; a notebook's page has figures of its own.
    """
    borrows, cache, book = not page.startswith("notebooks/"), drawings(app), book_of(app)
    if claim := book.by_page.get(page):
        printed = claim.published_text if claim.figures else claim.statement
        title = f"{sentence(claim.whose.speaker).rstrip('.')}: {sentence(printed)} We find: {verdict_text(claim)}"
        notes = app.env.metadata[page][QUOTATION].footnote
        path = f"{_CARDS}/{page.replace('/', '-')}.png"
        write(Path(app.outdir, path), cache(card, title, notes if len(notes) < _LONGEST_NOTE else "", ""))
        return path
    for figure, made_here in exhibits.on_page(app.env, page).values():
        drawn = cache(draw, specification(figure)) if made_here or borrows else ""
        if drawn and drawn_height(drawn) <= _HIGHEST:
            path = f"{_CARDS}/{figure['id']}.png"
            write(Path(app.outdir, path), cache(card, figure["title"], footnote(figure), drawn))
            return path
    return SHARED


def write_shared(app: Sphinx) -> None:
    """Draw the card that all other pages share."""
    write(Path(app.outdir, SHARED), drawings(app)(card, TAGLINE, "", ""))


def card(title: str, footnote: str, drawn: str) -> bytes:
    """A card as PNG: title, drawn chart, if any, on its right, ``footnote`` below; equal cards give equal bytes.

    The title is as large as it fits, and cut where the smallest size is too large.
    """
    notes = fonts.wrap(footnote, _NOTE, WIDTH - 2 * _MARGIN)
    first = HEIGHT - _MARGIN / 2 - _NOTE * _LEADING * len(notes)
    chart, room = "", float(WIDTH - 2 * _MARGIN)
    if drawn:
        scale = min(_CHART / CHART_WIDTH, (first - 2 * _NOTE - _MARGIN) / drawn_height(drawn))
        wide, high = scale * CHART_WIDTH, scale * drawn_height(drawn)
        place = {"x": WIDTH - _MARGIN - wide, "y": _MARGIN, "width": wide, "height": high}
        chart = light(tidy(drawn, "card", {name: f"{value:.2f}" for name, value in place.items()}))
        room -= wide + _MARGIN
    for size, most in _TITLES:
        lines = fonts.wrap(title, size, room, bold=True)
        if len(lines) <= most:
            break
    else:
        lines = [*lines[: most - 1], f"{lines[most - 1].rpartition(' ')[0]} …"]
    sheet = ET.fromstring(_GROUND % chart)
    add_line(sheet, "claimcheck", (_MARGIN + 104, _MARGIN + 55), _NAME, _INK, bold=True)
    for words, top, height, fill, bold in ((lines, _TOP, size, _INK, True), (notes, first, _NOTE, _MUTED, False)):
        for number, line in enumerate(words):
            add_line(sheet, line, (_MARGIN, top + (number + 0.8) * height * _LEADING), height, fill, bold=bold)
    return bitmap(ET.tostring(sheet, encoding="unicode"), WIDTH, _COLOURS if drawn else _PLAIN)


def drawn_height(drawn: str) -> float:
    """The height of a drawn chart when it is CHART_WIDTH wide."""
    root = ET.fromstring(drawn)
    return CHART_WIDTH * float(root.get("height", "0")) / float(root.get("width", "1"))
