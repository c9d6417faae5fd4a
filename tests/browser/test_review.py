"""Reviewers decide, annotators learn or object, a second reviewer has the last word; all by keys."""

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.annotate.world import senses

from .conftest import Visit
from .pages import Desk
from .photos import Album, photograph
from .site import Stage, items
from .test_forms import SENSES

CLOTH, BURDEN = "用布裹成的一包衣物等", "心里的沉重负担"
GATED = {"gate": 0.3}


def differ(stage: Stage, **settings: object) -> None:
    """Two annotators, two answers to one item."""
    stage.open(
        "wsd", [SENSES], annotators=("li", "wang"), reviewers=("zhao", "qian"), settings={"gate": 1.0} | settings
    )
    stage.answer("li", senses(CLOTH))
    stage.answer("wang", senses(BURDEN))


def open_review(stage: Stage, visit: Visit, who: str, queue: str = "review") -> Desk:
    return Desk(visit(who, f"/{queue}/{stage.campaign}"))


def stored(stage: Stage) -> tuple[str, Any]:
    view = stage.item("s1")
    return view.state, view.final


def test_a_review_returns_the_decision_and_an_appeal_ends_it(stage: Stage, visit: Visit, screenshots: Album) -> None:
    differ(stage)
    review = open_review(stage, visit, "zhao")
    expect(review.page.get_by_text(CLOTH).first).to_be_visible()
    expect(review.page.get_by_text(BURDEN).first).to_be_visible()
    review.press("1")
    with review.handing_in("/decide"):
        review.page.get_by_role("button", name="词义选择有误").click()
        review.press("Enter")
    expect(review.page.get_by_text("没有要审核的题")).to_be_visible()

    adopted = visit("li", "/inbox")
    expect(adopted.get_by_text("审核员采纳了你的答案")).to_be_visible()
    expect(adopted.get_by_text("已采纳")).to_be_visible()
    expect(adopted.get_by_text("词义选择有误")).to_have_count(0)
    expect(adopted.get_by_role("button", name="明白了")).to_have_count(0)
    photograph(adopted, screenshots, "inbox-adopted")

    objector = Desk(visit("wang", "/inbox"))
    objector.page.get_by_role("button", name="申诉").click()
    objector.page.get_by_placeholder("为什么你的答案是对的").fill("“轻松”说明是心里的负担。")
    with objector.handing_in("/appeal"):
        objector.page.get_by_role("button", name="提交申诉").click()

    first = open_review(stage, visit, "zhao", "appeals")
    expect(first.page.get_by_text("没有要裁决的申诉")).to_be_visible()  # who decided once does not decide again
    second = open_review(stage, visit, "qian", "appeals")
    expect(second.page.get_by_text("“轻松”说明是心里的负担。")).to_be_visible()
    second.press("u")
    second.page.get_by_placeholder("说明，标注员会看到").fill("申诉有理")
    with second.handing_in("/decide"):
        second.press("Control+Enter")
    assert stored(stage) == ("decided", senses(BURDEN))
    objector.page.reload()
    expect(objector.page.get_by_text("申诉成立").first).to_be_visible()


def return_other(stage: Stage, visit: Visit, who: str) -> tuple[Desk, int]:
    """The first answer is accepted and the other comes back; somebody's inbox, and the job in it."""
    differ(stage, return_to="all", blind=True)
    turn = stage.review("zhao")
    assert turn is not None
    jobs = dict(zip(("li", "wang"), (one.job for one in turn.answers), strict=True))
    stage.decide("zhao", turn, accept=jobs["li"])
    return Desk(visit(who, "/inbox")), jobs[who]


def test_a_decision_is_learned_from(stage: Stage, visit: Visit) -> None:
    learner, job = return_other(stage, visit, "wang")
    with learner.handing_in("/learned"):
        learner.page.get_by_role("button", name="明白了").click()
    assert stage.again("wang", job).state == "learned"


