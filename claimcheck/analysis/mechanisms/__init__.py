"""Small models of the mechanisms that articles credit, each with its published figures beside it."""
