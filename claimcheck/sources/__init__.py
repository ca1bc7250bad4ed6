"""From upstream repositories to the tables of ``data/``: the only room that knows how those repositories are laid out.

``build`` reads rounds into tables, ``verify`` compares them with ``data/``, ``get`` fetches what they are made from,
and ``git`` lists and reads one commit. The other modules read one kind of source each.
"""
