"""A step for many items at once: what can be done to one, done to all that are named or found.

Every item takes the step of its own page, with its line in the history and its notices; what cannot take it is counted
with the reason and left as it is. All of it is one change. A preview takes the same steps and undoes them, so that it
promises nothing else.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.annotate.workflow import ItemState, TurnState
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Conflict, NotAllowed, NotFound, Refused
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item, ItemGroup, Turn

from .access import CampaignContext, enter
from .item_filter import ALL_ITEMS, ItemFilter, found, need_names
from .locks import lock_item, lock_jobs
from .manage import escalate, reopen
from .quotas import left_group, reassign
from .send_back import reject_answers, send_back_decided
from .shown import shown
from .tidy import end_turns

ManyStep = Literal["send-back", "send-back-decided", "hand-on", "escalate", "reopen"]
BY_REVIEWERS: frozenset[ManyStep] = frozenset({"send-back", "send-back-decided"})
MOST = 500
"""Items at once: everybody else's answers wait while they change."""


@dataclass(frozen=True, slots=True)
class ManyOrder:
    """What is to be done, why, and to which items."""

    step: ManyStep
    reason: str
    items: tuple[int, ...] = ()
    """None: all that ``wanted`` finds."""
    wanted: ItemFilter = ALL_ITEMS
    """Its person is also whose answers go back and whose place in a group is handed on."""
    to_user: int | None = None


@dataclass(frozen=True, slots=True)
class LeftAlone:
    """Items that cannot take the step now, with why."""

    code: str
    state: str
    items: int


@dataclass(frozen=True, slots=True)
class ManyResult:
    """How many items took the step; ``groups`` were handed on with all that was left in them."""

    done: int
    left_alone: tuple[LeftAlone, ...]
    groups: int


def preview_many(
    db: Session, actor: Actor, campaign_id: int, order: ManyOrder, *, at: float | None = None
) -> ManyResult:
    """What ``do_many`` would do now; nothing is changed."""
    trial = db.begin_nested()
    try:
        return _run(db, actor, campaign_id, order, clock(db) if at is None else at)
    finally:
        trial.rollback()


def do_many(
    db: Session, actor: Actor, campaign_id: int, order: ManyOrder, *, expected: int, at: float | None = None
) -> ManyResult:
    """Do it; Conflict, and nothing is changed, when it is not as many items as the preview said."""
    result = _run(db, actor, campaign_id, order, clock(db) if at is None else at)
    if result.done != expected:
        raise Conflict(
            Words(
                f"预览之后有题变了：现在能处理 {result.done} 题，不是 {expected} 题；什么也没有做。",
                f"Items changed after the preview: {result.done} can be done now, not {expected}; nothing was done.",
            ),
            code="changed",
        )
    return result


def _run(db: Session, actor: Actor, campaign_id: int, order: ManyOrder, at: float) -> ManyResult:
    context = enter(db, actor, campaign_id, Role.REVIEWER if order.step in BY_REVIEWERS else Role.BUILDER)
    if not order.reason.strip():
        raise Refused(Words("请写明理由。", "Say why."), code="reason-missing")
    items = _meant(db, context, order)
    counts = _Counts()
    if order.step == "hand-on":
        return counts.result(groups=_hand_on(db, actor, context, order, items, counts, at))
    if order.wanted.person is not None:
        need_names(context)
    end_turns(db, context, at)
    for item in items:
        with counts.attempt(db, [item]):
            match order.step:
                case "send-back":
                    _send_back(db, actor, context, item, order, at)
                case "send-back-decided":
                    send_back_decided(db, actor, item.id, order.reason, person=order.wanted.person, at=at)
                case "escalate":
                    escalate(db, actor, item.id, order.reason, at=at)
                case "reopen":
                    reopen(db, actor, item.id, order.reason, at=at)
    return counts.result()


