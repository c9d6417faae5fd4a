"""Spatial tuples (STEP) of 2022 and 2023: what both editions have, and the slots of one as roles of the other.

2022 has eighteen slots. 2023 has fifteen roles: words for a time, reference event and time label share one role, words
for a distance and distance label another, and the second entity has another name.
"""

from collections.abc import Iterator

from pingce.spec.shapes import FragmentSets, Slot
from pingce.spec.task import AnswerField, TextField
from pingce.spec.values import Fragment, SlotFill, StepTuple
from pingce.spec.words import Words

CONTEXT = TextField("text", "context", Words("文本", "text"))

ENTITY = Slot("空间实体", Words("空间实体", "entity"), "fragment", by_position=True)
EVENT = Slot("事件", Words("事件", "event"), "fragment")
FACTICITY = Slot("事实性", Words("事实性", "facticity"), "label", labels=("假",))

PLACE_SLOTS = (
    Slot("处所", Words("处所", "place"), "fragment"),
    Slot("起点", Words("起点", "start"), "fragment"),
    Slot("终点", Words("终点", "end"), "fragment"),
    Slot("方向", Words("方向", "direction"), "fragment"),
    Slot("朝向", Words("朝向", "orientation"), "fragment"),
    Slot("部件处所", Words("部件处所", "place of a part"), "fragment"),
    Slot("部位", Words("部位", "part"), "fragment"),
    Slot("形状", Words("形状", "shape"), "fragment"),
    Slot("路径", Words("路径", "path"), "fragment"),
)
PLACES = tuple(slot.name for slot in PLACE_SLOTS)

TIMES_WITH_REFERENCE = ("之时", "之前", "之后", "之间")
TIMES_WITHOUT_REFERENCE = ("说话时", "过去", "将来")
TIMES = TIMES_WITHOUT_REFERENCE + TIMES_WITH_REFERENCE
DISTANCES = ("远", "近", "变远", "变近")

COREFERENCE = (
    AnswerField("corefs", "corefs", FragmentSets(), Words("同指", "coreference"), gold_only=True),
    AnswerField("non_corefs", "non_corefs", FragmentSets(), Words("同形异指", "non-coreference"), gold_only=True),
)

TWO_STATEMENTS = {
    "S1": Words("空间实体一", "first entity"),
    "P1": Words("空间方位一", "first place"),
    "E1": Words("事件一", "first event"),
    "S2": Words("空间实体二", "second entity"),
    "P2": Words("空间方位二", "second place"),
    "E2": Words("事件二", "second event"),
}
"""Roles of two statements that conflict."""

SECOND_ENTITY, TIME_TEXT, REFERENCE_EVENT, TIME_LABEL = "空间实体2", "时间文本", "参照事件", "时间标签"
DISTANCE_TEXT, DISTANCE_LABEL = "距离文本", "距离标签"
"""Slots of 2022 that 2023 does not have."""
REFERENCE_ENTITY, TIME_ROLE, DISTANCE_ROLE = "参照实体", "时间", "距离"
"""Roles of 2023 that 2022 does not have."""
ENTITY_SLOTS = (ENTITY.name, SECOND_ENTITY, REFERENCE_ENTITY)
"""Who or what is somewhere, in either edition."""
ROLE_OF = {
    SECOND_ENTITY: REFERENCE_ENTITY,
    **dict.fromkeys((TIME_TEXT, REFERENCE_EVENT, TIME_LABEL), TIME_ROLE),
    **dict.fromkeys((DISTANCE_TEXT, DISTANCE_LABEL), DISTANCE_ROLE),
}
"""Slot of 2022 → role of 2023, where the names differ."""


def slots_to_roles(step: StepTuple) -> StepTuple:
    """A tuple of 2022 as one of 2023; the order of the roles is that of the slots."""
    slots = {fill.slot: fill for fill in step.fills}
    roles: dict[str, SlotFill] = {}
    for fill in step.fills:
        role = ROLE_OF.get(fill.slot, fill.slot)
        if role in roles:
            continue
        if role == TIME_ROLE:
            fragment = _fragment(slots, TIME_TEXT) or _fragment(slots, REFERENCE_EVENT)
            roles[role] = SlotFill(role, fragment, _label(slots, TIME_LABEL))
        elif role == DISTANCE_ROLE:
            roles[role] = SlotFill(role, _fragment(slots, DISTANCE_TEXT), _label(slots, DISTANCE_LABEL))
        else:
            roles[role] = SlotFill(role, fill.fragment, fill.label)
    return StepTuple(tuple(roles.values()), step.well_formed)


def roles_to_slots(step: StepTuple) -> StepTuple:
    """A tuple of 2023 as one of 2022; a tuple of 2022 stays as it is."""
    return StepTuple(tuple(slot for fill in step.fills for slot in slot_fills(fill)), step.well_formed)


def slot_fills(fill: SlotFill) -> Iterator[SlotFill]:
    """What a role of 2023 is in slots of 2022: a time fragment with a label is the reference event of that label."""
    role, fragment, label = fill
    if role not in (TIME_ROLE, DISTANCE_ROLE):
        yield SlotFill(SECOND_ENTITY if role == REFERENCE_ENTITY else role, fragment, label)
        return
    text_slot, label_slot = (TIME_TEXT, TIME_LABEL) if role == TIME_ROLE else (DISTANCE_TEXT, DISTANCE_LABEL)
    if fragment is not None:
        yield SlotFill(REFERENCE_EVENT if role == TIME_ROLE and label is not None else text_slot, fragment, None)
    if label is not None:
        yield SlotFill(label_slot, None, label)


def _fragment(slots: dict[str, SlotFill], name: str) -> Fragment | None:
    return slots[name].fragment if name in slots else None


def _label(slots: dict[str, SlotFill], name: str) -> str | None:
    return slots[name].label if name in slots else None
