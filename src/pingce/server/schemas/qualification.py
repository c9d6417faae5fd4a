"""Training, admissions, quotas: what is sent."""

from typing import Annotated

from pydantic import Field

from .common import Answer, Id, In, Note


class TrainingAnswerIn(In):
    """An answer to a question of the test or an example."""

    answer: Answer


class DropTrainingIn(In):
    """Examples and test questions that are taken out."""

    items: Annotated[list[Id], Field(min_length=1, max_length=10_000)]


class AdmitIn(In):
    """People who may annotate, or may not any more, whatever their test said."""

    users: Annotated[list[Id], Field(min_length=1, max_length=2000)]
    admitted: bool = True
    reason: Note


class AdmitFromIn(In):
    """The best annotators of an earlier campaign: how many, how good, with how many decided answers at least."""

    source: Id
    best: Annotated[int, Field(ge=0, le=100_000)] | None = None
    at_least: Annotated[float, Field(ge=0, le=1)] | None = None
    least_answers: Annotated[int, Field(ge=1, le=1_000_000)] = 1


class LevelsFromIn(In):
    """Levels that people earned in a campaign, this one or another."""

    source: Id


class ReassignIn(In):
    """What is left of a group of items goes from one person to another."""

    group: Annotated[str, Field(min_length=1, max_length=200)]
    from_user: Id
    to_user: Id
    reason: Note
