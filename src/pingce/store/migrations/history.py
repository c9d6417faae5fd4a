"""Tables that only grow: the database itself refuses to change or delete a row of them."""

from alembic import op

SQLITE = """
CREATE TRIGGER {table}_no_{action} BEFORE {action} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is history'); END
"""
POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '% is history', TG_TABLE_NAME; END $$
"""
POSTGRES = """
CREATE TRIGGER {table}_history BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} EXECUTE FUNCTION refuse_change()
"""


def keep_history(table: str) -> None:
    """Have the database itself refuse to change or delete rows of a table."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(POSTGRES_FUNCTION)
        op.execute(POSTGRES.format(table=table))
        return
    for action in ("UPDATE", "DELETE"):
        op.execute(SQLITE.format(table=table, action=action))
