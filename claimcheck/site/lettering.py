"""Text of a given width, for pictures that must lay out their own words (SVG breaks no lines)."""

from __future__ import annotations

from collections.abc import Iterator

# Advance widths of Helvetica and Arial (Liberation Sans has the same), in thousandths of the size,
# U+0020 to U+007E; from the font's published metrics.
_WIDTHS = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip
# Any other letter counts as wide as most capitals.
_OTHER = 722
# Bold letters are this much wider at most, taken over a line of prose.
_BOLD = 1.1


def width(text: str, size: float, bold: bool = False) -> float:
    """The width of ``text`` in pixels at ``size`` pixels; for bold letters, at least its width."""
    units = sum(_WIDTHS[ord(c) - 32] if " " <= c <= "~" else _OTHER for c in text)
    return units * size / 1000 * (_BOLD if bold else 1)


def wrap(text: str, size: float, room: float, bold: bool = False) -> list[str]:
    """``text`` as lines of at most ``room`` pixels; a word that is wider by itself is cut."""
    lines: list[str] = []
    for word in (part for whole in text.split() for part in _cut(whole, size, room, bold)):
        if lines and width(f"{lines[-1]} {word}", size, bold) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _cut(word: str, size: float, room: float, bold: bool) -> Iterator[str]:
    start = 0
    for end in range(1, len(word) + 1):
        if end - start > 1 and width(word[start:end], size, bold) > room:
            yield word[start : end - 1]
            start = end - 1
    yield word[start:]
