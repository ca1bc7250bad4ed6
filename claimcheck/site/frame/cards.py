"""The picture that a shared link shows, a PNG of 1200 by 630 dots.

A claim's card has the published figure, who printed it, and the verdict. A page with a chart has a card with its first
chart, the chart's finding and its footnote. All other pages share one.
"""

from __future__ import annotations

import functools
import io
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import vl_convert
from PIL import Image, ImageDraw, ImageFont
from sphinx.application import Sphinx

from claimcheck.charts import fonts
from claimcheck.charts.fonts import wrap
from claimcheck.charts.picture import draw, footnote, light, specification, tidy
from claimcheck.charts.theme import TOKENS
from claimcheck.charts.theme import WIDTH as CHART_WIDTH
from claimcheck.claims.texts.export import marked
from claimcheck.claims.texts.printing import verdict_text
from claimcheck.core.printing import listed
from claimcheck.site.book import book_of, drawings
from claimcheck.site.frame import exhibits

TAGLINE = "Published claims about MLPerf® results, recomputed"
_CARDS = "cards"
SHARED = f"{_CARDS}/claimcheck.png"
WIDTH, HEIGHT = 1200, 630
_MARGIN, _TOP, _LEADING = 48, 160, 1.2
# Sizes of the title, each with the most lines that it may have; then that of the footnote.
_TITLES = ((64, 2), (54, 3), (44, 4))
_NOTE = 13
# A small letter takes whole dots, and so up to so much more room than it measures.
_WHOLE = 1.04
# Of a card with a chart: the chart's largest width, and how high a chart may be that is CHART_WIDTH wide.
_CHART, _HIGHEST = 640, 460
_SIGN = (
    f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
    f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{{page}}"/><rect width="{WIDTH}" height="12" fill="{{fill}}"/>'
    f'<g transform="translate({_MARGIN} {_MARGIN}) scale(2)"><rect width="40" height="40" rx="7" fill="{{fill}}"/>'
    '<path d="M10 29h20" stroke="#fff" stroke-width="3"/>'
    '<path d="M10 19.5l6.5 6.5L30 10.5" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="square"/></g></svg>'
)


def write_card(app: Sphinx, page: str) -> str:
    """Draw the card of a page that is written, unless it shares one; the card's path in the site."""
    cache = drawings(app)
    claim = next((claim for claim in book_of(app).claims if claim.address == page), None)
    if claim:
        path, book = f"{_CARDS}/{page.replace('/', '-')}.png", book_of(app)
        said = listed(claim.by or list(dict.fromkeys(book.texts[key].author for key in claim.articles)))
        printed = f"{said}: {claim.published_text}" if claim.figures else said
        footnote_of = book.quotation(claim).footnote
        card = cache(claim_card, printed, marked(claim.statement), verdict_text(claim), footnote_of)
        Path(app.outdir, _CARDS).mkdir(exist_ok=True)
        Path(app.outdir, path).write_bytes(card)
        return path
    for figure in _own(app, page):
        chart = cache(draw, specification(figure))
        if drawn_height(chart) <= _HIGHEST:
            path = f"{_CARDS}/{figure['id']}.png"
            Path(app.outdir, _CARDS).mkdir(exist_ok=True)
            Path(app.outdir, path).write_bytes(cache(chart_card, figure["title"], footnote(figure), chart))
            return path
    return SHARED


def _own(app: Sphinx, page: str) -> list[Mapping[str, Any]]:
    """The figures of a page that may be on its card; a notebook's page has figures of its own."""
    borrows = not page.startswith("notebooks/")
    on_page = exhibits.on_page(app.env, page).values()
    return [figure for figure, made_here in on_page if made_here or borrows]


def write_shared(app: Sphinx) -> None:
    """Draw the card that all other pages share."""
    card = _frame("panel").copy()
    _write_title(card, TAGLINE, WIDTH - 2 * _MARGIN)
    path = Path(app.outdir, SHARED)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(_png(card))


