"""Pure functions from tables to tables and numbers."""
