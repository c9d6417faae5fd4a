"""The exact solver as a system: a proof for every item it can read, a stated default for the others.

It needs no training data. Where there are some, the defaults are the commonest answers of each kind of item in them.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from pingce.formats.senses import Inventory
from pingce.formats.write import write_text
from pingce.reasoning.answer import ANY_KIND, AnswerSource, ReasonedAnswer, answer_item, commonest_answers
from pingce.reasoning.encode import proof_record
from pingce.reasoning.item import reasoning_item
from pingce.reasoning.proof import Status
from pingce.spec.problem import shown
from pingce.spec.shapes import Options
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item, Letters
from pingce.spec.words import Words
from pingce.systems.interface import Example, Prediction, Progress, Training
from pingce.systems.stored import damaged, read_json

DEFAULTS = "defaults.json"
PROVING = Words("证明", "proving")


@dataclass(frozen=True)
class SolverSettings:
    """``single``, ``multiple`` and ``other``: letters for items that cannot be proved, where no data were given."""

    single: str = "A"
    """Where the item says that one option is right."""
    multiple: str = "AB"
    """Where it says that several are."""
    other: str = "A"
    """Where it says nothing."""
    convention: bool = True
    """Where nothing follows, answer with the arrangement that writers of such items have in mind."""


@dataclass(frozen=True)
class StoredDefaults:
    """Letters as one word (``AC``) by kind of item."""

    kinds: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class SolverModel:
    """Answers reasoning items by proof; what cannot be proved gets an answer by default, marked as failed."""

    task: TaskSpec
    defaults: Mapping[str, Letters]
    convention: bool = True

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        progress.begin(PROVING, len(items))
        predictions = []
        for item in items:
            predictions.append(self._prediction(self.solve(item)))
            progress.advance()
        return predictions

    def solve(self, item: Item) -> ReasonedAnswer:
        """The answer to an item with all that is known of it."""
        kind = item_kind(self.task, item)
        default = next(self.defaults[name] for name in (kind, kind.split()[0], ANY_KIND) if name in self.defaults)
        return answer_item(reasoning_item(item), default, convention=self.convention)

    def _prediction(self, answered: ReasonedAnswer) -> Prediction:
        (asked,) = self.task.public_answer
        by_default = answered.source is AnswerSource.DEFAULT
        return Prediction(
            {asked.name: answered.letters},
            detail=proof_record(answered),
            failed=why_not_proved(answered) if by_default else None,
            reasoned=answered,
        )


def why_not_proved(answered: ReasonedAnswer) -> Words:
    """Why an item has the default answer, with the sentence that could not be read or those that clash."""
    proof = answered.proof
    if proof.status is Status.NO_ARRANGEMENT:
        return Words(
            f"没有任何排列满足：{'；'.join(proof.conflicts)}", f"nothing fulfils: {'; '.join(proof.conflicts)}"
        )
    if proof.status is Status.UNREAD:
        first = shown(proof.unread[0] if proof.unread else "")
        return Words(f"没有读懂 {first}", f"could not read {first}")
    return Words("没有一个选项成立", "no option holds")


def item_kind(task: TaskSpec, item: Item) -> str:
    """What tells items with different commonest answers apart: one or several right options, ability, domain."""
    shape = _shape(task)
    groups = [groups.of(item) or "" for groups in task.groups.values()]
    parts = (shape.kind(item) or ANY_KIND, *groups, item.extra.get("domain", ""), str(len(item.options)))
    return " ".join(part for part in parts if part)


class Solver:
    """Proofs from all arrangements that fulfil an item's sentences."""

    Settings = SolverSettings

    def train(self, training: Training) -> None:
        settings: SolverSettings = training.settings
        kinds = {"single": settings.single, "multiple": settings.multiple, ANY_KIND: settings.other}
        kinds |= _commonest(training.task, training.train)
        write_text(training.folder / DEFAULTS, json.dumps({"kinds": kinds}, ensure_ascii=False, indent=1))

    def load(self, folder: Path, task: TaskSpec, settings: SolverSettings, inventory: Inventory | None) -> SolverModel:
        stored = read_json(folder / DEFAULTS, StoredDefaults)
        for letters in stored.kinds.values():
            if not letters or not set(letters) <= set(_shape(task).letters):
                raise damaged(
                    folder / DEFAULTS, Words(f"没有选项 {shown(letters)}", f"there are no options {shown(letters)}")
                )
        if ANY_KIND not in stored.kinds:
            raise damaged(folder / DEFAULTS, Words("没有默认答案", "there is no default answer"))
        return SolverModel(task, {kind: frozenset(usual) for kind, usual in stored.kinds.items()}, settings.convention)


def _shape(task: TaskSpec) -> Options:
    (asked,) = task.public_answer
    assert isinstance(asked.shape, Options), "the catalogue lists only such tasks"
    return asked.shape


def _commonest(task: TaskSpec, examples: Sequence[Example]) -> dict[str, str]:
    (asked,) = task.public_answer
    shape = _shape(task)
    given = [
        (kind, cast("Letters", example.answer[asked.name]))
        for example in examples
        for kind in {item_kind(task, example.item), shape.kind(example.item) or ANY_KIND}
    ]
    return {kind: "".join(sorted(letters)) for kind, letters in sorted(commonest_answers(given).items())}
