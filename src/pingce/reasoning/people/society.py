"""A society as far as it is told: persons, marriages, parents, brothers and sisters by age, and other ties.

Everybody has one couple of parents and at most one marriage of their own, so equal couples make equal persons; what
follows from that is drawn at once. Persons nobody named stand in where a sentence speaks of them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum


class Gender(Enum):
    """Male or female, as kinship words tell."""

    MALE = "male"
    FEMALE = "female"

    @property
    def other(self) -> "Gender":
        return Gender.FEMALE if self is Gender.MALE else Gender.MALE


class ImpossibleError(Exception):
    """What is told cannot be true of any society."""


@dataclass
class Society:
    """Persons and couples by number, merged when they turn out to be the same.

    ``origin`` is the couple somebody is a child of, ``marriage`` the couple they belong to.
    """

    names: dict[str, int] = field(default_factory=dict)
    name_of: dict[int, str] = field(default_factory=dict)
    gender: dict[int, Gender] = field(default_factory=dict)
    origin: dict[int, int] = field(default_factory=dict)
    marriage: dict[int, int] = field(default_factory=dict)
    partners: dict[tuple[int, Gender], int] = field(default_factory=dict)
    older: set[tuple[int, int]] = field(default_factory=set)
    ties: set[tuple[str, int, int]] = field(default_factory=set)
    _same_person: dict[int, int] = field(default_factory=dict)
    _same_couple: dict[int, int] = field(default_factory=dict)
    _next: int = 0

    def named(self, name: str) -> int:
        """The person of that name."""
        if name not in self.names:
            self.names[name] = self.stranger()
            self.name_of[self.names[name]] = name
        return self.person(self.names[name])

    def stranger(self) -> int:
        """Somebody nobody named."""
        self._next += 1
        return self._next

    def person(self, number: int) -> int:
        """The number a person goes by after merging."""
        while number in self._same_person:
            number = self._same_person[number]
        return number

    def couple(self, number: int) -> int:
        """The number a couple goes by after merging."""
        while number in self._same_couple:
            number = self._same_couple[number]
        return number

    def parents(self, child: int) -> int:
        """The couple somebody is a child of."""
        child = self.person(child)
        if child not in self.origin:
            self._next += 1
            self.origin[child] = self._next
        return self.couple(self.origin[child])

    def married(self, who: int) -> int:
        """The couple somebody belongs to."""
        who = self.person(who)
        if who not in self.marriage:
            self._next += 1
            couple = self._next
            self.marriage[who] = couple
            if who in self.gender:
                self._seat(who, couple)
        return self.couple(self.marriage[who])

    def partner(self, couple: int, gender: Gender) -> int:
        """The husband or wife of a couple."""
        couple = self.couple(couple)
        if (couple, gender) not in self.partners:
            who = self.stranger()
            self.gender[who] = gender
            self.marriage[who] = couple
            self.partners[couple, gender] = who
        return self.person(self.partners[couple, gender])

    def set_gender(self, who: int, gender: Gender) -> None:
        """Somebody is male or female."""
        who = self.person(who)
        if self.gender.get(who, gender) is not gender:
            raise ImpossibleError("male and female at once")
        if who not in self.gender:
            self.gender[who] = gender
            if who in self.marriage:
                self._seat(who, self.couple(self.marriage[who]))

    def same_couple(self, first: int, second: int) -> None:
        """Two couples are one."""
        kept, gone = self.couple(first), self.couple(second)
        if kept == gone:
            return
        self._same_couple[gone] = kept
        for gender in Gender:
            if (gone, gender) in self.partners:
                who = self.partners.pop((gone, gender))
                if (kept, gender) in self.partners:
                    self.same_person(self.partners[kept, gender], who)
                else:
                    self.partners[kept, gender] = who
        for who, couple in list(self.marriage.items()):
            if self.couple(couple) == kept and who in self.gender and who == self.person(who):
                self._seat(who, kept)

    def same_person(self, first: int, second: int) -> None:
        """Two persons are one, with all that follows."""
        kept, gone = self.person(first), self.person(second)
        if kept == gone:
            return
        if kept in self.name_of and gone in self.name_of:
            raise ImpossibleError(f"{self.name_of[kept]} would be {self.name_of[gone]}")
        if gone in self.name_of:
            kept, gone = gone, kept
        self._same_person[gone] = kept
        if gone in self.gender:
            self.set_gender(kept, self.gender.pop(gone))
        self._merge_couple(self.origin, kept, gone)
        self._merge_couple(self.marriage, kept, gone)
        if kept in self.gender and kept in self.marriage:
            self._seat(kept, self.couple(self.marriage[kept]))

    def older_pairs(self) -> set[tuple[int, int]]:
        """Pairs of which the first is older, with what follows through others."""
        pairs = {(self.person(first), self.person(second)) for first, second in self.older}
        grew = True
        while grew:
            more = {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs
            pairs |= more
            grew = bool(more)
        return pairs

    def people(self) -> Iterable[int]:
        """Everybody there is, named or not."""
        everyone = {*self.names.values(), *self.gender, *self.origin, *self.marriage}
        return {self.person(who) for who in everyone}

    def copy(self) -> "Society":
        """A society to try something on."""
        return Society(
            dict(self.names),
            dict(self.name_of),
            dict(self.gender),
            dict(self.origin),
            dict(self.marriage),
            dict(self.partners),
            set(self.older),
            set(self.ties),
            dict(self._same_person),
            dict(self._same_couple),
            self._next,
        )

    def check(self) -> None:
        """Raise `ImpossibleError` unless generations, ages and marriages make sense."""
        if any(first == second for first, second in self.older_pairs()):
            raise ImpossibleError("older than oneself")
        for couple in {self.couple(couple) for couple in self.marriage.values()}:
            pair = [
                self.person(self.partners[couple, gender]) for gender in Gender if (couple, gender) in self.partners
            ]
            origins = [self.couple(self.origin[who]) for who in pair if who in self.origin]
            if len(origins) == 2 and origins[0] == origins[1]:
                raise ImpossibleError("brother and sister married")
        self._check_generations()

    def _check_generations(self) -> None:
        """Parents stand one generation above their children, husband and wife in the same."""
        links: dict[tuple[str, int], list[tuple[tuple[str, int], int]]] = {}
        for who in self.people():
            for table, up in ((self.origin, 1), (self.marriage, 0)):
                if who in table:
                    couple = ("couple", self.couple(table[who]))
                    links.setdefault(("person", who), []).append((couple, up))
                    links.setdefault(couple, []).append((("person", who), -up))
        level: dict[tuple[str, int], int] = {}
        for start in links:
            if start in level:
                continue
            level[start] = 0
            waiting = [start]
            while waiting:
                node = waiting.pop()
                for neighbour, up in links[node]:
                    if neighbour not in level:
                        level[neighbour] = level[node] + up
                        waiting.append(neighbour)
                    elif level[neighbour] != level[node] + up:
                        raise ImpossibleError("two generations at once")

    def _merge_couple(self, of: dict[int, int], kept: int, gone: int) -> None:
        if gone in of:
            couple = of.pop(gone)
            if kept in of:
                self.same_couple(of[kept], couple)
            else:
                of[kept] = couple

    def _seat(self, who: int, couple: int) -> None:
        """Put somebody of known gender in their place in a couple."""
        place = (self.couple(couple), self.gender[who])
        if place in self.partners:
            self.same_person(self.partners[place], who)
        else:
            self.partners[place] = who
