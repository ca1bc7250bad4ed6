"""Errors, printed numbers, rounding, comparison of values, files, and limits on what comes from outside.

Imports no other room.
"""
