"""What is wrong with reasoning items, by proof: contradictions, gold that does not follow, marks that mislead."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from typing import Any, cast

from pingce.formats.parts import Part
from pingce.reasoning.ambiguity import ambiguity
from pingce.reasoning.answer import ReasonedAnswer, answer_item
from pingce.reasoning.encode import proof_record
from pingce.reasoning.item import language_of, reasoning_item
from pingce.reasoning.proof import Proof, Status, Truth
from pingce.reasoning.scenes.recognise import recognise_scene
from pingce.spec.errors import UserError
from pingce.spec.shapes import Options
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item, Letters
from pingce.spec.words import Words

from .giveaways import GiveAway, give_aways


class Alarm(Enum):
    """The kinds of fault a proof can show, the gravest first."""

    NO_ARRANGEMENT = "no-arrangement"
    GOLD_DIFFERS = "gold-differs"
    SEVERAL_READINGS = "several-readings"
    UNDERDETERMINED = "underdetermined"
    MARK = "wrong-mark"
    TWIN_GOLD = "twins-differ-in-gold"
    TWIN_PROOF = "twins-differ-in-proof"


@dataclass(frozen=True)
class AuditedItem:
    """An item, its published answer, and what was proved of it."""

    part: str
    task: TaskSpec
    item: Item
    gold: Letters | None
    answered: ReasonedAnswer

    @property
    def proof(self) -> Proof:
        return self.answered.proof

    @property
    def proved(self) -> Letters | None:
        """The letters that follow; None where nothing does."""
        return self.proof.answer if self.proof.status is Status.PROVED else None


@dataclass(frozen=True)
class AlarmRow:
    """One fault of one item, in words."""

    alarm: Alarm
    entry: AuditedItem
    why: Words
    premises: tuple[str, ...] = ()
    """The sentences concerned: those that clash, those with several readings, those of both twins."""

    def as_json(self) -> dict[str, Any]:
        entry = self.entry
        return {
            "alarm": self.alarm.value,
            "part": entry.part,
            "id": entry.item.id,
            "why": self.why.en,
            "premises": list(self.premises),
            "gold": None if entry.gold is None else sorted(entry.gold),
            "proof": proof_record(entry.answered),
        }


@dataclass
class Audit:
    """Everything found in one or several files."""

    items: list[AuditedItem] = field(default_factory=list)
    alarms: list[AlarmRow] = field(default_factory=list)
    give_aways: dict[str, list[GiveAway]] = field(default_factory=dict)

    @property
    def undecided(self) -> list[AuditedItem]:
        """Items that more knowledge of things or people might decide; no fault of theirs."""
        return [e for e in self.items if e.proof.status is Status.UNDERDETERMINED and e.proof.in_doubt]

    @property
    def unread(self) -> list[AuditedItem]:
        return [entry for entry in self.items if entry.proof.status is Status.UNREAD]

    def counts(self) -> dict[Alarm, int]:
        counted = Counter(row.alarm for row in self.alarms)
        return {alarm: counted[alarm] for alarm in Alarm}

    def as_json(self) -> dict[str, Any]:
        """Counts, give-aways, and every alarm with the sentences concerned."""
        return {
            "items": len(self.items),
            "proved": sum(entry.proved is not None for entry in self.items),
            "unread": [entry.item.id for entry in self.unread],
            "undecided": [entry.item.id for entry in self.undecided],
            "counts": {alarm.value: n for alarm, n in self.counts().items()},
            "give_aways": {
                part: [
                    {
                        "rule": rule.rule.en,
                        "items": rule.items,
                        "right": rule.right,
                        "chance": rule.chance,
                        "telling": rule.telling,
                    }
                    for rule in rules
                ]
                for part, rules in self.give_aways.items()
            },
            "alarms": [row.as_json() for row in self.alarms],
        }


def audit_parts(parts: Sequence[Part]) -> Audit:
    """Prove every item of the files and hold what they say against it."""
    audit = Audit()
    for part in parts:
        shape = options_of(part.task)
        name = shape_field(part.task)
        entries = [
            audited(part, item, _letters(answer, name)) for item, answer in zip(part.items, part.answers, strict=True)
        ]
        audit.items += entries
        for entry in entries:
            audit.alarms += item_alarms(entry, shape)
        audit.give_aways[part.name] = give_aways(
            shape, [(entry.item, entry.gold) for entry in entries if entry.gold is not None]
        )
    audit.alarms += twin_alarms(audit.items)
    order = list(Alarm)
    audit.alarms.sort(key=lambda row: order.index(row.alarm))
    return audit


def options_of(task: TaskSpec) -> Options:
    """The options of a choice task; other tasks have nothing to prove."""
    fields = task.public_answer
    if len(fields) != 1 or not isinstance(fields[0].shape, Options):
        raise UserError(
            Words(f"{task.id} 不是选择题。", f"{task.id} does not ask for options."),
            hint=Words(
                "可以证明的是 space2024/choice、space2025/spr-zh、space2025/spr-en、score2026/choice。",
                "Items of space2024/choice, space2025/spr-zh, space2025/spr-en and score2026/choice can be proved.",
            ),
            code="wrong-task",
        )
    return fields[0].shape


def shape_field(task: TaskSpec) -> str:
    return task.public_answer[0].name


def _letters(answer: Answer | None, name: str) -> Letters | None:
    return None if answer is None or name not in answer else cast("Letters", answer[name])


def audited(part: Part, item: Item, gold: Letters | None) -> AuditedItem:
    return AuditedItem(part.name, part.task, item, gold, answer_item(reasoning_item(item), frozenset()))


def item_alarms(entry: AuditedItem, shape: Options) -> Iterator[AlarmRow]:
    """The faults of one item on its own."""
    proof = entry.proof
    if proof.status is Status.NO_ARRANGEMENT:
        yield AlarmRow(Alarm.NO_ARRANGEMENT, entry, _nothing_fits(proof), proof.conflicts)
    if proof.status is Status.UNDERDETERMINED and not proof.in_doubt and not _something_holds(proof):
        yield AlarmRow(Alarm.UNDERDETERMINED, entry, _left_open(proof))
    proved = entry.proved
    if proved is not None and entry.gold is not None and proved != entry.gold:
        yield AlarmRow(
            Alarm.GOLD_DIFFERS,
            entry,
            Words(
                f"标准答案是 {_word(entry.gold)}，证明得到 {_word(proved)}。",
                f"Gold says {_word(entry.gold)}, the proof {_word(proved)}.",
            ),
            (entry.item.texts.get("question", ""),),
        )
    yield from _readings(entry)
    yield from _mark(entry, shape)


def _something_holds(proof: Proof) -> bool:
    """Whether some option holds for certain; what our knowledge leaves open of another is no fault of the item."""
    return any(option.verdict is Truth.ALWAYS for option in (proof.options or {}).values())


def _nothing_fits(proof: Proof) -> Words:
    if "nature" in proof.domain:
        return Words(
            "按我们的常识表，没有任何排列满足全部条件。", "By what we know of things, nothing fulfils all conditions."
        )
    return Words("没有任何排列满足全部条件。", "No arrangement fulfils all conditions.")


def _left_open(proof: Proof) -> Words:
    if proof.domain == "social":
        return Words(
            "没有一个选项由文本推出；只有假定文本没有说的性别才有。",
            "No option follows from the text; some do if the sex of somebody is assumed that the text does not tell.",
        )
    loose = [letter for letter, option in (proof.options or {}).items() if option.verdict is Truth.SOMETIMES]
    return Words(
        f"{proof.arrangements} 种排列，选项 {'、'.join(loose)} 只在一部分中成立，没有选项在所有排列中成立。",
        f"{proof.arrangements} arrangements; {', '.join(loose)} hold in some of them only, and no option in all.",
    )


def _readings(entry: AuditedItem) -> Iterator[AlarmRow]:
    """Only where the answer depends on how a sentence is read."""
    readings = ambiguity(reasoning_item(entry.item)) if entry.proof.domain == "space" else None
    if readings is not None and readings.matters:
        answers = " / ".join(map(_word, readings.answers))
        yield AlarmRow(
            Alarm.SEVERAL_READINGS,
            entry,
            Words(f"读法不同，答案不同：{answers}。", f"The answer depends on the reading: {answers}."),
            tuple(f"{read.sentence} = {' | '.join(read.meanings)}" for read in readings.sentences),
        )


def _mark(entry: AuditedItem, shape: Options) -> Iterator[AlarmRow]:
    """An item marked as having one right option of which several are right by proof, or by gold; or the other way."""
    kind = shape.kind(entry.item)
    letters = entry.proved or entry.gold
    if kind is not None and letters and (len(letters) > 1) != (kind == "multiple"):
        marked = Words("单选", "one right option") if kind == "single" else Words("多选", "several right options")
        yield AlarmRow(
            Alarm.MARK,
            entry,
            Words(
                f"标明{marked.zh}，而成立的是 {_word(letters)}。", f"Marked as {marked.en}; right are {_word(letters)}."
            ),
        )


def twin_alarms(items: Sequence[AuditedItem]) -> Iterator[AlarmRow]:
    """Items of two languages with the same number whose answers differ."""
    groups: dict[tuple[str, ...], list[AuditedItem]] = {}
    for entry in items:
        key = entry.task.twin_key(entry.item.id)
        if key is not None:
            groups.setdefault(key, []).append(entry)
    for twins in groups.values():
        for first, second in pairwise(twins):
            if first.part != second.part:
                yield from _twins(first, second)


def _twins(first: AuditedItem, second: AuditedItem) -> Iterator[AlarmRow]:
    if first.gold is not None and second.gold is not None and first.gold != second.gold:
        why = Words(
            f"标准答案 {_word(first.gold)}，{second.item.id} 是 {_word(second.gold)}。",
            f"Gold is {_word(first.gold)}, that of {second.item.id} {_word(second.gold)}.",
        )
        yield AlarmRow(Alarm.TWIN_GOLD, first, why, _asked(first, second))
    both_read = Status.UNREAD not in (first.proof.status, second.proof.status)
    if both_read and first.proof.answer != second.proof.answer:
        why = Words(
            f"证明得到 {_word(first.proof.answer)}，{second.item.id} 是 {_word(second.proof.answer)}。",
            f"The proof gives {_word(first.proof.answer)}, for {second.item.id} {_word(second.proof.answer)}.",
        )
        yield AlarmRow(Alarm.TWIN_PROOF, first, why, _asked(first, second) + _different_readings(first, second))


def _asked(first: AuditedItem, second: AuditedItem) -> tuple[str, ...]:
    return (f"{first.item.texts.get('question', '')} ↔ {second.item.texts.get('question', '')}",)


def _different_readings(first: AuditedItem, second: AuditedItem) -> tuple[str, ...]:
    """Sentences at the same place that say different things in the two languages, whatever the names."""
    return tuple(
        f"{a.sentence} ↔ {b.sentence}"
        for a, b in zip(first.proof.readings, second.proof.readings, strict=False)
        if _shape_of(a.meaning, first) != _shape_of(b.meaning, second)
    )


def _shape_of(meaning: str, entry: AuditedItem) -> str:
    """A meaning without its names: the words between them are the same in both languages."""
    scene = recognise_scene(entry.item.text, language_of(entry.item.text))
    for name in sorted(scene.names if scene is not None else (), key=len, reverse=True):
        meaning = meaning.replace(name, "_")
    return meaning


def _word(letters: Letters | None) -> str:
    return "".join(sorted(letters)) if letters else "–"
