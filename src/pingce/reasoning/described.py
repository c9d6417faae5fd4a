"""Proofs about places in which things and people are spoken of by what they are.

«The drink is below the animal with four legs», «Bob's wife sits across from Eve's boss»: a description means one thing
of the scene. Where knowledge leaves several that it can mean, all are tried.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Protocol

from pingce.reasoning.item import Language, ReasoningItem, asks_for_wrong_options
from pingce.reasoning.nature.describing import fits, read_description
from pingce.reasoning.nature.knowledge import things, unknown_thing
from pingce.reasoning.nature.prove import unknown_names
from pingce.reasoning.people.prove import reached, tell_identity
from pingce.reasoning.people.reading import chains_in, read_chain, read_relation
from pingce.reasoning.people.society import ImpossibleError, Society
from pingce.reasoning.proof import Proof, SentenceReading, Status, Truth, right_options, unread
from pingce.reasoning.relations import Statement
from pingce.reasoning.scenes.recognise import SeatingScene, recognise_scene
from pingce.reasoning.solve import Arrangement, arrangements
from pingce.reasoning.space import judge_options, read_options, scene_kind, understood, unread_options


class Referents(Protocol):
    """Who or what the phrases of a scene's sentences mean."""

    domain: str
    notes: tuple[SentenceReading, ...]
    conditions: tuple[str, ...]
    """The sentences about places, without those that only say what things are."""

    def phrases(self, sentence: str) -> list[str]:
        """The phrases of a sentence that stand for one thing of the scene."""

    def candidates(self, phrase: str) -> list[tuple[int, int]]:
        """The things a phrase can mean, each with 1 when that is in doubt."""


class ThingReferents:
    """Things described by category and property."""

    domain = "space+nature"

    def __init__(self, scene: SeatingScene, language: Language) -> None:
        lookup = things(language)
        self.language = language
        self.names = scene.names
        self.conditions = scene.conditions
        self.known = [lookup.get(name if language == "zh" else name.lower(), unknown_thing()) for name in scene.names]
        self.notes = unknown_names(scene.names, self.known)

    def phrases(self, sentence: str) -> list[str]:
        return descriptions(sentence, self.names, self.language)

    def candidates(self, phrase: str) -> list[tuple[int, int]]:
        claims = read_description(phrase, self.language) or ()
        outcomes = [fits(claims, thing) for thing in self.known]
        return [(at, int(outcome is None)) for at, outcome in enumerate(outcomes) if outcome is not False]


class PeopleReferents:
    """People described by what they are to others («Bob's wife»), as the sentences of the text tell."""

    domain = "space+social"

    def __init__(self, scene: SeatingScene, language: Language) -> None:
        self.language = language
        self.names = scene.names
        told = {sentence: read_relation(sentence, language) for sentence in scene.conditions}
        self.society = Society()
        for identities in told.values():
            for identity in identities or ():
                tell_identity(self.society, identity)
        self.conditions = tuple(sentence for sentence, read in told.items() if read is None)
        self.notes = tuple(SentenceReading(sentence, str(read)) for sentence, read in told.items() if read is not None)

    def phrases(self, sentence: str) -> list[str]:
        return chains_in(sentence, self.names, self.language)

    def candidates(self, phrase: str) -> list[tuple[int, int]]:
        chain = read_chain(phrase, self.language)
        if chain is None:
            return []
        certain = reached(self.society, chain, lenient=False)
        named = {person: self.society.name_of.get(person) for person in reached(self.society, chain, lenient=True)}
        return [(self.names.index(name), int(at not in certain)) for at, name in named.items() if name in self.names]


def prove_described_things(item: ReasoningItem) -> Proof:
    """Prove an item about places whose sentences describe things by what they are."""
    scene = recognise_scene(item.text, item.language)
    if scene is None:
        return unread(ThingReferents.domain, "unknown", item.text)
    return _prove(item, scene, ThingReferents(scene, item.language))


