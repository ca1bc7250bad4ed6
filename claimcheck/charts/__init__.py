"""Charts and tables as data: what a figure shows, not where it is shown."""
