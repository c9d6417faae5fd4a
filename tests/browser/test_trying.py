"""Anybody pastes a text and sees what trained systems say: real models, trained here on the examples."""

import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import Page, Route, expect

from pingce.server.models.folders import Models

from .pages import Desk
from .photos import Album, photograph
from .profiles import Profiles
from .site import Site

CAT = "猫从桌子上跳下来，跑进屋里，钻到床下面。"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, trained_models: Path, own_sentences: Path) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("trying")
    site = Site(folder)
    for trained in (trained_models, own_sentences):
        copytree(trained, folder / "models", dirs_exist_ok=True)
    site.server.models = Models(folder / "models")
    site.start()
    yield site
    site.server.models.stop()
    site.stop()


@pytest.fixture
def visitor(site: Site, profiles: Profiles) -> Page:
    page = profiles.page(site.url)
    page.goto("/try")
    return page


def ask(page: Page, question: str) -> None:
    page.get_by_text(question, exact=True).click()


def answered(page: Page) -> None:
    """Also those of systems that learned too little, which only whoever asks for them sees."""
    page.get_by_role("button", name="问系统").click()
    expect(page.locator("details.weak")).to_be_attached()
    expect(page.locator("details.weak article").first).not_to_be_visible()
    page.locator("details.weak summary").click()
    expect(page.locator("article").first).to_be_visible()


def test_a_text_is_judged_and_its_suspicious_words_are_marked(visitor: Page) -> None:
    expect(visitor.get_by_role("link", name="试一试")).to_be_visible()
    visitor.locator("textarea").fill(CAT)
    answered(visitor)
    answer = visitor.locator("article", has_text="只学过 40 题")
    expect(answer.locator(".verdict")).to_contain_text(re.compile("不确定 稍偏向“..”（[0-9.]+ %）"))
    expect(answer).to_contain_text("这个系统只学过 40 题，不到 200 题")
    reading = visitor.get_by_role("region", name="怎样读这段话")
    expect(reading).to_contain_text("上 方位词")
    expect(reading).to_contain_text("“上”的位置还可能是：")
    expect(answer.locator(".cell.mark").first).to_be_visible()
    assert re.fullmatch(r"[\d.]+ %", answer.locator("[data-label]").first.get_attribute("data-label") or "")
    expect(answer).to_contain_text("小型基线")
    expect(answer).to_contain_text(re.compile(r"开发集 准确率 [\d.]+ %"))
    expect(answer).to_contain_text("用 40 题训练。 分数在 20 题上测得。")


@pytest.mark.parametrize(
    ("text", "verdict", "word"),
    [("小猫从箱子里跳出来，跑到桌子下面去了。", "正常", ""), ("他带着狗跳进山洞外去打猎。", "异常", "外")],
)
def test_a_system_that_learned_enough_says_what_it_thinks_and_what_would_fit(
    visitor: Page, text: str, verdict: str, word: str
) -> None:
    expect(visitor.get_by_text("不懂事实、时间和数字")).to_be_visible()
    visitor.locator("textarea").fill(text)
    visitor.get_by_role("button", name="问系统").click()
    answer = visitor.get_by_role("article", name="own-sentences")
    expect(answer.locator(".verdict")).to_contain_text(re.compile(f"^ *{verdict} 把握"))
    expect(answer).to_contain_text(re.compile(r"把握到 80.0 % 的占 [\d.]+ %，其中 [\d.]+ % 判对"))
    expect(answer).not_to_contain_text("小型基线")
    if word:
        shares = answer.locator("dd").last.locator("span").all_inner_texts()
        assert shares[0].startswith("里 9"), shares
        assert shares[-1].startswith(f"{word} "), shares
        expect(answer.locator(".here").last).to_contain_text(word)


def test_a_text_without_words_it_knows_is_not_judged(visitor: Page) -> None:
    visitor.locator("textarea").fill("我昨天去了北京。")
    visitor.get_by_role("button", name="问系统").click()
    verdict = visitor.get_by_role("article", name="own-sentences").locator(".verdict")
    expect(verdict).to_contain_text("不确定 句中没有它认识的空间词")


def test_an_answer_that_comes_after_the_text_was_changed_is_not_shown(visitor: Page) -> None:
    answers: list[Route] = []
    visitor.route("**/api/try/space2022/task1", lambda route: answers.append(route))  # noqa: PLW0108 (it is given marks)
    visitor.locator("textarea").fill(CAT)
    with visitor.expect_request("**/api/try/space2022/task1"):
        visitor.get_by_role("button", name="问系统").click()
    visitor.locator("textarea").fill("书放在桌子里。")
    answers[0].continue_()
    expect(visitor.get_by_role("button", name="问系统")).to_be_enabled()
    expect(visitor.locator("article")).to_have_count(0)


def test_an_answer_does_not_outlive_the_text_it_is_about(visitor: Page) -> None:
    visitor.locator("textarea").fill(CAT)
    answered(visitor)
    visitor.locator("textarea").fill(f"{CAT}它睡着了。")
    expect(visitor.locator("article")).to_have_count(0)
    expect(visitor.get_by_role("region", name="怎样读这段话")).to_have_count(0)


