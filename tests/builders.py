"""Builders with defaults: a test names what it is about and leaves the rest to them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pingce.evaluation.files import score_loaded
from pingce.formats.load import Loaded, load_gold, load_predictions
from pingce.scoring.run import ScoreResult
from pingce.spec.measure import Case
from pingce.spec.task import RuleSet, TaskSpec
from pingce.spec.values import (
    Answer,
    Fragment,
    Item,
    Reason,
    RoleSpan,
    Senses,
    SlotFill,
    StepTuple,
    Verdict,
)

TEXT = "小明把书放在桌子上。他走到窗边。"
SENTENCE = "他轻轻打开窗户。"

Record = dict[str, object]


def make_item(
    qid: str = "q", text: str = TEXT, *, texts: Mapping[str, str] | None = None, extra: Mapping[str, str] | None = None
) -> Item:
    return Item(qid, texts if texts is not None else {"text": text}, extra or {})


def fragment(text: str, part: str, nth: int = 1) -> Fragment:
    """The nth occurrence of ``part`` in ``text``."""
    at = -1
    for _ in range(nth):
        at = text.index(part, at + 1)
    return Fragment(part, tuple(range(at, at + len(part))))


def make_reason(kind: str = "C", text: str = TEXT, **parts: str) -> Reason:
    """A reason from role names and the strings they stand for."""
    return Reason(kind, tuple(RoleSpan(role, *fragment(text, part)) for role, part in parts.items()))


def make_tuple(text: str = TEXT, *, well_formed: bool = True, **slots: str | Fragment | SlotFill) -> StepTuple:
    """A tuple from slot names: a string of the text or a fragment; ``label(...)`` and ``both(...)`` for the rest."""
    return StepTuple(tuple(_fill(text, slot, value) for slot, value in slots.items()), well_formed)


def label(name: str) -> SlotFill:
    return SlotFill("", None, name)


def both(part: str, name: str, text: str = TEXT) -> SlotFill:
    return SlotFill("", fragment(text, part), name)


def _fill(text: str, slot: str, value: str | Fragment | SlotFill) -> SlotFill:
    if isinstance(value, SlotFill):
        return value._replace(slot=slot)
    return SlotFill(slot, fragment(text, value) if isinstance(value, str) else value, None)


def make_case(gold: Answer, predicted: Answer | None = None, item: Item | None = None) -> Case:
    return Case(item or make_item(), gold, predicted)


def make_sense_case(gold: Sequence[str], said: Senses | None, word: str = "打开", qid: str = "1") -> Case:
    item = Item(qid, {"sentence": SENTENCE, "word": word})
    return Case(item, {"senses": Senses(tuple(gold))}, None if said is None else {"senses": said})


def make_verdict_case(
    gold: Verdict, said: Verdict | None, *, qid: str = "3-1", texts: tuple[str, str] = ("门开着。", "门关着。")
) -> Case:
    item = Item(qid, {"text1": texts[0], "text2": texts[1]})
    return Case(item, {"verdicts": (gold,)}, None if said is None else {"verdicts": (said,)})


def write(path: Path, content: str | bytes) -> str:
    """Write as is; returns the name, as the functions under test take it."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def to_jsonl(records: Iterable[object]) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def write_records(path: Path, records: Iterable[object]) -> str:
    return write(path, to_jsonl(records))


def score_files(
    task: TaskSpec, gold: str, pred: str, rules: RuleSet = "official"
) -> tuple[ScoreResult, Loaded, Loaded]:
    """Through the real path: files, findings, cases, numbers."""
    loaded = load_gold(task, gold)
    predicted = load_predictions(task, pred, loaded)
    return score_loaded(task, loaded, predicted, data="gold", rules=rules).result, loaded, predicted
