"""Competitions: phases, files, teams, submissions and their scores; scores are history and cannot be changed."""

import sqlalchemy as sa
from alembic import op

from pingce.store.migrations.history import keep_history

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "competitions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(length=128), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("edition", sa.String(length=64), nullable=True),
        sa.Column("tasks", sa.JSON(), nullable=False),
        sa.Column("ranking", sa.JSON(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("created_by", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["created_by"], ["users.id"], name=op.f("fk_competitions_created_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_competitions")),
        sa.UniqueConstraint("title", name=op.f("uq_competitions_title")),
    )
    op.create_table(
        "competition_files",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("competition_id", sa.Integer(), nullable=False),
        sa.Column("task", sa.String(length=64), nullable=False),
        sa.Column("part", sa.String(length=16), nullable=False),
        sa.Column("content", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=128), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("records", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("created_by", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"], ["competitions.id"], name=op.f("fk_competition_files_competition_id")
        ),
        sa.ForeignKeyConstraint(["created_by"], ["users.id"], name=op.f("fk_competition_files_created_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_competition_files")),
    )
    op.create_index(
        "ix_competition_files_kind",
        "competition_files",
        ["competition_id", "task", "part", "content", "id"],
        unique=False,
    )
    op.create_table(
        "phases",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("competition_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("starts_at", sa.Float(), nullable=False),
        sa.Column("ends_at", sa.Float(), nullable=True),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["competition_id"], ["competitions.id"], name=op.f("fk_phases_competition_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_phases")),
        sa.UniqueConstraint("competition_id", "kind", name=op.f("uq_phases_competition_id_kind")),
    )
    op.create_table(
        "rating_campaigns",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("competition_id", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(length=16), nullable=False),
        sa.Column("task", sa.String(length=64), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_rating_campaigns_campaign_id")),
        sa.ForeignKeyConstraint(
            ["competition_id"], ["competitions.id"], name=op.f("fk_rating_campaigns_competition_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rating_campaigns")),
        sa.UniqueConstraint(
            "competition_id", "phase", "task", name=op.f("uq_rating_campaigns_competition_id_phase_task")
        ),
    )
    op.create_table(
        "significance_groups",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("competition_id", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(length=16), nullable=False),
        sa.Column("task", sa.String(length=64), nullable=False),
        sa.Column("groups", sa.JSON(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"], ["competitions.id"], name=op.f("fk_significance_groups_competition_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_significance_groups")),
        sa.UniqueConstraint(
            "competition_id", "phase", "task", name=op.f("uq_significance_groups_competition_id_phase_task")
        ),
    )
    op.create_table(
        "table_rows",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("competition_id", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(length=16), nullable=False),
        sa.Column("team", sa.String(length=128), nullable=False),
        sa.Column("baseline", sa.Boolean(), nullable=False),
        sa.Column("finalist", sa.Boolean(), nullable=False),
        sa.Column("jury", sa.String(length=64), nullable=True),
        sa.Column("scores", sa.JSON(), nullable=False),
        sa.Column("printed", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["competition_id"], ["competitions.id"], name=op.f("fk_table_rows_competition_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_table_rows")),
        sa.UniqueConstraint("competition_id", "phase", "team", name=op.f("uq_table_rows_competition_id_phase_team")),
    )
    op.create_table(
        "teams",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("competition_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=128), nullable=False),
        sa.Column("organisation", sa.String(length=128), nullable=False),
        sa.Column("leader", sa.String(length=128), nullable=False),
        sa.Column("email", sa.String(length=128), nullable=False),
        sa.Column("members", sa.JSON(), nullable=False),
        sa.Column("baseline", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("decided_reason", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["competition_id"], ["competitions.id"], name=op.f("fk_teams_competition_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_teams_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_teams")),
        sa.UniqueConstraint("competition_id", "name", name=op.f("uq_teams_competition_id_name")),
    )
    op.create_index("ix_teams_user", "teams", ["user_id"], unique=False)
    op.create_table(
        "agreements",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("team_id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["phase_id"], ["phases.id"], name=op.f("fk_agreements_phase_id")),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("fk_agreements_team_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_agreements_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agreements")),
        sa.UniqueConstraint("team_id", "phase_id", "sha256", name=op.f("uq_agreements_team_id_phase_id_sha256")),
    )
    op.create_table(
        "submissions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("competition_id", sa.Integer(), nullable=False),
        sa.Column("team_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(length=16), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("system", sa.String(length=128), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("withdrawn_at", sa.Float(), nullable=True),
        sa.Column("withdrawn_reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["competition_id"], ["competitions.id"], name=op.f("fk_submissions_competition_id")),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("fk_submissions_team_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_submissions_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_submissions")),
        sa.UniqueConstraint("team_id", "key", name=op.f("uq_submissions_team_id_key")),
    )
    op.create_index("ix_submissions_phase", "submissions", ["competition_id", "phase", "team_id"], unique=False)
    op.create_table(
        "submission_entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("submission_id", sa.Integer(), nullable=False),
        sa.Column("task", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=128), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("records", sa.Integer(), nullable=False),
        sa.Column("warnings", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("lease", sa.String(length=64), nullable=True),
        sa.Column("lease_until", sa.Float(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.Column("score_id", sa.Integer(), nullable=True),
        sa.Column("ratings", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.id"], name=op.f("fk_submission_entries_submission_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_submission_entries")),
        sa.UniqueConstraint("submission_id", "task", name=op.f("uq_submission_entries_submission_id_task")),
    )
    op.create_index("ix_submission_entries_queue", "submission_entries", ["state", "lease_until"], unique=False)
    op.create_table(
        "rated_items",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("rating_id", sa.Integer(), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("qid", sa.String(length=200), nullable=False),
        sa.Column("ref", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(["entry_id"], ["submission_entries.id"], name=op.f("fk_rated_items_entry_id")),
        sa.ForeignKeyConstraint(["rating_id"], ["rating_campaigns.id"], name=op.f("fk_rated_items_rating_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rated_items")),
        sa.UniqueConstraint("entry_id", "qid", "rating_id", name=op.f("uq_rated_items_entry_id_qid_rating_id")),
        sa.UniqueConstraint("rating_id", "ref", name=op.f("uq_rated_items_rating_id_ref")),
    )
    op.create_table(
        "scores",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("file_id", sa.Integer(), nullable=False),
        sa.Column("pin", sa.String(length=64), nullable=False),
        sa.Column("version", sa.String(length=32), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("data_sha256", sa.String(length=64), nullable=False),
        sa.Column("ratings_sha256", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Float(), nullable=True),
        sa.Column("numbers", sa.JSON(), nullable=False),
        sa.Column("intervals", sa.JSON(), nullable=False),
        sa.Column("signature", sa.Text(), nullable=False),
        sa.Column("items", sa.Integer(), nullable=False),
        sa.Column("answered", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("rows", sa.LargeBinary(), nullable=False),
        sa.Column("errors", sa.LargeBinary(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["entry_id"], ["submission_entries.id"], name=op.f("fk_scores_entry_id")),
        sa.ForeignKeyConstraint(["file_id"], ["competition_files.id"], name=op.f("fk_scores_file_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scores")),
        sa.UniqueConstraint("entry_id", "pin", name=op.f("uq_scores_entry_id_pin")),
    )
    op.create_index("ix_scores_entry", "scores", ["entry_id", "id"], unique=False)
    keep_history("scores")