def test_fragments_are_marked_with_their_roles(visitor: Page) -> None:
    ask(visitor, "哪里不对")
    visitor.locator(".examples button").first.click()
    answered(visitor)
    labels = visitor.locator("article [data-label]").evaluate_all("(all) => all.map((one) => one.dataset.label)")
    assert labels
    assert all(re.fullmatch(r"([SPE][12]?|text[12]) ?(.*)", label) for label in labels)
    visitor.locator(".n-base-selection").click()
    visitor.locator(".n-base-select-option", has_text="space2022/task2").click()
    expect(visitor).to_have_url(re.compile("task=space2022/task2"))
    visitor.locator("textarea").fill(CAT)
    answered(visitor)
    expect(visitor.locator("article tbody").first).to_contain_text("类型")


def test_tuples_are_a_table_and_a_drawing(visitor: Page) -> None:
    ask(visitor, "谁在哪里")
    visitor.locator("textarea").fill(CAT)
    answered(visitor)
    expect(visitor.locator("article table thead")).to_contain_text("空间实体")
    assert visitor.locator("article tbody tr").count() >= 1
    expect(visitor.locator("article .scene svg .entity").first).to_be_visible()


def test_two_texts_are_compared(visitor: Page) -> None:
    ask(visitor, "同一场景吗")
    boxes = visitor.locator("textarea")
    expect(boxes).to_have_count(2)
    boxes.nth(0).fill("书在桌子上。")
    boxes.nth(1).fill("书在桌子下。")
    visitor.get_by_role("button", name="问系统").click()
    expect(visitor.locator("article")).to_contain_text("不同")
    expect(visitor.locator("article")).to_contain_text("这两段文本不能描述相同的空间场景")


def test_a_word_is_chosen_by_selecting_it_and_every_gloss_has_a_score(visitor: Page) -> None:
    ask(visitor, "什么意思")
    visitor.locator("textarea").fill("老人解开包袱，从里面取出一双新布鞋。")
    expect(visitor.get_by_role("button", name="问系统")).to_be_disabled()
    panel = visitor.locator(".choose .text-panel")
    Desk(visitor).press("Escape")
    first, last = (panel.locator(f'[data-i="{i}"]').bounding_box() for i in (4, 5))
    assert first is not None
    assert last is not None
    visitor.mouse.move(first["x"] + 5, first["y"] + 10)
    visitor.mouse.down()
    visitor.mouse.move(last["x"] + 5, last["y"] + 10)
    visitor.mouse.up()
    expect(visitor.locator("input[name=word]")).to_have_value("包袱")
    answered(visitor)
    overlap = visitor.locator("article", has_text="gloss-overlap")
    expect(overlap.locator("li.chosen").first).to_contain_text("用布裹成的一包衣物等")
    scores = [float(one.rstrip(" %")) for one in overlap.locator(".score").all_inner_texts()]
    assert len(scores) >= 3
    assert scores == sorted(scores, reverse=True)
    visitor.locator("input[name=word]").fill("布鞋")
    visitor.keyboard.press("Enter")
    expect(visitor.locator("article").first).to_contain_text("布鞋")
    expect(visitor.locator("article li")).to_have_count(0)
    visitor.locator("input[name=word]").fill("石头 ")
    expect(visitor.get_by_role("alert")).to_have_text("句中没有“石头”这个词")
    expect(visitor.get_by_role("button", name="问系统")).to_be_disabled()


def test_what_is_too_long_cannot_be_sent(visitor: Page) -> None:
    visitor.locator("textarea").fill("字" * 2001)
    expect(visitor.get_by_text("2001 / 2000")).to_be_visible()
    expect(visitor.get_by_role("button", name="问系统")).to_be_disabled()


def test_when_all_places_are_taken_one_is_told_to_wait(site: Site, visitor: Page) -> None:
    places = site.server.models._places
    visitor.locator("textarea").fill(CAT)
    while places.acquire(blocking=False):
        pass
    try:
        visitor.get_by_role("button", name="问系统").click()
        expect(visitor.get_by_role("alert")).to_contain_text("正忙")
    finally:
        for _ in range(2):
            places.release()
    visitor.get_by_role("button", name="重试").click()
    expect(visitor.locator("article").first).to_be_visible()


def test_without_a_model_the_page_says_how_to_train_one(site: Site, profiles: Profiles, screenshots: Album) -> None:
    models, site.server.models = site.server.models, Models(None)
    try:
        page = profiles.page(site.url)
        page.goto("/try")
        expect(page.get_by_text("还没有可以试用的模型")).to_be_visible()
        command = page.locator(".empty textarea").first
        expect(command).to_have_value(re.compile(r"^pingce systems train space2022/task1 --system linear "))
        photograph(page, screenshots, "try-none")
    finally:
        site.server.models = models


SHOTS = {"judge": {}, "fragments": {}, "tuples": {}, "scene": {"english": True}, "senses": {}}


@pytest.mark.parametrize("question", SHOTS)
def test_every_question_fits_the_window(question: str, site: Site, profiles: Profiles, screenshots: Album) -> None:
    page = profiles.page(site.url, **SHOTS[question])
    page.goto(f"/try?ask={question}")
    page.locator(".examples button").nth(1).click()
    page.locator("form button[type=submit]").click()
    if question != "scene":  # which needs no training
        page.locator("details.weak summary").click()
    expect(page.locator("article").first).to_be_visible()
    photograph(page, screenshots, f"try-{question}")
