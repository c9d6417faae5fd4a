"""What a model wrote → an answer, checked by the same rules as any submission, part by part.

A part that breaks a rule is told as a problem and left out; the rest is kept. The problems go back to the model once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn, assert_never

from pingce.formats.decode import Decoder
from pingce.formats.encode import Json, encode_value
from pingce.formats.senses import Inventory
from pingce.spec.problem import CODES, shown
from pingce.spec.shapes import (
    Choice,
    Element,
    FragmentSets,
    FreeText,
    Judged,
    ListOf,
    Options,
    RoleSpans,
    SenseChoice,
    Shape,
    SlotTuple,
    TypedSpans,
)
from pingce.spec.task import AnswerField, TaskSpec
from pingce.spec.values import Answer, Item

from .locating import locate
from .quoting import quote_of
from .replies import find_object, only_letters, stated_letters

NO_JSON = "回答里没有完整的 JSON 对象"
QUOTED = "照抄原文的字符串"
IN_TEXT = "原文中连续出现的文字（不连续的写成列表）"


class WrongPartError(Exception):
    """A part of an answer that cannot be used; says why, in the words the model is told."""

    def __init__(self, *problems: str) -> None:
        super().__init__(*problems)
        self.problems = problems


class ReadAnswer(NamedTuple):
    """What could be used, and what was wrong, in the words the model is told."""

    answer: Answer
    problems: tuple[str, ...]
    complete: bool
    """Every field of the answer has something in it."""


@dataclass
class AnswerReader:
    """Reads answers to one question."""

    task: TaskSpec
    item: Item
    inventory: Inventory
    _problems: list[str] = field(default_factory=list)

    def read(self, content: str) -> ReadAnswer:
        """What a model wrote, as an answer of the task, with everything that did not fit."""
        self._problems = []
        data = find_object(content, self.task)
        if data is None and self.task.options is not None:
            stated = stated_letters(content, self._letters_known)
            data = None if stated is None else {self.task.public_answer[0].key: stated}
        if data is None:
            return ReadAnswer({}, (NO_JSON,), False)
        answer: dict[str, object] = {}
        for asked in self.task.public_answer:
            if asked.key not in data:
                self._problems.append(f"缺少键 {asked.key}")
                continue
            try:
                answer |= self._checked(asked, self._value(asked, data[asked.key]))
            except WrongPartError as wrong:
                self._problems += wrong.problems
        complete = all(answer.get(asked.name, ()) != () for asked in self.task.public_answer)
        return ReadAnswer(answer, tuple(self._problems), complete)  # type: ignore[arg-type]  # values of the decoder

    def _checked(self, asked: AnswerField, raw: Json) -> dict[str, object]:
        """Through the checker of submissions; a list part by part, so that one bad part does not take the others."""
        if not isinstance(raw, list) or not isinstance(asked.shape, ListOf):
            return self._decoded(asked, raw, asked.key)
        good: list[Json] = []
        for i, element in enumerate(raw):
            if element not in good and self._decoded(asked, [element], f"{asked.key}[{i}]"):
                good.append(element)
        return self._decoded(asked, good[: asked.shape.at_most], asked.key)

    def _decoded(self, asked: AnswerField, raw: Json, where: str) -> dict[str, object]:
        """The field's value; empty if something is wrong with it that makers of gold would mend."""
        others = {other.key: raw for other in self.task.public_answer if other is not asked}
        values, violations = Decoder(self.task, gold=False).answer(
            {**others, asked.key: raw}, self.item.text, self.item
        )
        wrong = [
            violation
            for violation in violations
            if CODES[violation.code].level == "error" and violation.path.startswith(asked.key)
        ]
        for violation in wrong:
            value = violation.found if isinstance(violation.found, str) else violation.found.zh
            self._problems.append(f"{where}：实际 {value}；应为 {violation.expected.zh}")
        return {} if wrong or asked.name not in values else {asked.name: values[asked.name]}

    def _value(self, asked: AnswerField, raw: object) -> Json:
        """The field in the official layout."""
        shape: Shape = asked.shape
        match shape:
            case Choice():
                return self._label(shape, raw, asked.key)
            case Options():
                return self._letters(raw, asked.key)
            case SenseChoice():
                return self._senses(raw, asked.key)
            case ListOf():
                return self._list(shape, raw, asked.key)
            case FreeText():
                return raw if isinstance(raw, str) else _wrong(asked.key, raw, "字符串")
            case FragmentSets():
                return _wrong(asked.key, raw, "空")
            case _:
                assert_never(shape)

    def _label(self, shape: Choice, raw: object, path: str) -> Json:
        """By label, by title, or as a number or truth value."""
        label_given = str(int(raw)) if isinstance(raw, bool) and shape.encoding != "str" else str(raw).strip().lower()
        for label in shape.labels:
            title = shape.titles.get(label)
            if label_given in (label.lower(), *((title.zh, title.en) if title else ())):
                return encode_value(shape, label)
        return _wrong(path, raw, "/".join(shape.labels))

    @property
    def _letters_known(self) -> tuple[str, ...]:
        assert self.task.options is not None, "only asked where items have options"
        return tuple(self.item.options) or self.task.options.letters

    def _letters(self, raw: object, path: str) -> Json:
        """A list of letters, or letters in a string, in whatever notation."""
        written = "".join(map(str, raw)) if isinstance(raw, list) else str(raw)
        letters = only_letters(written, self._letters_known)
        if letters is None:
            letters = stated_letters(written, self._letters_known)
        return [*letters] if letters else _wrong(path, raw, f"{'/'.join(self._letters_known)} 的列表")

    def _senses(self, raw: object, path: str) -> Json:
        glosses = self.inventory.get(self.item.texts.get("word", ""), ())
        listed = raw if isinstance(raw, list) else [raw]
        chosen: list[Json] = []
        for choice in listed:
            number = int(choice) if isinstance(choice, int | str) and str(choice).isdecimal() else 0
            gloss = glosses[number - 1] if 0 < number <= len(glosses) else str(choice)
            if gloss not in glosses:
                return _wrong(path, choice, f"1 到 {len(glosses)} 的编号")
            if gloss not in chosen:
                chosen.append(gloss)
        return chosen or _wrong(path, raw, "至少一个编号")

    def _list(self, shape: ListOf, raw: object, path: str) -> Json:
        listed = raw if isinstance(raw, list) else [raw] if isinstance(raw, dict) else None
        if listed is None:
            _wrong(path, raw, "列表")
        made: list[Json] = []
        types: list[object] = []
        for i, element in enumerate(listed):
            kind = element.get("type") if isinstance(element, dict) else None
            if shape.one_per_type and kind in types:
                continue  # only the first of a type counts
            types.append(kind)
            try:
                made.append(self._element(shape.each, element, f"{path}[{i}]"))
            except WrongPartError as wrong:
                self._problems += wrong.problems
        return made if listed else _wrong(path, raw, f"至少 {shape.at_least} 条")

    def _element(self, each: Element, raw: object, path: str) -> Json:
        if not isinstance(raw, dict):
            _wrong(path, raw, "对象")
        match each:
            case RoleSpans():
                return self._fragments(each, raw, path)
            case TypedSpans():
                kind = raw.get("type")
                fragments = raw.get("fragments")
                if not isinstance(kind, str) or kind not in each.cases:
                    return _wrong(f"{path}.type", kind, "/".join(each.cases))
                if not isinstance(fragments, dict):
                    return _wrong(f"{path}.fragments", fragments, "对象")
                return {"fragments": self._fragments(each.cases[kind], fragments, f"{path}.fragments"), "type": kind}
            case SlotTuple():
                return self._tuple(each, raw, path)
            case Judged():
                judge = self._label(each.judge, raw.get(each.judge_key), f"{path}.{each.judge_key}")
                reason = raw.get(each.explanation_key)
                if not isinstance(reason, str) or not reason.strip():
                    return _wrong(f"{path}.{each.explanation_key}", reason, "解释")
                return {each.judge_key: judge, each.explanation_key: reason}
            case _:
                assert_never(each)

    def _fragments(self, shape: RoleSpans, raw: Mapping[str, object], path: str) -> list[Json]:
        roles = {role: quote for role, quote in raw.items() if quote not in (None, "", [])}
        unknown = [role for role in roles if role not in shape.roles]
        if unknown:
            return _wrong(path, "、".join(unknown), f"角色 {'/'.join(shape.roles)}")
        places = self._located(roles, path)
        return [{"role": role, **places[role]} for role in shape.roles if role in places]

    def _tuple(self, shape: SlotTuple, raw: Mapping[str, object], path: str) -> Json:
        filled = {name: value for name, value in raw.items() if value not in (None, "", [])}
        unknown = [name for name in filled if name not in shape.by_name]
        if unknown:
            return _wrong(path, "、".join(unknown), f"槽位 {'/'.join(shape.names)}")
        labels = {name: label for name, value in filled.items() if (label := _label_of(shape, name, value)) is not None}
        quoted = {name: value for name, value in filled.items() if name not in labels or _has_text(value)}
        places = self._located(quoted, path)
        if shape.layout == "array":
            return [places.get(name, labels.get(name)) for name in shape.names]
        made: list[Json] = []
        for name in shape.names:
            fill: dict[str, Json] = {"fragment": places[name]} if name in places else {}
            fill |= {"label": labels[name]} if name in labels else {}
            made += [{"role": name, **fill}] if fill else []
        return made

    def _located(self, quoted: Mapping[str, object], path: str) -> dict[str, dict[str, Json]]:
        quotes = {name: quote_of(raw) or _wrong(f"{path}.{name}", raw, QUOTED) for name, raw in quoted.items()}
        located = locate(self.item.text, quotes)
        absent = [
            _problem(f"{path}.{name}", quoted[name], IN_TEXT) for name, fragment in located.items() if fragment is None
        ]
        if absent:
            raise WrongPartError(*absent)
        return {
            name: {"text": fragment.text, "idxes": list(fragment.idxes)}
            for name, fragment in located.items()
            if fragment is not None
        }


def _problem(path: str, value: object, expected: str) -> str:
    return f"{path}：实际 {shown(value)}；应为 {expected}"


def _wrong(path: str, value: object, expected: str) -> NoReturn:
    raise WrongPartError(_problem(path, value, expected))


def _has_text(raw: object) -> bool:
    return isinstance(raw, dict) and bool(raw.get("text"))


def _label_of(shape: SlotTuple, name: str, raw: object) -> str | None:
    """A slot's label: the string itself where only labels fit, a label of the slot, or under ``label``."""
    slot = shape.by_name[name]
    if isinstance(raw, dict):
        label = raw.get("label")
        return label if isinstance(label, str) and label else None
    if isinstance(raw, str) and (slot.takes == "label" or raw in slot.labels):
        return raw
    return None
