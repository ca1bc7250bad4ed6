"""Small models of the mechanisms that articles credit for gains, next to the published figures."""
