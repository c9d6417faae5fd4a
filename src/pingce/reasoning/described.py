"""Proofs about places in which things and people are spoken of by what they are.

«The drink is below the animal with four legs», «Bob's wife sits across from Eve's boss»: a description means one thing
of the scene. Where knowledge leaves several that it can mean, all are tried.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from pingce.reasoning.conflict import clashing
from pingce.reasoning.item import Language, ReasoningItem, asks_for_wrong_options, claimed_sentence
from pingce.reasoning.people.society import ImpossibleError
from pingce.reasoning.proof import OptionProof, Proof, SentenceReading, Status, Truth, right_options, unread
from pingce.reasoning.reading.sentences import split_sentences
from pingce.reasoning.referents import Candidates, PeopleReferents, Referents, ThingReferents
from pingce.reasoning.relations import Statement
from pingce.reasoning.scenes.recognise import SeatingScene, recognise_layout, recognise_scene
from pingce.reasoning.solve import Arrangement, arrangements, holds
from pingce.reasoning.space import scene_kind, understood, unread_options
from pingce.reasoning.wording import worded

THINGS_DOMAIN, PEOPLE_DOMAIN = "space+nature", "space+social"
MOST_CHOICES = 20_000
"""Of what the descriptions of an item mean; more than that is not tried."""
_KNOWN = re.compile(r"^(?:已知[：:]?|(?:It is known that|Given)[:,]?\s*)")
_NEXT_CONDITION = re.compile(r",\s+(?=[A-Z])")


@dataclass(frozen=True)
class World:
    """An arrangement, what each description means in it, and how many of these meanings are in doubt."""

    seats: Arrangement
    thing: tuple[int, ...]
    doubts: int

    def seated(self, statement: Statement) -> Statement:
        """A statement about descriptions as one about the things they mean."""
        return replace(statement, x=self.thing[statement.x], y=None if statement.y is None else self.thing[statement.y])


def prove_described_things(item: ReasoningItem) -> Proof:
    """Prove an item about places whose sentences describe things by what they are."""
    item = _in_small_letters(item)
    scene = recognise_scene(item.text, item.language)
    if scene is None:
        return unread(THINGS_DOMAIN, "unknown", item.text)
    return _prove(item, scene, ThingReferents(scene.names, item.language), THINGS_DOMAIN)


def prove_described_people(item: ReasoningItem) -> Proof:
    """Prove an item about places whose sentences describe people by their relations."""
    scene = recognise_scene(item.text, item.language)
    sentences = scene.conditions if scene is not None else tuple(_sentences(item.text, item.language))
    try:
        referents = PeopleReferents(sentences, item.language, scene.names if scene is not None else ())
    except ImpossibleError:
        return Proof(PEOPLE_DOMAIN, "unknown" if scene is None else scene_kind(scene.layout), Status.NO_ARRANGEMENT)
    scene = _scene_of(sentences, referents, item.language) if scene is None else scene
    if scene is None:
        return unread(PEOPLE_DOMAIN, "unknown", item.text)
    conditions = tuple(sentence for sentence in scene.conditions if sentence not in referents.relations)
    return _prove(item, replace(scene, conditions=conditions), referents, PEOPLE_DOMAIN)


def _sentences(text: str, language: Language) -> list[str]:
    """The sentences of a text whose people are named only by what they are to each other."""
    sentences = [_KNOWN.sub("", sentence) for sentence in split_sentences(text, language)]
    if language == "en":
        sentences = [part for sentence in sentences for part in _split_conditions(sentence)]
    return sentences


def _split_conditions(sentence: str) -> list[str]:
    return [part.strip() for part in _NEXT_CONDITION.split(sentence) if part.strip()]


def _scene_of(sentences: Sequence[str], referents: PeopleReferents, language: Language) -> SeatingScene | None:
    """The scene of a text that lists nobody: those it tells relations of sit in it."""
    names = referents.names
    conditions = [sentence for sentence in sentences if any(name in sentence for name in names)]
    about = [sentence for sentence in sentences if sentence not in conditions]
    layout = recognise_layout(("。" if language == "zh" else ". ").join(about), language, len(names)) if names else None
    if layout is None or layout.seats != len(names):
        return None
    return SeatingScene(layout, names, tuple(conditions))


def _in_small_letters(item: ReasoningItem) -> ReasoningItem:
    """English names of things begin with a capital where they are listed and nowhere else."""
    if item.language == "zh" or recognise_scene(item.text, item.language) is None:
        return item
    options = {letter: text.lower() for letter, text in item.options.items()}
    head, known, conditions = item.text.partition("t is known that:")
    names, comma, rest = head.partition(" are ")
    return replace(
        item,
        text=f"{names.lower()}{comma}{rest}{known}{conditions.lower()}",
        question=item.question.lower(),
        options=options,
    )


def _prove(item: ReasoningItem, scene: SeatingScene, referents: Referents, domain: str) -> Proof:
    kind = scene_kind(scene.layout)
    claimed = {letter: claimed_sentence(item, option) for letter, option in item.options.items()}
    sentences = [*scene.conditions, *filter(None, claimed.values())]
    phrases = sorted({phrase for text in sentences for phrase in referents.phrases(text)})
    named = [*scene.names, *phrases]
    statements = {text: _read(scene, named, text, item.language) for text in scene.conditions}
    asked = {
        letter: None if text is None else _read(scene, named, text, item.language) for letter, text in claimed.items()
    }
    missing = [text for text, read in statements.items() if read is None]
    missing += unread_options(item, asked)
    if missing:
        return unread(domain, kind, *missing)
    told = {text: read for text, read in statements.items() if read is not None}
    readings = (*(SentenceReading(text, worded(read, tuple(named))) for text, read in told.items()), *referents.notes)
    meant_things = [referents.candidates(phrase) for phrase in phrases]
    nobody = [phrase for phrase, candidates in zip(phrases, meant_things, strict=True) if not candidates]
    if (nobody and not referents.complete) or _choices(meant_things) > MOST_CHOICES:
        return unread(domain, kind, *(nobody or phrases), readings=readings)
    wrong = asks_for_wrong_options(item.question)
    worlds = list(_worlds(scene, list(told.values()), meant_things))
    if not worlds:
        likely = _forgiving_worlds(scene, list(told.values()), meant_things)
        meant = right_options(_judge_options(scene, item, asked, likely), wrong_ones=wrong) if likely else None
        conflicts = _clashing_sentences(scene, told, meant_things)
        return Proof(domain, kind, Status.NO_ARRANGEMENT, readings=readings, meant=meant, conflicts=conflicts)
    fewest = min(world.doubts for world in worlds)
    options = _judge_options(scene, item, asked, worlds)
    loose = any(option.verdict is Truth.SOMETIMES for option in options.values())
    best = _judge_options(scene, item, asked, [world for world in worlds if world.doubts == fewest])
    return Proof(
        domain,
        kind,
        Status.UNDERDETERMINED if loose else Status.PROVED,
        readings=readings,
        arrangements=len({world.seats for world in worlds}),
        options=options,
        answer=right_options(options, wrong_ones=wrong),
        meant=right_options(best, wrong_ones=wrong) if loose else None,
        in_doubt=any(world.doubts for world in worlds),
    )


def _read(scene: SeatingScene, named: Sequence[str], sentence: str, language: Language) -> Statement | None:
    """A sentence read; in English without the articles before what it speaks of."""
    if language == "en":
        named = [re.sub("^[Tt]he ", "", name) for name in named]
        things = "|".join(map(re.escape, sorted(named, key=len, reverse=True)))
        sentence = re.sub(rf"\b[Tt]he (?=(?:{things})\b)", "", sentence)
    return understood(scene.layout, named, sentence, language)


def _choices(meant: Sequence[Candidates]) -> int:
    count = 1
    for candidates in meant:
        count *= max(1, len(candidates))
    return count


def _judge_options(
    scene: SeatingScene, item: ReasoningItem, asked: Mapping[str, Statement | None], worlds: Sequence[World]
) -> dict[str, OptionProof]:
    return {letter: _judge(scene, item.options[letter], read, worlds) for letter, read in asked.items()}


def _judge(scene: SeatingScene, text: str, statement: Statement | None, worlds: Sequence[World]) -> OptionProof:
    if statement is None:
        return OptionProof(text, Truth.NONE_OF_ABOVE)
    failing = [world for world in worlds if not _holds_in(scene, world.seated(statement), world)]
    if not failing:
        return OptionProof(text, Truth.ALWAYS)
    places = {name: scene.layout.seat_name(seat) for name, seat in zip(scene.names, failing[0].seats, strict=True)}
    return OptionProof(text, Truth.NEVER if len(failing) == len(worlds) else Truth.SOMETIMES, places)


def _holds_in(scene: SeatingScene, statement: Statement, world: World) -> bool:
    """Nobody stands in any relation to themselves, not even in «is not next to»."""
    return statement.x != statement.y and holds(scene.layout, statement, world.seats)


def _worlds(scene: SeatingScene, told: Sequence[Statement], meant: Sequence[Candidates]) -> Iterator[World]:
    """Every arrangement for every choice of what the descriptions mean."""
    count = len(scene.names)
    for choice in product(*meant):
        thing = (*range(count), *(at for at, _ in choice))
        statements = [replace(s, x=thing[s.x], y=None if s.y is None else thing[s.y]) for s in told]
        if any(s.x == s.y for s in statements):
            continue
        doubts = sum(doubt for _, doubt in choice)
        for seats in arrangements(scene.layout, count, statements):
            yield World(seats, thing, doubts)


def _forgiving_worlds(scene: SeatingScene, told: Sequence[Statement], meant: Sequence[Candidates]) -> list[World]:
    """Arrangements in which one description means something it should not fit: knowledge may be wrong about it."""
    anything = [(at, 1) for at in range(len(scene.names))]
    empty = [at for at, candidates in enumerate(meant) if not candidates]
    opened = [candidates or anything for candidates in meant]
    trials: list[list[Candidates]] = [opened] if empty else []
    trials += [[*opened[:at], anything, *opened[at + 1 :]] for at in range(len(opened)) if len(empty) < 2]
    tried = [trial for trial in trials if _choices(trial) <= MOST_CHOICES]
    worlds = [world for trial in tried for world in _worlds(scene, told, trial)]
    fewest = min((world.doubts for world in worlds), default=0)
    return [world for world in worlds if world.doubts == fewest]


def _clashing_sentences(
    scene: SeatingScene, told: Mapping[str, Statement], meant: Sequence[Candidates]
) -> tuple[str, ...]:
    """Conditions that cannot hold together, whatever their descriptions mean, though they could without any one."""
    if any(not candidates for candidates in meant):
        return ()
    clash = clashing(
        list(told.items()),
        lambda some: next(_worlds(scene, [statement for _, statement in some], meant), None) is not None,
    )
    return tuple(sentence for sentence, _ in clash)
