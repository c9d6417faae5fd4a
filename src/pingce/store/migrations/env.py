"""Alembic runs this file; the connection comes from `upgrade`, with its transaction already begun."""

from alembic import context

from pingce.store.tables import all_tables

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=all_tables(),
    render_as_batch=True,  # SQLite cannot alter columns in place
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
