"""The claim register, and verdicts computed from it."""

from claimcheck.claims.evaluate import load_tables
from claimcheck.claims.footnote import footnote
from claimcheck.claims.model import VERDICTS, ClaimResult
from claimcheck.claims.numbers import claims_with_cases as evaluate

__all__ = ["VERDICTS", "ClaimResult", "evaluate", "footnote", "load_tables"]
