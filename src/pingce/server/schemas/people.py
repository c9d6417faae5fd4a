"""Signing in, people, invites, groups, tokens."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from pingce.server.people.accounts import NewPersonView
from pingce.server.policies import Scope
from pingce.spec.words import Lang
from pingce.store.people import Role

from .common import Id, In, Out, Title

UserName = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[^\s/\\<>\"'&,;]+$")]
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]
GroupName = Annotated[str, StringConstraints(min_length=1, max_length=64, strip_whitespace=True)]


class LoginIn(In):
    """Name and password of somebody who signs in."""

    name: Annotated[str, Field(max_length=64)]
    password: Annotated[str, Field(max_length=200)]


class MeView(Out):
    """Who is signed in; `csrf` goes into the header X-CSRF-Token of every change."""

    id: int
    name: str
    title: str
    roles: list[Role]
    lang: Lang
    csrf: str
    """Empty for API tokens, which need none."""
    demo: bool


class MeIn(In):
    """What people may change about themselves; what is left out stays."""

    title: Title | None = None
    lang: Lang | None = None


class PasswordIn(In):
    """A new password, and the old one as proof."""

    old: Annotated[str, Field(max_length=200)]
    new: Password


class TokenIn(In):
    """A token for programs, with the rights (`scopes`) it is to have; it never has more than its owner."""

    title: Annotated[str, StringConstraints(min_length=1, max_length=128)]
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=5)]
    days: Annotated[int, Field(ge=1, le=3650)] | None = 365
    """null: until it is deleted."""


class PersonIn(In):
    """Somebody who gets an account."""

    name: UserName
    title: Title = ""
    roles: list[Role] = Field(default_factory=list, max_length=5)
    password: Password | None = None
    """null: one is made and shown once in the answer."""
    groups: list[GroupName] = Field(default_factory=list, max_length=50)
    lang: Lang = "zh"


class PersonChange(In):
    """What an administrator changes about somebody; `active` false: they cannot sign in any more."""

    title: Title | None = None
    roles: Annotated[list[Role], Field(max_length=5)] | None = None
    active: bool | None = None
    groups: Annotated[list[GroupName], Field(max_length=50)] | None = None
    password: Password | None = None


class ImportedPeopleView(Out):
    """The accounts made from a file, with passwords that are shown this once."""

    people: list[NewPersonView]


class InviteIn(In):
    """A link by which people make an account of their own: which roles they get, how often and how long it works."""

    roles: Annotated[list[Role], Field(min_length=1, max_length=5)]
    title: Title = ""
    group: GroupName | None = None
    uses: Annotated[int, Field(ge=1, le=1000)] = 1
    days: Annotated[int, Field(ge=1, le=90)] = 7


class CampaignInviteIn(In):
    """Roles that builders may give: nobody becomes a builder or an administrator by them."""

    roles: Annotated[list[Literal["annotator", "reviewer"]], Field(min_length=1, max_length=2)]
    title: Title = ""
    uses: Annotated[int, Field(ge=1, le=1000)] = 1
    days: Annotated[int, Field(ge=1, le=90)] = 7


class JoinIn(In):
    """The account that somebody makes who was invited."""

    name: UserName
    password: Password
    title: Title = ""
    lang: Lang = "zh"


class GroupIn(In):
    """People who are put into campaigns together."""

    name: GroupName
    members: list[Id] = Field(default_factory=list, max_length=5000)


class GroupChange(In):
    """What is to change about a group; `members` replaces all of them."""

    name: GroupName | None = None
    members: Annotated[list[Id], Field(max_length=5000)] | None = None


class DemoLoginIn(In):
    """Whom one wants to be in the demo; no password is asked for there."""

    name: Annotated[str, Field(max_length=64)]
