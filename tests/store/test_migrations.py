"""Databases of released versions come to the tables of this one with nothing lost."""

import sqlite3
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, create_engine, inspect, select, text

from pingce.annotate.services import jobs, queue
from pingce.annotate.services.campaigns import create_campaign
from pingce.formats.provenance import text_digest, text_digests
from pingce.scoring.likeness import BEST, MEAN
from pingce.store.database import migrate, open_database, reading, transaction
from pingce.store.people import Actor, Role
from pingce.store.tables import all_tables
from pingce.store.tables.annotate import Campaign, Item, Job
from pingce.store.tables.marks import Mark
from pingce.store.tables.provenance import ItemOrigin, ReleasedItem

RELEASED = Path(__file__).with_name("released")
SOON = 1_700_000_900.0
"""Before the leases end that people held."""
Rows = dict[str, list[tuple[object, ...]]]


def stored_sqlite(version: str, folder: Path) -> str:
    path = folder / "work.db"
    raw = sqlite3.connect(path)
    raw.executescript((RELEASED / f"{version}-sqlite.sql").read_text(encoding="utf-8"))
    raw.close()
    return str(path)


def stored_postgres(version: str, url: str) -> str:
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    dump = (RELEASED / f"{version}-postgres.sql").read_text(encoding="utf-8")
    with engine.connect() as connection:
        connection.exec_driver_sql(dump.replace("%", "%%"))
    engine.dispose()
    return url


@pytest.fixture(params=["sqlite", "postgres"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """A database of 0.1.0, not yet migrated."""
    if request.param == "sqlite":
        url = stored_sqlite("0.1.0", tmp_path)
    else:
        url = stored_postgres("0.1.0", request.getfixturevalue("postgres_url"))
    engine = open_database(url)
    yield engine
    engine.dispose()


def rows_of(engine: Engine, columns: Callable[[str], list[str]]) -> Rows:
    with engine.connect() as connection:
        tables = [name for name in inspect(connection).get_table_names() if name != "alembic_version"]
        return {
            name: sorted(
                tuple(row) for row in connection.execute(text(f"SELECT {', '.join(columns(name))} FROM {name}"))
            )
            for name in tables
        }


def columns_of(engine: Engine) -> dict[str, list[str]]:
    found = inspect(engine)
    return {
        name: [f'CAST("{one["name"]}" AS TEXT)' for one in found.get_columns(name)] for name in found.get_table_names()
    }


def test_a_released_database_gets_the_tables_of_this_version_and_keeps_every_row(old: Engine) -> None:
    with transaction(old) as db:  # of the rating the order is drawn anew
        db.execute(text("DELETE FROM rating_campaigns"))
    before = columns_of(old)
    rows = rows_of(old, lambda name: [f"COALESCE({one}, '')" for one in before[name]])
    assert {name: len(rows[name]) for name in ("items", "jobs", "answers", "turns")} == {
        "items": 25,
        "jobs": 14,
        "answers": 13,
        "turns": 3,
    }
    migrate(old)
    with old.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), all_tables()) == []
    flow = ("benchmark_members", "benchmark_parts", "benchmarks", "make_orders", "runs")
    organising = (
        *("calendar_changes", "calendar_events", "file_dates", "competition_texts", "text_acceptances"),
        *("delivery_rules", "deliveries", "reproductions", "prize_classes", "awards", "certificates"),
        *("news_items", "asked_questions"),
    )
    glosses = ("gloss_changes", "gloss_reports")
    qualification = ("admissions", "training_attempts", "training_items")
    new = {
        "benchmark_removals": 0,
        "campaign_figures": 0,
        "campaign_invites": 0,
        "campaign_removals": 0,
        "competition_removals": 0,
        "item_figures": 0,
        "item_origins": 25,
        "item_tiers": 0,
        "mail_settings": 0,
        "marks": 0,
        "notifications": 0,
        "own_tasks": 0,
        "person_figures": 0,
        "released_items": 0,
        "unfinished_imports": 0,
        **dict.fromkeys(flow, 0),
        **dict.fromkeys(organising, 0),
        **dict.fromkeys(glosses, 0),
        **dict.fromkeys(qualification, 0),
    }
    after = rows_of(old, lambda name: [f"COALESCE({one}, '')" for one in before.get(name, ["'row'"])])
    assert after == {**rows, **{name: [("row",)] * count for name, count in new.items()}}


def test_items_of_an_earlier_version_are_found_by_their_text_and_leave_with_what_they_carried(old: Engine) -> None:
    change = {"start": 1, "at": 1, "old": "里", "new": "外", "class": "f", "group": "g", "relation": "antonym"}
    source = {"file": "corpus/news/a.txt", "line": 1, "offset": 7, "byte": 21, "genre": "news"}
    extras: list[dict[str, object]] = [
        {"original": {"id": "o1", "changes": [change]}, "replaced": [1], "source": source, "genre": "news"},
        {"source": source},
        {"source": {**source, "kind": "web"}},
        {"original": "o9"},
    ]
    items = sa.table("items", sa.column("id"), sa.column("extra", sa.JSON))
    with transaction(old) as db:
        ids = list(db.scalars(select(items.c.id).order_by(items.c.id)))
        for number, extra in zip(ids, extras, strict=False):
            db.execute(sa.update(items).where(items.c.id == number).values(extra=extra))
    migrate(old)
    place = {"file": "corpus/news/a.txt", "line": 1, "offset": 7, "byte": 21}
    with reading(old) as db:
        stored = {row.item_id: row for row in db.scalars(select(ItemOrigin))}
        found = [db.get_one(Item, number) for number in ids]
    assert list(stored) == ids
    first, second, third, fourth, fifth = (stored[number].record for number in ids[:5])
    replacement = {"mode": "single", "changes": [change]}
    assert first == {"source": place, "genre": "news", "original": "o1", "replacement": replacement}
    assert second == {"source": place, "genre": "news", "original": found[1].ref}
    assert third == {"source": place, "genre": "news", "kind": "web"}
    assert (fourth, fifth) == ({"original": "o9"}, {})
    assert [stored[item.id].digest for item in found] == [text_digests(item.texts)[0] for item in found]
    assert [stored[item.id].ref for item in found] == [item.ref for item in found]


