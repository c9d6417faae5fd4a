"""Campaigns of all kinds, worked on at random: whatever people do, everything gets decided and nothing gets lost."""

import random
from itertools import product

import pytest
from sqlalchemy import func, select

from pingce.annotate.services import appeals, queue, turns
from pingce.store.errors import StoreError
from pingce.store.tables.annotate import Item, ItemGroup, Job, Turn
from pingce.store.tables.history import Event

from .world import World, rating, text_items

LABELS = ["fine", "someFine", "bad", "other"]
ANNOTATORS, REVIEWERS = list("甲乙丙丁"), ["审一", "审二", "审三"]
CAMPAIGNS: list[dict[str, object]] = [
    {
        "answers": answers,
        "on_disagreement": differ,
        "audit_rate": audit,
        "return_to": back,
        "appeals": back != "nobody",
        "fixed_annotators": fixed,
        "finish_group": fixed,
        "gate": 0.4 if fixed else 1.0,
        "skip_limit": 2,
        "control_rate": 0.0,
        "learn_days": 0.5,
    }
    for answers, differ, audit, back, fixed in product(
        (1, 2, 3), ("review", "third", "leave"), (0.0, 0.4), ("nobody", "differing", "all"), (False, True)
    )
    if not (differ == "third" and (answers != 2 or fixed))
]


def one_step(world: World, chance: random.Random) -> None:
    """Somebody does something; what is refused is no harm."""
    who = chance.choice(ANNOTATORS)
    world.now += chance.choice((1, 30, 600))
    if chance.random() < 0.02:
        world.now += 3600
    job = world.next(who)
    if job is not None and chance.random() < 0.9:
        if chance.random() < 0.08:
            with world.change() as db:
                queue.skip(db, world.people[who], job.job, "难", at=world.now)
        else:
            world.submit(who, job, rating(chance.choice(LABELS)))
    with world.change() as db:
        mine = appeals.inbox(db, world.people[who])
    for entry in mine:
        if entry.state == "rejected":
            world.submit(who, world.again(who, entry.job), rating(chance.choice(LABELS)))
        elif entry.state == "returned" and chance.random() < 0.7:
            (world.appeal if chance.random() < 0.3 else world.learn)(who, entry.job)
    judge(world, chance.choice(REVIEWERS), chance)


def judge(world: World, who: str, chance: random.Random) -> None:
    turn = world.review(who)
    if turn is not None and chance.random() < 0.9:
        if turn.kind == "audit":
            world.decide(who, turn, accept=turn.job if chance.random() < 0.6 else None)
        elif turn.answers and chance.random() < 0.5:
            world.decide(who, turn, accept=chance.choice(turn.answers).job)
        else:
            world.decide(who, turn, answer=rating(chance.choice(LABELS)))
    elif turn is not None and chance.random() < 0.3:
        with world.change() as db:
            turns.pass_on(db, world.people[who], turn.review, "拿不准", at=world.now)
    last = world.review(who, appeals=True)
    if last is not None:
        answer = rating(chance.choice(LABELS)) if chance.random() < 0.8 else None
        try:
            world.decide_appeal(who, last, uphold=chance.random() < 0.5, answer=answer)
        except StoreError as refused:
            assert refused.code == "bad-decision", "those who object differ and no answer was given"  # noqa: PT017


def walk(world: World, settings: dict[str, object], seed: int) -> None:
    chance = random.Random(seed)
    new = [item for group in range(2) for item in text_items(4, group=f"组{group}", start=group * 4)]
    world.start("space-rating", new, annotators=ANNOTATORS, reviewers=REVIEWERS, settings=settings, secret=str(seed))
    events = 0
    for _ in range(400):
        one_step(world, chance)
        assert world.overbooked() == []
        with world.change() as db:
            now = db.scalar(select(func.count()).select_from(Event)) or 0
        assert now >= events, "history only grows"
        events = now
        if set(world.states()) == {"decided"}:
            break
    assert world.states() == {"decided": 8}
    with world.change() as db:
        left = db.scalar(select(func.count()).where(Turn.state.in_(("waiting", "claimed"))))
        busy = db.scalars(select(Job.state).where(Job.state.in_(("submitted", "rejected", "returned", "appealed"))))
        groups = db.execute(select(ItemGroup.undecided, ItemGroup.early_open, ItemGroup.closed)).all()
        counted = db.execute(select(Item.claims, Item.queue).distinct()).all()
    assert (left, list(busy)) == (0, [])
    assert [tuple(row) for row in groups] == [(0, 0, True)] * 2
    assert [tuple(row) for row in counted if row.queue] == []


@pytest.mark.parametrize("number", range(0, len(CAMPAIGNS), 8))
def test_every_kind_of_campaign_ends(light: World, number: int) -> None:
    walk(light, CAMPAIGNS[number], seed=number)


def test_a_campaign_with_everything_ends_on_postgresql_too(postgres_engine: object) -> None:
    settings = next(one for one in CAMPAIGNS if one["fixed_annotators"] and one["audit_rate"] and one["appeals"])
    walk(World(postgres_engine), settings, seed=1)  # type: ignore[arg-type] # the fixture of conftest.py
