"""One module for each kind of page: the directives that only these pages use, and the files that belong to them."""
