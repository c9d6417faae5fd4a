"""Prizes of competitions, who won them, and certificates that can be verified."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def _reference(table: str, column: str, other: str) -> "sa.Column[int]":
    return sa.Column(column, sa.Integer, sa.ForeignKey(f"{other}.id", name=f"fk_{table}_{column}"), nullable=False)


def upgrade() -> None:
    op.create_table(
        "prize_classes",
        sa.Column("id", sa.Integer, nullable=False),
        _reference("prize_classes", "competition_id", "competitions"),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("title", sa.String(128), nullable=False),
        sa.Column("title_en", sa.String(128), nullable=False),
        sa.Column("most", sa.Integer, nullable=False),
        sa.Column("money", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_prize_classes"),
        sa.UniqueConstraint("competition_id", "position", name="uq_prize_classes_competition_id_position"),
    )
    op.create_table(
        "awards",
        sa.Column("id", sa.Integer, nullable=False),
        _reference("awards", "competition_id", "competitions"),
        _reference("awards", "team_id", "teams"),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer),
        sa.Column("note", sa.Text, nullable=False),
        _reference("awards", "user_id", "users"),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_awards"),
        sa.UniqueConstraint("competition_id", "team_id", name="uq_awards_competition_id_team_id"),
    )
    op.create_table(
        "certificates",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("number", sa.String(32), nullable=False),
        _reference("certificates", "competition_id", "competitions"),
        _reference("certificates", "team_id", "teams"),
        sa.Column("facts", sa.JSON, nullable=False),
        _reference("certificates", "issued_by", "users"),
        sa.Column("issued_at", sa.Float, nullable=False),
        sa.Column("revoked_at", sa.Float),
        sa.Column("revoked_reason", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_certificates"),
        sa.UniqueConstraint("number", name="uq_certificates_number"),
    )
    op.create_index("ix_certificates_team_id", "certificates", ["team_id"])
