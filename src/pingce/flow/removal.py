"""Putting benchmarks away: archived ones can only be looked at, deleted ones are gone for everybody.

Both can be taken back by whoever may change the benchmark, a deletion for thirty days. The folder stays as it is either
way: the server only no longer shows it. So do campaigns and competitions that its stages became; each has a way of its
own to be put away. Nobody puts away a benchmark that is being made, and none is deleted that an open competition needs.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from pingce.release.manifest import NAME, read_manifest
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Conflict, NotFound, Refused
from pingce.store.people import Actor
from pingce.store.removals import PutAway, is_over, list_put_away, refuse_deletion
from pingce.store.tables.competition import Competition
from pingce.store.tables.flow import BenchmarkPart, BenchmarkRow, MakeOrder, RunRow
from pingce.store.tables.provenance import ReleasedItem
from pingce.store.tables.removal import ARCHIVED, DELETED, BenchmarkRemoval

from .benchmark import Benchmark
from .leases import is_alive
from .orders import OPEN
from .packs import SIDES
from .registry import is_member, lock_row


@dataclass(frozen=True, slots=True)
class BenchmarkRemovalPreview:
    """What deleting a benchmark would hide, what stays, and why it cannot be put away, where it cannot."""

    runs: int
    campaigns: int
    """They stay, and so do competitions."""
    competitions: int
    confirm: bool
    """Its name has to be typed."""
    busy: Words | None
    """Why it can be neither archived nor deleted now."""
    refused: Words | None
    """Why it cannot be deleted."""


def removal_preview(db: Session, benchmark: Benchmark, benchmark_id: int) -> BenchmarkRemovalPreview:
    """What would be hidden; nothing is changed."""
    runs = db.scalar(select(func.count()).where(RunRow.benchmark_id == benchmark_id)) or 0
    parts = select(func.count(BenchmarkPart.campaign_id), func.count(BenchmarkPart.competition_id))
    campaigns, competitions = db.execute(parts.where(BenchmarkPart.benchmark_id == benchmark_id)).one()
    return BenchmarkRemovalPreview(
        runs=runs,
        campaigns=campaigns,
        competitions=competitions,
        confirm=runs > 0,
        busy=_under_way(db, benchmark_id),
        refused=_relied_on(db, benchmark, benchmark_id),
    )


def _under_way(db: Session, benchmark_id: int) -> Words | None:
    running = select(RunRow).where(RunRow.benchmark_id == benchmark_id, RunRow.state == "running")
    for run in db.scalars(running):
        if is_alive(db, run):
            return Words(f"运行 {run.id}（{run.stage}）还没有完。", f"Run {run.id} ({run.stage}) is under way.")
    ordered = select(MakeOrder.id).where(MakeOrder.benchmark_id == benchmark_id, MakeOrder.state.in_(OPEN))
    if db.scalar(ordered.limit(1)) is not None:
        return Words("有运行在排队或正在进行。", "Work on it is queued or under way.")
    return None


def _relied_on(db: Session, benchmark: Benchmark, benchmark_id: int) -> Words | None:
    """The open competition that a stage became, or whose items came with one of its packs."""
    own = select(BenchmarkPart.competition_id).where(
        BenchmarkPart.benchmark_id == benchmark_id, BenchmarkPart.competition_id.is_not(None)
    )
    released = select(ReleasedItem.competition_id).where(ReleasedItem.pack.in_(list(_packs(benchmark))))
    title = db.scalar(
        select(Competition.title)
        .where(Competition.open, or_(Competition.id.in_(own), Competition.id.in_(released)))
        .limit(1)
    )
    if title is None:
        return None
    return Words(f"公开的评测“{title}”用着它。", f"The open competition “{title}” relies on it.")


def _packs(benchmark: Benchmark) -> Iterator[str]:
    """Name and version of its packs, as items of competitions keep them."""
    for stage in benchmark.stages:
        public = benchmark.output(stage) / SIDES[0]
        if stage.kind.name == "pack" and (public / NAME).is_file():
            manifest = read_manifest(public)
            yield f"{manifest.name} {manifest.version}"


def archive_benchmark(db: Session, actor: Actor, benchmark: Benchmark, benchmark_id: int) -> None:
    """Out of the lists; nothing is made or changed on pages any more."""
    lock_row(db, benchmark_id)
    _refuse(removal_preview(db, benchmark, benchmark_id).busy)
    _put_away(db, actor, benchmark_id, ARCHIVED, clock(db))


def delete_benchmark(
    db: Session, actor: Actor, benchmark: Benchmark, benchmark_id: int, *, confirm: str = "", at: float | None = None
) -> None:
    """Gone for everybody; whoever may change it can take that back for thirty days. Its files stay."""
    lock_row(db, benchmark_id)
    seen = removal_preview(db, benchmark, benchmark_id)
    _refuse(seen.busy)
    refuse_deletion(seen.refused)
    if seen.confirm and confirm.strip() != benchmark.name:
        raise Refused(
            Words(
                f"这个基准有 {seen.runs} 次运行；要删除，请写出它的名字 {benchmark.name}。",
                f"It has {seen.runs} runs; to delete it, type its name, {benchmark.name}.",
            ),
            code="name-not-typed",
        )
    _put_away(db, actor, benchmark_id, DELETED, clock(db) if at is None else at)


def _refuse(busy: Words | None) -> None:
    if busy is not None:
        raise Conflict(
            Words(f"现在不能收起：{busy.zh}", f"It cannot be put away now. {busy.en}"),
            hint=Words("请等它完成，或先取消。", "Wait for it, or cancel it first."),
            code="still-running",
        )


def _put_away(db: Session, actor: Actor, benchmark_id: int, status: str, at: float) -> None:
    kept = db.get(BenchmarkRemoval, benchmark_id)
    if kept is None:
        kept = BenchmarkRemoval(benchmark_id=benchmark_id, status=status, by=actor.id, at=at)
        db.add(kept)
    kept.status, kept.by, kept.at = status, actor.id, at
    db.flush()


def restore_benchmark(db: Session, actor: Actor, name: str, *, at: float | None = None) -> None:
    """As it was before it was put away."""
    at = clock(db) if at is None else at
    row = db.execute(
        select(BenchmarkRow.id, BenchmarkRemoval)
        .join(BenchmarkRemoval, BenchmarkRemoval.benchmark_id == BenchmarkRow.id)
        .where(BenchmarkRow.name == name)
    ).one_or_none()
    if row is None or not is_member(db, actor, row[0]) or is_over(row[1].status, row[1].at, at):
        raise NotFound(Words(f"基准“{name}”", f"benchmark '{name}'"), code="no-benchmark")
    db.delete(row[1])
    db.flush()


def put_away_benchmarks(db: Session, actor: Actor, *, at: float | None = None) -> list[PutAway]:
    """What one could bring back, the latest first."""
    rows = db.execute(
        select(BenchmarkRow, BenchmarkRemoval).join(BenchmarkRemoval, BenchmarkRemoval.benchmark_id == BenchmarkRow.id)
    )
    own = [(row.id, row.name, kept) for row, kept in rows if is_member(db, actor, row.id)]
    return list_put_away(db, own, clock(db) if at is None else at)
