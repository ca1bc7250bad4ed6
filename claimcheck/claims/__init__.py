"""Claims: what was said, what the tables answer, and the verdict.

One direction: ``words`` (what a claim can ask), ``register`` (what a person writes), ``verdict`` (what came out),
``texts`` (what is written of it). A claim goes from its entry in ``claims.yml`` through ``register.reading``,
``verdict.evaluate`` (which asks its queries and words), ``verdict.figures`` and ``verdict.judge``.
"""
