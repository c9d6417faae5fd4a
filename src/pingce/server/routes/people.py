"""People, groups and invites, for those who look after them."""

from typing import Annotated

from fastapi import APIRouter, UploadFile

from pingce.server.people.groups import GroupOf
from pingce.store.people import Role

from ..http.json_body import StrictRoute
from ..http.sign_in_lines import in_line
from ..people import accounts, groups, invites, roster
from ..people.accounts import NewPersonView, PersonView
from ..people.invites import InviteView, NewInviteView
from ..people.secrets import hash_password, make_password
from ..policies import Action
from ..request_context import Limit, Offset, PathId, RequestContext, Search, allow
from ..schemas.common import Done, ListPage
from ..schemas.people import (
    GroupChange,
    GroupIn,
    ImportedPeopleView,
    InviteIn,
    PersonChange,
    PersonIn,
)

router = APIRouter(tags=["people"], route_class=StrictRoute)


@router.get("/people", summary="People, by name")
def list_people(
    context: Annotated[RequestContext, allow(Action.SEE_PEOPLE)],
    search: Search = "",
    role: Role | None = None,
    group: Search = "",
    offset: Offset = 0,
    limit: Limit = 100,
) -> ListPage[PersonView]:
    with context.reading() as db:
        total, rows = accounts.list_people(db, search=search, role=role, group=group, offset=offset, limit=limit)
    return ListPage(total=total, offset=offset, rows=rows)


@router.post("/people", summary="Add a person", status_code=201)
@in_line("sign_in")
def add_person(body: PersonIn, context: Annotated[RequestContext, allow(Action.MANAGE_PEOPLE)]) -> NewPersonView:
    password = hash_password(body.password) if body.password else make_password()
    with context.changing_people() as db:
        return accounts.create_user(
            db,
            body.name,
            roles=body.roles,
            password=password,
            title=body.title,
            lang=body.lang,
            groups=body.groups,
            now=context.now,
        )


@router.patch("/people/{person}", summary="Change a person: title, roles, groups, password, active or not")
@in_line("sign_in")
def change_person(
    person: PathId, body: PersonChange, context: Annotated[RequestContext, allow(Action.MANAGE_PEOPLE)]
) -> PersonView:
    password = hash_password(body.password) if body.password else None
    with context.changing_people() as db:
        return accounts.change_user(
            db,
            person,
            title=body.title,
            roles=body.roles,
            active=body.active,
            groups=body.groups,
            password=password,
        )


@router.post("/people/import", summary="Add the people of a CSV file, all or none", status_code=201)
@in_line("roster")
def import_people(
    file: UploadFile, context: Annotated[RequestContext, allow(Action.MANAGE_PEOPLE)]
) -> ImportedPeopleView:
    people = roster.read_roster(file.file.read())
    with context.changing_people() as db:
        made = roster.import_roster(db, people, now=context.now)
    return ImportedPeopleView(people=made)


@router.get("/invites", summary="Invites that still work")
def list_invites(context: Annotated[RequestContext, allow(Action.MANAGE_PEOPLE)]) -> list[InviteView]:
    with context.reading() as db:
        return list(invites.list_invites(db, now=context.now))


@router.post("/invites", summary="Make an invite link; it is shown this once", status_code=201)
def make_invite(body: InviteIn, context: Annotated[RequestContext, allow(Action.MANAGE_PEOPLE)]) -> NewInviteView:
    with context.writing() as db:
        return invites.create_invite(
            db,
            roles=body.roles,
            title=body.title,
            group=body.group,
            uses=body.uses,
            days=body.days,
            by=context.actor.id,
            now=context.now,
        )


@router.delete("/invites/{invite}", summary="Take an invite back")
def drop_invite(invite: PathId, context: Annotated[RequestContext, allow(Action.MANAGE_PEOPLE)]) -> Done:
    with context.writing() as db:
        invites.delete_invite(db, invite)
    return Done()


@router.get("/groups", summary="Groups and who is in them")
def list_groups(context: Annotated[RequestContext, allow(Action.SEE_PEOPLE)]) -> list[GroupOf]:
    with context.reading() as db:
        return list(groups.list_groups(db))


@router.post("/groups", summary="Make a group", status_code=201)
def make_group(body: GroupIn, context: Annotated[RequestContext, allow(Action.MANAGE_PEOPLE)]) -> GroupOf:
    with context.writing() as db:
        return groups.create_group(db, body.name, body.members)


@router.patch("/groups/{group}", summary="Rename a group or say who is in it")
def change_group(
    group: PathId, body: GroupChange, context: Annotated[RequestContext, allow(Action.MANAGE_PEOPLE)]
) -> GroupOf:
    with context.writing() as db:
        return groups.change_group(db, group, name=body.name, members=body.members)


@router.delete("/groups/{group}", summary="Delete a group; its people stay")
def drop_group(group: PathId, context: Annotated[RequestContext, allow(Action.MANAGE_PEOPLE)]) -> Done:
    with context.writing() as db:
        groups.delete_group(db, group)
    return Done()
