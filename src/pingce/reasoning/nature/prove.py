"""Proofs about which thing has which number, from categories and properties."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from pingce.reasoning.conflict import clashing
from pingce.reasoning.item import Language, ReasoningItem, claimed_sentence
from pingce.reasoning.proof import OptionProof, Proof, SentenceReading, Status, Truth, right_options, unread

from .claims import BinaryClaim, UnaryClaim, judge, judge_pair
from .describing import fits, read_description
from .knowledge import Thing, things, unknown_thing
from .reading import read_property

DOMAIN = "nature"
_LISTS = {
    "zh": re.compile(
        r"(?:种植了|养着|贴着|放着|摆着)(?P<names>[^。]+?)(?P<count>[两三四五六])种(?P<scene>作物|动物|物品)"
    ),
    "en": re.compile(
        r"(?P<count>\w+)\s+(?:different )?(?:kinds of )?(?P<scene>crops|animals|items): (?P<names>[^:]+?)\. "
    ),
}
_KNOWN = {"zh": re.compile("已知[：:]"), "en": re.compile(r"(?:It is known|Now we know) that:")}
_KINDS = {"fields": ("plant",), "enclosures": ("animal",)}
_SCENES = {"作物": "fields", "crops": "fields", "动物": "enclosures", "animals": "enclosures"}
_ASKED = {
    "zh": (
        re.compile(r"(?P<number>\d+)号(?:田中种|照片上|场馆中养)的?是(?P<what>.+)"),
        re.compile(r"(?P<what>.+?)(?:种在|养在|在)(?P<number>\d+)号(?:田中|照片上|场馆中)"),
    ),
    "en": (re.compile(r"(?P<what>.+?) is (?:planted in field|on photo|kept in enclosure) No\.(?P<number>\d+)"),),
}


@dataclass(frozen=True)
class Numbered:
    """A claim of the thing with a number, or of the things with two."""

    claim: UnaryClaim | BinaryClaim
    first: int
    second: int | None


@dataclass(frozen=True)
class NumberOption:
    """An option: what is meant has that number."""

    number: int
    name: str | None
    description: tuple[UnaryClaim, ...]


Numbers = tuple[int, ...]
"""The number of each thing, counted from one."""


def prove_properties(item: ReasoningItem) -> Proof:
    """Prove an item about numbered things, or say what could not be read or is not known."""
    listing, known = _LISTS[item.language].search(item.text), _KNOWN[item.language].search(item.text)
    if listing is None or known is None:
        return unread(DOMAIN, "unknown", item.text)
    scene = _SCENES.get(listing["scene"], "photos")
    names = [name.strip() for name in re.split("[、,]", listing["names"])]
    conditions = _conditions(item.text[known.end() :], item.language)
    claims = {condition: read_property(condition, item.language) for condition in conditions}
    options = {letter: _read_option(item, text, names) for letter, text in item.options.items()}
    missing = [condition for condition, read in claims.items() if read is None]
    missing += [item.options[letter] for letter, read in options.items() if read is None]
    if missing:
        return unread(DOMAIN, scene, *missing)
    told = {condition: Numbered(*read) for condition, read in claims.items() if read is not None}
    readings = tuple(SentenceReading(condition, str(read)) for condition, read in claims.items())
    lookup, kind = things(item.language), _KINDS.get(scene, ())
    known_things = [lookup.get(_key(name, item.language), unknown_thing(*kind)) for name in names]
    readings += unknown_names(names, known_things)
    return _prove(scene, readings, names, known_things, told, options, item.options)


def _prove(
    scene: str,
    readings: tuple[SentenceReading, ...],
    names: Sequence[str],
    known: Sequence[Thing],
    said: Mapping[str, Numbered],
    asked: Mapping[str, NumberOption | str | None],
    texts: Mapping[str, str],
) -> Proof:
    told = list(said.values())
    ranked = sorted((_doubts(known, told, numbers), numbers) for numbers in permutations(range(1, len(known) + 1)))
    left = [numbers for (broken, _), numbers in ranked if broken == 0]
    in_doubt = any(undecided for (broken, undecided), _ in ranked if broken == 0)
    best = [numbers for doubts, numbers in ranked if doubts == ranked[0][0]]

    def judged(among: Sequence[Numbers]) -> dict[str, OptionProof]:
        return {letter: _judge(names, known, texts[letter], read, among) for letter, read in asked.items()}

    if not left:
        meant = right_options(judged(best))
        clash = clashing(list(said.items()), lambda some: _possible(known, [claim for _, claim in some]))
        conflicts = tuple(sentence for sentence, _ in clash)
        return Proof(DOMAIN, scene, Status.NO_ARRANGEMENT, readings=readings, meant=meant, conflicts=conflicts)
    options = judged(left)
    loose = any(option.verdict is Truth.SOMETIMES for option in options.values())
    return Proof(
        DOMAIN,
        scene,
        Status.UNDERDETERMINED if loose else Status.PROVED,
        readings=readings,
        arrangements=len(left),
        options=options,
        answer=right_options(options),
        meant=right_options(judged(best)) if loose else None,
        in_doubt=in_doubt,
    )


def unknown_names(names: Sequence[str], known: Sequence[Thing]) -> tuple[SentenceReading, ...]:
    """A note for each name that stands for a thing nothing is known of."""
    return tuple(SentenceReading(name, "not known") for name, thing in zip(names, known, strict=True) if thing.open)


def _conditions(text: str, language: Language) -> list[str]:
    ends = r"[；;。\n]" if language == "zh" else r";|(?<!No)\.(?=\s|$)|\n"
    return [part.strip(" .。") for part in re.split(ends, text) if part.strip(" .。")]


def _key(name: str, language: Language) -> str:
    return name if language == "zh" else name.lower()


def _read_option(item: ReasoningItem, option: str, names: Sequence[str]) -> NumberOption | str | None:
    sentence = claimed_sentence(item, option)
    if sentence is None:
        return "none of the above"
    for pattern in _ASKED[item.language]:
        match = pattern.fullmatch(sentence.strip(" 。."))
        if match is not None:
            number, what = int(match["number"]), match["what"].strip()
            named = [name for name in names if _key(name, item.language) == _key(what, item.language)]
            if named:
                return NumberOption(number, named[0], ())
            description = read_description(what, item.language)
            if description is not None:
                return NumberOption(number, None, description)
    return None


def _possible(known: Sequence[Thing], told: Sequence[Numbered]) -> bool:
    """Whether some assignment breaks none of the claims."""
    return any(_doubts(known, told, numbers)[0] == 0 for numbers in permutations(range(1, len(known) + 1)))


def _doubts(known: Sequence[Thing], told: Sequence[Numbered], numbers: Numbers) -> tuple[int, int]:
    """How many claims an assignment breaks, and how many it leaves undecided."""
    at = dict(zip(numbers, known, strict=True))
    outcomes = [_outcome(claim, at) for claim in told]
    return outcomes.count(False), outcomes.count(None)


def _outcome(said: Numbered, at: Mapping[int, Thing]) -> bool | None:
    """Whether a claim is true; a number nothing has makes it false."""
    first = at.get(said.first)
    if first is None:
        return False
    if isinstance(said.claim, UnaryClaim):
        return judge(said.claim, first)
    second = at.get(said.second or 0)
    return False if second is None else judge_pair(said.claim, first, second)


def _judge(
    names: Sequence[str], known: Sequence[Thing], text: str, asked: NumberOption | str | None, left: Sequence[Numbers]
) -> OptionProof:
    if not isinstance(asked, NumberOption):
        return OptionProof(text, Truth.NONE_OF_ABOVE)
    outcomes = [_true_of(names, known, asked, numbers) for numbers in left]
    if all(outcomes):
        return OptionProof(text, Truth.ALWAYS)
    failing = left[next(at for at, outcome in enumerate(outcomes) if not outcome)]
    places = {name: str(number) for name, number in zip(names, failing, strict=True)}
    never = all(outcome is False for outcome in outcomes)
    return OptionProof(text, Truth.NEVER if never else Truth.SOMETIMES, places)


def _true_of(names: Sequence[str], known: Sequence[Thing], asked: NumberOption, numbers: Numbers) -> bool | None:
    if asked.number not in numbers:
        return False
    at = numbers.index(asked.number)
    return names[at] == asked.name if asked.name is not None else fits(asked.description, known[at])
