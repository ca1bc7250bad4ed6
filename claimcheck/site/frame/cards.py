"""The picture that a shared link shows: a claim's figure and verdict, a company's record, or a page's first chart.

A claim of the first register has a card of its own, any other that of its company. What has none shares one.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

from sphinx.application import Sphinx

from claimcheck.charts import fonts
from claimcheck.charts.form import specification
from claimcheck.charts.picture import add_line, draw, footnote, light, png, tidy
from claimcheck.charts.theme import TOKENS, VERDICTS
from claimcheck.charts.theme import WIDTH as CHART_WIDTH
from claimcheck.claims.texts.wording import MARKS
from claimcheck.claims.verdict.result import ClaimResult
from claimcheck.core.files import write
from claimcheck.core.printing import sentence
from claimcheck.site.book import book_of, drawings
from claimcheck.site.contents import companies, company_page
from claimcheck.site.frame import exhibits

TAGLINE = "Published claims about MLPerf® results, recomputed"
_CARDS = "cards"
SHARED = f"{_CARDS}/claimcheck.png"
# In dots: the size of a card, its margin, where its title begins, and the height of a line by that of its letters.
WIDTH, HEIGHT, _MARGIN, _TOP, _LEADING = 1200, 630, 48, 160, 1.2
# Sizes of the title, each with the most lines that it may have; of the verdict, the site's name and the footnote.
_TITLES, _VERDICT, _NAME, _NOTE = ((64, 2), (54, 3), (44, 4)), 44, 44, 13
# A longer footnote is left to the page; of a longer claim with a figure, the figure is shown alone.
_LONGEST_NOTE, _LONGEST_CLAIM = 1200, 120
# The chart's largest width, and how high a chart may be that is CHART_WIDTH wide.
_CHART, _HIGHEST = 640, 460
_COLOURS = 32
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
    """Draw the card of a page that is written, with its first chart if it has one; the card's path in the site."""
    cache, book = drawings(app), book_of(app)
    pages = {company_page(name): name for name in companies(book.data_dir)}
    if (claim := book.by_page.get(page)) and claim.register:
        return next((_path(home) for home, name in pages.items() if name in claim.by), SHARED)
    if claim:
        words, path = _of_claim(claim, book.quotation(claim).footnote), _path(page)
    elif page in pages:
        words, path = (f"The claims of {pages[page]}", book.company(pages[page]), _INK, "", ""), _path(page)
    else:
        charts = ((figure, cache(draw, specification(figure))) for figure in exhibits.on_page(app.env, page))
        figure, drawn = next((shown for shown in charts if drawn_height(shown[1]) <= _HIGHEST), ({}, ""))
        if not figure:
            return SHARED
        words, path = (figure["title"], "", _INK, footnote(figure), drawn), f"{_CARDS}/{figure['id']}.png"
    write(Path(app.outdir, path), cache(card, *words))
    return path


def _path(page: str) -> str:
    return f"{_CARDS}/{page.replace('/', '-')}.png"


def _of_claim(claim: ClaimResult, notes: str) -> tuple[str, str, str, str, str]:
    """Who printed what; the verdict with its sign and the figure that decides it, in the verdict's colour."""
    printed = claim.published_text if claim.figures and len(claim.statement) > _LONGEST_CLAIM else claim.statement
    kind, sign = MARKS[claim.verdict]
    found = f"{sign} {sentence(claim.called).rstrip('.')}{f': {claim.reason}' if claim.reason else ''}"
    colour = TOKENS[VERDICTS[kind]][0]
    title = f"{sentence(claim.whose.speaker).rstrip('.')}: {sentence(printed)}"
    return title, found, colour, notes if len(notes) < _LONGEST_NOTE else "", ""


def write_shared(app: Sphinx) -> None:
    """Draw the card that all other pages share."""
    write(Path(app.outdir, SHARED), drawings(app)(card, TAGLINE, "", _INK, "", ""))


def card(title: str, found: str, colour: str, footnote: str, drawn: str) -> bytes:
    """A card as PNG: title, ``found`` in its ``colour``, drawn chart, if any, on the right, ``footnote`` below.

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
    size, lines = _fitting(title, room, _TITLES)
    verdict = _fitting(found, room, ((_VERDICT, 3), (_VERDICT * 0.75, 4)))
    sheet = ET.fromstring(_GROUND % chart)
    add_line(sheet, "claimcheck", (_MARGIN + 104, _MARGIN + 55), _NAME, _INK, bold=True)
    below = _TOP + (len(lines) + 0.4) * size * _LEADING
    for (height, words), top, fill, bold in (
        ((size, lines), _TOP, _INK, True),
        (verdict, below, colour, True),
        ((_NOTE, notes), first, _MUTED, False),
    ):
        for number, line in enumerate(words):
            add_line(sheet, line, (_MARGIN, top + (number + 0.8) * height * _LEADING), height, fill, bold=bold)
    return png(ET.tostring(sheet, encoding="unicode"), WIDTH, _COLOURS)


def _fitting(text: str, room: float, sizes: tuple[tuple[float, int], ...]) -> tuple[float, list[str]]:
    """The largest of ``sizes``, each with its most lines, at which a text fits; at the smallest it is cut."""
    for size, most in sizes:
        lines = fonts.wrap(text, size, room, bold=True)
        if len(lines) <= most:
            return size, lines
    return size, [*lines[: most - 1], f"{lines[most - 1].rpartition(' ')[0]} …"]


def drawn_height(drawn: str) -> float:
    """The height of a drawn chart when it is CHART_WIDTH wide."""
    root = ET.fromstring(drawn)
    return CHART_WIDTH * float(root.get("height", "0")) / float(root.get("width", "1"))
