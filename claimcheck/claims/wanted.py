"""Some of the numbers that prose may print, without computing all of them."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Sequence
from pathlib import Path

from claimcheck.claims.counted import of_owners, of_readings, of_tables, of_training
from claimcheck.claims.evaluate import load_register
from claimcheck.claims.model import ClaimResult, Tables
from claimcheck.claims.named import named
from claimcheck.claims.number import Number
from claimcheck.claims.numbers import FAMILIES, of_claim
from claimcheck.errors import RegisterError
from claimcheck.tables import DATA_DIR


def numbers_for(
    keys: Collection[str], tables: Tables, claims: Sequence[ClaimResult], data: Path = DATA_DIR
) -> dict[str, Number]:
    """The number of each of ``keys``, as ``claimcheck.claims.numbers.collect`` gives it.

    ``claims`` are evaluated claims, for ``claim.N.published`` and ``claim.N.computed``. Raises RegisterError for a key
    that nothing gives, with the nearest one that there is.
    """
    register = load_register(data)
    bound = next(float(c.figures[0]["published"]) for c in register if c.number == 7) / 100
    found = {n.key: n for n in (*named(tables, register), *of_readings(tables, bound), *of_owners(tables))}
    found |= {n.key: n for claim in claims for n in of_claim(claim)}
    found |= {n.key: n for n in (*of_tables(tables), *of_training(tables))}
    wanted = {key.partition(".")[0] for key in keys if key not in found}
    for parts, family in FAMILIES.items():
        if wanted & set(parts):
            found |= {n.key: n for group in family for n in group(tables)}
    for key in keys:
        if key not in found:
            near = difflib.get_close_matches(key, found, 1)
            raise RegisterError(f"no number {key!r}", fix=f"did you mean {near[0]}?" if near else None)
    return {key: found[key] for key in keys}
