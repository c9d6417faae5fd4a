"""Signing in, joining, language, light and dark, help and guideline: what every page has."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from pingce.server.people.accounts import create_user
from pingce.server.people.invites import create_invite
from pingce.store.database import transaction
from pingce.store.people import Role

from ..server.builders import PASSWORD, quick_password
from .conftest import Visit
from .pages import Desk
from .photos import Album, photograph
from .profiles import Profiles
from .site import Site, Stage, items


@pytest.fixture
def anonymous(site: Site, profiles: Profiles) -> Page:
    return profiles.make(site.url).new_page()


def test_signing_in_leads_where_one_wanted_to_go_and_tabs_have_keys(site: Site, stage: Stage, anonymous: Page) -> None:
    name = f"zhou-{stage.number}"
    with transaction(site.server.engine) as db:
        create_user(db, name, roles=[Role.ADMIN], password=quick_password(), now=time.time())
    page = anonymous
    page.goto("/people")
    page.locator("input[name=name]").fill(name)
    page.locator("input[name=password]").fill("something else")
    page.get_by_role("button", name="登录").click()
    expect(page.get_by_role("alert")).to_contain_text("密码")
    page.locator("input[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="登录").click()
    expect(page).to_have_url(f"{site.url}/people")
    tabs = page.get_by_role("tab")
    tabs.nth(0).focus()
    for key, place in (("ArrowRight", 1), ("End", -1), ("ArrowRight", 0)):
        page.keyboard.press(key)
        chosen = tabs.nth(place) if place >= 0 else tabs.last
        expect(chosen).to_be_focused()
        expect(chosen).to_have_attribute("aria-selected", "true")
    page.get_by_role("button", name=name).click()
    menu = page.locator(".n-dropdown-menu")
    expect(menu).to_be_visible()
    expect(menu).not_to_have_class(re.compile("enter"))  # it opens slowly and takes no click until then
    menu.get_by_text("退出").click()
    expect(page).to_have_url(f"{site.url}/login")


def test_an_invitation_makes_an_account(site: Site, stage: Stage, anonymous: Page, screenshots: Album) -> None:
    with transaction(site.server.engine) as db:
        invite = create_invite(db, roles=[Role.ANNOTATOR], now=time.time())
    page = anonymous
    page.goto(invite.path)
    expect(page.get_by_role("button", name="加入")).to_be_visible()
    photograph(page, screenshots, "join")
    boxes = page.locator("form input")
    boxes.nth(0).fill(f"sun-{stage.number}")
    for box in page.locator("input[type=password]").all():
        box.fill(PASSWORD)
    page.get_by_role("button", name="加入").click()
    expect(page.get_by_role("link", name="收件箱")).to_be_visible()
    page.context.clear_cookies()
    page.goto(invite.path)
    expect(page.get_by_role("button", name="加入")).to_have_count(0)
    photograph(page, screenshots, "join-used")


def test_an_empty_inbox_says_so(visit: Visit, screenshots: Album) -> None:
    page = visit("annotator", "/inbox")
    expect(page.locator(".empty")).to_be_visible()
    photograph(page, screenshots, "inbox-empty")


def test_the_language_changes_everywhere_and_is_remembered(stage: Stage, visit: Visit) -> None:
    page = visit("li", f"/work/{stage.open('space-rating', items('椅子在树下。'))}")
    expect(page.get_by_role("button", name="提交，下一题")).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("button", name="中文")).to_be_visible()
    expect(page.locator('[data-value="bad"]')).to_contain_text("plainly wrong")
    page.reload()
    expect(page.locator('[data-value="bad"]')).to_contain_text("plainly wrong")
    other = visit("li", "/")  # another browser, which has chosen nothing
    expect(other.get_by_role("button", name="中文")).to_be_visible()


def test_dark_and_light(visit: Visit) -> None:
    page = visit("builder", "/")
    shade = "() => getComputedStyle(document.body).backgroundColor"
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    light = page.evaluate(shade)
    page.get_by_role("button", name="外观").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate(shade) != light
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_guideline_is_one_key_away_and_searchable(stage: Stage, visit: Visit) -> None:
    desk = Desk(visit("li", f"/work/{stage.open('space-attribution', items('椅子在树里。'))}"))
    desk.ready()
    desk.press("F2")
    drawer = desk.page.locator(".n-drawer")
    before = drawer.locator("section").count()
    search = desk.page.get_by_placeholder("在规范中查找…")
    expect(search).to_be_focused()
    search.fill("介词")
    expect(drawer.locator("mark").first).to_have_text("介词")
    assert 0 < drawer.locator("section").count() <= before
    search.fill("没有这样的词")
    expect(drawer.get_by_text("规范中没有")).to_be_visible()
    desk.press("Escape")
    expect(drawer).to_have_count(0)
    desk.press("a")  # the keyboard is the form's again
    expect(desk.page.locator('[data-slot="text1"]')).to_be_visible()


def test_the_help_lists_the_keys_of_the_page(stage: Stage, visit: Visit) -> None:
    desk = Desk(visit("li", f"/work/{stage.open('space-step', items('椅子在树下。'))}"))
    desk.ready()
    desk.press("?")
    help_ = desk.page.locator(".keys-dialog")
    expect(help_).to_contain_text("克隆当前记录")
    expect(help_).to_contain_text("跳过")


def test_an_address_that_does_not_exist_says_so(visit: Visit) -> None:
    expect(visit("builder", "/nowhere").get_by_text("没有这个页面")).to_be_visible()


def test_a_campaign_that_does_not_exist_is_an_error_one_can_read(visit: Visit) -> None:
    page = visit("builder", "/manage/999999")
    expect(page.get_by_text(re.compile("没有|找不到"))).to_be_visible()
