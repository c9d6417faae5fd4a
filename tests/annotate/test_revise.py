"""Changing an answer after its item went on: possible until somebody else has built on it."""

import pytest
from sqlalchemy import func, select

from pingce.annotate.services import jobs
from pingce.annotate.services.revise import REVISABLE_SECONDS
from pingce.store.errors import Conflict
from pingce.store.tables.annotate import ItemGroup, Turn
from pingce.store.tables.history import AnswerVersion

from .world import World, rating, sense_item, senses, text_items

PLAIN: dict[str, object] = {"audit_rate": 0.0, "audit_rate_first": 0.0, "control_rate": 0.0}


def answered_by_both(world: World, first: str, second: str, **settings: object) -> tuple[int, int]:
    world.start(
        "space-rating", text_items(1), annotators=["甲", "乙"], reviewers=["审"], settings={**PLAIN, **settings}
    )
    held = []
    for name, label in (("甲", first), ("乙", second)):
        job = world.take(name)
        world.submit(name, job, rating(label))
        held.append(job.job)
    return held[0], held[1]


def change(world: World, name: str, job: int, label: str) -> None:
    world.submit(name, world.again(name, job), rating(label))


def test_the_last_answer_of_a_decided_item_can_be_changed(world: World) -> None:
    _, last = answered_by_both(world, "fine", "fine")
    assert world.item("q00000").state == "decided"
    assert world.again("乙", last).revisable
    change(world, "乙", last, "bad")
    item = world.item("q00000")
    assert (item.state, item.outcome) != ("decided", "agreed")
    change(world, "乙", last, "fine")
    item = world.item("q00000")
    assert (item.state, item.outcome) == ("decided", "agreed")
    with world.change() as db:
        versions = select(func.count()).where(AnswerVersion.job_id == last, AnswerVersion.kind == "submitted")
        assert db.scalar(versions) == 3  # all of them stay in the history


def test_the_earlier_answer_stays_once_another_was_given(world: World) -> None:
    first, _ = answered_by_both(world, "fine", "fine")
    with pytest.raises(Conflict) as refused:
        change(world, "甲", first, "bad")
    assert refused.value.code == "wrong-state"


def test_nothing_changes_under_a_reviewer(world: World) -> None:
    _, last = answered_by_both(world, "fine", "bad", on_disagreement="review")
    change(world, "乙", last, "someFine")  # nobody has taken it up
    assert world.review("审") is not None
    with pytest.raises(Conflict) as refused:
        change(world, "乙", last, "fine")
    assert refused.value.code == "wrong-state"


def test_a_review_that_was_waiting_for_the_old_answer_is_void(world: World) -> None:
    _, last = answered_by_both(world, "fine", "bad", on_disagreement="review")
    change(world, "乙", last, "fine")
    assert world.item("q00000").state == "decided"
    assert world.review("审") is None
    with world.change() as db:
        assert list(db.scalars(select(Turn.state))) == ["void"]


def test_an_answer_drawn_for_audit_looks_no_different_and_is_audited_as_changed(world: World) -> None:
    _, last = answered_by_both(world, "fine", "fine", audit_rate=1.0, audit_rate_first=1.0)
    assert world.item("q00000").state == "audit"
    change(world, "乙", last, "bad")
    assert world.item("q00000").state == "audit"
    with world.change() as db:
        waiting = list(db.scalars(select(Turn.job_id).where(Turn.state == "waiting").order_by(Turn.job_id)))
    assert len(waiting) == len(set(waiting)) == 2


def test_after_an_hour_it_stays_as_it_is(world: World) -> None:
    _, last = answered_by_both(world, "fine", "fine")
    world.now += REVISABLE_SECONDS
    assert not world.again("乙", last).revisable
    with pytest.raises(Conflict) as refused:
        change(world, "乙", last, "bad")
    assert refused.value.code == "wrong-state"


def test_a_group_counts_a_changed_item_once(world: World) -> None:
    settings = {**PLAIN, "gate": 1.0, "finish_group": False}
    world.start("wsd", [sense_item(1)], annotators=["甲", "乙"], reviewers=["审"], settings=settings)
    held = {}
    for name in ("甲", "乙"):
        job = world.take(name)
        world.submit(name, job, senses("使打开；拉开"))
        held[name] = job.job
    world.submit("乙", world.again("乙", held["乙"]), senses("使打开；拉开"))
    with world.change() as db:
        group = db.scalars(select(ItemGroup)).one()
        assert (group.undecided, group.closed) == (0, True)


def test_a_draft_of_the_change_is_kept(world: World) -> None:
    _, last = answered_by_both(world, "fine", "fine")
    version = world.again("乙", last).version
    with world.change() as db:
        kept = jobs.save_draft(db, world.people["乙"], last, rating("bad"), version=version, at=world.now)
    assert kept.version == version + 1
    assert world.item("q00000").state == "decided"
