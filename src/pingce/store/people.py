"""Who acts: every service takes an Actor and writes it into the history.

Roles are what a person may do in general; campaigns and competitions say where. An ``Actor`` is made by whoever knows
the person: a session, a token, or the command line.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from pingce.spec.words import Words


class Role(StrEnum):
    """What a person may do in general; membership of a campaign says where."""

    ADMIN = "admin"
    BUILDER = "builder"
    REVIEWER = "reviewer"
    ANNOTATOR = "annotator"
    TEAM = "team"


PROGRAM = "pingce"
"""The account in whose name a benchmark without people is made; it has no password, so nobody signs in with it."""
ROLE_TITLES: dict[Role, Words] = {
    Role.ADMIN: Words("管理员", "administrator"),
    Role.BUILDER: Words("建设者", "builder"),
    Role.REVIEWER: Words("审核员", "reviewer"),
    Role.ANNOTATOR: Words("标注员", "annotator"),
    Role.TEAM: Words("参赛队", "team"),
}


def split_roles(stored: str) -> frozenset[Role]:
    """Roles from the way they are stored."""
    return frozenset(Role(word) for word in stored.split())


def join_roles(roles: Iterable[Role]) -> str:
    """As they are stored: one spelling for the same roles."""
    return " ".join(sorted(set(roles)))


@dataclass(frozen=True, slots=True)
class Actor:
    """The person behind a request or a command, with the roles they may use in it."""

    id: int
    name: str
    roles: frozenset[Role] = frozenset()

    def is_any(self, *roles: Role) -> bool:
        """Whether they have one of the roles."""
        return not self.roles.isdisjoint(roles)
