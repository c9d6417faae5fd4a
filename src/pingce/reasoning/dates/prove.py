"""Proofs about dates: what follows from the equations of a text, with the known years of the world added."""

import re
from collections.abc import Iterable
from functools import cache

from pingce.reasoning.conflict import clashing
from pingce.reasoning.item import Language, ReasoningItem, asks_for_wrong_options, claimed_sentence
from pingce.reasoning.proof import OptionProof, Proof, SentenceReading, Status, Truth, right_options, unread

from .claims import DateClaim, DateComparison, claim_holds
from .events import world_dates
from .reading import plain_sentence, read_claims
from .timeline import Timeline

DOMAIN = "time"
_HEAD = {
    "zh": re.compile(r"^(?P<name>[^，。的是]{2,4})(?:是|的)[^()（）]*?[:：]"),
    "en": re.compile(r"^(?P<name>[A-Z]\w+)(?:'s| is)\b[^()]*?:"),
}
_WEEKLY = re.compile("每周|一周|weekly|week")
_CONDITIONS = re.compile(r"[(（]\d+[)）]")


def prove_dates(item: ReasoningItem) -> Proof:
    """Prove an item about the years of a life or the days of a week, or say which sentence could not be read."""
    head = _HEAD[item.language].match(item.text)
    if head is None:
        return unread(DOMAIN, "unknown", item.text)
    week = _WEEKLY.search(head[0]) is not None
    scene = "week" if week else "life"
    conditions = [part.strip(" ;；。.\n") for part in _CONDITIONS.split(item.text[head.end() :])]
    conditions = [part for part in conditions if part]
    read = {
        condition: read_claims(plain_sentence(condition, [head["name"]], item.language), item.language)
        for condition in conditions
    }
    told = {condition: claims for condition, claims in read.items() if claims is not None and usable(claims)}
    missing = [condition for condition in conditions if condition not in told]
    readings = [SentenceReading(condition, "; ".join(map(str, claims))) for condition, claims in told.items()]
    timeline = told_timeline(told.values(), item.language)
    asked = {letter: _option_claims(item, head["name"], text, timeline) for letter, text in item.options.items()}
    missing += [item.options[letter] for letter, claims in asked.items() if claims is None]
    if missing:
        return unread(DOMAIN, scene, *missing, readings=tuple(readings))
    if not timeline.consistent(week=week):
        clash = clashing(
            list(told.items()),
            lambda some: told_timeline([claims for _, claims in some], item.language).consistent(week=week),
        )
        conflicts = tuple(sentence for sentence, _ in clash)
        return Proof(DOMAIN, scene, Status.NO_ARRANGEMENT, readings=tuple(readings), conflicts=conflicts)
    options = {
        letter: OptionProof(item.options[letter], _verdict(claims, timeline, week=week))
        for letter, claims in asked.items()
    }
    return Proof(
        DOMAIN,
        scene,
        Status.PROVED,
        readings=tuple(readings),
        arrangements=1,
        options=options,
        answer=right_options(options, wrong_ones=asks_for_wrong_options(item.question)),
    )


def usable(claims: Iterable[DateClaim]) -> bool:
    """Whether claims can be premises: equations can; «before» and «apart» leave more than a timeline can hold."""
    return all(claim.comparison is DateComparison.EQUAL for claim in claims)


def told_timeline(told: Iterable[Iterable[DateClaim]], language: Language) -> Timeline:
    """The known years of the world and the equations of a text."""
    timeline = _world_timeline(language).copy()
    for claims in told:
        for claim in claims:
            timeline.add(claim.total, claim.value)
    return timeline


@cache
def _world_timeline(language: Language) -> Timeline:
    timeline = Timeline()
    for phrase, year in world_dates(language).years.items():
        timeline.add({phrase: 1}, year)
    return timeline


def _option_claims(item: ReasoningItem, name: str, option: str, timeline: Timeline) -> tuple[DateClaim, ...] | None:
    """What is claimed with an option; no claims for «none of the above», None when it cannot be read."""
    sentence = claimed_sentence(item, option)
    if sentence is None:
        return ()
    claims = read_claims(plain_sentence(sentence, [name], item.language), item.language)
    if claims is None or any(moment not in timeline.moments for claim in claims for moment, _ in claim.terms):
        return None
    return claims


def _verdict(claims: tuple[DateClaim, ...] | None, timeline: Timeline, *, week: bool) -> Truth:
    if not claims:
        return Truth.NONE_OF_ABOVE
    outcomes = [claim_holds(claim, timeline, week=week) for claim in claims]
    if all(outcomes):
        return Truth.ALWAYS
    return Truth.NEVER if False in outcomes else Truth.SOMETIMES
