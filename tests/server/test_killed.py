"""A real server process under load, killed again and again, and several of them on PostgreSQL."""

import sqlite3
from pathlib import Path

from sqlalchemy import func, select

from pingce.store.database import open_database, reading
from pingce.store.tables.annotate import Item, Job
from pingce.store.tables.history import AnswerVersion
from tests.waiting import free_port

from .crowd import ASKED, Crowd, build_campaign, kill, start_server

LEASE_MINUTES = 0.02
ROUNDS = 10
PER_ROUND = 12


def stored_answers(database: str) -> set[tuple[int | None, int]]:
    engine = open_database(database)
    with reading(engine) as db:
        rows = db.execute(select(AnswerVersion.job_id, AnswerVersion.id).where(AnswerVersion.kind == "submitted"))
        found = {(job, answer) for job, answer in rows}
    engine.dispose()
    return found


def final_states(database: str) -> tuple[set[str], int]:
    """States of items, and the most people who answered or hold one."""
    engine = open_database(database)
    with reading(engine) as db:
        states = set(db.scalars(select(Item.state)))
        holding = select(func.count()).where(Job.state.not_in(("expired", "skipped"))).group_by(Job.item_id)
        most = max(db.scalars(holding))
    engine.dispose()
    return states, most


def test_killed_ten_times_under_load_nothing_acknowledged_is_lost_and_nothing_stays_stuck(tmp_path: Path) -> None:
    database, port = str(tmp_path / "work.db"), free_port()
    campaign, tokens = build_campaign(database, items=110, workers=4, lease_minutes=LEASE_MINUTES)
    crowd = Crowd(port, campaign, tokens)
    for _ in range(ROUNDS):
        server = start_server(database, tmp_path, port)
        threads = crowd.start()
        crowd.acknowledge(PER_ROUND)
        kill(server)  # while four people are at work
        crowd.finish(threads)
        assert set(crowd.acknowledged) <= stored_answers(database)
    server = start_server(database, tmp_path, port)
    try:
        crowd.finish(crowd.start())
    finally:
        kill(server)
    with sqlite3.connect(database) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    raw.close()
    assert set(crowd.acknowledged) <= stored_answers(database)
    assert len(crowd.acknowledged) == len(set(crowd.acknowledged))
    assert final_states(database) == ({"decided"}, ASKED)


def test_two_processes_on_postgresql_give_every_item_to_exactly_two_people(tmp_path: Path, postgres_url: str) -> None:
    port = free_port()
    campaign, tokens = build_campaign(postgres_url, items=60, workers=8, lease_minutes=30)
    crowd = Crowd(port, campaign, tokens)
    server = start_server(postgres_url, tmp_path, port, "--workers", "2")
    try:
        crowd.finish(crowd.start())
    finally:
        kill(server)
    assert crowd.refused == []
    assert len(crowd.acknowledged) == 60 * ASKED
    assert set(crowd.acknowledged) == stored_answers(postgres_url)
    assert final_states(postgres_url) == ({"decided"}, ASKED)
