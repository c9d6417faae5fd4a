"""One item from its plan: an arrangement, premises that leave nothing else and none of which is idle, a question."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Literal

from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .hops import hops_needed
from .made import AskedQuestion, ItemScene, MadeItem, Option, Said
from .plan import LETTERS, ItemPlan, SetSettings
from .worlds import Sentence, Worlds

MOST_TRIALS = 4000
"""Arrangements tried for one item; more means that what is asked for does not exist in the scene."""
MOST_SENTENCES = 200
"""True sentences looked at for the premises of one arrangement."""


def make_item(
    plan: ItemPlan,
    scene: ItemScene,
    settings: SetSettings,
    attempt: int = 0,
    *,
    known: Worlds,
    trials: int = MOST_TRIALS,
) -> MadeItem:
    """The item of a plan; the same for the same plan, settings and attempt."""
    dice = Random(f"item {settings.seed} {plan.number} {attempt}")  # noqa: S311  # the same item again
    for _ in range(trials):
        made = _trial(plan, scene, known, settings, dice)
        if made is not None:
            return made
    raise UserError(
        Words(
            f"在场景“{scene.name}”中造不出符合要求的题（试了 {trials} 次）。",
            f"No item of scene '{scene.name}' is as asked for ({trials} trials).",
        ),
        hint=Words(
            "请放宽 --hops、--premises、--arrangements 或 --right，或换一种场景。",
            "Ask for less with --hops, --premises, --arrangements or --right, or choose another scene.",
        ),
        code="no-such-item",
    )


def _trial(plan: ItemPlan, scene: ItemScene, known: Worlds, settings: SetSettings, dice: Random) -> MadeItem | None:
    actual = 1 << dice.randrange(len(known.arrangements))
    told = _premises(known, actual, settings, dice)
    if told is None:
        return None
    masks = [premise.mask for premise in told]
    left = _conjunction(masks, known.every)
    few = scene.seats <= len(LETTERS)
    if plan.statements or (few and len(plan.letters) > 1):
        question, options = AskedQuestion(), _statements(plan, known, masks, left, dice)
    else:
        question, options = _blank(plan, known, masks, left, dice, with_none=plan.none_of_above or few)
    if options is None:
        return None
    hops = _hops(options, plan, masks, known.every)
    if not settings.hops[0] <= hops <= settings.hops[1]:
        return None
    things = tuple(dice.sample(scene.things, scene.seats))
    return MadeItem(
        plan, scene, things, tuple(_worded(premise, dice) for premise in told), question, options, left, hops
    )


def _conjunction(masks: Sequence[int], every: int) -> int:
    left = every
    for mask in masks:
        left &= mask
    return left


def _worded(sentence: Sentence, dice: Random) -> Said:
    return Said(sentence, dice.choice(sentence.phrase.wordings))


def _premises(known: Worlds, actual: int, settings: SetSettings, dice: Random) -> list[Sentence] | None:
    """True sentences that leave as many arrangements as wanted, without any of which more would be left."""
    left = known.every
    told: list[Sentence] = []
    for _ in range(MOST_SENTENCES):
        sentence = dice.choice(known.premises)
        narrowed = left & sentence.mask
        if not sentence.mask & actual or narrowed == left or narrowed.bit_count() < settings.arrangements:
            continue
        told.append(sentence)
        left = narrowed
        if left.bit_count() == settings.arrangements:
            break
    if left.bit_count() != settings.arrangements:
        return None
    told = _without_idle(told, left, known.every, dice)
    return told if settings.premises[0] <= len(told) <= settings.premises[1] else None


def _without_idle(told: Sequence[Sentence], left: int, every: int, dice: Random) -> list[Sentence]:
    """The premises without those that say nothing new: dropping any of what stays leaves more arrangements."""
    kept = dice.sample(told, len(told))
    for premise in tuple(kept):
        others = [other for other in kept if other is not premise]
        if _conjunction([other.mask for other in others], every) == left:
            kept = others
    return kept


def _blank(
    plan: ItemPlan, known: Worlds, masks: Sequence[int], left: int, dice: Random, *, with_none: bool
) -> tuple[AskedQuestion, dict[str, Option] | None]:
    """A sentence with a blank for one of its things, and names for the blank."""
    asked = _worded(dice.choice(known.questions), dice)
    sentence = asked.sentence
    blank: Literal["x", "y"] = "x" if sentence.y is None else dice.choice(("x", "y"))
    fixed = (None if blank == "x" else sentence.x, sentence.y if blank == "x" else None)
    claims = {claim.x if blank == "x" else claim.y: claim for claim in known.completions[(sentence.phrase, *fixed)]}
    offered = {thing: Option(Said(claim, asked.wording), thing) for thing, claim in claims.items() if thing is not None}
    return AskedQuestion(asked, blank), _dealt(plan, list(offered.values()), masks, left, dice, with_none=with_none)


def _statements(
    plan: ItemPlan, known: Worlds, masks: Sequence[int], left: int, dice: Random
) -> dict[str, Option] | None:
    """Sentences of which the right ones are to be found, no two of them true in the same arrangements."""
    sample = dice.sample(known.questions, min(60, len(known.questions)))
    different = {sentence.mask: sentence for sentence in sample}
    offered = [Option(_worded(sentence, dice)) for sentence in different.values()]
    return _dealt(plan, offered, masks, left, dice, with_none=plan.none_of_above)


def _dealt(
    plan: ItemPlan, offered: Sequence[Option], masks: Sequence[int], left: int, dice: Random, *, with_none: bool
) -> dict[str, Option] | None:
    """Options for all letters, right and wrong as planned; None when there are not enough of either.

    A right option never follows from a single premise, and a wrong one holds in no arrangement that is left.
    """
    right = [option for option in offered if _follows(option, left) and not _is_told(option, masks)]
    wrong = [option for option in offered if _mask(option) & left == 0]
    named = LETTERS[:-1] if with_none else LETTERS
    wanted = [letter for letter in named if letter in plan.letters]
    if len(right) < len(wanted) or len(wrong) < len(named) - len(wanted):
        return None
    rights, wrongs = dice.sample(right, len(wanted)), dice.sample(wrong, len(named) - len(wanted))
    options = {letter: rights.pop() if letter in plan.letters else wrongs.pop() for letter in named}
    return options | ({LETTERS[-1]: Option(None)} if with_none else {})


def _mask(option: Option) -> int:
    return 0 if option.claim is None else option.claim.sentence.mask


def _follows(option: Option, left: int) -> bool:
    return left & ~_mask(option) == 0


def _is_told(option: Option, masks: Sequence[int]) -> bool:
    """Whether one premise alone says it."""
    return any(mask & ~_mask(option) == 0 for mask in masks)


def _hops(options: Mapping[str, Option], plan: ItemPlan, masks: Sequence[int], every: int) -> int:
    """Premises needed for the right option that needs most; where none is right, for refuting all of them."""
    claims = {letter: _mask(option) for letter, option in options.items() if option.claim is not None}
    right = [claims[letter] for letter in plan.letters if letter in claims]
    if right:
        return max(hops_needed(masks, claim, every) for claim in right)
    return max(hops_needed(masks, claim, every, refute=True) for claim in claims.values())
