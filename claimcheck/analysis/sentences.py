"""What a sentence about MLPerf results says, by rule: its figure, whose results give it, and its words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from claimcheck.analysis.view import owners, share_owner

TWO, OWN, RECORD = "a comparison of different owners", "a comparison of one owner's results", "a record, or a first"
COUNT, SINGLE, OTHER = "a count", "a result as it was measured", "something else"
SENTENCES = (TWO, OWN, RECORD, COUNT, SINGLE, OTHER)
_RATIOS = ("x", "%")
_COUNTED = {
    "partners", "organisations", "results", "accelerators", "benchmarks", "systems", "wins", "tests", "processors",
    "submissions",
}  # fmt: skip
_SUPERLATIVE = re.compile(
    r"\b(records?|fastest|highest|largest|bests|topped|the (first|best|only|most)|than (to )?any)\b", re.IGNORECASE
)
_LEAD = re.compile(r"\b(ahead of|is behind|lead the|lead eight)\b")


def sentence_kind(statement: str, unit: str, submitters: Sequence[str]) -> str:
    """One of SENTENCES: ``unit`` is that of the first figure, ``submitters`` those of the results that give it.

    Both are empty for a statement without a figure, or whose figure no result gives.
    """
    if unit in _RATIOS and submitters:
        return OWN if share_owner(*map(owners, submitters)) else TWO
    if _LEAD.search(statement):
        return TWO
    if _SUPERLATIVE.search(statement) or unit == "records":
        return RECORD
    if unit in _COUNTED:
        return COUNT
    return SINGLE if submitters and unit not in (*_RATIOS, "tokens") and "$" not in unit else OTHER
