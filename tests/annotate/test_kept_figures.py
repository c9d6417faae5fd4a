"""Kept figures are those of a full recount, whatever people did and whenever the sums were stored."""

import random
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Engine, select

from pingce.annotate.services import campaigns, jobs, kept, manage, members, removal
from pingce.annotate.services.figures import figures, recount_figures
from pingce.annotate.services.items import import_items
from pingce.annotate.services.progress import progress, recount_progress
from pingce.annotate.services.recount import differences, forget_kept
from pingce.store.errors import NotFound, StoreError
from pingce.store.people import Role
from pingce.store.tables.annotate import Item, Job
from pingce.store.tables.figures import CampaignFigures, ItemSums

from .test_random_walks import ANNOTATORS, LABELS, REVIEWERS, one_step
from .world import World, rating, text_items

SETTINGS: dict[str, object] = {
    "answers": 2,
    "on_disagreement": "review",
    "audit_rate": 0.4,
    "return_to": "differing",
    "appeals": True,
    "fixed_annotators": True,
    "finish_group": True,
    "gate": 0.4,
    "skip_limit": 2,
    "control_rate": 0.2,
    "learn_days": 0.5,
}
LOOSE = {**SETTINGS, "fixed_annotators": False, "finish_group": False, "gate": 1.0, "on_disagreement": "third"}


def need_equal(world: World) -> None:
    with world.change() as db:
        builder = world.people["builder"]
        assert progress(db, builder, world.campaign) == recount_progress(db, builder, world.campaign)
        assert figures(db, builder, world.campaign) == recount_figures(db, builder, world.campaign)
        assert differences(db, builder, world.campaign) == []


def something_else(world: World, chance: random.Random, round_: int) -> None:
    """What the walk of the other tests does not do; what is refused is no harm."""
    builder = world.people["builder"]
    with world.change() as db:
        every = list(db.scalars(select(Item.id).where(Item.campaign_id == world.campaign)))
        handed_in = db.execute(select(Job.id, Job.user_id, Job.version).where(Job.submitted_at.is_not(None))).all()
    names = {actor.id: name for name, actor in world.people.items()}
    steps = ("withdraw", "escalate", "reopen", "draft", "revise", "import", "settings", "remove", "member")
    step = chance.choice(steps)
    world.now += 20
    if step == "revise" and handed_in:
        job, user, _ = chance.choice(handed_in)
        with suppress(StoreError):
            world.submit(names[user], world.again(names[user], job), rating(chance.choice(LABELS)))
        return
    with suppress(StoreError), world.change() as db:
        if step in ("withdraw", "escalate", "reopen"):
            getattr(manage, step)(db, builder, chance.choice(every), "试一试", at=world.now)
        elif step == "draft" and handed_in:
            job, user, version = chance.choice(handed_in)
            answer = rating(chance.choice(LABELS))
            jobs.save_draft(db, world.people[names[user]], job, answer, version=version, at=world.now)
        elif step == "import":
            import_items(db, builder, world.campaign, text_items(2, group="组0", start=100 + 2 * round_), at=world.now)
        elif step == "settings":
            strict = {"test": chance.choice(("strict", "binary"))}
            campaigns.change_campaign(db, builder, world.campaign, settings=strict, at=world.now)
        elif step == "remove":
            removal.delete_campaign(db, builder, world.campaign, at=world.now)
            removal.restore_campaign(db, builder, world.campaign, at=world.now)
            campaigns.change_campaign(db, builder, world.campaign, status="open", at=world.now)
        elif step == "member":
            roles = frozenset(chance.sample([Role.ANNOTATOR], chance.choice((0, 1))))
            change = members.MemberChange(world.people["丁"].id, roles)
            members.set_members(db, builder, world.campaign, [change], at=world.now)


@pytest.mark.parametrize("settings", [SETTINGS, LOOSE], ids=["groups", "loose"])
def test_kept_figures_are_those_of_a_recount_whatever_people_did(world: World, settings: dict[str, object]) -> None:
    chance = random.Random(len(settings) + bool(settings["fixed_annotators"]))
    new = [item for group in range(2) for item in text_items(4, group=f"组{group}", start=group * 4)]
    new += [replace(item, gold=rating("fine")) for item in text_items(2, start=50)]
    world.start("space-rating", new, annotators=ANNOTATORS, reviewers=REVIEWERS, settings=settings, secret="7")
    for round_ in range(30):
        for _ in range(3):
            with suppress(NotFound):  # of whoever is no member for a while
                one_step(world, chance)
        if chance.random() < 0.5:
            something_else(world, chance, round_)
        if chance.random() < 0.3:
            kept.catch_up(world.engine, world.campaign, most=chance.choice((1, 3, 500)))
        if round_ % 5 == 0:
            need_equal(world)
    settle(world)
    need_equal(world)
    with world.change() as db:
        stored = len(list(db.scalars(select(ItemSums.item_id))))
        every = len(list(db.scalars(select(Item.id))))
        looked_at = figures(db, world.people["builder"], world.campaign)
    assert stored == every, "all of it is kept, nothing was counted on the way"
    assert looked_at.answers > 8
    assert looked_at.agreement.test.whole > 4
    assert looked_at.after_feedback.test.whole > 0


