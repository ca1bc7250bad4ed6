"""Readers of MLPerf Inference: published tables, LoadGen's logs, the experiments repository, accuracies, systems."""
