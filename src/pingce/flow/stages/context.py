"""What a stage is run with, and what it gives back."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from pingce.annotate.forms import form_of
from pingce.annotate.settings import PRESETS
from pingce.flow.benchmark import Benchmark, RecipeStage
from pingce.flow.log import RunLog
from pingce.flow.plan import campaign_stage
from pingce.formats.encode import Json
from pingce.store.people import Actor
from pingce.store.tables.flow import BenchmarkPart

if TYPE_CHECKING:
    from pingce.corpus.engine import Engine as CorpusEngine
    from pingce.report.sections import Page

RAY_VARIABLE = "PINGCE_RAY_ADDRESS"
"""Where the cluster is, only whoever runs a benchmark says."""


@dataclass(frozen=True)
class StageCounts:
    """What came in, what went on, and why the rest did not; the numbers add up."""

    taken: int
    given: int
    left: Mapping[str, int] = field(default_factory=dict)
    """By reason."""

    def as_json(self) -> dict[str, Json]:
        return {"in": self.taken, "out": self.given, "left": {name: n for name, n in self.left.items() if n}}


@dataclass(frozen=True)
class StageResult:
    """The result of a run, as it is stored."""

    counts: StageCounts | None = None
    details: Mapping[str, Json] = field(default_factory=dict)
    pages: Iterable["Page"] = ()
    """For people to read; made when the output is there, and kept beside the log."""

    def as_json(self) -> dict[str, Json]:
        counted: dict[str, Json] = {} if self.counts is None else {"counts": self.counts.as_json()}
        return {**counted, **self.details}


@dataclass(frozen=True)
class StepInputs:
    """One stage of one benchmark: its settings and what it reads."""

    benchmark: Benchmark
    stage: RecipeStage

    @property
    def settings(self) -> Mapping[str, Any]:
        """What the recipe says, with the defaults of the kind."""
        return self.stage.effective

    def setting_path(self, name: str) -> Path | None:
        return self.benchmark.path(str(self.settings[name])) if name in self.settings else None

    def earlier(self) -> list[RecipeStage]:
        """The stages it names, without sources."""
        return [self.benchmark.by_name[name] for name in self.stage.inputs if name in self.benchmark.by_name]

    def input_files(self) -> list[Path]:
        """The outputs of the stages it names, and the files of the sources."""
        files = []
        for name in self.stage.inputs:
            source = self.benchmark.sources_by_name.get(name)
            files.append(
                self.benchmark.path(source.path)
                if source is not None
                else self.benchmark.output(self.benchmark.by_name[name])
            )
        return files


@dataclass(frozen=True)
class StageContext(StepInputs):
    """A stage that runs: somebody in whose name it does, and the log of the run."""

    benchmark_id: int
    database: Engine
    actor: Actor
    log: RunLog

    @property
    def out(self) -> Path:
        path = self.benchmark.output(self.stage)
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def engine(self) -> "CorpusEngine":
        """Processes of this machine, or Ray when the benchmark says so."""
        from pingce.corpus.engine import LocalEngine, RayEngine

        count = self.benchmark.workers or os.cpu_count() or 1
        if self.benchmark.engine == "ray":
            return RayEngine(os.environ.get(RAY_VARIABLE), count)
        return LocalEngine(count)

    def part(self, db: Session, stage: RecipeStage) -> BenchmarkPart | None:
        return db.scalar(
            select(BenchmarkPart).where(
                BenchmarkPart.benchmark_id == self.benchmark_id, BenchmarkPart.stage == stage.name
            )
        )

    def add_part(self, db: Session, *, campaign: int | None = None, competition: int | None = None) -> None:
        db.add(
            BenchmarkPart(
                benchmark_id=self.benchmark_id,
                stage=self.stage.name,
                campaign_id=campaign,
                competition_id=competition,
            )
        )
        db.flush()


def task_of(benchmark: Benchmark, stage: RecipeStage) -> str:
    """The task of an export: that of its campaign's form."""
    settings = campaign_stage(benchmark, stage).settings
    form, preset = settings.get("form"), PRESETS.get(str(settings.get("preset")))
    return form_of(str(form or (preset.form_id if preset else settings.get("preset")))).task.id
