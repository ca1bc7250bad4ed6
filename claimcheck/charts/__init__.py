"""Charts and tables as data: what a figure shows, not where it is shown."""

from claimcheck.charts.figure import MIME, Figure, spec_of
from claimcheck.charts.table import ResultsTable

__all__ = ["MIME", "Figure", "ResultsTable", "spec_of"]
