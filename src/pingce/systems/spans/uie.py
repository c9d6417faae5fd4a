"""``uie`` for reasons: a prompt for every role of every type, answered by fragments of the text.

Pieces of a fragment with gaps are found one by one. Of several reasons of a type the shortest is learned; a text is a
negative example for the roles and types that it does not have. See :mod:`pingce.systems.learning.prompts`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, cast

import torch

from pingce.spec.task import TaskSpec
from pingce.spec.values import Item, Reason
from pingce.spec.words import Words
from pingce.systems.interface import Example, Prediction, Progress, Training
from pingce.systems.learning.checkpoint import load_module
from pingce.systems.learning.encoder import Pretrained
from pingce.systems.learning.prompts import (
    PieceEnds,
    Prompt,
    Prompted,
    PromptRow,
    UieSettings,
    ends_of,
    fragments,
    likeliest,
    prompt_reader,
    prompted,
    read_prompts,
    sureness,
    train_prompts,
)
from pingce.systems.learning.tokens import runs

from .decode import make_reason
from .shape import ReasonShape, reason_shape

ANSWERING = Words("作答", "answering")


class PromptedRole(NamedTuple):
    """What is asked for: a role of a type."""

    kind: str
    role: str


class PromptedSpan(NamedTuple):
    """What a text's numbers say about one part."""

    positions: tuple[int, ...]
    share: float
    likely: list[tuple[int, ...]]


def prompts_of(shape: ReasonShape) -> dict[PromptedRole, str]:
    """The schema of a task as prompts, in Chinese like the texts."""
    return {
        PromptedRole(kind, role): f"{shape.titles[kind].zh}的{title.zh}" if kind in shape.titles else title.zh
        for kind, case in shape.cases.items()
        for role, title in case.roles.items()
    }


def learned_reason(reasons: Sequence[Reason], kind: str) -> Reason | None:
    """The shortest of a type."""
    own = (reason for reason in reasons if reason.type == kind)
    return min(own, key=lambda reason: sum(len(span.idxes) for span in reason.spans), default=None)


def ends_of_part(reasons: Sequence[Reason], part: PromptedRole, row: Prompted) -> PieceEnds:
    """The answer of a text to a prompt."""
    reason = learned_reason(reasons, part.kind)
    spans = [span.idxes for span in reason.spans if span.role == part.role] if reason is not None else []
    return ends_of([piece for span in spans for piece in runs(row.text.covering(span))])


def training_rows(
    examples: Sequence[Example],
    shape: ReasonShape,
    tokenizer: Any,  # noqa: ANN401 (has no type of its own)
    longest: int,
) -> list[PromptRow]:
    """All prompts of all texts with their answers."""
    questions = prompts_of(shape)
    asked = [(example, part) for example in examples for part in questions]
    rows = prompted(tokenizer, [Prompt(questions[part], example.item.text) for example, part in asked], longest)
    return [
        (row.ids, ends_of_part(cast("tuple[Reason, ...]", example.answer[shape.field]), part, row))
        for (example, part), row in zip(asked, rows, strict=True)
    ]


@dataclass(frozen=True)
class UieSpanModel:
    """A trained ``uie`` for reasons: items in, a reason of every type or of those found out."""

    shape: ReasonShape
    settings: UieSettings
    network: torch.nn.Module
    pretrained: Pretrained

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        progress.begin(ANSWERING, len(items))
        questions = prompts_of(self.shape)
        asked = [(i, part) for i in range(len(items)) for part in questions]
        prompts = [Prompt(questions[part], items[i].text) for i, part in asked]
        said: list[dict[PromptedRole, PromptedSpan]] = [{} for _ in items]
        for n, row, numbers in read_prompts(self.network, self.pretrained, prompts, self.settings):
            i, part = asked[n]
            tokens = row.text
            pieces = fragments(numbers, tokens, self.settings.threshold)
            marked = {k for piece in pieces for k in piece.tokens}
            said[i][part] = PromptedSpan(
                tokens.positions(sorted(marked)),
                sureness(numbers, tokens),
                [tokens.positions(piece) for piece in likeliest(numbers, tokens)],
            )
            if len(said[i]) == len(questions):
                progress.advance(1)
        return [Prediction({self.shape.field: self._reasons(said[i], item.text)}) for i, item in enumerate(items)]

    def _reasons(self, said: Mapping[PromptedRole, PromptedSpan], text: str) -> tuple[Reason, ...]:
        kinds = list(self.shape.cases)
        if not self.settings.answer_all:
            named = {part.kind for part, answer in said.items() if answer.positions}
            kinds = [kind for kind in kinds if kind in named] or [max(said, key=lambda part: said[part].share).kind]
        made = (self._reason(kind, said, text) for kind in kinds)
        return tuple(reason for reason in made if reason is not None)

    def _reason(self, kind: str, said: Mapping[PromptedRole, PromptedSpan], text: str) -> Reason | None:
        own = {part.role: answer for part, answer in said.items() if part.kind == kind}
        positions = {role: answer.positions for role, answer in own.items() if answer.positions}
        if not positions:
            surest = max(own, key=lambda role: own[role].share)
            positions = {surest: own[surest].likely[0]} if own[surest].likely else {}
        likely = {role: answer.likely for role, answer in own.items()}
        return make_reason(kind, self.shape.cases[kind], text, positions, likely)


class UieSpans:
    """One network for all types and roles."""

    def train(self, training: Training) -> None:
        settings: UieSettings = training.settings
        shape = reason_shape(training.task)

        train_prompts(
            training,
            settings,
            lambda pretrained: training_rows(training.train, shape, pretrained.tokenizer, settings.longest),
            lambda network, pretrained: UieSpanModel(shape, settings, network, pretrained),
        )

    def load(self, folder: Path, task: TaskSpec, settings: UieSettings) -> UieSpanModel:
        network, pretrained = load_module(folder, prompt_reader(settings.dropout))
        return UieSpanModel(reason_shape(task), settings, network, pretrained)
