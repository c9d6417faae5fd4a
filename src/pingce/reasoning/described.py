"""Proofs about places in which things are spoken of by what they are («the drink is below the thing with four legs»).

A description means one thing of the scene. Where knowledge leaves several that it can mean, all are tried.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from pingce.reasoning.item import Language, ReasoningItem, asks_for_wrong_options
from pingce.reasoning.nature.describing import fits, read_description
from pingce.reasoning.nature.knowledge import Thing, things, unknown_thing
from pingce.reasoning.nature.prove import unknown_names
from pingce.reasoning.proof import Proof, Reading, Status, Verdict, right_options, unread
from pingce.reasoning.relations import Statement
from pingce.reasoning.scenes.recognise import Scene, recognise_scene
from pingce.reasoning.solve import Arrangement, arrangements
from pingce.reasoning.space import judge_options, read_options, scene_kind, understood, unread_options

DOMAIN = "space+nature"


def prove_described(item: ReasoningItem) -> Proof:
    """Prove an item about places whose sentences describe things instead of naming them."""
    scene = recognise_scene(item.text, item.language)
    if scene is None:
        return unread(DOMAIN, "unknown", item.text)
    kind = scene_kind(scene.layout)
    lookup = things(item.language)
    known = [lookup.get(name if item.language == "zh" else name.lower(), unknown_thing()) for name in scene.names]
    phrases = sorted({phrase for text in scene.conditions for phrase in descriptions(text, scene.names, item.language)})
    named = [*scene.names, *phrases]
    statements = {text: understood(scene.layout, named, text, item.language) for text in scene.conditions}
    asked = read_options(scene.layout, scene.names, item)
    missing = [text for text, read in statements.items() if read is None]
    missing += unread_options(item, asked)
    if missing:
        return unread(DOMAIN, kind, *missing)
    told = [read for read in statements.values() if read is not None]
    readings = tuple(Reading(text, str(read)) for text, read in statements.items())
    readings += unknown_names(scene.names, known)
    meant_things = [_candidates(phrase, known, item.language) for phrase in phrases]
    wrong = asks_for_wrong_options(item.question)
    worlds = list(_worlds(scene, told, meant_things))
    if not worlds:
        likely = _forgiving_worlds(scene, told, meant_things)
        meant = right_options(judge_options(scene, item, asked, likely), wrong_ones=wrong) if likely else None
        return Proof(DOMAIN, kind, Status.NO_ARRANGEMENT, readings=readings, meant=meant)
    fewest = min(doubts for doubts, _ in worlds)
    options = judge_options(scene, item, asked, [seats for _, seats in worlds])
    loose = any(option.verdict is Verdict.SOMETIMES for option in options.values())
    best = judge_options(scene, item, asked, [seats for doubts, seats in worlds if doubts == fewest])
    return Proof(
        DOMAIN,
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


def _candidates(phrase: str, known: Sequence[Thing], language: Language) -> list[tuple[int, int]]:
    """The things a description can mean, each with 1 when that is in doubt."""
    claims = read_description(phrase, language) or ()
    outcomes = [fits(claims, thing) for thing in known]
    return [(at, int(outcome is None)) for at, outcome in enumerate(outcomes) if outcome is not False]


def _worlds(
    scene: Scene, told: Sequence[Statement], meant: Sequence[Sequence[tuple[int, int]]]
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
    scene: Scene, told: Sequence[Statement], meant: Sequence[Sequence[tuple[int, int]]]
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
