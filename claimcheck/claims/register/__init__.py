"""What a person writes about claims: the texts that are cited, the claims themselves, and the schema of that file."""
