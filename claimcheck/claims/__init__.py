"""Claims: what was said, what the tables answer, and the verdict.

A claim of ``claims.yml`` (``register``: what a person writes, and the words that it asks with) goes to its verdict in
four steps (``verdict``): the results that its rows name (``register.rows``), the answers to its figures
(``register.language``, ``register.vocabulary``), the questions of its kind (``verdict.asked``), the verdict
(``verdict.judge``). ``verdict.evaluate`` takes them one after the other. ``texts`` says it in words.
"""
