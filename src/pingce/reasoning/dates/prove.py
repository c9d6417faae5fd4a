"""Proofs about dates: what follows from the equations of a text, with the known years of the world added."""

import re
from functools import cache

from pingce.reasoning.item import Language, ReasoningItem, asks_for_wrong_options, claimed_sentence
from pingce.reasoning.proof import OptionProof, Proof, SentenceReading, Status, Truth, right_options, unread

from .claims import DateClaim, claim_holds
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
    readings = []
    timeline = _world_timeline(item.language).copy()
    missing = []
    for condition in conditions:
        claims = read_claims(plain_sentence(condition, [head["name"]], item.language), item.language)
        if claims is None:
            missing.append(condition)
            continue
        readings.append(SentenceReading(condition, "; ".join(map(str, claims))))
        for claim in claims:
            timeline.add(claim.total, claim.value)
    asked = {letter: _option_claims(item, head["name"], text, timeline) for letter, text in item.options.items()}
    missing += [item.options[letter] for letter, claims in asked.items() if claims is None]
    if missing:
        return unread(DOMAIN, scene, *missing, readings=tuple(readings))
    if not timeline.consistent(week=week):
        return Proof(DOMAIN, scene, Status.NO_ARRANGEMENT, readings=tuple(readings))
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
