"""What the tuple tasks of 2022 and 2023 have in common: the places, the labels, the coreference sets."""

from pingce.spec.shapes import FragmentSets, Slot
from pingce.spec.task import AnswerField, TextField
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
