"""Every form from empty to submitted, by the keys its users press; the server has what Python expects."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from pingce.annotate.items import NewItem

from .conftest import Visit
from .pages import Desk
from .site import Answer, Stage, items

TEXT = "傍晚，奶奶从屋里搬出竹椅，放在院子中间的枣树里。"
PAIR = NewItem("p1", {"text1": "船在桥的左边。", "text2": "船在桥的右边。"})
RATED = NewItem("p1", PAIR.texts, {"judge": "false", "explanation": "“左边”和“右边”方向相反。"})
SENSES = NewItem(
    "s1",
    {"sentence": "他放下包袱，轻松了许多。", "word": "包袱"},
    {"glosses": [{"id": "1", "text": "用布裹成的一包衣物等"}, {"id": "2", "text": "心里的沉重负担"}]},
    "包袱",
)


def span(part: str, **more: Any) -> Answer:
    start = TEXT.index(part)
    return {**more, "text": part, "idxes": list(range(start, start + len(part)))}


def at(part: str) -> int:
    return TEXT.index(part)


@pytest.fixture
def begin(stage: Stage, visit: Visit) -> Any:
    def start(preset: str | None, item: NewItem, *, form: str | None = None) -> Desk:
        settings = {"answers": 1, "on_disagreement": "review"} if preset != "explanation-rating" else {}
        campaign = stage.open(preset, [item], form=form, settings=settings)
        desk = Desk(visit("li", f"/work/{campaign}"))
        desk.ready()
        return desk

    return start


def test_rating_with_a_fragment_and_a_comment(begin: Any, stage: Stage) -> None:
    desk = begin("space-rating", *items(TEXT))
    desk.press("4")
    desk.jump(at("枣树"))
    desk.jump(at("里。"), extend=True)
    desk.press("Enter")
    desk.field("comment").locator("textarea").fill("树里放不下椅子")
    with desk.handing_in():
        desk.press("Control+Enter")
    assert stage.answers() == [{"rating": "bad", "span": span("枣树里"), "comment": "树里放不下椅子"}]


def test_attribution(begin: Any, stage: Stage) -> None:
    desk = begin("space-attribution", *items(TEXT))
    desk.press("c")
    for word in ("竹椅", "在院子中间的枣树里", "放"):
        desk.jump(at(word))
        if word.startswith("在"):
            desk.jump(at("里。"), extend=True)
        desk.press("Enter")
    with desk.handing_in():
        desk.press("Enter")
    fragments = [span("竹椅", role="S"), span("在院子中间的枣树里", role="P"), span("放", role="E")]
    assert stage.answers() == [{"outcome": "anomaly", "reasons": [{"fragments": fragments, "type": "C"}]}]


def test_step_with_coreference_and_the_scene(begin: Any, stage: Stage) -> None:
    desk = begin("space-step", NewItem("q1", {"text": "她站起来，奶奶坐在树下，像一尊佛。"}))
    desk.press("n")
    desk.jump(5)
    desk.press("Enter")
    desk.jump(7)
    desk.press("Enter")
    expect(desk.page.locator(".scene .entity")).to_contain_text("奶奶")
    desk.jump(8)
    desk.jump(10, extend=True)
    desk.press("Enter")
    desk.field("corefs").focus()
    desk.jump(0)
    desk.press("Enter")
    desk.jump(5)
    desk.press("Enter")
    with desk.handing_in():
        desk.press("Control+Enter")
    row: list[object] = [None] * 18
    row[0] = {"text": "奶奶", "idxes": [5, 6]}
    row[2] = {"text": "坐", "idxes": [7]}
    row[7] = {"text": "在树下", "idxes": [8, 9, 10]}
    coref = [{"text": "她", "idxes": [0]}, {"text": "奶奶", "idxes": [5, 6]}]
    assert stage.answers() == [{"outputs": [row], "corefs": [coref]}]


def test_anomaly_of_2023(begin: Any, stage: Stage) -> None:
    desk = begin("space-anomaly", *items(TEXT))
    desk.press("n", "2")
    desk.jump(at("枣树"))
    desk.jump(at("里。"), extend=True)
    desk.press("Enter")
    with desk.handing_in():
        desk.press("Enter")
    assert stage.answers() == [{"outcome": "anomaly", "results": [[span("枣树里", role="P1")]]}]


def test_scene_pair(begin: Any, stage: Stage) -> None:
    desk = begin("space-scene", PAIR)
    different = desk.page.locator(".cell.different")
    expect(different.first).to_be_visible()
    assert "".join(different.all_inner_texts()) in ("左右", "左边右边")
    desk.press("2")
    box = desk.field("verdicts").locator("textarea")
    expect(box).to_have_value(re.compile("^两段文本的差异是“左边?”和“右边?”"))
    expect(desk.field("verdicts").get_by_text("解释的模板还有空没有填")).to_be_visible()
    desk.press("Control+Enter")
    expect(desk.page.get_by_text("答案不能提交，请先改正")).to_be_visible()
    assert stage.answers() == []
    box.fill("两段文本的差异是“左边”和“右边”，方向相反。")
    with desk.handing_in():
        desk.press("Control+Enter")
    assert stage.answers() == [
        {"results": [{"judge": "false", "reason": "两段文本的差异是“左边”和“右边”，方向相反。"}]}
    ]


def test_senses(begin: Any, stage: Stage) -> None:
    desk = begin("wsd", SENSES)
    expect(desk.page.locator(".cell.target")).to_have_text(["包", "袱"])
    desk.press("2")
    with desk.handing_in():
        desk.press("Enter")
    assert stage.answers() == [{"senses": ["心里的沉重负担"]}]


def test_rating_of_an_explanation(begin: Any, stage: Stage) -> None:
    desk = begin("explanation-rating", RATED)
    expect(desk.page.locator("blockquote")).to_have_text("“左边”和“右边”方向相反。")
    desk.field("fluency").locator("input[type=number]").focus()
    with desk.handing_in():
        for points in ("90", "80", "70", "60"):
            desk.press(*points, "Enter")
    assert stage.answers() == [{"fluency": 90, "accuracy": 80, "entities": 70, "relations": 60}]


def test_a_form_that_only_its_task_describes(begin: Any, stage: Stage) -> None:
    desk = begin(None, NewItem("q1", {"text": "奶奶坐在车里。"}), form="space2023/task2")
    desk.press("n")
    for word in (0, 2):
        desk.jump(word)
        desk.press("Enter")
    desk.jump(3)
    desk.jump(5, extend=True)
    desk.press("Enter")
    with desk.handing_in():
        desk.press("Control+Enter")
    found = {"空间实体": ("奶奶", [0, 1]), "事件": ("坐", [2]), "处所": ("在车里", [3, 4, 5])}
    row = [{"role": role, "fragment": {"text": text, "idxes": idxes}} for role, (text, idxes) in found.items()]
    assert stage.answers() == [{"results": [row]}]


@pytest.mark.parametrize(
    ("preset", "item", "field", "said"),
    [
        ("space-rating", items(TEXT)[0], "rating", "请选择评级"),
        ("wsd", SENSES, "senses", "请作答，或选一种特殊情况"),
    ],
)
def test_submitting_nothing_says_at_the_field_what_to_do(
    preset: str, item: NewItem, field: str, said: str, begin: Any, stage: Stage
) -> None:
    desk = begin(preset, item)
    desk.press("Enter")
    expect(desk.field(field).locator("[data-rule] span:not(.sign)")).to_have_text(said)
    assert stage.answers() == []


def test_what_the_rules_block_stands_beside_its_slot_and_is_not_sent(begin: Any, stage: Stage) -> None:
    desk = begin("space-attribution", *items(TEXT))
    desk.press("a")
    desk.jump(at("枣树"))
    desk.press("Enter", "Enter")
    expect(desk.page.locator("[data-rule]").first).to_be_visible()
    expect(desk.page.get_by_role("alert").first).to_be_visible()
    assert stage.answers() == []
