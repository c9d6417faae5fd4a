"""Training, the test that admits people, the best of an earlier campaign, quotas, handing a group on."""

import pytest
from sqlalchemy import select

from pingce.annotate.item_problems import BadItems
from pingce.annotate.items import NewItem
from pingce.annotate.services import admissions, members, queue, quotas, training
from pingce.store.errors import Conflict, NotAllowed, NotFound, Refused
from pingce.store.people import Role
from pingce.store.tables.annotate import Seat
from pingce.store.tables.history import Event

from .world import GLOSSES, TEXT, World, rating, sense_item, senses, text_items

HOUR, DAY = 3600.0, 86_400.0


def gold_items(count: int, *, start: int = 0) -> list[NewItem]:
    """Every even one is fine, every odd one bad."""
    return [
        NewItem(
            f"t{i}", {"text": f"第{i}题，{TEXT}"}, {"remark": f"说明{i}", "genre": "报刊"},
            gold=rating("bad" if i % 2 else "fine"),
        )
        for i in range(start, start + count)
    ]  # fmt: skip


def start(world: World, **settings: object) -> None:
    world.start("space-rating", text_items(10), annotators=["甲", "乙"], settings={"control_rate": 0, **settings})


def add(world: World, items: list[NewItem], use: training.Use = "test") -> None:
    with world.change() as db:
        training.add_training_items(db, world.people["builder"], world.campaign, items, use, at=world.now)


def view(world: World, who: str) -> training.TrainingView:
    with world.change() as db:
        return training.training(db, world.people[who], world.campaign, at=world.now)


def take_test(world: World, who: str, *, wrong: int) -> training.AttemptView:
    """Answers every question of the test, the first ``wrong`` wrongly."""
    actor = world.people[who]
    with world.change() as db:
        training.begin_attempt(db, actor, world.campaign, at=world.now)
        for i, question in enumerate(training.test_questions(db, actor, world.campaign)):
            right = "bad" if int(question.texts["text"][1:].partition("题")[0]) % 2 else "fine"
            other = "fine" if right == "bad" else "bad"
            said = rating(other if i < wrong else right)
            training.answer_test(db, actor, world.campaign, question.number, said)
        return training.finish_attempt(db, actor, world.campaign, at=world.now)


def test_nobody_gets_items_before_passing_and_every_attempt_is_kept(world: World) -> None:
    start(world, admits="test", pass_share=0.75, attempts=2, retake_hours=24)
    add(world, gold_items(8))
    assert world.next("甲") is None
    with world.change() as db:
        assert queue.waiting(db, world.people["甲"], world.campaign).code == "training"

    failed = take_test(world, "甲", wrong=3)
    assert (failed.right, failed.total, failed.passed) == (5, 8, False)
    assert world.next("甲") is None
    with pytest.raises(Conflict, match="24"):
        take_test(world, "甲", wrong=0)

    world.now += 24 * HOUR
    passed = take_test(world, "甲", wrong=2)
    assert (passed.right, passed.passed) == (6, True), "three quarters of eight is six"
    assert world.next("甲") is not None
    assert world.next("乙") is None, "what one passed admits nobody else"
    assert [(a.number, a.right, a.passed) for a in view(world, "甲").attempts] == [(1, 5, False), (2, 6, True)]
    with world.change() as db:
        (kept,) = admissions.admissions(db, world.people["builder"], world.campaign)
    assert (kept.name, kept.admitted, kept.by, kept.right, kept.total) == ("甲", True, "test", 6, 8)


def test_after_the_last_attempt_only_a_builder_can_admit(world: World) -> None:
    start(world, admits="test", attempts=1, retake_hours=0)
    add(world, gold_items(4))
    take_test(world, "甲", wrong=4)
    assert view(world, "甲").attempts_left == 0
    with pytest.raises(Conflict) as refused:
        take_test(world, "甲", wrong=0)
    assert refused.value.code == "no-attempts-left"
    builder = world.people["builder"]
    with world.change() as db, pytest.raises(Refused):
        admissions.admit(db, builder, world.campaign, [world.people["甲"].id], admitted=True, reason=" ")
    with world.change() as db, pytest.raises(NotFound):
        admissions.admit(db, builder, world.campaign, [999], admitted=True, reason="面试通过")
    with world.change() as db:
        admissions.admit(db, builder, world.campaign, [world.people["甲"].id], admitted=True, reason="面试通过")
    assert world.next("甲") is not None


