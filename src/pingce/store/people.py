"""Who acts: every service takes an Actor and writes it into the history."""

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


ROLE_TITLES: dict[Role, Words] = {
    Role.ADMIN: Words("管理员", "administrator"),
    Role.BUILDER: Words("建设者", "builder"),
    Role.REVIEWER: Words("审核员", "reviewer"),
    Role.ANNOTATOR: Words("标注员", "annotator"),
    Role.TEAM: Words("参赛队", "team"),
}


@dataclass(frozen=True, slots=True)
class Actor:
    """The person behind a request or a command, with the roles they may use in it."""

    id: int
    name: str
    roles: frozenset[Role] = frozenset()

    def is_any(self, *roles: Role) -> bool:
        return not self.roles.isdisjoint(roles)
