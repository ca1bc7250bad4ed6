"""Read MLPerf Training and MLPerf HPC: one row per entry, scored from its logs by the official rule."""

from claimcheck.data.training import TrainingRules, read_rules
from claimcheck.ingest.training.entries import read_round
from claimcheck.ingest.training.paths import recognise
from claimcheck.ingest.training.typed import PublishedValues, read_published_values

__all__ = ["PublishedValues", "TrainingRules", "read_published_values", "read_round", "read_rules", "recognise"]
