"""Evaluated claims as data: what ``claimcheck derive`` records, and what the site, the brief and ``export`` read."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import is_dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pandas as pd
from pydantic import BaseModel, TypeAdapter, ValidationError

from claimcheck.claims.model import ClaimResult
from claimcheck.claims.tables import Tables
from claimcheck.core.errors import TableError
from claimcheck.core.printing import steady
from claimcheck.data.schema import DERIVED

CLAIM_RESULTS = f"{DERIVED}/claims.json"
_AGAIN = "write it again with claimcheck derive"
_CLAIM = TypeAdapter(ClaimResult)


def record_of(claim: ClaimResult) -> dict[str, Any]:
    """Every field of a claim as JSON holds it, its numbers rounded; of the results that it rests on, the row ids."""
    return steady(_fields({**vars(claim), "rows": tuple(claim.rows["row_id"])}))


def _fields(value: Any) -> Any:
    """``value`` as JSON with every field of the models in it, those too that are not served."""
    if isinstance(value, tuple):
        return [_fields(one) for one in value]
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, BaseModel) or is_dataclass(value):
        value = vars(value)
    return {key: _fields(one) for key, one in value.items()} if isinstance(value, dict) else value


def text_of(claims: Sequence[ClaimResult]) -> str:
    """The text of the record."""
    return json.dumps([record_of(claim) for claim in claims], indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def read_records(data: Path) -> list[dict[str, Any]]:
    """The recorded claims of ``data`` as JSON has them. Raises TableError for a file that is missing or no record."""
    path = data / CLAIM_RESULTS
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TableError(f"cannot be read: {error}", where=path, fix=_AGAIN) from error
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise TableError("is no list of claims", where=path, fix=_AGAIN)
    return found


def read_recorded(tables: Tables, only: Collection[int | str] | None = None) -> list[ClaimResult]:
    """The recorded claims (those numbered ``only``, or all), with their rows of ``tables``, in the order of the record.

    Raises TableError for a record that is none, or that names a row which the tables do not have.
    """
    records = [one for one in read_records(tables.data) if only is None or one.get("number") in only]
    wanted = {row for one in records for row in one.get("rows", ())}
    known = tables.results[tables.results["row_id"].isin(wanted)]
    if len(known) < len(wanted):
        known = pd.concat([known, tables.trained[tables.trained["row_id"].isin(wanted)]])
    known = known.set_index("row_id", drop=False)
    found = []
    for one in records:
        try:
            found.append(_CLAIM.validate_python({**one, "rows": known.loc[one["rows"]].reset_index(drop=True)}))
        except (KeyError, ValidationError) as error:
            message = f"claim {one.get('number')} is not as it is recorded: {error}"
            raise TableError(message, where=tables.data / CLAIM_RESULTS, fix=_AGAIN) from error
    return found
