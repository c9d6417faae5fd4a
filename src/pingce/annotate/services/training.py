"""The training stage of a campaign: examples with feedback, and a test against gold that admits people.

Builders bring items with their right answers, as examples or for the test. Annotators try examples and are told at
once; of the test they hear only how many answers were right, since others take it after them. Whether an answer is
right is decided by the campaign's own test of agreement. Every attempt is kept.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from pingce.annotate.consensus import same
from pingce.annotate.item_problems import BadItems, item_problems
from pingce.annotate.items import AnnotationItem, Json, NewItem
from pingce.annotate.rules import Hit, blocks, check
from pingce.annotate.sampling import shuffled_position
from pingce.annotate.services.campaign_views import Imported
from pingce.annotate.services.views import JobItem
from pingce.spec.errors import PlacedProblem
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Conflict, NotFound, Refused
from pingce.store.people import Actor, Role
from pingce.store.tables.qualification import TrainingAttempt, TrainingItem

from .access import ANYBODY, CampaignContext, enter
from .admissions import admit_by_test, is_admitted
from .checking import BLOCKED
from .record import note
from .show import shown_to_annotators, spatial_word_views

Use = Literal["example", "test"]
USES: tuple[Use, ...] = get_args(Use)
HOUR = 3600


@dataclass(frozen=True, slots=True)
class TrainingItemView:
    """A training item as its builder sees it."""

    id: int
    ref: str
    use: str
    texts: dict[str, str]
    gold: Json
    remark: str


@dataclass(frozen=True, slots=True)
class TrainingQuestion(JobItem):
    """A training item as annotators see it, without its answer."""

    number: int
    answer: Json | None
    """What they said so far, in a test."""


@dataclass(frozen=True, slots=True)
class TriedExample:
    """How somebody's answer to an example compares with the right one."""

    right: bool
    gold: Json
    remark: str
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class AttemptView:
    """One time somebody took the test; which answers were wrong is not told."""

    id: int
    number: int
    begun_at: float
    finished_at: float | None
    right: int | None
    total: int
    passed: bool | None


@dataclass(frozen=True, slots=True)
class TrainingView:
    """Where somebody stands: what there is to do, by which rule people are admitted, their attempts."""

    admits: str
    admitted: bool
    examples: int
    test: int
    """Items an attempt asks."""
    pass_share: float
    attempts_left: int
    next_at: float | None
    """Until then they have to wait before they may try again."""
    attempts: tuple[AttemptView, ...]


def add_training_items(
    db: Session, actor: Actor, campaign_id: int, items: Iterable[NewItem], use: Use, *, at: float | None = None
) -> Imported:
    """Items with their right answers, all or none; one whose id is there already is passed over."""
    context = enter(db, actor, campaign_id, Role.BUILDER)
    new = list(items)
    lacking = [(item, Words("没有答案", "there is no answer")) for item in new if item.gold is None]
    wrong = [*item_problems(context.form, new), *lacking]
    problems = [PlacedProblem(item.id, words) for item, words in wrong]
    if problems:
        raise BadItems(problems[:20], len(problems))
    known = set(db.scalars(select(TrainingItem.ref).where(TrainingItem.campaign_id == campaign_id)))
    fresh = [item for item in new if item.id not in known]
    for item in fresh:
        assert item.gold is not None
        remark = str(item.extra.get("remark") or "")
        db.add(
            TrainingItem(
                campaign_id=context.id,
                ref=item.id,
                use=use,
                texts=dict(item.texts),
                extra=item.extra,
                gold=item.gold,
                remark=remark,
            )
        )
    at = clock(db) if at is None else at
    note(db, "training-items", at=at, campaign=campaign_id, actor=actor, use=use, added=len(fresh))
    db.flush()
    return Imported(len(fresh), len(new) - len(fresh), len(known) + len(fresh))


def training_items(db: Session, actor: Actor, campaign_id: int) -> list[TrainingItemView]:
    """The examples and test questions of a campaign with their right answers; for builders only."""
    enter(db, actor, campaign_id, Role.BUILDER)
    rows = db.scalars(
        select(TrainingItem).where(TrainingItem.campaign_id == campaign_id).order_by(TrainingItem.use, TrainingItem.id)
    )
    return [TrainingItemView(row.id, row.ref, row.use, row.texts, row.gold, row.remark) for row in rows]


