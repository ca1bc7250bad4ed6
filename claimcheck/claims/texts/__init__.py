"""What is written from evaluated claims: footnotes, files to take away, comparisons, differences between texts."""
