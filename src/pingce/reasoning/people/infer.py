"""Tell a society what a word says of two people, and ask whom a word leads to."""

from collections.abc import Sequence

from .society import Gender, ImpossibleError, Society
from .words import SYMMETRIC, Kin, Step, Tie, WordStep


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
    if kin.step in (Step.PARENT, Step.SPOUSE) and kin.gender is not None:
        if kin.step is Step.SPOUSE:
            society.set_gender(at, kin.gender.other)
        couple = society.parents(at) if kin.step is Step.PARENT else society.married(at)
        found = society.partner(couple, kin.gender)
        if end is not None:
            society.same_person(found, end)
        return society.person(found)
    who = society.stranger() if end is None else end
    if kin.gender is not None:
        society.set_gender(who, kin.gender)
    if kin.step is Step.CHILD:
        society.same_couple(society.married(at), society.parents(who))
    else:
        society.same_couple(society.parents(at), society.parents(who))
        if society.person(at) == society.person(who):
            raise ImpossibleError("a sibling of oneself")
        if kin.step is Step.OLDER:
            society.older.add((who, at))
        if kin.step is Step.YOUNGER:
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

    A parent or spouse of whom nothing says whether they are male or female counts when ``lenient``.
    """
    reached = {society.person(start)}
    for step in steps:
        reached = {end for at in reached for end in _step(society, at, step)} | {
            end for at in reached if lenient for end in _undecided(society, at, step)
        }
    return reached


def _undecided(society: Society, at: int, step: WordStep) -> set[int]:
    match step:
        case Kin(Step.PARENT):
            return _maybe(society, society.parents(at))
        case Kin(Step.SPOUSE) if at in society.marriage:
            return _maybe(society, society.married(at)) - {at}
    return set()


def _step(society: Society, at: int, step: WordStep) -> set[int]:
    match step:
        case Kin(Step.PARENT, Gender() as gender):
            return {society.partner(society.parents(at), gender)}
        case Kin(Step.SPOUSE, Gender() as gender):
            if society.gender.get(at, gender.other) is gender:
                return set()
            return {society.partner(society.married(at), gender)} if at in society.marriage else set()
        case Kin(Step.CHILD, gender):
            if at not in society.marriage:
                return set()
            couple = society.married(at)
            return {who for who in _children(society, couple) if society.gender.get(who, gender) is gender}
        case Kin(kind, gender):
            return _siblings(society, at, kind, gender)
        case Tie():
            return _tied(society, at, step)
    raise AssertionError(step)


def _maybe(society: Society, couple: int) -> set[int]:
    """Members of a couple of whom nothing says which of the two they are."""
    members = {society.person(who) for who, of in society.marriage.items() if society.couple(of) == couple}
    return {who for who in members if who not in society.gender}


def _children(society: Society, couple: int) -> set[int]:
    return {
        society.person(who)
        for who, origin in society.origin.items()
        if society.couple(origin) == couple and who == society.person(who)
    }


def _siblings(society: Society, at: int, kind: Step, gender: Gender | None) -> set[int]:
    if at not in society.origin:
        return set()
    older = society.older_pairs()
    found = set()
    for who in _children(society, society.parents(at)) - {at}:
        if gender is not None and society.gender.get(who, gender) is not gender:
            continue
        is_older, is_younger = (who, at) in older, (at, who) in older
        if kind is Step.SIBLING or (kind is Step.OLDER and is_older) or (kind is Step.YOUNGER and is_younger):
            found.add(who)
    return found


def _tied(society: Society, at: int, tie: Tie) -> set[int]:
    found = set()
    for name, first, second in society.ties:
        if name != tie.name:
            continue
        first, second = society.person(first), society.person(second)
        both_ways = name in SYMMETRIC
        if first == at and (tie.forward or both_ways):
            found.add(second)
        if second == at and (not tie.forward or both_ways):
            found.add(first)
    return {who for who in found if tie.gender is None or society.gender.get(who, tie.gender) is tie.gender}
