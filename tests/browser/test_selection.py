"""Positions are code points: the same span by mouse and by keyboard is what Python calls it."""

import pytest

from .conftest import Visit
from .pages import Desk
from .site import Answer, Stage, items

FAMILY = "👨\u200d👩\u200d👧"
TEXTS = {
    "beyond the basic plane": ("𠮷田把𠮷他放在墙里。", "田把𠮷"),
    "emoji": (f"😀在桌上，{FAMILY}在🇨🇳门外。", f"，{FAMILY}在"),
    "line ends": ("他在屋里。\r\n她在\r\n门外。", "。\r\n她在\r"),
    "full width": ("Ａ座Ｂ２层，　车在（左）侧。", "Ｂ２层，　车在（"),
    "combining": ("e\u0301门的里面，ü在上。", "e\u0301门的"),
}


def expected(text: str, part: str) -> Answer:
    start = text.index(part)
    return {"text": part, "idxes": list(range(start, start + len(part)))}


@pytest.mark.parametrize(("text", "part"), TEXTS.values(), ids=TEXTS)
def test_mouse_and_keyboard_give_the_positions_of_python(text: str, part: str, stage: Stage, visit: Visit) -> None:
    campaign = stage.open("space-rating", items(text, text), settings={"answers": 1})
    desk = Desk(visit("li", f"/work/{campaign}"))
    desk.ready()
    span = expected(text, part)
    first, last = span["idxes"][0], span["idxes"][-1]
    desk.drag(first, last)
    desk.press("Enter", "4")
    with desk.handing_in():
        desk.press("Enter")
    desk.page.locator("code.ref", has_text="#2").wait_for()
    desk.press("4", *["Alt+ArrowRight"] * (first + 1), *["Alt+Shift+ArrowRight"] * (last - first), "Enter")
    with desk.handing_in():
        desk.press("Enter")
    assert stage.answers() == [{"rating": "bad", "span": span}] * 2


@pytest.mark.parametrize("how", ["mouse", "keyboard"])
def test_pieces_keep_the_order_they_were_taken_in(how: str, stage: Stage, visit: Visit) -> None:
    text = "😀从𠮷田家走到门外。"
    desk = Desk(visit("li", f"/work/{stage.open('space-rating', items(text), settings={'answers': 1})}"))
    desk.ready()
    desk.press("4")
    later, earlier = text.index("门外"), text.index("𠮷田")
    if how == "mouse":
        desk.drag(later, later + 1)
        desk.drag(earlier, earlier + 1, adding=True)
    else:
        desk.press(*["Alt+ArrowRight"] * (later + 1), "Alt+Shift+ArrowRight", "=")
        desk.press("Home", *["Alt+ArrowRight"] * earlier, "Alt+Shift+ArrowRight")
    desk.press("Enter")
    with desk.handing_in():
        desk.press("Enter")
    idxes = [later, later + 1, earlier, earlier + 1]
    assert stage.answers() == [{"rating": "bad", "span": {"text": "门外𠮷田", "idxes": idxes}}]
