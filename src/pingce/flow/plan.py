"""What ``pingce make`` would do: every stage compared, by checksums, with the run that made its output.

A stage is up to date if its inputs, its settings and its outputs are those of its last finished run. Nothing is read
but files whose size or time has changed, so that a plan of a large benchmark takes no time.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pingce.spec.words import Words
from pingce.store.tables.flow import BenchmarkPart, RunRow

from .benchmark import Benchmark, RecipeStage
from .checksums import Checksums, digest_of
from .kinds import CAMPAIGNS
from .leases import is_alive
from .outputs import output_files
from .states import PartState, campaign_state, competition_state, parts_of


class StageStanding(StrEnum):
    """What is to be done about a stage."""

    FRESH = "fresh"
    """Nothing: it is up to date."""
    RUN = "run"
    """It was never run, or something has changed since."""
    RUNNING = "running"
    """Somebody is at it."""
    AFTER = "after"
    """A stage before it has to run first; then it may turn out to be up to date."""
    WAITS = "waits"
    """It has run, and people are not done with it."""
    BLOCKED = "blocked"
    """It comes after one that waits for people, or something it needs is not there."""


STANDING_TITLES: Mapping[StageStanding, Words] = {
    StageStanding.FRESH: Words("已是最新", "up to date"),
    StageStanding.RUN: Words("要运行", "to run"),
    StageStanding.RUNNING: Words("正在运行", "running"),
    StageStanding.AFTER: Words("随后", "afterwards"),
    StageStanding.WAITS: Words("等人", "waits for people"),
    StageStanding.BLOCKED: Words("还不能", "not yet"),
}


@dataclass(frozen=True)
class StagePlan:
    """One stage: what is to be done, why, and what it would be done with."""

    stage: RecipeStage
    standing: StageStanding
    reasons: tuple[Words, ...] = ()
    inputs: Mapping[str, str] | None = None
    """Name → checksum, where everything is there."""
    run: int | None = None
    """The last finished run, or the one under way."""

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.stage, self.inputs or {})

    def as_json(self) -> dict[str, object]:
        return {
            "stage": self.stage.name,
            "kind": self.stage.kind.name,
            "standing": self.standing.value,
            "reasons": [reason._asdict() for reason in self.reasons],
            "run": self.run,
        }


@dataclass(frozen=True)
class MakePlan:
    """The stages in the order in which they run."""

    stages: tuple[StagePlan, ...]

    @property
    def next(self) -> StagePlan | None:
        return next((plan for plan in self.stages if plan.standing is StageStanding.RUN), None)

    @property
    def running(self) -> StagePlan | None:
        return next((plan for plan in self.stages if plan.standing is StageStanding.RUNNING), None)

    @property
    def waited_for(self) -> list[StagePlan]:
        return [plan for plan in self.stages if plan.standing is StageStanding.WAITS]


def fingerprint(stage: RecipeStage, inputs: Mapping[str, str]) -> str:
    """Of everything the output depends on. The version of the package is told but does not count: an update would
    make years of work out of date.
    """
    return digest_of({"kind": stage.kind.name, "settings": dict(stage.settings), "inputs": dict(inputs)})


def before(benchmark: Benchmark, stage: RecipeStage) -> list[RecipeStage]:
    """The stages whose output a stage reads: those it names and those that belong to them."""
    named = [benchmark.by_name[name] for name in stage.inputs if name in benchmark.by_name]
    behind: list[RecipeStage] = []
    for earlier in named:
        if stage.kind.name in ("export", "chain") and earlier.kind.name == "tiers":
            behind.append(benchmark.by_name[earlier.inputs[0]])
        elif stage.kind.name == "pack":
            behind += before(benchmark, earlier)
        elif stage.kind.name in ("predict", "score"):
            behind.append(pack_of(benchmark, earlier))
    return [*named, *behind]


def pack_of(benchmark: Benchmark, stage: RecipeStage) -> RecipeStage:
    """The pack that a trained or answering system goes back to."""
    while stage.kind.name != "pack":
        stage = benchmark.by_name[stage.inputs[0]]
    return stage


def campaign_stage(benchmark: Benchmark, stage: RecipeStage) -> RecipeStage:
    """The stage whose campaign is meant: itself, or the one that was graded."""
    while stage.kind.name not in CAMPAIGNS:
        stage = benchmark.by_name[stage.inputs[0]]
    return stage


def wanted(benchmark: Benchmark, target: str | None) -> list[RecipeStage]:
    """All stages, or those that a target needs, in order."""
    if target is None:
        return list(benchmark.stages)
    names_needed: set[str] = set()
    coming = [benchmark.stage(target)]
    while coming:
        stage = coming.pop()
        if stage.name not in names_needed:
            names_needed.add(stage.name)
            coming += before(benchmark, stage)
    return [stage for stage in benchmark.stages if stage.name in names_needed]


def make_plan(
    db: Session, benchmark: Benchmark, benchmark_id: int, target: str | None = None, *, sums: Checksums | None = None
) -> MakePlan:
    """What ``pingce make`` would run, stage by stage, and why: everything that ``target`` needs, or all."""
    planner = _Planner(db, benchmark, benchmark_id, sums or Checksums(benchmark.folder))
    plans = tuple(planner.plans(wanted(benchmark, target)))
    planner.sums.save()
    return MakePlan(plans)


class _Planner:
    def __init__(self, db: Session, benchmark: Benchmark, benchmark_id: int, sums: Checksums) -> None:
        self.db, self.benchmark, self.sums = db, benchmark, sums
        self.parts = parts_of(db, benchmark_id)
        self.done = last_runs(db, benchmark_id, "done")
        self.running = {name: run for name, run in last_runs(db, benchmark_id, "running").items() if is_alive(db, run)}
        self.planned: dict[str, StagePlan] = {}

    def plans(self, stages: Sequence[RecipeStage]) -> Iterator[StagePlan]:
        for stage in stages:
            self.planned[stage.name] = plan = self._plan(stage)
            yield plan

    def _plan(self, stage: RecipeStage) -> StagePlan:
        if stage.name in self.running:
            return StagePlan(stage, StageStanding.RUNNING, run=self.running[stage.name].id)
        earlier = [self.planned[needed.name] for needed in before(self.benchmark, stage)]
        for standing, following in (
            ((StageStanding.WAITS, StageStanding.BLOCKED), StageStanding.BLOCKED),
            ((StageStanding.RUN, StageStanding.RUNNING, StageStanding.AFTER), StageStanding.AFTER),
        ):
            held = [plan.stage.name for plan in earlier if plan.standing in standing]
            if held:
                names = "、".join(dict.fromkeys(held))
                return StagePlan(stage, following, (Words(f"在 {names} 之后", f"after {names.replace('、', ', ')}"),))
        return self._compared(stage)

    def _compared(self, stage: RecipeStage) -> StagePlan:
        inputs = dict(self._inputs(stage))
        missing = [name for name, checksum in inputs.items() if checksum is None]
        if missing:
            reasons = tuple(Words(f"没有 {name}", f"there is no {name}") for name in missing)
            return StagePlan(stage, StageStanding.BLOCKED, reasons)
        present = {name: checksum for name, checksum in inputs.items() if checksum is not None}
        run = self.done.get(stage.name)
        reasons = tuple(self._changes(stage, present, run))
        if reasons:
            return StagePlan(stage, StageStanding.RUN, reasons, present, run.id if run is not None else None)
        assert run is not None, "a stage without a run has a reason to run"
        waits = self._waits(stage)
        standing = StageStanding.FRESH if waits is None else StageStanding.WAITS
        return StagePlan(stage, standing, () if waits is None else (waits,), present, run.id)

    def _changes(self, stage: RecipeStage, inputs: Mapping[str, str], run: RunRow | None) -> Iterator[Words]:
        if run is None:
            yield Words("还没有运行过", "never run")
            return
        for name in sorted(inputs.keys() | run.inputs.keys()):
            if inputs.get(name) != run.inputs.get(name):
                yield Words(f"{name} 变了", f"{name} has changed")
        settings = dict(stage.settings)
        for name in sorted(settings.keys() | run.settings.keys()):
            if settings.get(name) != run.settings.get(name):
                yield Words(f"设置 {name} 变了", f"the setting {name} has changed")
        for name, checksum in run.outputs.items():
            if self.sums.of(self.benchmark.path(name)) != checksum:
                yield Words(f"{name} 不见了或变了", f"{name} is gone or has changed")

    def _waits(self, stage: RecipeStage) -> Words | None:
        part = self.parts.get(stage.name)
        if stage.kind.asks is None or part is None:
            return None
        return self._state(part).waits

    def _state(self, part: BenchmarkPart) -> PartState:
        if part.campaign_id is not None:
            return campaign_state(self.db, part.campaign_id)
        assert part.competition_id is not None, "a part is a campaign or a competition"
        return competition_state(self.db, part.competition_id)

    def _inputs(self, stage: RecipeStage) -> Iterator[tuple[str, str | None]]:
        for name in stage.inputs:
            if name in self.benchmark.sources_by_name:
                path = self.benchmark.sources_by_name[name].path
                yield path, self.sums.of(self.benchmark.path(path))
        for name, spec in stage.kind.settings.items():
            if spec.inside and name in stage.settings:
                path = str(stage.settings[name])
                yield path, self.sums.of(self.benchmark.path(path))
        for earlier in before(self.benchmark, stage):
            yield from self._output(earlier)

    def _output(self, earlier: RecipeStage) -> Iterator[tuple[str, str | None]]:
        """What one stage left for another: files, or where a campaign stands."""
        if earlier.kind.asks is not None:
            part = self.parts.get(earlier.name)
            yield f"{earlier.kind.name}:{earlier.name}", self._state(part).digest if part is not None else None
            return
        for name in output_files(self.benchmark, earlier):
            yield name, self.sums.of(self.benchmark.path(name))


def last_runs(db: Session, benchmark_id: int, state: str) -> dict[str, RunRow]:
    """The newest run of every stage in a state."""
    newest = (
        select(func.max(RunRow.id))
        .where(RunRow.benchmark_id == benchmark_id, RunRow.state == state)
        .group_by(RunRow.stage)
    )
    return {run.stage: run for run in db.scalars(select(RunRow).where(RunRow.id.in_(newest)))}


def describe(plan: StagePlan) -> Words:
    """A line of the plan."""
    standing = STANDING_TITLES[plan.standing]
    why_zh, why_en = "；".join(r.zh for r in plan.reasons), "; ".join(r.en for r in plan.reasons)
    return Words(
        f"{plan.stage.name}（{plan.stage.kind.title.zh}）：{standing.zh}" + (f"：{why_zh}" if why_zh else ""),
        f"{plan.stage.name} ({plan.stage.kind.title.en}): {standing.en}" + (f": {why_en}" if why_en else ""),
    )
