"""Cleaning by keys: keep, drop, mend with the changes in sight; the builder sees before and after."""

from playwright.sync_api import expect

from pingce.annotate.items import NewItem
from pingce.formats.provenance import stated_provenance

from .conftest import Visit
from .photos import Album, photograph
from .site import Stage, items

TEXTS = ("小猫跳到桌字上，又跳了下来。", "点击 http://x.cn 领红包", "河边有一座小桥，桥下有船。")


def passages() -> list[NewItem]:
    made = []
    for i, text in enumerate(TEXTS):
        extra: dict[str, object] = {"source": {"file": "a.txt", "offset": i, "kind": ("professional", "web")[i % 2]}}
        made.append(NewItem(f"p{i}", {"text": text}, extra, origin=stated_provenance(f"p{i}", extra)))
    return made


def test_three_keys_clean_a_corpus_and_the_changes_are_in_sight(stage: Stage, visit: Visit, screenshots: Album) -> None:
    settings = {"audit_rate": 0, "audit_rate_first": 0, "order": "given"}
    campaign = stage.open("clean-passages", passages(), settings=settings)
    page = visit("li", f"/work/{campaign}")
    expect(page.get_by_text(TEXTS[0]).first).to_be_visible()
    page.keyboard.press("3")
    page.keyboard.press("q")
    page.keyboard.press("m")
    box = page.get_by_role("textbox", name="改正后")
    expect(box).to_be_focused()
    expect(box).to_have_value(TEXTS[0])
    box.fill(TEXTS[0].replace("桌字", "桌子"))
    expect(page.locator(".text-diff del")).to_have_text("字")
    expect(page.locator(".text-diff ins")).to_have_text("子")
    photograph(page, screenshots, "cleaning-mend")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text(TEXTS[1]).first).to_be_visible()
    page.keyboard.press("2")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    expect(page.get_by_text(TEXTS[2]).first).to_be_visible()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.get_by_text(TEXTS[2])).to_have_count(0)

    page = visit("builder", f"/manage/{campaign}/cleaning")
    row = page.locator('tr[data-row="all"]')
    expect(row.locator("td").nth(1)).to_have_text("3")
    assert row.locator("td").all_inner_texts()[1:] == ["3", "1", "1", "1", "0", "2", "66.7 %"]
    expect(page.get_by_role("link", name="下载清理后的语料")).to_be_visible()
    photograph(page, screenshots, "cleaning-counts")


def test_experts_vote_on_words_and_the_builder_takes_the_list_away(
    stage: Stage, visit: Visit, screenshots: Album
) -> None:
    texts = [("等待", "1. 不采取行动"), ("意思", "1. 含义\n2. 趣味")]
    new = [NewItem(word, {"glosses": glosses, "word": word}) for word, glosses in texts]
    campaign = stage.open("word-vote", new, annotators=["li", "wang"], settings={"order": "given"})
    page = visit("li", f"/work/{campaign}")
    expect(page.get_by_text("不采取行动").first).to_be_visible()
    page.keyboard.press("2")
    page.keyboard.press("q")
    photograph(page, screenshots, "word-vote")
    page.keyboard.press("Enter")
    expect(page.get_by_text("趣味").first).to_be_visible()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.get_by_text("趣味")).to_have_count(0)
    for _ in texts:
        stage.answer("wang", {"vote": "exclude", "reason": "rare"})
    page = visit("builder", f"/manage/{campaign}/votes")
    expect(page.locator('tr[data-word="等待"]')).to_contain_text("不选")
    expect(page.locator('tr[data-word="意思"]')).to_contain_text("–")
    photograph(page, screenshots, "word-votes")
    with page.expect_download() as download:
        page.get_by_role("link", name="下载不选的词（CSV）").click()
    assert download.value.path().read_text(encoding="utf-8") == "word,reason\n等待,今天只用一个义项；罕用\n"


def test_a_builder_gives_levels_and_sees_how_many_people_items_ask_for(
    stage: Stage, visit: Visit, screenshots: Album
) -> None:
    new = [*items("椅子在树下。"), *(NewItem(f"w{i}", {"text": f"第{i}句，鱼在水里。"}) for i in range(3))]
    settings = {"second_share": 0.5, "audit_rate": 0, "audit_rate_first": 0, "control_rate": 0}
    campaign = stage.open("space-rating", new, settings=settings)
    page = visit("builder", f"/manage/{campaign}/members")
    expect(page.get_by_role("button", name="按表现定级")).to_be_visible()
    page.locator(".level").first.click()
    page.locator(".n-base-select-option", has_text="B").first.click()
    expect(page.locator(".level").first).to_contain_text("B")
    photograph(page, screenshots, "members-levels")
    page.goto(page.url.replace("/members", "/overview"))
    expect(page.locator('[data-asked="1"]')).to_contain_text("2")
    expect(page.locator('[data-asked="2"]')).to_contain_text("2")
    page.goto(page.url.replace("/overview", "/settings"))
    expect(page.get_by_text("可独立作答的等级")).to_be_visible()
    photograph(page, screenshots, "settings-numbers")
