"""The JSON in what a model wrote."""

import json
import re
from collections.abc import Iterator, Mapping

from pingce.spec.task import TaskSpec

THOUGHTS = re.compile(r"<think>.*?(</think>|\Z)", re.DOTALL)
OPENING = re.compile(r"[{\[]")


def find_object(content: str, task: TaskSpec) -> Mapping[str, object] | None:
    """The JSON object in what a model wrote, wherever it stands: alone, in a code fence, among other words.

    The last one with a key of the answer counts; models that think aloud end with what they mean. A bare list is
    taken for the only field that is a list.
    """
    content = THOUGHTS.sub("", content)
    keys = {field.key for field in task.public_answer}
    objects = [value for value in _values(content) if isinstance(value, dict) and keys & value.keys()]
    if objects:
        return objects[-1]
    lists = [value for value in _values(content) if isinstance(value, list)]
    return {next(iter(keys)): lists[-1]} if lists and len(keys) == 1 else None


def _values(content: str) -> Iterator[object]:
    """The outermost JSON objects and lists of a text."""
    decoder = json.JSONDecoder()
    at = 0
    while start := OPENING.search(content, at):
        try:
            value, at = decoder.raw_decode(content, start.start())
        except (json.JSONDecodeError, RecursionError):
            at = start.start() + 1
        else:
            yield value
