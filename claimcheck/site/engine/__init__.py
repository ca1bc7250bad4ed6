"""The engine that finds where a number comes from and compares results: in TypeScript, which browsers and node run.

``words.ts``, ``tables.ts``, ``order.ts`` (what is shared), ``judgement.ts`` (two results), ``phrase.ts`` (what a phrase
says), ``finder.ts`` (what prints its figure), ``claimed.ts`` (which claims do), ``refusals.ts`` (why nothing does),
``rounds.ts`` (counts), ``leads.ts`` (names without a figure), ``answers.ts`` (all that in words), ``text.ts`` (the
figures of a text), ``sheet.ts`` (a table of somebody else's), ``resultset.ts`` (all results).
``main.ts`` answers requests in node; ``run.py`` runs it, and ``packed.py`` makes its data.
"""
