"""Names of benchmarks, columns and colours, once for all notebooks."""

from __future__ import annotations

from claimcheck.charts.theme import MEANINGS, TOKENS
from claimcheck.data.schema import SHOWN

# The column with the address of each linked one.
LINKS = {name: shown.link for name, shown in SHOWN.items() if shown.link}
# One colour a meaning in the whole report (see ``charts.theme``), and those of words and lines; a figure follows light
# and dark.
_DRAWN = MEANINGS | {"words": "ink", "quiet": "muted", "rule": "rule", "grid": "grid", "page": "page"}
# Those of rounds, too, which one colour shows darker the newer they are, in dark mode lighter.
_DRAWN |= {"oldest round": "s1", "round between": "s3", "newest round": "s5"}
COLOURS = {name: TOKENS[token][0] for name, token in _DRAWN.items()}


def decimals(column: str) -> int | None:
    """Decimals in which a table prints a column, None where its values decide."""
    return SHOWN[column].decimals if column in SHOWN else None
