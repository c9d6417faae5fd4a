"""Getting work: who gets which item, for how long, and what happens when they do not answer."""

from collections import Counter
from dataclasses import replace

import pytest
from sqlalchemy import select

from pingce.annotate.services import campaigns, items, jobs, members, queue
from pingce.annotate.services.members import MemberChange
from pingce.store.errors import Conflict, NotAllowed, NotFound, Refused
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Job

from .world import NOON, World, rating, sense_item, senses, text_items

PLAIN: dict[str, object] = {"audit_rate": 0.0, "audit_rate_first": 0.0, "control_rate": 0.0}
LEASE = 30 * 60


def start(world: World, count: int = 4, people: str = "甲乙丙", **settings: object) -> None:
    world.start("space-rating", text_items(count), annotators=list(people), settings={**PLAIN, **settings})


def test_everybody_keeps_the_job_they_hold(world: World) -> None:
    start(world)
    first = world.take("甲")
    world.now += 60
    again = world.take("甲")
    assert again.job == first.job
    assert again.lease_until == world.now + LEASE
    assert (again.seconds_left, again.position, again.total, again.version) == (LEASE, 1, 4, 0)


def test_an_item_somebody_began_comes_before_a_fresh_one(world: World) -> None:
    start(world, people="甲乙")
    for _ in range(3):
        assert world.answer("甲", rating("fine")).item_state == "open"
        assert world.answer("乙", rating("fine")).item_state == "decided"
    assert world.states() == {"decided": 3, "open": 1}


@pytest.mark.parametrize("asked", [1, 2, 3])
def test_every_item_is_given_to_exactly_as_many_as_asked(world: World, asked: int) -> None:
    start(world, count=5, people="甲乙丙丁", answers=asked)
    given: Counter[int] = Counter()
    for _ in range(10):
        for who in "甲乙丙丁":
            job = world.next(who)
            if job is not None:
                given[job.item.id] += 1
                world.submit(who, job, rating("fine"))
    assert list(given.values()) == [asked] * 5
    assert world.overbooked() == []
    assert world.states() == {"decided": 5}


def test_partners_are_mixed(light: World) -> None:
    start(light, count=30, people="甲乙丙丁")
    for _ in range(16):
        for who in "甲乙丙丁":
            if light.next(who) is not None:
                light.answer(who, rating("fine"))
    with light.change() as db:
        rows = db.execute(select(Job.item_id, Job.user_id).order_by(Job.item_id, Job.user_id)).all()
    by_item: dict[int, list[int]] = {}
    for item, user in rows:
        by_item.setdefault(item, []).append(user)
    pairs = Counter(tuple(users) for users in by_item.values())
    assert len(pairs) == 6, "every two of four people met"
    assert max(pairs.values()) <= 10, "and no two of them all the time"


def test_nothing_is_left_says_why(world: World) -> None:
    start(world, count=1, people="甲乙丙")
    world.take("甲")
    world.take("乙")
    assert world.next("丙") is None
    with world.change() as db:
        assert queue.waiting(db, world.people["丙"], world.campaign).code == "others"
    world.answer("甲", rating("fine"))
    world.answer("乙", rating("fine"))
    with world.change() as db:
        assert queue.waiting(db, world.people["丙"], world.campaign).code == "done"


@pytest.mark.parametrize("status", ["draft", "paused", "closed"])
def test_only_an_open_campaign_gives_out_items_but_what_is_held_may_be_handed_in(light: World, status: str) -> None:
    start(light)
    held = light.take("甲")
    with light.change() as db:
        campaigns.change_campaign(db, light.people["builder"], light.campaign, status=status)
        assert queue.waiting(db, light.people["乙"], light.campaign).code == "paused"
    assert light.next("乙") is None
    assert light.submit("甲", held, rating("fine")).state == "submitted"
    assert light.next("甲") is None


