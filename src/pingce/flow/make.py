"""``pingce make``: bring a benchmark up to date, one stage after the other, and stop where people are needed.

Any number of processes may do so at once: a stage is taken with a lease, and who finds it taken waits until it is
done. A process that is killed leaves a lease that runs out; the next one takes the stage over and goes on from what
is there, because every stage writes its output whole or goes on where it was.
"""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from sqlalchemy import Engine

from pingce.formats.taskfile.places import benchmark_tasks
from pingce.report.sections import Page
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.database import reading, transaction
from pingce.store.people import Actor
from pingce.store.tables.flow import RunRow
from pingce.tasks.own import opened as opened_tasks

from .benchmark import Benchmark
from .checksums import Checksums
from .keeping import ended_with_lease
from .log import EVERY, RunLog
from .outputs import output_files
from .plan import MakePlan, StagePlan, make_plan
from .registry import register
from .result_pages import write_pages
from .runs import RunClaim, claim_run, fail_run, finish_run, log_path, renew, stop_run, write_run_file
from .stages.context import StageContext, StageResult
from .stages.table import EXECUTE

LOOK_EVERY = 0.5
"""Seconds between two looks whether somebody else has finished a stage."""


class RunCancelledError(UserError):
    """Somebody cancelled the run, or took it over after its lease had run out."""

    def __init__(self, stage: str) -> None:
        super().__init__(Words(f"{stage} 被取消。", f"{stage} was cancelled."), code="run-cancelled")


@dataclass
class MakeOutcome:
    """What a call of ``make`` did, and how things stand now."""

    plan: MakePlan
    runs: list[int] = field(default_factory=list)
    """Runs of this call, in order."""


Tell = Callable[[Words], None]


@dataclass
class Maker:
    """Brings one benchmark up to date in somebody's name."""

    benchmark: Benchmark
    database: Engine
    actor: Actor
    tell: Tell = lambda _: None
    log_every: float = EVERY
    cancelled: Callable[[], bool] = lambda: False
    """Asked before every stage and while waiting."""

    def __post_init__(self) -> None:
        with transaction(self.database) as db:
            self.id = register(db, self.benchmark)

    def plan(self, target: str | None = None) -> MakePlan:
        with reading(self.database) as db:
            return make_plan(db, self.benchmark, self.id, target)

    def _tasks(self) -> AbstractContextManager[None]:
        """Tasks that the benchmark describes itself are found while it is made."""
        return opened_tasks(benchmark_tasks(self.benchmark.folder))

    def make(self, target: str | None = None, *, again: bool = False) -> MakeOutcome:
        """Run what is missing or out of date, as far as people let it; ``again``: the target in any case."""
        made = MakeOutcome(self.plan(target))
        while True:
            if self.cancelled():
                raise RunCancelledError(target or self.benchmark.name)
            coming = made.plan.next or (self._target(made.plan, target) if again else None)
            if coming is not None:
                with transaction(self.database) as db:
                    claim = claim_run(db, self.actor, self.id, coming)
                if claim is not None:
                    again = again and coming.stage.name != target
                    self._run(coming, claim)
                    made.runs.append(claim.id)
                else:
                    time.sleep(LOOK_EVERY)
            elif made.plan.running is not None:
                time.sleep(LOOK_EVERY)  # somebody else is at it; what comes after may be ours
            else:
                return made
            made.plan = self.plan(target)

    def _target(self, plan: MakePlan, target: str | None) -> StagePlan | None:
        """The stage that is to run although it is up to date, once everything before it is."""
        return next((each for each in plan.stages if each.stage.name == target and each.inputs is not None), None)

    def _run(self, plan: StagePlan, claim: RunClaim) -> None:
        stage = plan.stage
        self.tell(Words(f"{stage.name}：{stage.kind.title.zh}……", f"{stage.name}: {stage.kind.title.en} …"))
        with RunLog(log_path(self.benchmark, claim.id), every=self.log_every) as log:
            log.words(Words(f"{stage.name}（{stage.kind.title.zh}）", f"{stage.name} ({stage.kind.title.en})"))
            for reason in plan.reasons:
                log.words(reason)
            context = StageContext(self.benchmark, stage, self.id, self.database, self.actor, log)
            try:
                with self._tasks(), self._held(claim):
                    result = EXECUTE[stage.kind.name](context)
                    self._keep_pages(claim, log, result)
            except KeyboardInterrupt:
                log.words(Words("已中断。", "Interrupted."))
                with transaction(self.database) as db:
                    stop_run(db, claim)
                raise
            except RunCancelledError:
                log.words(Words("已取消。", "Cancelled."))
                with transaction(self.database) as db:
                    stop_run(db, claim)
                raise
            except BaseException as problem:
                self._note_failure(claim, log, problem)
                raise
            self._finish(plan, claim, log, result)

    def _keep_pages(self, claim: RunClaim, log: RunLog, result: StageResult) -> None:
        """The output is there and right; a page that cannot be made is told in the log and takes nothing away."""
        import traceback

        pages: list[Page] = []
        try:
            pages.extend(result.pages)
        except Exception as problem:  # whatever is wrong with a page is no fault of the run
            log.words(Words("结果的网页没有做成：", "A page of the result could not be made:"))
            log.line("".join(traceback.format_exception(problem)))
        if pages:
            write_pages(self.benchmark, claim.id, pages)

    def _note_failure(self, claim: RunClaim, log: RunLog, problem: BaseException) -> None:
        import traceback

        if isinstance(problem, UserError):
            log.words(problem.words)
        else:
            log.line("".join(traceback.format_exception(problem)))
        with transaction(self.database) as db:
            fail_run(db, claim, problem)

    def _finish(self, plan: StagePlan, claim: RunClaim, log: RunLog, result: StageResult) -> None:
        sums = Checksums(self.benchmark.folder)
        outputs = {
            name: checksum
            for name in output_files(self.benchmark, plan.stage)
            if (checksum := sums.of(self.benchmark.path(name))) is not None
        }
        sums.save()
        log.words(Words("完成。", "Done."))
        with transaction(self.database) as db:
            row = finish_run(db, claim, outputs=outputs, result=result.as_json(), inputs=dict(plan.inputs or {}))
        if row is None:
            raise RunCancelledError(plan.stage.name)
        write_run_file(self.benchmark, row)
        self.tell(told(row))

    def _held(self, claim: RunClaim) -> AbstractContextManager[None]:
        """The lease is renewed while the work goes on; when it is gone, the work ends."""

        def still_ours() -> bool:
            with transaction(self.database) as db:
                return renew(db, claim)

        return ended_with_lease(still_ours, lambda: RunCancelledError(claim.stage))


def told(row: RunRow) -> Words:
    """A finished run in a line."""
    seconds = (row.finished_at or row.started_at) - row.started_at
    counts = row.result.get("counts")
    zh = en = ""
    if isinstance(counts, dict):
        zh, en = f"，{counts['in']} → {counts['out']}", f", {counts['in']} → {counts['out']}"
    return Words(f"{row.stage}：完成（{seconds:.1f} 秒{zh}）", f"{row.stage}: done ({seconds:.1f} s{en})")
