"""What teams hand in at the end besides answers: model, code, prompts, technical report; and what comes of it.

A file, or a link where a file would be too large. Only the team itself and the organisers ever see a delivery; somebody
else's does not exist. Organisers note what they got when they ran a system again, and may disqualify a team with a
reason, which the board then shows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast, get_args
from urllib.parse import urlsplit

from sqlalchemy import delete, select
from sqlalchemy.orm import Session, undefer

from pingce.formats.checksum import bytes_sha256
from pingce.leaderboard.competition.calendar import deadline_title, delivery_title
from pingce.leaderboard.competition.phases import PhaseKind
from pingce.leaderboard.competition.uploads import plain_name
from pingce.leaderboard.competition.views import (
    DeliveriesView,
    DeliveryKind,
    DeliveryRuleView,
    DeliveryView,
    ReproductionView,
    TeamDeliveries,
)
from pingce.spec.words import Words
from pingce.store.errors import NotAllowed, NotFound, Refused
from pingce.store.people import Actor
from pingce.store.tables.competition import Team
from pingce.store.tables.organising import LINK_LENGTH, DeliveryRule, FinalDelivery, Reproduction
from pingce.store.tables.people import User

from .access import CompetitionContext, enter, enter_for_team, manage
from .boards import counted
from .dates import note_moves
from .teams import team_of

LARGEST = 60 * 2**20
"""The server takes no larger request than this by much; a model that is larger comes as a link."""
USUAL_SIZE = 20 * 2**20
TOLERANCE = 0.02
PDF = b"%PDF-"


@dataclass(frozen=True)
class NewDelivery:
    """A file or a link; not both, not neither."""

    kind: DeliveryKind
    link: str = ""
    name: str = ""
    data: bytes | None = None
    note: str = ""


def set_rules(
    db: Session, actor: Actor, competition_id: int, rules: Sequence[DeliveryRuleView], *, reason: str = ""
) -> None:
    """What is to be handed in, in place of what was asked before; deadlines that move are noted in the calendar."""
    context = manage(db, actor, competition_id)
    _check_rules(rules)
    before = _deadlines(_rules(db, competition_id))
    db.execute(delete(DeliveryRule).where(DeliveryRule.competition_id == competition_id))
    db.add_all(
        DeliveryRule(
            competition_id=competition_id,
            kind=rule.kind,
            opens_at=rule.opens_at,
            closes_at=rule.closes_at,
            largest=rule.largest,
        )
        for rule in rules
    )
    note_moves(db, context, actor, before, _deadlines(rules), reason=reason)
    db.flush()


def _check_rules(rules: Sequence[DeliveryRuleView]) -> None:
    kinds = [rule.kind for rule in rules]
    wrong = [
        rule
        for rule in rules
        if kinds.count(rule.kind) > 1
        or not 0 < rule.largest <= LARGEST
        or (rule.opens_at is not None and rule.opens_at >= rule.closes_at)
    ]
    if wrong:
        zh = "、".join(delivery_title(rule.kind).zh for rule in wrong)
        en = ", ".join(delivery_title(rule.kind).en for rule in wrong)
        raise Refused(
            Words(
                f"{zh}：各种材料至多一项，截止要晚于开始，大小在 1 字节与 {LARGEST // 2**20} MB 之间。",
                f"{en}: each kind once, closing after opening, and a size of 1 byte to {LARGEST // 2**20} MB.",
            ),
            code="bad-delivery-rules",
        )


def _deadlines(rules: Sequence[DeliveryRuleView]) -> dict[Words, float | None]:
    return {deadline_title(rule.kind): rule.closes_at for rule in rules}


def _rules(db: Session, competition_id: int) -> list[DeliveryRuleView]:
    rows = {
        row.kind: row for row in db.scalars(select(DeliveryRule).where(DeliveryRule.competition_id == competition_id))
    }
    return [
        DeliveryRuleView(kind, rows[kind].opens_at, rows[kind].closes_at, rows[kind].largest)
        for kind in get_args(DeliveryKind)
        if kind in rows
    ]


def deliver(db: Session, actor: Actor, competition_id: int, new: NewDelivery, *, at: float | None = None) -> int:
    """Take a file or a link from a team, while its kind is asked for; the newest counts."""
    context = enter(db, actor, competition_id, at=at)
    team = _own_team(context)
    rule = next((rule for rule in _rules(db, competition_id) if rule.kind == new.kind), None)
    if rule is None or context.now >= rule.closes_at or (rule.opens_at is not None and context.now < rule.opens_at):
        title = delivery_title(new.kind)
        raise NotAllowed(Words(f"现在不收{title.zh}。", f"The {title.en} is not taken now."), code="delivery-closed")
    _check_delivery(new, rule)
    row = FinalDelivery(
        team_id=team.id,
        kind=new.kind,
        link=new.link,
        name=plain_name(new.name) if new.data is not None else "",
        sha256=bytes_sha256(new.data) if new.data is not None else "",
        size=len(new.data) if new.data is not None else 0,
        data=new.data,
        note=new.note.strip(),
        user_id=actor.id,
        at=context.now,
    )
    db.add(row)
    db.flush()
    return row.id


def _own_team(context: CompetitionContext) -> Team:
    if context.team is None:
        raise NotAllowed(Words("请先报名。", "Register first."), code="not-registered")
    if context.team.state != "approved":
        raise NotAllowed(Words("报名还没有通过。", "The registration has not been approved."), code="not-approved")
    return context.team


def _check_delivery(new: NewDelivery, rule: DeliveryRuleView) -> None:
    if (new.data is None) == (not new.link):
        raise Refused(Words("请给一个文件或一个链接。", "Give a file or a link, one of them."), code="file-or-link")
    if new.link:
        address = urlsplit(new.link)
        if address.scheme not in ("http", "https") or not address.netloc or len(new.link) > LINK_LENGTH:
            raise Refused(Words("链接要以 https:// 或 http:// 开头。", "A link begins with https://."), code="bad-link")
        return
    assert new.data is not None
    if len(new.data) > rule.largest:
        raise Refused(
            Words(
                f"文件有 {len(new.data)} 字节，最多 {rule.largest}；更大的请给链接。",
                f"The file has {len(new.data)} bytes, at most {rule.largest}; for a larger one give a link.",
            ),
            code="delivery-too-large",
        )
    if new.kind == "report" and not new.data.startswith(PDF):
        raise Refused(Words("技术报告要是 PDF 文件。", "The technical report has to be a PDF file."), code="not-pdf")


def declare(db: Session, actor: Actor, competition_id: int, *, base_model: str, parameters: float | None) -> None:
    """A team says which model its system is built on and how many parameters (in billions) it has in all."""
    team = _own_team(enter(db, actor, competition_id))
    team.base_model, team.parameters = base_model.strip(), parameters
    db.flush()


def delivered_file(db: Session, actor: Actor, delivery_id: int) -> tuple[str, bytes]:
    """Name and bytes of a file, for its team and the organisers; for everybody else there is none."""
    missing = NotFound(Words(f"编号为 {delivery_id} 的材料", f"delivery {delivery_id}"))
    row = db.scalar(select(FinalDelivery).options(undefer(FinalDelivery.data)).where(FinalDelivery.id == delivery_id))
    team = db.get(Team, row.team_id) if row is not None else None
    if row is None or team is None or row.data is None:
        raise missing
    enter_for_team(db, actor, team.competition_id, team.id, missing)
    return row.name, row.data


def deliveries(db: Session, actor: Actor, competition_id: int, *, at: float | None = None) -> DeliveriesView:
    """What is asked for, and what was handed in: one's own team's, or all teams' for organisers."""
    context = enter(db, actor, competition_id, at=at)
    if context.viewer == "organiser":
        teams: Sequence[Team] = db.scalars(
            select(Team)
            .where(Team.competition_id == competition_id, Team.state == "approved", Team.baseline.is_(False))
            .order_by(Team.id)
        ).all()
    else:
        teams = [context.team] if context.team is not None else []
    rules = _rules(db, competition_id)
    organises = context.viewer == "organiser"
    return DeliveriesView(rules, [_team_deliveries(db, team, rules, organises=organises) for team in teams])


