"""What is built: derived tables, rerun notebooks, the site, the brief and the PDF, an edition, a new round."""
