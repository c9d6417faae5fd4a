"""Builders and administrators: campaigns from files, people, rules, control items, gloss relations, exports."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from pingce.annotate.items import NewItem
from pingce.annotate.services.campaigns import create_campaign
from pingce.annotate.services.chain import chain
from pingce.annotate.services.tiers import store_tiers
from pingce.formats.examples import example_folder
from pingce.formats.tiers import GradedItem
from pingce.store.people import Role
from tests.annotate.world import rating, senses

from .conftest import Visit
from .pages import Desk
from .photos import Album, photograph
from .site import Stage, items
from .test_forms import SENSES

EXAMPLES = example_folder()


def pick_file(page: Page, path: Path, *, nth: int = 0) -> None:
    page.locator("input[type=file]").nth(nth).set_input_files(path)
    expect(page.get_by_text(path.name, exact=True)).to_be_visible()


def option(page: Page, text: str) -> None:
    """Choose from an open list that is short enough to be drawn whole."""
    page.locator(".n-base-select-option:visible", has_text=text).click()


def search_option(page: Page, text: str) -> None:
    """Type into an open list, then choose: of a long list only the part in sight is drawn, and others lengthen it."""
    page.keyboard.type(text)
    option(page, text)


def test_a_campaign_from_a_file_with_a_preset(stage: Stage, visit: Visit) -> None:
    stage.open("space-rating", [])  # somebody to choose as a member
    page = visit("builder", "/manage/new")
    page.get_by_role("button", name="异常归因").click()
    page.get_by_placeholder("名称").fill(f"归因 {stage.number}")
    pick_file(page, EXAMPLES / "space2022" / "task2_dev_input.jsonl")
    annotators = page.locator(".pick label", has_text="标注员").locator(".n-select")
    annotators.click()
    search_option(page, f"li-{stage.number}")
    expect(annotators.locator(".n-tag")).to_have_text(f"li-{stage.number}")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="创建").click()
    expect(page.get_by_role("heading", name=f"归因 {stage.number}")).to_be_visible()
    expect(page.get_by_text("进行中")).to_be_visible()
    desk = Desk(visit("li", page.url.replace("/manage/", "/work/")))
    desk.ready()
    expect(desk.page.get_by_text(f"归因 {stage.number}")).to_be_visible()


def test_a_bad_file_tells_all_its_problems_and_a_good_one_goes_on(stage: Stage, visit: Visit, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"qid": "a"}\n{"qid": "b", "context": 3}\n', encoding="utf-8")
    good = tmp_path / "good.jsonl"
    good.write_text('{"id": "p1", "text": "椅子在树下。"}\n', encoding="utf-8")
    campaign = stage.open("space-rating", [])
    page = visit("builder", f"/manage/{campaign}/items")
    page.get_by_role("button", name="上传题目").click()
    dialog = page.get_by_role("dialog")
    pick_file(page, bad)
    for line in ("1", "2"):
        expect(dialog.get_by_text(f"bad.jsonl:{line}").or_(dialog.get_by_text(f"第 {line} 行")).first).to_be_visible()
    dialog.get_by_role("button", name="移除").click()
    pick_file(page, good)
    dialog.get_by_role("button", name="上传", exact=True).click()
    expect(page.get_by_role("link", name="p1")).to_be_visible()


def test_only_people_who_have_the_role_are_offered_for_it(stage: Stage, visit: Visit) -> None:
    stage.person("root", Role.ADMIN)
    stage.open("space-rating", [])
    page = visit("builder", "/manage/new")
    page.get_by_role("button", name="异常归因").click()
    page.locator(".pick label", has_text="标注员").locator(".n-select").click()
    page.keyboard.type(f"-{stage.number}")
    expect(page.locator(".n-base-select-option:visible")).to_have_text([f"li-{stage.number}"])


def test_the_title_follows_the_choice_until_it_is_edited(visit: Visit) -> None:
    page = visit("builder", "/manage/new")
    title = page.get_by_placeholder("名称")
    for choice in ("词义标注（", "异常归因"):
        page.get_by_role("button", name=choice).click()
        expect(title).to_have_value(re.compile(f"^{choice}"))
    title.fill("我的")
    page.get_by_role("button", name="词义标注（").click()
    expect(title).to_have_value("我的")


def test_a_bad_file_leaves_nothing_behind(stage: Stage, visit: Visit, tmp_path: Path, screenshots: Album) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("编号,句子\n1,椅子在树下。\n2,\n", encoding="utf-8")
    page = visit("builder", "/manage/new")
    page.get_by_role("button", name="异常归因").click()
    page.get_by_placeholder("名称").fill(f"归因 {stage.number}")
    pick_file(page, bad)
    expect(page.get_by_text("bad.csv:3")).to_be_visible()
    expect(page.get_by_text("“句子”是空的")).to_be_visible()
    expect(page.get_by_role("button", name="创建")).to_be_disabled()
    photograph(page, screenshots, "manage-new-problems")
    page.goto("/manage")
    expect(page.get_by_role("heading", name="活动")).to_be_visible()
    expect(page.get_by_text(f"归因 {stage.number}")).to_have_count(0)


def test_own_sentences_become_a_running_campaign_in_eight_clicks(
    stage: Stage, visit: Visit, tmp_path: Path, screenshots: Album
) -> None:
    own = tmp_path / "句子.csv"
    own.write_text("编号,句子,出处\n1,椅子在树下。,甲\n2,猫在屋里。,乙\n", encoding="utf-8")
    stage.open("space-rating", [])
    page = visit("builder", "/manage")
    page.evaluate("window.clicks = 0; document.addEventListener('click', (e) => e.isTrusted && window.clicks++, true)")
    page.get_by_role("button", name="新建活动").click()
    page.get_by_role("button", name="空间表达正误评级").click()
    page.get_by_placeholder("名称").fill(f"自己的句子 {stage.number}")
    with page.expect_file_chooser() as chooser:
        page.get_by_text("把文件拖到这里").click()
    chooser.value.set_files(own)
    expect(page.get_by_text("2 题")).to_be_visible()
    expect(page.get_by_role("cell", name="猫在屋里。")).to_be_visible()
    photograph(page, screenshots, "manage-new-preview")
    page.locator(".pick label", has_text="标注员").locator(".n-select").click()
    search_option(page, f"li-{stage.number}")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="创建").click()
    expect(page.get_by_role("heading", name=f"自己的句子 {stage.number}")).to_be_visible()
    expect(page.get_by_text("进行中")).to_be_visible()
    assert page.evaluate("window.clicks") <= 8
    desk = Desk(visit("li", page.url.replace("/manage/", "/work/")))
    desk.ready()
    expect(desk.page.get_by_text("椅子在树下。").or_(desk.page.get_by_text("猫在屋里。")).first).to_be_visible()


def test_the_columns_chosen_once_are_offered_again(stage: Stage, visit: Visit, tmp_path: Path) -> None:
    first, second = tmp_path / "一.csv", tmp_path / "二.csv"
    for path in (first, second):
        path.write_text(
            f"编号,短句,长长的说明\n{path.stem},椅子在树下。,这是一段比句子长得多的说明文字。\n", encoding="utf-8"
        )
    campaign = stage.open("space-rating", [])
    page = visit("builder", f"/manage/{campaign}/items")

    def upload(path: Path) -> Locator:
        page.get_by_role("button", name="上传题目").click()
        pick_file(page, path)
        return page.get_by_role("dialog")

    dialog = upload(first)
    expect(dialog.get_by_role("cell", name="这是一段比句子长得多的说明文字。")).to_be_visible()
    dialog.locator(".columns label", has_text="文本").locator(".n-select").click()
    option(page, "短句")
    expect(dialog.get_by_role("cell", name="椅子在树下。")).to_be_visible()
    dialog.get_by_role("button", name="上传", exact=True).click()
    expect(page.get_by_role("link", name="一", exact=True)).to_be_visible()
    dialog = upload(second)
    expect(dialog.get_by_role("cell", name="椅子在树下。")).to_be_visible()


def test_closing_names_what_is_under_way_and_reviewers_go_on(stage: Stage, visit: Visit, screenshots: Album) -> None:
    campaign = stage.open("wsd", [SENSES], annotators=("li", "wang"), reviewers=("zhao",), settings={"gate": 1.0})
    page = visit("builder", f"/manage/{campaign}")
    expect(page.get_by_role("button", name="结束")).to_be_visible()
    stage.answer("li", senses("用布裹成的一包衣物等"))
    stage.answer("wang", senses("心里的沉重负担"))
    page.get_by_role("button", name="结束").click()
    expect(page.get_by_text("待审核 1 题")).to_be_visible()
    page.get_by_role("button", name="取消").click()  # what floats stays where the wider window had it
    photograph(page, screenshots, "manage-close")
    page.get_by_role("button", name="结束").click()
    page.get_by_role("button", name="确认").click()
    expect(page.get_by_text("已结束")).to_be_visible()
    home = visit("zhao", "/")
    home.get_by_role("button", name="审核").click()
    expect(home.get_by_role("button", name="采用").first).to_be_visible()


def test_settings_that_items_are_laid_out_by_are_frozen(stage: Stage, visit: Visit) -> None:
    campaign = stage.open("space-rating", items("椅子在树下。"))
    page = visit("builder", f"/manage/{campaign}/settings")
    answers = page.locator(".field", has_text="每题人数")
    expect(answers.get_by_text("已有题目，不能再改")).to_be_visible()
    expect(answers.locator("input")).to_be_disabled()
    expect(page.locator(".field", has_text="时限（分钟）").locator("input")).to_be_enabled()


def test_people_are_added_one_by_one_and_from_a_list(stage: Stage, visit: Visit, tmp_path: Path) -> None:
    page = visit("admin", "/people")
    page.get_by_role("button", name="新增人员").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("input").first.fill(f"he-{stage.number}")
    dialog.get_by_role("button", name="保存").click()
    expect(page.get_by_text("初始密码只显示这一次")).to_be_visible()
    names = [f"lv-{stage.number}", f"shi-{stage.number}"]
    listed = tmp_path / "people.csv"
    listed.write_text("name,title,roles\n" + "".join(f"{one},,annotator\n" for one in names), encoding="utf-8")
    page.locator("input[type=file]").set_input_files(listed)
    page.get_by_placeholder("姓名或用户名").fill(f"-{stage.number}")
    for name in (f"he-{stage.number}", *names):
        expect(page.get_by_role("cell", name=name, exact=True).first).to_be_visible()


def test_a_rule_that_is_switched_off_blocks_nobody(stage: Stage, visit: Visit) -> None:
    campaign = stage.open("space-rating", items("椅子在树下。"))
    page = visit("builder", f"/manage/{campaign}/rules")
    rules = page.locator(".rule")
    rule = rules.first
    name = rule.locator("code").inner_text()
    with page.expect_response(lambda answer: answer.request.method == "PATCH") as caught:
        rule.get_by_text("关闭").click()
    assert caught.value.ok
    expect(rule.get_by_text("默认")).to_be_visible()
    page.reload()
    shown = page.locator(".rule", has=page.get_by_text(name, exact=True))
    expect(shown.get_by_role("radio", name="关闭")).to_be_checked()


def test_an_item_becomes_a_control_item_with_the_answer_given_in_its_form(stage: Stage, visit: Visit) -> None:
    campaign = stage.open("space-rating", items("椅子在树下。"))
    page = visit("builder", f"/manage/{campaign}/items")
    page.get_by_role("link", name="q1").click()
    page.get_by_role("button", name="设为质检题").click()
    desk = Desk(page)
    desk.ready()
    desk.press("1")
    with desk.handing_in("/controls"):
        page.get_by_role("dialog").get_by_role("button", name="保存").click()
    page.goto(f"/manage/{campaign}/controls")
    expect(page.get_by_role("link", name="q1")).to_be_visible()
    assert stage.item("q1").state == "control"


def test_gloss_relations_are_shown_in_words_enforced_and_deleted(stage: Stage, visit: Visit) -> None:
    campaign = stage.open("wsd", [SENSES], annotators=("li", "wang"))
    page = visit("builder", f"/manage/{campaign}/relations")
    page.get_by_placeholder("词", exact=True).fill("包袱")
    selects = page.locator("form .n-select")
    for place, gloss in ((0, "用布裹成的一包衣物等"), (2, "心里的沉重负担")):
        selects.nth(place).click()
        option(page, gloss)
        expect(page.locator(".n-base-select-menu:visible")).to_have_count(0)
    with page.expect_response(lambda answer: answer.request.method == "PUT") as caught:
        page.get_by_role("button", name="添加").click()
    assert caught.value.ok
    line = page.locator(".make.line")
    expect(line).to_contain_text("用布裹成的一包衣物等")
    expect(line).to_contain_text("心里的沉重负担")
    desk = Desk(visit("li", f"/work/{campaign}"))
    desk.ready()
    desk.press("1", "2")
    expect(desk.page.locator(".note.refused")).to_contain_text("相离")
    line.get_by_role("button", name="删除").click()
    page.get_by_role("button", name="确定").or_(page.get_by_role("button", name="确认")).click()
    expect(line).to_have_count(0)


def test_exports_are_files_of_the_task(stage: Stage, visit: Visit) -> None:
    campaign = stage.open("wsd", [SENSES], annotators=("li", "wang"), settings={"gate": 1.0})
    for name in ("li", "wang"):
        stage.answer(name, senses("心里的沉重负担"))
    page = visit("builder", f"/manage/{campaign}/export")
    links = page.locator("a[download]")
    expect(page.get_by_text("已裁决 1 题：写出 1，答案不入数据 0，分级留下 0。")).to_be_visible()
    expect(links).to_have_count(4)
    texts = []
    for i in range(4):
        with page.expect_download() as caught:
            links.nth(i).click()
        texts.append(caught.value.path().read_text(encoding="utf-8"))
    official, provenance, history, table = texts
    record = {"qid": "s1", "sentence": SENSES.texts["sentence"], "word": "包袱", "senses": ["心里的沉重负担"]}
    assert [json.loads(line) for line in official.splitlines()] == [record]
    assert json.loads(provenance)["qid"] == "s1"
    assert len([json.loads(line) for line in history.splitlines()]) == 2  # the campaign and its item
    assert len(table.splitlines()) == 3  # a head and two answers


def test_tiers_keep_items_out_of_an_export_unless_they_are_asked_for(stage: Stage, visit: Visit) -> None:
    campaign = rated(stage)
    graded = [GradedItem("q1", "gold", True, "agreed"), GradedItem("q2", "poor", False, "alone", ["true"])]
    with stage.change() as db:
        store_tiers(db, stage.people["builder"], stage.campaign, graded)
    page = visit("builder", f"/manage/{campaign}/export")
    expect(page.get_by_text("已裁决 3 题：写出 1，答案不入数据 1，分级留下 1。")).to_be_visible()
    expect(page.get_by_text("poor · alone · true：1")).to_be_visible()
    page.get_by_role("checkbox", name="poor").click()
    expect(page.get_by_text("写出 2，答案不入数据 1，分级留下 0。")).to_be_visible()
    with page.expect_download() as caught:
        page.locator("a[download]").first.click()
    assert caught.value.path().read_text(encoding="utf-8").count("\n") == 2
    page.get_by_role("checkbox", name="全部").click()
    expect(page.locator("a[download]").first).to_have_attribute("href", re.compile("tiers=all"))


@pytest.mark.parametrize(
    ("english", "kept", "tier"),
    [
        (False, "相邻，可复审 · 评级相邻 · 完全正常：1", "相邻，可复审 · 1"),
        (
            True,
            "neighbouring ratings; worth a review · neighbouring ratings · ",
            "neighbouring ratings; worth a review · 1",
        ),
    ],
)
def test_tiers_are_called_by_their_titles(
    english: bool, kept: str, tier: str, stage: Stage, visit: Visit, screenshots: Album
) -> None:
    campaign = rated(stage)
    graded = [GradedItem("q1", "gold", True, "both-ends"), GradedItem("q2", "near", False, "neighbours", ["fine"])]
    with stage.change() as db:
        store_tiers(db, stage.people["builder"], stage.campaign, graded)
    page = visit("builder", f"/manage/{campaign}/export")
    if english:
        page.get_by_role("button", name="English").click()
    expect(page.locator(".rules li")).to_contain_text(kept)
    expect(page.get_by_role("checkbox", name=tier)).to_be_visible()
    for name in ("both-ends", "neighbours", "near ·"):
        expect(page.locator("main")).not_to_contain_text(name)
    photograph(page, screenshots, f"export-tiers-{'en' if english else 'zh'}")


def rated(stage: Stage) -> str:
    """A campaign in which one text is abnormal, one normal and one between."""
    settings = {"answers": 1, "audit_rate": 0.0, "audit_rate_first": 0.0, "control_rate": 0.0}
    campaign = stage.open("space-rating", items("椅子在树里。", "椅子在树下。", "椅子在树中。"), settings=settings)
    for value in ("bad", "fine", "someBad"):
        stage.answer("li", rating(value))
    return campaign


def test_decided_items_are_handed_on_to_a_new_campaign(stage: Stage, visit: Visit, screenshots: Album) -> None:
    campaign = rated(stage)
    page = visit("builder", f"/manage/{campaign}/chain")
    page.get_by_role("button", name="异常归因").click()
    expect(page.get_by_text("评级：显然异常；成为题目本身。")).to_be_visible()
    count = page.locator("[data-count=added] dd")
    expect(count).to_have_text("1")
    expect(page.get_by_text("未取：答案不合 2")).to_be_visible()
    photograph(page, screenshots, "chain")
    page.get_by_text("自己选").click()
    expect(count).to_have_text("3")
    page.get_by_role("checkbox", name="比较牵强 · 1").click()
    expect(count).to_have_text("1")
    page.get_by_text("常用的选法").click()
    expect(count).to_have_text("1")
    page.get_by_role("button", name="接过去").click()
    expect(page.get_by_text("已接过去 1 题")).to_be_visible()
    page.get_by_role("link", name="打开那个活动").click()
    expect(page.get_by_role("heading", name=f"试验 {stage.number} · 异常归因")).to_be_visible()
    page.get_by_role("tab", name="题目").click()
    expect(page.get_by_text("椅子在树里。")).to_be_visible()


def test_items_that_are_in_a_campaign_already_are_not_handed_on_again(stage: Stage, visit: Visit) -> None:
    campaign = rated(stage)
    with stage.change() as db:
        builder = stage.people["builder"]
        second = create_campaign(db, builder, title=f"归因 {stage.number}", preset="space-attribution")
        chain(db, builder, int(campaign), second)
    page = visit("builder", f"/manage/{campaign}/chain")
    page.get_by_text("已有的活动").click()
    page.locator(".n-select").click()
    search_option(page, f"归因 {stage.number}")
    expect(page.locator("[data-count=already] dd")).to_have_text("1")
    expect(page.get_by_role("button", name="接过去")).to_be_disabled()


def test_pausing_stops_the_queue_and_opening_starts_it_again(stage: Stage, visit: Visit) -> None:
    campaign = stage.open("space-rating", items("椅子在树下。"))
    page = visit("builder", f"/manage/{campaign}")
    page.get_by_role("button", name="暂停").click()
    expect(page.get_by_text("已暂停")).to_be_visible()
    worker = visit("li", f"/work/{campaign}")
    expect(worker.get_by_text("活动已暂停")).to_be_visible()
    page.get_by_role("button", name="开放").click()
    expect(page.get_by_text("进行中")).to_be_visible()
    worker.get_by_role("button", name="再看看有没有新题").click()
    expect(worker.locator("code.ref")).to_have_text("#1")


def test_the_whole_history_of_an_item_can_be_read(stage: Stage, visit: Visit) -> None:
    campaign = stage.open("space-rating", items("椅子在树里。"), annotators=("li", "wang"))
    stage.answer("li", {"rating": "bad"})
    stage.answer("wang", {"rating": "bad"})
    page = visit("builder", f"/manage/{campaign}/items")
    page.get_by_placeholder("查找文本或编号").fill("树里")
    page.get_by_role("link", name="q1").click()
    for who in ("li", "wang"):
        expect(page.get_by_text(f"{who}-{stage.number}").first).to_be_visible()
    expect(page.get_by_text("显然异常").first).to_be_visible()


def test_a_campaign_is_deleted_after_a_look_and_brought_back(stage: Stage, visit: Visit, screenshots: Album) -> None:
    campaign = stage.open("space-rating", items("椅子在树下。"), annotators=("li",))
    stage.answer("li", rating("fine"))
    page = visit("builder", f"/manage/{campaign}")
    page.get_by_role("button", name="归档或删除").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("1 题、1 份答案")).to_be_visible()
    photograph(page, screenshots, "manage-delete")
    dialog.get_by_role("button", name="删除", exact=True).click()
    expect(page.get_by_role("button", name="新建活动")).to_be_visible()
    expect(page.get_by_role("link", name=f"试验 {stage.number}")).to_have_count(0)
    page.get_by_text("已归档和已删除的活动").click()
    photograph(page, screenshots, "manage-put-away")
    page.get_by_role("button", name="恢复").click()
    expect(page.get_by_role("link", name=f"试验 {stage.number}")).to_be_visible()


def test_two_items_of_a_person_go_back_to_be_answered_again(stage: Stage, visit: Visit, screenshots: Album) -> None:
    settings = {"answers": 1, "audit_rate": 1.0, "audit_rate_first": 1.0, "control_rate": 0.0, "blind": False}
    stage.person("root", Role.ADMIN)
    texts = ("他把书放在桌子上。", "他把书放在桌子下。", "椅子在树下。", "猫在屋里。")
    new = [NewItem(f"q{i}", {"text": text}, {}, "书" if i < 3 else "") for i, text in enumerate(texts, start=1)]
    campaign = stage.open("space-rating", new, annotators=["li", "wang"], reviewers=["zhao"], settings=settings)
    for name, label in (("li", "fine"), ("li", "bad"), ("wang", "bad")):
        stage.answer(name, rating(label))
    page = visit("root", f"/manage/{campaign}/items")
    expect(page.get_by_role("row", name="q2").locator(".pair")).to_have_text("上 → 下")
    page.locator("[data-filter=person]").click()
    search_option(page, f"li-{stage.number}")
    expect(page).to_have_url(re.compile(f"person={stage.people['li'].id}"))
    expect(page.get_by_role("link", name="q3")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("link", name=re.compile("^q"))).to_have_text(["q1", "q2"])
    expect(page.get_by_text("筛选到的 2 题")).to_be_visible()
    photograph(page, screenshots, "manage-items")
    page.get_by_role("button", name="退回重答").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("理由").fill("漏看了后半句")
    page.keyboard.press("Enter")
    expect(dialog.get_by_text("会处理 2 题")).to_be_visible()
    photograph(page, screenshots, "manage-items-many")
    assert stage.states() == {"audit": 3, "open": 1}
    dialog.get_by_label("理由").focus()
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    assert stage.states() == {"correcting": 2, "audit": 1, "open": 1}
    page.get_by_role("button", name="退回重答").click()
    dialog.get_by_label("理由").fill("再看")
    dialog.get_by_role("button", name="预览").click()
    expect(dialog.get_by_text("2 题不能：没有等待抽审的答案")).to_be_visible()
    expect(dialog.get_by_role("button", name="确认处理 0 题")).to_be_disabled()


def test_a_reviewer_who_builds_nothing_sends_many_answers_back(stage: Stage, visit: Visit, screenshots: Album) -> None:
    settings = {"answers": 1, "audit_rate": 1.0, "audit_rate_first": 1.0, "control_rate": 0.0}
    new = items("他把书放在桌子上。", "他把书放在桌子下。", "椅子在树下。")
    campaign = stage.open("space-rating", new, annotators=["li"], reviewers=["zhao"], settings=settings)
    for label in ("fine", "bad"):
        stage.answer("li", rating(label))
    page = visit("zhao")
    page.get_by_role("button", name="全部题目").click()
    expect(page).to_have_url(re.compile(f"/review/{campaign}/items$"))
    steps = page.get_by_role("group", name="批量处理")
    expect(steps.get_by_role("button")).to_have_text(["退回重答", "退回已定的题"])
    expect(page.get_by_role("button", name="上传题目")).to_have_count(0)
    steps.get_by_role("button", name="退回重答").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("理由").fill("请再读一遍规范")
    dialog.get_by_role("button", name="预览").click()
    expect(dialog.get_by_text("会处理 2 题")).to_be_visible()
    photograph(page, screenshots, "review-items-many")
    dialog.get_by_role("button", name="确认处理 2 题").click()
    expect(dialog).to_have_count(0)
    assert stage.states() == {"correcting": 2, "open": 1}
    page.get_by_role("link", name="q1").click()
    expect(page.locator("main h1")).to_have_text("q1")
    expect(page.get_by_role("button", name=re.compile("撤下|送审核|重新审核|质检"))).to_have_count(0)
    page.locator("a.back").click()
    expect(page).to_have_url(re.compile(f"/review/{campaign}/items$"))