def _team_deliveries(db: Session, team: Team, rules: Sequence[DeliveryRuleView], *, organises: bool) -> TeamDeliveries:
    rows = db.execute(
        select(FinalDelivery, User.name)
        .join(User, User.id == FinalDelivery.user_id)
        .where(FinalDelivery.team_id == team.id)
        .order_by(FinalDelivery.id.desc())
    ).all()
    newest: dict[str, int] = {}
    for row, _ in rows:
        newest.setdefault(row.kind, row.id)
    runs = db.execute(
        select(Reproduction, User.name)
        .join(User, User.id == Reproduction.user_id)
        .where(Reproduction.team_id == team.id)
        .order_by(Reproduction.id.desc())
    )
    return TeamDeliveries(
        team=team.id,
        name=team.name,
        base_model=team.base_model,
        parameters=team.parameters,
        missing=[rule.kind for rule in rules if rule.kind not in newest],
        deliveries=[_delivery(row, who, counts=newest[row.kind] == row.id) for row, who in rows],
        reproductions=[_reproduction(row, who if organises else "") for row, who in runs],
        disqualified_at=team.disqualified_at,
        disqualified_reason=team.disqualified_reason,
    )


def _delivery(row: FinalDelivery, who: str, *, counts: bool) -> DeliveryView:
    kind = cast("DeliveryKind", row.kind)
    return DeliveryView(row.id, kind, row.link, row.name, row.sha256, row.size, row.note, who, row.at, counts)


