"""What teams hand in at the end, what organisers found when they ran it again, and disqualified teams."""

import sqlalchemy as sa
from alembic import op

from pingce.store.migrations.history import keep_history

revision = "0013"
down_revision = "0012"


def _reference(table: str, column: str, other: str) -> "sa.Column[int]":
    return sa.Column(column, sa.Integer, sa.ForeignKey(f"{other}.id", name=f"fk_{table}_{column}"), nullable=False)


def upgrade() -> None:
    op.create_table(
        "delivery_rules",
        sa.Column("id", sa.Integer, nullable=False),
        _reference("delivery_rules", "competition_id", "competitions"),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("opens_at", sa.Float),
        sa.Column("closes_at", sa.Float, nullable=False),
        sa.Column("largest", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_delivery_rules"),
        sa.UniqueConstraint("competition_id", "kind", name="uq_delivery_rules_competition_id_kind"),
    )
    op.create_table(
        "deliveries",
        sa.Column("id", sa.Integer, nullable=False),
        _reference("deliveries", "team_id", "teams"),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("link", sa.String(1000), nullable=False),
        sa.Column("name", sa.String(128), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary),
        sa.Column("note", sa.Text, nullable=False),
        _reference("deliveries", "user_id", "users"),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deliveries"),
    )
    op.create_index("ix_deliveries_team_id", "deliveries", ["team_id", "kind", "id"])
    op.create_table(
        "reproductions",
        sa.Column("id", sa.Integer, nullable=False),
        _reference("reproductions", "team_id", "teams"),
        sa.Column("task", sa.String(64), nullable=False),
        sa.Column("claimed", sa.Float, nullable=False),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("tolerance", sa.Float, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        _reference("reproductions", "user_id", "users"),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reproductions"),
    )
    op.create_index("ix_reproductions_team_id", "reproductions", ["team_id", "id"])
    for table in ("deliveries", "reproductions"):
        keep_history(table)
    op.add_column("teams", sa.Column("parameters", sa.Float))
    op.add_column("teams", sa.Column("disqualified_at", sa.Float))
    for column in (sa.Column("base_model", sa.String(128)), sa.Column("disqualified_reason", sa.Text)):
        column.nullable, column.server_default = False, sa.DefaultClause("")
        op.add_column("teams", column)
        if op.get_bind().dialect.name == "postgresql":  # SQLite cannot take a default away again
            op.alter_column("teams", str(column.name), server_default=None)
