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
    title: Title | None = None
    lang: Lang | None = None


class PasswordIn(In):
    old: Annotated[str, Field(max_length=200)]
    new: Password


class TokenIn(In):
    title: Annotated[str, StringConstraints(min_length=1, max_length=128)]
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=5)]
    days: Annotated[int, Field(ge=1, le=3650)] | None = 365
    """null: until it is deleted."""


class PersonIn(In):
    name: UserName
    title: Title = ""
    roles: list[Role] = Field(default_factory=list, max_length=5)
    password: Password | None = None
    """null: one is made and shown once in the answer."""
    groups: list[GroupName] = Field(default_factory=list, max_length=50)
    lang: Lang = "zh"


class PersonChange(In):
    title: Title | None = None
    roles: Annotated[list[Role], Field(max_length=5)] | None = None
    active: bool | None = None
    groups: Annotated[list[GroupName], Field(max_length=50)] | None = None
    password: Password | None = None


class ImportedPeopleView(Out):
    people: list[NewPersonView]


class InviteIn(In):
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
    name: UserName
    password: Password
    title: Title = ""
    lang: Lang = "zh"


class GroupIn(In):
    name: GroupName
    members: list[Id] = Field(default_factory=list, max_length=5000)


class GroupChange(In):
    name: GroupName | None = None
    members: Annotated[list[Id], Field(max_length=5000)] | None = None


class DemoLoginIn(In):
    name: Annotated[str, Field(max_length=64)]
