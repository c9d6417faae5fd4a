"""The answer of every item of an answer file, beside the file.

Files that earlier versions took in are not read here: where the column is empty, the file itself is asked.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("released_items", sa.Column("answer", sa.JSON(none_as_null=True)))
