"""One or two people per item in one campaign, by share, genre and level: exactly so with many at work at once."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import select

from pingce.annotate.asking import answers_alone, asked_number, listed
from pingce.annotate.items import NewItem
from pingce.annotate.services import campaigns, figures, items, locks, members, progress, queue
from pingce.annotate.settings import CampaignSettings, make_settings
from pingce.spec.errors import UserError
from pingce.store.errors import Conflict, NotAllowed, Refused
from pingce.store.people import Role
from pingce.store.tables.annotate import Item, ItemGroup, Job

from .test_concurrency import FOR_EVER, PLAIN, Done, in_threads, work
from .world import World, rating, text_items

PEOPLE = [f"人{i}" for i in range(6)]
LEVELS = {"人0": "A", "人1": "A", "人2": "B", "人3": "B"}


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "PATIENCE", FOR_EVER)


def start(world: World, new: list[NewItem], people: list[str] = PEOPLE, **settings: object) -> None:
    world.start("space-rating", new, annotators=people, settings={**PLAIN, **settings})


def grade(world: World, levels: dict[str, str]) -> None:
    with world.change() as db:
        members.set_levels(db, world.people["builder"], world.campaign, levels, at=world.now)


def everybody_works(world: World, people: list[str] = PEOPLE) -> None:
    jobs: list[Callable[[], Done]] = [
        lambda a=world.people[name]: work(world.engine, a, world.campaign)  # type: ignore[misc]
        for name in people
    ]
    while any(in_threads(jobs)):
        pass  # what somebody held at the end may have come back
    assert world.overbooked() == []
    assert set(world.states()) == {"decided"}


def numbers(world: World) -> Counter[tuple[int, int]]:
    """Items by how many people they ask for and how many answered."""
    with world.change() as db:
        rows = db.execute(select(Item.asked, Item.answers).where(Item.control.is_(False)))
        return Counter((asked, answers) for asked, answers in rows)


def test_a_share_of_the_items_gets_two_people_exactly_with_six_at_work(world: World) -> None:
    start(world, text_items(40), second_share=0.25)
    everybody_works(world)
    assert numbers(world) == {(2, 2): 10, (1, 1): 30}
    with world.change() as db:
        builder = world.people["builder"]
        going, now = progress.progress(db, builder, world.campaign), figures.figures(db, builder, world.campaign)
    assert [(one.people, one.items, one.decided) for one in going.asked] == [(1, 30, 30), (2, 10, 10)]
    assert (now.answers, now.doubled.part, now.doubled.whole, now.agreement.test.whole) == (50, 10, 40, 10)


def test_later_imports_keep_to_the_share(world: World) -> None:
    start(world, text_items(5), second_share=0.2)
    with world.change() as db:
        for start_at in range(5, 50, 5):
            new = text_items(5, start=start_at)
            items.import_items(db, world.people["builder"], world.campaign, new, at=world.now)
    assert numbers(world) == {(2, 0): 10, (1, 0): 40}


def test_items_of_a_genre_get_two_people_and_the_others_one(world: World) -> None:
    genres = ["小说", "报刊", "课本"]
    new = [replace(item, extra={"genre": genres[i % 3]}) for i, item in enumerate(text_items(12))]
    start(world, new, second_share=0, second_genres="小说、课本")
    everybody_works(world)
    with world.change() as db:
        asked = {(item.extra["genre"], item.answers) for item in db.scalars(select(Item))}
    assert asked == {("小说", 2), ("课本", 2), ("报刊", 1)}


def test_what_the_better_ones_begin_needs_nobody_else_with_all_at_work(world: World) -> None:
    start(world, text_items(60), second_share=0.1, alone_levels="A")
    grade(world, LEVELS)
    everybody_works(world)
    counted = numbers(world)
    assert set(counted) == {(1, 1), (2, 2)}
    better = {world.people[name].id for name, level in LEVELS.items() if level == "A"}
    with world.change() as db:
        firsts = {item.id: item for item in db.scalars(select(Item))}
        assert sum(not item.alone for item in firsts.values()) == 6, "a tenth has two people whoever begins"
        for item in firsts.values():
            by = db.scalars(select(Job.user_id).where(Job.item_id == item.id).order_by(Job.claimed_at, Job.id)).first()
            assert (item.asked == 1) == (item.alone and by in better)


def test_an_item_given_back_asks_for_two_again(world: World) -> None:
    start(world, text_items(1), ["甲", "乙", "丙"], second_share=0, alone_levels="A,B")
    grade(world, {"甲": "A"})
    held = world.take("甲")
    assert world.next("乙") is None, "who is alone with it is alone"
    with world.change() as db:
        queue.skip(db, world.people["甲"], held.job, "不熟悉", at=world.now)
    world.answer("乙", rating("fine"))
    assert numbers(world) == {(2, 1): 1}
    world.answer("丙", rating("fine"))
    assert (world.states(), numbers(world)) == ({"decided": 1}, {(2, 2): 1})


def test_a_lease_that_runs_out_gives_the_second_place_back(world: World) -> None:
    start(world, text_items(1), ["甲", "乙", "丙"], second_share=0, alone_levels="A")
    grade(world, {"甲": "A"})
    world.take("甲")
    world.now += 3600
    assert world.take("乙").item.ref == "q00000"
    assert world.take("丙").item.ref == "q00000"
    assert world.next("甲") is None


def test_whoever_joins_an_item_that_was_begun_is_its_second(world: World) -> None:
    start(world, text_items(1), ["甲", "乙"], second_share=0, alone_levels="A")
    grade(world, {"甲": "A"})
    world.answer("乙", rating("fine"))
    world.answer("甲", rating("bad"))
    assert numbers(world) == {(2, 2): 1}


def test_a_share_of_the_groups_gets_two_fixed_people(world: World) -> None:
    new = [item for group in range(8) for item in text_items(4, group=f"组{group}", start=group * 4)]
    start(
        world, new, second_share=0.25, fixed_annotators=True, finish_group=True, gate=0.5, on_disagreement="leave"
    )  # fmt: skip
    with world.change() as db:  # a group that grows keeps its number
        more = [replace(item, group=f"组{i % 8}") for i, item in enumerate(text_items(8, start=100))]
        items.import_items(db, world.people["builder"], world.campaign, more, at=world.now)
    everybody_works(world)
    with world.change() as db:
        query = select(ItemGroup.key, Job.user_id).join(Item, Item.group_id == ItemGroup.id)
        rows = db.execute(query.join(Job, Job.item_id == Item.id).distinct()).all()
    people = Counter(Counter(key for key, _ in rows).values())
    assert people == {1: 6, 2: 2}
    assert numbers(world) == {(1, 1): 30, (2, 2): 10}


def test_a_control_shows_who_answers_alone_nothing(world: World) -> None:
    """An ordinary item of theirs is done at once, so a control is, too; for the others it is one of two."""
    control = [replace(item, gold=rating("fine")) for item in text_items(1, start=900)]
    start(world, [*text_items(2), *control], ["甲", "乙"], second_share=0, alone_levels="A", control_rate=0.5)
    grade(world, {"甲": "A"})
    seen: dict[str, str] = {}
    while (job := world.next("甲")) is not None:
        seen[job.item.ref] = world.submit("甲", job, rating("fine")).item_state
    assert ("q00900" in seen, set(seen.values())) == (True, {"decided"})


def test_levels_are_for_builders_and_members(world: World) -> None:
    start(world, text_items(1), ["甲"])
    outsider, builder = world.person("外", Role.ANNOTATOR), world.people["builder"]
    with world.change() as db:
        with pytest.raises(NotAllowed):
            members.set_levels(db, world.people["甲"], world.campaign, {"甲": "A"})
        with pytest.raises(Refused, match="外"):
            members.set_levels(db, builder, world.campaign, {"外": "A"})
        with pytest.raises(Refused, match="16"):
            members.set_levels(db, builder, world.campaign, {"甲": "A" * 17})
        set_to = members.set_levels(db, builder, world.campaign, {"甲": " A "})
        assert {member.name: member.level for member in set_to} == {"builder": None, "甲": "A"}
        same = [members.MemberChange(world.people["甲"].id, frozenset({Role.ANNOTATOR}))]
        members.set_members(db, builder, world.campaign, same)
        assert members.members(db, builder, world.campaign)[-1].level == "A", "a change of roles keeps it"
    assert outsider.id


def test_how_many_people_is_settled_before_the_first_item(world: World) -> None:
    start(world, text_items(1), ["甲", "乙"], second_share=0.5)
    with world.change() as db, pytest.raises(Conflict, match="share with more than one person"):
        campaigns.change_campaign(db, world.people["builder"], world.campaign, settings={"second_share": 0.2})


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"answers": 1, "second_share": 0.5}, "second_share is 1"),
        ({"alone_levels": "A"}, "alone_levels changes nothing"),
        ({"second_genres": "小说"}, "second_genres changes nothing"),
        ({"second_share": 0, "alone_levels": "A", "fixed_annotators": True}, "do not go by alone_levels"),
        ({"second_share": 1.5}, "second_share: 1.5; expected a number from 0 to 1"),
        ({"second_share": 0.5, "alone_levels": 3}, "alone_levels: 3; expected a text"),
    ],
)
def test_rules_that_say_nothing_or_contradict_each_other_are_refused(changes: dict[str, object], told: str) -> None:
    with pytest.raises(UserError) as refused:
        make_settings(changes)
    assert told in str(refused.value)


def test_names_are_listed_as_people_write_them() -> None:
    assert listed("A, B，C、D；E F") == frozenset("ABCDEF")
    assert listed(" ") == frozenset()
    settings = CampaignSettings(second_share=0, alone_levels="A")
    assert (answers_alone(settings, "A"), answers_alone(settings, "B"), answers_alone(settings, None)) == (
        True, False, False,
    )  # fmt: skip
    assert asked_number(settings, "secret", 0, None) == (2, True)
    assert asked_number(replace(settings, alone_levels=""), "secret", 0, None) == (1, False)
