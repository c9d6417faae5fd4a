"""Reloading, closing the tab, losing the network, two windows at once: nothing somebody wrote is lost, and no item."""

from typing import Any

from playwright.sync_api import Page, expect

from pingce.annotate.services import queue

from .conftest import Visit
from .pages import Desk
from .photos import Album, photograph
from .site import Stage, items

TEXT = "傍晚，奶奶从屋里搬出竹椅，放在院子中间的枣树里。"
FINE, BAD = {"rating": "fine"}, {"rating": "bad"}


def begin(stage: Stage, visit: Visit, *texts: str) -> Desk:
    campaign = stage.open("space-rating", items(*(texts or (TEXT,))), settings={"answers": 1})
    desk = Desk(visit("li", f"/work/{campaign}"))
    desk.ready()
    return desk


def rated(page: Page, label: str) -> None:
    expect(page.locator(f'[data-field="rating"] [data-value="{label}"]')).to_have_attribute("aria-checked", "true")


def comment(page: Page) -> Any:
    return page.locator('[data-field="comment"] textarea')


def test_reloading_in_the_middle(stage: Stage, visit: Visit) -> None:
    desk = begin(stage, visit)
    desk.press("4")
    comment(desk.page).fill("写到一半")
    desk.page.reload()  # at once: before the draft can have reached the server
    desk.ready()
    rated(desk.page, "bad")
    expect(comment(desk.page)).to_have_value("写到一半")
    with desk.handing_in():
        desk.press("Control+Enter")
    assert stage.answers() == [{**BAD, "comment": "写到一半"}]


def test_closing_the_tab_and_coming_back(stage: Stage, visit: Visit) -> None:
    desk = begin(stage, visit)
    desk.press("4")
    comment(desk.page).fill("明天再写")
    again = Desk(visit("li", f"/work/{stage.campaign}", beside=close(desk.page)))
    again.ready()
    rated(again.page, "bad")
    expect(comment(again.page)).to_have_value("明天再写")


def close(page: Page) -> Page:
    page.close()
    return page


def test_another_machine_finds_the_draft_on_the_server(stage: Stage, visit: Visit) -> None:
    desk = begin(stage, visit)
    desk.press("4")
    desk.saved()
    elsewhere = visit("li", f"/work/{stage.campaign}")
    rated(elsewhere, "bad")


def test_a_submission_without_network_waits_and_is_sent_once(stage: Stage, visit: Visit) -> None:
    desk = begin(stage, visit, TEXT, "椅子在树下。")
    desk.page.context.set_offline(True)
    desk.press("4", "Enter")
    expect(desk.page.get_by_text("答案已保存在本机，等待发送")).to_be_visible()
    assert stage.answers() == []
    with desk.handing_in():
        desk.page.context.set_offline(False)
    expect(desk.page.locator("code.ref")).to_have_text("#2")
    assert stage.answers() == [BAD]


def test_a_submission_without_network_survives_the_tab(stage: Stage, visit: Visit) -> None:
    desk = begin(stage, visit)
    context = desk.page.context
    context.set_offline(True)
    desk.press("4", "Enter")
    expect(desk.page.get_by_text("答案已保存在本机，等待发送")).to_be_visible()
    desk.page.close()
    context.set_offline(False)
    later = Desk(context.new_page())
    with later.handing_in():
        later.page.goto("/")
    assert stage.answers() == [BAD]


def test_editing_without_network_reaches_the_server_later(stage: Stage, visit: Visit) -> None:
    desk = begin(stage, visit)
    desk.page.context.set_offline(True)
    desk.press("1")
    expect(desk.page.get_by_text("离线，已存本机")).to_be_visible()
    desk.page.context.set_offline(False)
    desk.saved()
    assert stage.answers("draft") == [FINE]


def test_two_windows_are_shown_side_by_side_and_the_person_chooses(
    stage: Stage, visit: Visit, screenshots: Album
) -> None:
    here = begin(stage, visit)
    there = Desk(visit("li", f"/work/{stage.campaign}"))
    there.ready()
    there.press("1")
    there.saved()
    here.press("4")
    conflict = here.page.get_by_role("alertdialog")
    expect(conflict).to_contain_text("显然异常")
    expect(conflict).to_contain_text("完全正常")
    photograph(here.page, screenshots, "work-conflict")
    here.page.get_by_role("button", name="保留这个窗口里的").click()
    expect(conflict).to_have_count(0)
    with here.handing_in():
        here.press("Enter")
    there.press("2")
    other = there.page.get_by_role("alertdialog")
    expect(other).to_contain_text("显然异常")
    there.page.get_by_role("button", name="改用服务器上的").click()
    rated(there.page, "bad")
    assert stage.answers() == [BAD]


def test_undo_and_redo_go_through_the_whole_answer(stage: Stage, visit: Visit) -> None:
    desk = begin(stage, visit)
    desk.press("1", "4", "Control+z")
    rated(desk.page, "fine")
    desk.press("Control+y")
    rated(desk.page, "bad")


def test_skipping_asks_why_and_gives_the_next_item(stage: Stage, visit: Visit) -> None:
    desk = begin(stage, visit, TEXT, "椅子在树下。")
    desk.press("Alt+s")
    dialog = desk.page.get_by_role("dialog")
    dialog.get_by_text("读不懂").click()
    with desk.handing_in("/skip"):
        dialog.get_by_role("button", name="跳过").click()
    expect(desk.page.locator("code.ref")).to_have_text("#2")


def test_who_waits_for_others_gets_what_they_give_back_without_asking(stage: Stage, visit: Visit) -> None:
    campaign = stage.open("space-rating", items(TEXT), annotators=("li", "wang"), settings={"answers": 1})
    job = stage.take("wang")
    page = visit("li")
    page.clock.install()
    page.goto(f"/work/{campaign}")
    expect(page.get_by_text("这一页每隔几秒自动再看一次")).to_be_visible()
    with stage.change() as db:
        queue.skip(db, stage.people["wang"], job.job, "读不懂", at=stage.now)
    page.clock.fast_forward(5000)
    expect(page.locator("code.ref")).to_have_text("#1")
