"""Errors, numbers (printed, recorded, compared), files, registers as models, limits on what comes from outside.

Imports no other room.
"""