def prove_described_people(item: ReasoningItem) -> Proof:
    """Prove an item about places whose sentences describe people by their relations."""
    scene = recognise_scene(item.text, item.language)
    if scene is None:
        return unread(PeopleReferents.domain, "unknown", item.text)
    try:
        referents = PeopleReferents(scene, item.language)
    except ImpossibleError:
        return Proof(PeopleReferents.domain, scene_kind(scene.layout), Status.NO_ARRANGEMENT)
    return _prove(item, scene, referents)


def _prove(item: ReasoningItem, scene: SeatingScene, referents: Referents) -> Proof:
    domain, kind = referents.domain, scene_kind(scene.layout)
    phrases = sorted({phrase for text in referents.conditions for phrase in referents.phrases(text)})
    named = [*scene.names, *phrases]
    statements = {text: understood(scene.layout, named, text, item.language) for text in referents.conditions}
    asked = read_options(scene.layout, scene.names, item)
    missing = [text for text, read in statements.items() if read is None]
    missing += unread_options(item, asked)
    if missing:
        return unread(domain, kind, *missing)
    told = [read for read in statements.values() if read is not None]
    readings = (*(SentenceReading(text, str(read)) for text, read in statements.items()), *referents.notes)
    meant_things = [referents.candidates(phrase) for phrase in phrases]
    wrong = asks_for_wrong_options(item.question)
    worlds = list(_worlds(scene, told, meant_things))
    if not worlds:
        likely = _forgiving_worlds(scene, told, meant_things)
        meant = right_options(judge_options(scene, item, asked, likely), wrong_ones=wrong) if likely else None
        return Proof(domain, kind, Status.NO_ARRANGEMENT, readings=readings, meant=meant)
    fewest = min(doubts for doubts, _ in worlds)
    options = judge_options(scene, item, asked, [seats for _, seats in worlds])
    loose = any(option.verdict is Truth.SOMETIMES for option in options.values())
    best = judge_options(scene, item, asked, [seats for doubts, seats in worlds if doubts == fewest])
    return Proof(
        domain,
        kind,
        Status.UNDERDETERMINED if loose else Status.PROVED,
        readings=readings,
        arrangements=len({seats for _, seats in worlds}),
        options=options,
        answer=right_options(options, wrong_ones=wrong),
        meant=right_options(best, wrong_ones=wrong) if loose else None,
    )


def descriptions(sentence: str, names: Sequence[str], language: Language) -> list[str]:
    """The longest descriptions in a sentence, from left to right, outside of names."""
    text = sentence
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "\0")
    found, at = [], 0
    while at < len(text):
        ends = (end for end in range(len(text), at, -1) if read_description(text[at:end], language) is not None)
        end = next(ends, None)
        if end is None:
            at += 1
        else:
            found.append(text[at:end])
            at = end
    return found


def _worlds(
    scene: SeatingScene, told: Sequence[Statement], meant: Sequence[Sequence[tuple[int, int]]]
) -> Iterator[tuple[int, Arrangement]]:
    """Every arrangement for every choice of what the descriptions mean, with the number of doubts in the choice."""
    count = len(scene.names)
    for choice in product(*meant):
        thing = [*range(count), *(at for at, _ in choice)]
        said = [replace(s, x=thing[s.x], y=None if s.y is None else thing[s.y]) for s in told]
        if any(s.x == s.y for s in said):
            continue
        doubts = sum(doubt for _, doubt in choice)
        for seats in arrangements(scene.layout, count, said):
            yield doubts, seats


def _forgiving_worlds(
    scene: SeatingScene, told: Sequence[Statement], meant: Sequence[Sequence[tuple[int, int]]]
) -> list[Arrangement]:
    """Arrangements in which one description means something it should not fit: knowledge may be wrong about it."""
    anything = [(at, 1) for at in range(len(scene.names))]
    empty = [at for at, candidates in enumerate(meant) if not candidates]
    opened = [candidates or anything for candidates in meant]
    trials = [opened] if empty else []
    trials += [[*opened[:at], anything, *opened[at + 1 :]] for at in range(len(opened)) if len(empty) < 2]
    worlds = [world for trial in trials for world in _worlds(scene, told, trial)]
    fewest = min((doubts for doubts, _ in worlds), default=0)
    return [seats for doubts, seats in worlds if doubts == fewest]
