"""Finding items by person and label, and a step for many of them at once."""

import pytest
from sqlalchemy import func, select

from pingce.annotate.services import items, manage
from pingce.annotate.services.access import enter
from pingce.annotate.services.appeals import inbox
from pingce.annotate.services.campaign_views import ChangedWords
from pingce.annotate.services.item_filter import ItemFilter
from pingce.annotate.services.many import MOST, LeftAlone, ManyOrder, ManyResult, do_many, preview_many
from pingce.annotate.services.minimal_pairs import difference
from pingce.annotate.services.send_back import send_back_decided
from pingce.store.errors import Conflict, NotAllowed, NotFound, Refused
from pingce.store.people import Role
from pingce.store.tables.annotate import Item
from pingce.store.tables.competition import Competition, DataFile
from pingce.store.tables.history import Decision, Event
from pingce.store.tables.notifications import Notification
from pingce.store.tables.provenance import ReleasedItem

from .world import GLOSSES, World, rating, sense_item, senses, text_items

PLAIN: dict[str, object] = {"order": "given", "audit_rate": 0.0, "audit_rate_first": 0.0, "control_rate": 0.0}
AUDITED: dict[str, object] = {**PLAIN, "answers": 1, "blind": False, "audit_rate": 1.0, "audit_rate_first": 1.0}


def refs(world: World, who: str = "builder", **wanted: object) -> list[str]:
    with world.change() as db:
        meant = ItemFilter(**wanted)  # type: ignore[arg-type]
        return [row.ref for row in items.find_items(db, world.people[who], world.campaign, meant)[1]]


def run(world: World, who: str, order: ManyOrder, *, expected: int | None = None) -> ManyResult:
    """Preview, then do what it said; the same comes of both."""
    with world.change() as db:
        seen = preview_many(db, world.people[who], world.campaign, order, at=world.now)
    with world.change() as db:
        number = seen.done if expected is None else expected
        done = do_many(db, world.people[who], world.campaign, order, expected=number, at=world.now)
    assert done == seen
    return done


def id_of(world: World, ref: str) -> int:
    return world.item(ref).id


def test_items_are_found_by_who_answered_who_holds_and_what_was_said(world: World) -> None:
    world.start("space-rating", text_items(4), annotators=["甲", "乙"], reviewers=["审"], settings=PLAIN)
    world.answer("甲", rating("fine"))
    world.answer("甲", rating("bad"))
    world.take("甲")
    world.answer("乙", rating("fine"))
    first, second = world.people["甲"].id, world.people["乙"].id
    assert refs(world, person=first) == ["q00000", "q00001", "q00002"]
    assert refs(world, person=first, part="answered") == ["q00000", "q00001"]
    assert refs(world, person=first, part="holding") == ["q00002"]
    assert refs(world, person=second, part="answered") == ["q00000"]
    assert refs(world, label="rating=fine") == ["q00000"]
    assert refs(world, label="rating=bad", person=first) == ["q00001"]
    assert refs(world, label="rating=bad", person=second) == []
    with pytest.raises(Refused):
        refs(world, label="rating=splendid")
    with world.change() as db:
        _, rows = items.find_items(db, world.people["builder"], world.campaign, ItemFilter(label="rating=fine"))
    assert [[(one.by, one.answer) for one in row.said] for row in rows] == [
        [("甲", rating("fine")), ("乙", rating("fine"))]
    ]
    assert [row.final for row in rows] == [rating("fine")]


def test_a_changed_answer_and_a_new_decision_are_found_by_what_they_say_now(world: World) -> None:
    world.start("space-rating", text_items(1), annotators=["甲", "乙"], reviewers=["审"], settings=PLAIN)
    job = world.take("甲")
    world.submit("甲", job, rating("fine"))
    world.submit("甲", world.again("甲", job.job), rating("bad"))
    assert (refs(world, label="rating=fine"), refs(world, label="rating=bad")) == ([], ["q00000"])
    world.answer("乙", rating("bad"))
    item = id_of(world, "q00000")
    with world.change() as db:
        manage.reopen(db, world.people["builder"], item, "再看")
    turn = world.review("审")
    assert turn is not None
    world.decide("审", turn, answer=rating("someBad"))
    assert refs(world, label="rating=someBad") == ["q00000"], "the decision, though nobody answered so"


