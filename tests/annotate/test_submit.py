"""Handing in: once per key, at the right version, past the rules; whatever is refused changes nothing."""

from typing import Any

import pytest
from sqlalchemy import func, select

from pingce.annotate.item_problems import BadItems
from pingce.annotate.items import NewItem
from pingce.annotate.services import imports, jobs, preannotate
from pingce.store.errors import Conflict, Refused
from pingce.store.tables.annotate import Item, Job, StoredReceipt
from pingce.store.tables.history import AnswerVersion, Event

from .world import World, rating, sense_item, senses, text_items

PLAIN: dict[str, object] = {"audit_rate": 0.0, "audit_rate_first": 0.0, "control_rate": 0.0}


def start(world: World, **settings: object) -> None:
    world.start("space-rating", text_items(3), annotators=list("甲乙丙"), settings={**PLAIN, **settings})


def everything(world: World) -> dict[str, object]:
    """All that a refused request must leave as it was."""
    with world.change() as db:
        counts = {
            table.__tablename__: db.scalar(select(func.count()).select_from(table))
            for table in (Event, AnswerVersion, StoredReceipt)
        }
        states = [tuple(row) for row in db.execute(select(Job.id, Job.state, Job.version, Job.lease_until))]
        items = [tuple(row) for row in db.execute(select(Item.id, Item.state, Item.answers, Item.claims, Item.queue))]
    return {**counts, "jobs": states, "items": items}


def test_the_same_key_gives_the_same_receipt_once(world: World) -> None:
    start(world)
    job = world.take("甲")
    first = world.submit("甲", job, rating("fine"), key="the-one-key")
    before = everything(world)
    world.now += 500
    assert world.submit("甲", job, rating("fine"), key="the-one-key") == first
    assert everything(world) == before
    assert [answer.state for answer in world.item(job.item.ref).answers] == ["submitted"]


def test_a_key_used_for_something_else_is_a_conflict(world: World) -> None:
    start(world)
    job = world.take("甲")
    world.submit("甲", job, rating("fine"), key="the-one-key")
    before = everything(world)
    with pytest.raises(Conflict) as refused:
        world.submit("甲", job, rating("bad"), key="the-one-key")
    assert refused.value.code == "key-reused"
    assert everything(world) == before


def test_keys_are_everybodys_own(light: World) -> None:
    start(light)
    for who in "甲乙":
        assert light.submit(who, light.take(who), rating("fine"), key="the-one-key").state in ("submitted", "done")


def test_a_stale_version_is_a_conflict_and_changes_nothing(world: World) -> None:
    start(world)
    job = world.take("甲")
    with world.change() as db:
        draft = jobs.save_draft(db, world.people["甲"], job.job, rating("bad"), version=0, at=world.now)
    assert draft.version == 1
    before = everything(world)
    with pytest.raises(Conflict) as refused:
        world.submit("甲", job, rating("fine"), version=0)
    assert refused.value.code == "stale-version"
    with world.change() as db, pytest.raises(Conflict):
        jobs.save_draft(db, world.people["甲"], job.job, rating("fine"), version=0)
    assert everything(world) == before
    assert world.submit("甲", job, rating("fine"), version=1).version == 2


WRONG: list[tuple[dict[str, Any], str]] = [
    ({}, "missing-key"),
    ({"rating": "splendid"}, "unknown-label"),
    ({"rating": "fine", "mood": "good"}, "unknown-key"),
    ({"rating": "other", "span": {"text": "桌子", "idxes": [900, 901]}}, "idx-out-of-range"),
    ({"rating": "other", "span": [1, 2]}, "wrong-type"),
]


@pytest.mark.parametrize(("answer", "rule"), WRONG, ids=[rule for _, rule in WRONG])
def test_what_blocks_is_refused_with_its_hits_and_changes_nothing(
    light: World, answer: dict[str, Any], rule: str
) -> None:
    start(light)
    job = light.take("甲")
    before = everything(light)
    with pytest.raises(Refused) as refused:
        light.submit("甲", job, answer)
    assert rule in [hit.rule for hit in refused.value.hits]
    assert {hit.level for hit in refused.value.hits if hit.rule == rule} == {"block"}
    assert everything(light) == before


def test_an_unknown_gloss_is_refused(light: World) -> None:
    light.start("wsd", [sense_item(1)], annotators=["甲"], settings={"gate": 1.0})
    with pytest.raises(Refused) as refused:
        light.answer("甲", senses("从没听说过的释义"))
    assert [hit.level for hit in refused.value.hits] == ["block"]


def test_drafts_are_versions_that_all_stay_and_may_be_wrong(world: World) -> None:
    start(world)
    job = world.take("甲")
    for version, answer in enumerate([rating("bad"), {}, rating("fine")]):
        with world.change() as db:
            view = jobs.save_draft(db, world.people["甲"], job.job, answer, version=version, at=world.now)
        assert view.version == version + 1
        assert [hit.rule for hit in view.hits] == (["missing-key"] if not answer else [])
    world.submit("甲", job, rating("fine"), version=3)
    kept = [(answer.state, answer.version, answer.answer) for answer in world.item(job.item.ref).answers]
    assert kept == [
        ("draft", 1, rating("bad")),
        ("draft", 2, {}),
        ("draft", 3, rating("fine")),
        ("submitted", 4, rating("fine")),
    ]


