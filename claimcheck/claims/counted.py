"""Names that the modules still to be replaced share."""

from claimcheck.tables.benchmarks import llm_benchmarks as llm_benchmarks

HEADLINE = ("deepseek-r1", "Server", "NVIDIA GB300")
