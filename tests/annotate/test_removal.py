"""Campaigns that are put away: gone for everybody, back within thirty days, never what others rely on."""

import pytest

from pingce.annotate.services import campaigns, queue, removal
from pingce.annotate.services.appeals import inbox
from pingce.spec.errors import UserError
from pingce.store.errors import Conflict, NotAllowed, NotFound
from pingce.store.people import Role
from pingce.store.tables.flow import BenchmarkPart, BenchmarkRow
from pingce.store.tables.removal import KEPT_SECONDS

from .world import World, rating, text_items


def titles(world: World, name: str) -> list[str]:
    with world.change() as db:
        return [brief.title for brief in campaigns.campaigns_of(db, world.people[name])]


def begun(world: World) -> None:
    world.start("space-rating", text_items(2), annotators=["甲", "乙"], reviewers=["审"])
    world.submit("甲", world.take("甲"), rating("fine"))


def test_what_would_be_gone_is_counted(world: World) -> None:
    begun(world)
    with world.change() as db:
        seen = removal.removal_preview(db, world.people["builder"], world.campaign)
    assert (seen.items, seen.answers, seen.people, seen.refused) == (2, 1, 1, None)


def test_a_deleted_campaign_is_there_for_nobody_and_comes_back_whole(world: World) -> None:
    begun(world)
    title = titles(world, "甲")
    with world.change() as db:
        removal.delete_campaign(db, world.people["builder"], world.campaign, at=world.now)
    assert titles(world, "甲") == titles(world, "builder") == []
    for name in ("甲", "审", "builder"):
        with world.change() as db, pytest.raises(NotFound):
            campaigns.campaign_detail(db, world.people[name], world.campaign)
    with world.change() as db, pytest.raises(NotFound):
        queue.next_job(db, world.people["甲"], world.campaign)
    with world.change() as db:
        assert inbox(db, world.people["甲"]) == []
        (kept,) = removal.put_away_campaigns(db, world.people["builder"], at=world.now)
        assert (kept.status, [kept.title]) == ("deleted", title)
        removal.restore_campaign(db, world.people["builder"], world.campaign, at=world.now + 29 * 24 * 3600)
    assert titles(world, "甲") == title
    with world.change() as db:
        brief = campaigns.campaign_detail(db, world.people["builder"], world.campaign).brief
    assert (brief.status, brief.items) == ("paused", 2)


def test_after_thirty_days_there_is_no_way_back(world: World) -> None:
    begun(world)
    late = world.now + KEPT_SECONDS + 1
    with world.change() as db:
        removal.delete_campaign(db, world.people["builder"], world.campaign, at=world.now)
    with world.change() as db:
        assert removal.put_away_campaigns(db, world.people["builder"], at=late) == []
        with pytest.raises(NotFound):
            removal.restore_campaign(db, world.people["builder"], world.campaign, at=late)


def test_its_title_is_free_at_once(world: World) -> None:
    begun(world)
    (title,) = titles(world, "builder")
    with world.change() as db:
        removal.delete_campaign(db, world.people["builder"], world.campaign)
        campaigns.create_campaign(db, world.people["builder"], title=title, preset="space-rating")
        removal.restore_campaign(db, world.people["builder"], world.campaign)
    assert len(titles(world, "builder")) == len(set(titles(world, "builder"))) == 2


def test_only_its_builders_put_it_away_or_bring_it_back(world: World) -> None:
    begun(world)
    stranger = world.person("生人", Role.BUILDER)
    for name in ("甲", "审"):
        with world.change() as db, pytest.raises(NotAllowed):
            removal.delete_campaign(db, world.people[name], world.campaign)
    with world.change() as db, pytest.raises(NotFound):
        removal.delete_campaign(db, stranger, world.campaign)
    with world.change() as db:
        removal.archive_campaign(db, world.people["builder"], world.campaign)
    with world.change() as db:
        assert removal.put_away_campaigns(db, stranger) == []
        with pytest.raises(NotFound):
            removal.restore_campaign(db, stranger, world.campaign)


def test_an_archived_campaign_can_be_read_but_not_worked_on(world: World) -> None:
    begun(world)
    with world.change() as db:
        removal.archive_campaign(db, world.people["builder"], world.campaign)
    assert titles(world, "builder") == []
    with world.change() as db:
        assert campaigns.campaign_detail(db, world.people["builder"], world.campaign).brief.status == "archived"
        assert queue.next_job(db, world.people["乙"], world.campaign) is None
        with pytest.raises(Conflict):
            campaigns.change_campaign(db, world.people["builder"], world.campaign, status="open")


def test_a_stage_of_a_benchmark_cannot_be_deleted(world: World) -> None:
    begun(world)
    with world.change() as db:
        db.add(BenchmarkRow(id=1, name="方位", folder="/x", opened_at=0.0))
        db.flush()
        db.add(BenchmarkPart(benchmark_id=1, stage="rating", campaign_id=world.campaign))
    with world.change() as db, pytest.raises(UserError) as refused:
        removal.delete_campaign(db, world.people["builder"], world.campaign)
    assert (refused.value.code, "方位" in refused.value.words.zh) == ("relied-on", True)
