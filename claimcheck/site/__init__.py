"""The website: a folder for each kind of page with its template, script and style; ``frame`` is what pages share.

``extension`` is where Sphinx comes in: it calls everything else in order. ``book`` reads the data that pages show;
``engine`` finds and compares, in browsers and for the command line.
"""

# The page that is shown for an address that has none.
LOST = "404"
