"""Names of benchmarks, columns and colours, once for all notebooks."""

from __future__ import annotations

from claimcheck.charts.theme import MEANINGS, TOKENS, VERDICTS, colour
from claimcheck.claims.texts.printing import MARKS
from claimcheck.core.documents import nearest
from claimcheck.core.errors import ClaimcheckError
from claimcheck.data.schema import SHOWN

# The column with the address of each linked one.
LINKS = {name: shown.link for name, shown in SHOWN.items() if shown.link}
# One colour a meaning in the whole report (see ``charts.theme``).
KINDS = {name: colour(token) for name, token in MEANINGS.items()}
# The same for a chart in a notebook, with those of words and lines; its figure follows light and dark.
_DRAWN = MEANINGS | {"words": "ink", "quiet": "muted", "rule": "rule", "grid": "grid"}
# Those of rounds, too, which one colour shows darker the newer they are, in dark mode lighter.
# And those of verdicts.
_DRAWN |= {verdict: VERDICTS[kind] for verdict, (kind, _) in MARKS.items()}
_DRAWN |= {"oldest round": "s1", "round between": "s3", "newest round": "s5"}
COLOURS = {name: TOKENS[token][0] for name, token in _DRAWN.items()}


def decimals(column: str) -> int | None:
    """Decimals in which a table prints a column, None where its values decide."""
    return SHOWN[column].decimals if column in SHOWN else None


def colour_of(kind: str) -> str:
    """The colour of a kind of dot or bar. Raises ClaimcheckError for a kind that has none."""
    if kind not in KINDS:
        near = nearest(kind, KINDS, 1)
        raise ClaimcheckError(
            f"no colour for {kind!r}",
            rule=f"kinds are {', '.join(KINDS)}",
            fix=f"did you mean {near[0]}?" if near else None,
        )
    return KINDS[kind]
