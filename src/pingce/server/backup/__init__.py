"""A whole workbench in one file: the database, the secret, the folder beside it."""
