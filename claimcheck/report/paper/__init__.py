"""What is printed: the two-page brief (``make memo``) and the whole report (``make pdf``), as PDF.

Both are HTML laid out for paper and printed by a headless Chromium. The brief is made from the register and the
tables; the report from the pages of the built site, in the order of ``_toc.yml``.
"""
