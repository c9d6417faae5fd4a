"""``extract-generate``: entities are extracted, a language model writes the tuples of each (无情垫底 2022, MOSS 2023).

An encoder marks entities in the text. A causal language model reads the text with one of them between two marks and
goes on with its tuples, slot by slot: 〈事件〉放〈处所〉在桌上〈假〉. What it writes behind a slot is copied from the
text, and nothing else can be written (:mod:`pingce.systems.learning.writing`). Unlike in the published code, a copy
knows where it stands, mentions of the same word are different questions, labels are written too, and an entity may
have several tuples.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch.nn.functional import cross_entropy

from pingce.formats.senses import Inventory
from pingce.spec.errors import UserError
from pingce.spec.shapes import SlotTuple
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.spec.words import Words
from pingce.systems.interface import Example, Prediction, Progress, Training
from pingce.systems.learning.checkpoint import load_module
from pingce.systems.learning.device import autocast
from pingce.systems.learning.encoder import Pretrained
from pingce.systems.learning.parts import train_part
from pingce.systems.learning.reader import (
    PartSettings,
    TokenReader,
    read_numbers,
    reader_of,
    start_writer,
    train_reader,
)
from pingce.systems.learning.tokens import runs, tokenize
from pingce.systems.learning.writing import (
    CopiedPiece,
    CopySource,
    Marks,
    Writer,
    WritingDraft,
    Written,
    add_marks,
    copy_source,
    write,
    writing_loss,
)
from pingce.tasks.slots_and_roles import PLACES

from .anchors import scenes_of
from .assemble import at_place, written
from .baseline import BEGINS, event_tags, events_in
from .scenes import ENTITY, EVENT, LABELS, MARKED, Scene

ANSWERING = Words("作答", "answering")
EXTRACTOR, WRITER = "extractor", "writer"
TAGS = 4
OPEN, CLOSE, GO, NEXT, END = "（", "）", "写", "另", "完"
SLOTS = tuple(slot for slot in MARKED if slot != ENTITY)
VALUES = {f"{slot}：{label}": (slot, label) for slot, labels in LABELS.items() for label in labels}
MARK_WORDS = (OPEN, CLOSE, GO, NEXT, END, *SLOTS, *VALUES)
ORDER = {word: n for n, word in enumerate((*SLOTS, *VALUES))}
MOST = 160
"""Tokens that are written about an entity."""


@dataclass(frozen=True)
class ExtractGenerateSettings(PartSettings):
    """Those of 2022 for two large models: lr=2.2e-5, batch=12; writer_lr=2.1e-5, writer_batch=8, writer_epochs=50."""

    writer: str = ""
    """Folder or name of the causal language model that writes; it is looked for only when training begins."""
    writer_epochs: int = 4
    writer_lr: float = 3e-4
    writer_batch: int = 16
    writer_longest: int = 400
    """Tokens of a text that it reads."""
    writer_steps: int | None = None
    """As ``steps``, which is the extractor's."""


def marks_of(pretrained: Pretrained) -> Marks:
    """The marks behind the vocabulary of a model that has none yet."""
    lm: Any = pretrained.encoder
    return Marks(MARK_WORDS, lm.config.vocab_size)


def question(source: CopySource, entity: Sequence[int], marks: Marks, start: Sequence[int]) -> tuple[int, ...]:
    """What the writer reads: the text with marks around the entity."""
    inside = [n for n, i in enumerate(source.characters) if i in set(entity)]
    first, last = (inside[0], inside[-1] + 1) if inside else (0, 0)
    tokens = source.tokens
    opened = (*tokens[:first], marks.number(OPEN), *tokens[first:last], marks.number(CLOSE), *tokens[last:])
    return (*start, *opened, marks.number(GO))


def answer(scenes: Sequence[Scene], source: CopySource, marks: Marks) -> tuple[int, ...]:
    """What it should write: the tuples of an entity in the order of the text, slots and then labels in theirs."""
    said: list[int] = []
    for scene in sorted(scenes, key=_first_position):
        said += [marks.number(NEXT)] if said else []
        for slot in SLOTS:
            for run in runs(scene.spans.get(slot, ())):
                copied = source.of(run)
                said += [marks.number(slot), *copied] if copied else []
        said += [marks.number(word) for word, (slot, label) in VALUES.items() if scene.labels.get(slot) == label]
    return (*said, marks.number(END))


