"""What other pages show of ours: documents for a frame, how oEmbed finds them, the code to copy, badges of verdicts.

Each document is whole by itself, so that a page that shows it asks nobody for anything else, and says its edition.
"""

from __future__ import annotations

import json
import math
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from claimcheck.charts import fonts, picture
from claimcheck.charts.picture import footnote, notes, permanent, specification
from claimcheck.charts.theme import TOKENS, VERDICTS, colour
from claimcheck.claims.register.articles import Article, named
from claimcheck.claims.texts.footnote import TRADEMARK
from claimcheck.claims.texts.printing import MARKS, heading_text, who
from claimcheck.claims.verdict.result import ClaimResult
from claimcheck.data.edition import Edition
from claimcheck.report.book import DrawingCache
from claimcheck.report.parts.assets import colours
from claimcheck.report.parts.html import esc, part, range_bar, tag

FOLDER, BADGES = "embed", "badge"
# Pixels: the frame that the code asks for, what is left of it for text, and the widest that a picture becomes there.
WIDE, _ROOM, _PICTURE = 640, 600, 560
# Arial, in which a reader without our fonts sees them, is so much wider.
_OTHER_FONT = 1.08
_COLOURS = tuple(Markup(colours(mode)) for mode in (0, 1))


@dataclass(frozen=True)
class Embed:
    """A document for a frame: its address from the site's root without an ending, its title, the frame's pixels."""

    page: str
    title: str
    high: int
    edition: Edition

    @property
    def snippet(self) -> str:
        """The code that shows it on another page, in its whole height where there is room for its whole width."""
        return (
            f'<iframe src="{esc(self.edition.page(self.page))}" title="{esc(self.title)}" width="{WIDE}"'
            f' height="{self.high}" loading="lazy" style="border:0;max-width:100%"></iframe>'
        )

    @property
    def oembed(self) -> str:
        """What a provider answers of it, as JSON. Source: oembed.com, sections 2.3.4 and 2.3.4.4."""
        answer = {
            "version": "1.0",
            "type": "rich",
            "title": self.title,
            "provider_name": "claimcheck",
            "provider_url": self.edition.address,
            "html": self.snippet,
            "width": WIDE,
            "height": self.high,
        }
        return json.dumps(answer, indent=1, ensure_ascii=False) + "\n"


def discovery(page: str, title: str, edition: Edition) -> str:
    """The tag in a page's head by which software finds the oEmbed answer for the document ``page``."""
    address = esc(f"{edition.address}{page}.json")
    return f'<link rel="alternate" type="application/json+oembed" title="{esc(title)}" href="{address}">\n'


def claim_page(claim: ClaimResult) -> str:
    """Where a claim's document is, from the site's root, without an ending: ``embed/claim/v6.1/3``."""
    return f"{FOLDER}/claim/{claim.number}"


def figure_page(figure_id: str) -> str:
    """Where a figure's document is, likewise."""
    return f"{FOLDER}/{figure_id}"


def badge_address(claim: ClaimResult) -> str:
    """Where the badge of a claim's verdict is, from the site's root."""
    return f"{BADGES}/claim/{claim.number}.svg"


def title_of(claim: ClaimResult) -> str:
    """A claim's number and verdict, with the reason."""
    return f"Claim {claim.number}: {heading_text(claim)}"


def of_claim(claim: ClaimResult, footnote: str, articles: Mapping[str, Article], edition: Edition) -> Embed:
    """A claim as something to embed. Raises KeyError for an article that is not known."""
    later = claim.afterwards
    texts = [
        (f"Claim {claim.number} about MLPerf results, in our words; {who(claim, articles)}", 13, 18),
        (claim.statement, 20, 26),
        (heading_text(claim), 16, 23),
        (named(claim.explanation, articles), 16, 23),
        *(("Published and recomputed", 16, 23) for _ in claim.figures),
        *([(f"In later rounds. {later.finding}", 16, 23)] if later else []),
        (footnote, 12, 17),
    ]
    high = _high(texts) + (80 if claim.sensitivity and range_bar(claim.sensitivity, claim.published) else 0)
    return Embed(claim_page(claim), title_of(claim), high, edition)


