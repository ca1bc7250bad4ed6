"""The engine that finds where a number comes from and compares results: in JavaScript, which browsers and node run.

``words.js``, ``tables.js``, ``order.js`` (what is shared), ``judgement.js`` (two results), ``phrase.js`` (what a phrase
says), ``finder.js`` (what prints its figure), ``claimed.js`` (which claims do), ``refusals.js`` (why nothing does),
``rounds.js`` (counts), ``leads.js`` (names without a figure), ``answers.js`` (all that in words), ``text.js`` (the
figures of a text), ``sheet.js`` (a table of somebody else's), ``resultset.js`` (all results).
``main.js`` answers requests in node; ``run.py`` runs it, and ``packed.py`` makes its data.
"""
