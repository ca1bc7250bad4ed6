"""What is built: derived tables, rerun notebooks, the site, a new round."""
