"""What is printed, by a headless Chromium: the two-page brief (``make memo``)."""
