"""The published word-sense flow from the first sentence to the export and its figures.

Twenty sentences of one word, two annotators, two reviewers: first 30 %, agreement, review, return, learning, an
appeal that is upheld, one that is dismissed, the gate, the rest, the exported records and the numbers.
"""

import pytest
from sqlalchemy import select

from pingce.annotate.services import appeals, export, queue
from pingce.annotate.services.figures import figures
from pingce.annotate.services.progress import progress
from pingce.store.errors import Conflict, NotAllowed, Refused
from pingce.store.tables.annotate import ItemGroup, Seat

from .world import GLOSSES, World, sense_item, senses

OPEN_IT, LIFT, DEVELOP = (senses(gloss) for gloss in GLOSSES)


def start(world: World, words: tuple[tuple[str, int], ...] = (("打开", 20),)) -> None:
    new = [sense_item(i, word) for word, count in words for i in range(count)]
    world.start("wsd", new, annotators=["甲", "乙"], reviewers=["审一", "审二"], settings={"order": "given"})


def both(world: World, one: dict[str, object], other: dict[str, object]) -> tuple[int, int]:
    return world.answer("甲", one).job, world.answer("乙", other).job


def decide(world: World, who: str, answer: dict[str, object]) -> str:
    turn = world.review(who)
    assert turn is not None
    return world.decide(who, turn, answer=answer, reason_code="sense", reason="后文说的是局面").item_state


def test_the_whole_flow(world: World) -> None:
    start(world)
    assert world.states() == {"open": 6, "locked": 14}, "the first 30 %"

    # Items 0–2: they agree. 3: reviewed and learned from. 4: appeal upheld. 5: appeal dismissed.
    for _ in range(3):
        both(world, OPEN_IT, OPEN_IT)
    differing = [both(world, OPEN_IT, LIFT) for _ in range(3)]
    assert world.states() == {"decided": 3, "review": 3, "locked": 14}
    assert world.next("甲") is None
    with world.change() as db:
        assert queue.waiting(db, world.people["甲"], world.campaign).code == "gate"

    assert decide(world, "审一", OPEN_IT) == "returned"
    assert decide(world, "审一", DEVELOP) == "returned"
    assert decide(world, "审二", LIFT) == "returned"
    assert world.states() == {"decided": 3, "returned": 3, "locked": 14}
    with world.change() as db:
        entries = appeals.inbox(db, world.people["乙"])
        assert queue.waiting(db, world.people["甲"], world.campaign).code == "inbox"
    assert [(e.state, e.reason_code, e.reason) for e in entries] == [
        ("returned", "sense", "后文说的是局面"),
        ("returned", "sense", "后文说的是局面"),
        ("adopted", "right", "后文说的是局面"),
    ], "of the third the answer stood"
    feedback = world.again("甲", differing[1][0]).feedback
    assert feedback is not None
    assert feedback.answer == DEVELOP

    assert world.learn("乙", differing[0][1]).item_state == "decided", "the other's answer was adopted"

    assert world.appeal("甲", differing[1][0]).item_state == "appealed"
    assert world.learn("乙", differing[1][1]).item_state == "appealed"
    assert world.appeal("甲", differing[2][0]).item_state == "appealed"
    assert world.states() == {"decided": 4, "appealed": 2, "locked": 14}

    # Who decided first does not get the appeal.
    upheld, dismissed = world.review("审二", appeals=True), world.review("审一", appeals=True)
    assert upheld is not None
    assert dismissed is not None
    assert [answer.appeal for answer in upheld.answers] == ["按释义二更合适", None]
    assert world.decide_appeal("审二", upheld, uphold=True).item_state == "decided"
    assert world.states() == {"decided": 5, "appealed": 1, "locked": 14}, "the gate opens with the last one"
    assert world.decide_appeal("审一", dismissed, uphold=False).item_state == "decided"
    assert world.states() == {"decided": 6, "open": 14}

    # The rest: agreement on 12, two differ and are learned from.
    for _ in range(12):
        both(world, LIFT, LIFT)
    for _ in range(2):
        jobs = both(world, OPEN_IT, {"special": "none"})
        assert decide(world, "审一", {"special": "none"}) == "returned"
        world.learn("甲", jobs[0])
    assert world.states() == {"decided": 20}
    assert world.next("甲") is None

    with world.change() as db:
        builder = world.people["builder"]
        records = list(export.official(db, builder, world.campaign))
        numbers = figures(db, builder, world.campaign)
        done = progress(db, builder, world.campaign)
        told = list(export.history(db, builder, world.campaign))
        rows = list(export.table(db, builder, world.campaign))

    chosen = [record["senses"] for record in records]
    expected = [OPEN_IT] * 5 + [LIFT] * 13
    assert chosen == [answer["senses"] for answer in expected], "no record where no gloss fits"
    assert [record["qid"] for record in records[:2]] == ["打开-00", "打开-01"]

    assert numbers.answers == 40
    assert (numbers.agreement.test.part, numbers.agreement.test.whole) == (15, 20)
    assert (numbers.before_gate.test.part, numbers.before_gate.test.whole) == (3, 6)
    assert (numbers.after_gate.test.part, numbers.after_gate.test.whole) == (12, 14)
    assert (numbers.appealed.part, numbers.appealed.whole) == (2, 5)
    assert (numbers.upheld.part, numbers.upheld.whole) == (1, 2)
    # 甲 was right in 0–2, 3, 4 (upheld) and 12 later ones; 乙 in 0–2, 5, 12 and the two where nothing fits.
    by_name = {person.name: person for person in numbers.people}
    assert (by_name["甲"].accuracy.part, by_name["甲"].accuracy.whole) == (17, 20)
    assert (by_name["乙"].accuracy.part, by_name["乙"].accuracy.whole) == (18, 20)
    assert (by_name["甲"].appeals, by_name["甲"].upheld, by_name["乙"].appeals) == (2, 1, 0)
    assert numbers.accuracy.share == pytest.approx(35 / 40)

    assert dict(done.items) == {"decided": 20}
    assert dict(done.jobs) == {"done": 30, "adopted": 4, "learned": 4, "upheld": 1, "dismissed": 1}
    assert (done.stuck, dict(done.reviews)) == (0, {})
    assert [(day.day, day.submitted, day.decided) for day in done.days] == [("2023-11-14", 40, 20)]

    assert len(told) == 21
    steps = [event["step"] for event in told[5]["events"]]  # type: ignore[attr-defined]
    assert steps == [
        "claimed", "submit", "claimed", "submit", "differ", "review-claimed", "reviewed", "appealed", "learned",
        "review-claimed", "upheld",
    ]  # fmt: skip
    outcomes = [decision["outcome"] for decision in told[5]["decisions"]]  # type: ignore[attr-defined]
    assert outcomes == ["reviewed", "upheld"]
    assert len(rows) == 41
    assert rows[1][:6] == ["打开-00", "打开", "decided", "agreed", "甲", "done"]


