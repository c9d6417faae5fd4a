"""Judges a text by its sites: logistic regression over features of each, the worst of them decide.

Four systems differ in what they look at: the neighbourhood of a word, how probable it is beside the other words of its
group, or both; and whether an n-gram model alone says what is probable or a neural language model too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeVar

import numpy as np

from pingce.formats.senses import Inventory
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.spec.words import Words
from pingce.systems.interface import Prediction, Progress, Training
from pingce.systems.learning.frames import frame_features
from pingce.systems.learning.gaps import Fit, Gap, GapScorer, find_gaps, gap_at, noted_fits
from pingce.systems.learning.linear import HashedLogistic, fit_hashed, hashed, load_hashed
from pingce.systems.learning.ngrams import NOTHING, Ngrams, count_originals, load_ngrams, train_ngrams
from pingce.systems.learning.replaceable import Reader, Reading, read_items
from pingce.systems.learning.replaceable_features import fit_features, identity_features, site_features

from .decision import TextDecision, fit_decision, load_decision
from .prediction import NO, YES, judged, label_of, says_yes, verdicts_of
from .word_labels import WordLabels, label_words, load_groups, save_groups

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

    from pingce.systems.learning.linear import Floats

WEIGHTS = "sites.npz"
FITTING = "fitting.npz"
"""A second opinion, learned from replaced words alone; not every model has one."""
FOLDS = 5
Value = TypeVar("Value")
LEARNING = Words("学习", "learning")


@dataclass(frozen=True)
class LinearSettings:
    """For a training set of some thousand sentences."""

    strength: float = 0.1
    """Inverse of the regularization."""
    normal_share: float = 0.5
    """Share of normal texts expected where the model will be used; the training share does not matter."""
    corpus: str = ""
    """Further texts for the n-gram model, a passage per line."""
    frames: bool = False
    """Look at kinds of things and directions too (:mod:`pingce.systems.learning.frames`): for small training sets."""


@dataclass(frozen=True)
class Looks:
    """What a model looks at."""

    neighbourhood: bool = True
    frames: bool = False


@dataclass(frozen=True)
class LinearSiteModel:
    """Log-odds for every site, a decision for the text."""

    field: str
    share: float
    looks: Looks
    groups: frozenset[str]
    ngrams: Ngrams
    scorer: GapScorer | None
    sites: HashedLogistic
    decision: TextDecision
    reader: Reader
    fitting: HashedLogistic | None = None
    verdicts: tuple[str, str] = (YES, NO)

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        readings = read_items(self.reader, items, self.groups, progress)
        gaps = find_gaps(readings)
        scored = {"ngram": self.ngrams.fits(gaps, progress)}
        if self.scorer is not None:
            scored["lm"] = self.scorer.fits(gaps, progress)
        rows = feature_rows(readings, scored, self.looks) if gaps else None
        odds = split(self.sites.log_odds(rows).tolist() if rows is not None else [], readings)
        unfit: Sequence[Sequence[float] | None] = [None] * len(readings)
        if self.fitting is not None:
            unfit = split(self.fitting.log_odds(rows).tolist() if rows is not None else [], readings)
        return [
            judged(self.field, self.decision.log_odds(own, other, share=self.share), reading, own, self.verdicts)
            for reading, own, other in zip(readings, odds, unfit, strict=True)
        ]


class Linear:
    """Neighbourhood and n-gram probabilities."""

    Settings = LinearSettings
    looks: ClassVar[Looks] = Looks()

    def train(self, training: Training) -> None:
        settings: LinearSettings = training.settings
        reader = Reader()
        normal = says_yes(training.train, label_of(training.task))
        labels = label_words([example.item for example in training.train], normal, reader, training.progress)
        ngrams, fits = count_and_fit(labels, settings.corpus)
        scored = {"ngram": fits}
        scorer = self.scorer(training)
        if scorer is not None:
            notes = self.notes(training)
            scored["lm"] = noted_fits(scorer, find_gaps(labels.readings), notes, training.progress)
        rows = feature_rows(labels.readings, scored, replace(self.looks, frames=settings.frames))
        learned = learn_judgement(rows, labels, settings.strength, training.progress)
        save_groups(training.folder, labels.groups)
        ngrams.save(training.folder)
        learned.sites.save(training.folder / WEIGHTS)
        if learned.fitting is not None:
            learned.fitting.save(training.folder / FITTING)
        learned.decision.save(training.folder)

    def load(
        self, folder: Path, task: TaskSpec, settings: LinearSettings, inventory: Inventory | None
    ) -> LinearSiteModel:
        return LinearSiteModel(
            field=label_of(task),
            share=settings.normal_share,
            looks=replace(self.looks, frames=settings.frames),
            groups=load_groups(folder),
            ngrams=load_ngrams(folder),
            scorer=self.load_scorer(folder, settings),
            sites=load_hashed(folder / WEIGHTS),
            fitting=load_hashed(folder / FITTING) if (folder / FITTING).is_file() else None,
            decision=load_decision(folder),
            reader=Reader(),
            verdicts=verdicts_of(task),
        )

    def scorer(self, training: Training) -> GapScorer | None:
        """A neural language model, for those that use one."""
        return None

    def notes(self, training: Training) -> Path:
        """Where is written down what the language model said."""
        return training.checkpoints

    def load_scorer(self, folder: Path, settings: LinearSettings) -> GapScorer | None:
        return None


class Replacement(Linear):
    """Only how probable a word is beside the others of its group."""

    looks: ClassVar[Looks] = Looks(neighbourhood=False)


class LearnedSites(NamedTuple):
    """A model of sites, what makes a judgement of its log-odds, and how good that is on originals it had not seen."""

    sites: HashedLogistic
    decision: TextDecision
    balanced_accuracy: float
    fitting: HashedLogistic | None = None
    """What gives a second opinion, if there is to be one."""


def learn_judgement(rows: "csr_matrix", labels: WordLabels, strength: float, progress: Progress) -> LearnedSites:
    """The best of three ways to learn, by originals of the training data that the models had not seen.

    Untouched words teach what a text usually has, which finds the replaced one: that is most of SpaCE2022. In SpaCE2021
    nearly every text, normal or not, has a replaced word, and all depends on whether it fits: there eight untouched
    words beside it drown what can be learned, and the replaced ones alone teach more. The third way asks both: which
    word was replaced, and whether that one fits.
    """
    replaced, odd = learn_sites(rows, labels, strength, progress, only_replaced=False)
    fitting, unfit = learn_sites(rows, labels, strength, progress, only_replaced=True)
    ways = (
        learned_way(replaced, odd, labels),
        learned_way(fitting, unfit, labels),
        learned_way(replaced, odd, labels, second=(fitting, unfit)),
    )
    return max(ways, key=lambda learned: learned.balanced_accuracy)


def learned_way(
    sites: HashedLogistic,
    unseen: "Floats",
    labels: WordLabels,
    second: tuple[HashedLogistic, "Floats"] | None = None,
) -> LearnedSites:
    """A decision over log-odds for sites whose original the model had not seen, perhaps with a second opinion."""
    texts = split(unseen.tolist(), labels.readings)
    other = split(second[1].tolist(), labels.readings) if second is not None else None
    decision = fit_decision(texts, labels.normal, other)
    fitting = second[0] if second is not None else None
    return LearnedSites(sites, decision, unseen_accuracy(texts, other, labels), fitting)


def unseen_accuracy(
    texts: Sequence[Sequence[float]], other: Sequence[Sequence[float]] | None, labels: WordLabels
) -> float:
    """Balanced accuracy of decisions that, like the models, had not seen the originals of what they judge.

    A decision with a second opinion weighs more numbers and would look better on what it was learned from.
    """
    opinions: Sequence[Sequence[float] | None] = other if other is not None else [None] * len(texts)
    right: dict[bool, list[bool]] = {}
    for k in range(FOLDS):
        rest = [i for i, original in enumerate(labels.originals) if original % FOLDS != k] or range(len(texts))
        decision = fit_decision(
            [texts[i] for i in rest],
            [labels.normal[i] for i in rest],
            [other[i] for i in rest] if other is not None else None,
        )
        for i, original in enumerate(labels.originals):
            if original % FOLDS == k:
                says = decision.log_odds(texts[i], opinions[i], share=0.5) >= 0
                right.setdefault(labels.normal[i], []).append(says == labels.normal[i])
    shares = [sum(marks) / len(marks) for marks in right.values()]
    return sum(shares) / len(shares)


def learn_sites(
    rows: "csr_matrix", labels: WordLabels, strength: float, progress: Progress, *, only_replaced: bool
) -> tuple[HashedLogistic, "Floats"]:
    """The model of all sites, and the log-odds that models give which had not seen the site's original."""
    texts = [i for i, reading in enumerate(labels.readings) for _ in reading.sites]
    wrong = np.array([mark for marks, r in labels.marked() for mark in (marks or [False] * len(r.sites))])
    clear = np.array([marks is not None for marks, r in labels.marked() for _ in r.sites])
    if only_replaced:
        clear &= np.array([mark for marks in labels.strange for mark in marks])
    fold = np.array([labels.originals[i] % FOLDS for i in texts])
    unseen = np.zeros(len(texts))
    progress.begin(LEARNING, FOLDS + 1)
    for k in range(FOLDS):
        chosen, asked = clear & (fold != k), fold == k
        if asked.any() and chosen.any():
            unseen[asked] = fit_hashed(rows[chosen], wrong[chosen].tolist(), strength=strength).log_odds(rows[asked])
        progress.advance()
    whole = fit_hashed(rows[clear], wrong[clear].tolist(), strength=strength)
    progress.advance()
    return whole, unseen


