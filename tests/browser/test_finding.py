"""Finding things from any page with Ctrl K: by keys alone, also with a Chinese input method."""

import re

from playwright.sync_api import expect

from pingce.annotate.items import NewItem

from .conftest import Visit
from .photos import Album, photograph
from .site import Stage


def test_keys_alone_lead_from_any_page_to_an_item(stage: Stage, visit: Visit, screenshots: Album) -> None:
    texts = ("石榴树下放着水缸。", "水缸里的石榴红了。", "石榴熟了。")
    stage.open("space-rating", [NewItem(f"石-{i}", {"text": text}) for i, text in enumerate(texts)])
    page = visit("builder", "/competitions")
    expect(page.locator("h1")).to_be_visible()
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox", name="查找")
    expect(field).to_be_focused()
    page.keyboard.insert_text("水缸")
    options = page.get_by_role("option")
    expect(options).to_have_count(2)
    expect(options.first).to_have_attribute("aria-selected", "true")
    photograph(page, screenshots, "find")
    page.keyboard.press("ArrowDown")
    expect(options.last).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(rf"/manage/{stage.campaign}/items/\d+$"))
    expect(page.get_by_text("石榴树下放着水缸").first).to_be_visible()


def test_enter_that_takes_a_candidate_opens_nothing(stage: Stage, visit: Visit) -> None:
    stage.open("space-rating", [NewItem("柿-1", {"text": "柿子挂在树梢上。"})])
    page = visit("builder", "/competitions")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox", name="查找")).to_be_focused()
    devtools = page.context.new_cdp_session(page)
    devtools.send("Input.imeSetComposition", {"text": "shi", "selectionStart": 3, "selectionEnd": 3})
    for kind in ("rawKeyDown", "keyUp"):
        devtools.send("Input.dispatchKeyEvent", {"type": kind, "key": "Process", "windowsVirtualKeyCode": 229})
    devtools.send("Input.insertText", {"text": "柿子"})
    expect(page.get_by_role("option")).to_have_count(1)
    expect(page).to_have_url(re.compile("/competitions$"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/items/"))
