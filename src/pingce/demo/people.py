"""Who one can be in the demo."""

import time
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy.orm import Session

from pingce.server.people.accounts import create_user
from pingce.server.people.groups import create_group
from pingce.server.people.invites import create_invite
from pingce.server.people.secrets import make_password
from pingce.spec.words import Words
from pingce.store.people import Actor, Role

People = Mapping[str, Actor]
INVITE_DAYS = 30


@dataclass(frozen=True)
class DemoPerson:
    """Somebody one can be in the demo."""

    name: str
    title: str
    roles: tuple[Role, ...]
    about: Words


PEOPLE = (
    DemoPerson(
        "demo-admin",
        "周敏",
        (Role.ADMIN, Role.BUILDER),
        Words("管理人员和活动", "looks after people and campaigns"),
    ),
    DemoPerson("demo-builder", "林涛", (Role.BUILDER,), Words("建立活动、导入题目", "makes campaigns")),
    DemoPerson(
        "demo-annotator-1",
        "李静",
        (Role.ANNOTATOR,),
        Words("标注题目；有退回的作业和一份草稿", "annotates; has returned work and a draft"),
    ),
    DemoPerson("demo-annotator-2", "王磊", (Role.ANNOTATOR,), Words("标注题目", "annotates")),
    DemoPerson("demo-annotator-3", "孙悦", (Role.ANNOTATOR,), Words("标注题目", "annotates")),
    DemoPerson("demo-reviewer-1", "赵琳", (Role.REVIEWER,), Words("审核、抽审", "reviews and audits")),
    DemoPerson("demo-reviewer-2", "钱枫", (Role.REVIEWER,), Words("终审申诉", "decides appeals")),
    DemoPerson("demo-team", "远山队", (Role.TEAM,), Words("参加评测", "takes part in a shared task")),
)
ANNOTATORS = tuple(person.name for person in PEOPLE if Role.ANNOTATOR in person.roles)
REVIEWERS = tuple(person.name for person in PEOPLE if Role.REVIEWER in person.roles)
ADMINISTRATOR = "demo-admin"
BUILDER = "demo-builder"


def make_people(db: Session, *, now: float) -> People:
    """Nobody knows their passwords: in the demo one signs in by a click."""
    password = make_password()
    people: dict[str, Actor] = {}
    for person in PEOPLE:
        made = create_user(db, person.name, roles=person.roles, title=person.title, password=password, now=now)
        people[person.name] = Actor(made.id, made.name, frozenset(person.roles))
    create_group(db, "标注一组", [people[name].id for name in ANNOTATORS])
    create_group(db, "审核组", [people[name].id for name in REVIEWERS])
    create_invite(db, roles=[Role.ANNOTATOR], title="新标注员", now=time.time(), uses=10, days=INVITE_DAYS)
    return people
