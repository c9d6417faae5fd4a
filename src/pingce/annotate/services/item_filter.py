"""Which items of a campaign are meant: by words, state and group, by who answered or holds them, by what was said."""

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import ColumnElement, Select, Text, and_, cast, exists, or_, select
from sqlalchemy.orm import Session, aliased

from pingce.annotate.workflow import ANSWERED_JOBS, ItemState, JobState
from pingce.spec.shapes import Choice
from pingce.spec.words import Words
from pingce.store.errors import NotAllowed, Refused
from pingce.store.tables.annotate import Item, ItemGroup, Job, Seat
from pingce.store.tables.history import AnswerVersion, Decision

from .access import CampaignContext, builds
from .groups import mine
from .record import SETTLED
from .show import texts_hold
from .shown import shown

PersonPart = Literal["any", "answered", "holding"]


@dataclass(frozen=True, slots=True)
class ItemFilter:
    """What is empty asks for nothing; all that is given must hold."""

    query: str = ""
    """Words of the id or of a text."""
    state: str = ""
    group: str = ""
    control: bool | None = None
    person: int | None = None
    part: PersonPart = "any"
    """What that person did: answered it, or has it still to answer."""
    label: str = ""
    """``field=label``: of an answer as it stands (that person's, if one is named) or of the decision."""


ALL_ITEMS = ItemFilter()


def found(db: Session, context: CampaignContext, wanted: ItemFilter) -> list[ColumnElement[bool]]:
    """The conditions on ``Item`` and, joined to it, ``ItemGroup``."""
    conditions: list[ColumnElement[bool]] = [shown(context.id)]
    if wanted.query:
        conditions.append(or_(Item.ref.contains(wanted.query, autoescape=True), texts_hold(db, wanted.query)))
    if wanted.state:
        conditions.append(Item.state == wanted.state)
    if wanted.group:
        conditions.append(ItemGroup.key == wanted.group)
    if wanted.control is not None:
        conditions.append(Item.control.is_(wanted.control))
    if wanted.person is not None:
        need_names(context)
        conditions.append(_of_person(context, wanted.person, wanted.part))
    if wanted.label:
        conditions.append(_has_label(context, wanted.label, wanted.person))
    return conditions


def is_blind(context: CampaignContext) -> bool:
    """Whether this person must not learn who answered."""
    return context.settings.blind and not builds(context.roles)


def need_names(context: CampaignContext) -> None:
    """A list of what somebody answered says who answered."""
    if is_blind(context):
        raise NotAllowed(
            Words("审核员在这项活动中看不到是谁作答。", "Reviewers of this campaign do not learn who answered."),
            code="blind",
        )


def _of_person(context: CampaignContext, person: int, part: PersonPart) -> ColumnElement[bool]:
    theirs = select(Job.item_id).where(Job.campaign_id == context.id, Job.user_id == person)
    answered = Item.id.in_(theirs.where(Job.state.in_(sorted(ANSWERED_JOBS))))
    seats = select(Seat.group_id).where(Seat.user_id == person)
    due = and_(Item.group_id.in_(seats), Item.state.in_((ItemState.OPEN, ItemState.LOCKED)), ~mine(person))
    holding = or_(Item.id.in_(theirs.where(Job.state.in_((JobState.CLAIMED, JobState.REJECTED)))), due)
    return answered if part == "answered" else holding if part == "holding" else or_(answered, holding)


def _has_label(context: CampaignContext, wanted: str, person: int | None) -> ColumnElement[bool]:
    name, _, label = wanted.partition("=")
    field = context.form.by_name.get(name)
    if field is None or not isinstance(field.shape, Choice) or label not in field.shape.labels:
        raise Refused(
            Words(
                f"这项活动没有标签 {wanted}；应为 字段=标签。",
                f"This campaign has no label {wanted}; it is written field=label.",
            ),
            code="bad-label",
        )
    answers, later = aliased(AnswerVersion), aliased(AnswerVersion)
    stands = ~exists().where(later.job_id == answers.job_id, later.kind.in_(SETTLED), later.id > answers.id)
    current = exists().where(
        answers.item_id == Item.id, answers.kind.in_(SETTLED), _says(answers, field.key, field.shape, label), stands
    )
    if person is not None:
        job = select(Job.id).where(Job.item_id == answers.item_id, Job.user_id == person).scalar_subquery()
        return current.where(answers.job_id == job)
    decided = aliased(AnswerVersion)
    last = _last_decision().scalar_subquery()
    return or_(
        current,
        and_(
            Item.state == ItemState.DECIDED,
            exists().where(decided.id == last, _says(decided, field.key, field.shape, label)),
        ),
    )


def _last_decision() -> Select[int | None]:
    decision = select(Decision.answer_id).where(Decision.item_id == Item.id, Decision.about_item)
    return decision.order_by(Decision.id.desc()).limit(1).correlate(Item)


def _says(answer: type[AnswerVersion], key: str, shape: Choice, label: str) -> ColumnElement[bool]:
    """Whether an answer has a label, compared as text: what a draft holds may be of any type."""
    truth = {"1": "true", "0": "false"}[label] if shape.encoding == "bool" else label
    return cast(answer.content[key].as_string(), Text).in_(sorted({label, truth}))
