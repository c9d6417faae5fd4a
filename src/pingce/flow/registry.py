"""Benchmarks that a database knows, and for whom they exist: permission to see one is membership (``is_member``)."""

from pathlib import Path

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Conflict, NotFound
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Campaign, Member
from pingce.store.tables.competition import Competition, Team
from pingce.store.tables.flow import BenchmarkMember, BenchmarkPart, BenchmarkRow
from pingce.store.tables.people import User
from pingce.store.tables.removal import DELETED, BenchmarkRemoval

from .benchmark import NAME, Benchmark, is_benchmark, open_benchmark
from .new import write_file

USUAL_NAME = "project"


def register(db: Session, benchmark: Benchmark) -> int:
    """The number of a benchmark; a folder that was moved keeps it, another folder of the same name does not get it."""
    folder = str(benchmark.folder.resolve())
    row = db.scalar(select(BenchmarkRow).where(BenchmarkRow.name == benchmark.name).with_for_update())
    if row is None:
        row = BenchmarkRow(name=benchmark.name, folder=folder, opened_at=clock(db))
        db.add(row)
        db.flush()
    elif row.folder != folder:
        if is_benchmark(Path(row.folder)):
            raise UserError(
                Words(
                    f"这个数据库已有基准“{benchmark.name}”，在 {row.folder}。",
                    f"This database has a benchmark '{benchmark.name}' already, in {row.folder}.",
                ),
                hint=Words(
                    "在 benchmark.toml 里换一个 name，或用 --database 换一个数据库。",
                    "Change the name in benchmark.toml, or use another database with --database.",
                ),
                code="other-benchmark",
            )
        row.folder, row.opened_at = folder, clock(db)
        db.flush()
    return row.id


def adopt_project(db: Session, folder: Path) -> int:
    """A project's folder of earlier versions becomes a benchmark: it gets a file, and keeps everything it has.

    Gives the number of the benchmark in the folder, made if there is none; campaigns and competitions that belong to no
    benchmark become parts of it, so that the people in them are its members.
    """
    if not is_benchmark(folder):
        name = folder.resolve().name
        write_file(folder, "empty", name if NAME.fullmatch(name) else USUAL_NAME)
    number = register(db, open_benchmark(folder.resolve()))
    campaigns = select(Campaign.id).where(
        Campaign.id.not_in(select(BenchmarkPart.campaign_id).where(BenchmarkPart.campaign_id.is_not(None)))
    )
    competitions = select(Competition.id).where(
        Competition.id.not_in(select(BenchmarkPart.competition_id).where(BenchmarkPart.competition_id.is_not(None)))
    )
    for campaign in db.scalars(campaigns).all():
        db.add(BenchmarkPart(benchmark_id=number, stage=f"campaign {campaign}", campaign_id=campaign))
    for competition in db.scalars(competitions).all():
        db.add(BenchmarkPart(benchmark_id=number, stage=f"competition {competition}", competition_id=competition))
    db.flush()
    return number


def known_id(db: Session, name: str) -> int | None:
    return db.scalar(select(BenchmarkRow.id).where(BenchmarkRow.name == name))


def lock_row(db: Session, benchmark_id: int) -> None:
    """Until the transaction ends nobody else changes or puts away the benchmark."""
    db.get(BenchmarkRow, benchmark_id, with_for_update=True)


def lock_benchmark(db: Session, benchmark_id: int) -> None:
    """As ``lock_row``, for whoever changes or makes something; an archived benchmark is only looked at."""
    lock_row(db, benchmark_id)
    if removal_status(db, benchmark_id) is not None:
        raise Conflict(
            Words("这个基准已归档，只能查看。", "This benchmark is archived and can only be looked at."),
            hint=Words("请先恢复它。", "Restore it first."),
            code="archived",
        )


def removal_status(db: Session, benchmark_id: int) -> str | None:
    """`archived` or `deleted`, if a benchmark was put away."""
    return db.scalar(select(BenchmarkRemoval.status).where(BenchmarkRemoval.benchmark_id == benchmark_id))


def is_member(db: Session, actor: Actor, benchmark_id: int) -> bool:
    """Those named, those who make, annotate or review in one of its campaigns, and its competition's people."""
    if Role.ADMIN in actor.roles:
        return True
    parts = select(BenchmarkPart.campaign_id, BenchmarkPart.competition_id).where(
        BenchmarkPart.benchmark_id == benchmark_id
    )
    named = select(BenchmarkMember.user_id).where(
        BenchmarkMember.benchmark_id == benchmark_id, BenchmarkMember.user_id == actor.id
    )
    if db.scalar(named) is not None:
        return True
    campaigns = [campaign for campaign, _ in db.execute(parts) if campaign is not None]
    competitions = [competition for _, competition in db.execute(parts) if competition is not None]
    working = select(Member.id).where(Member.campaign_id.in_(campaigns), Member.user_id == actor.id, Member.roles != "")
    taking_part = select(Team.id).where(
        Team.competition_id.in_(competitions), Team.user_id == actor.id, Team.state == "approved"
    )
    organising = select(Competition.id).where(Competition.id.in_(competitions), Competition.created_by == actor.id)
    return any(db.scalar(query.limit(1)) is not None for query in (working, taking_part, organising))


def need_member(db: Session, actor: Actor, benchmark_id: int, name: str) -> None:
    """To whoever does not belong to it, a benchmark does not exist; a deleted one exists for nobody."""
    if not is_member(db, actor, benchmark_id) or removal_status(db, benchmark_id) == DELETED:
        raise NotFound(Words(f"基准“{name}”", f"benchmark '{name}'"), code="no-benchmark")


def members(db: Session, benchmark_id: int) -> list[User]:
    """Who was added to a benchmark, by name."""
    query = (
        select(User)
        .join(BenchmarkMember, BenchmarkMember.user_id == User.id)
        .where(BenchmarkMember.benchmark_id == benchmark_id)
        .order_by(User.name)
    )
    return list(db.scalars(query))


def add_member(db: Session, benchmark_id: int, user_id: int) -> None:
    """Make somebody a member of a benchmark, who may then see it."""
    if db.get(User, user_id) is None:
        raise NotFound(Words(f"用户 {user_id}", f"user {user_id}"), code="no-such-user")
    if db.get(BenchmarkMember, (benchmark_id, user_id)) is None:
        db.add(BenchmarkMember(benchmark_id=benchmark_id, user_id=user_id, since=clock(db)))
        db.flush()


def remove_member(db: Session, benchmark_id: int, user_id: int) -> None:
    """Take back a membership that ``add_member`` gave."""
    db.execute(
        delete(BenchmarkMember).where(BenchmarkMember.benchmark_id == benchmark_id, BenchmarkMember.user_id == user_id)
    )