def _reproduction(row: Reproduction, who: str) -> ReproductionView:
    within = abs(row.score - row.claimed) <= row.tolerance + 1e-12
    return ReproductionView(row.task, row.claimed, row.score, row.tolerance, within, row.note, who, row.at)


def note_reproduction(
    db: Session,
    actor: Actor,
    competition_id: int,
    team_id: int,
    *,
    task: str,
    score: float,
    tolerance: float = TOLERANCE,
    note: str = "",
    at: float | None = None,
) -> None:
    """Keep what an organiser got from a team's system, beside the team's score that counts on the test board.

    ``score`` is in the unit of the board; within ``tolerance`` of it the result counts as reproduced.
    """
    context = manage(db, actor, competition_id, at=at)
    team = team_of(db, competition_id, team_id)
    if task not in context.competition.tasks:
        raise Refused(Words(f"本评测没有 {task}。", f"This competition has no {task}."), code="unknown-task")
    standing = next((row for row in counted(db, context, PhaseKind.TEST, task) if row.team.id == team.id), None)
    if standing is None or standing.score.value is None:
        raise Refused(
            Words(
                f"{team.name} 在 {task} 的测试集上没有得分。", f"{team.name} has no score on the test part of {task}."
            ),
            code="no-score",
        )
    db.add(
        Reproduction(
            team_id=team.id,
            task=task,
            claimed=standing.score.value,
            score=score,
            tolerance=tolerance,
            note=note.strip(),
            user_id=actor.id,
            at=context.now,
        )
    )
    db.flush()


def disqualify(
    db: Session, actor: Actor, competition_id: int, team_id: int, reason: str, *, at: float | None = None
) -> None:
    """Take a team out of the ranking with a reason that everybody reads; an empty reason puts it back."""
    context = manage(db, actor, competition_id, at=at)
    team = team_of(db, competition_id, team_id)
    team.disqualified_reason = reason.strip()
    team.disqualified_at = context.now if reason.strip() else None
    db.flush()
