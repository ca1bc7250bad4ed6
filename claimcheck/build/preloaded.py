"""What each kernel is forked with (``claimcheck.build.cells``): the tables and claims that most notebooks read."""

from claimcheck.notebook import results_of, rows_behind

results_of(rows_behind(1))