def settle(world: World) -> None:
    """Store sums until nothing is left."""
    for _ in range(50):
        kept.catch_up(world.engine, world.campaign)


@pytest.fixture(autouse=True)
def _no_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """On PostgreSQL sums reach up to what was stored some seconds ago; here nobody is in the middle of a statement."""
    monkeypatch.setattr(kept, "SETTLING_SECONDS", 0.0)


def test_what_is_stored_late_is_counted_although_later_events_were_before(postgres_engine: Engine) -> None:
    world = World(postgres_engine)
    world.start("space-rating", text_items(3), annotators=ANNOTATORS)
    settle(world)
    builder = world.people["builder"]
    with world.change() as db:
        ids = list(db.scalars(select(Item.id).order_by(Item.id)))
        counted = select(CampaignFigures.counted_events)
        before = db.scalar(counted)
    with world.change() as slow:
        manage.withdraw(slow, builder, ids[0], "试一试", at=world.now)
        with world.change() as db:
            manage.withdraw(db, builder, ids[1], "试一试", at=world.now)
        settle(world)
        with world.change() as db:
            assert db.scalar(counted) == before, "not beyond what somebody may still store"
            assert progress(db, builder, world.campaign).items == {"open": 2, "withdrawn": 1}
    need_equal(world)
    settle(world)
    need_equal(world)
    with world.change() as db:
        assert (db.scalar(counted) or 0) > (before or 0)
        assert progress(db, builder, world.campaign).items == {"open": 1, "withdrawn": 2}


def test_what_a_campaign_goes_by_is_no_matter_of_what_was_kept(world: World) -> None:
    settings = {"test": "strict", "return_to": "nobody"}
    world.start("space-rating", text_items(2), annotators=ANNOTATORS, settings=settings)
    for who, label in zip(ANNOTATORS, ("fine", "someFine", "fine", "someFine"), strict=False):
        world.submit(who, world.next(who), rating(label))  # type: ignore[arg-type] # there is one
    settle(world)
    builder = world.people["builder"]
    with world.change() as db:
        assert figures(db, builder, world.campaign).agreement.test.part == 0
        campaigns.change_campaign(db, builder, world.campaign, settings={"test": "binary"}, at=world.now)
        assert figures(db, builder, world.campaign).agreement.test.part == 2
    settle(world)
    need_equal(world)


def test_a_wrong_sum_is_found_and_counted_anew(world: World) -> None:
    world.start("space-rating", text_items(2), annotators=ANNOTATORS)
    world.submit("甲", world.next("甲"), rating("fine"))  # type: ignore[arg-type] # there is one
    settle(world)
    builder = world.people["builder"]
    with world.change() as db:
        sums = db.scalars(select(CampaignFigures)).one()
        sums.counts = {**sums.counts, "item open": 7}
    with world.change() as db:
        assert differences(db, builder, world.campaign) == [("items.open", 7, 2)]
        forget_kept(db, builder, world.campaign)
        assert differences(db, builder, world.campaign) == []
    settle(world)
    need_equal(world)


def test_a_page_says_what_it_has_not_counted_and_the_next_ones_have_it(world: World) -> None:
    world.start("space-rating", text_items(5), annotators=ANNOTATORS)
    builder = world.people["builder"]
    with world.change() as db:
        shown = progress(db, builder, world.campaign, most=2)
    assert (shown.items, shown.behind) == ({"open": 2}, 3)
    while kept.catch_up(world.engine, world.campaign, most=2):
        pass
    settle(world)
    with world.change() as db:
        shown = progress(db, builder, world.campaign, most=0)
    assert (shown.items, shown.behind) == ({"open": 5}, 0)


def test_of_two_that_count_at_once_one_gives_way(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.start("space-rating", text_items(4), annotators=ANNOTATORS)
    settle(world)
    job = world.next("甲")
    assert job is not None
    reached = kept._reached
    others: list[bool] = []

    def overtaken(*args: Any, **named: Any) -> tuple[int | None, list[int] | None]:
        if not others:
            others.append(True)
            kept.catch_up(world.engine, world.campaign)
        return reached(*args, **named)

    monkeypatch.setattr(kept, "_reached", overtaken)
    assert kept.catch_up(world.engine, world.campaign), "once more"
    monkeypatch.undo()
    need_equal(world)
    settle(world)
    need_equal(world)
