"""What is kept in the database: tables, sessions, migrations."""
