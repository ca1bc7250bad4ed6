"""pytest plugin (``-p claimcheck.cells``) that says which outputs of a notebook nbval compares with its record."""

from __future__ import annotations

from typing import Any

from nbval.plugin import IPyNbFile


def pytest_collectstart(collector: Any) -> None:
    """Leave out pictures: each is drawn from a figure's record, which is compared."""
    if isinstance(collector, IPyNbFile):
        collector.skip_compare += ("image/svg+xml",)
