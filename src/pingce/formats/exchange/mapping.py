"""Which part of an export is which part of a task: a small TOML file.

Tools know controls, tasks know fields; the file says which is which, under which key the text stands and what labels
are called there. Without one the names are taken to be the same.
"""

from pathlib import Path
from typing import Literal, assert_never

import msgspec

from pingce.formats.tomlfile import read_toml
from pingce.spec.errors import UserError
from pingce.spec.shapes import (
    Choice,
    FragmentSets,
    FreeText,
    ListOf,
    Options,
    RoleSpans,
    SenseChoice,
    Shape,
    TypedSpans,
)
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words

Group = Literal["all", "relations"]


class FieldMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where one field of the task's answer comes from."""

    control: str = ""
    """Label Studio: the name of the control (``from_name``); else that of the field."""
    kind: Literal["choices", "rating"] = "choices"
    """Label Studio: which control a choice is."""
    group: Group = "all"
    """All spans are one answer, or those that are linked by relations."""
    labels: dict[str, str] = {}
    """Label of the tool = label, role or type/role of the task; empty: they are the same."""


class Mapping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``texts``: text of the task = key of the export."""

    answers: dict[str, FieldMap]
    texts: dict[str, str] = {}
    id: str = ""
    """Key of the export; without it the tool's own number."""
    to_name: str = "text"
    """Label Studio: the name of the text in the labelling interface."""

    def control(self, field: str) -> str:
        """The name of Label Studio's control for a field."""
        return self.answers[field].control or field

    def text_key(self, name: str) -> str:
        """The key of the export that holds this text."""
        return self.texts.get(name, name)


def read_mapping(task: TaskSpec, path: Path) -> Mapping:
    """Everything that is wrong with it at once."""
    try:
        mapping = msgspec.convert(read_toml(path), Mapping)
    except msgspec.ValidationError as problem:
        words = Words(f"{path} 不合格式：{problem}。", f"{path} is not in form: {problem}.")
        raise UserError(words, code="bad-mapping") from problem
    problems = _problems(task, mapping)
    if problems:
        zh, en = "；".join(problem.zh for problem in problems), "; ".join(problem.en for problem in problems)
        raise UserError(Words(f"{path}：{zh}。", f"{path}: {en}."), code="bad-mapping")
    return mapping


def _problems(task: TaskSpec, mapping: Mapping) -> list[Words]:
    problems = []
    texts, answers = [text.name for text in task.texts], [answer.name for answer in task.answer]
    for name in mapping.texts:
        if name not in texts:
            listed = ", ".join(texts)
            problems.append(Words(f"没有文本 {name}，有 {listed}", f"no text is called {name}; there are {listed}"))
    for name, source in mapping.answers.items():
        if name not in answers:
            listed = ", ".join(answers)
            problems.append(
                Words(f"没有答案字段 {name}，有 {listed}", f"no answer is called {name}; there are {listed}")
            )
            continue
        labels = labels_of(task.field(name).shape)
        if labels is None:
            problems.append(Words(f"{name} 的形状无法与别的工具互换", f"{name} has a shape that other tools lack"))
        elif labels and (odd := [label for label in source.labels.values() if label not in labels]):
            listed = ", ".join(labels)
            problems.append(Words(f"{name} 没有 {odd[0]}，有 {listed}", f"{name} has no {odd[0]}; it has {listed}"))
    return problems


def labels_of(shape: Shape) -> tuple[str, ...] | None:
    """What labels of a tool may stand for; none: anything; None: a shape that no such tool has."""
    match shape:
        case Choice():
            return shape.labels
        case Options():
            return shape.letters
        case ListOf(each=RoleSpans(roles=roles)):
            return tuple(roles)
        case ListOf(each=TypedSpans(cases=cases)):
            return tuple(f"{kind}/{role}" for kind, case in cases.items() for role in case.roles)
        case FreeText() | SenseChoice() | FragmentSets():
            return ()
        case ListOf():
            return None
        case _:
            assert_never(shape)
