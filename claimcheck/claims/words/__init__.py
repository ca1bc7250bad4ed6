"""What a claim can ask: SQL over the tables, a dozen shared questions and conditions, and filters that name results."""
