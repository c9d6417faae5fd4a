"""Signing in, joining, language, light and dark, help and guideline: what every page has."""

import re
import time

import pytest
from playwright.sync_api import FilePayload, Page, expect

from pingce.server.people.accounts import create_user
from pingce.server.people.invites import create_invite
from pingce.store.database import transaction
from pingce.store.people import Role
from tests.server.builders import PASSWORD, quick_password

from .conftest import Visit
from .pages import Desk, remembered
from .photos import Album, photograph, wide
from .profiles import Profiles
from .site import Site, Stage, items


@pytest.fixture
def anonymous(site: Site, profiles: Profiles) -> Page:
    return profiles.page(site.url)


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
    page.locator(".n-dropdown-menu").get_by_text("退出").click()
    expect(page).to_have_url(f"{site.url}/login")


def import_people(page: Page, text: str) -> None:
    file: FilePayload = {"name": "people.csv", "mimeType": "text/csv", "buffer": text.encode()}
    page.locator("input[type=file]").set_input_files(file)


def test_what_is_wrong_with_a_list_of_people_stays_until_it_is_closed(stage: Stage, visit: Visit) -> None:
    page = visit("admin", "/people")
    expect(page.get_by_text("CSV 第一行写列名")).to_be_visible()
    wrong = "name,roles\n小李,国王\na b,标注员\n"
    page.locator("input[type=file]").set_input_files(
        {"name": "a.csv", "mimeType": "text/csv", "buffer": wrong.encode()}
    )
    told = page.get_by_role("alert")
    expect(told).to_contain_text("没有添加任何人")
    expect(told.get_by_role("listitem")).to_have_text(
        ["第 2 行 没有角色“国王”；可用：管理员、建设者、审核员、标注员、参赛队", "第 3 行 “a b”不能作用户名"]
    )
    page.get_by_role("button", name="English").click()
    expect(told.get_by_role("listitem").nth(1)).to_have_text("line 3 'a b' cannot be a name")
    name = f"小李-{stage.number}"
    good = f"name,roles\n{name},标注员 审核员\n"
    import_people(page, good)
    expect(page.get_by_text("cannot be a name")).to_have_count(0)
    page.get_by_placeholder("Name").fill(name)
    expect(page.locator("tbody tr")).to_contain_text([name])


def test_the_tab_of_the_people_page_is_in_the_address(visit: Visit) -> None:
    page = visit("admin", "/people")
    page.get_by_role("tab", name="组").click()
    expect(page).to_have_url(re.compile("tab=groups"))
    page.reload()
    expect(page.get_by_role("tab", name="组")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_placeholder("组名")).to_be_visible()


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


@pytest.mark.parametrize("width", [1280, 768])
def test_a_long_name_does_not_push_the_bar_out_of_the_window(width: int, visit: Visit) -> None:
    page = visit("builder", "/account")
    page.set_viewport_size({"width": width, "height": 800})
    name = "欧阳" * 40
    page.locator("input").first.fill(name)
    page.get_by_role("button", name="保存").first.click()
    shown = page.locator("header").get_by_title(name)
    expect(shown).to_have_text(name)
    assert wide(page) == []


def test_the_language_changes_everywhere_and_is_remembered(stage: Stage, visit: Visit) -> None:
    page = visit("li", f"/work/{stage.open('space-rating', items('椅子在树下。'))}")
    expect(page.get_by_role("button", name="提交，下一题")).to_be_visible()
    with remembered(page):
        page.get_by_role("button", name="English").click()
    expect(page.get_by_role("button", name="中文")).to_be_visible()
    expect(page.locator('[data-value="bad"]')).to_contain_text("plainly wrong")
    page.reload()
    expect(page.locator('[data-value="bad"]')).to_contain_text("plainly wrong")
    other = visit("li", "/")  # another browser, which has chosen nothing
    expect(other.get_by_role("button", name="中文")).to_be_visible()


