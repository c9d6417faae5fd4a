"""What is wrong with the structure of an answer, as a sentence for the person at the form.

Files are told where, what was found and what was expected, by the names of their keys. Somebody who fills in a form
sees the place anyway and knows fields, roles and slots by their titles: here the same violations are said in those.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from pingce.formats.options import ONE_LETTER
from pingce.spec.problem import Violation
from pingce.spec.rules import (
    Apart,
    EnoughRoles,
    Excludes,
    InTextOrder,
    LabelDependsOn,
    Needs,
    OneKind,
    RolesInTextOrder,
    SlotRule,
    SpanRule,
)
from pingce.spec.shapes import Choice, FragmentSets, Judged, ListOf, Options, RoleSpans, SlotTuple, TypedSpans
from pingce.spec.words import Words, same

from .forms import Form, FormShape, Number

Titles = Mapping[str, Words]

SENTENCES: Mapping[str, Words] = {
    "no-answer": Words("这里还没有作答", "nothing is answered here yet"),
    "repeated-role": Words("每个角色只能填一次", "every role can be filled once only"),
    "empty-fragment": Words(
        "片段里一个字也没有，请在文中重新选取", "the fragment is empty: select it in the text again"
    ),
    "idx-out-of-range": Words(
        "片段超出了文本，请在文中重新选取", "the fragment goes beyond the text: select it in the text again"
    ),
    "text-mismatch": Words(
        "片段的文字与原文不符，请在文中重新选取", "the fragment differs from the text: select it in the text again"
    ),
    "unsorted-idxes": Words(
        "片段各部分的先后与原文不同；有意如此就不必改",
        "the pieces stand in another order than in the text; leave them if that is meant",
    ),
    "repeated-idx": Words("片段里同一个字选了两次", "the fragment has one character twice"),
    "repeated-tuple": Words("这条信息和前面的一条相同", "this record is the same as an earlier one"),
    "repeated-type": Words("每种原因只能有一条", "there can be one reason of each type only"),
    "repeated-letter": Words("同一个选项选了两次", "an option is chosen twice"),
    "repeated-gloss": Words("同一条释义选了两次", "a gloss is chosen twice"),
    "unknown-gloss": Words(
        "选中的释义不在这个词的义项里，请重新选择", "the gloss chosen is none of this word's: choose again"
    ),
    "unknown-word": Words("词表里没有这个词，请告诉负责人", "the word is not in the word list: tell whoever runs this"),
    "target-not-in-sentence": Words(
        "句子里没有要标注的词，请告诉负责人", "the sentence lacks its word: tell whoever runs this"
    ),
    "target-repeated": Words("要标注的词在句中不止一处", "the word occurs more than once in the sentence"),
    "one-sense": Words("这个词只有一个义项", "the word has a single sense"),
    "unknown-letter": Words("没有这个选项，请重新选择", "there is no such option: choose again"),
    "unknown-label": Words("没有这个选项，请重新选择", "there is no such option: choose again"),
    "unknown-slot-label": Words("这里没有这个标签，请重新选择", "there is no such label here: choose again"),
    "unknown-type": Words("没有这种原因，请重新选择", "there is no such type of reason: choose again"),
    "unknown-role": Words("这里没有这个角色，请删去它", "there is no such role here: take it out"),
    "slot-kind": Words(
        "这里填反了：要文字的填了标签，或要标签的填了文字",
        "a label where words of the text belong, or the reverse",
    ),
}
"""Codes that need nothing of the form to be said."""

UNREADABLE = Words("这一处读不出来，请删去后重新填写", "this part cannot be read: take it out and fill it in again")
"""What no form writes: an answer that came in another way, or from a page left open over a change of the form."""

ONE_OPTION = Words("这是单选题，只选一项", "one option is right here: choose one only")
MORE_OPTIONS = Words("这是多选题，请选两项以上", "several options are right here: choose two or more")
EXPLAIN = Words("请写出解释", "write an explanation")
JUDGEMENT = Words("判断", "a judgement")
COUNTS = "零一两三四五六七八九十"


def sentence(form: Form, violation: Violation) -> Words:
    """What a person is told at the form; where exactly, the path of the violation says."""
    key = violation.path.partition(".")[0].partition("[")[0]
    field = form.by_key.get(key)
    if violation.code == "missing-key" and field is not None and violation.path == key:
        # Not a fault of a file: something a person has not done yet.
        return _asked(field.title, chosen=isinstance(field.shape, Choice))
    if field is None:
        return UNREADABLE
    for titles, rules in _rules(field.shape):
        for rule in rules:
            if rule.code == violation.code and rule.demand() == violation.expected:
                return demand(rule, titles)
    return _of_shape(field.shape, violation) or SENTENCES.get(violation.code, UNREADABLE)


def demand(rule: SlotRule | SpanRule, titles: Titles) -> Words:
    """What a rule between slots or roles demands, by their titles."""

    def said(name: str) -> Words:
        return titles.get(name, same(name))

    match rule:
        case Needs():
            needed = _one_of([said(name) for name in rule.any_of])
            if rule.slot is None:
                return Words(f"请填{needed.zh}", f"fill in {needed.en}")
            filled = said(rule.slot)
            return Words(f"填了{filled.zh}，就要填{needed.zh}", f"with {filled.en}, fill in {needed.en} too")
        case Excludes():
            filled, others = said(rule.slot), _one_of([said(name) for name in rule.others])
            return Words(f"填了{filled.zh}，就不能再填{others.zh}", f"with {filled.en}, there can be no {others.en}")
        case LabelDependsOn():
            there = _one_of([same(label) for label in rule.with_reference])
            absent = _one_of([same(label) for label in rule.without_reference])
            slot, reference = said(rule.slot), said(rule.reference) if rule.reference else None
            beside = (
                Words(f"填了{reference.zh}", f"with {reference.en}")
                if reference
                else Words("标了文字", "with words of the text")
            )
            return Words(
                f"{beside.zh}时，{slot.zh}应选{there.zh}；没有时应选{absent.zh}",
                f"{beside.en}, {slot.en} is {there.en}; without, it is {absent.en}",
            )
        case OneKind():
            slot = said(rule.slot)
            return Words(
                f"{slot.zh}只能填文字或标签中的一种", f"{slot.en} takes words of the text or a label, not both"
            )
        case InTextOrder():
            return _before(said(rule.first), said(rule.slot))
        case RolesInTextOrder():
            return _before(said(rule.first), said(rule.second))
        case EnoughRoles():
            return _at_least(rule.at_least, Words("个角色", "role"))
        case Apart():
            names = [said(name) for name in rule.roles]
            zh, en = "、".join(name.zh for name in names), ", ".join(name.en for name in names)
            return Words(f"{zh}不能共用同一个字", f"{en} cannot share a character")
        case _:
            assert_never(rule)


def _asked(title: Words, *, chosen: bool) -> Words:
    if chosen:
        return Words(f"请选择{title.zh}", f"choose: {title.en}")
    return Words(f"请填写{title.zh}", f"fill in: {title.en}")


def _rules(shape: FormShape) -> Iterator[tuple[Titles, Sequence[SlotRule | SpanRule]]]:
    """Rules between parts of a field, with the titles of those parts."""
    match shape.each if isinstance(shape, ListOf) else None:
        case TypedSpans() as each:
            for case in each.cases.values():
                yield case.roles, case.rules
        case RoleSpans() as each:
            yield each.roles, each.rules
        case SlotTuple() as each:
            yield {slot.name: slot.title for slot in each.slots}, each.rules


def _of_shape(shape: FormShape, violation: Violation) -> Words | None:
    """What has to do with limits of the field."""
    match violation.code, shape:
        case "no-answer", ListOf() if "." not in violation.path:
            return _at_least(shape.at_least, Words("条", "record"))
        case "too-many-answers" | "too-many-tuples", ListOf(at_most=int(most)):
            return Words(f"最多{_count(most)}条", f"there can be {most} at most")
        case "few-members", FragmentSets():
            return _at_least(shape.at_least, Words("个成员", "member"))
        case "rating-out-of-range", Number():
            return Words(
                f"分数应在 {shape.least:g} 到 {shape.most:g} 之间，每 {shape.step:g} 分一档",
                f"the number is between {shape.least:g} and {shape.most:g} in steps of {shape.step:g}",
            )
        case "kind-mismatch", Options():
            return ONE_OPTION if violation.expected == ONE_LETTER else MORE_OPTIONS
        case "no-answer", ListOf(each=Judged()):
            return EXPLAIN
        case "missing-key", ListOf(each=Judged() as each):
            missed = violation.expected == same(each.judge_key)
            return _asked(JUDGEMENT, chosen=True) if missed else EXPLAIN
    return None


def _at_least(count: int, what: Words) -> Words:
    return Words(f"至少要{_count(count)}{what.zh}", f"at least {count} {what.en}{'s' * (count != 1)}")


def _count(number: int) -> str:
    """A small number as it is said before a measure word."""
    return COUNTS[number] if number < len(COUNTS) else f" {number} "


def _before(first: Words, second: Words) -> Words:
    return Words(f"{first.zh}应在{second.zh}之前", f"{first.en} comes before {second.en} in the text")


def _one_of(names: Sequence[Words]) -> Words:
    """Any of several things, as both languages list them."""
    *others, last = names
    if not others:
        return last
    zh, en = "、".join(name.zh for name in others), ", ".join(name.en for name in others)
    return Words(f"{zh}或{last.zh}", f"{en} or {last.en}")