def test_reviewers_who_do_not_learn_who_answered_cannot_ask_for_it(world: World) -> None:
    settings = {**AUDITED, "blind": True}
    world.start("space-rating", text_items(1), annotators=["甲"], reviewers=["审"], settings=settings)
    world.answer("甲", rating("fine"))
    person = world.people["甲"].id
    assert refs(world, person=person) == ["q00000"]
    with pytest.raises(NotAllowed):
        refs(world, "审", person=person)
    chosen = (id_of(world, "q00000"),)
    order = ManyOrder("send-back", "重看", chosen, ItemFilter(person=person))
    with pytest.raises(NotAllowed):
        run(world, "审", order)
    with world.change() as db:
        row = items.find_items(db, world.people["审"], world.campaign)[1][0]
    assert [one.by for one in row.said] == ["—"]


def test_answers_go_back_to_their_author_who_is_told_and_answers_again(world: World) -> None:
    world.start("space-rating", text_items(4), annotators=["甲", "乙"], reviewers=["审"], settings=AUDITED)
    jobs = {
        "甲": [world.answer("甲", rating("fine")).job for _ in range(2)],
        "乙": [world.answer("乙", rating("bad")).job],
    }
    of_first = ItemFilter(person=world.people["甲"].id)
    with pytest.raises(NotAllowed):
        run(world, "builder", ManyOrder("send-back", "漏了后半句", wanted=of_first))
    result = run(world, "审", ManyOrder("send-back", "漏了后半句", wanted=of_first))
    assert result == ManyResult(2, (), 0)
    assert world.states() == {"correcting": 2, "audit": 1, "open": 1}
    held = world.again("甲", jobs["甲"][0])
    assert held.feedback is not None
    assert (held.state, held.feedback.reason) == ("rejected", "漏了后半句")
    assert world.again("乙", jobs["乙"][0]).state != "rejected"
    with world.change() as db:
        told = db.scalars(select(Notification.user_id).where(Notification.kind == "returned")).all()
        events = db.scalars(select(Event.step).where(Event.step == "rejected")).all()
    assert (set(told), len(events)) == ({world.people["甲"].id}, 2)
    world.submit("甲", held, rating("bad"))
    assert world.item("q00000").state == "audit"
    again = run(world, "审", ManyOrder("send-back", "还不对"))
    assert again == ManyResult(2, (LeftAlone("not-waiting", "correcting", 1), LeftAlone("wrong-state", "open", 1)), 0)


def test_a_preview_changes_nothing_and_what_changed_after_it_stops_everything(world: World) -> None:
    world.start("space-rating", text_items(3), annotators=["甲"], reviewers=["审"], settings=AUDITED)
    world.answer("甲", rating("fine"))
    order = ManyOrder("send-back", "重看")
    with world.change() as db:
        before = [db.scalar(select(func.count()).select_from(table)) for table in (Event, Decision, Notification)]
        seen = preview_many(db, world.people["审"], world.campaign, order, at=world.now)
        after = [db.scalar(select(func.count()).select_from(table)) for table in (Event, Decision, Notification)]
    assert (seen.done, before, world.states()) == (1, after, {"audit": 1, "open": 2})
    world.answer("甲", rating("fine"))
    with pytest.raises(Conflict, match="after the preview"), world.change() as db:
        do_many(db, world.people["审"], world.campaign, order, expected=seen.done, at=world.now)
    assert world.states() == {"audit": 2, "open": 1}


def test_what_another_reviewer_looks_at_and_what_is_ones_own_stays(world: World) -> None:
    world.start("space-rating", text_items(3), annotators=["甲", "both"], reviewers=["审", "both"], settings=AUDITED)
    world.answer("甲", rating("fine"))
    world.answer("both", rating("fine"))
    assert world.review("审") is not None
    assert run(world, "both", ManyOrder("send-back", "重看"), expected=0).left_alone == (
        LeftAlone("in-review", "audit", 1),
        LeftAlone("own-work", "audit", 1),
        LeftAlone("wrong-state", "open", 1),
    )


