"""The claim register, and verdicts computed from it."""

from claimcheck.claims.evaluate import load_tables
from claimcheck.claims.evidence import with_links
from claimcheck.claims.footnote import caption, footnote
from claimcheck.claims.model import VERDICTS, ClaimResult
from claimcheck.claims.numbers import claims_with_cases as evaluate

__all__ = ["VERDICTS", "ClaimResult", "caption", "evaluate", "footnote", "load_tables", "with_links"]