def test_dark_and_light(visit: Visit) -> None:
    page = visit("builder", "/")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    light = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="外观").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("body")).not_to_have_css("background-color", light)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_guideline_is_one_key_away_and_searchable(stage: Stage, visit: Visit) -> None:
    desk = Desk(visit("li", f"/work/{stage.open('space-attribution', items('椅子在树里。'))}"))
    desk.ready()
    desk.press("F2")
    drawer = desk.page.locator(".n-drawer")
    search = desk.page.get_by_placeholder("在规范中查找…")
    expect(search).to_be_focused()
    expect(drawer.locator("section").first).to_be_visible()
    before = drawer.locator("section").count()
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
    expect(page.get_by_role("button", name="重试")).to_have_count(0)  # it would not be there then, either
    page.locator(".error").get_by_role("button", name="首页").click()
    expect(page).to_have_url(re.compile("/$"))


def test_the_login_page_leads_to_what_is_open_to_everybody(site: Site, anonymous: Page) -> None:
    for name, address in (("评测", "/competitions"), ("往届榜单", "/competitions/published"), ("试一试", "/try")):
        anonymous.goto("/login")
        anonymous.get_by_role("navigation", name="不登录也能看").get_by_role("link", name=name).click()
        expect(anonymous).to_have_url(f"{site.url}{address}")


@pytest.mark.parametrize("path", ["/manage", "/manage/new", "/manage/1", "/competitions/new", "/people"])
def test_pages_of_other_roles_say_so_before_anything_is_filled_in(visit: Visit, site: Site, path: str) -> None:
    page = visit("annotator", path)
    expect(page.get_by_text("你的角色不能这样做")).to_be_visible()
    expect(page).to_have_url(f"{site.url}{path}")
    expect(page.locator("main input")).to_have_count(0)
    page.locator("main").get_by_role("button", name="首页").click()
    expect(page).to_have_url(f"{site.url}/")


def test_a_tab_that_does_not_exist_says_so(stage: Stage, visit: Visit) -> None:
    campaign = stage.open("space-rating", items("椅子在树下。"))
    page = visit("admin", f"/manage/{campaign}/nonsense")
    expect(page.get_by_text("没有这个页面")).to_be_visible()
    expect(visit("admin", f"/manage/{campaign}/relations").get_by_text("没有这个页面")).to_be_visible()
    page.get_by_role("tab", name="题目").click()
    expect(page.get_by_text("q1")).to_be_visible()
    expect(page.get_by_text("没有这个页面")).to_have_count(0)


def test_tabs_with_different_campaigns_have_different_titles(stage: Stage, visit: Visit) -> None:
    campaign = stage.open("space-rating", items("椅子在树下。"))
    expect(visit("builder", f"/manage/{campaign}")).to_have_title(f"试验 {stage.number} · 管理 · 评测工作台")
    worker = visit("li", f"/work/{campaign}")
    expect(worker).to_have_title(f"试验 {stage.number} · 标注 · 评测工作台")
    worker.get_by_role("link", name="评测", exact=True).click()
    expect(worker).to_have_title("评测 · 评测工作台")


def test_on_a_phone_everything_of_the_top_bar_can_be_reached(stage: Stage, visit: Visit) -> None:
    stage.person("root", Role.ADMIN)
    page = visit("root", "/people")
    page.set_viewport_size({"width": 390, "height": 800})
    assert not wide(page)
    expect(page.get_by_role("button", name=f"root-{stage.number}")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="外观")).to_be_in_viewport(ratio=1)
    people = page.get_by_role("navigation", name="主导航").get_by_role("link", name="人员")
    people.scroll_into_view_if_needed()
    expect(people).to_be_in_viewport(ratio=0.9)


def test_a_link_of_a_builder_leads_a_newcomer_straight_into_the_campaign(
    site: Site, stage: Stage, visit: Visit, anonymous: Page
) -> None:
    campaign = stage.open("space-rating", items("鸟飞到树上。"))
    page = visit("builder", f"/manage/{campaign}/members")
    page.get_by_role("button", name="生成链接").click()
    link = page.get_by_label(re.compile(r"http.*/join/"))
    expect(link).to_be_visible()
    address = re.search(r"/join/[\w-]+", link.input_value())
    assert address is not None
    anonymous.goto(address.group())
    expect(anonymous.get_by_text(f"试验 {stage.number}")).to_be_visible()
    anonymous.locator("input[name=name]").fill(f"xin-{stage.number}")
    for field in anonymous.locator("input[type=password]").all():
        field.fill(PASSWORD)
    anonymous.get_by_role("button", name="加入").click()
    expect(anonymous).to_have_url(f"{site.url}/work/{campaign}")
    expect(anonymous.get_by_text("鸟飞到树上").first).to_be_visible()
