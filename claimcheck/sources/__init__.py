"""From upstream repositories to the tables of ``data/``: the only room that knows how those repositories are laid out.

``build`` reads rounds into tables and compares them, ``get`` fetches what they are made from, ``git`` reads one commit;
every other module reads one kind of source. What upstream calls our columns is in ``upstream.yml``.
"""
