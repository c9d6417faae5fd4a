"""Glosses as a sense inventory needs them: text only, examples behind, independent of each other.

Every rule has a name; how often each fired is counted, and every change can be listed.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from ..entries import EXAMPLE_MARK, HAN, DictionaryEntry, Gloss, by_word
from .references import References, resolve
from .rules import CleaningRule, CleaningRules, NamedPattern

FURTHER = ("tilde", "empty", "duplicate", "unresolved", "dependent", "short-word", "one-sense", "not-chinese")
"""Rules that no pattern can say, beside those of the file."""
CHINESE = re.compile(f"[{HAN}]")
ROUNDS = 8
"""More than any gloss needs; a rule whose replacement it matches itself would never end."""
NEIGHBOUR = frozenset("①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳")

Change = Callable[[str, str, str, str], None]
"""Told of the word, the rule, and the text before and after."""
WordRule = Literal["short-word", "one-sense", "not-chinese"]


@dataclass(frozen=True)
class InventorySettings:
    """Which words an inventory is made of."""

    characters: int = 2
    """At least; words of one character are another dictionary."""
    senses: int = 2
    references: References = "resolve"


@dataclass
class Cleaned:
    """Entries and what it took."""

    entries: list[DictionaryEntry] = field(default_factory=list)
    fired: Counter[str] = field(default_factory=Counter)


def clean(
    entries: Iterable[DictionaryEntry],
    rules: CleaningRules,
    settings: InventorySettings | None = None,
    *,
    change: Change = lambda *_: None,
) -> Cleaned:
    """Clean all entries; entries of one word become one."""
    settings = settings or InventorySettings()
    cleaned = Cleaned()

    def note(word: str, rule: str, before: str, after: str) -> None:
        cleaned.fired[rule] += 1
        change(word, rule, before, after)

    plain = {word: _cleaned_entry(entry, rules, note) for word, entry in by_word(entries).items()}
    for word, entry in plain.items():
        glosses = resolve(entry, plain, rules.references, settings.references, note)
        entry = msgspec.structs.replace(entry, glosses=tuple(_distinct(word, glosses, note)))
        if (unwanted := _unwanted(entry, settings)) is not None:
            note(word, unwanted, f"{len(entry.glosses)} glosses", "")
        else:
            cleaned.entries.append(entry)
    return cleaned


def _unwanted(entry: DictionaryEntry, settings: InventorySettings) -> WordRule | None:
    chinese = len(CHINESE.findall(entry.word))
    if not chinese:
        return "not-chinese"
    if chinese < settings.characters:
        return "short-word"
    return "one-sense" if len(entry.glosses) < settings.senses else None


def _cleaned_entry(entry: DictionaryEntry, rules: CleaningRules, note: Change) -> DictionaryEntry:
    glosses = tuple(_cleaned_gloss(entry.word, gloss, rules, note) for gloss in entry.glosses)
    return msgspec.structs.replace(entry, glosses=glosses)


def _cleaned_gloss(word: str, gloss: Gloss, rules: CleaningRules, note: Change) -> Gloss:
    """Split and clean until nothing moves: what cleaning uncovers may be the beginning of an example."""
    on_gloss = rules.on("gloss")
    text, examples = gloss.text, list(gloss.examples)
    for _ in range(ROUNDS):
        before, examples_in_text, by = split_examples(
            text, rules.examples, lambda text: bool(_applied(word, text, on_gloss, _silent))
        )
        if by is not None:
            note(word, by, text, EXAMPLE_MARK.join((before, *examples_in_text)))
        after = _applied(word, before, on_gloss, note)
        examples = [*examples_in_text, *examples]
        if after == text:
            break
        text = after
    kept = [cleaned for example in examples for cleaned in _cleaned_example(word, example, rules.on("examples"), note)]
    return msgspec.structs.replace(gloss, text=text, examples=tuple(dict.fromkeys(kept)))


def _cleaned_example(word: str, example: str, rules: Sequence[CleaningRule], note: Change) -> list[str]:
    whole = expand(example, word)
    if whole != example:
        note(word, "tilde", example, whole)
    parts = [whole]
    for _ in range(ROUNDS):
        before = parts
        parts = [_applied(word, piece, rules, note) for piece_before in before for piece in separate(piece_before)]
        if parts == before:
            break
    return [piece for piece in parts if piece]


def _applied(word: str, text: str, rules: Sequence[CleaningRule], note: Change) -> str:
    """All rules in their order, again as long as they find something: one may uncover work for an earlier one."""
    for _ in range(ROUNDS):
        before = text
        for rule in rules:
            after = rule.pattern.sub(rule.replace, text)
            if after != text:
                note(word, rule.name, text, after)
                text = after
        if text == before:
            break
    return text


def _silent(*_: str) -> None:
    """For trying out."""


def _distinct(word: str, glosses: Iterable[Gloss], note: Change) -> Iterator[Gloss]:
    """Without empty glosses and repetitions; a repeated gloss gives its examples to the first."""
    by_text: dict[str, Gloss] = {}
    for gloss in glosses:
        if not gloss.text:
            note(word, "empty", gloss.line, "")
        elif gloss.text in by_text:
            note(word, "duplicate", gloss.line, "")
            first = by_text[gloss.text]
            both = tuple(dict.fromkeys(first.examples + gloss.examples))
            by_text[gloss.text] = msgspec.structs.replace(first, examples=both)
        else:
            if NEIGHBOUR.intersection(gloss.text):
                note(word, "dependent", gloss.text, gloss.text)
            by_text[gloss.text] = gloss
    yield from by_text.values()


BETWEEN = re.compile(r"[|｜]|(?<=”)\s*[；;，,、。]?\s*(?=“)")
TILDE = re.compile(r"[～〜~]+")
QUOTED = re.compile(r"[“「]([^“”「」]*)[”」][。.]?")


def split_examples(
    text: str, patterns: Sequence[NamedPattern], says_something: Callable[[str], bool]
) -> tuple[str, list[str], str | None]:
    """The gloss, its examples, and the name of the pattern that told them apart.

    What stands before the examples must say something: a gloss that is all quotation stays as it is.
    """
    starts = [(match, named.name) for named in patterns if (match := named.pattern.search(text))]
    for start, name in sorted(starts, key=lambda pair: pair[0].start()):
        before, examples = text[: start.start()], list(separate(text[start.end() :]))
        if examples and says_something(before):
            return before, examples, name
    return text, [], None


def separate(text: str) -> Iterator[str]:
    """One example from the next, without the quotes around it."""
    for piece in BETWEEN.split(text):
        piece = piece.strip()
        whole = QUOTED.fullmatch(piece)
        if example := whole[1] if whole else piece:
            yield example


def expand(example: str, word: str) -> str:
    """～ stands for the word."""
    return TILDE.sub(word, example)
