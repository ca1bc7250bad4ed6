"""SVG as PNG files made small: a chart is flat, so it needs a palette, not four channels."""

from __future__ import annotations

import io
import math
import xml.etree.ElementTree as ET

import vl_convert
from PIL import Image

# A picture is 16 cm wide at 150 dots per inch or a little more; who prints it larger takes the SVG.
PRINT_DOTS = 150
PRINT_WIDE = math.ceil(16 / 2.54 * PRINT_DOTS)


def bitmap(svg: str, wide: int = PRINT_WIDE, dots_per_inch: int = PRINT_DOTS) -> bytes:
    """An opaque SVG document as PNG with a palette of 256 colours, ``wide`` pixels wide, its size on paper noted.

    The same picture gives the same bytes. The colours of areas are kept exactly; a rare one (the edge of a letter)
    becomes one near it.
    """
    # Half a pixel more, so that the whole number below it is not short of the wanted width.
    scale = (wide + 0.5) / float(ET.fromstring(svg.encode()).get("width", "0"))
    drawn = Image.open(io.BytesIO(vl_convert.svg_to_png(svg, scale=scale)))
    file = io.BytesIO()
    drawn.convert("RGB").quantize(256).save(file, "PNG", dpi=(dots_per_inch, dots_per_inch), compress_level=6)
    return file.getvalue()
