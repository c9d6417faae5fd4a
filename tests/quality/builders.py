"""Annotations made up for tests: people of known quality, decisions, control items, times."""

import random
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from pingce.quality.annotations import Annotation, Annotations, Field, ItemDecision
from pingce.spec.shapes import Choice
from pingce.spec.values import Item
from pingce.spec.words import same

Record = dict[str, object]
START = datetime(2022, 4, 23, 9, tzinfo=UTC)
SCALE = ("fine", "someFine", "someBad", "bad")


def table(columns: Mapping[str, str], *, labels: str = "", gold: str = "", ordered: bool = False) -> Annotations:
    """A letter per item and person; a space is no answer."""
    used = labels or "".join(sorted({c for said in columns.values() for c in said if c != " "}))
    field = Field("label", same("label"), Choice(tuple(used)), ordered)
    versions = [
        Annotation(f"q{i}", name, {"label": label})
        for name, said in columns.items()
        for i, label in enumerate(said)
        if label != " "
    ]
    right = {f"q{i}": {"label": label} for i, label in enumerate(gold)}
    items = {f"q{i}": Item(f"q{i}", {}) for i in range(max(map(len, columns.values())))}
    return Annotations("table", None, (field,), items, versions, gold=right)


def decision(item: str, answer: Mapping[str, str], kind: str = "review", at: datetime | None = None) -> ItemDecision:
    return ItemDecision(item, answer, kind, at=at)  # type: ignore[arg-type]  # cases name kinds as plain strings


def ratings(*, items: int = 120, seed: int = 7) -> list[Record]:
    """Lines of an annotation file: five people rate texts in pairs, one of them carelessly; a reviewer decides."""
    rng = random.Random(seed)
    care = {"林": 0.92, "周": 0.88, "吴": 0.8, "郑": 0.75, "王": 0.4}
    lines: list[Record] = []
    for i in range(items):
        control = i % 10 == 0
        true = rng.choice(SCALE)
        people = list(care) if control else rng.sample(list(care), 2)
        said = []
        for person in people:
            label = true if rng.random() < care[person] else rng.choice((*SCALE, "other"))
            said.append(label)
            hits: list[Record] = [{"rule": "fine-but-marked", "level": "warn"}] if rng.random() < 0.1 else []
            lines.append(_line(i, person, label, rng, control=control, hits=hits))
        lines += _decisions(i, true, said, control=control)
    return lines


def _line(i: int, person: str, label: str, rng: random.Random, *, control: bool, hits: list[Record]) -> Record:
    at = START + timedelta(minutes=12 * i, seconds=rng.randrange(600))
    return {
        "item": f"r{i:03}",
        "task": "space2022/task1",
        "form": "space-rating",
        "annotator": person,
        "answer": {"rating": label},
        "at": at.isoformat(),
        "seconds": rng.randrange(2, 6) if person == "王" else rng.randrange(12, 40),
        "batch": f"第{i // 40 + 1}批",
        "genre": ("课本", "报刊", "文学")[i % 3],
        "control": control,
        "hits": hits,
        "texts": {"text": f"小猫跳到第{i}级台阶下面，蹲在花盆旁边。"},
    }


def _decisions(i: int, true: str, said: list[str], *, control: bool) -> list[Record]:
    base: Record = {"item": f"r{i:03}", "task": "space2022/task1", "by": "审", "reason": ""}
    if control:
        return [{**base, "decision": {"rating": true}, "kind": "control"}]
    at = (START + timedelta(minutes=12 * i + 300)).isoformat()
    if len(set(said)) == 1:
        return [{**base, "decision": {"rating": said[0]}, "kind": "agreed", "at": at}]
    return [{**base, "decision": {"rating": true}, "kind": "review", "at": at}]
