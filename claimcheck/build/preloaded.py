"""What each kernel is forked with (``claimcheck.build.cells``): the tables and claims that most notebooks read."""

from claimcheck.notebook import line_at, results_of, rows_behind

results_of(rows_behind(1))
# The first chart reads the schema of Vega-Lite.
line_at("", 1).to_dict()
