"""The quick way leaves the database exactly as the general way does, and takes over what is ordinary."""

import random
from typing import Any

import pytest
from sqlalchemy import Engine, select

from pingce.annotate.services import queue, submit
from pingce.store.database import reading
from pingce.store.errors import Conflict, NotAllowed, NotFound
from pingce.store.tables import all_tables

from .world import World, rating, text_items

TABLES = ("campaign_members", "items", "jobs", "turns", "answers", "decisions", "events", "receipts")
PEOPLE = ("li", "wang", "zhao", "sun")


def general(*_: object) -> bool:
    """As if every session held rows already."""
    return False


def stored(engine: Engine) -> dict[str, list[Any]]:
    tables = all_tables().tables
    with reading(engine) as db:
        return {name: [tuple(row) for row in db.execute(select(tables[name]).order_by("id"))] for name in TABLES}


def work(world: World, settings: dict[str, object], seed: int) -> None:
    """Two thirds agree; somebody lets a lease run out, skips, sends the same thing twice."""
    world.start("space-rating", text_items(12), annotators=PEOPLE, settings=settings)
    chance = random.Random(seed)
    for _ in range(40):
        who = chance.choice(PEOPLE)
        world.now += chance.choice((5, 40, 4000))
        job = world.next(who)
        if job is None or chance.random() < 0.1:
            continue
        if chance.random() < 0.1:
            with world.change() as db:
                queue.skip(db, world.people[who], job.job, "看不懂", at=world.now)
            continue
        key, answer = world.key(), rating(chance.choice(("fine", "fine", "bad")))
        assert world.submit(who, job, answer, key=key) == world.submit(who, job, answer, key=key)


@pytest.mark.parametrize(
    "settings",
    [
        {"answers": 2, "audit_rate": 0.0, "audit_rate_first": 0.0},
        {"answers": 2, "audit_rate": 0.5, "audit_rate_first": 0.5, "on_disagreement": "third"},
        {"answers": 1, "audit_rate": 0.0, "audit_rate_first": 0.0, "day_most": 8, "lease_minutes": 10},
    ],
    ids=["two", "audited", "alone"],
)
def test_the_quick_way_stores_what_the_general_way_stores(
    sqlite_engine: Engine, postgres_engine: Engine, monkeypatch: pytest.MonkeyPatch, settings: dict[str, object]
) -> None:
    quick = World(postgres_engine)
    work(quick, settings, seed=3)
    for module in (queue, submit):
        monkeypatch.setattr(module, "is_empty", general)
    slow = World(sqlite_engine)
    work(slow, settings, seed=3)
    assert stored(postgres_engine) == stored(sqlite_engine)


def test_ordinary_work_never_goes_the_general_way(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    quiet: dict[str, object] = {"answers": 2, "audit_rate": 0.0, "audit_rate_first": 0.0}
    world.start("space-rating", text_items(3), annotators=PEOPLE, settings=quiet)

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("went the general way")

    monkeypatch.setattr(queue, "enter_to_work", fail)
    monkeypatch.setattr(submit, "lock_job", fail)
    for who in ("li", "wang", "li", "wang", "li", "wang"):
        world.answer(who, rating("fine"))
    assert world.states() == {"decided": 3}


def test_who_may_not_is_told_as_ever(world: World) -> None:
    world.start("space-rating", text_items(2), annotators=PEOPLE[:2], settings={"answers": 2})
    job = world.take("li")
    stranger = world.person("stranger", *world.people["li"].roles)
    with pytest.raises(NotAllowed):
        world.submit("wang", job, rating("fine"))
    with pytest.raises(NotFound), world.change() as db:
        queue.next_job(db, stranger, world.campaign, at=world.now)
    with pytest.raises(Conflict):
        world.submit("li", job, rating("fine"), version=4)
    assert world.states() == {"open": 2}
    assert world.submit("li", job, rating("fine")).state == "submitted"