def test_a_word_is_finished_before_the_next_and_keeps_its_two_annotators(world: World) -> None:
    new = [sense_item(i, word) for word in ("打开", "包袱") for i in range(4)]
    world.start("wsd", new, annotators=["甲", "乙", "丙"], reviewers=["审一"], settings={"gate": 1.0, "order": "given"})
    first = world.take("甲").item.texts["word"]
    assert world.take("乙").item.texts["word"] == first, "a half-full group is filled first"
    third = world.take("丙").item.texts["word"]
    assert third != first, "two is enough"
    for _ in range(4):
        assert world.take("甲").item.texts["word"] == first
        world.answer("甲", OPEN_IT)
    assert world.take("甲").item.texts["word"] == third, "a word finished, a seat free in the next"
    for _ in range(4):
        assert world.take("乙").item.texts["word"] == first
        world.answer("乙", OPEN_IT)
    assert world.next("乙") is None, "both seats of the other word are taken"


def test_people_who_wait_for_a_partner_help_each_other_out(world: World) -> None:
    """Two who sit alone with different words would wait at two gates for ever."""
    new = [sense_item(i, word) for word in ("打开", "包袱") for i in range(4)]
    world.start("wsd", new, annotators=["甲", "乙"], settings={"order": "given"})
    world.take("甲")
    with world.change() as db:  # 乙 has the other word, however that came about
        other = db.scalars(select(ItemGroup).where(ItemGroup.key == "包袱")).one()
        other.free_seats -= 1
        db.add(Seat(group_id=other.id, user_id=world.people["乙"].id, finished=False))
    for _ in range(2):
        world.answer("甲", OPEN_IT)
        assert world.take("乙").item.texts["word"] == "包袱"
        world.answer("乙", OPEN_IT)
    assert world.take("甲").item.texts["word"] == "包袱"
    for _ in range(8):
        for who in ("甲", "乙"):
            if world.next(who) is not None:
                world.answer(who, OPEN_IT)
    assert world.states() == {"decided": 8}


def test_behind_the_gate_nothing_is_given_out_until_everything_before_it_is_decided(world: World) -> None:
    start(world, (("打开", 4), ("包袱", 4)))
    both(world, OPEN_IT, OPEN_IT)
    both(world, OPEN_IT, LIFT)
    assert world.next("甲") is None, "the word is not finished, so there is no next word either"
    decide(world, "审一", OPEN_IT)
    assert world.next("甲") is None
    with world.change() as db:
        back = appeals.inbox(db, world.people["乙"])[0].job
    world.learn("乙", back)
    assert world.take("甲").item.ref == "打开-02"


def news(world: World, who: str) -> list[tuple[str, str]]:
    with world.change() as db:
        return [(one.state, one.reason_code) for one in appeals.inbox(db, world.people[who])]


