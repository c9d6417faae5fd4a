"""From the notation to values: what SpaCE2022 and SpaCE2023 share."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pingce.formats.encode import Json, encode_record
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Fragment, FragmentSet, Item, Reason, RoleSpan, SlotFill, StepTuple
from pingce.tasks.catalog import TASKS

from .dev import DEV, TEST
from .notation import Original, Split, Step, Why, fragment
from .scenes import SCENES
from .train import TRAIN

ORIGINALS: dict[Split, tuple[Original, ...]] = {"train": TRAIN + SCENES, "dev": DEV, "test": TEST}
SLOTS2022 = TASKS["space2022/task3"].tuple_shape
SLOTS2023 = TASKS["space2023/task2"].tuple_shape
NEW_NAMES = {"空间实体2": "参照实体", "距离文本": "距离", "距离标签": "距离"}
TIME = {"时间文本", "参照事件", "时间标签"}


class Line(NamedTuple):
    """A question and its answer, before it has an id."""

    text: str
    answer: Answer


def judged(split: Split) -> list[Line]:
    return [Line(r.apply(o.text), {"judge": str(r.judge)}) for o in ORIGINALS[split] for r in o.replaced]


def reasons2022(split: Split) -> list[Line]:
    lines = []
    for text, whys in _explained(split):
        lines.append(Line(text, {"reasons": tuple(Reason(w.type, role_spans(text, w.roles)) for w in whys)}))
    return lines


def reasons2023(split: Split) -> list[Line]:
    lines = []
    for text, whys in _explained(split):
        answers = [Reason("", role_spans(text, w.roles2023)) for w in whys if w.roles2023]
        lines.append(Line(text, {"reasons": tuple(answers)}))
    return lines


def steps2022(split: Split) -> list[Line]:
    return [
        Line(
            o.text,
            {
                "tuples": tuple(step_tuple(o.text, one) for one in o.steps),
                "corefs": coref_sets(o.text, o.corefs),
                "non_corefs": coref_sets(o.text, o.non_corefs),
            },
        )
        for o in ORIGINALS[split]
        if o.steps
    ]


def step2023(old: StepTuple) -> StepTuple:
    """Fifteen roles: the three slots of time become one, so do the two of distance."""
    assert SLOTS2023 is not None
    fragments: dict[str, Fragment] = {}
    labels: dict[str, str] = {}
    for slot, piece, label in old.fills:
        name = "时间" if slot in TIME else NEW_NAMES.get(slot, slot)
        if piece is not None:
            fragments[name] = piece
        if label is not None:
            labels[name] = label
    roles = [slot.name for slot in SLOTS2023.slots if slot.name in fragments or slot.name in labels]
    return StepTuple(tuple(SlotFill(role, fragments.get(role), labels.get(role)) for role in roles))


def records(
    task: TaskSpec, prefix: str, first: int, lines: Sequence[Line], *, texts: bool = True, answers: bool = True
) -> Iterator[dict[str, Json]]:
    """Records with running numbers; without texts they are a submission, without answers questions."""
    for number, (text, answer) in enumerate(lines, start=first):
        item = Item(f"{prefix}-{number}", {"text": text})
        yield encode_record(task, item, answer if answers else None, with_texts=texts, gold=texts)


def _explained(split: Split) -> Iterator[tuple[str, tuple[Why, ...]]]:
    for original in ORIGINALS[split]:
        for replaced in original.replaced:
            if replaced.why:
                yield replaced.apply(original.text), replaced.why


def role_spans(text: str, roles: Mapping[str, str]) -> tuple[RoleSpan, ...]:
    return tuple(RoleSpan(role, *fragment(text, written)) for role, written in roles.items())


def step_tuple(text: str, written: Step) -> StepTuple:
    assert SLOTS2022 is not None
    unknown = written.keys() - {slot.name for slot in SLOTS2022.slots}
    assert not unknown, f"no such slot: {unknown}"
    fills = []
    for slot in SLOTS2022.slots:
        if slot.name in written:
            value = written[slot.name]
            # As in the published tuples, spliced pieces stand in text order.
            piece = None if slot.takes == "label" else fragment(text, value, in_text_order=True)
            fills.append(SlotFill(slot.name, piece, value if slot.takes == "label" else None))
    return StepTuple(tuple(fills))


def coref_sets(text: str, groups: Sequence[Sequence[str]]) -> tuple[FragmentSet, ...]:
    return tuple(tuple(fragment(text, one) for one in group) for group in groups)
