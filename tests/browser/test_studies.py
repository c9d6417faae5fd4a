"""Human studies on pages: a sample is drawn, people answer it or mend what was published, a tab tells the result."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from .conftest import Visit
from .photos import Album, photograph
from .site import Stage
from .test_manage import option, pick_file, search_option

GENRES = ("报刊", "报刊", "报刊", "文学")
STEP_TEXT = "小明把书放在桌子上。他走到窗边。"


def released(folder: Path, n: int = 40) -> Path:
    """Data of task 1 with answers: even numbers are judged 0."""
    file = folder / "task1_test.jsonl"
    records = [
        {"qid": f"1-test-{i}", "context": f"第{i}个：书在桌子上。", "judge": i % 2, "genre": GENRES[i // 2 % 4]}
        for i in range(n)
    ]
    file.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), encoding="utf-8")
    return file


def choose_task(page: Page, task: str) -> None:
    page.locator(".n-base-selection", has_text="任务").click()
    search_option(page, task)


def campaign_in(page: Page) -> int:
    expect(page).to_have_url(re.compile(r"/manage/\d+/study$"))
    return int(page.url.split("/")[-2])


def test_a_human_test_from_sample_to_result(stage: Stage, visit: Visit, screenshots: Album, tmp_path: Path) -> None:
    people = ("li", "wang", "zhao", "qian")
    stage.open("space-rating", [], annotators=people)
    page = visit("builder", "/manage")
    page.get_by_role("button", name="新建测试或复核").click()
    choose_task(page, "space2022/task1")
    pick_file(page, released(tmp_path))
    page.get_by_label("题数").fill("8")
    page.get_by_label("题数").press("Enter")
    wanted = ("报刊.*0.*3", "报刊.*1.*3", "文学.*0.*1", "文学.*1.*1", "合计.*8")
    expect(page.locator("table tbody tr")).to_have_text([re.compile(text) for text in wanted])
    page.locator("label", has_text="标注员").locator(".n-base-selection").click()
    for name in people:
        search_option(page, f"{name}-{stage.number}")
    page.keyboard.press("Escape")
    expect(page.get_by_label("每题几人")).to_have_value("4")
    page.get_by_label("名称").fill(f"人类测试 {stage.number}")
    photograph(page, screenshots, "study-new")
    page.get_by_role("button", name="抽样并新建活动").click()
    stage.campaign = campaign_in(page)
    expect(page.get_by_text("还没有人作答")).to_be_visible()
    for name in people:
        for _ in range(8):
            held = stage.take(name)
            number = int(held.item.texts["text"].removeprefix("第").partition("个")[0])
            right = number % 2 if name != "qian" else 1 - number % 2
            stage.submit(name, held, {"judge": right})
    page.reload()
    expect(page.get_by_text("8 / 8")).to_have_count(4)
    page.locator(".choices label", has_text="另外不计入").locator(".n-base-selection").click()
    option(page, f"qian-{stage.number}")
    page.keyboard.press("Escape")
    expect(page.get_by_text(f"× qian-{stage.number} 不计入：按要求不计入")).to_be_visible()
    page.locator(".choices label", has_text="谁不计入").locator(".n-base-selection").click()
    option(page, "SpaCE2022 报告的做法")
    expect(page.get_by_text("几乎完全一致（SpaCE2022 报告）").first).to_be_visible()
    photograph(page, screenshots, "study-result")


def test_an_audit_counts_what_was_mended(stage: Stage, visit: Visit, screenshots: Album, tmp_path: Path) -> None:
    book: list[object] = [None] * 18
    book[0], book[2] = {"text": "书", "idxes": [3]}, {"text": "放", "idxes": [4]}
    book[7] = {"text": "在桌子上", "idxes": [5, 6, 7, 8]}
    record = {"qid": "3-test-1", "context": STEP_TEXT, "outputs": [book], "corefs": [], "non_corefs": []}
    file = tmp_path / "task3_test.jsonl"
    file.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
    stage.open("space-rating", [], annotators=("li",))
    page = visit("builder", "/manage/study")
    page.get_by_text("答案复核", exact=True).click()
    choose_task(page, "space2022/task3")
    pick_file(page, file)
    expect(page.get_by_text("要 70 题；有答案的题有 1 道。")).to_be_visible()
    page.get_by_label("题数").fill("1")
    page.get_by_label("题数").press("Enter")
    expect(page.get_by_text("没有写明体裁")).to_be_visible()
    page.locator(".fields label", has_text="保持比例").locator(".n-base-selection").click()
    option(page, "不分")
    page.locator("label", has_text="标注员").locator(".n-base-selection").click()
    search_option(page, f"li-{stage.number}")
    page.keyboard.press("Escape")
    page.get_by_label("名称").fill(f"复核 {stage.number}")
    page.get_by_role("button", name="抽样并新建活动").click()
    stage.campaign = campaign_in(page)
    work = visit("li", f"/work/{stage.campaign}")
    expect(work.get_by_text("起点：公布的答案")).to_be_visible()
    expect(work.get_by_role("button", name="空间实体 书 事件 放 处所 在桌子上")).to_be_visible()
    held = stage.take("li")
    shorter = [*book[:7], {"text": "桌子上", "idxes": [6, 7, 8]}, *book[8:]]
    stage.submit("li", held, {**(held.answer or {}), "outputs": [shorter]})
    page = visit("builder", f"/manage/{stage.campaign}/study")
    expect(page.get_by_text("1 题，1 人：增加 0，删除 0，修改 1")).to_be_visible()
    expect(page.get_by_text("改了边界")).to_be_visible()
    photograph(page, screenshots, "study-audit")
