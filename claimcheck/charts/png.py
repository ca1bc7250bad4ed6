"""SVG as PNG files made small: a chart is flat, so it needs a palette, not four channels."""

from __future__ import annotations

import math
import struct
import xml.etree.ElementTree as ET
import zlib

import numpy as np
import vl_convert

# A picture is 16 cm wide at 150 dots per inch or a little more; who prints it larger takes the SVG.
PRINT_DOTS = 150
PRINT_WIDE = math.ceil(16 / 2.54 * PRINT_DOTS)
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOURS = 256


def bitmap(svg: str, wide: int = PRINT_WIDE, dots_per_inch: int = PRINT_DOTS) -> bytes:
    """An opaque SVG document as PNG, ``wide`` pixels wide; the same bytes for the same picture."""
    # Half a pixel more, so that the whole number below it is not short of the wanted width.
    scale = (wide + 0.5) / float(ET.fromstring(svg.encode()).get("width", "0"))
    return shrunk(vl_convert.svg_to_png(svg, scale=scale), dots_per_inch)


def shrunk(png: bytes, dots_per_inch: float) -> bytes:
    """The picture of an opaque ``png`` with a palette of its 256 commonest colours, its size on paper noted.

    The colours of areas are kept exactly; a rarer one (the edge of a letter) becomes the nearest of them.
    Raises ValueError for a PNG of another kind than vl-convert writes: 8 bits, four channels, opaque, every
    line stored as differences to its left neighbour.
    """
    size, packed = b"", b""
    for kind, body in _chunks(png):
        if kind == b"IHDR":
            size = body
        elif kind == b"IDAT":
            packed += body
    wide, high, *form = struct.unpack(">IIBBBBB", size)
    stored = np.frombuffer(zlib.decompress(packed), np.uint8)
    if form != [8, 6, 0, 0, 0] or (stored[:: 1 + 4 * wide] != 1).any():
        raise ValueError("not a PNG as vl-convert writes it: compare the pinned version")
    lines = stored.reshape(high, 1 + 4 * wide)
    pixels = np.cumsum(lines[:, 1:].reshape(high, wide, 4), axis=1, dtype=np.uint8)
    if (pixels[..., 3] != 255).any():
        raise ValueError("the picture is not opaque")
    # Runs of one colour are few, pixels are millions: four channels are compared as one number.
    flat = pixels.view(np.uint32).ravel()
    starts = np.flatnonzero(np.concatenate([[True], flat[1:] != flat[:-1]]))
    lengths = np.diff(starts, append=flat.size)
    channels = pixels.reshape(-1, 4)[starts, :3].astype(np.uint32)
    colours, places = np.unique(channels @ np.array([1 << 16, 1 << 8, 1], np.uint32), return_inverse=True)
    counts = np.bincount(places, weights=lengths)
    # Ties by colour, so that the palette depends on nothing but the picture.
    palette = _split(colours[np.lexsort((colours, -counts))[:_COLOURS]])
    distances = ((_split(colours)[:, None, :] - palette[None, :, :]) ** 2).sum(-1)
    nearest = distances.argmin(axis=1).astype(np.uint8)
    indexed = np.zeros((high, 1 + wide), np.uint8)
    indexed[:, 1:] = np.repeat(nearest[places], lengths).reshape(high, wide)
    per_metre = round(dots_per_inch / 0.0254)
    return _SIGNATURE + b"".join(
        _chunk(kind, body)
        for kind, body in (
            (b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)),
            (b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)),
            (b"PLTE", palette.astype(np.uint8).tobytes()),
            (b"IDAT", zlib.compress(indexed.tobytes(), 7)),
            (b"IEND", b""),
        )
    )


def _split(numbers: np.ndarray) -> np.ndarray:
    """Red, green and blue of colours that are one number each."""
    return np.stack([numbers >> 16, numbers >> 8 & 255, numbers & 255], axis=-1).astype(np.int64)


def _chunks(png: bytes) -> list[tuple[bytes, bytes]]:
    found, at = [], len(_SIGNATURE)
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        found.append((kind, png[at + 8 : at + 8 + length]))
        at += 12 + length
    return found


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
