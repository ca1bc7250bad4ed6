"""Wins: who won each cell, and how many wins each side has under every definition of a win."""
