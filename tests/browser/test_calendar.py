"""The published calendars, typed on the page as their pages print them, and then walked through."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pingce.leaderboard.competition.services import access
from pingce.server.request_context import COOKIE
from pingce.tasks.catalog import find_task
from tests.server.builders import Clients, borrowed_app
from tests.server.test_calendars import BY_HAND, edition_task, walk_through

from .photos import Album, photograph
from .profiles import Profiles
from .site import Site

PHASES = {
    "space2022": {
        "registration": ("2022年6月1日", "2022年8月20日"),
        "dev": ("2022年8月8日", ""),
        "test": ("2022年9月15日 9:00", "2022年9月18日 22:00"),
        "published": ("2022年10月14日", ""),
    },
    "space2023": {
        "registration": ("2023-04-05", "2023-05-15"),
        "dev": ("2023/5/1", ""),
        "test": ("2023.6.5", "2023.6.8"),
        "published": ("2023-6-14", ""),
    },
}
TITLES = {"registration": "报名", "dev": "开发集", "test": "测试集", "published": "已公布"}
STARTS, ENDS = "开始", "结束（可不填）"
DOWNLOADS = {
    "train": "训练集",
    "dev questions": "开发集题目",
    "dev answers": "开发集答案",
    "test questions": "测试集题目",
}


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path)
    site.start()
    yield site
    site.stop()


def save(page: Page, address: str) -> None:
    with page.expect_response(lambda answer: answer.url.endswith(address)) as caught:
        page.get_by_role("button", name="保存").first.click()
    assert caught.value.ok, caught.value.text()


@pytest.mark.parametrize("edition", list(PHASES))
def test_a_calendar_typed_as_it_was_published_brings_every_file_out_on_its_day(
    own_site: Site, profiles: Profiles, screenshots: Album, monkeypatch: pytest.MonkeyPatch, edition: str
) -> None:
    task = edition_task(Clients(own_site.server, borrowed_app(own_site.server)), edition)
    context = profiles.make(own_site.url)
    context.add_cookies([{"name": COOKIE, "value": task.organiser.cookies[COOKIE], "url": own_site.url}])
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Shanghai"})
    page.goto(f"/competitions/{task.id}/organise")
    for kind, (starts, ends) in PHASES[edition].items():
        fields = page.locator(f"[data-phase={kind}]")
        if not fields.count():
            page.get_by_role("button", name=f"+ {TITLES[kind]}").click()
        for label, written in ((STARTS, starts), (ENDS, ends)):
            fields.get_by_label(label, exact=True).fill(written)
            fields.get_by_label(label, exact=True).blur()
    save(page, "/phases")
    page.locator(".n-tabs-tab", has_text="日程").last.click()
    for (name, what), at in BY_HAND[edition][1].items():
        field = page.get_by_label(f"{DOWNLOADS[what]}，{find_task(name).title.zh}", exact=True)
        field.fill(at.replace("T", " "))
        field.blur()
        expect(field).to_have_value(at.replace("T", " ") if "T" in at else f"{at} 00:00")
    if edition == "space2022":
        photograph(page, screenshots, "calendar-typed")
    save(page, "/calendar")
    walk_through(task, edition, lambda at: monkeypatch.setattr(access, "clock", lambda _: at))


def test_what_is_no_date_is_told_beside_the_field_and_changes_nothing(own_site: Site, profiles: Profiles) -> None:
    task = edition_task(Clients(own_site.server, borrowed_app(own_site.server)), "space2022")
    context = profiles.make(own_site.url)
    context.add_cookies([{"name": COOKIE, "value": task.organiser.cookies[COOKIE], "url": own_site.url}])
    page = context.new_page()
    page.goto(f"/competitions/{task.id}/organise")
    page.get_by_role("button", name="+ 报名").click()
    field = page.locator("[data-phase=registration]").get_by_label(ENDS, exact=True)
    field.fill("八月二十日")
    field.blur()
    expect(page.get_by_role("alert")).to_have_text("请写成 2026-08-08 09:00")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("2099-08-20")
    field.blur()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(field).to_have_value("2099-08-20 24:00")
    field.fill("")
    field.blur()
    expect(field).to_have_value("")