def test_items_are_put_up_for_review_and_what_is_decided_is_counted(world: World) -> None:
    world.start("space-rating", text_items(3), annotators=["甲", "乙"], reviewers=["审"], settings=PLAIN)
    for who in ("甲", "乙"):
        world.answer(who, rating("fine"))
    result = run(world, "builder", ManyOrder("escalate", "没有人了"))
    assert result == ManyResult(2, (LeftAlone("wrong-state", "decided", 1),), 0)
    assert world.states() == {"decided": 1, "review": 2}
    with world.change() as db:
        reasons = [event.details["reason"] for event in db.scalars(select(Event).where(Event.step == "escalate"))]
    assert reasons == ["没有人了"] * 2
    chosen = (id_of(world, "q00000"), id_of(world, "q00001"))
    result = run(world, "builder", ManyOrder("reopen", "再看", chosen))
    assert result == ManyResult(1, (LeftAlone("wrong-state", "review", 1),), 0)
    with pytest.raises(NotAllowed):
        run(world, "审", ManyOrder("escalate", "我要"))
    with pytest.raises(Refused):
        run(world, "builder", ManyOrder("escalate", " "))


def test_only_items_of_the_campaign_and_only_so_many(world: World) -> None:
    world.start("space-rating", text_items(1), annotators=["甲"], settings=PLAIN, title="甲")
    foreign = id_of(world, "q00000")
    world.start("space-rating", text_items(MOST + 1), annotators=["甲"], settings=PLAIN, title="乙")
    with pytest.raises(NotFound):
        run(world, "builder", ManyOrder("escalate", "看", (foreign,)))
    with pytest.raises(Refused) as refusal:
        run(world, "builder", ManyOrder("escalate", "看"))
    assert refusal.value.code == "too-many"


def test_groups_are_handed_on_with_what_is_left_of_them(world: World) -> None:
    new = [sense_item(number, word) for word in ("打开", "放下", "拿起") for number in range(2)]
    world.start("wsd", new, annotators=["甲", "乙", "丙"], settings={"gate": 1.0, "order": "given", **PLAIN})
    first, third = world.people["甲"].id, world.people["丙"].id
    world.answer("甲", senses(GLOSSES[0]))
    held = world.take("甲")
    holding = ItemFilter(person=first, part="holding")
    assert refs(world, person=first, part="holding") == ["打开-01"]
    with pytest.raises(Refused) as refusal:
        run(world, "builder", ManyOrder("hand-on", "离开", (held.item.id,)))
    assert refusal.value.code == "whose"
    everything = ManyOrder("hand-on", "离开", wanted=ItemFilter(person=first), to_user=third)
    assert run(world, "builder", everything).groups == 1
    assert refs(world, person=first, part="holding") == []
    assert refs(world, person=third, part="holding") == ["打开-00", "打开-01"]
    result = run(world, "builder", ManyOrder("hand-on", "离开", (held.item.id,), holding, third), expected=0)
    assert {left.code for left in result.left_alone} <= {"not-found", "nothing-left", "has-seat"}
    with world.change() as db:
        assert db.scalar(select(func.count()).where(Event.step == "reassigned")) == 1


def test_minimal_pairs_are_told_apart(world: World) -> None:
    texts = ("他把书放在了桌子的上面，然后走出去。", "他把书放在了桌子的下面，然后走出去。")
    pair = [items.NewItem(f"p{i}", {"text": text}, {}, "对") for i, text in enumerate(texts)]
    record = {"start": 0, "at": 6, "old": "里", "new": "外", "class": "方位词", "group": "里外", "relation": "反义"}
    replaced = items.NewItem("r", {"text": "他走到了屋子外。"}, {"replacement": {"changes": [record]}})
    world.start("space-rating", [*pair, replaced, *text_items(1)], settings=PLAIN)
    with world.change() as db:
        _, rows = items.find_items(db, world.people["builder"], world.campaign)
    changed = {row.ref: row.changed for row in rows}
    assert changed["p1"] == ChangedWords("上", "下")
    assert (changed["p0"], changed["q00000"]) == (None, None)


def test_texts_with_little_in_common_are_no_pair() -> None:
    assert difference("在树上", "在树下") == ChangedWords("上", "下")
    assert difference("在树上坐", "在树坐") == ChangedWords("上", "")
    assert difference("同", "同") is None
    assert difference("他在第一天打开了局面。", "打开") is None
    assert difference("甲乙丙", "丁戊己") is None


