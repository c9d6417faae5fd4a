"""A demo that explains itself: people of every role and a campaign of every kind, from the examples."""

import time
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from pingce.annotate.files import read_new_items
from pingce.annotate.forms import form_of
from pingce.annotate.services import campaigns, imports, members
from pingce.spec.words import Words
from pingce.store.database import transaction
from pingce.store.people import Actor, Role
from pingce.store.tables.people import User

from .people.accounts import create_user
from .people.secrets import make_password


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
        "管理员 · 周",
        (Role.ADMIN, Role.BUILDER),
        Words("管理人员和活动", "looks after people and campaigns"),
    ),
    DemoPerson("demo-builder", "建设者 · 林", (Role.BUILDER,), Words("建立活动、导入题目", "makes campaigns")),
    DemoPerson("demo-annotator-1", "标注员 · 李", (Role.ANNOTATOR,), Words("标注题目", "annotates")),
    DemoPerson("demo-annotator-2", "标注员 · 王", (Role.ANNOTATOR,), Words("标注题目", "annotates")),
    DemoPerson("demo-reviewer-1", "审核员 · 赵", (Role.REVIEWER,), Words("审核、抽审", "reviews and audits")),
    DemoPerson("demo-reviewer-2", "审核员 · 钱", (Role.REVIEWER,), Words("终审申诉", "decides appeals")),
    DemoPerson("demo-team", "参赛队 · 远山", (Role.TEAM,), Words("参加评测", "takes part in a shared task")),
)


@dataclass(frozen=True)
class DemoCampaign:
    title: str
    preset: str
    file: str
    group_by: str = ""
    inventory: str | None = None
    questions: str | None = None


CAMPAIGNS = (
    DemoCampaign("空间表达正误评级", "space-rating", "space2022/task1_dev_input.jsonl"),
    DemoCampaign("异常归因", "space-attribution", "space2022/task2_dev_input.jsonl"),
    DemoCampaign("STEP 标注", "space-step", "space2022/task3_dev_input.jsonl"),
    DemoCampaign("异常片段识别", "space-anomaly", "space2023/task1_dev_input.jsonl"),
    DemoCampaign("空间场景异同", "space-scene", "space2023/task3_examples.jsonl"),
    DemoCampaign("词义标注", "wsd", "wsd/val.data.txt", group_by="word", inventory="wsd/inventory.json"),
    DemoCampaign(
        "解释评分", "explanation-rating", "space2023/pred-a-task3.jsonl", questions="space2023/task3_examples.jsonl"
    ),
)


def tell_story(engine: Engine) -> None:
    """Fill an empty database; one that has people is left as it is."""
    with transaction(engine) as db:
        if db.scalar(select(User.id).limit(1)) is not None:
            return
        people = {person.name: _person(db, person) for person in PEOPLE}
        for campaign in CAMPAIGNS:
            _campaign(db, people, campaign)


def _person(db: Session, person: DemoPerson) -> Actor:
    made = create_user(
        db, person.name, roles=person.roles, title=person.title, password=make_password(), now=time.time()
    )
    return Actor(made.id, made.name, frozenset(person.roles))


def _campaign(db: Session, people: dict[str, Actor], campaign: DemoCampaign) -> None:
    builder = people["demo-builder"]
    made = campaigns.create_campaign(db, builder, title=campaign.title, preset=campaign.preset)
    items = read_new_items(
        form_of(campaign.preset),
        _example(campaign.file),
        group_by=campaign.group_by,
        inventory=_example(campaign.inventory) if campaign.inventory else None,
        questions=_example(campaign.questions) if campaign.questions else None,
    )
    imports.import_items(db, builder, made, items)
    changes = [
        members.MemberChange(actor.id, frozenset({role}))
        for actor in people.values()
        for role in (Role.ANNOTATOR, Role.REVIEWER)
        if role in actor.roles
    ]
    members.set_members(db, builder, made, changes)
    campaigns.change_campaign(db, builder, made, status="open")


def _example(name: str) -> str:
    return str(examples_folder() / name)


def examples_folder() -> Path:
    """Inside an installed package, or beside its source."""
    inside = Path(__file__).parents[1] / "examples"
    return inside if inside.is_dir() else Path(__file__).parents[3] / "examples"
