"""A number that prose may print."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from claimcheck.claims.evidence import Evidence, evidence_of
from claimcheck.claims.model import Tables
from claimcheck.printing import quantity


@dataclass(frozen=True)
class Number:
    """A printed number: its text, value and unit, one sentence on how it comes about, its rows.

    ``worded``: the text is a name or a sentence that the analysis gives, and there is no value (0).
    """

    key: str
    text: str
    value: float
    unit: str
    how: str
    evidence: tuple[Evidence, ...] = ()
    worded: bool = False


def words(key: str, text: str, how: str, evidence: tuple[Evidence, ...] = ()) -> Number:
    """Words that the analysis gives, such as the name of a record's holder."""
    return Number(key, text, 0.0, "", how, evidence, worded=True)


def number(key: str, value: float, unit: str, decimals: int, how: str, evidence: tuple[Evidence, ...] = ()) -> Number:
    """A Number printed by the project's rules (see ``claims.printing.quantity``)."""
    return Number(key, quantity(value, unit, decimals).text, float(value), unit, how, evidence)


def count(key: str, value: int, how: str, evidence: tuple[Evidence, ...] = ()) -> Number:
    """A Number that counts something."""
    return number(key, value, "", 0, how, evidence)


def evidence_of_pairs(tables: Tables, pairs: pd.DataFrame) -> tuple[Evidence, ...]:
    """Evidence for both sides of ``pairs``, in the tables' order."""
    ids = {*pairs["row_id_before"], *pairs["row_id_after"]}
    return evidence_of(tables.results[tables.results["row_id"].isin(ids)])
