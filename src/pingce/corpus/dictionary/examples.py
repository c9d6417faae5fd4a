"""Examples inside a gloss: where they begin, and one from the next."""

import re
from collections.abc import Callable, Iterator, Sequence

from .rules import Named

BETWEEN = re.compile(r"[|｜]|(?<=”)\s*[；;，,、。]?\s*(?=“)")
TILDE = re.compile(r"[～〜~]+")
QUOTED = re.compile(r"[“「]([^“”「」]*)[”」][。.]?")


def split_examples(
    text: str, patterns: Sequence[Named], says_something: Callable[[str], bool]
) -> tuple[str, list[str], str | None]:
    """The gloss, its examples, and the name of the pattern that told them apart.

    What stands before the examples must say something: a gloss that is all quotation stays as it is.
    """
    starts = [(found, named.name) for named in patterns for found in [named.pattern.search(text)] if found]
    for found, name in sorted(starts, key=lambda pair: pair[0].start()):
        before, examples = text[: found.start()], list(separate(text[found.end() :]))
        if examples and says_something(before):
            return before, examples, name
    return text, [], None


def separate(text: str) -> Iterator[str]:
    """One example from the next, without the quotes around it."""
    for part in BETWEEN.split(text):
        part = part.strip()
        whole = QUOTED.fullmatch(part)
        if example := whole[1] if whole else part:
            yield example


def expand(example: str, word: str) -> str:
    """～ stands for the word."""
    return TILDE.sub(word, example)
