"""The claim register, and verdicts computed from it; import from the modules.

``caption`` and ``with_links`` are here for the notebooks.
"""

from claimcheck.claims.texts.footnote import caption, footnote
from claimcheck.claims.verdict.evidence import with_links

__all__ = ["caption", "footnote", "with_links"]
