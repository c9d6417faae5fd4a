"""The answer of those who have none."""

from collections import Counter
from collections.abc import Sequence
from typing import assert_never, cast

from pingce.spec.shapes import Choice, FragmentSets, FreeText, ListOf, Options, SenseChoice
from pingce.spec.task import AnswerField, TaskSpec
from pingce.spec.values import Answer, Letters, Senses, Value
from pingce.systems.interface import Example


def empty_answer(task: TaskSpec, examples: Sequence[Example]) -> Answer:
    """A valid answer that says nothing: no reasons, no tuples, no senses.

    A judgement has to be one of its labels: the commonest of the examples, the first where there are none.
    """
    return {field.name: _nothing(field, examples) for field in task.public_answer}


def _nothing(asked: AnswerField, examples: Sequence[Example]) -> Value:
    match asked.shape:
        case Choice(labels=labels):
            seen = [cast("str", example.answer.get(asked.name)) for example in examples]
            return max(labels, key=seen.count)
        case Options(letters=letters):
            answered = Counter(cast("Letters", example.answer[asked.name]) for example in examples)
            return min(answered, key=lambda chosen: (-answered[chosen], sorted(chosen)), default=frozenset(letters[:1]))
        case SenseChoice():
            return Senses(())
        case FreeText():
            return ""
        case ListOf() | FragmentSets():
            return ()
        case _:
            assert_never(asked.shape)