def test_letters_of_an_appeal_are_text_and_survive_reloading(stage: Stage, visit: Visit, screenshots: Album) -> None:
    objector, job = return_other(stage, visit, "wang")
    box = objector.page.get_by_placeholder("为什么你的答案是对的")
    objector.page.get_by_role("button", name="申诉").click()
    objector.page.keyboard.type("look at 轻松")
    expect(box).to_have_value("look at 轻松")
    objector.page.reload()
    expect(box).to_have_value("look at 轻松")
    objector.press("l")  # not in the box yet; what cannot be taken back is not done while it is open
    objector.press("a", "!")
    expect(box).to_have_value("look at 轻松!")
    photograph(objector.page, screenshots, "inbox-appeal")
    assert stage.again("wang", job).state == "returned"
    with objector.handing_in("/appeal"):
        objector.page.get_by_role("button", name="提交申诉").click()
    expect(box).to_have_count(0)  # the answer came, and the page has dealt with it
    kept = "() => Object.keys(localStorage).filter((key) => key.includes('appeal'))"
    assert objector.page.evaluate(kept) == []


def test_the_answer_under_appeal_is_marked_though_nobody_is_named(
    stage: Stage, visit: Visit, screenshots: Album
) -> None:
    _, job = return_other(stage, visit, "wang")
    stage.appeal("wang", job)
    final = open_review(stage, visit, "qian", "appeals")
    heads = final.page.get_by_role("columnheader")
    expect(heads.filter(has_text="申诉人的答案")).to_contain_text(["答案 2"])
    expect(final.page.get_by_text("答案 2 的申诉理由")).to_be_visible()
    expect(final.page.get_by_text("采用：答案 1")).to_be_visible()
    expect(final.page.locator("strong", has_text="—")).to_have_count(0)
    photograph(final.page, screenshots, "appeals-blind")
    final.press("u")
    final.page.get_by_role("button", name="改写最终答案").click()
    expect(final.field("senses").get_by_role("checkbox", checked=True)).to_have_count(1)
    expect(final.field("senses").locator("[aria-checked=true]")).to_contain_text(BURDEN)


def test_a_reviewer_writes_the_answer_with_the_form(stage: Stage, visit: Visit) -> None:
    differ(stage, return_to="nobody", appeals=False)
    review = open_review(stage, visit, "zhao")
    review.page.get_by_role("button", name="采用").first.wait_for()
    review.page.get_by_role("button", name="词义选择有误").click()
    review.press("e")
    review.ready()
    review.press("2")  # beside what the first answer has
    with review.handing_in("/decide"):
        review.press("Control+Enter")
    state, final = stored(stage)
    assert (state, sorted(final["senses"])) == ("decided", sorted([CLOTH, BURDEN]))


def test_an_audit_sends_back_and_the_correction_is_audited_again(stage: Stage, visit: Visit) -> None:
    settings = {"answers": 1, "audit_rate": 1.0}
    stage.open("space-rating", items("椅子在树里。"), reviewers=("zhao",), settings=settings)
    stage.answer("li", {"rating": "fine"})
    audit = open_review(stage, visit, "zhao")
    audit.page.get_by_text("被抽审").first.wait_for()
    audit.press("r")
    audit.page.get_by_role("button", name="判断或类别有误").click()
    audit.page.get_by_placeholder("说明，标注员会看到").fill("椅子放不进树里。")
    with audit.handing_in("/decide"):
        audit.press("Control+Enter")
    author = Desk(visit("li", "/inbox"))
    author.page.get_by_role("button", name="去改正").click()
    author.ready()
    expect(author.page.get_by_text("椅子放不进树里。").first).to_be_visible()
    with author.handing_in():
        author.press("4", "Enter")
    audit.page.reload()
    audit.page.get_by_text("被抽审").first.wait_for()
    audit.press("1")
    with audit.handing_in("/decide"):
        audit.press("Enter")
    assert stage.item("q1").state == "decided"
    assert stage.answers("corrected") == [{"rating": "bad"}]


