"""The prompt, made from the task's specification: what is asked, what an answer looks like, which rules hold.

Title, summary, shape and rules of the task become instructions in Chinese or English; examples are shown in the same
notation an answer is read from (:mod:`.quoting`).
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from pingce.formats.encode import Json, encode_value
from pingce.formats.senses import Inventory
from pingce.spec.shapes import (
    Choice,
    Element,
    FragmentSets,
    FreeText,
    Judged,
    ListOf,
    OptionKind,
    Options,
    RoleSpans,
    SenseChoice,
    Shape,
    Slot,
    SlotTuple,
    TypedSpans,
)
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.systems.interface import Example

from .quoting import quoted_answer

Message = dict[str, str]

QUOTING = (
    "引文一律照抄原文，一字不差；不要写位置或下标。",
    '不连续的片段写成列表，如 ["在", "里"]。',
    '引文在原文中出现不止一次时，写成 {"text": 引文, "near": 含有它的一段更长的原文}。',
)


KINDS: Mapping[OptionKind | None, str] = {
    "single": "这是单选题，只有一个正确选项。",
    "multiple": "这是多选题，有两个或两个以上正确选项。",
}


def messages(task: TaskSpec, item: Item, shown: Sequence[Example], inventory: Inventory) -> list[Message]:
    """Instructions, examples as turns of a conversation, the question."""
    talk: list[Message] = [{"role": "system", "content": instructions(task)}]
    for example in shown:
        answer = quoted_answer(task, example.item, example.answer, inventory)
        talk.append({"role": "user", "content": question(task, example.item, inventory)})
        talk.append({"role": "assistant", "content": json.dumps(answer, ensure_ascii=False)})
    return [*talk, {"role": "user", "content": question(task, item, inventory)}]


def question(task: TaskSpec, item: Item, inventory: Inventory) -> str:
    """The texts of an item by their titles, and what it brings along: numbered glosses or options."""
    lines = [f"{field.title.zh}：{item.texts.get(field.name, '')}" for field in task.texts]
    if any(isinstance(field.shape, SenseChoice) for field in task.answer):
        lines.append("候选释义：")
        glosses = inventory.get(item.texts.get("word", ""), ())
        lines += [f"{number}. {gloss}" for number, gloss in enumerate(glosses, start=1)]
    if task.options is not None:
        lines += ["选项：", *(f"{letter}. {text}" for letter, text in item.options.items())]
        told = KINDS.get(task.options.kind(item))
        lines += [told] if told is not None else []
    return "\n".join(lines)


def instructions(task: TaskSpec) -> str:
    """The whole task in Chinese."""
    layout = {field.key: _layout(field.shape) for field in task.public_answer}
    lines = [
        f"任务：{task.title.zh}。{task.summary.zh}",
        "只输出一个 JSON 对象，不要解释，不要代码块。格式：",
        _pretty(layout),
        "其中：",
    ]
    for field in task.public_answer:
        lines += [f"- {field.key}：{field.title.zh}", *(f"  - {line}" for line in _details(field.shape))]
    if any(_quotes(field.shape) for field in task.public_answer):
        lines += ["引文的写法：", *(f"- {rule}" for rule in QUOTING)]
    return "\n".join(lines)


def _pretty(layout: dict[str, Json]) -> str:
    """As JSON, but with words instead of values where they are not quoted."""
    return json.dumps(layout, ensure_ascii=False).replace('"<', "<").replace('>"', ">")


def _layout(shape: Shape) -> Json:
    match shape:
        case Choice():
            return "<标签>"
        case Options():
            return ["<字母>"]
        case SenseChoice():
            return ["<编号>"]
        case FreeText():
            return "文字"
        case FragmentSets():
            return []
        case ListOf(each=each):
            return [_element_layout(each)]
        case _:
            assert_never(shape)


def _element_layout(each: Element) -> Json:
    match each:
        case RoleSpans():
            return {"角色": "<引文>"}
        case TypedSpans():
            return {"type": "类型", "fragments": {"角色": "<引文>"}}
        case SlotTuple():
            return {"槽位": "<引文或标签>"}
        case Judged():
            return {each.judge_key: "<标签>", each.explanation_key: "解释"}
        case _:
            assert_never(each)


def _quotes(shape: Shape) -> bool:
    return isinstance(shape, ListOf) and not isinstance(shape.each, Judged)


def _details(shape: Shape) -> Iterable[str]:
    match shape:
        case Choice():
            yield from _labels(shape)
        case Options():
            yield f'全部正确选项的字母（{"/".join(shape.letters)}），如 ["A"]；多选、少选都不得分'
            yield "“以上选项都不是”只在其他选项都不成立时选"
        case SenseChoice():
            yield "合适的候选释义的编号，最合适的在前；可以不止一个"
        case FreeText() | FragmentSets():
            return
        case ListOf(each=each):
            yield f"至少 {shape.at_least} 条" + (f"，至多 {shape.at_most} 条" if shape.at_most else "")
            if shape.one_per_type:
                yield "每种类型至多一条；只写确实存在的"
            yield from _element_details(each)
        case _:
            assert_never(shape)


def _labels(shape: Choice) -> Iterable[str]:
    for label in shape.labels:
        title = shape.titles.get(label)
        value = json.dumps(encode_value(shape, label), ensure_ascii=False)
        yield f"{value}：{title.zh}" if title else value


def _element_details(each: Element) -> Iterable[str]:
    match each:
        case RoleSpans():
            yield "角色：" + "、".join(f"{role}（{title.zh}）" for role, title in each.roles.items())
            yield "文中没有的角色不写"
            yield from (rule.demand().zh for rule in each.rules)
        case TypedSpans():
            for kind, case in each.cases.items():
                roles = "、".join(f"{role}（{title.zh}）" for role, title in case.roles.items())
                rules = "".join(f"；{rule.demand().zh}" for rule in case.rules)
                yield f"类型 {kind}（{each.titles[kind].zh}）：角色 {roles}{rules}"
        case SlotTuple():
            yield from (_slot(slot) for slot in each.slots)
            yield "空的槽位不写"
            yield from (rule.demand().zh for rule in each.rules)
        case Judged():
            yield from (f"{each.judge_key} {line}" for line in _labels(each.judge))
            yield f"{each.explanation_key} 是完整的解释：指出差异，列出空间实体，说明场景为何相同或不同"
        case _:
            assert_never(each)


def _slot(slot: Slot) -> str:
    labels = "/".join(slot.labels)
    match slot.takes:
        case "fragment":
            kind = "引文"
        case "label":
            kind = f"标签 {labels}"
        case "either":
            kind = f'引文，或 {{"label": 标签}}，或 {{"text": 引文, "label": 标签}}；标签 {labels}'
    return f"{slot.name}（{slot.title.zh}）：{kind}"