def drop_training_items(
    db: Session, actor: Actor, campaign_id: int, ids: Sequence[int], *, at: float | None = None
) -> int:
    """Take items out; while somebody is taking the test with one of them it stays."""
    enter(db, actor, campaign_id, Role.BUILDER)
    running = db.scalars(
        select(TrainingAttempt.items).where(
            TrainingAttempt.campaign_id == campaign_id, TrainingAttempt.finished_at.is_(None)
        )
    )
    if any(set(items) & set(ids) for items in running):
        raise Conflict(Words("有人正在用这些题测试。", "Somebody is taking the test with these."), code="in-use")
    here = TrainingItem.campaign_id == campaign_id
    refs = db.scalars(select(TrainingItem.ref).where(here, TrainingItem.id.in_(ids))).all()
    db.execute(delete(TrainingItem).where(here, TrainingItem.id.in_(ids)))
    at = clock(db) if at is None else at
    note(db, "training-dropped", at=at, campaign=campaign_id, actor=actor, refs=list(refs))
    return len(refs)


def training(db: Session, actor: Actor, campaign_id: int, *, at: float | None = None) -> TrainingView:
    """Where the person who asks stands."""
    context = enter(db, actor, campaign_id, *ANYBODY)
    at = clock(db) if at is None else at
    counts = dict(
        db.execute(
            select(TrainingItem.use, func.count())
            .where(TrainingItem.campaign_id == campaign_id)
            .group_by(TrainingItem.use)
        ).all()
    )
    attempts = _attempts(db, context, actor)
    return TrainingView(
        admits=context.settings.admits,
        admitted=is_admitted(db, context, actor.id),
        examples=counts.get("example", 0),
        test=min(counts.get("test", 0), context.settings.test_items or counts.get("test", 0)),
        pass_share=context.settings.pass_share,
        attempts_left=max(0, context.settings.attempts - sum(a.finished_at is not None for a in attempts)),
        next_at=_next_at(context, attempts, at),
        attempts=tuple(_attempt_view(attempt) for attempt in attempts),
    )


def examples(db: Session, actor: Actor, campaign_id: int) -> list[TrainingQuestion]:
    """What to learn from, in the order of the file, without the answers."""
    context = enter(db, actor, campaign_id, *ANYBODY)
    rows = db.scalars(
        select(TrainingItem)
        .where(TrainingItem.campaign_id == campaign_id, TrainingItem.use == "example")
        .order_by(TrainingItem.id)
    )
    return [_question(context, item, None) for item in rows]


def try_example(db: Session, actor: Actor, campaign_id: int, item_id: int, answer: Json) -> TriedExample:
    """Feedback on one example: whether it is right, the right answer and why."""
    context = enter(db, actor, campaign_id, *ANYBODY)
    item = db.get(TrainingItem, item_id)
    if item is None or item.campaign_id != campaign_id or item.use != "example":
        raise NotFound(Words(f"示例 {item_id}", f"example {item_id}"))
    hits = _checked(context, item, answer)
    return TriedExample(_is_right(context, item, answer), item.gold, item.remark, tuple(hits))


def begin_attempt(db: Session, actor: Actor, campaign_id: int, *, at: float | None = None) -> AttemptView:
    """The attempt under way, else a new one with items drawn for it, if the retake rule allows."""
    context = enter(db, actor, campaign_id, Role.ANNOTATOR)
    at = clock(db) if at is None else at
    attempts = _attempts(db, context, actor)
    if attempts and attempts[-1].finished_at is None:
        return _attempt_view(attempts[-1])
    if is_admitted(db, context, actor.id):
        raise Conflict(Words("你已获准标注。", "You are admitted already."), code="admitted")
    if len(attempts) >= context.settings.attempts:
        raise Conflict(
            Words(f"最多可测试 {context.settings.attempts} 次。", f"At most {context.settings.attempts} attempts."),
            code="no-attempts-left",
        )
    later = _next_at(context, attempts, at)
    if later is not None:
        hours = (later - at) / HOUR
        raise Conflict(
            Words(f"还要等 {hours:.1f} 小时才能再测。", f"The next attempt may begin in {hours:.1f} hours."),
            code="too-early",
        )
    ids = list(
        db.scalars(select(TrainingItem.id).where(TrainingItem.campaign_id == campaign_id, TrainingItem.use == "test"))
    )
    if not ids:
        raise Refused(Words("这个活动还没有测试题。", "This campaign has no test yet."), code="no-test")
    number, secret = len(attempts) + 1, context.campaign.secret
    ids.sort(key=lambda item: shuffled_position(secret, "test", actor.id, number, item))
    attempt = TrainingAttempt(
        campaign_id=campaign_id,
        user_id=actor.id,
        number=number,
        items=ids[: context.settings.test_items or len(ids)],
        answers={},
        begun_at=at,
    )
    db.add(attempt)
    db.flush()
    note(db, "test-begun", at=at, campaign=campaign_id, actor=actor, attempt=number)
    return _attempt_view(attempt)


