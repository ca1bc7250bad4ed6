"""Read MLPerf Training and MLPerf HPC: one row per entry, scored from its logs by the official rule."""

from claimcheck.ingest.training.entries import read_round
from claimcheck.ingest.training.paths import recognise

__all__ = ["read_round", "recognise"]
