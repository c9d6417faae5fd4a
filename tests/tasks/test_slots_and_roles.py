"""Slots of 2022 and roles of 2023: one knowledge, both ways."""

import pytest

from pingce.spec.values import SlotFill, StepTuple
from pingce.tasks.catalog import TASKS
from pingce.tasks.slots_and_roles import ENTITY_SLOTS, ROLE_OF, roles_to_slots, slot_fills, slots_to_roles
from tests.builders import fragment, label, make_tuple

TEXT = "小明把书放在桌子上，他走到窗边。"


def test_every_slot_has_a_role_and_no_role_is_left_over() -> None:
    slots, roles = (TASKS[name].tuple_shape for name in ("space2022/task3", "space2023/task2"))
    assert slots is not None
    assert roles is not None
    assert {ROLE_OF.get(slot, slot) for slot in slots.names} == set(roles.names)
    assert {*slots.entities, *roles.entities} == set(ENTITY_SLOTS)


@pytest.mark.parametrize(
    ("role", "slots"),
    [
        (SlotFill("时间", fragment(TEXT, "放"), None), ["时间文本"]),
        (SlotFill("时间", fragment(TEXT, "放"), "之后"), ["参照事件", "时间标签"]),
        (SlotFill("时间", None, "过去"), ["时间标签"]),
        (SlotFill("距离", fragment(TEXT, "边"), "近"), ["距离文本", "距离标签"]),
        (SlotFill("参照实体", fragment(TEXT, "书"), None), ["空间实体2"]),
        (SlotFill("处所", fragment(TEXT, "在桌子上"), None), ["处所"]),
        (SlotFill("参照事件", fragment(TEXT, "放"), None), ["参照事件"]),
    ],
)
def test_the_slots_of_a_role(role: SlotFill, slots: list[str]) -> None:
    assert [fill.slot for fill in slot_fills(role)] == slots


def test_roles_come_back_from_their_slots() -> None:
    step = make_tuple(
        TEXT, 空间实体="书", 参照实体="桌子", 时间=SlotFill("", fragment(TEXT, "放"), "之后"), 距离=label("近")
    )
    assert slots_to_roles(roles_to_slots(step)) == step
    assert roles_to_slots(StepTuple((), well_formed=False)) == StepTuple((), well_formed=False)