FILES = {
    "questions": '{"qid": "1-test-1", "context": "书"}\n{"qid": "1-test-2", "context": "x"}\n{"qid": "1-test-1"}',
    "gold": '[{"qid": "1-test-1", "judge": 1}, {"qID": 7, "context1": "a", "context2": "b"}, 3]',
    "inventory": "{}",
    "lines": "第一句\t词\n第二句\t词\n",
}


def test_items_of_competitions_of_an_earlier_version_are_found_by_id_and_text(old: Engine) -> None:
    with transaction(old) as db:
        user = db.scalars(text("SELECT min(id) FROM users")).one()
        db.execute(
            text(
                "INSERT INTO competitions (id, title, about, tasks, ranking, open, created_by, created_at)"
                " VALUES (9, 't', '', '[]', '{}', :no, :user, 0)"
            ),
            {"user": user, "no": False},
        )
        for number, (name, data) in enumerate(FILES.items(), start=1):
            content = "gold" if name == "lines" else name
            db.execute(
                text(
                    "INSERT INTO competition_files (id, competition_id, task, part, content, name, sha256, size,"
                    " records, data, reason, created_by, created_at)"
                    " VALUES (:id, 9, 'x/y', 'test', :content, 'n', 's', 1, 1, :data, '', :user, 0)"
                ),
                {"id": number, "content": content, "data": zlib.compress(data.encode()), "user": user},
            )
    migrate(old)
    with reading(old) as db:
        rows = list(db.scalars(select(ReleasedItem).order_by(ReleasedItem.id)))
    assert [(row.file_id, row.qid, row.position) for row in rows] == [
        (1, "1-test-1", 0), (1, "1-test-2", 1), (2, "1-test-1", 0), (2, "7", 1), (4, "1", 0), (4, "2", 1),
    ]  # fmt: skip
    assert [row.digest for row in rows][:3] == [text_digest("书"), text_digest("x"), ""]
    assert (rows[3].digest, rows[3].other_digest) == (text_digest("a"), text_digest("b"))
    assert (rows[4].digest, rows[4].task, rows[4].part, rows[4].record) == (text_digest("第一句"), "x/y", "test", None)


def test_every_campaign_gets_a_random_secret(old: Engine) -> None:
    migrate(old)
    with reading(old) as db:
        secrets = list(db.scalars(select(Campaign.secret)))
    assert (len(set(secrets)), {len(one) for one in secrets}) == (3, {64})


def test_campaigns_keep_the_likeness_they_began_with(old: Engine) -> None:
    migrate(old)
    with reading(old) as db:
        assert list(db.scalars(select(Campaign.likeness))) == [BEST] * 3
    builder = Actor(1, "builder", frozenset({Role.BUILDER}))
    with transaction(old) as db:
        new = create_campaign(db, builder, title="今天开始的活动", preset="space-attribution")
        assert db.scalars(select(Campaign.likeness).where(Campaign.id == new)).one() == MEAN


def test_draws_already_made_stay_and_new_ones_follow(old: Engine) -> None:
    audits = select(Job.id).where(Job.audit.is_not(None)).order_by(Job.id)
    with reading(old) as db:
        made = list(db.scalars(audits))
    migrate(old)
    people = {name: Actor(number, name, frozenset({Role.ANNOTATOR})) for number, name in ((2, "甲"), (3, "乙"))}
    with transaction(old) as db:
        assert list(db.scalars(audits)) == made
        assert made
        held = queue.next_job(db, people["乙"], 1, at=SOON)
        fresh = queue.next_job(db, people["甲"], 1, at=SOON)
        assert held is not None
        assert fresh is not None
        _, mine = jobs.my_jobs(db, people["甲"], 1)
    assert [row.serial for row in mine] == [6, 5, 4, 3, 2, 1]
    assert (held.serial, fresh.serial) == (4, 6)


def test_what_raters_have_not_seen_yet_comes_in_an_order_drawn_anew(old: Engine) -> None:
    order = select(Item.ref).where(Item.campaign_id == 3).order_by(Item.position)
    places = select(Item.ref, Item.position).where(Item.campaign_id == 3)
    with reading(old) as db:
        before = dict(db.execute(places).all())
        given = db.scalars(select(Item.ref).join(Job, Job.item_id == Item.id).where(Item.campaign_id == 3)).one()
    migrate(old)
    with reading(old) as db:
        after = dict(db.execute(places).all())
        assert sorted(db.scalars(order)) == sorted(before)
    assert [ref for ref in before if before[ref] == after[ref]] == [given]


@pytest.mark.parametrize(("names", "marks"), [(("demo-admin", "demo-builder"), ["demo"]), (("demo-builder",), [])])
def test_a_demo_of_an_earlier_version_is_marked_as_one(old: Engine, names: tuple[str, ...], marks: list[str]) -> None:
    with transaction(old) as db:
        for name in names:
            db.execute(
                text(
                    "INSERT INTO users (name, title, roles, lang, password, active, created_at) "
                    "VALUES (:name, '', '', 'zh', '', :active, 0)"
                ),
                {"name": name, "active": True},
            )
    migrate(old)
    with reading(old) as db:
        assert list(db.scalars(select(Mark.value).where(Mark.name == "made-for"))) == marks