def test_a_lease_that_ran_out_frees_the_place_and_keeps_the_draft(world: World) -> None:
    start(world, count=1, people="甲乙丙")
    mine = world.take("甲")
    with world.change() as db:
        draft = jobs.save_draft(db, world.people["甲"], mine.job, rating("bad"), version=0, at=world.now)
    world.take("乙")
    world.now += LEASE
    assert world.next("丙") is None, "a lease holds until its last second"
    world.now += 1
    theirs = world.take("丙")
    assert theirs.item.id == mine.item.id
    assert world.overbooked() == []
    kept = world.again("甲", mine.job)
    assert (kept.state, kept.answer, kept.version) == ("expired", rating("bad"), draft.version)


def test_a_clock_that_was_set_back_does_not_keep_an_item_from_everybody(world: World) -> None:
    start(world, count=1, people="甲乙丙")
    mine = world.take("甲")
    world.take("乙")
    world.now -= 3600
    assert world.next("丙") is None, "an hour back is no reason to take work away"
    world.now -= 365 * 86_400
    assert world.take("丙").item.id == mine.item.id
    assert world.overbooked() == []
    assert world.again("甲", mine.job).state == "expired"


def test_a_clock_that_jumps_ahead_ends_leases_and_nothing_that_was_done_is_lost(world: World) -> None:
    start(world, count=1, people="甲乙")
    mine = world.take("甲")
    world.now += 365 * 86_400
    assert world.take("乙").item.id == mine.item.id
    world.now -= 365 * 86_400
    assert world.submit("甲", mine, rating("fine")).item_state == "open"
    assert world.answer("乙", rating("fine")).item_state == "decided"


def test_time_at_work_is_what_the_server_saw_when_the_clock_was_set_back(world: World) -> None:
    start(world, count=1, people="甲乙")
    mine = world.take("甲")
    world.now += 40
    with world.change() as db:
        queue.heartbeat(db, world.people["甲"], mine.job, at=world.now)
    world.now -= 86_400
    world.submit("甲", mine, rating("fine"), seconds=55.0)
    assert [one.seconds for one in world.item(mine.item.ref).answers] == [40.0]


def test_handing_in_late_is_fine_while_the_place_is_free(world: World) -> None:
    start(world, count=1, people="甲乙")
    mine = world.take("甲")
    world.now += LEASE * 10
    assert world.next("乙") is not None
    assert world.again("甲", mine.job).state == "expired"
    assert world.submit("甲", mine, rating("fine")).item_state == "open"
    assert world.answer("乙", rating("fine")).item_state == "decided"


def test_handing_in_late_is_refused_when_somebody_else_has_the_place(world: World) -> None:
    start(world, count=1, people="甲乙丙")
    mine = world.take("甲")
    world.now += LEASE + 1
    world.take("乙")
    world.take("丙")
    with pytest.raises(Conflict) as refused:
        world.submit("甲", mine, rating("fine"))
    assert refused.value.code == "lease-expired"
    assert world.item("q00000").answers == ()
    assert world.overbooked() == []


def test_somebody_whose_lease_ran_out_may_get_the_item_again(world: World) -> None:
    start(world, count=1, people="甲")
    mine = world.take("甲")
    world.now += LEASE + 1
    again = world.take("甲")
    assert (again.job, again.item.id) == (mine.job, mine.item.id)


def test_a_heartbeat_prolongs_the_lease(world: World) -> None:
    start(world, count=1, people="甲乙丙")
    mine = world.take("甲")
    world.now += LEASE - 1
    with world.change() as db:
        beat = queue.heartbeat(db, world.people["甲"], mine.job, at=world.now)
    assert beat.lease_until == NOON + 2 * LEASE - 1
    world.take("乙")
    world.now += LEASE - 1
    assert world.next("丙") is None