def test_finding_a_person_and_a_label_uses_the_indexes(world: World) -> None:
    world.start("space-rating", text_items(2), annotators=["甲"], settings=PLAIN)
    if world.engine.dialect.name != "sqlite":
        return
    from sqlalchemy import text

    from pingce.annotate.services.access import enter
    from pingce.annotate.services.item_filter import found
    from pingce.store.people import Role

    with world.change() as db:
        context = enter(db, world.people["builder"], world.campaign, Role.BUILDER)
        for wanted in (ItemFilter(person=1), ItemFilter(person=1, part="holding"), ItemFilter(label="rating=bad")):
            query = select(Item.id).where(*found(db, context, wanted))
            told = str(query.compile(world.engine, compile_kwargs={"literal_binds": True}))
            plan = [row[3] for row in db.execute(text(f"EXPLAIN QUERY PLAN {told}"))]
            assert not [line for line in plan if line.startswith("SCAN ") and "CONSTANT" not in line], plan


def test_decided_items_go_back_to_those_who_answered_and_are_decided_anew(world: World) -> None:
    world.start(
        "space-rating", text_items(2), annotators=["甲", "乙"], reviewers=["审"], settings={**PLAIN, "blind": False}
    )
    for who in ("甲", "乙"):
        world.answer(who, rating("fine"))
        world.answer(who, rating("fine"))
    first, second = id_of(world, "q00000"), id_of(world, "q00001")
    assert world.item("q00000").outcome == "agreed"
    with pytest.raises(NotAllowed):
        run(world, "builder", ManyOrder("send-back-decided", "漏了后半句"))
    with pytest.raises(NotAllowed), world.change() as db:
        send_back_decided(db, world.people["甲"], first, "自己的")
    with pytest.raises(Refused), world.change() as db:
        send_back_decided(db, world.people["审"], first, " ")
    with world.change() as db:
        assert send_back_decided(db, world.people["审"], first, "漏了后半句", at=world.now) == "correcting"
        told = list(db.scalars(select(Notification.user_id).where(Notification.kind == "returned")))
        assert sorted(told) == sorted(world.people[who].id for who in ("甲", "乙"))
        (entry,) = inbox(db, world.people["甲"])
        assert (entry.state, entry.reason, entry.reason_code) == ("rejected", "漏了后半句", "other")
        steps = list(db.scalars(select(Event.step).where(Event.item_id == first).order_by(Event.id)))
        assert [step for step in steps if step in ("sent-back", "rejected")] == ["sent-back", "rejected", "rejected"]
    with pytest.raises(Conflict), world.change() as db:
        send_back_decided(db, world.people["审"], first, "再退")
    # Of the other only one person's answer; both items then come to an agreement again.
    wanted = ItemFilter(person=world.people["乙"].id)
    assert run(world, "审", ManyOrder("send-back-decided", "再看", (second,), wanted)).done == 1
    with world.change() as db:
        assert [len(inbox(db, world.people[who])) for who in ("甲", "乙")] == [1, 2]
    for who in ("甲", "乙"):
        with world.change() as db:
            jobs = [entry.job for entry in inbox(db, world.people[who])]
        for job in jobs:
            world.submit(who, world.again(who, job), rating("bad"))
    assert (world.item("q00000").state, world.item("q00001").state) == ("audit", "audit")
    while turn := world.review("审"):
        world.decide("审", turn, accept=turn.job, reason_code="", reason="")
    assert (world.item("q00000").state, world.item("q00000").outcome) == ("decided", "agreed")
    assert world.item("q00001").outcome == "undetermined"  # one said fine, the other now says bad


def test_items_of_a_released_pack_are_not_sent_back(world: World) -> None:
    world.start("space-rating", text_items(1), annotators=["甲", "乙"], reviewers=["审"], settings=PLAIN)
    for who in ("甲", "乙"):
        world.answer(who, rating("fine"))
    with world.change() as db:
        by = {"created_by": world.people["builder"].id, "created_at": world.now}
        contest = Competition(title="方位评测", tasks=[], ranking={}, open=True, **by)
        db.add(contest)
        db.flush()
        task = enter(db, world.people["builder"], world.campaign, Role.BUILDER).form.task.id
        file = {"name": "x", "sha256": "", "size": 0, "records": 0, "data": b"", **by}
        data = DataFile(competition_id=contest.id, task=task, part="test", content="gold", **file)
        db.add(data)
        db.flush()
        place = {"part": "test", "qid": "x", "was": "q00000", "position": 0, "digest": ""}
        db.add(ReleasedItem(competition_id=contest.id, file_id=data.id, task=task, **place))
    refused = run(world, "审", ManyOrder("send-back-decided", "再看"), expected=0)
    assert refused.left_alone == (LeftAlone("released", "decided", 1),)