def test_the_same_draft_again_is_no_new_version(light: World) -> None:
    start(light)
    job = light.take("甲")
    for version in (0, 1, 1):
        with light.change() as db:
            assert jobs.save_draft(db, light.people["甲"], job.job, rating("bad"), version=version).version == 1


def test_an_answer_may_be_changed_until_the_item_goes_on(world: World) -> None:
    world.start("space-rating", text_items(1), annotators=["甲", "乙"], settings=PLAIN)
    job = world.take("甲")
    first = world.submit("甲", job, rating("bad"))
    assert world.submit("甲", job, rating("fine"), version=first.version).state == "submitted"
    world.answer("乙", rating("fine"))
    view = world.item(job.item.ref)
    assert (view.state, view.outcome, view.final) == ("decided", "agreed", rating("fine"))
    before = everything(world)
    with pytest.raises(Conflict):
        world.submit("甲", job, rating("bad"), version=2)
    assert everything(world) == before


def test_warnings_are_stored_with_the_answer(light: World) -> None:
    light.start("space-step", text_items(1), annotators=["甲"], settings={"audit_rate": 0.0, "audit_first": 0})
    receipt = light.answer("甲", {"special": "other"})
    with light.change() as db:
        stored = db.get_one(AnswerVersion, receipt.answer_id).hits
    assert [hit.rule for hit in receipt.hits] == [hit["rule"] for hit in stored]


def test_a_suggestion_is_the_first_draft_and_is_told_from_the_persons_own(world: World) -> None:
    start(world)
    with world.change() as db:
        answers = [(f"q{i:05}", rating("someBad")) for i in range(3)]
        builder = world.people["builder"]
        prepared = preannotate.prepare(db, builder, world.campaign, answers, system="模板 1.0")
        done = preannotate.store(db, builder, world.campaign, prepared)
    assert (done.added, done.already) == (3, 0)
    job = world.take("甲")
    assert (job.answer, job.version, job.suggested_by) == (rating("someBad"), 0, "模板 1.0")
    world.submit("甲", job, rating("bad"))
    kept = [(answer.state, answer.by) for answer in world.item(job.item.ref).answers]
    assert kept == [("suggested", "模板 1.0"), ("submitted", "甲")]


def test_a_nul_is_refused_in_items_and_suggestions(world: World) -> None:
    start(world)
    before = everything(world)
    builder = world.people["builder"]
    new = [
        NewItem("a\x00", {"text": "在"}),
        NewItem("b", {"text": "\x00"}),
        NewItem("c", {"text": "在"}),
    ]
    with world.change() as db, pytest.raises(BadItems) as refused:
        imports.import_items(db, builder, world.campaign, new)
    assert ["NUL" in one.message.en for one in refused.value.problems] == [True, True]
    with world.change() as db, pytest.raises(Refused, match="no such items"):
        preannotate.prepare(db, builder, world.campaign, [("a\x00", rating("bad"))], system="x")
    assert everything(world) == before


def test_suggestions_for_unknown_items_are_refused_all_together(light: World) -> None:
    start(light)
    before = everything(light)
    with light.change() as db, pytest.raises(Refused) as refused:
        preannotate.prepare(
            db, light.people["builder"], light.campaign, [("q00000", rating("bad")), ("nowhere", {})], system="x"
        )
    assert "nowhere" in refused.value.message
    with light.change() as db, pytest.raises(Refused, match="A system's name has 1 to 128 characters"):
        preannotate.prepare(db, light.people["builder"], light.campaign, [("q00000", rating("bad"))], system="x" * 129)
    assert everything(light) == before


DIFFERING = [
    ("review", ["fine", "bad"], "review", None),
    ("leave", ["fine", "bad"], "decided", "undetermined"),
    ("third", ["fine", "bad"], "open", None),
    ("third", ["fine", "bad", "bad"], "decided", "majority"),
    ("third", ["fine", "bad", "someBad"], "review", None),
    ("review", ["bad", "bad"], "decided", "agreed"),
]


@pytest.mark.parametrize(("setting", "given", "state", "outcome"), DIFFERING)
def test_what_becomes_of_answers_that_differ(
    world: World, setting: str, given: list[str], state: str, outcome: str | None
) -> None:
    world.start(
        "space-rating", text_items(1), annotators=list("甲乙丙"), settings={**PLAIN, "on_disagreement": setting}
    )
    for who, label in zip("甲乙丙", given, strict=False):
        world.answer(who, rating(label))
    view = world.item("q00000")
    assert (view.state, view.outcome) == (state, outcome)


LEVELS = [
    ("strict", "fine", "someFine", "undetermined"),
    ("binary", "fine", "someFine", "agreed"),
    ("binary", "someFine", "someBad", "undetermined"),
    ("loose", "someFine", "someBad", "agreed"),
    ("loose", "fine", "someBad", "undetermined"),
    ("loose", "fine", "other", "undetermined"),
    ("strict", "other", "other", "agreed"),
]


@pytest.mark.parametrize(("level", "one", "other", "outcome"), LEVELS)
def test_ratings_agree_on_the_level_of_the_campaign(
    light: World, level: str, one: str, other: str, outcome: str
) -> None:
    light.start("space-rating", text_items(1), annotators=["甲", "乙"], settings={**PLAIN, "test": level})
    light.answer("甲", rating(one))
    light.answer("乙", rating(other))
    assert light.item("q00000").outcome == outcome
