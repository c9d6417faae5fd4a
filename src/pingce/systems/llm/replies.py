"""What a model wrote, and where in it the answer is: a JSON object, or the letters of the options it chose.

Models think aloud, correct themselves and quote options on the way, so only what is said as an answer counts («答案是
AC», "the answer is (B)"), and of several such statements the last; a reply that is nothing but letters is one, too.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from pingce.spec.task import TaskSpec

THOUGHTS = re.compile(r"<think>.*?(</think>|\Z)", re.DOTALL)
OPENING = re.compile(r"[{\[]")
BETWEEN = r"(?:[\s,，、;；和及与&/+.。()（）\[\]【】{}*_\"'“”‘’:：$]|\band\b)"
"""What may stand between two letters of an answer and around them."""
SAID = (
    r"(?:答案|正确选项|正确的选项|选项|应选|故选|选择|选|answers?|options?|choices?|choose|boxed)"
    r"(?:\s|为|是|应该|应|该|就|即|的|有|包括|确定|is|are|should|be|the|correct|final|therefore|thus|=|\\text"
    rf"|{BETWEEN})*"
)


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


def only_letters(written: str, letters: Sequence[str]) -> list[str] | None:
    """The letters of a reply that has nothing else in it (``A``, ``A、C``); None for any other reply."""
    plain = unicodedata.normalize("NFKC", written)
    matched = re.fullmatch(rf"{BETWEEN}*({_run(letters)}){BETWEEN}*", plain, re.IGNORECASE)
    return _listed(matched[1], letters) if matched else None


def stated_letters(content: str, letters: Sequence[str]) -> list[str] | None:
    """The letters of the last statement of an answer in a reply; None where there is none."""
    plain = unicodedata.normalize("NFKC", THOUGHTS.sub("", content))
    alone = only_letters(plain, letters)
    if alone is not None:
        return alone
    stated = re.findall(rf"{SAID}({_run(letters)})(?![A-Za-z])", plain, re.IGNORECASE)
    if stated:
        return _listed(stated[-1], letters)
    return only_letters(plain.strip().rsplit("\n", 1)[-1], letters)


def _run(letters: Sequence[str]) -> str:
    """One letter or several, together or apart; a letter that begins a word (Alice) is none."""
    letter = f"[{''.join(letters)}]"
    return rf"{letter}+(?![A-Za-z])(?:{BETWEEN}*{letter}+(?![A-Za-z]))*"


def _listed(run: str, letters: Sequence[str]) -> list[str]:
    chosen = set(re.sub(r"\band\b", "", run, flags=re.IGNORECASE).upper())
    return [letter for letter in letters if letter in chosen]
