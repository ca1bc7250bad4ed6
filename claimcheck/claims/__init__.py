"""The claim register, and verdicts computed from it; import from the modules.

``caption`` and ``with_links`` are here for the notebooks.
"""

from claimcheck.claims.evidence import with_links
from claimcheck.claims.footnote import caption, footnote

__all__ = ["caption", "footnote", "with_links"]
