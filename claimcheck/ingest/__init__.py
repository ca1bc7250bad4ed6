"""The only code that knows how upstream repositories are laid out."""
