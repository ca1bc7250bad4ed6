"""The site and what is printed: pages, their parts, paper, and the build that checks data, notebooks and site.

``extension`` is where Sphinx comes in: it calls everything else in order. ``book`` reads the data that pages show.
"""
