"""Items about places in which some are spoken of by what they are: «the drink», «Amara's teacher».

A description means exactly one thing of the scene, so the places are those of the plain item; whoever solves it has to
find out who or what is meant first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from pingce.reasoning.item import Language, ReasoningItem
from pingce.reasoning.nature.describing import fits, read_description
from pingce.reasoning.nature.knowledge import Thing, things

from .draft import LANGUAGES, Draft
from .made import MadeItem, Said
from .make import make_item
from .phrases import Wording
from .plan import ItemPlan, SetSettings
from .scene_type import SceneType
from .worlds import worlds

TIES: tuple[Wording, ...] = (
    Wording("师傅", "teacher"),
    Wording("上司", "boss"),
    Wording("同事", "colleague"),
    Wording("室友", "roommate"),
    Wording("徒弟", "student"),
    Wording("下属", "subordinate"),
)
DESCRIPTIONS: tuple[Wording, ...] = (
    Wording("蔬菜", "the vegetable"),
    Wording("水果", "the fruit"),
    Wording("乐器", "the musical instrument"),
    Wording("玩具", "the toy"),
    Wording("饮品", "the drink"),
    Wording("服饰", "the clothing"),
    Wording("工具", "the tool"),
    Wording("昆虫", "the insect"),
    Wording("哺乳动物", "the mammal"),
    Wording("植物", "the plant"),
    Wording("6条腿的动物", "the animal with 6 legs"),
    Wording("4条腿的动物", "the animal with 4 legs"),
    Wording("会飞的动物", "the animal that can fly"),
)
FURTHER = 1000
"""Keeps the trials of different attempts apart."""


@dataclass(frozen=True)
class Described:
    """How some things of an item are spoken of, by number, and the sentences that say who they are."""

    phrases: Mapping[int, Wording]
    told: tuple[Wording, ...] = ()


@dataclass(frozen=True)
class DescribedKind:
    """Items of a scene with descriptions of its people (``social``) or of its things (``nature``)."""

    scene: SceneType
    with_domain: str

    @property
    def name(self) -> str:
        return f"{self.scene.name}+{self.with_domain}"

    @property
    def domain(self) -> str:
        return f"space+{self.with_domain}"

    @property
    def title(self) -> Wording:
        how = Wording("，以人物关系指人", ", people by their relations")
        if self.with_domain == "nature":
            how = Wording("，以类别和特征指物", ", things by what they are")
        return Wording(self.scene.title.zh + how.zh, self.scene.title.en + how.en)

    def draft(self, plan: ItemPlan, settings: SetSettings, attempt: int) -> Draft:
        trial = 0
        while True:  # with nothing to describe another item is made, and `make_item` says when there is none
            made = make_item(plan, self.scene, settings, attempt * FURTHER + trial, known=worlds(self.scene))
            dice = Random(f"described {settings.seed} {plan.number} {attempt} {trial}")  # noqa: S311 (no secret)
            described = _ties(made, dice) if self.with_domain == "social" else _descriptions(made, dice)
            if described is not None:
                return _draft(made, described, self.domain, dice)
            trial += 1


def _ties(made: MadeItem, dice: Random) -> Described | None:
    """Two or three people get a tie to somebody else; no two ties lead to or from the same person."""
    spoken = _spoken_of(made)
    count = min(dice.choice((2, 3)), len(made.things) // 2, len(spoken))
    chosen = dice.sample(spoken, count)
    others = [at for at in range(len(made.things)) if at not in chosen]
    if len(others) < count:
        return None
    told, phrases = [], {}
    for who, of, tie in zip(chosen, dice.sample(others, count), dice.sample(TIES, count), strict=True):
        person, other = made.things[who], made.things[of]
        told.append(Wording(f"{person.zh}是{other.zh}的{tie.zh}", f"{person.en} is {other.en}'s {tie.en}"))
        phrases[who] = Wording(f"{other.zh}的{tie.zh}", f"{other.en}'s {tie.en}")
    return Described(phrases, tuple(told))


def _descriptions(made: MadeItem, dice: Random) -> Described | None:
    """Things that a description fits for certain, and no other thing of the scene even perhaps."""
    known = {language: _known(made.names(language), language) for language in LANGUAGES}
    phrases: dict[int, Wording] = {}
    for who in dice.sample(_spoken_of(made), len(_spoken_of(made))):
        for description in dice.sample(DESCRIPTIONS, len(DESCRIPTIONS)):
            if all(_means(getattr(description, code), known[code], who, code) for code in LANGUAGES):
                phrases[who] = description
                break
    return Described(dict(list(phrases.items())[:3])) if len(phrases) >= 2 else None


def _known(names: Sequence[str], language: Language) -> list[Thing]:
    return [things(language)[name if language == "zh" else name.lower()] for name in names]


def _means(phrase: str, known: Sequence[Thing], who: int, language: Language) -> bool:
    claims = read_description(phrase, language) or ()
    return bool(claims) and [fits(claims, thing) for thing in known] == [at == who for at in range(len(known))]


def _spoken_of(made: MadeItem) -> list[int]:
    """Things of the premises, in order of appearance."""
    numbers = [at for premise in made.premises for at in (premise.sentence.x, premise.sentence.y) if at is not None]
    return list(dict.fromkeys(numbers))


def _draft(made: MadeItem, described: Described, domain: str, dice: Random) -> Draft:
    """The texts, with each description used at least once and otherwise names and descriptions mixed."""
    uses = [_uses(premise, described, dice) for premise in made.premises]
    for who in described.phrases:
        if not any(who in use for use in uses):
            first = next(
                at for at, premise in enumerate(made.premises) if who in (premise.sentence.x, premise.sentence.y)
            )
            uses[first] = uses[first] | {who}
    conditions: dict[Language, tuple[str, ...]] = {}
    items: dict[Language, ReasoningItem] = {}
    for language in LANGUAGES:
        names = made.names(language)
        plain = made.item(language)
        sentences = [
            _said(premise, use, described, language, names) for premise, use in zip(made.premises, uses, strict=True)
        ]
        conditions[language] = (*(getattr(sentence, language) for sentence in described.told), *sentences)
        text = made.scene.text(language, names, conditions[language])
        items[language] = ReasoningItem(text, plain.question, plain.options, language)
    hops = made.hops + len(described.phrases)
    return Draft(made.plan, domain, items, conditions, made.plan.letters, made.left.bit_count(), hops)


def _uses(said: Said, described: Described, dice: Random) -> frozenset[int]:
    """Which of the described things of a sentence are spoken of by description."""
    spoken = (said.sentence.x, said.sentence.y)
    return frozenset(at for at in spoken if at is not None and at in described.phrases and dice.random() < 0.7)


def _said(said: Said, use: frozenset[int], described: Described, language: Language, names: Sequence[str]) -> str:
    called = [getattr(described.phrases[at], language) if at in use else name for at, name in enumerate(names)]
    sentence = said.text(language, called)
    return sentence[:1].upper() + sentence[1:] if language == "en" else sentence
