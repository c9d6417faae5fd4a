"""How many keys an answer costs; every key that goes down counts, modifiers too."""

from pingce.annotate.items import NewItem

from .conftest import Visit
from .pages import Desk
from .site import Stage, items

TEXT = "傍晚，奶奶从屋里搬出一把竹椅，放在院子中间的枣树里。她把针线筐搁在膝盖上，一边缝扣子，一边朝巷口望。"


def test_a_rating_costs_two_keys_and_opens_the_next(stage: Stage, visit: Visit) -> None:
    campaign = stage.open(
        "space-rating", items("甲在桌子上。", "乙在桌子里。", "丙在桌子下。"), settings={"answers": 1}
    )
    desk = Desk(visit("li", f"/work/{campaign}"))
    for number, key in enumerate("142", start=1):
        desk.page.locator("code.ref", has_text=f"#{number}").wait_for()
        with desk.handing_in():
            desk.press(key, "Enter")
    assert desk.pressed == 6
    assert stage.answers() == [{"rating": "fine"}, {"rating": "bad"}, {"rating": "someFine"}]


def test_an_attribution_of_type_a_costs_at_most_twelve_keys(stage: Stage, visit: Visit) -> None:
    desk = Desk(visit("li", f"/work/{stage.open('space-attribution', items(TEXT), settings={'answers': 1})}"))
    desk.ready()
    desk.press("a")
    desk.jump(TEXT.index("枣树"))
    desk.press("Enter")
    desk.jump(TEXT.index("里。"))
    desk.press("Enter")
    with desk.handing_in():
        desk.press("Enter")
    assert desk.pressed <= 12
    [answer] = stage.answers()
    assert [one["text"] for one in answer["reasons"][0]["fragments"]] == ["枣树", "里"]


def test_a_tuple_with_entity_event_and_place_costs_at_most_twenty_keys(stage: Stage, visit: Visit) -> None:
    item = NewItem("q1", {"text": TEXT})
    desk = Desk(visit("li", f"/work/{stage.open('space-step', [item], settings={'answers': 1})}"))
    desk.ready()
    desk.press("n")
    desk.jump(TEXT.index("竹椅"))
    desk.press("Enter")
    desk.jump(TEXT.index("放在"))
    desk.press("Enter")
    desk.jump(TEXT.index("在院子"))
    desk.jump(TEXT.index("里。"), extend=True)
    desk.press("Enter")
    with desk.handing_in():
        desk.press("Enter")
    assert desk.pressed <= 20
    [answer] = stage.answers()
    [row] = answer["outputs"]
    assert {i: slot["text"] for i, slot in enumerate(row) if slot} == {0: "竹椅", 2: "放", 7: "在院子中间的枣树里"}
