"""From a course of lessons to a trained network: what every encoder system does alike."""

from collections.abc import Callable, Sequence
from typing import Literal, Protocol

import torch

from pingce.systems.interface import Model, NoProgress, Training

from .loop import Fitting, Schedule, fit

Keep = Literal["best", "last"]


class Course(Protocol):
    """The lessons: batches of an epoch, and what a batch costs."""

    def batches(self, epoch: int) -> list[list[int]]: ...

    def loss(self, batch: Sequence[int]) -> torch.Tensor: ...


class Pace(Protocol):
    """The settings every such system has."""

    @property
    def epochs(self) -> int: ...

    @property
    def lr(self) -> float: ...

    @property
    def head_lr(self) -> float: ...

    @property
    def keep(self) -> Keep: ...

    @property
    def checkpoint_every(self) -> int: ...


def learn(
    training: Training,
    network: torch.nn.Module,
    course: Course,
    pace: Pace,
    model: Callable[[], Model],
    *,
    schedule: Schedule | None = None,
) -> None:
    """Train; the network ends in its best state on dev, or in its last where dev is only for measuring.

    ``schedule`` is for systems with more settings than these.
    """
    own = Schedule(epochs=pace.epochs, lr=pace.lr, head_lr=pace.head_lr, checkpoint_every=pace.checkpoint_every)

    def dev_score() -> float:
        predictions = model().predict([example.item for example in training.dev], NoProgress())
        return training.score([prediction.answer for prediction in predictions])

    fit(
        Fitting(
            module=network,
            batches=course.batches,
            loss=course.loss,
            dev_score=dev_score if pace.keep == "best" else None,
            schedule=schedule or own,
            seed=training.seed,
            folder=training.checkpoints,
            progress=training.progress,
        )
    )
