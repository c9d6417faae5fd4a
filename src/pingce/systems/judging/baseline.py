"""The organisers' baseline for judging, ``baseline-judge``: an encoder reads the whole text, a linear layer decides.

Texts of 2021 and 2022; of 2021 task 2 the text and behind it the reason, which is never cut. The published settings are
a rate of 1e-5 and 4 epochs (2022) or up to 30 (2021). ``encoder`` is what became of it: balanced, with a decision that
expects as many normal texts as others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch.nn.functional import cross_entropy

from pingce.formats.senses import Inventory
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.systems.interface import Prediction, Progress, Training
from pingce.systems.learning.checkpoint import load_module
from pingce.systems.learning.encoder import Pretrained
from pingce.systems.learning.reader import ReaderSettings, TokenReader, read_numbers, reader_of, train_reader
from pingce.systems.learning.replaceable import READING

from .prediction import judged, label_of, says_yes

CLASSES = 2
"""No and yes."""


@dataclass(frozen=True)
class BaselineJudgeModel:
    """A trained official baseline for judgements: one classifier over the whole text."""

    label: str
    settings: ReaderSettings
    network: TokenReader
    pretrained: Pretrained

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        progress.begin(READING, len(items))
        tokenizer = self.pretrained.tokenizer
        rows = whole_texts(items, tokenizer, self.settings.longest)
        numbers = dict(read_numbers(self.network, rows, tokenizer.pad_token_id, self.settings))
        progress.advance(len(items))
        return [judged(self.label, float(numbers[i][0, 1] - numbers[i][0, 0])) for i in range(len(items))]


class BaselineJudge:
    """Cross-entropy over the first token, both answers as often as they are."""

    Settings = ReaderSettings

    def train(self, training: Training) -> None:
        settings: ReaderSettings = training.settings
        label = label_of(training.task)

        def rows_of(pretrained: Pretrained) -> list[tuple[Sequence[int], bool]]:
            texts = whole_texts([example.item for example in training.train], pretrained.tokenizer, settings.longest)
            return list(zip(texts, says_yes(training.train, label), strict=True))

        def loss_of(numbers: torch.Tensor, yes: bool) -> torch.Tensor:
            return cross_entropy(numbers[0], torch.tensor(int(yes), device=numbers.device))

        train_reader(
            training,
            reader_of(CLASSES, settings),
            rows_of,
            loss_of,
            lambda network, pretrained: BaselineJudgeModel(label, settings, network, pretrained),
        )

    def load(
        self, folder: Path, task: TaskSpec, settings: ReaderSettings, inventory: Inventory | None
    ) -> BaselineJudgeModel:
        return BaselineJudgeModel(label_of(task), settings, *load_module(folder, reader_of(CLASSES, settings)))


def whole_texts(items: Sequence[Item], tokenizer: Any, longest: int) -> list[list[int]]:  # noqa: ANN401 (no type of its own)
    """Token numbers of texts, those with a reason as pairs of which only the text is cut."""
    rows: list[list[int]] = []
    for item in items:
        text, *reasons = item.texts.values()
        encoded = tokenizer(text, *reasons, truncation="only_first", max_length=longest)
        rows.append(encoded["input_ids"])
    return rows
