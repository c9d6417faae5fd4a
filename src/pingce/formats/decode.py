"""JSON → values, checked on the way against the task's shapes and rules.

One pass does both, so the path in a message is the path in the user's file. Values are kept whenever the
official script could use them; what cannot be kept is reported and left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from pingce.spec.problem import Levels, Violation, shown
from pingce.spec.shapes import (
    Choice,
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
from pingce.spec.task import TaskSpec
from pingce.spec.values import (
    Item,
    Letters,
    Reason,
    RoleSpan,
    Senses,
    Value,
    Verdict,
)
from pingce.spec.words import Words, same

from .fragments import LIST, STRING, key_list
from .options import LETTER_LIST, NO_REPEATS, letter_violations
from .tuples import TupleDecoder

ONE_VERDICT = Levels("warning", "error")
"""People rate explanations: of two verdicts nobody could say which is meant."""


class Decoder(TupleDecoder):
    """Decodes answers of one task."""

    def __init__(self, task: TaskSpec, *, gold: bool, thorough: bool = True) -> None:
        super().__init__(thorough=thorough)
        self.task = task
        self.gold = gold
        self.asked: Item | None = None

    def answer(
        self, record: Mapping[str, object], text: str | None, asked: Item | None = None
    ) -> tuple[dict[str, Value], list[Violation]]:
        """The answer fields of a record and what is wrong with them; ``asked`` has the options, where it has any."""
        self.text, self.violations, self.asked = text, [], asked
        values: dict[str, Value] = {}
        for field in self.task.answer:
            if field.key in record:
                count_before = len(self.violations)
                value = self._value(field.shape, record[field.key], field.key)
                if value is not None:
                    values[field.name] = value
                if field.gold_only and not self.gold:
                    # Scores look at gold's: whatever a submission has here makes no difference.
                    del self.violations[count_before:]
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
            case Options():
                return self._letters(shape, raw, path)
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
        if shape.strip and not isinstance(raw, str):
            self._say("wrong-type", path, shown(raw), _labels(shape))
            return None
        if shape.encoding == "str":
            label = raw if isinstance(raw, str) else None
            if label is not None and shape.strip and label != label.strip():
                self._say("loose-label", path, shown(raw), _labels(shape))
                label = label.strip()
        else:
            label = str(int(raw)) if isinstance(raw, int | float) and raw in (0, 1) else None
        if label in shape.labels:
            if type(raw).__name__ != shape.encoding:
                self._say("loose-label", path, shown(raw), _labels(shape))
            return label
        self._say("unknown-label", path, shown(raw), _labels(shape))
        return None

    def _letters(self, shape: Options, raw: object, path: str) -> Letters | None:
        """A set: order and repeats do not matter. Spaces around a letter are no part of it, as in the scripts."""
        if not isinstance(raw, list):
            self._say("not-letters", path, shown(raw), LETTER_LIST)
            return None
        if not all(isinstance(letter, str) for letter in raw):
            self._say("wrong-type", path, shown(raw), LETTER_LIST)
            return None
        letters = [letter.strip() for letter in raw]
        if letters != raw:
            self._say("loose-label", path, shown(raw), LETTER_LIST)
        if len(set(letters)) < len(letters):
            self._say("repeated-letter", path, shown(raw), NO_REPEATS)
        if not letters:
            self._say("no-answer", path, "[]", LETTER_LIST)
        chosen = frozenset(letters)
        self.violations += letter_violations(shape, chosen, self.asked, path)
        return chosen

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
                decoded = [self._reason(each, reason, f"{path}[{i}]") for i, reason in enumerate(raw)]
                reasons = tuple(reason for reason in decoded if reason is not None)
                if shape.one_per_type:
                    self._one_per_type(reasons, path)
                return reasons
            case Judged():
                self._limit(shape, len(raw), path, "too-many-answers", ONE_VERDICT)
                verdicts = [self._verdict(each, verdict, f"{path}[{i}]") for i, verdict in enumerate(raw)]
                return tuple(verdict for verdict in verdicts if verdict is not None)
            case _:
                assert_never(each)

    def _limit(self, shape: ListOf, count: int, path: str, code: str, levels: Levels | None = None) -> None:
        if shape.at_most is not None and count > shape.at_most:
            self._say(code, path, str(count), Words(f"至多 {shape.at_most} 条", f"at most {shape.at_most}"), levels)

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
        for i, fragment in enumerate(raw):
            span = self._role_span(shape, fragment, f"{path}[{i}]")
            if span is None:
                continue
            if span.role in by_role:
                self._say("repeated-role", f"{path}[{i}].role", span.role, Words("每个角色一次", "every role once"))
            spans.append(span)
            by_role[span.role] = span
        for rule in shape.rules if self.thorough else ():
            broken = rule.broken(by_role)
            if broken is not None:
                self._say(rule.code, path, broken, rule.demand(), rule.levels)
        return tuple(spans)

    def _role_span(self, shape: RoleSpans, raw: object, path: str) -> RoleSpan | None:
        record = self._object(raw, path, ("role", "idxes") if not self.gold else ("role", "text", "idxes"), ("text",))
        if record is None:
            return None
        role = self._role(record, path)
        if role is None:
            return None
        if role not in shape.roles:
            self._say("unknown-role", f"{path}.role", shown(role), same("/".join(shape.roles)))
        if not self.gold and not isinstance(record.get("text", ""), str):
            # Nothing reads it: spans are compared by their positions.
            self._say("text-mismatch", f"{path}.text", shown(record["text"]), STRING)
            record = {key: value for key, value in record.items() if key != "text"}
        fragment = self._fragment(record, path)
        return None if fragment is None else RoleSpan(role, fragment.text, fragment.idxes)

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
        chosen = [gloss for gloss in raw if isinstance(gloss, str)]
        scores = [
            pair
            for i, gloss in enumerate(raw)
            if not isinstance(gloss, str)
            for pair in self._scored(gloss, f"{path}[{i}]")
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
