"""Every result that could win when the claims on wins were made."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from claimcheck.analysis.wins.entries import entries
from claimcheck.data.rounds import rounds_until
from claimcheck.data.tables import DATA_DIR


def contest(
    results: pd.DataFrame, training: pd.DataFrame, data: Path = DATA_DIR, last: str | None = None
) -> pd.DataFrame:
    """Every result that can win, up to the round ``last`` (that of the claims): see ``analysis.wins.entries``.

    ``results`` and ``training`` are the tables inference_results and training_results.
    """
    rounds = rounds_until(data, last)
    kept = [training[(training["suite"] == s) & training["round"].isin(rounds[s])] for s in ("training", "hpc")]
    return entries(results[results["round"].isin(rounds["inference"])], pd.concat(kept, ignore_index=True))
