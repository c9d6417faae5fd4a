"""Replacements of sentences that do not state them, by aligning the sentences of one original.

Published data do not say what was replaced. Sentences of one original are aligned with it, or with each other where it
is missing, and each is given its changes with how they were found.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pingce.formats.parts import Part
from pingce.formats.replacement import Change, Mode, mode_of
from pingce.language.lexicon.load import load_lexicon
from pingce.language.lexicon.model import Lexicon
from pingce.language.originals import groups_of
from pingce.spec.values import Item

from .alignment import changes
from .consensus import How, OriginalGuess, original_of


class Recovered(NamedTuple):
    """What was replaced in a sentence, and how its original was found."""

    group: int
    original: str
    how: How
    changes: tuple[Change, ...]

    @property
    def mode(self) -> Mode:
        return mode_of(self.changes)


class Recovery(NamedTuple):
    """What is known about the sentences of a data set, by text."""

    sentences: Mapping[str, Recovered]
    groups: Mapping[str, int]
    """Of every text, recovered or not, and of every original that was given."""

    @property
    def how(self) -> Counter[str]:
        return Counter(recovered.how for recovered in self.sentences.values())

    @property
    def modes(self) -> Counter[str]:
        return Counter(recovered.mode for recovered in self.sentences.values())


def recover(
    texts: Iterable[str],
    *,
    originals: Iterable[str] = (),
    stated: Mapping[str, str] | None = None,
    likely: bool = True,
    lexicon: Lexicon | None = None,
) -> Recovery:
    """Align every text with the original of its group; ``stated`` holds what items say about their origin, by text.

    An original that is given counts, unless it is one of the texts: then it is a sentence somebody used again. Else the
    siblings tell, if they are of one length; without ``likely`` only where just one original is possible.
    """
    lexicon = lexicon or load_lexicon()
    sentences = list(dict.fromkeys(texts))
    untouched = [text for text in dict.fromkeys(originals) if text not in set(sentences)]
    everything = sentences + untouched
    origins = [(stated or {}).get(text) for text in everything]
    groups = dict(zip(everything, groups_of(everything, origins, lexicon=lexicon), strict=True))
    given: dict[int, list[str]] = defaultdict(list)
    for text in untouched:
        given[groups[text]].append(text)
    members: dict[int, list[str]] = defaultdict(list)
    for text in sentences:
        members[groups[text]].append(text)
    recovered: dict[str, Recovered] = {}
    for group, siblings in members.items():
        recovered.update(_aligned(lexicon, group, siblings, given.get(group, []), likely=likely))
    return Recovery({text: recovered[text] for text in sentences if text in recovered}, groups)


def _aligned(
    lexicon: Lexicon, group: int, siblings: Sequence[str], given: Sequence[str], *, likely: bool
) -> dict[str, Recovered]:
    recovered: dict[str, Recovered] = {}
    for text in siblings:
        fitting = [(original, made) for original in given if (made := changes(lexicon, original, text)) is not None]
        if fitting:
            original, made = min(fitting, key=lambda candidate: len(candidate[1]))
            recovered[text] = Recovered(group, original, "given", made)
    for length in dict.fromkeys(len(text) for text in siblings if text not in recovered):
        left = [text for text in siblings if text not in recovered and len(text) == length]
        guess = original_of(left)
        if guess is not None and (likely or guess.how == "unique"):
            recovered.update(_guessed(lexicon, group, left, guess))
    return recovered


def _guessed(lexicon: Lexicon, group: int, texts: Sequence[str], guess: OriginalGuess) -> dict[str, Recovered]:
    made = {text: changes(lexicon, guess.text, text) for text in texts}
    return {
        text: Recovered(group, guess.text, guess.how, changes) for text, changes in made.items() if changes is not None
    }


def sentences_of(parts: Sequence[Part], originals: Sequence[Part]) -> list[Item]:
    """The items in which words may have been replaced: in a file that is given as originals too, none were."""
    untouched = {(part.task.id, part.file) for part in originals}
    return [item for part in parts if (part.task.id, part.file) not in untouched for item in part.items]


def stated_origins(items: Iterable[Item]) -> dict[str, str]:
    """What items say about where their text comes from."""
    origins = {item.text: item.stated_original for item in items}
    return {text: origin for text, origin in origins.items() if origin is not None}
