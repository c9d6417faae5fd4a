"""The models of a benchmark: what its steps of training have made, how good each is, and taking one away.

A model is a step of the recipe and its folder. Whoever deletes it sees before what goes along: the answers and scores
that were made with it. Where a competition took its answers nothing is deleted.
"""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.spec.errors import UserError
from pingce.spec.words import Words, same
from pingce.store.errors import Conflict
from pingce.store.tables.flow import RunRow

from .benchmark import Benchmark, RecipeStage, open_benchmark
from .leases import is_alive
from .outputs import output_files, run_file
from .plan import last_runs
from .recipe import add_stages, remove_stages

MADE_WITH_IT = ("train", "predict", "score")
MOST_IN_GRID = 24


@dataclass(frozen=True)
class BenchmarkModel:
    """A step that trains, and the card of its model once there is one."""

    stage: str
    system: str
    title: Words
    task: str
    seed: int
    settings: Mapping[str, object]
    """What the recipe says; the rest is as the system has it."""
    trained: bool
    dev: Mapping[str, float]
    rank: str
    """The number of dev that ranks."""
    rank_title: Words
    train_items: int | None
    seconds: float | None
    """How long its last run took."""
    bytes: int
    cost: float | None
    """What all answers of a language model have cost so far."""
    run: int | None


@dataclass(frozen=True)
class ModelRemovalPreview:
    """What goes along with a model, and why it cannot go."""

    stages: Sequence[str]
    bytes: int
    refused: Words | None


def trained_models(db: Session, benchmark: Benchmark, benchmark_id: int) -> list[BenchmarkModel]:
    """Of all steps that train, in the order of the recipe."""
    runs = last_runs(db, benchmark_id, "done")
    costs = _costs(db, benchmark_id)
    training = [stage for stage in benchmark.stages if stage.kind.name == "train"]
    return [_model(benchmark, stage, runs.get(stage.name), _cost(benchmark, stage, costs)) for stage in training]


def _model(benchmark: Benchmark, stage: RecipeStage, run: RunRow | None, cost: float | None) -> BenchmarkModel:
    from pingce.report.words import number_title
    from pingce.systems.catalog import SYSTEMS
    from pingce.systems.model_folder import CARD, parse_card
    from pingce.tasks.catalog import TASKS

    given, folder = stage.effective, benchmark.output(stage)
    card = parse_card(folder) if (folder / CARD).is_file() else None
    task, system = TASKS.get(str(given["task"])), str(given["system"])
    if task is not None:
        rank, rank_title = ".".join(task.rank_by), number_title(*task.rank_by)
    else:
        rank = next(iter(card.dev), "") if card is not None else ""
        rank_title = same(rank)
    train = card.data.get("train") if card is not None else None
    return BenchmarkModel(
        stage=stage.name,
        system=system,
        title=SYSTEMS[system].title if system in SYSTEMS else same(system),
        task=str(given["task"]),
        seed=int(given["seed"]),
        settings=dict(given["settings"]),
        trained=card is not None,
        dev=dict(card.dev) if card is not None else {},
        rank=rank,
        rank_title=rank_title,
        train_items=train.items if train is not None else None,
        seconds=None if run is None or run.finished_at is None else run.finished_at - run.started_at,
        bytes=_size(benchmark, stage),
        cost=cost,
        run=run.id if run is not None else None,
    )


def _costs(db: Session, benchmark_id: int) -> dict[str, float]:
    """What runs that asked a language model have cost, by step."""
    query = select(RunRow.stage, RunRow.result).where(RunRow.benchmark_id == benchmark_id, RunRow.kind == "predict")
    sums: dict[str, float] = {}
    for stage, result in db.execute(query):
        used = result.get("usage")
        if isinstance(used, dict):
            sums[stage] = sums.get(stage, 0.0) + float(used.get("cost", 0.0))
    return sums


def _cost(benchmark: Benchmark, stage: RecipeStage, costs: Mapping[str, float]) -> float | None:
    asked = [later.name for later in benchmark.stages if stage.name in later.inputs and later.name in costs]
    return sum(costs[name] for name in asked) if asked else None


def _size(benchmark: Benchmark, stage: RecipeStage) -> int:
    out = benchmark.output(stage)
    files = out.rglob("*") if out.is_dir() else iter([out])
    return sum(path.stat().st_size for path in files if path.is_file() and not path.is_symlink())


def _made_with(benchmark: Benchmark, stage: RecipeStage) -> Iterator[RecipeStage]:
    """The step and all that read it, directly or not, in the order of the recipe."""
    names: set[str] = {stage.name}
    for each in benchmark.stages:
        if each.name in names or names.intersection(each.inputs):
            names.add(each.name)
            yield each