def test_a_heartbeat_after_the_end_renews_or_says_that_it_cannot(world: World) -> None:
    start(world, count=1, people="甲乙丙")
    mine = world.take("甲")
    world.take("乙")
    world.now += LEASE + 1
    world.take("丙")
    with world.change() as db:
        assert queue.heartbeat(db, world.people["甲"], mine.job, at=world.now).seconds_left == LEASE
    assert world.overbooked() == []
    assert world.next("乙") is None, "both places are taken again"
    world.submit("甲", mine, rating("fine"))
    with world.change() as db, pytest.raises(Conflict):
        queue.heartbeat(db, world.people["甲"], mine.job, at=world.now)


def test_a_skipped_item_goes_to_others_and_not_back(world: World) -> None:
    start(world, count=1, people="甲乙丙")
    mine = world.take("甲")
    with world.change() as db:
        assert queue.skip(db, world.people["甲"], mine.job, "不认识这个地名", at=world.now).state == "skipped"
    assert world.next("甲") is None
    for who in "乙丙":
        world.answer(who, rating("fine"))
    assert world.states() == {"decided": 1}
    told = [event for event in world.item("q00000").history if event.step == "skipped"]
    assert [(event.by, event.details["reason"]) for event in told] == [("甲", "不认识这个地名")]


def test_skipping_needs_a_reason(light: World) -> None:
    start(light)
    mine = light.take("甲")
    with light.change() as db, pytest.raises(Refused):
        queue.skip(db, light.people["甲"], mine.job, "  ")


def test_a_skipped_job_can_be_taken_up_again(world: World) -> None:
    start(world, count=1, people="甲乙丙")
    mine = world.take("甲")
    with world.change() as db:
        queue.skip(db, world.people["甲"], mine.job, "先放一放", at=world.now)
        assert queue.take_up(db, world.people["甲"], mine.job, at=world.now).state == "claimed"
    assert world.submit("甲", mine, rating("fine")).state == "submitted"


def test_an_item_that_many_skip_goes_to_review(world: World) -> None:
    world.start(
        "space-rating", text_items(1), annotators=list("甲乙丙丁"), reviewers=["审"],
        settings={**PLAIN, "skip_limit": 2},
    )  # fmt: skip
    for who in "甲乙":
        mine = world.take(who)
        with world.change() as db:
            queue.skip(db, world.people[who], mine.job, "看不懂", at=world.now)
    assert world.states() == {"review": 1}
    assert world.next("丙") is None
    turn = world.review("审")
    assert turn is not None
    assert turn.answers == ()
    assert world.decide("审", turn, answer=rating("other"), reason_code="item").item_state == "decided"


def test_an_item_is_reviewed_when_the_last_one_at_work_is_done(world: World) -> None:
    """One skips while the other still works: nobody else has a seat, so the one answer goes to review."""
    settings = {"gate": 1.0, "finish_group": False}
    world.start("wsd", [sense_item(1)], annotators=["甲", "乙"], reviewers=["审"], settings=settings)
    mine, _ = world.take("甲"), world.take("乙")
    with world.change() as db:
        queue.skip(db, world.people["甲"], mine.job, "看不懂", at=world.now)
    assert world.states() == {"open": 1}
    assert world.answer("乙", senses("使打开；拉开")).item_state == "review"


def test_another_persons_job_is_not_for_me(world: World) -> None:
    start(world)
    theirs = world.take("甲")
    for act in (
        lambda: world.again("乙", theirs.job),
        lambda: world.submit("乙", theirs, rating("fine")),
    ):
        with pytest.raises(NotAllowed) as refused:
            act()
        assert refused.value.code == "not-your-job"
    with pytest.raises(NotFound):
        world.again("甲", 99_999)
    with pytest.raises(NotFound):
        world.submit("甲", replace(theirs, job=99_999), rating("fine"))


def test_who_is_no_member_does_not_learn_that_there_is_a_campaign(light: World) -> None:
    start(light)
    light.person("外人", Role.ANNOTATOR)
    with pytest.raises(NotFound):
        light.next("外人")


