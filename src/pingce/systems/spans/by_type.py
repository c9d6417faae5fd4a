"""Span systems as they were published: an encoder of its own for every type of reason, which reads the text alone.

``mrc`` is the reading of SpaCE2022's winner (无情垫底) and of MOSS in 2023: a first and a last token for each role, the
token before the text standing for a role that is not there; every type is answered. ``baseline-spans`` is the baseline
of the organisers: a fourth encoder says which types there are, and a tagger of each type marks its roles. Where reasons
have no types, both are one network. Unlike the published code, positions go through the tokenizer's character map.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar, cast

import torch
from torch.nn.functional import binary_cross_entropy_with_logits

from pingce.formats.senses import Inventory
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item, Reason
from pingce.spec.words import Words
from pingce.systems.interface import Example, Prediction, Progress, Training
from pingce.systems.learning.checkpoint import load_module
from pingce.systems.learning.encoder import Pretrained
from pingce.systems.learning.parts import train_part
from pingce.systems.learning.pointing import NOWHERE
from pingce.systems.learning.reader import ReaderSettings, TokenReader, read_numbers, reader_of, train_reader
from pingce.systems.learning.tokens import Tokens, tokenize

from .heads import Pointers, RoleHead, Tags, TokensByRole, read_reason
from .rows import ReasonTarget
from .shape import UNTYPED, ReasonShape, reason_shape

ANSWERING = Words("作答", "answering")
TYPES = "types"
"""The folder of the network that says which types a text has."""


class PlainPointers(Pointers):
    """The likeliest first and the likeliest last token of every role, each by itself, swapped where reversed."""

    def tokens_by_role(self, outputs: torch.Tensor, kind: str) -> TokensByRole:
        tokens_of: TokensByRole = {}
        for number, role in enumerate(self.roles(kind)):
            ends = [int(numbers[:-1].argmax()) for numbers in self.shares(outputs, kind, number)]
            if NOWHERE not in ends:
                tokens_of[role] = [*range(min(ends), max(ends) + 1)]
        return tokens_of


@dataclass(frozen=True)
class RoleReader:
    """A network and what its numbers mean."""

    network: TokenReader
    pretrained: Pretrained
    head: RoleHead


@dataclass(frozen=True)
class ReaderSpanModel:
    """A reason of every type, or of those that the network of the types names."""

    shape: ReasonShape
    settings: ReaderSettings
    readers: Mapping[str, RoleReader]
    types: TokenReader | None

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        progress.begin(ANSWERING, len(items))
        tokenizer = next(iter(self.readers.values())).pretrained.tokenizer
        texts = tokenize(tokenizer, [item.text for item in items], self.settings.longest)
        asked = self._asked_types(texts, tokenizer.pad_token_id)
        reasons_of: list[dict[str, Reason]] = [{} for _ in items]
        for kind, reader in self.readers.items():
            places = [i for i, kinds in enumerate(asked) if kind in kinds]
            rows = [texts[i].ids for i in places]
            for k, outputs in read_numbers(reader.network, rows, tokenizer.pad_token_id, self.settings):
                i = places[k]
                reason = read_reason(reader.head, outputs, kind, self.shape.cases[kind], texts[i], items[i].text)
                if reason is not None:
                    reasons_of[i][kind] = reason
        progress.advance(len(items))
        return [
            Prediction({self.shape.field: tuple(reasons[kind] for kind in self.readers if kind in reasons)})
            for reasons in reasons_of
        ]

    def _asked_types(self, texts: Sequence[Tokens], pad: int) -> list[Sequence[str]]:
        """Those at least as likely as not, and the likeliest in any case."""
        kinds = tuple(self.readers)
        if self.types is None:
            return [kinds] * len(texts)
        named: list[Sequence[str]] = [()] * len(texts)
        for i, numbers in read_numbers(self.types, [text.ids for text in texts], pad, self.settings):
            chosen = [kind for kind, number in zip(kinds, numbers[0].tolist(), strict=True) if number >= 0]
            named[i] = chosen or [kinds[int(numbers[0].argmax())]]
        return named


class SpansByType:
    """What the two systems share; they differ in the head, in the reasons they learn and in who names the types."""

    Settings = ReaderSettings
    head: ClassVar[type[Tags] | type[PlainPointers]]
    names_types: ClassVar[bool]

    def train(self, training: Training) -> None:
        shape = reason_shape(training.task)
        for kind in shape.cases:
            train_part(training, _folder(kind), partial(self._train_reader, shape, kind))
        if self._has_types(shape):
            train_part(training, TYPES, partial(_train_types, shape))

    def _train_reader(self, shape: ReasonShape, kind: str, training: Training) -> None:
        settings: ReaderSettings = training.settings
        head = self.head(_only(shape, kind))

        def rows_of(pretrained: Pretrained) -> list[tuple[Sequence[int], ReasonTarget]]:
            """None for a type that no text to learn from has; it is never found."""
            texts = tokenize(pretrained.tokenizer, [example.item.text for example in training.train], settings.longest)
            return [
                (tokens.ids, ReasonTarget(kind, (), {s.role: tuple(tokens.covering(s.idxes)) for s in reason.spans}))
                for tokens, example in zip(texts, training.train, strict=True)
                for reason in self.learned_reasons(_reasons(example, shape, kind), kind)
            ]

        def model(network: TokenReader, pretrained: Pretrained) -> ReaderSpanModel:
            return ReaderSpanModel(shape, settings, {kind: RoleReader(network, pretrained, head)}, None)

        train_reader(training, reader_of(head.size, settings), rows_of, head.loss, model)

    def learned_reasons(self, reasons: Sequence[Reason], kind: str) -> Sequence[Reason]:
        """Of several reasons of one type of a text, those that are learned from."""
        raise NotImplementedError

    def load(
        self, folder: Path, task: TaskSpec, settings: ReaderSettings, inventory: Inventory | None
    ) -> ReaderSpanModel:
        shape = reason_shape(task)
        readers = {}
        for kind in shape.cases:
            head = self.head(_only(shape, kind))
            network, pretrained = load_module(folder / _folder(kind), reader_of(head.size, settings))
            readers[kind] = RoleReader(network, pretrained, head)
        has_types = self._has_types(shape)
        types = load_module(folder / TYPES, reader_of(len(shape.cases), settings))[0] if has_types else None
        return ReaderSpanModel(shape, settings, readers, types)

    def _has_types(self, shape: ReasonShape) -> bool:
        return self.names_types and UNTYPED not in shape.cases


class Mrc(SpansByType):
    """Pointers; learns the shortest of several reasons."""

    head = PlainPointers
    names_types = False

    def learned_reasons(self, reasons: Sequence[Reason], kind: str) -> Sequence[Reason]:
        return sorted(reasons, key=lambda reason: sum(len(span.idxes) for span in reason.spans))[:1]


class BaselineSpans(SpansByType):
    """Taggers; learns the first of several reasons, or, where reasons have no types, all of them."""

    head = Tags
    names_types = True

    def learned_reasons(self, reasons: Sequence[Reason], kind: str) -> Sequence[Reason]:
        return reasons if kind == UNTYPED else reasons[:1]


def _train_types(shape: ReasonShape, training: Training) -> None:
    """Which types a text has, from its first token; several may hold."""

    def rows_of(pretrained: Pretrained) -> list[tuple[Sequence[int], list[float]]]:
        texts = tokenize(
            pretrained.tokenizer, [example.item.text for example in training.train], training.settings.longest
        )
        return [
            (tokens.ids, [float(bool(_reasons(example, shape, kind))) for kind in shape.cases])
            for tokens, example in zip(texts, training.train, strict=True)
        ]

    def loss_of(numbers: torch.Tensor, target: Sequence[float]) -> torch.Tensor:
        return binary_cross_entropy_with_logits(numbers[0], torch.tensor(target, device=numbers.device))

    train_reader(training, reader_of(len(shape.cases), training.settings), rows_of, loss_of)


def _reasons(example: Example, shape: ReasonShape, kind: str) -> list[Reason]:
    reasons = cast("tuple[Reason, ...]", example.answer[shape.field])
    return [reason for reason in reasons if reason.type == kind]


def _only(shape: ReasonShape, kind: str) -> ReasonShape:
    return ReasonShape(shape.field, {kind: shape.cases[kind]}, shape.at_most, shape.titles)


def _folder(kind: str) -> str:
    return f"reader-{kind}" if kind != UNTYPED else "reader"
