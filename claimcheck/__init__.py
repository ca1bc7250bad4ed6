"""Recompute published claims about MLPerf results from the raw results."""

__version__ = "0.1.0"
