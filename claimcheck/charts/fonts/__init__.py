"""The fonts of pages, charts, pictures and PDFs; ``tools/fonts`` makes the files, LICENSE.txt is their licence.

Importing this lets Vega measure and draw with them, whatever fonts the machine has.
"""

from __future__ import annotations

import base64
import functools
from collections.abc import Callable
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
    # Shown until the file is there, so that nothing moves.
    return local_css("Claimcheck Fallback") + _rules(lambda name: f"{folder}{name}.woff2", FACES)


def embedded_css(*names: str) -> str:
    """Style rules that hold the files ``names``, or all, for a document that needs no other file."""
    return _rules(_data, names or FACES)


def local_css(family: str) -> str:
    """A style rule that makes ``family`` the machine's own Arial, as wide as our sans family."""
    return f'@font-face{{font-family:"{family}";src:local(Arial),local("Liberation Sans");size-adjust:93%}}\n'


def width(text: str, size: float, bold: bool = False) -> float:
    """The width of ``text`` in pixels at ``size`` pixels in the sans family, kerning left out."""
    return _ems(text, bold) * size


@functools.cache
def _ems(text: str, bold: bool) -> float:
    return _font("sans-semibold" if bold else "sans-regular").getlength(text) / _EM


@functools.cache
def _font(name: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FOLDER / f"{name}.ttf", _EM, layout_engine=ImageFont.Layout.BASIC)


def _rules(address: Callable[[str], str], names: object) -> str:
    return "".join(
        f'@font-face{{font-family:"{family}";font-weight:{weights};font-style:{style};font-display:swap;'
        f'src:url("{address(name)}") format("woff2")}}\n'
        for name, (family, weights, style) in FACES.items()
        if name in names
    )


def _data(name: str) -> str:
    packed = base64.b64encode((FOLDER / f"{name}.woff2").read_bytes()).decode()
    return f"data:font/woff2;base64,{packed}"