def test_an_attempt_draws_its_own_items_and_a_retake_others(world: World) -> None:
    start(world, admits="test", test_items=5, attempts=2, retake_hours=0)
    add(world, gold_items(60))
    drawn = []
    for who in ("甲", "乙"):
        with world.change() as db:
            training.begin_attempt(db, world.people[who], world.campaign, at=world.now)
            again = training.begin_attempt(db, world.people[who], world.campaign, at=world.now)
            assert again.number == 1, "an attempt under way goes on"
            drawn.append([q.number for q in training.test_questions(db, world.people[who], world.campaign)])
            training.finish_attempt(db, world.people[who], world.campaign, at=world.now)
            training.begin_attempt(db, world.people[who], world.campaign, at=world.now)
            drawn.append([q.number for q in training.test_questions(db, world.people[who], world.campaign)])
    assert [len(items) for items in drawn] == [5] * 4
    assert len({tuple(items) for items in drawn}) == 4


def test_a_test_shows_no_answer_and_examples_only_after_trying(world: World) -> None:
    start(world, admits="test")
    add(world, gold_items(2), "example")
    add(world, gold_items(2, start=10))
    actor = world.people["甲"]
    with world.change() as db:
        first, second = training.examples(db, actor, world.campaign)
        training.begin_attempt(db, actor, world.campaign, at=world.now)
        asked = training.test_questions(db, actor, world.campaign)
        for question in (first, second, *asked):
            assert question.extra == {}, "no remark, no genre"
            assert not hasattr(question, "gold")
        tried = training.try_example(db, actor, world.campaign, second.number, rating("fine"))
        assert (tried.right, tried.gold, tried.remark) == (False, rating("bad"), "说明1")
        assert training.try_example(db, actor, world.campaign, first.number, rating("fine")).right
    with world.change() as db, pytest.raises(NotFound):
        training.try_example(db, actor, world.campaign, asked[0].number, rating("fine"))
    with world.change() as db, pytest.raises(NotAllowed):
        training.training_items(db, actor, world.campaign)
    with world.change() as db, pytest.raises(Conflict):
        training.drop_training_items(db, world.people["builder"], world.campaign, [asked[0].number])
    with world.change() as db, pytest.raises(Refused):
        training.answer_test(db, actor, world.campaign, asked[0].number, {"rating": "who knows"})


def test_training_items_without_an_answer_are_refused_all_at_once(world: World) -> None:
    start(world)
    bad = [NewItem("a", {"text": TEXT}), NewItem("b", {"text": TEXT}, gold={"rating": "?"})]
    with pytest.raises(BadItems) as refused:
        add(world, bad)
    assert sorted(problem.where for problem in refused.value.problems) == ["a", "b"]


def first_phase(world: World, rights: dict[str, int], of: int) -> int:
    """Everybody answers ``of`` items of their own; a reviewer says what is right. ``rights``: how many were."""
    new = [sense_item(i) for i in range(of * len(rights))]
    world.start(
        "wsd-phase1", new, annotators=list(rights), reviewers=["审"], title="一期",
        settings={"answers": 1, "audit_rate": 1, "person_most": of, "person_least": of, "return_to": "nobody"},
    )  # fmt: skip
    for who, right in rights.items():
        for i in range(of):
            world.answer(who, senses(GLOSSES[0] if i < right else GLOSSES[1]))
        assert world.next(who) is None
        with world.change() as db:
            assert queue.waiting(db, world.people[who], world.campaign).code == "person-done"
    while (turn := world.review("审")) is not None:
        answer = turn.answers[0]
        if answer.answer == senses(GLOSSES[0]):
            world.decide("审", turn, accept=answer.job, reason_code="right")
        else:
            world.decide("审", turn, answer=senses(GLOSSES[0]), reason_code="sense")
    return world.campaign


@pytest.fixture
def phases(world: World) -> tuple[World, int, int]:
    first = first_phase(world, {"甲": 8, "乙": 9, "丙": 5, "丁": 8}, 10)
    second = world.start("wsd-phase2", [sense_item(0, word) for word in ("包袱", "东西", "水分", "算账")], title="二期")
    return world, first, second


@pytest.mark.parametrize(
    ("rule", "admitted"),
    [
        ({"best": 1}, ["乙"]),
        ({"best": 2}, ["乙", "丁", "甲"]),
        ({"at_least": 0.5}, ["乙", "丁", "甲", "丙"]),
        ({"best": 3, "at_least": 0.85}, ["乙"]),
        ({"best": 4, "least_answers": 11}, []),
    ],
)
def test_the_best_of_phase_one_go_on(
    phases: tuple[World, int, int], rule: dict[str, float], admitted: list[str]
) -> None:
    world, first, second = phases
    with world.change() as db:
        people = admissions.admit_from(db, world.people["builder"], first, second, **rule)  # type: ignore[arg-type] # as above
    assert [(p.name, p.accuracy.part, p.rank) for p in people] == [
        ("乙", 9, 1),
        ("丁", 8, 2),
        ("甲", 8, 2),
        ("丙", 5, 4),
    ]
    assert [p.name for p in people if p.admitted] == admitted
    world.campaign = second
    for who in ("甲", "乙", "丙", "丁"):
        if who in admitted:
            assert world.next(who) is not None
        else:
            with world.change() as db, pytest.raises(NotFound):
                queue.waiting(db, world.people[who], second)


