"""Several models together: the tuples that score best, on average, if each model in turn were right.

A tuple that one model alone names wins little and costs precision; one that several name in other words wins most in
the wording the others overlap with.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pingce.formats.senses import Inventory
from pingce.scoring.measures.tuples import tuples
from pingce.spec.errors import UserError
from pingce.spec.measure import Case, Measure
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item, StepTuple
from pingce.spec.words import Words
from pingce.systems.interface import Model, Prediction, Progress, Training
from pingce.systems.settings import EndpointSettings, given_part
from pingce.systems.train import copy_model, load_model

MEMBER = "member-"
FEWEST = 3
"""Two have no majority, and together are worse than the better one."""
FIELD = "tuples"
CLOSE = 1e-9
"""Sums of the same numbers in another order differ by less."""


@dataclass(frozen=True)
class ConsensusSettings(EndpointSettings):
    """Who is asked."""

    models: str = ""
    """Model folders for the same task, with spaces between them."""


@dataclass(frozen=True)
class ConsensusModel:
    """Gives the answer that agrees best with those of all members, by the measure that ranks."""

    measure: Measure
    number: str
    """Of the measure: what ranks."""
    members: Sequence[Model]

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        answers_of = [[prediction.answer for prediction in member.predict(items, progress)] for member in self.members]
        return [self._together(item, answers) for item, *answers in zip(items, *answers_of, strict=True)]

    def _together(self, item: Item, answers: Sequence[Answer]) -> Prediction:
        """From the answer the others agree with most, the best step at a time while there is one."""
        pool = list(dict.fromkeys(step for answer in answers for step in tuples(answer)))
        own = [self._agreed(item, answers, tuples(answer)) for answer in answers]
        best = max(own)
        chosen = list(tuples(answers[own.index(best)]))
        while (better := self._better(item, answers, chosen, pool, best)) is not None:
            best, chosen = better
        # In the order of the text, as far as the members had one.
        chosen.sort(key=pool.index)
        return Prediction({FIELD: tuple(chosen)}, best, {"members": [round(value, 3) for value in own]})

    def _better(
        self,
        item: Item,
        answers: Sequence[Answer],
        chosen: Sequence[StepTuple],
        pool: Sequence[StepTuple],
        best: float,
    ) -> tuple[float, list[StepTuple]] | None:
        """The best step that is better; of the second kind there are many, and they are seldom needed."""
        for steps in (_more_or_less, _another):
            tried = [(self._agreed(item, answers, step), step) for step in steps(chosen, pool)]
            best_try = max(tried, key=lambda tried_one: tried_one[0], default=None)
            if best_try is not None and best_try[0] > best + CLOSE:
                return best_try
        return None

    def _agreed(self, item: Item, answers: Sequence[Answer], chosen: Sequence[StepTuple]) -> float:
        """What these tuples would score on average, were every answer in turn the right one."""
        rows = [self.measure.row(Case(item, right, {FIELD: tuple(chosen)})) for right in answers]
        return sum(self.measure.combine(row, 1)[self.number] for row in rows) / len(rows)


def _more_or_less(chosen: Sequence[StepTuple], pool: Sequence[StepTuple]) -> Iterator[list[StepTuple]]:
    """One tuple more or one less, but never none."""
    yield from ([*chosen, step] for step in pool if step not in chosen)
    if len(chosen) > 1:
        yield from ([other for other in chosen if other != step] for step in chosen)


def _another(chosen: Sequence[StepTuple], pool: Sequence[StepTuple]) -> Iterator[list[StepTuple]]:
    """One for another."""
    for step in chosen:
        rest = [other for other in chosen if other != step]
        yield from ([*rest, other] for other in pool if other not in chosen)


class ConsensusTuples:
    """From trained models; it learns nothing itself."""

    Settings = ConsensusSettings

    def train(self, training: Training) -> None:
        settings: ConsensusSettings = training.settings
        folders = settings.models.split()
        if len(folders) < FEWEST:
            raise UserError(
                Words(
                    f"系统 consensus 至少要三个模型文件夹，给了 {len(folders)} 个。",
                    f"The system consensus needs three model folders at least, found {len(folders)}.",
                ),
                hint=Words("用 --set models='DIR DIR DIR …'。", "Use --set models='DIR DIR DIR …'."),
                code="bad-settings",
            )
        for n, folder in enumerate(folders):
            to = training.folder / f"{MEMBER}{n}"
            copy_model(Path(folder), to, task=training.task, given=given_part(settings))

    def load(
        self,
        folder: Path,
        task: TaskSpec,
        settings: ConsensusSettings,
        inventory: Inventory | None,
    ) -> ConsensusModel:
        measure, number = task.rank_by
        members = [
            load_model(folder / f"{MEMBER}{n}", task=task, inventory=inventory, given=given_part(settings))[0]
            for n in range(len(settings.models.split()))
        ]
        return ConsensusModel(task.measures[measure], number, members)
