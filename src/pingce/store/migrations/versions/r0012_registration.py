"""Texts that teams accept when they register, who accepted which version, and more of what teams say of themselves."""

import sqlalchemy as sa
from alembic import op

from pingce.store.migrations.history import keep_history

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "competition_texts",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column(
            "competition_id",
            sa.Integer,
            sa.ForeignKey("competitions.id", name="fk_competition_texts_competition_id"),
            nullable=False,
        ),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column(
            "created_by", sa.Integer, sa.ForeignKey("users.id", name="fk_competition_texts_created_by"), nullable=False
        ),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_competition_texts"),
        sa.UniqueConstraint(
            "competition_id", "kind", "version", name="uq_competition_texts_competition_id_kind_version"
        ),
    )
    op.create_table(
        "text_acceptances",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("team_id", sa.Integer, sa.ForeignKey("teams.id", name="fk_text_acceptances_team_id"), nullable=False),
        sa.Column(
            "text_id",
            sa.Integer,
            sa.ForeignKey("competition_texts.id", name="fk_text_acceptances_text_id"),
            nullable=False,
        ),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id", name="fk_text_acceptances_user_id"), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_text_acceptances"),
        sa.UniqueConstraint("team_id", "text_id", name="uq_text_acceptances_team_id_text_id"),
    )
    for table in ("competition_texts", "text_acceptances"):
        keep_history(table)
    for name, length in (("affiliation", 16), ("phone", 128)):
        op.add_column("teams", sa.Column(name, sa.String(length), nullable=False, server_default=""))
        if op.get_bind().dialect.name == "postgresql":  # SQLite cannot take a default away again
            op.alter_column("teams", name, server_default=None)
