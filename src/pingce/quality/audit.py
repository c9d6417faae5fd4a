"""The audit of a released sample: what reviewers added to, deleted from and changed in the answers that were published.

As in the SpaCE2022 report (4.3): several reviewers mend the gold answers of the same items, each alone. Counted are the
tuples (or reasons, labels, senses) they left as they were, changed, added and deleted, and where they changed them; how
far the mended answers agree, by the task's own scorer with each reviewer as gold in turn, is that of
:mod:`.agreement`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, assert_never, cast

from pingce.formats.encode import Json
from pingce.scoring.differences import KINDS, WHOLE_TUPLE, differences, paired_reasons, paired_tuples
from pingce.scoring.measures.tuples import mention_sets
from pingce.spec.measure import Case
from pingce.spec.shapes import (
    Choice,
    FragmentSets,
    FreeText,
    Judged,
    Options,
    RoleSpans,
    SenseChoice,
    SlotTuple,
    TypedSpans,
)
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Reason, StepTuple

from .agreement.content import identity
from .agreement.numbers import numbers_json
from .agreement.run import FieldAgreement, agreement
from .annotations import Annotations, Field, Points
from .human import HIGH, need_gold


class Edits(NamedTuple):
    """Elements of published answers by what became of them; ``added`` ones are new."""

    kept: int = 0
    changed: int = 0
    added: int = 0
    deleted: int = 0

    def __add__(self, other: object) -> "Edits":
        if not isinstance(other, Edits):
            return NotImplemented
        return Edits(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def touched(self) -> int:
        return self.changed + self.added + self.deleted


class AuditedAnswer(NamedTuple):
    """One reviewer's answer to one item beside the published one."""

    item: str
    reviewer: str
    edits: Edits


@dataclass(frozen=True)
class GoldAudit:
    """What an audit came to."""

    n: int
    """Items that somebody looked at."""
    answers: Sequence[AuditedAnswer]
    agreement: FieldAgreement
    where: Mapping[tuple[str, str], int]
    """Kind of difference and role or slot → how often, over all reviewers."""
    identical: int
    """Items to which all reviewers gave exactly the same answer."""
    compared: int
    """Items that two reviewers or more answered."""
    high: float | None
    """Share of items whose pairs of answers are on average more than HIGH alike."""

    @property
    def reviewers(self) -> dict[str, list[AuditedAnswer]]:
        by_name: dict[str, list[AuditedAnswer]] = {}
        for answer in self.answers:
            by_name.setdefault(answer.reviewer, []).append(answer)
        return by_name

    @property
    def total(self) -> Edits:
        return sum((answer.edits for answer in self.answers), Edits())

    def as_json(self) -> dict[str, Json]:
        return {
            "n": self.n,
            "total": self.total._asdict(),
            "reviewers": [
                {
                    "name": name,
                    "items": len(answers),
                    "untouched": sum(not answer.edits.touched for answer in answers),
                    **sum((answer.edits for answer in answers), Edits())._asdict(),
                }
                for name, answers in self.reviewers.items()
            ],
            "where": [{"kind": kind, "role": role, "n": n} for (kind, role), n in self.where.items()],
            "agreement": numbers_json(self.agreement.overall),
            "pairs": self.agreement.pairs_json(),
            "identical": self.identical,
            "compared": self.compared,
            "high": self.high,
        }


def audit(data: Annotations) -> GoldAudit:
    """The latest answers of everybody beside the published ones, which are the gold of ``data``."""
    task, gold = need_task(data), data.known
    latest = [annotation for annotation in data.last() if annotation.item in gold]
    need_gold(data, gold, latest)
    asked = main_field(data)
    among = next(field for field in agreement(data, which="last") if field.asked == asked)
    where: Counter[tuple[str, str]] = Counter()
    answers, by_item = [], dict[str, list[Answer]]()
    for annotation in latest:
        published = gold[annotation.item]
        answers.append(AuditedAnswer(annotation.item, annotation.annotator, edits(asked, published, annotation.answer)))
        case = Case(data.items[annotation.item], published, annotation.answer)
        # Whole tuples are counted among the edits.
        inside = (difference for difference in differences(task, case) if difference.role != WHOLE_TUPLE)
        where.update((difference.kind, difference.role) for difference in inside)
        by_item.setdefault(annotation.item, []).append(annotation.answer)
    several = [said for said in by_item.values() if len(said) > 1]
    alike = [value for item, value in among.of_items.items() if item in by_item]
    return GoldAudit(
        n=len(by_item),
        answers=answers,
        agreement=among,
        where=dict(sorted(where.items(), key=lambda entry: (KINDS.index(entry[0][0]), -entry[1], entry[0][1]))),
        identical=sum(len({identity(asked, answer) for answer in said}) == 1 for said in several),
        compared=len(several),
        high=sum(value > HIGH for value in alike) / len(alike) if alike else None,
    )


def need_task(data: Annotations) -> TaskSpec:
    """The task of these annotations; an audit compares answers, which a table of labels has not."""
    assert data.task is not None, "a table of labels has no published answers"
    return data.task


def main_field(data: Annotations) -> Field:
    """What the task is ranked by; its first field where people answered no other."""
    asked = {field.name: field for field in data.fields}
    names = [field.name for field in need_task(data).public_answer if field.name in asked]
    lists = [name for name in names if not isinstance(asked[name].kind, FragmentSets)]
    return asked[(lists or names or list(asked))[0]]


def edits(asked: Field, published: Answer, answer: Answer) -> Edits:
    """What became of the elements of one published answer."""
    kind = asked.kind
    ours, theirs = published.get(asked.name) or (), answer.get(asked.name) or ()
    match kind:
        case SlotTuple():
            golds, said = cast("tuple[StepTuple, ...]", ours), cast("tuple[StepTuple, ...]", theirs)
            pairs = paired_tuples(kind, golds, said, mention_sets(published))
            return _paired(asked, golds, said, pairs)
        case RoleSpans() | TypedSpans():
            reasons, given = cast("tuple[Reason, ...]", ours), cast("tuple[Reason, ...]", theirs)
            return _paired(asked, reasons, given, paired_reasons(reasons, given))
        case Choice() | Judged() | Options() | SenseChoice() | FreeText() | FragmentSets() | Points():
            if identity(asked, published) == identity(asked, answer):
                return Edits(kept=1)
            return Edits(changed=1) if theirs else Edits(deleted=1)
        case _:
            assert_never(kind)


def _paired(asked: Field, golds: Sequence[object], said: Sequence[object], pairs: Sequence[tuple[int, int]]) -> Edits:
    """Elements that say exactly the same were kept, others in a pair changed, those in none added or deleted."""
    kept = sum(_same(asked, golds[i], said[j]) for i, j in pairs)
    return Edits(kept, len(pairs) - kept, len(said) - len(pairs), len(golds) - len(pairs))


def _same(asked: Field, one: object, other: object) -> bool:
    first, second = (cast("Answer", {asked.name: (element,)}) for element in (one, other))
    return identity(asked, first) == identity(asked, second)
