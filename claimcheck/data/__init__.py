"""What is committed below ``data/``: its schema, the tables, the registers of facts and of claims, rounds, the edition.

Imports core.
"""
