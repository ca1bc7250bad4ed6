"""What each kernel is forked with (``claimcheck.build.cells``): the tables and claims that most notebooks read."""

import gc

import pandas as pd

from claimcheck.notebook import comparisons, line_at, results_of, rows_behind

# What pandas has as long as it is not imported in a terminal, which it takes a process without a kernel for.
pd.set_option("display.max_columns", 20)
results_of([*rows_behind(1), comparisons.first()])
# The first chart reads the schema of Vega-Lite.
line_at("", 1).to_dict()
# What is read stays, so that no kernel goes through it for what it could free.
gc.freeze()
