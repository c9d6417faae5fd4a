"""Human studies as campaigns: a sample of released data that everybody answers, its published answers kept beside it.

In a *test* nobody is shown the answers; in an *audit* they stand on the form and each reviewer mends them alone.
Nothing is decided: every answer stays, and ``pingce.quality`` compares them with the published ones. The items come
from ``pingce.quality.draw``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, get_args

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pingce.annotate.files.items import read_new_items
from pingce.annotate.forms import form_of
from pingce.annotate.items import NewItem
from pingce.annotate.workflow import ANSWERED_JOBS
from pingce.spec.words import Words
from pingce.store.errors import Refused
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Job, Member

from .access import enter
from .campaigns import create_campaign
from .imports import import_items
from .preannotate import prepare, store
from .show import names, shown_names

StudyKind = Literal["test", "audit"]
STUDY_KINDS: tuple[StudyKind, ...] = get_args(StudyKind)
PUBLISHED = "published"
"""Whose suggestion the answers of an audit are."""


def study_items(task: str, file: str, ids: Sequence[str], *, inventory: str | None = None) -> list[NewItem]:
    """The drawn items of a file in the order drawn, with its answers as what is known of them."""
    wanted = set(ids)
    form = form_of(task)
    read = {
        item.id: replace(item, studied=True)
        for item in read_new_items(form, file, control=True, inventory=inventory)
        if item.id in wanted
    }
    return [read[name] for name in ids]


def study_settings(kind: StudyKind, people: int) -> dict[str, object]:
    """How a study differs from other campaigns: many answers, none decides, no reviewer looks."""
    return {"study": kind, "answers": people, "on_disagreement": "leave", "order": "shuffled", "blind": True}


def create_study(
    db: Session,
    actor: Actor,
    *,
    title: str,
    task: str,
    kind: StudyKind,
    people: int,
    items: Iterable[NewItem],
    at: float | None = None,
) -> int:
    """A campaign in draft, with its items; for an audit with the published answers on the form.

    ``people`` is how many answer every item; ``items`` are the drawn sample. Returns the campaign's number.
    """
    new = list(items)
    if not new:
        raise Refused(Words("样本里没有题目。", "There are no items in the sample."), code="no-items")
    settings = study_settings(kind, people)
    number = create_campaign(db, actor, title=title, form=task, settings=settings, at=at)
    import_items(db, actor, number, new, at=at)
    if kind == "audit":
        show_published(db, actor, number, new, at=at)
    return number


def show_published(
    db: Session, actor: Actor, campaign: int, items: Iterable[NewItem], *, at: float | None = None
) -> None:
    """Put the published answers on the forms, where reviewers mend them."""
    answers = [(item.id, item.gold) for item in items if item.gold is not None]
    store(db, actor, campaign, prepare(db, actor, campaign, answers, system=PUBLISHED), at=at)


@dataclass(frozen=True, slots=True)
class StudyPerson:
    """Somebody who takes part, by login name and as pages call them, and how many items they answered."""

    name: str
    shown: str
    answered: int


class StudyStanding(NamedTuple):
    """How far a study is."""

    kind: StudyKind
    items: int
    asked: int
    """People that every item is asked of."""
    people: tuple[StudyPerson, ...]


def study_standing(db: Session, actor: Actor, campaign: int) -> StudyStanding:
    """Who has answered how much; for those who run the campaign."""
    context = enter(db, actor, campaign, Role.BUILDER)
    kind = context.settings.study
    if kind == "no":
        raise Refused(
            Words("这项活动不是人类测试或复核。", "This campaign is no human test or audit."), code="no-study"
        )
    counted = (
        select(Job.user_id, func.count())
        .where(Job.campaign_id == campaign, Job.state.in_([str(state) for state in ANSWERED_JOBS]))
        .group_by(Job.user_id)
    )
    answers = {row[0]: row[1] for row in db.execute(counted)}
    asked = select(Member.user_id).where(Member.campaign_id == campaign, Member.roles.contains(Role.ANNOTATOR))
    users = answers.keys() | set(db.scalars(asked))
    logins, shown = names(db, users), shown_names(db, users)
    people = sorted((StudyPerson(logins[user], shown[user], answers.get(user, 0)) for user in users), key=_by_name)
    return StudyStanding(kind, context.campaign.size, context.settings.answers, tuple(people))


def _by_name(person: StudyPerson) -> str:
    return person.name