def _first_position(scene: Scene) -> int:
    return min((i for slot in (EVENT, *PLACES) for i in scene.spans.get(slot, ())), default=0)


def follows(said: Sequence[str]) -> Sequence[str]:
    """Marks that may come next: a later slot, the same again for another piece of it, one label of a kind, the end."""
    last = said[-1] if said else NEXT
    if last == END:
        return ()
    if last == NEXT:
        return (*ORDER, END) if not said else tuple(ORDER)
    if last in VALUES:
        later = [word for word, (slot, _) in VALUES.items() if slot != VALUES[last][0] and ORDER[word] > ORDER[last]]
    else:
        later = [word for word, n in ORDER.items() if n >= ORDER[last]]
    return (*later, NEXT, END)


def scenes_in(pieces: Sequence[CopiedPiece], entity: tuple[int, ...]) -> list[Scene]:
    """Tuples of what was written; of several places for a piece that nearest to what was told before it counts."""
    scenes: list[Scene] = []
    spans: dict[str, tuple[int, ...]] = {}
    labels: dict[str, str] = {}
    near = entity[0] if entity else 0
    for piece in (*pieces, CopiedPiece(NEXT, ())):
        if piece.mark in VALUES:
            slot, label = VALUES[piece.mark]
            labels[slot] = label
        elif piece.mark in ORDER:
            place = min(piece.places, key=lambda positions: abs(positions[0] - near))
            spans[piece.mark] = tuple(sorted({*spans.get(piece.mark, ()), *place}))
            near = place[0]
        elif spans or labels:
            scenes.append(Scene({ENTITY: entity, **spans}, labels))
            spans, labels, near = {}, {}, entity[0] if entity else 0
    return scenes


@dataclass(frozen=True)
class ExtractGenerateModel:
    """A trained ``extract-generate``: what marks entities, and what writes the tuples of each."""

    shape: SlotTuple
    settings: ExtractGenerateSettings
    extractor: TokenReader
    reads: Pretrained
    writer: Writer
    writes: Pretrained

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        progress.begin(ANSWERING, len(items))
        texts = [item.text for item in items]
        entities = self._entities(texts)
        marks = Marks(MARK_WORDS, len_of(self.writes) - len(MARK_WORDS))
        sources = [copy_source(self.writes.tokenizer, text, self.settings.writer_longest) for text in texts]
        asked = [(i, entity) for i, of_text in enumerate(entities) for entity in of_text if sources[i].tokens]
        start = first_token(self.writes.tokenizer)
        rows = [question(sources[i], entity, marks, start) for i, entity in asked]
        drafts = [WritingDraft(sources[i], marks, follows, frozenset(SLOTS)) for i, _ in asked]
        with autocast(self.settings.precision):
            for _ in write(self.writer, rows, drafts, self.settings.writer_batch, MOST):
                pass
        scenes: list[list[Scene]] = [[] for _ in items]
        for (i, entity), draft in zip(asked, drafts, strict=True):
            scenes[i] += scenes_in(draft.pieces, entity)
        progress.advance(len(items))
        return [
            Prediction({"tuples": written(scenes[i], self.shape, text, spare=_spare(entities[i], text))})
            for i, text in enumerate(texts)
        ]

    def _entities(self, texts: Sequence[str]) -> list[list[tuple[int, ...]]]:
        """Characters of every entity; the likeliest token where none was found."""
        pretrained = self.reads
        tokens = tokenize(pretrained.tokenizer, texts, self.settings.longest)
        entities: list[list[tuple[int, ...]]] = [[] for _ in texts]
        ids = [text.ids for text in tokens]
        for i, numbers in read_numbers(self.extractor, ids, pretrained.tokenizer.pad_token_id, self.settings):
            events = events_in(numbers.argmax(dim=1).tolist(), tokens[i])
            if not events and len(tokens[i]) > 2:
                events = [(1 + int(numbers[1:-1, BEGINS].argmax()),)]
            entities[i] = [tokens[i].positions(entity) for entity in events]
        return entities


