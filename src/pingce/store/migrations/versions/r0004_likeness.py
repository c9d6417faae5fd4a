"""Which definition of likeness a campaign has.

Campaigns of 0.1.0 took the better of both directions. They keep it: whoever had to look again has to, and nobody else.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    column = sa.Column("likeness", sa.String(length=16), nullable=False, server_default="best-of-both")
    op.add_column("campaigns", column)
    if op.get_bind().dialect.name == "postgresql":  # SQLite cannot take a default away again
        op.alter_column("campaigns", "likeness", server_default=None)
