"""Read MLPerf Training and MLPerf HPC: one row per entry, scored from its logs by the official rule."""

from claimcheck.ingest.training.entries import folders, read_round, recognise

__all__ = ["folders", "read_round", "recognise"]
