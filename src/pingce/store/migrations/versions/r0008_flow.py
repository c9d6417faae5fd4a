"""Benchmarks, their members, their campaigns and competitions, runs and orders to make something."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

UNDER_WAY = sa.text("state IN ('queued', 'running')")


def _benchmark(table: str) -> "sa.Column[int]":
    key = sa.ForeignKey("benchmarks.id", name=f"fk_{table}_benchmark_id", ondelete="CASCADE")
    return sa.Column("benchmark_id", sa.Integer, key, nullable=False)


def upgrade() -> None:
    op.create_table(
        "benchmarks",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("folder", sa.String(1000), nullable=False),
        sa.Column("opened_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_benchmarks"),
        sa.UniqueConstraint("name", name="uq_benchmarks_name"),
    )
    op.create_table(
        "benchmark_members",
        _benchmark("benchmark_members"),
        sa.Column(
            "user_id",
            sa.Integer,
            sa.ForeignKey("users.id", name="fk_benchmark_members_user_id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("since", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("benchmark_id", "user_id", name="pk_benchmark_members"),
    )
    op.create_table(
        "benchmark_parts",
        _benchmark("benchmark_parts"),
        sa.Column("stage", sa.String(64), nullable=False),
        sa.Column("campaign_id", sa.Integer, sa.ForeignKey("campaigns.id", name="fk_benchmark_parts_campaign_id")),
        sa.Column(
            "competition_id", sa.Integer, sa.ForeignKey("competitions.id", name="fk_benchmark_parts_competition_id")
        ),
        sa.PrimaryKeyConstraint("benchmark_id", "stage", name="pk_benchmark_parts"),
    )
    op.create_index("ix_benchmark_parts_campaign_id", "benchmark_parts", ["campaign_id"])
    op.create_index("ix_benchmark_parts_competition_id", "benchmark_parts", ["competition_id"])
    op.create_table(
        "runs",
        sa.Column("id", sa.Integer, nullable=False),
        _benchmark("runs"),
        sa.Column("stage", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("inputs", sa.JSON, nullable=False),
        sa.Column("outputs", sa.JSON, nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("result", sa.JSON, nullable=False),
        sa.Column("problem", sa.JSON),
        sa.Column("version", sa.String(64), nullable=False),
        sa.Column("user_id", sa.Integer),
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("host", sa.String(128), nullable=False),
        sa.Column("process", sa.Integer, nullable=False),
        sa.Column("started_at", sa.Float, nullable=False),
        sa.Column("finished_at", sa.Float),
        sa.Column("lease", sa.String(32)),
        sa.Column("lease_until", sa.Float),
        sa.Column("stop", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_runs"),
    )
    op.create_index("ix_runs_stage", "runs", ["benchmark_id", "stage", "id"])
    op.create_index(
        "uq_runs_under_way",
        "runs",
        ["benchmark_id", "stage"],
        unique=True,
        sqlite_where=UNDER_WAY,
        postgresql_where=UNDER_WAY,
    )
    op.create_table(
        "make_orders",
        sa.Column("id", sa.Integer, nullable=False),
        _benchmark("make_orders"),
        sa.Column("target", sa.String(64)),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id", name="fk_make_orders_user_id"), nullable=False),
        sa.Column("asked_at", sa.Float, nullable=False),
        sa.Column("finished_at", sa.Float),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("lease", sa.String(32)),
        sa.Column("lease_until", sa.Float),
        sa.Column("problem", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_make_orders"),
    )
    op.create_index("ix_make_orders_state", "make_orders", ["state", "id"])
