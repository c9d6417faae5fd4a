"""A slip right after submitting can be put right."""

from playwright.sync_api import expect

from tests.annotate.world import rating

from .conftest import Visit
from .pages import Desk
from .photos import Album, photograph
from .site import Stage, items


def test_a_slip_is_undone_right_after_submitting(stage: Stage, visit: Visit, screenshots: Album) -> None:
    """Also where the answer was the second one and the item is decided already."""
    campaign = stage.open(
        "space-rating",
        items("椅子在树下。", "猫在屋里。"),
        annotators=("li", "wang"),
        settings={"audit_rate": 0.0, "audit_rate_first": 0.0, "control_rate": 0.0},
    )
    stage.answer("wang", rating("fine"))
    desk = Desk(visit("li", f"/work/{campaign}"))
    desk.ready()
    with desk.handing_in("/submit"):
        desk.press("1", "Enter")
    undo = desk.page.get_by_role("button", name="撤销，再改")
    expect(undo).to_be_visible()
    photograph(desk.page, screenshots, "work-undo")
    desk.page.keyboard.press("Alt+z")
    expect(desk.page.get_by_role("button", name="保存修改")).to_be_visible()
    with desk.handing_in("/submit"):
        desk.press("4", "Enter")
    assert [answer["rating"] for answer in stage.answers()][:2] == ["fine", "fine"]
    assert stage.answers()[-1]["rating"] != "fine"
