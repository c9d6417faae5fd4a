"""The project's folder: what the stages left beside the database, for the pages to show."""
