"""Organisations behind the names of submitters, from ``data/partners.yml``."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from claimcheck.analysis.coverage import participation
from claimcheck.analysis.organisations import organisations
from claimcheck.tables import DATA_DIR


def by_organisation(rows: pd.DataFrame, data: Path = DATA_DIR, division: str | None = "closed") -> pd.DataFrame:
    """``analysis.coverage.participation``, a joint submission counted for each organisation that took part."""
    return participation(rows, division, organisations(data))
