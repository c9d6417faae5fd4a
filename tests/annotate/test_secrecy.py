"""What annotators cannot tell: which items are controls, what is drawn for audit, how others answered."""

from collections.abc import Sequence

import pytest
from sqlalchemy import select

from pingce.annotate.sampling import new_secret
from pingce.annotate.services import campaigns, comments, items, jobs, members
from pingce.annotate.services.views import HeldJob
from pingce.store.errors import Conflict
from pingce.store.tables.annotate import Campaign, Item, Job

from .world import World, rating, text_items

QUIET: dict[str, object] = {"audit_rate": 0.0, "audit_rate_first": 0.0, "control_rate": 0.0}
RATES = ("audit_rate", "audit_rate_first", "audit_first", "control_rate")


def with_controls(count: int) -> list[items.NewItem]:
    gold = [items.NewItem(f"c{i}", {"text": f"桌子在书的上面，第{i}句。"}, gold=rating("bad")) for i in range(count)]
    return [*text_items(30), *gold]


def answered(world: World, who: str, count: int) -> list[HeldJob]:
    """The jobs a person was given, each handed in."""
    given = []
    for _ in range(count):
        given.append(world.take(who))
        world.submit(who, given[-1], rating("fine"))
    return given


def controls_among(given: Sequence[HeldJob]) -> list[int]:
    return [number for number, job in enumerate(given) if job.item.ref.startswith("c")]


def drawn_with(world: World, secret: str, who: str) -> list[int]:
    settings = {**QUIET, "control_rate": 0.1}
    world.start("space-rating", with_controls(3), annotators=[who], settings=settings, title=secret, secret=secret)
    return controls_among(answered(world, who, 30))


def test_campaigns_alike_in_everything_but_the_secret_draw_other_controls(light: World) -> None:
    assert [drawn_with(light, secret, "甲") for secret in "abc"] == [[6, 13, 26], [7, 19, 24], [4, 16, 28]]


def test_every_campaign_gets_a_secret_of_its_own_and_nobody_is_shown_it(light: World) -> None:
    light.start("space-rating", text_items(1), annotators=["甲"])
    with light.change() as db:
        made = [campaigns.create_campaign(db, light.people["builder"], title=t, preset="wsd") for t in "一二"]
        secrets = list(db.scalars(select(Campaign.secret).where(Campaign.id.in_(made))))
        assert len(set(secrets)) == 2
        assert {len(secret) for secret in secrets} == {64}
        details = [campaigns.campaign_detail(db, light.people["builder"], one) for one in made]
    assert not any(secret in repr(details) for secret in secrets)
    assert new_secret() != new_secret()


def test_rates_and_counts_are_not_for_annotators(light: World) -> None:
    light.start("space-rating", with_controls(2), annotators=["甲", "乙"], reviewers=["审"])
    answered(light, "甲", 3)
    with light.change() as db:
        found = {
            who: campaigns.campaign_detail(db, light.people[who], light.campaign) for who in ("builder", "审", "甲")
        }
        rates = [one.audit_rate for one in members.members(db, light.people["审"], light.campaign)]
    assert {who: [name in detail.settings for name in RATES] for who, detail in found.items()} == {
        "builder": [True] * 4,
        "审": [False] * 4,
        "甲": [False] * 4,
    }
    assert "seed" not in found["builder"].settings
    assert (found["甲"].counts, found["甲"].brief.decided, found["甲"].brief.mine) == ({}, None, 3)
    assert (found["审"].counts["control"], found["审"].brief.decided) == (2, 0)
    assert set(rates) == {None}


def states(world: World, who: str, given: Sequence[HeldJob]) -> list[str]:
    return [world.again(who, job.job).state for job in given]


def test_audits_show_in_no_state_before_something_comes_back(light: World) -> None:
    settings = {**QUIET, "answers": 1, "audit_rate": 0.3}
    light.start("space-rating", text_items(20), annotators=["甲"], reviewers=["审"], settings=settings)
    receipts = [light.answer("甲", rating("fine")) for _ in range(20)]
    assert {one.state for one in receipts} == {"done"}
    with light.change() as db:
        _, rows = jobs.my_jobs(db, light.people["甲"], light.campaign)
        audits = list(db.scalars(select(Job.audit).where(Job.audit.is_not(None))))
    assert ({row.state for row in rows}, len(audits)) == ({"done"}, 6)
    turn = light.review("审")
    assert turn is not None
    light.decide("审", turn)
    assert [light.again("甲", one.job).state for one in receipts].count("rejected") == 1


def test_answers_to_a_control_become_final_as_those_to_other_items_do(world: World) -> None:
    people = ["甲", "乙", "丙"]
    settings = {**QUIET, "control_rate": 0.5}
    world.start("space-rating", with_controls(1), annotators=people, settings=settings)
    given = {who: next(job for job in answered(world, who, 2) if job.item.ref == "c0") for who in people}
    assert [world.again(who, given[who].job).state for who in people] == ["done", "done", "submitted"]
    third = world.again("丙", given["丙"].job)
    assert world.submit("丙", third, rating("bad")).state == "submitted", "it may be changed like any first answer"
    with pytest.raises(Conflict):
        world.submit("甲", world.again("甲", given["甲"].job), rating("bad"))
    with world.change() as db:
        item = db.scalars(select(Item.id).where(Item.ref == "c0")).one()
        right = list(db.scalars(select(Job.right).where(Job.item_id == item).order_by(Job.id)))
    assert right == [False, False, True], "what counts is the answer that stands"


def test_of_a_control_the_voices_of_others_are_never_heard(light: World) -> None:
    people = ["甲", "乙"]
    settings = {**QUIET, "control_rate": 0.5}
    light.start("space-rating", with_controls(1), annotators=people, reviewers=["审"], settings=settings)
    given = {who: next(job for job in answered(light, who, 2) if job.item.ref == "c0") for who in people}
    with light.change() as db:
        for who, job in given.items():
            comments.add_job_comment(db, light.people[who], job.job, "嗯。", at=light.now)
        comments.add_comment(db, light.people["审"], given["甲"].item.id, "好。", at=light.now)
        heard = {
            who: [one.by for one in comments.job_comments(db, light.people[who], job.job)] for who, job in given.items()
        }
    assert heard == {"甲": ["甲", "审"], "乙": ["乙", "审"]}


def test_jobs_have_numbers_of_the_persons_own(light: World) -> None:
    settings = {**QUIET, "control_rate": 0.2, "order": "given"}
    light.start("space-rating", with_controls(3), annotators=["甲", "乙"], settings=settings)
    assert [job.serial for job in answered(light, "甲", 6)] == [1, 2, 3, 4, 5, 6]
    assert [job.serial for job in answered(light, "乙", 2)] == [1, 2]


def test_annotators_see_of_an_item_what_the_form_asks_with_and_nothing_else(light: World) -> None:
    extra = {"glosses": [{"id": "1", "text": "一"}], "source": "x.txt", "origin": "q7", "genre": "news", "system": "a"}
    light.start("space-rating", [items.NewItem("q1", {"text": "他走到窗边。"}, dict(extra))], annotators=["甲"])
    assert light.take("甲").item.extra == {"glosses": extra["glosses"]}
