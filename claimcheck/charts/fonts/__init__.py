"""The fonts of pages, charts and pictures; ``subset`` makes the files, LICENSE.txt is their licence.

Importing this lets Vega measure and draw with them, whatever fonts the machine has.
"""

from __future__ import annotations

import functools
from pathlib import Path

import vl_convert
from PIL import ImageFont

FOLDER = Path(__file__).parent
SANS, SERIF, MONO = "Claimcheck Sans", "Claimcheck Serif", "Claimcheck Mono"
# file: (family, the weights that it is used for, style)
FACES = {
    "sans-regular": (SANS, "400 500", "normal"),
    "sans-italic": (SANS, "400 900", "italic"),
    "sans-semibold": (SANS, "600 900", "normal"),
    "serif-semibold": (SERIF, "400 900", "normal"),
    "mono-regular": (MONO, "400 900", "normal"),
}
# Letters are measured at this size, in pixels, which is exact: an em of the fonts has as many units.
_EM = 1000

vl_convert.register_font_directory(str(FOLDER))


def css(folder: str) -> str:
    """Style rules for a page that finds the files at ``folder``."""
    rules = (
        f'@font-face{{font-family:"{family}";font-weight:{weights};font-style:{style};font-display:swap;'
        f'src:url("{folder}{name}.woff2") format("woff2")}}\n'
        for name, (family, weights, style) in FACES.items()
    )
    # Shown until the file is there, so that nothing moves.
    return local_css("Claimcheck Fallback") + "".join(rules)


def local_css(family: str) -> str:
    """A style rule that makes ``family`` the machine's own Arial, as wide as our sans family."""
    return f'@font-face{{font-family:"{family}";src:local(Arial),local("Liberation Sans");size-adjust:93%}}\n'


def width(text: str, size: float, bold: bool = False) -> float:
    """The width of ``text`` in pixels at ``size`` pixels in the sans family, kerning left out."""
    return _face(bold).getlength(text) * size / _EM


def wrap(text: str, size: float, room: float, bold: bool = False) -> list[str]:
    """``text`` as lines of at most ``room`` pixels, as SVG breaks none; a word that is wider has a line of its own."""
    lines: list[str] = []
    space, end = width(" ", size, bold), 0.0
    for word in text.split():
        wide = width(word, size, bold)
        if lines and end + space + wide <= room:
            lines[-1] += f" {word}"
            end += space + wide
        else:
            lines.append(word)
            end = wide
    return lines


@functools.cache
def _face(bold: bool) -> ImageFont.FreeTypeFont:
    name = "sans-semibold" if bold else "sans-regular"
    return ImageFont.truetype(FOLDER / f"{name}.ttf", _EM, layout_engine=ImageFont.Layout.BASIC)