def test_one_who_was_not_admitted_gets_nothing_even_as_a_member(phases: tuple[World, int, int]) -> None:
    world, first, second = phases
    builder, who = world.people["builder"], world.people["丙"]
    with world.change() as db:
        admissions.admit_from(db, builder, first, second, best=2)
        members.set_members(db, builder, second, [members.MemberChange(who.id, frozenset({Role.ANNOTATOR}))])
    world.campaign = second
    assert world.next("丙") is None
    with world.change() as db:
        assert queue.waiting(db, who, second).code == "not-admitted"
        kept = admissions.admissions(db, builder, second)
    assert [(k.name, k.admitted, k.right, k.total, k.source) for k in kept] == [
        ("乙", True, 9, 10, first), ("丁", True, 8, 10, first), ("甲", True, 8, 10, first), ("丙", False, 5, 10, first),
    ]  # fmt: skip


def test_a_rule_is_needed_and_forms_must_fit(phases: tuple[World, int, int]) -> None:
    world, first, second = phases
    builder = world.people["builder"]
    other = world.start("space-rating", text_items(1), title="评级")
    for source, target, rule, code in (
        (first, second, {}, "no-rule"),
        (first, first, {"best": 1}, "same-campaign"),
        (first, other, {"best": 1}, "different-forms"),
    ):
        with world.change() as db, pytest.raises(Refused) as refused:
            admissions.admit_from(db, builder, source, target, **rule)
        assert refused.value.code == code


def test_a_day_has_its_limit_and_the_next_day_goes_on(world: World) -> None:
    start(world, day_most=2, day_least=1, person_least=5)
    for _ in range(2):
        world.answer("甲", rating("fine"))
    assert world.next("甲") is None
    with world.change() as db:
        assert queue.waiting(db, world.people["甲"], world.campaign, at=world.now).code == "day-done"
        mine = quotas.own_quota(db, world.people["甲"], world.campaign, at=world.now)
        everybody = quotas.quotas(db, world.people["builder"], world.campaign, at=world.now)
    assert (mine.submitted, mine.today, mine.due) == (2, 2, 3)
    assert [(view.name, view.due) for view in everybody] == [("乙", 5), ("甲", 3)]
    world.now += DAY
    assert world.next("甲") is not None


def test_with_fixed_annotators_a_group_is_finished_beyond_the_quota(world: World) -> None:
    new = [sense_item(i, word) for word in ("打开", "包袱") for i in range(3)]
    world.start(
        "wsd", new, annotators=["甲", "乙"], reviewers=["审"],
        settings={"gate": 1, "person_most": 2, "order": "given"},
    )  # fmt: skip
    words = {world.answer("甲", senses(GLOSSES[0])) and world.item("打开-00").group for _ in range(3)}
    assert words == {"打开"}
    assert world.next("甲") is None, "no second group beyond the quota"
    with world.change() as db:
        assert queue.waiting(db, world.people["甲"], world.campaign).code == "person-done"


def test_a_group_is_handed_on_with_what_was_done(world: World) -> None:
    new = [sense_item(i) for i in range(5)]
    world.start("wsd", new, annotators=["甲", "乙", "丙"], settings={"gate": 1, "order": "given"})
    builder, ids = world.people["builder"], {who: world.people[who].id for who in ("甲", "乙", "丙")}
    for _ in range(2):
        world.answer("甲", senses(GLOSSES[0]))
        world.answer("乙", senses(GLOSSES[0]))
    world.take("甲")
    with world.change() as db:
        left = quotas.left_by(db, builder, world.campaign, ids["甲"])
    assert (left.held, [(g.group, g.items, g.others) for g in left.groups]) == (1, [("打开", 3, ("乙",))])
    moved = {"from_user": ids["甲"], "to_user": ids["丙"]}
    with world.change() as db, pytest.raises(Refused):
        quotas.reassign(db, builder, world.campaign, "打开", **moved, reason="")
    with world.change() as db, pytest.raises(Conflict):
        quotas.reassign(db, builder, world.campaign, "打开", from_user=ids["甲"], to_user=ids["乙"], reason="退出")
    with world.change() as db, pytest.raises(NotFound):
        quotas.reassign(db, builder, world.campaign, "没有", **moved, reason="退出")
    with world.change() as db:
        now = quotas.reassign(db, builder, world.campaign, "打开", **moved, reason="甲退出")
        assert set(db.scalars(select(Seat.user_id))) == {ids["乙"], ids["丙"]}
        (event,) = db.scalars(select(Event).where(Event.step == "reassigned"))
    assert (now.items, event.details["reason"]) == (3, "甲退出")
    assert world.next("甲") is None
    for _ in range(3):
        world.answer("丙", senses(GLOSSES[0]))
        world.answer("乙", senses(GLOSSES[0]))
    assert world.states() == {"decided": 5}
    assert world.overbooked() == []
