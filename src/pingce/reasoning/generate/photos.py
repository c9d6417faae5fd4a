"""Items about which photo shows what, told by categories and properties of the things."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random

from pingce.reasoning.item import Language
from pingce.reasoning.nature.claims import HasProperty, InCategory, UnaryClaim, judge
from pingce.reasoning.nature.knowledge import Thing, things
from pingce.spec.errors import UserError

from .draft import LANGUAGES, Draft
from .make import make_item
from .names import KNOWN_THINGS
from .phrases import Phrase, Wording
from .plan import ItemPlan, SetSettings
from .worlds import Sentence, Worlds

PHOTOS = 4
MOST_CASTS = 60
CLAIMS: tuple[tuple[UnaryClaim, Wording], ...] = (
    (InCategory("vegetable"), Wording("属于蔬菜", "is a vegetable")),
    (InCategory("instrument"), Wording("属于乐器", "is a musical instrument")),
    (InCategory("toy"), Wording("属于玩具", "is a toy")),
    (InCategory("clothing"), Wording("属于服饰", "is a kind of clothing")),
    (InCategory("tool"), Wording("属于工具", "is a tool")),
    (InCategory("insect"), Wording("属于昆虫", "is an insect")),
    (InCategory("mammal"), Wording("属于哺乳动物", "is a mammal")),
    (InCategory("animal"), Wording("属于动物", "is an animal")),
    (InCategory("plant"), Wording("属于植物", "is a plant")),
    (InCategory("artificial"), Wording("属于人造物", "is an artificial item")),
    (InCategory("insect", so=False), Wording("不属于昆虫", "is not an insect")),
    (InCategory("animal", so=False), Wording("不属于动物", "is not an animal")),
    (InCategory("plant", so=False), Wording("不属于植物", "is not a plant")),
    (HasProperty("legs", "6"), Wording("有6条腿", "has 6 legs")),
    (HasProperty("legs", "4"), Wording("有4条腿", "has 4 legs")),
    (HasProperty("fly", "yes"), Wording("会飞", "can fly")),
)


@dataclass(frozen=True)
class PhotoScene:
    """Numbered photos of the things listed."""

    name: str
    shown: tuple[Wording, ...]

    @property
    def things(self) -> tuple[Wording, ...]:
        return tuple(Wording(str(number), str(number)) for number in range(1, PHOTOS + 1))

    @property
    def seats(self) -> int:
        return PHOTOS

    def text(self, language: Language, names: Sequence[str], conditions: Sequence[str]) -> str:
        """Conditions are not numbered: the numbers in them are those of photos."""
        del names
        if language == "zh":
            listed = "、".join(thing.zh for thing in self.shown)
            return f"相册的一页上贴着{listed}四种物品的照片，照片编为1号到4号。已知：{'；'.join(conditions)}。"
        listed = ", ".join(thing.en.lower() for thing in self.shown)
        opening = f"A page of an album has photos No.1 to No.4 of four different items: {listed}. "
        return f"{opening}It is known that: {'; '.join(conditions)}."


@dataclass(frozen=True)
class PhotoKind:
    """Which photo shows which thing."""

    name: str = "photos"
    domain: str = "nature"

    @property
    def title(self) -> Wording:
        return Wording("照片上是什么", "what photos show")

    def draft(self, plan: ItemPlan, settings: SetSettings, attempt: int) -> Draft:
        dice = Random(f"photos {settings.seed} {plan.number} {attempt}")  # noqa: S311 (no secret)
        problem: UserError | None = None
        for _ in range(MOST_CASTS):
            scene = PhotoScene(self.name, tuple(dice.sample(KNOWN_THINGS, PHOTOS)))
            try:
                made = make_item(plan, scene, settings, attempt, known=_photo_worlds(scene.shown), trials=300)
            except UserError as refused:
                problem = refused  # these four cannot be told apart as wanted; others may
                continue
            items = {language: made.item(language) for language in LANGUAGES}
            conditions = {language: tuple(made.conditions(language)) for language in LANGUAGES}
            return Draft(plan, self.domain, items, conditions, plan.letters, made.left.bit_count(), made.hops)
        assert problem is not None, "some cast was tried"
        raise problem


def _photo_worlds(shown: Sequence[Wording]) -> Worlds:
    """Every way to put the things on the photos, and what the photos can be said to show."""
    arranged = tuple(permutations(range(PHOTOS)))
    known = [things("zh")[thing.zh] for thing in shown]
    questions = tuple(_questions(shown, arranged))
    completions: dict[tuple[Phrase, int | None, int | None], tuple[Sentence, ...]] = {}
    for sentence in questions:
        key = (sentence.phrase, None, None)
        completions[key] = (*completions.get(key, ()), sentence)
    return Worlds(arranged, tuple(_premises(known, arranged)), questions, completions)


def _premises(known: Sequence[Thing], arranged: Sequence[tuple[int, ...]]) -> Iterator[Sentence]:
    """What is certain of some of the things and certainly not so of the others."""
    for claim, words in CLAIMS:
        outcomes = [judge(claim, thing) for thing in known]
        if None in outcomes or len(set(outcomes)) < 2:
            continue
        phrase = Phrase(None, (Wording(f"{{x}}号照片上的物品{words.zh}", f"The item on photo No.{{x}} {words.en}"),))
        for photo in range(PHOTOS):
            mask = sum(1 << at for at, order in enumerate(arranged) if outcomes[order[photo]])
            yield Sentence(phrase, photo, None, mask)


def _questions(shown: Sequence[Wording], arranged: Sequence[tuple[int, ...]]) -> Iterator[Sentence]:
    for number, thing in enumerate(shown):
        phrase = Phrase(None, (Wording(f"{thing.zh}在{{x}}号照片上", f"{thing.en} is on photo No.{{x}}"),))
        for photo in range(PHOTOS):
            mask = sum(1 << at for at, order in enumerate(arranged) if order[photo] == number)
            yield Sentence(phrase, photo, None, mask)