def test_a_reviewer_does_not_annotate(light: World) -> None:
    light.start("space-rating", text_items(1), annotators=["甲"], reviewers=["审"])
    with pytest.raises(NotAllowed):
        light.next("审")


def test_membership_counts_only_with_the_general_role(light: World) -> None:
    start(light)
    actor = light.people["甲"]
    light.people["甲"] = Actor(actor.id, actor.name, frozenset({Role.TEAM}))
    with pytest.raises(NotFound):
        light.next("甲")


def test_who_left_gets_nothing_and_cannot_hand_in(light: World) -> None:
    start(light)
    held = light.take("甲")
    with light.change() as db:
        change = MemberChange(light.people["甲"].id, frozenset())
        members.set_members(db, light.people["builder"], light.campaign, [change])
    with pytest.raises(NotFound):
        light.next("甲")
    with pytest.raises(NotFound):
        light.submit("甲", held, rating("fine"))


def test_controls_come_at_their_rate_once_per_person(light: World) -> None:
    controls = [items.NewItem(f"c{i}", {"text": f"桌子在书的上面，第{i}句。"}, gold=rating("bad")) for i in range(3)]
    light.start(
        "space-rating", [*text_items(60), *controls], annotators=["甲"], settings={**PLAIN, "control_rate": 0.1}
    )
    refs = [light.take("甲").item.ref]
    states = set()
    for _ in range(40):
        states.add(light.answer("甲", rating("bad")).item_state)
        refs.append(light.take("甲").item.ref)
    met = [i for i, ref in enumerate(refs) if ref.startswith("c")]
    assert [i // 10 for i in met] == [0, 1, 2], "one in every ten, until there are no new ones"
    assert sorted(refs[i] for i in met) == ["c0", "c1", "c2"]
    assert states == {"open"}, "no receipt gives a control item away"


def test_annotators_are_not_told_what_was_replaced(light: World) -> None:
    extra: dict[str, object] = {"original": "桌子下", "replaced": [7], "genre": "小说"}
    new = items.NewItem("q", {"text": "小明把书放在桌子上。"}, extra)
    light.start("space-rating", [new], annotators=["甲"], reviewers=["审"], settings=PLAIN)
    shown = light.take("甲").item
    assert shown.extra == {}
    assert [(word.start, word.end) for word in shown.words if word.kind == "f"] == [(8, 9)]
    assert light.item("q").extra == extra


def test_time_counts_work_and_leaves_out_breaks(light: World) -> None:
    start(light)
    job = light.take("甲")
    for pause in (20, 3600, 40):
        light.now += pause
        with light.change() as db:
            queue.heartbeat(db, light.people["甲"], job.job, at=light.now)
    light.submit("甲", job, rating("fine"))
    with light.change() as db:
        assert db.get_one(Job, job.job).seconds == 20 + jobs.BREAK_SECONDS + 40


def test_the_page_may_say_how_long_it_took_but_not_longer_than_it_was_held(light: World) -> None:
    start(light, count=2)
    first = light.take("甲")
    light.now += 100
    light.submit("甲", first, rating("fine"), seconds=12.5)
    second = light.take("甲")
    light.now += 10
    light.submit("甲", second, rating("fine"), seconds=500.0)
    with light.change() as db:
        assert [db.get_one(Job, job.job).seconds for job in (first, second)] == [12.5, 10]


def test_my_jobs_newest_first(light: World) -> None:
    start(light, count=3)
    for _ in range(3):
        light.answer("甲", rating("fine"))
    with light.change() as db:
        total, rows = jobs.my_jobs(db, light.people["甲"], light.campaign, limit=2)
    assert (total, len(rows)) == (3, 2)
    assert [row.state for row in rows] == ["submitted", "submitted"]
    assert rows[0].job > rows[1].job
    assert [row.answer for row in rows] == [rating("fine"), rating("fine")]