def _spare(entities: Sequence[tuple[int, ...]], text: str) -> list[Scene]:
    """The plainest tuple: the entity is where the text goes on."""
    behind = [(entity, min(entity[-1] + 1, len(text) - 1)) for entity in entities if entity]
    return [at_place(entity, [place]) for entity, place in behind]


class ExtractGenerate:
    """An encoder and a language model, one after the other."""

    Settings = ExtractGenerateSettings

    def train(self, training: Training) -> None:
        settings: ExtractGenerateSettings = training.settings
        if not settings.writer:
            raise UserError(
                Words(
                    "系统 extract-generate 还需要一个语言模型。",
                    "The system extract-generate needs a language model, too.",
                ),
                hint=Words("用 --set writer=文件夹 给出。", "Name a folder with --set writer=DIR."),
                code="bad-settings",
            )
        train_part(training, EXTRACTOR, _train_extractor)
        writing = replace(
            training,
            settings=replace(
                settings,
                epochs=settings.writer_epochs,
                lr=settings.writer_lr,
                head_lr=settings.writer_lr,
                batch=settings.writer_batch,
                steps=settings.writer_steps,
            ),
        )
        train_part(writing, WRITER, _train_writer)

    def load(
        self, folder: Path, task: TaskSpec, settings: ExtractGenerateSettings, inventory: Inventory | None
    ) -> ExtractGenerateModel:
        shape = task.tuple_shape
        assert shape is not None, "the catalogue lists only such tasks"
        extractor, reads = load_module(folder / EXTRACTOR, reader_of(TAGS, settings))
        writer, writes = load_module(folder / WRITER, Writer, "writer")
        return ExtractGenerateModel(shape, settings, extractor, reads, writer, writes)


def _train_extractor(training: Training) -> None:
    def rows_of(pretrained: Pretrained) -> list[tuple[Sequence[int], tuple[int, ...]]]:
        texts = tokenize(
            pretrained.tokenizer, [example.item.text for example in training.train], training.settings.longest
        )
        return [
            (text.ids, event_tags([text.covering(entity) for entity in by_entity(example)], len(text)))
            for text, example in zip(texts, training.train, strict=True)
        ]

    def loss_of(numbers: torch.Tensor, target: tuple[int, ...]) -> torch.Tensor:
        return cross_entropy(numbers, torch.tensor(target, device=numbers.device))

    train_reader(training, reader_of(TAGS, training.settings), rows_of, loss_of)


def _train_writer(training: Training) -> None:
    settings: ExtractGenerateSettings = training.settings

    def build(pretrained: Pretrained) -> Writer:
        add_marks(pretrained, marks_of(pretrained))
        return Writer(pretrained)

    def rows_of(pretrained: Pretrained) -> list[tuple[Sequence[int], Written]]:
        tokenizer = pretrained.tokenizer
        marks = Marks(MARK_WORDS, len_of(pretrained) - len(MARK_WORDS))
        start = first_token(tokenizer)
        rows: list[tuple[Sequence[int], Written]] = []
        for example in training.train:
            source = copy_source(tokenizer, example.item.text, settings.writer_longest)
            for entity, scenes in by_entity(example).items():
                asked = question(source, entity, marks, start)
                ids = (*asked, *answer(scenes, source, marks))
                rows.append((ids, Written(ids, len(asked))))
        return rows

    train_reader(training, build, rows_of, writing_loss, start=partial(start_writer, name=Path(settings.writer)))


def by_entity(example: Example) -> dict[tuple[int, ...], list[Scene]]:
    """The tuples of a text by the characters of their entity."""
    scenes_of_entity: dict[tuple[int, ...], list[Scene]] = {}
    for scene in scenes_of(example.answer):
        if ENTITY in scene.spans:
            scenes_of_entity.setdefault(scene.spans[ENTITY], []).append(scene)
    return scenes_of_entity


def len_of(pretrained: Pretrained) -> int:
    """Tokens the model knows, marks included."""
    lm: Any = pretrained.encoder
    size: int = lm.config.vocab_size
    return size


def first_token(tokenizer: Any) -> tuple[int, ...]:  # noqa: ANN401 (has no type of its own)
    """What texts begin with."""
    start = tokenizer.bos_token_id if tokenizer.bos_token_id is not None else tokenizer.cls_token_id
    return (start if start is not None else tokenizer.eos_token_id,)
