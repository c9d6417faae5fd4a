"""Linear-chain conditional random fields (python-crfsuite): training to a file, the best labels, their marginals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pycrfsuite

Sequences = Sequence[Sequence[Sequence[str]]]
"""Texts, their units, the features of each."""


@dataclass(frozen=True)
class CrfSettings:
    """L-BFGS with both penalties; a feature has to be seen ``fewest`` times."""

    l1: float = 0.6
    l2: float = 0.5
    iterations: int = 80
    fewest: int = 2


def fit_crf(path: Path, features: Sequences, labels: Sequence[Sequence[str]], settings: CrfSettings) -> None:
    """A file that is there has been finished: an interrupted run goes on with the next one."""
    if path.is_file():
        return
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params(
        {
            "c1": settings.l1,
            "c2": settings.l2,
            "max_iterations": settings.iterations,
            "feature.minfreq": settings.fewest,
            "feature.possible_transitions": True,
        }
    )
    for units, names in zip(features, labels, strict=True):
        trainer.append(pycrfsuite.ItemSequence(units), list(names))
    part = path.with_suffix(".part")
    trainer.train(str(part))
    part.replace(path)


class Crf:
    """A trained field; asked about one sequence at a time."""

    def __init__(self, path: Path) -> None:
        self._tagger = pycrfsuite.Tagger()
        self._tagger.open(str(path))
        self.labels: tuple[str, ...] = tuple(self._tagger.labels())

    def best(self, units: Sequence[Sequence[str]]) -> list[str]:
        return list(self._tagger.tag(pycrfsuite.ItemSequence(units)))

    def marginals(
        self, units: Sequence[Sequence[str]], labels: Sequence[str] | None = None
    ) -> list[Mapping[str, float]]:
        """The probability of every label, or of some, at every unit."""
        self._tagger.set(pycrfsuite.ItemSequence(units))
        return self._marginals(len(units), self.labels if labels is None else labels)

    def both(
        self, units: Sequence[Sequence[str]], labels: Sequence[str]
    ) -> tuple[list[str], list[Mapping[str, float]]]:
        """The best labels, and the probabilities of some."""
        self._tagger.set(pycrfsuite.ItemSequence(units))
        return list(self._tagger.tag()), self._marginals(len(units), labels)

    def _marginals(self, size: int, labels: Sequence[str]) -> list[Mapping[str, float]]:
        known = [label for label in labels if label in self.labels]
        marginal = self._tagger.marginal
        return [{label: marginal(label, i) for label in known} for i in range(size)]
