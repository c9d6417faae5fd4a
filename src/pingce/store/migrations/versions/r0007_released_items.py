"""Items of competitions, found by id or by text.

Those of the files that earlier versions took in are read here, in the shapes those files had: JSON lines, a JSON
array, or plain lines, whose number is the id.
"""

import hashlib
import json
import zlib
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

KEY_LENGTH = 200
BATCH = 1000
ID_KEYS = ("qid", "qID", "id")
TEXT_KEYS = (("context1", "context2"), ("text1", "text2"), ("context",), ("sentence",), ("text",))
Json = dict[str, object]

FILES = sa.table(
    "competition_files",
    *(sa.column(name, sa.Integer) for name in ("id", "competition_id")),
    *(sa.column(name) for name in ("task", "part", "content")),
    sa.column("data", sa.LargeBinary),
)


def upgrade() -> None:
    table = op.create_table(
        "released_items",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column(
            "competition_id",
            sa.Integer,
            sa.ForeignKey("competitions.id", name="fk_released_items_competition_id"),
            nullable=False,
        ),
        sa.Column(
            "file_id",
            sa.Integer,
            sa.ForeignKey("competition_files.id", name="fk_released_items_file_id"),
            nullable=False,
        ),
        sa.Column("task", sa.String(64), nullable=False),
        sa.Column("part", sa.String(16), nullable=False),
        sa.Column("qid", sa.String(KEY_LENGTH), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("other_digest", sa.String(64)),
        sa.Column("pack", sa.String(128)),
        sa.Column("was", sa.String(KEY_LENGTH)),
        sa.Column("record", sa.JSON(none_as_null=True)),
        sa.PrimaryKeyConstraint("id", name="pk_released_items"),
        sa.UniqueConstraint("file_id", "qid", name="uq_released_items_file_id_qid"),
    )
    for column in ("qid", "was", "digest", "other_digest"):
        op.create_index(f"ix_released_items_{column}", "released_items", [column])
    connection = op.get_bind()
    wanted = sa.select(FILES.c.id).where(FILES.c.content.in_(("questions", "gold"))).order_by(FILES.c.id)
    for number in list(connection.scalars(wanted)):
        file = connection.execute(sa.select(FILES).where(FILES.c.id == number)).one()
        rows = list(_rows(file))
        for start in range(0, len(rows), BATCH):
            connection.execute(sa.insert(table), rows[start : start + BATCH])


def _rows(file: sa.Row[tuple[object, ...]]) -> Iterator[Json]:
    seen: set[str] = set()
    for position, (qid, texts) in enumerate(_items(zlib.decompress(file.data))):
        if qid in seen or len(qid) > KEY_LENGTH:
            continue
        seen.add(qid)
        digests = [hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest() for text in texts]
        yield {
            "competition_id": file.competition_id,
            "file_id": file.id,
            "task": file.task,
            "part": file.part,
            "qid": qid,
            "position": position,
            "digest": digests[0] if digests else "",
            "other_digest": digests[1] if len(digests) > 1 else None,
        }


def _items(data: bytes) -> Iterator[tuple[str, list[str]]]:
    """Id and texts of the records that can be read; what cannot is not found by id, and nothing else is lost."""
    text = data.decode("utf-8-sig", "replace")
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        whole = json.loads(text) if text.lstrip().startswith("[") else [json.loads(line) for line in lines]
    except ValueError:
        for number, line in enumerate(lines, start=1):
            yield str(number), line.split("\t")[:1]
        return
    for record in whole:
        qid = next((record[key] for key in ID_KEYS if key in record), None) if isinstance(record, dict) else None
        if isinstance(qid, str | int):
            keys = next((keys for keys in TEXT_KEYS if all(key in record for key in keys)), ())
            yield str(qid), [str(record[key]) for key in keys]
