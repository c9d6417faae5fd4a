"""Benchmarks that were put away; earlier versions could not."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    key = sa.ForeignKey("benchmarks.id", name="fk_benchmark_removals_benchmark_id")
    op.create_table(
        "benchmark_removals",
        sa.Column("benchmark_id", sa.Integer, key, nullable=False, autoincrement=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("by", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("benchmark_id", name="pk_benchmark_removals"),
    )