def of_figure(figure: Mapping[str, Any], edition: Edition, cache: DrawingCache) -> Embed:
    """A figure as something to embed. Raises ValueError when the chart cannot be drawn."""
    size = ET.fromstring(cache(picture.draw, specification(figure))).attrib
    wide, high = float(size["width"]), float(size["height"])
    texts = [(figure["title"], 20, 26), ("What is drawn", 13, 40), (footnote(figure) or TRADEMARK, 12, 17)]
    drawn = math.ceil(high * (max(_PICTURE, wide) if figure["wide"] else _PICTURE) / wide)
    return Embed(figure_page(figure["id"]), figure["title"], _high(texts) + drawn, edition)


def claim_files(claim: ClaimResult, footnote: str, articles: Mapping[str, Article], edition: Edition) -> dict[str, str]:
    """The document, the oEmbed answer and the badge of a claim, by their addresses from the site's root."""
    by, why = who(claim, articles), named(claim.explanation, articles)
    page, verdict = claim_page(claim), colour(VERDICTS[MARKS[claim.verdict][0]])
    return {
        f"{page}.html": part("embed", "claim", claim, by, why, footnote, edition, _COLOURS, verdict) + "\n",
        f"{page}.json": of_claim(claim, footnote, articles, edition).oembed,
        badge_address(claim): badge(claim, footnote, edition),
    }


def figure_files(figure: Mapping[str, Any], edition: Edition, cache: DrawingCache) -> dict[str, str]:
    """The document and the oEmbed answer of a figure, likewise. Raises ValueError when the chart cannot be drawn."""
    root = {"role": "img", "aria-labelledby": "title", "aria-describedby": "description"}
    drawn = picture.tidy(cache(picture.draw, specification(figure)), "chart", root)
    page, address = figure_page(figure["id"]), permanent(figure["id"], edition)
    small = footnote(figure) or TRADEMARK
    letters = Markup(fonts.embedded_css("sans-regular", "sans-semibold"))
    html = part("embed", "figure", figure, Markup(drawn), notes(figure), small, edition, address, _COLOURS, letters)
    return {f"{page}.html": f"{html}\n", f"{page}.json": of_figure(figure, edition, cache).oembed}


def badge_snippet(claim: ClaimResult, edition: Edition) -> str:
    """The code that shows a claim's badge on another page, as a link to the claim."""
    shown = f'<img src="{esc(edition.address + badge_address(claim))}" alt="{esc(title_of(claim))}">'
    return tag("a", shown, href=edition.page(claim.address))


def badge(claim: ClaimResult, footnote: str, edition: Edition) -> str:
    """The verdict with its reason as a small SVG picture, which reads the same on light and dark pages.

    Each text has the width that is kept for it, whatever font draws it. What those hear who do not see it holds the
    claim, the edition and the ``footnote``.
    """
    words = f"claimcheck {claim.number}", heading_text(claim)
    kind, sign = MARKS[claim.verdict]
    left, right = (math.ceil(fonts.width(text, 11) * _OTHER_FONT) for text in words)
    ink, page, fill = (TOKENS[name][0] for name in ("ink", "page", VERDICTS[kind]))
    wide, middle = left + right + 48, left + 12
    texts = "".join(
        f'<text x="{x}" y="14" fill="{fill}" textLength="{long}" lengthAdjust="spacingAndGlyphs">{esc(text)}</text>'
        for x, fill, long, text in ((6, page, left, words[0]), (middle + 26, ink, right, words[1]))
    )
    description = f"{claim.statement} claimcheck {edition.version}, {edition.release}. {footnote}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="20" viewBox="0 0 {wide} 20" role="img"'
        ' aria-labelledby="t" aria-describedby="d" font-family="Arial,Helvetica,sans-serif" font-size="11">'
        f'<title id="t">{esc(title_of(claim))}</title><desc id="d">{esc(description)}</desc>'
        f'<rect x="0.5" y="0.5" width="{wide - 1}" height="19" rx="3" fill="{page}" stroke="{ink}"/>'
        f'<path d="M{middle} 0H3.5a3 3 0 0 0 -3 3v14a3 3 0 0 0 3 3H{middle}z" fill="{ink}"/>'
        f'<path d="M{middle} 1h20v18h-20z" fill="{fill}"/>'
        f'<text x="{middle + 10}" y="15" fill="{page}" font-size="14" font-weight="bold" text-anchor="middle">'
        f"{esc(sign)}</text>{texts}</svg>\n"
    )


def _high(texts: Iterable[tuple[str, float, int]]) -> int:
    """The height of paragraphs, each with the size of its letters and lines, and of the document's margins."""
    return 56 + sum(8 + step * len(picture.wrap(text, size * _OTHER_FONT, _ROOM)) for text, size, step in texts)
