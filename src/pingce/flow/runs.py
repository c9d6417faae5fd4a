"""Runs as the database keeps them: taken with a lease, finished once, told as ``run.json`` beside the outputs."""

import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from pingce import __version__
from pingce.formats.encode import Json
from pingce.formats.write import write_text
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import NotFound
from pingce.store.leases import LEASE_SECONDS, RUNS
from pingce.store.people import Actor
from pingce.store.tables.flow import RunRow

from .benchmark import Benchmark
from .leases import is_alive, this_host
from .outputs import run_file
from .plan import StagePlan

LOGS = "runs"
STATES: Mapping[str, Words] = {
    "running": Words("运行中", "running"),
    "done": Words("完成", "done"),
    "failed": Words("失败", "failed"),
    "cancelled": Words("取消", "cancelled"),
    "interrupted": Words("中断", "interrupted"),
}
SEEDED = "seed"


@dataclass(frozen=True)
class RunClaim:
    """A run that this process works on."""

    id: int
    lease: str
    stage: str


def claim_run(db: Session, actor: Actor, benchmark_id: int, plan: StagePlan) -> RunClaim | None:
    """Take a stage; None if somebody else is at it. A run whose worker is gone is marked as interrupted."""
    stage = plan.stage
    query = select(RunRow).where(
        RunRow.benchmark_id == benchmark_id, RunRow.stage == stage.name, RunRow.state == "running"
    )
    for row in db.scalars(query.with_for_update()):
        if is_alive(db, row):
            return None
        _end(db, row, "interrupted")
    now = clock(db)
    row = RunRow(
        benchmark_id=benchmark_id,
        stage=stage.name,
        kind=stage.kind.name,
        state=RUNS.held,
        fingerprint=plan.fingerprint,
        inputs=dict(plan.inputs or {}),
        outputs={},
        settings=dict(stage.settings),
        result={},
        version=__version__,
        user_id=actor.id,
        who=actor.name,
        host=this_host(),
        process=os.getpid(),
        started_at=now,
        stop=False,
    )
    lease = RUNS.take(row, now + LEASE_SECONDS)
    try:
        with db.begin_nested():
            db.add(row)
    except IntegrityError:
        return None  # on PostgreSQL two may get this far; the index lets one of them in
    return RunClaim(row.id, lease, stage.name)


def _end(db: Session, row: RunRow, state: str) -> None:
    row.finished_at = clock(db)
    RUNS.release(db, row, state)


def renew(db: Session, claim: RunClaim) -> bool:
    """Whether the run is still ours and still wanted."""
    return RUNS.renew(db, claim.id, claim.lease, wanted=RunRow.stop.is_(False))


def finish_run(
    db: Session, claim: RunClaim, *, outputs: Mapping[str, str], result: Mapping[str, Json], inputs: Mapping[str, str]
) -> RunRow | None:
    """None when the lease is gone: somebody else took over, and what they make counts."""
    row = _own(db, claim)
    if row is None:
        return None
    row.outputs, row.result, row.inputs = dict(outputs), dict(result), dict(inputs)
    _end(db, row, "done")
    return row


def fail_run(db: Session, claim: RunClaim, problem: BaseException) -> None:
    """End a run as failed, with what went wrong in both languages; nothing if another process has taken it over."""
    row = _own(db, claim)
    if row is None:
        return
    words = problem.words if isinstance(problem, UserError) else None
    text = f"{type(problem).__name__}: {problem}"
    row.problem = {"zh": words.zh, "en": words.en} if words is not None else {"zh": text, "en": text}
    _end(db, row, "failed")


def stop_run(db: Session, claim: RunClaim) -> None:
    """It was interrupted, or somebody cancelled it."""
    row = _own(db, claim)
    if row is not None:
        _end(db, row, "cancelled" if row.stop else "interrupted")


def _own(db: Session, claim: RunClaim) -> RunRow | None:
    return RUNS.own(db, claim.id, claim.lease)


def cancel_run(db: Session, benchmark_id: int, number: int) -> RunRow:
    """Its worker hears of it within seconds; a run nobody works on ends here."""
    row = find_run(db, benchmark_id, number)
    if row.state == "running":
        row.stop = True
        if not is_alive(db, row):
            _end(db, row, "cancelled")
        db.flush()
    return row


def find_run(db: Session, benchmark_id: int, number: int) -> RunRow:
    """A run of a benchmark by its number; refuses one of another benchmark."""
    row = db.get(RunRow, number)
    if row is None or row.benchmark_id != benchmark_id:
        raise NotFound(Words(f"运行 {number}", f"run {number}"), code="no-run")
    return row


def runs_of(db: Session, benchmark_id: int, *, stage: str | None = None, most: int = 100) -> Sequence[RunRow]:
    """The newest first."""
    query = select(RunRow).where(RunRow.benchmark_id == benchmark_id).order_by(RunRow.id.desc()).limit(most)
    if stage is not None:
        query = query.where(RunRow.stage == stage)
    return db.scalars(query).all()


def shown_state(db: Session, row: RunRow) -> str:
    """A run that says it is running but whose worker is gone was interrupted."""
    return "interrupted" if row.state == "running" and not is_alive(db, row) else row.state


def log_path(benchmark: Benchmark, number: int) -> Path:
    return benchmark.path(f"{LOGS}/{number:06}.log")


def log_lines(benchmark: Benchmark, number: int, start: int = 0, most: int = 1000) -> list[str]:
    """Lines of a log from one on; a log that is gone has none."""
    try:
        with log_path(benchmark, number).open(encoding="utf-8", errors="replace") as file:
            return [line.rstrip("\n") for line in islice(file, start, start + most) if line.endswith("\n")]
    except FileNotFoundError:
        return []


def repeat_command(benchmark: Benchmark, stage: str) -> str:
    """What makes the same again, from anywhere."""
    return shlex.join(["pingce", "make", stage, "--again", "--benchmark", str(benchmark.folder)])


def make_command(benchmark: Benchmark, stage: str) -> str:
    """What brings a stage up to date, from anywhere."""
    return shlex.join(["pingce", "make", stage, "--benchmark", str(benchmark.folder)])


def run_record(benchmark: Benchmark, row: RunRow) -> dict[str, Any]:
    """A run for programs and people: what ``run.json`` says."""
    return {
        "run": row.id,
        "benchmark": benchmark.name,
        "stage": row.stage,
        "kind": row.kind,
        "state": row.state,
        "inputs": dict(row.inputs),
        "outputs": dict(row.outputs),
        "settings": dict(row.settings),
        "seed": row.settings.get(SEEDED),
        "version": row.version,
        "who": row.who,
        "host": row.host,
        "started": moment(row.started_at),
        "finished": moment(row.finished_at),
        "seconds": None if row.finished_at is None else round(row.finished_at - row.started_at, 3),
        "log": log_path(benchmark, row.id).relative_to(benchmark.folder).as_posix(),
        "result": dict(row.result),
        "problem": row.problem,
        "repeat": repeat_command(benchmark, row.stage),
    }


def moment(at: float | None) -> str | None:
    return None if at is None else datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def write_run_file(benchmark: Benchmark, row: RunRow) -> None:
    """Write ``run.json`` beside the output, so that the folder alone says what made it."""
    import json

    stage = benchmark.by_name[row.stage]
    write_text(run_file(benchmark, stage), json.dumps(run_record(benchmark, row), ensure_ascii=False, indent=2) + "\n")
