"""Who or what a phrase of a sentence means: «the drink», «the animal with four legs», «Bob's wife»."""

from collections.abc import Sequence
from typing import Protocol

from pingce.reasoning.item import Language
from pingce.reasoning.nature.describing import fits, read_description
from pingce.reasoning.nature.knowledge import things, unknown_thing
from pingce.reasoning.nature.prove import unknown_names
from pingce.reasoning.people.prove import reached, tell_identity
from pingce.reasoning.people.reading import chains_in, read_chain, read_relation
from pingce.reasoning.people.society import Society
from pingce.reasoning.proof import SentenceReading

Candidates = Sequence[tuple[int, int]]
"""The things a phrase can mean by number, each with 1 when that is in doubt."""


class Referents(Protocol):
    """The things or people of a text, and what phrases mean among them."""

    with_domain: str
    complete: bool
    """Whether a phrase that fits nothing contradicts the text; otherwise the text just does not tell whom it means."""
    names: tuple[str, ...]
    notes: tuple[SentenceReading, ...]
    """What the sentences that only say who or what things are were taken to mean."""

    def phrases(self, sentence: str) -> list[str]:
        """The phrases of a sentence that stand for one thing of the scene."""

    def candidates(self, phrase: str) -> Candidates:
        """The things a phrase can mean."""


class ThingReferents:
    """Things described by category and property."""

    with_domain = "nature"
    complete = True

    def __init__(self, names: Sequence[str], language: Language) -> None:
        lookup = things(language)
        self.language = language
        self.names = tuple(names)
        self.known = [lookup.get(name if language == "zh" else name.lower(), unknown_thing()) for name in names]
        self.notes = unknown_names(names, self.known)

    def phrases(self, sentence: str) -> list[str]:
        return descriptions(sentence, self.names, self.language)

    def candidates(self, phrase: str) -> Candidates:
        claims = read_description(phrase, self.language) or ()
        outcomes = [fits(claims, thing) for thing in self.known]
        return [(at, int(outcome is None)) for at, outcome in enumerate(outcomes) if outcome is not False]


class PeopleReferents:
    """People described by what they are to others («Bob's wife»), as the sentences of the text tell.

    Raises `ImpossibleError` where these sentences contradict each other. Without ``names`` the people are all those
    whom the sentences name.
    """

    with_domain = "social"
    complete = False

    def __init__(self, sentences: Sequence[str], language: Language, names: Sequence[str] = ()) -> None:
        self.language = language
        told = {sentence: read_relation(sentence, language) for sentence in sentences}
        self.society = Society()
        for identities in told.values():
            for identity in identities or ():
                tell_identity(self.society, identity)
        self.society.check()
        self.relations = frozenset(sentence for sentence, read in told.items() if read is not None)
        self.notes = tuple(SentenceReading(sentence, str(read)) for sentence, read in told.items() if read is not None)
        self.names = tuple(names or self.society.names)

    def phrases(self, sentence: str) -> list[str]:
        return chains_in(sentence, self.names, self.language)

    def candidates(self, phrase: str) -> Candidates:
        chain = read_chain(phrase, self.language)
        if chain is None:
            return []
        certain = reached(self.society, chain, lenient=False)
        named = {person: self.society.name_of.get(person) for person in reached(self.society, chain, lenient=True)}
        return [(self.names.index(name), int(at not in certain)) for at, name in named.items() if name in self.names]


def descriptions(sentence: str, names: Sequence[str], language: Language) -> list[str]:
    """The longest descriptions in a sentence, from left to right, outside of names."""
    text = sentence
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "\0")
    descriptions, at = [], 0
    while at < len(text):
        end = _description_end(text, at, language)
        if end is None:
            at += 1
        else:
            descriptions.append(text[at:end])
            at = end
    return descriptions


def _description_end(text: str, at: int, language: Language) -> int | None:
    """Where the longest description that starts here ends; in English at the end of a word."""
    whole_words = language == "en"
    if whole_words and at and text[at - 1].isalnum():
        return None
    for end in range(len(text), at, -1):
        if whole_words and text[end : end + 1].isalnum():
            continue
        if read_description(text[at:end], language) is not None:
            return end
    return None
