"""Proofs about dates in which people and things are spoken of by what they are.

«Bob's wife watches the news two days after Eve's boss watches the show», «he planted the nut for two years»: every
meaning that the descriptions can have is tried, and an option is proved when it holds whichever is meant.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from pingce.reasoning.conflict import clashing
from pingce.reasoning.dates.claims import DateClaim, claim_holds
from pingce.reasoning.dates.events import duration_of
from pingce.reasoning.dates.prove import told_timeline, usable
from pingce.reasoning.dates.reading import plain_sentence, read_claims
from pingce.reasoning.dates.timeline import Timeline
from pingce.reasoning.item import Language, ReasoningItem, asks_for_wrong_options, claimed_sentence, is_none_of_above
from pingce.reasoning.people.reading import read_people, read_relation
from pingce.reasoning.people.society import ImpossibleError
from pingce.reasoning.proof import OptionProof, Proof, SentenceReading, Status, Truth, right_options, unread
from pingce.reasoning.referents import Candidates, PeopleReferents, Referents, ThingReferents

PEOPLE_DOMAIN, THINGS_DOMAIN = "time+social", "time+nature"
MOST_CHOICES = 5_000
MOST_FREE = 5
"""Moments that no equation fixes and whose years are all tried."""
_NUMBERED = re.compile(r"[(（]\d+[)）]")
_ENDS = re.compile(r"[；;。\n]+")
_WEEKLY = re.compile(r"每周|每星期|一周|weekly|every week")
_CROPS = {
    "zh": re.compile(
        r"(?P<who>[^，。、]{1,6})，在(?P<from>\d{4})年?(?:到|至)(?P<to>\d{4})年之间一共(?P<verb>种植|养殖)过"
        r"[两三四五六七八]种\w+[：:](?P<names>[^。]+)。(?P<rule>.*?)已知[：:]",
        re.DOTALL,
    ),
    "en": re.compile(
        r"(?:\w+ )*?(?P<who>[A-Z]\w+) has (?P<verb>planted|raised) \w+ kinds of \w+ "
        r"between (?P<from>\d{4}) and (?P<to>\d{4}): (?P<names>[^.]+)\.(?P<rule>.*?)It is known that:",
        re.DOTALL,
    ),
}
_ONE_AT_A_TIME = re.compile(r"每年(?:他|她)?最多只|at most one")
_EPITHET = re.compile(r"^(?:老农|农夫|农民|果农|菜农|园丁)")
_PRONOUN = {"zh": re.compile(r"[他她](?!的)"), "en": re.compile(r"\b(?:[Hh]e|[Ss]he)\b")}


class TooFreeError(Exception):
    """So little is told that trying all years would take too long."""


@dataclass(frozen=True)
class DatedText:
    """A text about dates whose people or things are described: who or what there is, and the conditions."""

    domain: str
    scene: str
    referents: Referents
    conditions: tuple[str, ...]
    subject: str | None = None
    """Whom every sentence is about, where it is one person."""
    years: range | None = None
    """The years in which everything happens, one thing at a time."""
    lasting: tuple[tuple[str, str], ...] = ()
    """The moments in which each of these things begins and ends."""
    different: tuple[str, ...] = ()
    """Phrases that mean different people."""

    @property
    def week(self) -> bool:
        return self.scene == "week"


Claims = tuple[DateClaim, ...]


@dataclass(frozen=True)
class DatedWorld:
    """What descriptions mean in it, how many of these meanings are in doubt, and what is then known of the dates."""

    meaning: Mapping[str, int]
    doubts: int
    timeline: Timeline
    years: Mapping[str, int] | None = None
    """The year of every moment, where all were tried."""

    def holds(self, claim: DateClaim, *, week: bool) -> bool | None:
        """Whether a claim is true here; None when nothing decides it."""
        if self.years is None:
            return claim_holds(claim, self.timeline, week=week)
        known = {moment: self.years.get(moment, self.timeline.value({moment: 1})) for moment in claim.total}
        values = [(factor, known[moment]) for moment, factor in claim.total.items()]
        if any(value is None for _, value in values):
            return None
        return claim.true_of(sum(factor * value for factor, value in values if value is not None))


def prove_described_dates(item: ReasoningItem) -> Proof:
    """Prove an item about dates whose sentences describe people or things, or say what could not be read."""
    try:
        text = _crops(item.text, item.language) or _people(item.text, item.language)
    except ImpossibleError:
        return Proof(PEOPLE_DOMAIN, "unknown", Status.NO_ARRANGEMENT)
    if text is None:
        return unread(PEOPLE_DOMAIN, "unknown", item.text)
    if isinstance(text, list):
        return unread(PEOPLE_DOMAIN, "unknown", *text)
    return _prove(item, text)


def _crops(text: str, language: Language) -> DatedText | None:
    """Somebody grew or kept things one after the other."""
    head = _CROPS[language].match(text)
    if head is None:
        return None
    names = [name.strip() for name in re.split("[、,，]", head["names"])]
    who = _EPITHET.sub("", head["who"])
    one_at_a_time = _ONE_AT_A_TIME.search(head["rule"]) is not None
    return DatedText(
        THINGS_DOMAIN,
        "crops",
        ThingReferents(names, language),
        tuple(_conditions(text[head.end() :])),
        subject=who,
        years=range(int(head["from"]), int(head["to"]) + 1) if one_at_a_time else None,
        lasting=tuple(ends for name in names if (ends := duration_of(_doing(head["verb"], name, language), language))),
    )


def _doing(verb: str, name: str, language: Language) -> str:
    return f"他{verb}{name}" if language == "zh" else f"~ {verb} {_thing(name, language)}"


def _people(text: str, language: Language) -> DatedText | list[str] | None:
    """People who are told of by their relations do things; a list of sentences when some could not be read."""
    numbered = _NUMBERED.search(text)
    if numbered is None:
        return None
    *told, introduction = read_people(text[: numbered.start()], language) or [""]
    conditions = _conditions(text[numbered.start() :])
    told += [sentence for sentence in conditions if read_relation(sentence, language) is not None]
    if not told:
        return None
    missing = [sentence for sentence in told if read_relation(sentence, language) is None]
    if missing:
        return missing
    referents = PeopleReferents(told, language)
    return DatedText(
        PEOPLE_DOMAIN,
        "week" if _WEEKLY.search(introduction) else "life",
        referents,
        tuple(sentence for sentence in conditions if sentence not in told),
        different=tuple(referents.phrases(introduction)),
    )


def _conditions(text: str) -> list[str]:
    parts = _NUMBERED.split(text) if _NUMBERED.search(text) else _ENDS.split(text)
    return [part for part in (part.strip(" ;；。.\n,，") for part in parts) if part]


def _prove(item: ReasoningItem, text: DatedText) -> Proof:
    referents, language = text.referents, item.language
    claimed = {letter: claimed_sentence(item, option) for letter, option in item.options.items()}
    sentences = [*text.conditions, *filter(None, claimed.values())]
    phrases = sorted({phrase for sentence in sentences for phrase in referents.phrases(sentence)} | {*text.different})
    candidates = {phrase: referents.candidates(phrase) for phrase in phrases}
    nobody = [phrase for phrase, meant in candidates.items() if not meant]
    if nobody and not referents.complete:
        return unread(text.domain, text.scene, *nobody, readings=referents.notes)
    first = {phrase: meant[0][0] if meant else 0 for phrase, meant in candidates.items()}
    missing = [sentence for sentence in text.conditions if _premises(sentence, first, text, language) is None]
    missing += [
        item.options[letter]
        for letter, sentence in claimed.items()
        if sentence is not None and _claims(sentence, first, text, language) is None
    ]
    if missing or len(_choices(candidates, text)) > MOST_CHOICES:
        return unread(text.domain, text.scene, *(missing or phrases), readings=referents.notes)
    readings = (
        *(SentenceReading(text_, _told(_claims(text_, first, text, language))) for text_ in text.conditions),
        *referents.notes,
    )
    try:
        worlds = list(_worlds(text.conditions, candidates, text, language))
    except TooFreeError:
        return unread(text.domain, text.scene, *text.conditions, readings=readings)
    wrong = asks_for_wrong_options(item.question)
    if not worlds:
        conflicts = () if nobody else _clash(text, candidates, language)
        return Proof(text.domain, text.scene, Status.NO_ARRANGEMENT, readings=readings, conflicts=conflicts)
    unknown = [
        item.options[letter]
        for letter, sentence in claimed.items()
        if sentence is not None and not _speaks_of_known(sentence, worlds[0], text, language)
    ]
    if unknown:
        return unread(text.domain, text.scene, *unknown, readings=readings)

    def judged(among: Sequence[DatedWorld]) -> dict[str, OptionProof]:
        return {
            letter: _judge(item.options[letter], sentence, among, text, language)
            for letter, sentence in claimed.items()
        }

    options = judged(worlds)
    fewest = min(world.doubts for world in worlds)
    answer = right_options(options, wrong_ones=wrong)
    meant = right_options(judged([world for world in worlds if world.doubts == fewest]), wrong_ones=wrong)
    verdicts = {option.verdict for option in options.values()}
    loose = meant != answer or (Truth.SOMETIMES in verdicts and Truth.ALWAYS not in verdicts and not wrong)
    return Proof(
        text.domain,
        text.scene,
        Status.UNDERDETERMINED if loose else Status.PROVED,
        readings=readings,
        arrangements=len({_dates_of(world) for world in worlds}),
        options=options,
        answer=answer,
        meant=meant if loose else None,
        in_doubt=any(world.doubts for world in worlds),
    )


def _choices(candidates: Mapping[str, Candidates], text: DatedText) -> list[tuple[dict[str, int], int]]:
    """Every way to understand the descriptions, with the number of doubts in it."""
    count = 1
    for meant in candidates.values():
        count *= len(meant)
    if count > MOST_CHOICES:
        return [({}, 0)] * (MOST_CHOICES + 1)
    chosen = []
    for choice in product(*candidates.values()):
        meaning = dict(zip(candidates, (at for at, _ in choice), strict=True))
        if len({meaning[phrase] for phrase in text.different}) == len(text.different):
            chosen.append((meaning, sum(doubt for _, doubt in choice)))
    return chosen


def _worlds(
    conditions: Sequence[str], candidates: Mapping[str, Candidates], text: DatedText, language: Language
) -> Iterator[DatedWorld]:
    """Everything that can be the case when the conditions are true."""
    for meaning, doubts in _choices(candidates, text):
        told = [_premises(sentence, meaning, text, language) for sentence in conditions]
        claims = [claim for read in told if read is not None for claim in read]
        timeline = told_timeline([[claim for claim in claims if usable([claim])]], language)
        if len(told) - told.count(None) < len(conditions) or not timeline.consistent(week=text.week):
            continue
        if text.years is None:
            if all(claim_holds(claim, timeline, week=text.week) is not False for claim in claims):
                yield DatedWorld(meaning, doubts, timeline)
            continue
        moments = [moment for ends in text.lasting for moment in ends]
        if len(timeline.free(moments)) > MOST_FREE:
            raise TooFreeError
        for years in timeline.solutions(moments, text.years, lambda known: _one_after_the_other(text.lasting, known)):
            world = DatedWorld(meaning, doubts, timeline, years)
            if all(world.holds(claim, week=False) is not False for claim in claims):
                yield world


def _one_after_the_other(lasting: Sequence[tuple[str, str]], years: Mapping[str, int]) -> bool:
    """Whether what is known of the years leaves each thing a time of its own."""
    spans = sorted((years[start], years[end]) for start, end in lasting if start in years and end in years)
    apart = all(ended <= begun for (_, ended), (begun, _) in pairwise(spans))
    return apart and all(start < end for start, end in spans)


def _premises(sentence: str, meaning: Mapping[str, int], text: DatedText, language: Language) -> Claims | None:
    """The claims of a condition; comparisons can be premises only where all years are tried."""
    claims = _claims(sentence, meaning, text, language)
    return None if claims is None or (text.years is None and not usable(claims)) else claims


def _claims(sentence: str, meaning: Mapping[str, int], text: DatedText, language: Language) -> Claims | None:
    return read_claims(_plain(sentence, meaning, text, language), language)


def _plain(sentence: str, meaning: Mapping[str, int], text: DatedText, language: Language) -> str:
    """A sentence in which every description is replaced by the name of what it means."""
    names = text.referents.names
    spoken = [*sorted(meaning, key=len, reverse=True), *sorted(names, key=len, reverse=True)]
    if not spoken:
        return sentence
    alternatives = "|".join(map(re.escape, dict.fromkeys(spoken)))
    edges = (r"\b(?:[Tt]he )?", r"\b") if language == "en" else ("", "")
    flags = re.IGNORECASE if language == "en" and text.subject is not None else 0

    def named(found: re.Match[str]) -> str:
        phrase = found[1]
        name = names[meaning[phrase]] if phrase in meaning else phrase
        return f"〔{name}〕" if text.subject is None else _thing(name, language)

    replaced = re.sub(rf"{edges[0]}({alternatives}){edges[1]}", named, sentence, flags=flags)
    if text.subject is None:
        return plain_sentence(_without_pronouns(replaced, language), [], language)
    return plain_sentence(replaced, [text.subject], language)


def _without_pronouns(sentence: str, language: Language) -> str:
    """«He» is the only person of the sentence; where there are two, nothing is left to read."""
    people = set(re.findall("〔[^〕]*〕", sentence))
    if not _PRONOUN[language].search(sentence):
        return sentence
    return _PRONOUN[language].sub(people.pop(), sentence) if len(people) == 1 else ""


def _thing(name: str, language: Language) -> str:
    return name if language == "zh" else name.lower()


def _speaks_of_known(sentence: str, world: DatedWorld, text: DatedText, language: Language) -> bool:
    """Whether the conditions tell of every moment that a sentence speaks of."""
    claims = _claims(sentence, world.meaning, text, language) or ()
    known = world.timeline.moments | {*(world.years or ())}
    return all(moment in known for claim in claims for moment, _ in claim.terms)


def _judge(
    option: str, sentence: str | None, worlds: Sequence[DatedWorld], text: DatedText, language: Language
) -> OptionProof:
    if sentence is None or is_none_of_above(option):
        return OptionProof(option, Truth.NONE_OF_ABOVE)
    outcomes = [_true_in(world, sentence, text, language) for world in worlds]
    if all(outcomes):
        return OptionProof(option, Truth.ALWAYS)
    failing = worlds[next(at for at, outcome in enumerate(outcomes) if not outcome)]
    never = all(outcome is False for outcome in outcomes)
    return OptionProof(option, Truth.NEVER if never else Truth.SOMETIMES, _places(failing, text))


def _true_in(world: DatedWorld, sentence: str, text: DatedText, language: Language) -> bool | None:
    claims = _claims(sentence, world.meaning, text, language)
    outcomes = [world.holds(claim, week=text.week) for claim in claims or ()]
    return False if claims is None or False in outcomes else None if None in outcomes else True


def _places(world: DatedWorld, text: DatedText) -> dict[str, str]:
    if world.years is not None:
        return {moment: str(year) for moment, year in world.years.items()}
    values = {moment: world.timeline.value({moment: 1}) for moment in sorted(world.timeline.moments)}
    told = {m: v for m, v in values.items() if v is not None and m.startswith("〔")}
    return {moment: str(value % 7 + 1 if text.week else value) for moment, value in told.items()}


def _dates_of(world: DatedWorld) -> tuple[tuple[str, str], ...]:
    if world.years is not None:
        return tuple((moment, str(year)) for moment, year in sorted(world.years.items()))
    return tuple(
        (moment, str(world.timeline.value({moment: 1})))
        for moment in sorted(world.timeline.moments)
        if moment.startswith("〔")
    )


def _clash(text: DatedText, candidates: Mapping[str, Candidates], language: Language) -> tuple[str, ...]:
    def possible(some: Sequence[str]) -> bool:
        try:
            return next(_worlds(some, candidates, text, language), None) is not None
        except TooFreeError:
            return True  # so few conditions do not clash

    return tuple(clashing(list(text.conditions), possible))


def _told(claims: Claims | None) -> str:
    return "; ".join(map(str, claims or ()))