def test_behind_the_gate_one_waits_until_the_first_part_is_decided(
    stage: Stage, visit: Visit, screenshots: Album
) -> None:
    group = [replace(SENSES, id=f"s{i}") for i in range(1, 5)]
    stage.open("wsd", group, annotators=("li", "wang"), reviewers=("zhao",), settings=GATED)
    page = visit("li", f"/work/{stage.campaign}")
    desk = Desk(page)
    for number in (1, 2):
        page.locator("code.ref", has_text=f"#{number}").wait_for()
        with desk.handing_in():
            desk.press("2", "Enter")
    expect(page.get_by_text("等待第一批审定")).to_be_visible()
    photograph(page, screenshots, "work-gate")
    for _ in (1, 2):
        stage.answer("wang", senses(BURDEN))
    page.get_by_role("button", name="再看看有没有新题").click()
    expect(page.locator("code.ref")).to_have_text("#3")


@pytest.mark.parametrize(("who", "path"), [("li", "/review"), ("zhao", "/work")])
def test_who_may_not_is_told_so_instead_of_an_empty_page(who: str, path: str, stage: Stage, visit: Visit) -> None:
    differ(stage)
    page: Page = visit(who, f"{path}/{stage.campaign}")
    expect(page.get_by_role("alert").or_(page.locator(".error-state")).first).to_be_visible()


RATED = {"audit_rate": 0.0, "audit_rate_first": 0.0, "control_rate": 0.0, "on_disagreement": "review"}


def test_reviewers_see_what_waits_for_them(stage: Stage, visit: Visit, screenshots: Album) -> None:
    differ(stage)
    home = visit("zhao", "/")
    expect(home.get_by_role("button", name="审核 1")).to_be_visible()
    expect(home.locator(".links .n-badge-sup").first).to_have_attribute("title", "1")
    photograph(home, screenshots, "home-reviewer")
    expect(visit("li", "/").get_by_role("button", name="审核")).to_have_count(0)


def test_an_answer_is_adopted_without_a_reason_and_only_fitting_ones_are_offered(stage: Stage, visit: Visit) -> None:
    differ(stage)
    review = open_review(stage, visit, "zhao")
    expect(review.page.get_by_role("button", name="词义选择有误")).to_be_visible()
    expect(review.page.get_by_role("button", name="角色或槽位有误")).to_have_count(0)
    expect(review.page.get_by_role("button", name="片段边界有误")).to_have_count(0)
    expect(review.page.locator(".mode kbd").first).to_have_text("1–2")
    review.press("1")
    with review.handing_in("/decide"):
        review.press("Enter")
    expect(review.page.get_by_text("没有要审核的题")).to_be_visible()
    assert stored(stage)[0] == "returned"


def test_spans_of_both_answers_stand_in_the_text_and_people_can_talk(
    stage: Stage, visit: Visit, screenshots: Album
) -> None:
    stage.open("space-rating", items("椅子在树下。"), annotators=("li", "wang"), reviewers=("zhao",), settings=RATED)
    for name, idxes in (("li", [0, 1]), ("wang", [1, 2])):
        text = "".join("椅子在树下。"[i] for i in idxes)
        label = "bad" if name == "li" else "someBad"
        stage.answer(name, {"rating": label, "span": {"text": text, "idxes": idxes}})
    review = open_review(stage, visit, "zhao")
    runs = review.page.locator(".stacked .run.marked")
    expect(runs).to_have_text(["椅", "子", "在"])
    assert "答案 1" in (runs.nth(1).get_attribute("title") or "")
    assert "答案 2" in (runs.nth(1).get_attribute("title") or "")
    review.page.get_by_placeholder("写下你的看法").or_(review.page.locator(".comments textarea")).first.fill(
        "这里两可。"
    )
    with review.page.expect_response(
        lambda answer: answer.url.endswith("/comments") and answer.request.method == "POST"
    ):
        review.page.locator(".comments").get_by_role("button").click()
    expect(review.page.locator(".comment")).to_contain_text("这里两可。")
    photograph(review.page, screenshots, "review-spans")
