"""Recompute published claims about MLPerf results from the raw results."""

__version__ = "1.0.0"