def _model_stage(benchmark: Benchmark, name: str) -> RecipeStage:
    stage = benchmark.stage(name)
    if stage.kind.name != "train":
        raise UserError(Words(f"{name} 不是训练。", f"{name} does not train."), code="no-model-stage")
    return stage


def model_removal(benchmark: Benchmark, name: str) -> ModelRemovalPreview:
    """What would go; nothing is changed."""
    going = list(_made_with(benchmark, _model_stage(benchmark, name)))
    relying = next((each for each in going if each.kind.name not in MADE_WITH_IT), None)
    refused = None
    if relying is not None:
        refused = Words(
            f"{relying.name}（{relying.kind.title.zh}）用着它的答案。",
            f"{relying.name} ({relying.kind.title.en}) relies on its answers.",
        )
    return ModelRemovalPreview([each.name for each in going], sum(_size(benchmark, each) for each in going), refused)


def remove_model(db: Session, benchmark: Benchmark, benchmark_id: int, name: str) -> Benchmark:
    """Out of the recipe with all that was made with it, and their files; the runs and their logs stay."""
    preview = model_removal(benchmark, name)
    if preview.refused is not None:
        refused = preview.refused
        raise Conflict(
            Words(f"不能删除：{refused.zh}", f"It cannot be deleted. {refused.en}"),
            code="model-in-use",
        )
    going = [benchmark.by_name[each] for each in preview.stages]
    running = last_runs(db, benchmark_id, "running")
    if any(each.name in running and is_alive(db, running[each.name]) for each in going):
        raise Conflict(Words("正在运行，先取消。", "It is running; cancel that before."), code="running")
    changed = remove_stages(benchmark, preview.stages)
    for stage in going:
        for file in [*output_files(benchmark, stage), run_file(benchmark, stage).relative_to(benchmark.folder)]:
            path = benchmark.path(str(file))
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
    return changed


def grid_settings(benchmark: Benchmark, name: str, grid: Mapping[str, Sequence[object]]) -> list[dict[str, Any]]:
    """What steps like ``name`` would be set to, one for every combination of the values that no step has yet.

    ``seed`` is the seed, all else are settings of the system.
    """
    stage = _model_stage(benchmark, name)
    combinations = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    if not 1 <= len(combinations) <= MOST_IN_GRID:
        raise UserError(
            Words(
                f"这样有 {len(combinations)} 个组合；一次 1 到 {MOST_IN_GRID} 个。",
                f"That makes {len(combinations)} combinations; from 1 to {MOST_IN_GRID} at a time.",
            ),
            code="bad-grid",
        )
    there = [each.effective for each in benchmark.stages if (each.kind, each.inputs) == (stage.kind, stage.inputs)]
    new: list[dict[str, Any]] = []
    for combination in combinations:
        settings = _with(stage, combination)
        if {**stage.kind.defaults, **settings} not in there and settings not in new:
            new.append(settings)
    return new


def check_grid(folder: Path, name: str, grid: Mapping[str, Sequence[object]]) -> None:
    """Refuse settings that the system does not have, or that have another form; it may load large libraries."""
    from pingce.formats.taskfile.places import benchmark_tasks
    from pingce.systems.catalog import open_system
    from pingce.systems.settings import make_settings
    from pingce.tasks.catalog import find_task
    from pingce.tasks.own import opened

    from .stages.systems import setting_change

    with opened(benchmark_tasks(folder)):
        for settings in grid_settings(open_benchmark(folder), name, grid):
            system = open_system(str(settings["system"]), find_task(str(settings["task"])))
            changes = [setting_change(each, value) for each, value in settings.get("settings", {}).items()]
            make_settings(system.Settings, changes=changes)


def add_grid(benchmark: Benchmark, name: str, grid: Mapping[str, Sequence[object]]) -> tuple[Benchmark, list[str]]:
    """A step like ``name`` for every combination of the values, and the names of the new ones."""
    stage = benchmark.stage(name)
    settings = grid_settings(benchmark, name, grid)
    names = list(islice(_free_names(benchmark, name), len(settings)))
    tables = [(each, stage.kind.name, stage.inputs, values) for each, values in zip(names, settings, strict=True)]
    return (add_stages(benchmark, tables) if tables else benchmark), names


def _with(stage: RecipeStage, combination: Mapping[str, object]) -> dict[str, Any]:
    system: Any = stage.settings.get("settings", {})
    changed = {**system, **{key: value for key, value in combination.items() if key != "seed"}}
    settings: dict[str, Any] = dict(stage.settings)
    if "seed" in combination:
        settings["seed"] = combination["seed"]
    return {**settings, "settings": changed} if changed else settings


def _free_names(benchmark: Benchmark, name: str) -> Iterator[str]:
    taken = {*benchmark.by_name, *benchmark.sources_by_name}
    return (each for i in range(1, 10_000) if (each := f"{name}-{i}") not in taken)
