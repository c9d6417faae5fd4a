"""Before annotating: examples with feedback, a test, being admitted; and a group that is handed on."""

import json
from pathlib import Path

from playwright.sync_api import expect

from pingce.annotate.items import NewItem
from pingce.annotate.services import training
from pingce.annotate.services.campaigns import change_campaign
from tests.annotate.world import GLOSSES, rating, sense_item, senses

from .conftest import Visit
from .photos import Album, photograph
from .site import Stage, items
from .test_manage import option, pick_file


def test_examples_then_the_test_then_work(stage: Stage, visit: Visit, screenshots: Album) -> None:
    campaign = stage.open("space-rating", items("椅子在树下。"), settings={"admits": "test", "test_items": 1})
    texts = ("书在桌子上。", "月亮挂在鞋里。", "鱼在树上游。")
    gold = [
        NewItem(f"t{i}", {"text": text}, {"remark": "鞋里放不下"}, gold=rating("bad"))
        for i, text in enumerate(texts, start=1)
    ]
    with stage.change() as db:
        training.add_training_items(db, stage.people["builder"], stage.campaign, gold[:2], "example")
        training.add_training_items(db, stage.people["builder"], stage.campaign, gold[2:], "test")
    page = visit("li", f"/work/{campaign}")
    page.get_by_role("button", name="去培训和测试").click()
    page.get_by_role("button", name="示例 · 2").click()
    expect(page.get_by_text("书在桌子上。").first).to_be_visible()
    page.keyboard.press("1")
    page.get_by_role("button", name="看看对不对").click()
    expect(page.get_by_text("和标准答案不同")).to_be_visible()
    expect(page.get_by_text("鞋里放不下")).to_be_visible()
    photograph(page, screenshots, "training-example")
    page.get_by_role("button", name="开始测试（1 题）").click()
    expect(page.get_by_text("鱼在树上游。").first).to_be_visible()
    page.keyboard.press("4")
    page.get_by_role("button", name="保存，下一题").click()
    page.get_by_role("button", name="交卷").click()
    expect(page.get_by_text("通过：1 / 1")).to_be_visible()
    photograph(page, screenshots, "training-passed")
    page.get_by_role("link", name="去标注").click()
    expect(page.get_by_text("椅子在树下。").first).to_be_visible()


def test_a_builder_brings_training_items_and_admits_by_hand(
    stage: Stage, visit: Visit, screenshots: Album, tmp_path: Path
) -> None:
    campaign = stage.open("space-rating", items("椅子在树下。"), settings={"admits": "test", "attempts": 1})
    file = tmp_path / "gold.jsonl"
    record = {"qid": "1-train-1", "context": "书在桌子上。", "judge": 1, "remark": "常见"}
    file.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
    page = visit("builder", f"/manage/{campaign}/training")
    page.get_by_text("测试", exact=True).first.click()
    pick_file(page, file)
    page.get_by_role("button", name="加入").click()
    expect(page.get_by_text("1-train-1")).to_be_visible()
    with stage.change() as db:
        training.begin_attempt(db, stage.people["li"], stage.campaign)
        assert training.finish_attempt(db, stage.people["li"], stage.campaign).passed is False
    assert stage.next("li") is None
    page.reload()
    page.get_by_label("理由").fill("面试通过")
    photograph(page, screenshots, "manage-training-people")
    page.get_by_role("button", name="准许", exact=True).click()
    expect(page.get_by_text("面试通过")).to_be_visible()
    assert stage.next("li") is not None


def test_a_group_is_handed_on_from_the_page(stage: Stage, visit: Visit, screenshots: Album) -> None:
    new = [sense_item(i) for i in range(3)]
    campaign = stage.open("wsd", new, annotators=["li", "wang"], settings={"gate": 1, "person_least": 500})
    stage.answer("li", senses(GLOSSES[0]))
    page = visit("builder", f"/manage/{campaign}/members")
    row = page.locator("tr", has_text=f"li-{stage.number}")
    expect(row).to_contain_text("1 / 500")
    row.get_by_role("button", name="退出会留下什么").click()
    page.locator(".n-base-selection", has_text="交给").click()
    option(page, f"wang-{stage.number}")
    page.get_by_label("理由").fill("毕业了")
    photograph(page, screenshots, "manage-quota-left")
    page.get_by_role("button", name="转交").click()
    expect(page.get_by_text("没有留下什么。")).to_be_visible()
    with stage.change() as db:
        change_campaign(db, stage.people["builder"], stage.campaign, status="open")
    assert stage.take("wang").item.texts["word"] == "打开"


def test_a_faulty_gloss_is_reported_and_mended(stage: Stage, visit: Visit, screenshots: Album) -> None:
    campaign = stage.open("wsd", [sense_item(0)], annotators=["li", "wang"], settings={"gate": 1})
    page = visit("li", f"/work/{campaign}")
    page.get_by_role("button", name="释义有问题").click()
    page.locator(".n-base-selection", has_text="释义有问题").click()
    option(page, "与别的释义重叠")
    page.locator(".n-base-selection", has_text="哪一条").click()
    option(page, GLOSSES[1])
    page.get_by_role("button", name="报告", exact=True).click()
    expect(page.get_by_text("已记下，谢谢")).to_be_visible()
    stage.answer("li", senses(GLOSSES[1]))
    stage.answer("wang", senses(GLOSSES[1]))
    page = visit("builder", f"/manage/{campaign}/glosses")
    expect(page.get_by_text("与别的释义重叠")).to_be_visible()
    page.locator("main").get_by_role("button", name="打开", exact=True).first.click()
    for gloss in GLOSSES[:2]:
        page.locator(".n-checkbox", has_text=gloss).click()
    page.get_by_label("改成什么，一行一条").fill("拉开；揭开")
    page.get_by_label("理由").fill("义项重叠")
    page.get_by_role("button", name="改动", exact=True).click()
    expect(page.get_by_text("改动的历史")).to_be_visible()
    expect(page.get_by_text("可换成现在的说法")).to_be_visible()
    expect(page.get_by_text("已处理")).to_be_visible()
    form = page.locator("form.make")
    form.locator(".n-base-selection").nth(0).click()
    option(page, "拉开；揭开")
    form.locator(".n-base-selection").nth(2).click()
    option(page, GLOSSES[2])
    form.get_by_role("button", name="添加").click()
    expect(page.locator(".make.line")).to_contain_text("相离")
    photograph(page, screenshots, "manage-glosses")
