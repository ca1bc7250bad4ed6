"""Bad input: every reader gets bytes that nobody wrote, and gives rows or one of our errors."""
