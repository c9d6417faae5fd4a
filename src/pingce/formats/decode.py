"""JSON → values, checked on the way against the task's shapes and rules.

One pass does both, so the path in a message is the path in the user's file. Values are kept whenever the
official script could use them; what cannot be kept is reported and left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from pingce.spec.problem import Violation, shown
from pingce.spec.shapes import (
    Choice,
    FragmentSets,
    FreeText,
    Judged,
    ListOf,
    RoleSpans,
    SenseChoice,
    Shape,
    Slot,
    SlotTuple,
    TypedSpans,
)
from pingce.spec.task import TaskSpec
from pingce.spec.values import (
    Fragment,
    FragmentSet,
    Reason,
    RoleSpan,
    Senses,
    SlotFill,
    StepTuple,
    Value,
    Verdict,
)
from pingce.spec.words import Words, same

from .fragments import LIST, STRING, FragmentDecoder, key_list

NO_TUPLE = StepTuple((), well_formed=False)
"""What is no list still counts as a tuple that earns nothing; left out, it would raise the precision."""


class Decoder(FragmentDecoder):
    """Decodes answers of one task."""

    def __init__(self, task: TaskSpec, *, gold: bool, thorough: bool = True) -> None:
        super().__init__(thorough=thorough)
        self.task = task
        self.gold = gold

    def answer(self, record: Mapping[str, object], text: str | None) -> tuple[dict[str, Value], list[Violation]]:
        """The answer fields of a record and what is wrong with them."""
        self.text, self.violations = text, []
        values: dict[str, Value] = {}
        for field in self.task.answer:
            if field.key in record:
                value = self._value(field.shape, record[field.key], field.key)
                if value is not None:
                    values[field.name] = value
            elif not field.gold_only:
                self._say("missing-key", "", key_list(record), same(field.key))
            elif self.gold:
                self._say("missing-gold-key", "", key_list(record), same(field.key))
        return values, self.violations

    def has_answer(self, record: Mapping[str, object]) -> bool:
        return any(field.key in record for field in self.task.public_answer)

    def _value(self, shape: Shape, raw: object, path: str) -> Value | None:
        match shape:
            case Choice():
                return self._label(shape, raw, path)
            case ListOf():
                return self._list(shape, raw, path)
            case FragmentSets():
                return self._fragment_sets(shape, raw, path)
            case SenseChoice():
                return self._senses(raw, path)
            case FreeText():
                return self._string(raw, path)
            case _:
                assert_never(shape)

    def _label(self, shape: Choice, raw: object, path: str) -> str | None:
        if shape.encoding == "str":
            label = raw if isinstance(raw, str) else None
        else:
            label = str(int(raw)) if isinstance(raw, int | float) and raw in (0, 1) else None
        if label in shape.labels:
            if type(raw).__name__ != shape.encoding:
                self._say("loose-label", path, shown(raw), _labels(shape))
            return label
        self._say("unknown-label", path, shown(raw), _labels(shape))
        return None

    def _list(self, shape: ListOf, raw: object, path: str) -> Value | None:
        if not isinstance(raw, list):
            self._say("wrong-type", path, shown(raw), LIST)
            return None
        if len(raw) < shape.at_least:
            self._say("no-answer", path, "[]", Words(f"至少 {shape.at_least} 条", f"at least {shape.at_least}"))
        each = shape.each
        match each:
            case SlotTuple():
                self._limit(shape, len(raw), path, "too-many-tuples")
                return self._tuples(each, raw, path)
            case TypedSpans() | RoleSpans():
                self._limit(shape, len(raw), path, "too-many-answers")
                found = [self._reason(each, one, f"{path}[{i}]") for i, one in enumerate(raw)]
                reasons = tuple(reason for reason in found if reason is not None)
                if shape.one_per_type:
                    self._one_per_type(reasons, path)
                return reasons
            case Judged():
                self._limit(shape, len(raw), path, "too-many-answers")
                verdicts = [self._verdict(each, one, f"{path}[{i}]") for i, one in enumerate(raw)]
                return tuple(verdict for verdict in verdicts if verdict is not None)
            case _:
                assert_never(each)

    def _limit(self, shape: ListOf, count: int, path: str, code: str) -> None:
        if shape.at_most is not None and count > shape.at_most:
            self._say(code, path, str(count), Words(f"至多 {shape.at_most} 条", f"at most {shape.at_most}"))

    def _one_per_type(self, reasons: Sequence[Reason], path: str) -> None:
        """Only submissions are bound to one reason per type; gold lists alternatives."""
        types = [reason.type for reason in reasons]
        repeated = sorted({t for t in types if types.count(t) > 1})
        if repeated and not self.gold:
            self._say("repeated-type", path, ", ".join(types), Words("每种类型一条", "one reason of each type"))

    # reasons and fragments

    def _reason(self, shape: TypedSpans | RoleSpans, raw: object, path: str) -> Reason | None:
        match shape:
            case RoleSpans():
                spans = self._role_spans(shape, raw, path)
                return None if spans is None else Reason("", spans)
            case TypedSpans():
                record = self._object(raw, path, ("fragments", "type"))
                if record is None:
                    return None
                kind = record.get("type")
                if not isinstance(kind, str) or kind not in shape.cases:
                    self._say("unknown-type", f"{path}.type", shown(kind), same("/".join(shape.cases)))
                    return None
                spans = self._role_spans(shape.cases[kind], record.get("fragments"), f"{path}.fragments")
                return None if spans is None else Reason(kind, spans)
            case _:
                assert_never(shape)

    def _role_spans(self, shape: RoleSpans, raw: object, path: str) -> tuple[RoleSpan, ...] | None:
        if not isinstance(raw, list):
            self._say("wrong-type", path, shown(raw), LIST)
            return None
        spans = []
        by_role: dict[str, RoleSpan] = {}
        for i, one in enumerate(raw):
            span = self._role_span(shape, one, f"{path}[{i}]")
            if span is None:
                continue
            if span.role in by_role:
                self._say("repeated-role", f"{path}[{i}].role", span.role, Words("每个角色一次", "every role once"))
            spans.append(span)
            by_role[span.role] = span
        for rule in shape.rules if self.thorough else ():
            found = rule.broken(by_role)
            if found is not None:
                self._say(rule.code, path, found, rule.demand())
        return tuple(spans)

    def _role_span(self, shape: RoleSpans, raw: object, path: str) -> RoleSpan | None:
        record = self._object(raw, path, ("role", "idxes") if not self.gold else ("role", "text", "idxes"), ("text",))
        if record is None:
            return None
        role = record.get("role")
        if not isinstance(role, str):
            if "role" in record:
                self._say("wrong-type", f"{path}.role", shown(role), STRING)
            return None
        if role not in shape.roles:
            self._say("unknown-role", f"{path}.role", shown(role), same("/".join(shape.roles)))
        fragment = self._fragment(record, path)
        return None if fragment is None else RoleSpan(role, fragment.text, fragment.idxes)

    # tuples

    def _tuples(self, shape: SlotTuple, raw: list[object], path: str) -> tuple[StepTuple, ...]:
        steps: list[StepTuple] = []
        seen: set[StepTuple] = set()
        for i, one in enumerate(raw):
            where = f"{path}[{i}]"
            step = self._array(shape, one, where) if shape.layout == "array" else self._objects(shape, one, where)
            steps.append(step)
            if not self.thorough:
                continue
            if step in seen:
                self._say("repeated-tuple", where, _fills(step), Words("不同的元组", "a different tuple"))
            seen.add(step)
            if step.well_formed:
                self._slot_rules(shape, step, where)
        return tuple(steps)

    def _slot_rules(self, shape: SlotTuple, step: StepTuple, path: str) -> None:
        by_slot = {fill.slot: fill for fill in step.fills}
        for slot in (None, *by_slot):
            for rule in shape.rules_about.get(slot, ()):
                found = rule.broken(by_slot)
                if found is not None:
                    self._say(rule.code, path, found, rule.demand())

    def _array(self, shape: SlotTuple, raw: object, path: str) -> StepTuple:
        if not isinstance(raw, list):
            self._say("wrong-type", path, shown(raw), LIST)
            return NO_TUPLE
        slots = shape.slots
        filled = [i for i, one in enumerate(raw[: len(slots)]) if one is not None]
        fills = [self._fill(slots[i], raw[i], f"{path}[{i}]") for i in filled]
        well_formed = len(raw) == len(slots)
        if not well_formed:
            self._say("wrong-length", path, str(len(raw)), same(str(len(slots))))
        return StepTuple(tuple(fills), well_formed)

    def _fill(self, slot: Slot, raw: object, path: str) -> SlotFill:
        """One element of an array: a label or a fragment; anything else fills the slot with nothing right."""
        if isinstance(raw, str):
            self._slot_label(slot, raw, path)
            return SlotFill(slot.name, None, raw)
        if slot.takes == "label":
            self._say("slot-kind", path, shown(raw), _slot_expects(slot))
        record = self._object(raw, path, ("text", "idxes"))
        fragment = self._fragment(record, path) if record is not None else None
        return SlotFill(slot.name, fragment or Fragment("", ()), None)

    def _slot_label(self, slot: Slot, label: str, path: str) -> None:
        if slot.takes == "fragment":
            self._say("slot-kind", path, shown(label), _slot_expects(slot))
        elif label not in slot.labels:
            self._say("unknown-slot-label", path, shown(label), same("/".join(slot.labels)))

    def _objects(self, shape: SlotTuple, raw: object, path: str) -> StepTuple:
        if not isinstance(raw, list):
            self._say("wrong-type", path, shown(raw), LIST)
            return NO_TUPLE
        fills = []
        named: set[str] = set()
        for i, one in enumerate(raw):
            fill = self._role_object(shape, one, f"{path}[{i}]")
            if fill is None:
                continue
            if fill.slot in named:
                self._say("repeated-role", f"{path}[{i}].role", fill.slot, Words("每个角色一次", "every role once"))
            named.add(fill.slot)
            fills.append(fill)
        return StepTuple(tuple(fills))

    def _role_object(self, shape: SlotTuple, raw: object, path: str) -> SlotFill | None:
        record = self._object(raw, path, ("role",), ("fragment", "label"))
        if record is None:
            return None
        role = record.get("role")
        if not isinstance(role, str):
            if "role" in record:
                self._say("wrong-type", f"{path}.role", shown(role), STRING)
            return None
        slot = shape.slot(role)
        if slot is None:
            self._say("unknown-role", f"{path}.role", shown(role), same("/".join(s.name for s in shape.slots)))
        fragment = self._object_fragment(slot, record, path)
        label = record.get("label")
        if label is not None:
            label = self._string(label, f"{path}.label")
            if label is not None and slot is not None:
                self._slot_label(slot, label, f"{path}.label")
        if fragment is None and label is None:
            self._say("missing-key", path, key_list(record), Words("fragment 或 label", "fragment or label"))
        return SlotFill(role, fragment, label)

    def _object_fragment(self, slot: Slot | None, record: Mapping[str, object], path: str) -> Fragment | None:
        raw = record.get("fragment")
        if raw is None:
            return None
        if slot is not None and slot.takes == "label":
            self._say("slot-kind", f"{path}.fragment", shown(raw), _slot_expects(slot))
        inner = self._object(raw, f"{path}.fragment", ("text", "idxes"))
        return None if inner is None else self._fragment(inner, f"{path}.fragment")

    def _fragment_sets(self, shape: FragmentSets, raw: object, path: str) -> tuple[FragmentSet, ...] | None:
        if not isinstance(raw, list):
            self._say("wrong-type", path, shown(raw), LIST)
            return None
        sets = []
        for i, one in enumerate(raw):
            if not isinstance(one, list):
                self._say("wrong-type", f"{path}[{i}]", shown(one), LIST)
                continue
            members = []
            for j, member in enumerate(one):
                record = self._object(member, f"{path}[{i}][{j}]", ("text", "idxes"))
                fragment = self._fragment(record, f"{path}[{i}][{j}]") if record is not None else None
                if fragment is not None:
                    members.append(fragment)
            if len(one) < shape.at_least:
                expected = Words(f"至少 {shape.at_least} 个成员", f"at least {shape.at_least} members")
                self._say("few-members", f"{path}[{i}]", str(len(one)), expected)
            sets.append(tuple(members))
        return tuple(sets)

    # explanations and senses

    def _verdict(self, shape: Judged, raw: object, path: str) -> Verdict | None:
        record = self._object(raw, path, (shape.judge_key, shape.explanation_key))
        if record is None:
            return None
        judge_path, text_path = f"{path}.{shape.judge_key}", f"{path}.{shape.explanation_key}"
        judge = self._label(shape.judge, record[shape.judge_key], judge_path) if shape.judge_key in record else None
        words = record.get(shape.explanation_key, "")
        explanation = self._string(words, text_path)
        if explanation is not None and not explanation.strip() and shape.explanation_key in record:
            self._say("no-answer", text_path, '""', Words("解释", "an explanation"))
        return None if judge is None else Verdict(judge, explanation or "")

    def _senses(self, raw: object, path: str) -> Senses | None:
        """Glosses, best first; or objects with gloss and score; or picks for the derived questions."""
        if isinstance(raw, dict) and isinstance(raw.get("picks"), list):
            picks = [pick if isinstance(pick, str) else None for pick in raw["picks"]]
            return Senses((), picks=tuple(picks))
        if not isinstance(raw, list):
            self._say("wrong-type", path, shown(raw), LIST)
            return None
        chosen = [one for one in raw if isinstance(one, str)]
        scores = [
            pair for i, one in enumerate(raw) if not isinstance(one, str) for pair in self._scored(one, f"{path}[{i}]")
        ]
        scored = [gloss for gloss, _ in scores]
        if not chosen and not scored:
            self._say("no-answer", path, "[]", Words("至少一条释义", "at least one gloss"))
        # A gloss may be chosen and have a score besides.
        for gloss in sorted({g for glosses in (chosen, scored) for g in glosses if glosses.count(g) > 1}):
            self._say("repeated-gloss", path, shown(gloss), Words("每条释义一次", "every gloss once"))
        return Senses(tuple(chosen), tuple(scores))

    def _scored(self, raw: object, path: str) -> Iterator[tuple[str, float]]:
        record = self._object(raw, path, ("gloss", "score"))
        if record is None or not {"gloss", "score"} <= record.keys():
            return
        gloss, score = record["gloss"], record["score"]
        if isinstance(gloss, str) and isinstance(score, int | float) and not isinstance(score, bool):
            yield gloss, float(score)
        else:
            self._say("wrong-type", path, shown(raw), Words("释义与数值", "a gloss and a number"))


def _labels(shape: Choice) -> Words:
    if shape.encoding == "bool":
        return same("true/false")
    return same("/".join(f'"{label}"' if shape.encoding == "str" else label for label in shape.labels))


def _slot_expects(slot: Slot) -> Words:
    if slot.takes == "label":
        return Words(f"{slot.name} 的标签 {'/'.join(slot.labels)}", f"a label of {slot.name}: {'/'.join(slot.labels)}")
    return Words(f"{slot.name} 的片段（text 与 idxes）", f"a fragment for {slot.name} (text and idxes)")


def _fills(step: StepTuple) -> str:
    return shown({f.slot: f.label or (f.fragment.text if f.fragment else "") for f in step.fills})
