"""Where items come from, and their tiers.

Items of earlier versions kept their origin among what forms ask with (``extra``): it is copied from there, so that they
are found by text and original and leave with their provenance like those imported later.
"""

import hashlib
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op
from sqlalchemy.engine import Connection

revision = "0005"
down_revision = "0004"

KEY_LENGTH = 200
BATCH = 1000
KINDS = ("web", "professional", "dictionary")
PLACE = ("file", "offset", "line", "byte")
Json = dict[str, object]

ITEMS = sa.table(
    "items", sa.column("id", sa.Integer), sa.column("ref"), sa.column("texts", sa.JSON), sa.column("extra", sa.JSON)
)


def upgrade() -> None:
    origins = op.create_table(
        "item_origins",
        sa.Column("item_id", sa.Integer, sa.ForeignKey("items.id", name="fk_item_origins_item_id"), nullable=False),
        sa.Column("ref", sa.String(KEY_LENGTH), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("other_digest", sa.String(64)),
        sa.Column("original", sa.String(KEY_LENGTH)),
        sa.Column("record", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("item_id", name="pk_item_origins"),
    )
    for column in ("ref", "digest", "other_digest", "original"):
        op.create_index(f"ix_item_origins_{column}", "item_origins", [column])
    op.create_table(
        "item_tiers",
        sa.Column("item_id", sa.Integer, sa.ForeignKey("items.id", name="fk_item_tiers_item_id"), nullable=False),
        sa.Column(
            "campaign_id", sa.Integer, sa.ForeignKey("campaigns.id", name="fk_item_tiers_campaign_id"), nullable=False
        ),
        sa.Column("tier", sa.String(64), nullable=False),
        sa.Column("release", sa.Boolean, nullable=False),
        sa.Column("rule", sa.String(64), nullable=False),
        sa.Column("labels", sa.JSON, nullable=False),
        sa.Column("graded_by", sa.Integer),
        sa.Column("graded_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("item_id", name="pk_item_tiers"),
    )
    op.create_index("ix_item_tiers_campaign", "item_tiers", ["campaign_id", "release"])
    connection = op.get_bind()
    for rows in _batches(connection):
        connection.execute(sa.insert(origins), [_origin(row) for row in rows])


def _batches(connection: Connection) -> Iterator[list[sa.Row[tuple[object, ...]]]]:
    last = 0
    while True:
        wanted = sa.select(ITEMS).where(ITEMS.c.id > last).order_by(ITEMS.c.id).limit(BATCH)
        rows = list(connection.execute(wanted))
        if not rows:
            return
        last = rows[-1].id
        yield rows


def _origin(row: sa.Row[tuple[object, ...]]) -> Json:
    texts = [text for name, text in row.texts.items() if name != "word"]
    digests = [hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest() for text in texts[:2]]
    record = _record(row.ref, row.extra)
    original = record.get("original")
    return {
        "item_id": row.id,
        "ref": row.ref,
        "digest": digests[0] if digests else "",
        "other_digest": digests[1] if len(digests) > 1 else None,
        "original": original if isinstance(original, str) and len(original) <= KEY_LENGTH else None,
        "record": record,
    }


def _record(ref: str, extra: Json) -> Json:
    """As ``stated_provenance`` reads the same keys at the time of this change; it may move on, this must not."""
    record: Json = {}
    source = extra.get("source")
    place = {key: source[key] for key in PLACE if key in source} if isinstance(source, dict) else {}
    if place:
        record["source"] = place
    stated = source if isinstance(source, dict) else {}
    genre, kind, original = extra.get("genre", stated.get("genre")), stated.get("kind"), extra.get("original")
    if isinstance(genre, str) and genre:
        record["genre"] = genre
    if kind in KINDS:
        record["kind"] = kind
    if isinstance(original, dict) and isinstance(original.get("changes"), list):
        if isinstance(original.get("id"), str):
            record["original"] = original["id"]
        changes = original["changes"]
        record["replacement"] = {"mode": "single" if len(changes) == 1 else "double", "changes": changes}
    elif isinstance(original, str) and original:
        record["original"] = original
    elif "file" in place and kind is None:
        record["original"] = ref
    return record
