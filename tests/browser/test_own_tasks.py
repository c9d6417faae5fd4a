"""Forms of tasks that are only described in TOML, by the keys people press: a judgement, fragments in roles, tuples."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pingce.annotate.items import NewItem
from pingce.formats.taskfile.examples import example
from pingce.formats.taskfile.places import TaskFolder
from pingce.tasks.own import opened

from .conftest import Visit
from .pages import Desk
from .site import Stage

TEXT = "雨下了一夜，路断了。"


@pytest.fixture(autouse=True)
def described(tmp_path: Path) -> Iterator[None]:
    for shape in ("choice", "spans", "tuples"):
        (tmp_path / f"{shape}.toml").write_text(example(shape), encoding="utf-8")
    with opened(TaskFolder(tmp_path, "mine")):
        yield


def begin(stage: Stage, visit: Visit, shape: str) -> Desk:
    item = NewItem("q1", {"context": TEXT})
    campaign = stage.open("own", [item], form=f"mine/{shape}", settings={"answers": 1})
    desk = Desk(visit("li", f"/work/{campaign}"))
    desk.ready()
    return desk


def mark(desk: Desk, first: int, last: int) -> None:
    desk.jump(first)
    if last > first:
        desk.jump(last, extend=True)
    desk.press("Enter")


def test_a_judgement(stage: Stage, visit: Visit) -> None:
    desk = begin(stage, visit, "choice")
    expect(desk.page.get_by_text("难过")).to_be_visible()
    with desk.handing_in():
        desk.press("2", "Control+Enter")
    assert stage.answers() == [{"mood": "sad"}]


def test_fragments_in_roles(stage: Stage, visit: Visit) -> None:
    desk = begin(stage, visit, "spans")
    desk.press("n")
    mark(desk, 0, 4)
    mark(desk, 6, 8)
    with desk.handing_in():
        desk.press("Control+Enter")
    [[cause, effect]] = stage.answers()[0]["causes"]
    assert (cause["role"], cause["idxes"][0], effect["role"], effect["idxes"][0]) == ("cause", 0, "effect", 6)


def test_tuples(stage: Stage, visit: Visit) -> None:
    desk = begin(stage, visit, "tuples")
    desk.press("n")
    mark(desk, 0, 0)
    mark(desk, 1, 1)
    with desk.handing_in():
        desk.press("Control+Enter")
    [row] = stage.answers()[0]["events"]
    assert [(slot["role"], slot["fragment"]["text"]) for slot in row] == [("who", "雨"), ("does", "下了")]
