"""Tell a society what a word says of two people, and ask whom a word leads to."""

from collections.abc import Sequence

from .society import Gender, ImpossibleError, Society
from .words import SYMMETRIC, Kin, KinStep, Tie, WordStep


def tell(society: Society, start: int, steps: Sequence[WordStep], end: int) -> None:
    """State that the steps lead from one person to the other; those passed on the way become strangers."""
    at = start
    for number, step in enumerate(steps):
        last = number == len(steps) - 1
        match step:
            case Kin():
                at = _tell_kin(society, at, step, end if last else None)
            case Tie():
                at = _tell_tie(society, at, step, end if last else society.stranger())


def _tell_kin(society: Society, at: int, kin: Kin, end: int | None) -> int:
    if kin.step in (KinStep.PARENT, KinStep.SPOUSE) and kin.gender is not None:
        if kin.step is KinStep.SPOUSE:
            society.set_gender(at, kin.gender.other)
        couple = society.parents(at) if kin.step is KinStep.PARENT else society.married(at)
        partner = society.partner(couple, kin.gender)
        if end is not None:
            society.same_person(partner, end)
        return society.person(partner)
    who = society.stranger() if end is None else end
    if kin.gender is not None:
        society.set_gender(who, kin.gender)
    if kin.step is KinStep.CHILD:
        society.same_couple(society.married(at), society.parents(who))
    else:
        society.same_couple(society.parents(at), society.parents(who))
        if society.person(at) == society.person(who):
            raise ImpossibleError("a sibling of oneself")
        if kin.step is KinStep.OLDER:
            society.older.add((who, at))
        if kin.step is KinStep.YOUNGER:
            society.older.add((at, who))
    return society.person(who)


def _tell_tie(society: Society, at: int, tie: Tie, who: int) -> int:
    if tie.gender is not None:
        society.set_gender(who, tie.gender)
    if tie.of_gender is not None:
        society.set_gender(at, tie.of_gender)
    society.ties.add((tie.name, at, who) if tie.forward else (tie.name, who, at))
    return society.person(who)


def follow(society: Society, start: int, steps: Sequence[WordStep], *, lenient: bool = False) -> set[int]:
    """Everybody the steps can lead to, among those the society knows of.

    Somebody of whom nothing says whether they are male or female counts as either only when ``lenient``.
    """
    reached = {society.person(start)}
    for step in steps:
        reached = {end for at in reached for end in _step(society, at, step, lenient)}
    return reached


def _step(society: Society, at: int, step: WordStep, lenient: bool) -> set[int]:
    others = _tied(society, at, step) if isinstance(step, Tie) else _relatives(society, at, step)
    if not lenient and isinstance(step, Kin) and step.step in (KinStep.SPOUSE, KinStep.SIBLING):
        others = {who for who in others if _different(society, at, who)}
    wanted = step.gender
    if wanted is None:
        return others
    return {who for who in others if society.gender.get(who, wanted if lenient else None) is wanted}


def _different(society: Society, first: int, second: int) -> bool:
    """Whether two people are certainly not one: a stranger told of may turn out to be anybody who fits."""
    if first in society.name_of and second in society.name_of:
        return first != second
    genders = {society.gender.get(first), society.gender.get(second)}
    pairs = society.older_pairs()
    return genders == set(Gender) or (first, second) in pairs or (second, first) in pairs


def _relatives(society: Society, at: int, kin: Kin) -> set[int]:
    """Everybody one step of kinship away, whether they are male or female."""
    if kin.step is KinStep.PARENT:
        return _members(society, society.parents(at))
    if kin.step is KinStep.SPOUSE:
        return _members(society, society.married(at)) - {at} if at in society.marriage else set()
    if kin.step is KinStep.CHILD:
        return _children(society, society.married(at)) if at in society.marriage else set()
    return _siblings(society, at, kin.step)


def _members(society: Society, couple: int) -> set[int]:
    """Husband and wife of a couple, and those of whom nothing says which of the two they are."""
    members = {society.person(who) for who, of in society.marriage.items() if society.couple(of) == couple}
    return members | {society.partner(couple, gender) for gender in Gender}


def _children(society: Society, couple: int) -> set[int]:
    return {
        society.person(who)
        for who, origin in society.origin.items()
        if society.couple(origin) == couple and who == society.person(who)
    }


def _siblings(society: Society, at: int, kind: KinStep) -> set[int]:
    if at not in society.origin:
        return set()
    others = _children(society, society.parents(at)) - {at}
    if kind is KinStep.SIBLING:
        return others
    older = society.older_pairs()
    return {who for who in others if ((who, at) if kind is KinStep.OLDER else (at, who)) in older}


def _tied(society: Society, at: int, tie: Tie) -> set[int]:
    tied = set()
    for name, first, second in society.ties:
        if name != tie.name:
            continue
        first, second = society.person(first), society.person(second)
        both_ways = name in SYMMETRIC
        if first == at and (tie.forward or both_ways):
            tied.add(second)
        if second == at and (not tie.forward or both_ways):
            tied.add(first)
    return tied