def test_whose_answer_was_adopted_is_told_so_and_need_not_reply(world: World) -> None:
    start(world, (("打开", 1),))
    jobs = both(world, OPEN_IT, LIFT)
    turn = world.review("审一")
    assert turn is not None
    world.decide("审一", turn, accept=jobs[1], reason_code="sense", reason="看后半句")
    assert (news(world, "甲"), news(world, "乙")) == ([("returned", "sense")], [("adopted", "right")])
    view = world.again("乙", jobs[1])
    assert view.feedback is not None
    assert (view.state, view.feedback.reason_code, view.feedback.answer) == ("adopted", "right", LIFT)
    for reply in (world.learn, world.appeal):
        with pytest.raises(Conflict):
            reply("乙", jobs[1])
    with world.change() as db:
        assert queue.waiting(db, world.people["乙"], world.campaign).code == "done"
    assert world.learn("甲", jobs[0]).item_state == "decided"
    assert (news(world, "甲"), news(world, "乙")) == ([], [("adopted", "right")])


def test_an_answer_that_an_appeal_overturned_is_not_called_adopted_any_more(light: World) -> None:
    start(light, (("打开", 1),))
    jobs = both(light, OPEN_IT, LIFT)
    decide(light, "审一", LIFT)
    light.appeal("甲", jobs[0])
    turn = light.review("审二", appeals=True)
    assert turn is not None
    light.decide_appeal("审二", turn, uphold=True)
    assert (news(light, "甲"), news(light, "乙")) == ([("upheld", "")], [])
    assert light.again("乙", jobs[1]).state == "done"


def test_whoever_does_not_answer_in_time_has_learned(world: World) -> None:
    start(world, (("打开", 1),))
    jobs = both(world, OPEN_IT, LIFT)
    decide(world, "审一", LIFT)
    world.now += 7 * 24 * 3600
    world.next("甲")
    assert world.states() == {"returned": 1}
    world.now += 1
    world.next("甲")
    assert world.states() == {"decided": 1}
    assert [world.again(who, job).state for who, job in zip(("甲", "乙"), jobs, strict=True)] == [
        "learned",
        "adopted",
    ]
    with pytest.raises(Conflict):
        world.appeal("甲", jobs[0])


def test_both_may_object_and_the_final_answer_says_who_was_right(world: World) -> None:
    start(world, (("打开", 1),))
    jobs = both(world, OPEN_IT, LIFT)
    decide(world, "审一", DEVELOP)
    world.appeal("甲", jobs[0], "甲的理由")
    world.appeal("乙", jobs[1], "乙的理由")
    turn = world.review("审二", appeals=True)
    assert turn is not None
    assert [answer.appeal for answer in turn.answers] == ["甲的理由", "乙的理由"]
    with pytest.raises(Refused):
        world.decide_appeal("审二", turn, uphold=True)
    world.decide_appeal("审二", turn, uphold=True, answer=LIFT)
    assert [world.again(who, job).state for who, job in zip(("甲", "乙"), jobs, strict=True)] == ["dismissed", "upheld"]
    assert world.item("打开-00").final == LIFT


def test_the_first_reviewer_does_not_decide_the_appeal(world: World) -> None:
    start(world, (("打开", 1),))
    jobs = both(world, OPEN_IT, LIFT)
    decide(world, "审一", LIFT)
    world.appeal("甲", jobs[0])
    assert world.review("审一", appeals=True) is None
    turn = world.review("审二", appeals=True)
    assert turn is not None
    with pytest.raises(NotAllowed):
        world.decide_appeal("审一", turn, uphold=False)


def test_only_returned_jobs_can_be_appealed(light: World) -> None:
    start(light, (("打开", 1),))
    jobs = both(light, OPEN_IT, OPEN_IT)
    with pytest.raises(Conflict):
        light.appeal("甲", jobs[0])
    with pytest.raises(Refused):
        light.appeal("甲", jobs[0], "  ")


def test_without_appeals_the_decision_stands(light: World) -> None:
    light.start(
        "wsd", [sense_item(0)], annotators=["甲", "乙"], reviewers=["审一"], settings={"appeals": False, "gate": 1.0}
    )
    jobs = both(light, OPEN_IT, LIFT)
    decide(light, "审一", LIFT)
    with pytest.raises(NotAllowed):
        light.appeal("甲", jobs[0])


def test_only_those_who_differ_are_told_where_a_campaign_says_so(light: World) -> None:
    settings = {"return_to": "differing", "gate": 1.0}
    light.start("wsd", [sense_item(0)], annotators=["甲", "乙"], reviewers=["审一"], settings=settings)
    jobs = both(light, OPEN_IT, LIFT)
    decide(light, "审一", LIFT)
    assert [light.again(who, job).state for who, job in zip(("甲", "乙"), jobs, strict=True)] == [
        "returned",
        "done",
    ]
    assert light.learn("甲", jobs[0]).item_state == "decided"
