"""How many wins: every result in one shape, who won each cell, and the count under every rule."""
