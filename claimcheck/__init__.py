"""Recompute published claims about MLPerf results from the raw results."""

__version__ = "0.2.0"