def feature_rows(readings: Sequence[Reading], scored: Mapping[str, Sequence[Fit]], looks: Looks) -> "csr_matrix":
    """A row per site, text by text."""
    return hashed(_names(readings, scored, looks))


def _names(readings: Sequence[Reading], scored: Mapping[str, Sequence[Fit]], looks: Looks) -> "list[list[str]]":
    rows: list[list[str]] = []
    for reading in readings:
        for at, site in enumerate(reading.sites):
            row = list(identity_features(site))
            for name, fits in scored.items():
                row += fit_features(name, site, fits[len(rows)])
            if looks.neighbourhood:
                row += site_features(reading, at)
            if looks.frames:
                row += frame_features(reading, at)
            rows.append(row)
    return rows


def count_and_fit(labels: WordLabels, corpus: str) -> tuple[Ngrams, list[Fit]]:
    """The n-gram model of all originals, and every training site scored as if its own had not been counted."""
    counted = count_originals(labels.readings, labels.wrong, labels.originals)
    ngrams = train_ngrams(counted.values(), Path(corpus) if corpus else None)
    fit_of: dict[tuple[Gap, int], Fit] = {}
    fits = []
    for reading, original in zip(labels.readings, labels.originals, strict=True):
        for site in reading.sites:
            key = (gap_at(reading.text, site), original)
            if key not in fit_of:
                fit_of[key] = ngrams.fit_without(key[0], counted.get(original, NOTHING))
            fits.append(fit_of[key])
    return ngrams, fits


def split(values: Sequence[Value], readings: Sequence[Reading]) -> list[Sequence[Value]]:
    """Values of all sites in a row, text by text."""
    parts, start = [], 0
    for reading in readings:
        parts.append(values[start : start + len(reading.sites)])
        start += len(reading.sites)
    return parts
