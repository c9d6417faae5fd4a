"""An organiser archives, deletes and brings back a competition; one with teams only by typing its title."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from pingce.leaderboard.competition.services import competitions
from pingce.server.request_context import COOKIE
from pingce.store.database import transaction
from pingce.store.people import Role
from pingce.store.tables.competition import Team

from .photos import Album, photograph
from .profiles import Profiles
from .site import Site, Stage


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("put-away"))
    site.start()
    yield site
    site.stop()


@pytest.fixture
def organiser(site: Site, profiles: Profiles) -> Page:
    """At the page of a competition with one team."""
    stage = Stage(site.server.engine, number=next(site.numbers))
    actor = stage.person("组织者", Role.BUILDER)
    with transaction(site.server.engine) as db:
        made = competitions.create_competition(db, actor, title="方位评测", edition="space2022")
        competitions.change_competition(db, actor, made, open=True)
        db.add(Team(competition_id=made, user_id=actor.id, name="甲队", members=[], state="approved", created_at=0.0))
    context = profiles.make(site.url)
    context.add_cookies([{"name": COOKIE, "value": site.key(actor.id), "url": site.url}])
    page = context.new_page()
    page.goto(f"/competitions/{made}/organise")
    return page


def test_a_competition_is_archived_deleted_and_brought_back(organiser: Page, screenshots: Album) -> None:
    page, address = organiser, organiser.url
    page.get_by_role("button", name="归档或删除").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("这次评测有 1 支队伍、0 次提交。")
    remove = dialog.get_by_role("button", name="删除", exact=True)
    expect(remove).to_be_disabled()
    photograph(page, screenshots, "competition-put-away")
    dialog.get_by_role("button", name="归档", exact=True).click()
    expect(page.get_by_text("已归档：不再报名和提交。")).to_be_visible()
    page.goto("/competitions")
    expect(page.get_by_text("还没有评测")).to_be_visible()
    page.get_by_text("已归档和已删除的评测（1）").click()
    page.get_by_role("link", name="方位评测").click()
    page.goto(address)
    page.get_by_role("button", name="归档或删除").click()
    dialog.get_by_label("标题").fill("别的")
    expect(remove).to_be_disabled()
    dialog.get_by_label("标题").fill("方位评测")
    remove.click()
    expect(page).to_have_url(address.partition("/competitions")[0] + "/competitions")
    page.get_by_text("已归档和已删除的评测（1）").click()
    expect(page.locator("details")).to_contain_text("可恢复到")
    photograph(page, screenshots, "competitions-put-away")
    page.get_by_role("button", name="恢复").click()
    expect(page.get_by_role("heading", name="方位评测")).to_be_visible()