def chart_card(title: str, footnote: str, drawn: str) -> bytes:
    """A card with a drawn chart on the right, its finding on the left, and the ``footnote`` at the foot."""
    card = _frame("page").copy()
    room = _write_notes(card, footnote) - 2 * _NOTE - _MARGIN
    scale = min(_CHART / CHART_WIDTH, room / drawn_height(drawn))
    svg = light(tidy(drawn, "card", {}))
    chart = _dots(svg, scale * CHART_WIDTH / float(ET.fromstring(svg).get("width", "1")))
    card.paste(chart, (WIDTH - _MARGIN - chart.width, _MARGIN), chart)
    _write_title(card, title, WIDTH - chart.width - 3 * _MARGIN)
    return _png(card)


def claim_card(printed: str, statement: str, verdict: str, footnote: str) -> bytes:
    """A card with what was ``printed`` and by whom, the claim and its verdict; the ``footnote`` if there is room."""
    card = _frame("page").copy()
    top = float(_TOP)
    for words, size, most, bold in (
        (printed, 60, 2, True),
        (statement, 34, 3, False),
        (f"We find: {verdict}", 38, 3, True),
    ):
        lines = wrap(words, size * _WHOLE, WIDTH - 2 * _MARGIN, bold=bold)[:most]
        for line in lines:
            _write(card, top, size, line, "ink" if bold else "muted", bold=bold)
            top += size * _LEADING
        top += _MARGIN / 2
    if HEIGHT - top > _NOTE * _LEADING * (len(wrap(footnote, _NOTE * _WHOLE, WIDTH - 2 * _MARGIN)) + 2):
        _write_notes(card, footnote)
    return _png(card.quantize(32, method=Image.Quantize.FASTOCTREE))


def drawn_height(drawn: str) -> float:
    """The height of a drawn chart when it is CHART_WIDTH wide."""
    root = ET.fromstring(drawn)
    return CHART_WIDTH * float(root.get("height", "0")) / float(root.get("width", "1"))


@functools.cache
def _frame(background: str) -> Image.Image:
    """The frame of every card, to be copied: background, sign and name."""
    frame = _dots(_SIGN.format(page=TOKENS[background][0], fill=TOKENS["link"][0]), 1).convert("RGB")
    _write(frame, _MARGIN + 14, 44, "claimcheck", "ink", bold=True, left=_MARGIN + 104)
    return frame


def _dots(svg: str, scale: float) -> Image.Image:
    return Image.open(io.BytesIO(vl_convert.svg_to_png(svg, scale=scale, ppi=72)))


def _write_title(card: Image.Image, title: str, room: float) -> None:
    """Write the title as large as it fits into ``room``, cut where the smallest is too long."""
    for size, most in _TITLES:
        lines = wrap(title, size, room, bold=True)
        if len(lines) <= most:
            break
    else:
        lines = [*lines[: most - 1], f"{lines[most - 1].rpartition(' ')[0]} …"]
    for number, line in enumerate(lines):
        _write(card, _TOP + number * size * _LEADING, size, line, "ink", bold=True)


def _write_notes(card: Image.Image, footnote: str) -> float:
    """Write the footnote at the foot; where it begins."""
    lines = wrap(footnote, _NOTE * _WHOLE, WIDTH - 2 * _MARGIN)
    first = HEIGHT - _MARGIN / 2 - _NOTE * _LEADING * len(lines)
    for number, line in enumerate(lines):
        _write(card, first + number * _NOTE * _LEADING, _NOTE, line, "muted")
    return first


def _write(
    card: Image.Image, top: float, size: int, words: str, colour: str, bold: bool = False, left: float = _MARGIN
) -> None:
    font = _font("sans-semibold" if bold else "sans-regular", size)
    ImageDraw.Draw(card).text((left, top), words, fill=TOKENS[colour][0], font=font)


@functools.cache
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(fonts.FOLDER / f"{name}.ttf", size, layout_engine=ImageFont.Layout.BASIC)


def _png(card: Image.Image) -> bytes:
    file = io.BytesIO()
    card.save(file, "PNG", compress_level=4)
    return file.getvalue()
