"""A linear system: find the odd word among the spatial words, then what belongs to it, with one field per type."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pingce.formats.senses import Inventory
from pingce.language.text import TaggedText, tag_text
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item, Reason
from pingce.spec.words import Words
from pingce.systems.interface import Prediction, Progress, Training, suspect
from pingce.systems.learning.anchor_features import Anchor, around, window
from pingce.systems.learning.crf import Crf, CrfSettings, fit_crf
from pingce.systems.learning.linear import Loglinear, fit_loglinear, load_loglinear, save_loglinear

from .decode import NONE, Likely, make_reason
from .linear import LinearSuspects, MarkedText, fit_suspects, load_suspects, mark, usage_of
from .shape import UNTYPED, ReasonShape, reason_shape
from .types import kind_features, type_set, types_of

KINDS = "types.json"
TYPE_STRENGTH = 0.02
"""Types hardly show in the words; a freer classifier does worse than always the commonest type."""
LEARNING, ANSWERING = Words("训练", "training"), Words("作答", "answering")
LIKELIEST = 6
"""Words offered for a role that rules want filled."""


@dataclass(frozen=True)
class CrfSpanSettings:
    """How reasons are found and how many are given."""

    types: Literal["all", "one"] = "all"
    """Where reasons have types: one of every type (best element score, type accuracy near 0), or the types that the
    type classifier finds."""
    candidates: int = 3
    """Where reasons have no types: so many answers, around the most suspicious words."""
    strength: float = 0.05
    """Of the choice of the odd word; smaller is smoother."""
    l1: float = 1.0
    l2: float = 1.0
    iterations: int = 60
    """Of the fields' training."""

    @property
    def crf(self) -> CrfSettings:
        return CrfSettings(l1=self.l1, l2=self.l2, iterations=self.iterations)


class CrfSpans:
    """Written for any task whose answer is a list of reasons, typed or not."""

    Settings = CrfSpanSettings

    def train(self, training: Training) -> None:
        settings: CrfSpanSettings = training.settings
        shape = reason_shape(training.task)
        marked = mark(training.train, shape, training.progress)
        training.progress.begin(LEARNING, 2 + len(shape.cases))
        fit_suspects(training.folder, marked, strength=settings.strength)
        training.progress.advance()
        if UNTYPED not in shape.cases:
            _fit_kinds(training.folder, marked)
        training.progress.advance()
        for kind in shape.cases:
            sequences = [
                (around(text.reading, anchor), _labels(text.reading, reason, anchor))
                for text in marked
                for reason, words in zip(text.reasons, text.anchors, strict=True)
                if reason.type == kind
                for anchor in (_anchor(text.reading, word) for word in words)
            ]
            if sequences:
                features, labels = zip(*sequences, strict=True)
                fit_crf(training.folder / _file(kind), features, labels, settings.crf)
            training.progress.advance()

    def load(
        self, folder: Path, task: TaskSpec, settings: CrfSpanSettings, inventory: Inventory | None
    ) -> "CrfSpanModel":
        shape = reason_shape(task)
        fields = {kind: Crf(folder / _file(kind)) for kind in shape.cases if (folder / _file(kind)).is_file()}
        kinds = load_loglinear(folder / KINDS) if (folder / KINDS).is_file() else None
        return CrfSpanModel(shape, settings, load_suspects(folder), kinds, fields)


@dataclass(frozen=True)
class CrfSpanModel:
    """Chooses the odd word, the types of reasons, and lets a field per type mark the roles."""

    shape: ReasonShape
    settings: CrfSpanSettings
    suspects: LinearSuspects
    kinds: Loglinear | None
    fields: dict[str, Crf]

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        progress.begin(ANSWERING, len(items))
        predictions = []
        for item in items:
            predictions.append(self._predict_item(tag_text(item.text)))
            progress.advance()
        return predictions

    def _predict_item(self, reading: TaggedText) -> Prediction:
        odd = self.suspects.scores(reading)
        ranked = sorted(odd, key=lambda i: (-odd[i], i))
        reasons = [
            reason
            for kind, anchor in self._wanted(reading, ranked)
            if (reason := self._reason(reading, kind, anchor)) is not None
        ]
        unique = tuple(dict.fromkeys(reasons))
        suspicious = [suspect(reading.words[i].start, reading.words[i].text, odd[i]) for i in ranked[:3]]
        return Prediction({self.shape.field: unique}, odd[ranked[0]], {"suspicious": suspicious})

    def _wanted(self, reading: TaggedText, ranked: Sequence[int]) -> Iterator[tuple[str, int]]:
        """Types and the words to look around."""
        if self.kinds is None:
            most = min(self.settings.candidates, self.shape.at_most or self.settings.candidates)
            yield from ((UNTYPED, anchor) for anchor in ranked[:most])
            return
        kinds: Sequence[str] = tuple(self.fields)
        if self.settings.types == "one":
            kinds = types_of(self.kinds.best(kind_features(reading, ranked[0], self.suspects.usage)))
        yield from ((kind, ranked[0]) for kind in kinds if kind in self.fields)

    def _reason(self, reading: TaggedText, kind: str, word: int) -> Reason | None:
        anchor = _anchor(reading, word)
        features = around(reading, anchor)
        crf, case = self.fields[kind], self.shape.cases[kind]
        positions: dict[str, list[int]] = {}
        for i, label in zip(window(reading, anchor), crf.best(features), strict=True):
            if label != NONE:
                positions.setdefault(label, []).extend(reading.positions([i]))
        made = make_reason(kind, case, reading.text, positions, {})
        return made or make_reason(kind, case, reading.text, positions, self._likely(reading, kind, anchor, features))

    def _likely(self, reading: TaggedText, kind: str, anchor: Anchor, features: list[list[str]]) -> Likely:
        shares = self.fields[kind].marginals(features)
        words = window(reading, anchor)
        likely = {}
        for role in self.shape.roles(kind):
            order = sorted(range(len(shares)), key=lambda k: (-shares[k].get(role, 0.0), k))
            likely[role] = [reading.positions([words[k]]) for k in order if reading.words[words[k]].tag != "w"]
        return {role: pieces[:LIKELIEST] for role, pieces in likely.items()}


def _file(kind: str) -> str:
    return f"{kind or 'roles'}.crf"


def _anchor(reading: TaggedText, word: int) -> Anchor:
    return Anchor(word, word, str(reading.classes[word]))


def _labels(reading: TaggedText, reason: Reason, anchor: Anchor) -> list[str]:
    roles: dict[int, str] = {}
    for span in reason.spans:
        for i in reading.covered(span.idxes):
            roles.setdefault(i, span.role)
    return [roles.get(i, NONE) for i in window(reading, anchor)]


def _fit_kinds(folder: Path, marked: Sequence[MarkedText]) -> None:
    if (folder / KINDS).is_file():
        return
    usage, own = usage_of(marked)
    rows = [kind_features(text.reading, text.anchors[0][0], usage, own[text.group]) for text in marked]
    labels = [type_set(text.reasons) for text in marked]
    save_loglinear(folder / KINDS, fit_loglinear(rows, labels, strength=TYPE_STRENGTH))