class _Counts:
    """What came of every item."""

    def __init__(self) -> None:
        self.done = 0
        self.left: Counter[tuple[str, str]] = Counter()

    @contextmanager
    def attempt(self, db: Session, items: Sequence[Item]) -> Iterator[None]:
        """These items take a step together, or stay as they are."""
        states = [item.state for item in items]
        try:
            with db.begin_nested():
                yield
        except (Conflict, NotAllowed, NotFound) as refusal:
            self.left.update((refusal.code, state) for state in states)
        else:
            self.done += len(items)

    def result(self, *, groups: int = 0) -> ManyResult:
        left = tuple(LeftAlone(code, state, count) for (code, state), count in sorted(self.left.items()))
        return ManyResult(self.done, left, groups)


def _meant(db: Session, context: CampaignContext, order: ManyOrder) -> list[Item]:
    """By group, so that nobody who locks groups in another order waits for us while we wait for them."""
    query = select(Item).outerjoin(ItemGroup, ItemGroup.id == Item.group_id)
    if order.items:
        query = query.where(shown(context.id), Item.id.in_(order.items))
    else:
        query = query.where(*found(db, context, order.wanted))
    items = list(db.scalars(query.order_by(Item.group_id, Item.id).limit(MOST + 1)))
    if len(items) > MOST:
        raise Refused(
            Words(f"一次最多 {MOST} 题；请再筛选。", f"At most {MOST} items at once; narrow the filter."),
            code="too-many",
        )
    if missing := set(order.items) - {item.id for item in items}:
        raise NotFound(Words(f"题目 {min(missing)}", f"item {min(missing)}"))
    return items


def _send_back(db: Session, actor: Actor, context: CampaignContext, item: Item, order: ManyOrder, at: float) -> None:
    """The answers that wait for an audit, or that person's, go back to their authors as a reviewer rejects them."""
    lock_item(db, item.id)
    theirs = {job.id for job in lock_jobs(db, item.id) if order.wanted.person in (None, job.user_id)}
    waiting = select(Turn).where(Turn.item_id == item.id, Turn.kind == "audit", Turn.job_id.in_(theirs))
    waiting = waiting.where(Turn.state.in_((TurnState.WAITING, TurnState.CLAIMED))).order_by(Turn.id)
    turns = db.scalars(waiting.with_for_update().execution_options(populate_existing=True)).all()
    if not turns:
        late = item.state not in (ItemState.AUDIT, ItemState.CORRECTING)
        raise Conflict(
            Words("没有等待抽审的答案。", "No answer waits for an audit."),
            code="wrong-state" if late else "not-waiting",
        )
    if any(turn.state == TurnState.CLAIMED and turn.reviewer_id != actor.id for turn in turns):
        raise Conflict(Words("另一位审核员正在看。", "Another reviewer is looking at it."), code="in-review")
    reject_answers(db, actor, context, turns, order.reason, at)


def _hand_on(
    db: Session,
    actor: Actor,
    context: CampaignContext,
    order: ManyOrder,
    items: Sequence[Item],
    counts: _Counts,
    at: float,
) -> int:
    """Groups go on as a whole: what somebody has not answered of them belongs to whoever sits in them."""
    person, taker = order.wanted.person, order.to_user
    if person is None or taker is None:
        raise Refused(
            Words("请先按人员筛选，再选接手的人。", "Filter by a person first, then choose who takes over."),
            code="whose",
        )
    groups: dict[int | None, list[Item]] = {}
    for item in items:
        groups.setdefault(item.group_id, []).append(item)
    handed = 0
    for group_id, members in groups.items():
        before = counts.done
        with counts.attempt(db, members):
            if group_id is None:
                raise Conflict(Words("题目不在组里。", "The item is in no group."), code="no-group")
            group = db.get_one(ItemGroup, group_id)
            if not left_group(db, group, person).items:
                raise Conflict(Words("这一组没有剩下的题。", "Nothing of the group is left."), code="nothing-left")
            reassign(db, actor, context.id, group.key, from_user=person, to_user=taker, reason=order.reason, at=at)
        handed += counts.done > before
    return handed
