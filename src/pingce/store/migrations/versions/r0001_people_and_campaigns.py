"""People and annotation campaigns; what is history cannot be changed."""

import sqlalchemy as sa
from alembic import op

from pingce.store.migrations.history import keep_history

revision = "0001"
down_revision = None

HISTORY = ("events", "answers", "decisions", "comments", "receipts")


def upgrade() -> None:
    op.create_table(
        "groups",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_groups")),
        sa.UniqueConstraint("name", name=op.f("uq_groups_name")),
    )
    op.create_table(
        "login_attempts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_login_attempts")),
    )
    op.create_index(op.f("ix_login_attempts_at"), "login_attempts", ["at"], unique=False)
    op.create_index("ix_login_attempts_key_at", "login_attempts", ["key", "at"], unique=False)
    op.create_table(
        "users",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(length=128), nullable=False),
        sa.Column("roles", sa.String(length=80), nullable=False),
        sa.Column("lang", sa.String(length=2), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("name", name=op.f("uq_users_name")),
    )
    op.create_table(
        "campaigns",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(length=128), nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=True),
        sa.Column("form", sa.String(length=64), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("created_by", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["created_by"], ["users.id"], name=op.f("fk_campaigns_created_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaigns")),
        sa.UniqueConstraint("title", name=op.f("uq_campaigns_title")),
    )
    op.create_table(
        "group_members",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("group_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_group_members_group_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_group_members_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_group_members")),
        sa.UniqueConstraint("group_id", "user_id", name=op.f("uq_group_members_group_id_user_id")),
    )
    op.create_index(op.f("ix_group_members_user_id"), "group_members", ["user_id"], unique=False)
    op.create_table(
        "invites",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("roles", sa.String(length=80), nullable=False),
        sa.Column("title", sa.String(length=128), nullable=False),
        sa.Column("group_id", sa.Integer(), nullable=True),
        sa.Column("uses_left", sa.Integer(), nullable=False),
        sa.Column("created_by", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("expires_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["created_by"], ["users.id"], name=op.f("fk_invites_created_by"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name=op.f("fk_invites_group_id"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invites")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_invites_token_hash")),
    )
    op.create_table(
        "receipts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("actor_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("request", sa.String(length=64), nullable=False),
        sa.Column("result", sa.JSON(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["actor_id"], ["users.id"], name=op.f("fk_receipts_actor_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_receipts")),
        sa.UniqueConstraint("actor_id", "key", name=op.f("uq_receipts_actor_id_key")),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("expires_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_sessions_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_sessions_token_hash")),
    )
    op.create_index(op.f("ix_sessions_expires_at"), "sessions", ["expires_at"], unique=False)
    op.create_index(op.f("ix_sessions_user_id"), "sessions", ["user_id"], unique=False)
    op.create_table(
        "tokens",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(length=128), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("scopes", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("expires_at", sa.Float(), nullable=True),
        sa.Column("last_used_at", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_tokens_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_tokens_token_hash")),
    )
    op.create_index(op.f("ix_tokens_user_id"), "tokens", ["user_id"], unique=False)
    op.create_table(
        "campaign_members",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("roles", sa.String(length=80), nullable=False),
        sa.Column("audit_rate", sa.Float(), nullable=True),
        sa.Column("claimed", sa.Integer(), nullable=False),
        sa.Column("submitted", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_campaign_members_campaign_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_campaign_members_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaign_members")),
        sa.UniqueConstraint("campaign_id", "user_id", name=op.f("uq_campaign_members_campaign_id_user_id")),
    )
    op.create_index(op.f("ix_campaign_members_user_id"), "campaign_members", ["user_id"], unique=False)
    op.create_table(
        "gloss_relations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("word", sa.String(length=64), nullable=False),
        sa.Column("first", sa.String(length=64), nullable=False),
        sa.Column("second", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_gloss_relations_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_gloss_relations")),
        sa.UniqueConstraint(
            "campaign_id", "word", "first", "second", name=op.f("uq_gloss_relations_campaign_id_word_first_second")
        ),
    )
    op.create_table(
        "item_groups",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("free_seats", sa.Integer(), nullable=False),
        sa.Column("early_open", sa.Integer(), nullable=False),
        sa.Column("undecided", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_item_groups_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_item_groups")),
        sa.UniqueConstraint("campaign_id", "key", name=op.f("uq_item_groups_campaign_id_key")),
    )
    op.create_index(
        "ix_item_groups_free", "item_groups", ["campaign_id", "closed", "free_seats", "position"], unique=False
    )
    op.create_table(
        "group_seats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("group_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("finished", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["group_id"], ["item_groups.id"], name=op.f("fk_group_seats_group_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_group_seats_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_group_seats")),
        sa.UniqueConstraint("group_id", "user_id", name=op.f("uq_group_seats_group_id_user_id")),
    )
    op.create_index("ix_group_seats_user", "group_seats", ["user_id", "finished"], unique=False)
    op.create_table(
        "items",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("ref", sa.String(length=200), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("group_id", sa.Integer(), nullable=True),
        sa.Column("texts", sa.JSON(), nullable=False),
        sa.Column("extra", sa.JSON(), nullable=False),
        sa.Column("control", sa.Boolean(), nullable=False),
        sa.Column("gold", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=True),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("claims", sa.Integer(), nullable=False),
        sa.Column("skips", sa.Integer(), nullable=False),
        sa.Column("queue", sa.SmallInteger(), nullable=False),
        sa.Column("first_by", sa.Integer(), nullable=True),
        sa.Column("early", sa.Boolean(), nullable=False),
        sa.Column("suggested", sa.Boolean(), nullable=False),
        sa.Column("due_at", sa.Float(), nullable=True),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("updated_at", sa.Float(), nullable=False),
        sa.Column("decided_at", sa.Float(), nullable=True),
        sa.CheckConstraint("answers + claims <= asked OR control", name=op.f("ck_items_not_too_many")),
        sa.CheckConstraint("claims >= 0 AND answers >= 0", name=op.f("ck_items_counts")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_items_campaign_id")),
        sa.ForeignKeyConstraint(["group_id"], ["item_groups.id"], name=op.f("fk_items_group_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_items")),
        sa.UniqueConstraint("campaign_id", "ref", name=op.f("uq_items_campaign_id_ref")),
    )
    op.create_index("ix_items_control", "items", ["campaign_id", "control", "position"], unique=False)
    op.create_index("ix_items_due", "items", ["campaign_id", "due_at"], unique=False)
    op.create_index("ix_items_group", "items", ["group_id", "queue", "position"], unique=False)
    op.create_index("ix_items_queue", "items", ["campaign_id", "queue", "first_by", "position"], unique=False)
    op.create_index("ix_items_state", "items", ["campaign_id", "state", "position"], unique=False)
    op.create_table(
        "comments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["author_id"], ["users.id"], name=op.f("fk_comments_author_id")),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_comments_item_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comments")),
    )
    op.create_index("ix_comments_item", "comments", ["item_id", "id"], unique=False)
    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("lease_until", sa.Float(), nullable=True),
        sa.Column("claimed_at", sa.Float(), nullable=False),
        sa.Column("seen_at", sa.Float(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("submitted_at", sa.Float(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("audit", sa.String(length=16), nullable=True),
        sa.Column("right", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_jobs_campaign_id")),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_jobs_item_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_jobs_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
        sa.UniqueConstraint("item_id", "user_id", name=op.f("uq_jobs_item_id_user_id")),
    )
    op.create_index("ix_jobs_lease", "jobs", ["campaign_id", "state", "lease_until"], unique=False)
    op.create_index("ix_jobs_person", "jobs", ["campaign_id", "user_id", "state"], unique=False)
    op.create_index("ix_jobs_user", "jobs", ["user_id", "state"], unique=False)
    op.create_table(
        "turns",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("job_id", sa.Integer(), nullable=True),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("reviewer_id", sa.Integer(), nullable=True),
        sa.Column("lease_until", sa.Float(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("verdict", sa.String(length=16), nullable=True),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("claimed_at", sa.Float(), nullable=True),
        sa.Column("decided_at", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_turns_campaign_id")),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_turns_item_id")),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_turns_job_id")),
        sa.ForeignKeyConstraint(["reviewer_id"], ["users.id"], name=op.f("fk_turns_reviewer_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_turns")),
    )
    op.create_index("ix_turns_item", "turns", ["item_id", "id"], unique=False)
    op.create_index("ix_turns_lease", "turns", ["campaign_id", "state", "lease_until"], unique=False)
    op.create_index("ix_turns_queue", "turns", ["campaign_id", "kind", "state", "id"], unique=False)
    op.create_index("ix_turns_reviewer", "turns", ["reviewer_id", "state"], unique=False)
    op.create_table(
        "answers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("job_id", sa.Integer(), nullable=True),
        sa.Column("turn_id", sa.Integer(), nullable=True),
        sa.Column("author_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("hits", sa.JSON(), nullable=False),
        sa.Column("system", sa.String(length=128), nullable=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["author_id"], ["users.id"], name=op.f("fk_answers_author_id")),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_answers_item_id")),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_answers_job_id")),
        sa.ForeignKeyConstraint(["turn_id"], ["turns.id"], name=op.f("fk_answers_turn_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_answers")),
    )
    op.create_index("ix_answers_item", "answers", ["item_id", "id"], unique=False)
    op.create_index("ix_answers_job", "answers", ["job_id", "version"], unique=False)
    op.create_table(
        "events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=True),
        sa.Column("job_id", sa.Integer(), nullable=True),
        sa.Column("turn_id", sa.Integer(), nullable=True),
        sa.Column("actor_id", sa.Integer(), nullable=True),
        sa.Column("step", sa.String(length=32), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["actor_id"], ["users.id"], name=op.f("fk_events_actor_id")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_events_campaign_id")),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_events_item_id")),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_events_job_id")),
        sa.ForeignKeyConstraint(["turn_id"], ["turns.id"], name=op.f("fk_events_turn_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
    )
    op.create_index("ix_events_campaign", "events", ["campaign_id", "id"], unique=False)
    op.create_index("ix_events_item", "events", ["item_id", "id"], unique=False)
    op.create_table(
        "decisions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("answer_id", sa.Integer(), nullable=True),
        sa.Column("turn_id", sa.Integer(), nullable=True),
        sa.Column("accepted_job_id", sa.Integer(), nullable=True),
        sa.Column("actor_id", sa.Integer(), nullable=True),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("about_item", sa.Boolean(), nullable=False),
        sa.Column("reason_code", sa.String(length=32), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["accepted_job_id"], ["jobs.id"], name=op.f("fk_decisions_accepted_job_id")),
        sa.ForeignKeyConstraint(["actor_id"], ["users.id"], name=op.f("fk_decisions_actor_id")),
        sa.ForeignKeyConstraint(["answer_id"], ["answers.id"], name=op.f("fk_decisions_answer_id")),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_decisions_item_id")),
        sa.ForeignKeyConstraint(["turn_id"], ["turns.id"], name=op.f("fk_decisions_turn_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_decisions")),
    )
    op.create_index("ix_decisions_item", "decisions", ["item_id", "id"], unique=False)
    for table in HISTORY:
        keep_history(table)
