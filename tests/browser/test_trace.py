"""One item's whole life on a page, from item lists and by its id or text."""

from playwright.sync_api import expect

from tests.annotate.test_chain import ITEMS
from tests.annotate.world import rating

from .conftest import Visit
from .photos import Album, photograph
from .site import Stage

LIGHT = {"answers": 1, "audit_rate": 0.0, "audit_rate_first": 0.0, "control_rate": 0.0}


def test_an_item_is_traced_from_its_list_to_file_replacement_and_answers(
    stage: Stage, visit: Visit, screenshots: Album
) -> None:
    campaign = stage.open("space-rating", ITEMS[:2], settings=LIGHT)
    stage.answer("li", rating("bad"))
    page = visit("builder", f"/manage/{campaign}/items")
    page.get_by_role("row", name="r1").get_by_role("link", name="溯源").click()
    life = page.get_by_role("article", name="r1").first
    expect(life.get_by_text("corpus/news/town.txt")).to_be_visible()
    expect(life.get_by_text("第 3 行")).to_be_visible()
    expect(life.locator("del")).to_have_text("里面")
    expect(life.locator("ins")).to_have_text("上面")
    expect(life.get_by_role("heading", name=f"标注：试验 {stage.number}")).to_be_visible()
    expect(life.get_by_text("显然异常").first).to_be_visible()
    expect(life.get_by_text("在导出的数据中").first).to_be_visible()
    expect(life.get_by_role("link", name="r2")).to_be_visible()
    photograph(page, screenshots, "trace")
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
    expect(page).to_have_title("r1 · 溯源 · 评测工作台")


def test_a_text_is_traced_with_the_keyboard_and_unknown_ones_are_said_to_be(stage: Stage, visit: Visit) -> None:
    stage.open("space-rating", ITEMS[:1], settings=LIGHT)
    page = visit("builder", "/trace")
    box = page.get_by_role("textbox", name="题号或整段文本")
    expect(box).to_be_focused()
    page.keyboard.type("没有这道题")
    page.keyboard.press("Enter")
    expect(page.get_by_text("没有找到这道题")).to_be_visible()
    box.fill(ITEMS[0].texts["text"])
    box.press("Enter")
    expect(page.get_by_role("article", name="r1").first).to_be_visible()


def test_whoever_holds_an_item_sees_nothing_of_it_before_answering(stage: Stage, visit: Visit) -> None:
    campaign = stage.open("space-rating", ITEMS[:1], settings=LIGHT)
    page = visit("li", f"/work/{campaign}")
    expect(page.locator(".answer-form")).to_be_visible()
    page.goto("/trace")
    page.get_by_role("textbox", name="题号或整段文本").fill(ITEMS[0].texts["text"])
    page.keyboard.press("Enter")
    expect(page.get_by_text("你正在标注这道题")).to_be_visible()
    expect(page.get_by_text("town.txt")).to_have_count(0)
