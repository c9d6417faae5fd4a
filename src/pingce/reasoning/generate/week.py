"""Items about the days of a week: what somebody does when, or who of several people does something when.

Days come round, so three days after Friday is Monday. People may be spoken of by their relations («Bruno's teacher»).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from random import Random

from pingce.reasoning.item import Language, ReasoningItem

from .described import TIES
from .draft import LANGUAGES, Draft
from .made import MadeItem
from .make import make_item
from .names import ACTIVITIES, ERRANDS, PEOPLE
from .phrases import Phrase, Wording
from .plan import ItemPlan, SetSettings
from .worlds import Sentence, Worlds

DAYS = (
    Wording("星期一", "Monday"),
    Wording("星期二", "Tuesday"),
    Wording("星期三", "Wednesday"),
    Wording("星期四", "Thursday"),
    Wording("星期五", "Friday"),
    Wording("星期六", "Saturday"),
    Wording("星期日", "Sunday"),
)


@dataclass(frozen=True)
class WeekScene:
    """Something that happens once a week, so many times over."""

    name: str
    things: tuple[Wording, ...]
    seats: int
    opening: Wording

    def text(self, language: Language, names: Sequence[str], conditions: Sequence[str]) -> str:
        """The opening and the numbered conditions; names stand in the conditions only."""
        del names
        opening = self.opening.zh if language == "zh" else self.opening.en
        separator, end = ("；", "。") if language == "zh" else (";", ".")
        return (
            opening + separator.join(f"\n({at}){condition}" for at, condition in enumerate(conditions, start=1)) + end
        )


@cache
def week_worlds(events: int) -> Worlds:
    """Every way to spread so many events over the week, and what can be said about it."""
    days = tuple(product(range(len(DAYS)), repeat=events))
    on = [[0] * len(DAYS) for _ in range(events)]
    for at, week in enumerate(days):
        for event, day in enumerate(week):
            on[event][day] |= 1 << at
    sentences = tuple(_sentences(on))
    return Worlds(days, sentences, sentences, {})


def _sentences(on: Sequence[Sequence[int]]) -> Iterator[Sentence]:
    events, days = range(len(on)), range(len(DAYS))
    for day, name in enumerate(DAYS):
        phrase = Phrase(None, (Wording(f"在{name.zh}，{{x}}", f"on {name.en}, {{x}}"),))
        yield from (Sentence(phrase, event, None, on[event][day]) for event in events)
    for gap in days:
        phrase = Phrase(None, tuple(_gap_wordings(gap)))
        for x in events:
            for y in events:
                if x != y:
                    mask = 0
                    for day in days:
                        mask |= on[x][(day + gap) % 7] & on[y][day]
                    yield Sentence(phrase, x, y, mask)


def _gap_wordings(gap: int) -> Iterator[Wording]:
    """So many days after, which is also so many days before: the week comes round."""
    if not gap:
        yield Wording("在{y}的同一天，{x}", "on the same day that {y}, {x}")
        return
    for zh, en, days in (("之后", "after", gap), ("之前", "before", 7 - gap)):
        told = f"{days} day{'s' * (days > 1)}"
        yield Wording(f"在{{y}}的{days}天{zh}，{{x}}", f"{{x}} {told} {en} {{y}}")


@dataclass(frozen=True)
class WeekKind:
    """What one person does on which day."""

    name: str = "week"
    domain: str = "time"

    @property
    def title(self) -> Wording:
        return Wording("一个人一周的安排", "a person's week")

    def draft(self, plan: ItemPlan, settings: SetSettings, attempt: int) -> Draft:
        dice = Random(f"week {settings.seed} {plan.number} {attempt}")  # noqa: S311 (no secret)
        person = dice.choice(PEOPLE)
        opening = Wording(
            f"{person.zh}是一名学生，以下是他的每周安排：", f"{person.en} is a student. This is the weekly schedule:"
        )
        he = Wording("他", person.en)
        scene = WeekScene(self.name, tuple(_doing(he, activity) for activity in ACTIVITIES), 5, opening)
        made = make_item(replace(plan, statements=True), scene, settings, attempt, known=week_worlds(5))
        conditions = {language: tuple(map(_capital, made.conditions(language))) for language in LANGUAGES}
        return _draft(self.domain, plan, made, conditions, {})


@dataclass(frozen=True)
class PeopleWeekKind:
    """Who goes where on which day, when people are spoken of by their relations."""

    name: str = "week+social"
    domain: str = "time+social"

    @property
    def title(self) -> Wording:
        return Wording("几个人一周的安排，以人物关系指人", "the week of several people, by their relations")

    def draft(self, plan: ItemPlan, settings: SetSettings, attempt: int) -> Draft:
        dice = Random(f"people {settings.seed} {plan.number} {attempt}")  # noqa: S311 (no secret)
        cast, places, ties = dice.sample(PEOPLE, 4), dice.sample(ERRANDS, 4), dice.sample(TIES, 2)
        told = [
            Wording(f"{who.zh}是{of.zh}的{tie.zh}", f"{who.en} is {of.en}'s {tie.en}")
            for who, of, tie in zip(cast[::2], cast[1::2], ties, strict=True)
        ]
        opening = Wording(
            f"已知：{'。'.join(sentence.zh for sentence in told)}。四人每周各去一个地方：",
            f"It is known that: {'. '.join(sentence.en for sentence in told)}. All four go somewhere every week:",
        )
        named = [_doing(who, place) for who, place in zip(cast, places, strict=True)]
        called = {
            at: _doing(Wording(f"{cast[at + 1].zh}的{tie.zh}", f"{cast[at + 1].en}'s {tie.en}"), places[at])
            for at, tie in zip((0, 2), ties, strict=True)
        }
        scene = WeekScene(self.name, tuple(named), 4, opening)
        made = make_item(replace(plan, statements=True), scene, settings, attempt, known=week_worlds(4))
        numbers = {thing: at for at, thing in enumerate(named)}
        by_tie = _by_tie(made, [numbers[thing] in called for thing in made.things], dice)
        conditions: dict[Language, tuple[str, ...]] = {}
        for language in LANGUAGES:
            names = made.names(language)
            described = [getattr(called.get(numbers[thing], thing), language) for thing in made.things]
            conditions[language] = tuple(
                _capital(premise.text(language, described if at in by_tie else names))
                for at, premise in enumerate(made.premises)
            )
        return _draft(self.domain, plan, made, conditions, dict(enumerate(told)))


def _by_tie(made: MadeItem, described: Sequence[bool], dice: Random) -> set[int]:
    """Premises that speak of people by their ties: most of them, and every tie at least once."""
    chosen = {at for at in range(len(made.premises)) if dice.random() < 0.7}
    for thing, is_described in enumerate(described):
        about = [at for at, premise in enumerate(made.premises) if thing in (premise.sentence.x, premise.sentence.y)]
        if is_described and chosen.isdisjoint(about):
            chosen.add(about[0])
    return chosen


def _doing(who: Wording, where: Wording) -> Wording:
    return Wording(f"{who.zh}{where.zh}", f"{who.en} {where.en}")


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _draft(
    domain: str, plan: ItemPlan, made: MadeItem, conditions: dict[Language, tuple[str, ...]], told: dict[int, Wording]
) -> Draft:
    items = {}
    for language in LANGUAGES:
        plain = made.item(language)
        options = {letter: _capital(option) for letter, option in plain.options.items()}
        text = made.scene.text(language, (), conditions[language])
        items[language] = ReasoningItem(text, plain.question, options, language)
    hops = made.hops + len(told)
    return Draft(plan, domain, items, conditions, plan.letters, made.left.bit_count(), hops)
