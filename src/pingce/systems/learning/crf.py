"""Linear-chain conditional random fields (python-crfsuite): training to a file, the best labels, their marginals.

For spans and tuples: features per word in, labels out. The file is python-crfsuite's own and is tried in a process of
its own before it is trusted (:mod:`.crf_trial`).
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pycrfsuite

from pingce.spec.errors import cannot_write
from pingce.spec.words import Words
from pingce.systems.stored import damaged

from .crf_file import CrfFileError, attribute_names, check_crf, read_crf

Sequences = Sequence[Sequence[Sequence[str]]]
"""Texts, their units, the features of each."""
ATTRIBUTES, UNITS = 40, 50
"""Of a unit and of a sequence, when everything is tried out."""


@dataclass(frozen=True)
class CrfSettings:
    """L-BFGS with both penalties; a feature has to be seen ``fewest`` times."""

    l1: float = 0.6
    l2: float = 0.5
    iterations: int = 80
    fewest: int = 2


def fit_crf(path: Path, features: Sequences, labels: Sequence[Sequence[str]], settings: CrfSettings) -> None:
    """A file that is there and whole has been finished: an interrupted run goes on with the next one."""
    if path.is_file() and _is_whole(path):
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
    draft = path.with_suffix(".part")
    trainer.train(str(draft))
    _keep(draft)
    draft.replace(path)


def _is_whole(path: Path) -> bool:
    try:
        check_crf(path.read_bytes())
    except CrfFileError:
        return False
    return True


def _keep(draft: Path) -> None:
    """On the disk, all of it: the trainer does not say when it could not write."""
    try:
        with draft.open("rb") as file:
            os.fsync(file.fileno())
        data = draft.read_bytes()
        check_crf(data)
    except OSError as problem:
        raise cannot_write(draft, problem) from problem
    except CrfFileError as fault:
        size = draft.stat().st_size
        draft.unlink()
        raise cannot_write(
            draft,
            Words(
                f"只写出 {size} 字节，文件不完整（{fault.words.zh}）",
                f"only {size} bytes were written, and the file is incomplete ({fault.words.en})",
            ),
            hint=Words(
                "磁盘满了吗？腾出空间后重新运行即可继续。", "Is the disk full? Make room and run again to go on."
            ),
        ) from fault


class Crf:
    """A trained field; asked about one sequence at a time."""

    def __init__(self, path: Path) -> None:
        self._data = read_crf(path)  # the tagger reads from it as long as it lives
        self._tagger = pycrfsuite.Tagger()
        self._tagger.open_inmemory(self._data)
        self.labels: tuple[str, ...] = tuple(self._tagger.labels())
        try:
            self.marginals([[]])
        except RuntimeError as problem:
            raise damaged(path, Words("查不到自己的标签", "it does not find its own labels")) from problem

    def best(self, units: Sequence[Sequence[str]]) -> list[str]:
        """The most probable labels of a sequence of feature lists."""
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

    def try_out(self) -> None:
        """Ask about everything the file knows, so that whatever is wrong with it shows now."""
        names = attribute_names(self._data)
        units = [names[i : i + ATTRIBUTES] for i in range(0, len(names), ATTRIBUTES)] or [[]]
        for i in range(0, len(units), UNITS):
            self.both(units[i : i + UNITS], self.labels)

    def _marginals(self, size: int, labels: Sequence[str]) -> list[Mapping[str, float]]:
        labels_known = [label for label in labels if label in self.labels]
        marginal = self._tagger.marginal
        return [{label: marginal(label, i) for label in labels_known} for i in range(size)]