def test_questions(db: Session, actor: Actor, campaign_id: int) -> list[TrainingQuestion]:
    """The items of the attempt under way, with what was answered so far."""
    context = enter(db, actor, campaign_id, Role.ANNOTATOR)
    attempt = _under_way(db, context, actor)
    items = {item.id: item for item in db.scalars(select(TrainingItem).where(TrainingItem.id.in_(attempt.items)))}
    return [_question(context, items[i], attempt.answers.get(str(i))) for i in attempt.items]


def answer_test(db: Session, actor: Actor, campaign_id: int, item_id: int, answer: Json) -> tuple[Hit, ...]:
    """Keep an answer of the attempt under way; it may be changed until the attempt is finished."""
    context = enter(db, actor, campaign_id, Role.ANNOTATOR)
    attempt = _under_way(db, context, actor, lock=True)
    if item_id not in attempt.items:
        raise NotFound(Words(f"测试题 {item_id}", f"test item {item_id}"))
    hits = _checked(context, db.get_one(TrainingItem, item_id), answer)
    attempt.answers = {**attempt.answers, str(item_id): answer}
    db.flush()
    return tuple(hits)


def finish_attempt(db: Session, actor: Actor, campaign_id: int, *, at: float | None = None) -> AttemptView:
    """Count what is right and admit the person if it is enough; what was not answered is wrong."""
    context = enter(db, actor, campaign_id, Role.ANNOTATOR)
    at = clock(db) if at is None else at
    attempt = _under_way(db, context, actor, lock=True)
    items = db.scalars(select(TrainingItem).where(TrainingItem.id.in_(attempt.items)))
    given = attempt.answers
    right = sum(str(item.id) in given and _is_right(context, item, given[str(item.id)]) for item in items)
    total = len(attempt.items)
    attempt.right, attempt.finished_at = right, at
    attempt.passed = right >= context.settings.pass_share * total - 1e-9
    admit_by_test(db, context, actor, admitted=attempt.passed, right=right, total=total, at=at)
    note(db, "test-finished", at=at, campaign=campaign_id, actor=actor, attempt=attempt.number, right=right)
    db.flush()
    return _attempt_view(attempt)


def _attempts(db: Session, context: CampaignContext, actor: Actor) -> Sequence[TrainingAttempt]:
    mine = (TrainingAttempt.campaign_id == context.id, TrainingAttempt.user_id == actor.id)
    return db.scalars(select(TrainingAttempt).where(*mine).order_by(TrainingAttempt.number)).all()


def _under_way(db: Session, context: CampaignContext, actor: Actor, *, lock: bool = False) -> TrainingAttempt:
    query = select(TrainingAttempt).where(
        TrainingAttempt.campaign_id == context.id,
        TrainingAttempt.user_id == actor.id,
        TrainingAttempt.finished_at.is_(None),
    )
    attempt = db.scalars(query.with_for_update() if lock else query).one_or_none()
    if attempt is None:
        raise Conflict(Words("没有正在进行的测试。", "No attempt is under way."), code="wrong-state")
    return attempt


def _next_at(context: CampaignContext, attempts: Sequence[TrainingAttempt], at: float) -> float | None:
    ended = attempts[-1].finished_at if attempts else None
    if ended is None:
        return None
    later = ended + context.settings.retake_hours * HOUR
    return later if later > at else None


def _attempt_view(attempt: TrainingAttempt) -> AttemptView:
    return AttemptView(
        attempt.id, attempt.number, attempt.begun_at, attempt.finished_at, attempt.right, len(attempt.items),
        attempt.passed,
    )  # fmt: skip


def _question(context: CampaignContext, item: TrainingItem, said: object) -> TrainingQuestion:
    return TrainingQuestion(
        texts=item.texts,
        extra=shown_to_annotators(item.extra),
        words=tuple(spatial_word_views(context.form, item.texts)),
        number=item.id,
        answer=said if isinstance(said, dict) else None,
    )


def _checked(context: CampaignContext, item: TrainingItem, answer: Json) -> list[Hit]:
    hits = list(check(context.form, AnnotationItem(item.ref, item.texts, item.extra), answer))
    if blocks(hits):
        raise Refused(BLOCKED, hits=hits, code="answer-refused")
    return hits


def _is_right(context: CampaignContext, item: TrainingItem, answer: object) -> bool:
    return same(context.form, context.settings, item.gold, answer, context.likeness)
