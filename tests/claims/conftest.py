"""What every claim says in texts to be copied, made once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from claimcheck.claims.texts.export import Quotation, quotation
from claimcheck.claims.verdict.result import ClaimResult

if TYPE_CHECKING:
    from claimcheck.analysis.derived import Tables


@pytest.fixture(scope="session")
def quotations(claims: dict[int | str, ClaimResult], tables: Tables) -> dict[int | str, Quotation]:
    """The texts, source and footnote of each claim by its number."""
    return {number: quotation(claim, tables.results, tables.data) for number, claim in claims.items()}
