"""Training on the benchmark's own pack, answering its questions, scoring the answers."""

from pathlib import Path
from typing import Any

from pingce.flow.benchmark import Benchmark, RecipeStage
from pingce.flow.packs import file_in_pack, part_of_pack
from pingce.flow.plan import pack_of
from pingce.flow.result_pages import model_page
from pingce.formats.encode import Json
from pingce.spec.words import Words
from pingce.tasks.catalog import find_task

from .context import StageContext, StageCounts, StageResult


def pack_file(benchmark: Benchmark, pack: RecipeStage, task: str, part: str | None, content: str) -> Path | None:
    """A file of the benchmark's own pack by what it holds; never one that leads out of the benchmark."""
    return _inside(benchmark, file_in_pack(benchmark.output(pack), task, part, content))


def needed_file(benchmark: Benchmark, pack: RecipeStage, task: str, part: str, content: str) -> Path:
    path = _inside(benchmark, part_of_pack(benchmark.output(pack), task, part, content))
    assert path is not None
    return path


def _inside(benchmark: Benchmark, path: Path | None) -> Path | None:
    return None if path is None else benchmark.path(path.relative_to(benchmark.folder).as_posix())


def _inventory(context: StageContext, pack: RecipeStage, task: str) -> str | None:
    path = context.setting_path("inventory") or pack_file(context.benchmark, pack, task, None, "inventory")
    return str(path) if path is not None else None


def train(context: StageContext) -> StageResult:
    """Stage ``train``: a system learns from a pack, or goes on where it was interrupted."""
    from pingce.systems.train import Order, train_model

    given = context.settings
    benchmark, task = context.benchmark, str(given["task"])
    (pack,) = context.earlier()
    settings: dict[str, Any] = given["settings"]
    order = Order(
        task=find_task(task),
        system=str(given["system"]),
        train=str(needed_file(benchmark, pack, task, "train", "gold")),
        out=context.out,
        encoder=str(context.setting_path("encoder")) if "encoder" in given else None,
        encoder_name=given.get("encoder"),
        inventory=_inventory(context, pack, task),
        seed=given["seed"],
        changes=tuple(f"{name}={_said(value)}" for name, value in settings.items()),
        may_replace=True,
    )
    card, continued = train_model(order, context.log.progress)
    if continued:
        context.log.words(Words("接着上次中断处继续训练。", "An interrupted run was continued."))
    return StageResult(None, {"system": card.system, "task": task, "dev": dict(card.dev)}, [model_page(card)])


def _said(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def predict(context: StageContext) -> StageResult:
    """Stage ``predict``: a trained system answers a part of the pack."""
    from pingce.systems.predict import predict_file

    (training,) = context.earlier()
    pack, task = pack_of(context.benchmark, training), str(training.settings["task"])
    part = str(context.settings["part"])
    questions = needed_file(context.benchmark, pack, task, part, "questions")
    answered = predict_file(
        context.benchmark.output(training),
        str(questions),
        context.out,
        context.log.progress,
        inventory=_inventory(context, pack, task),
    )
    for item, why in answered.failures:
        context.log.words(Words(f"{item}：{why.zh}", f"{item}: {why.en}"))
    count = len(answered.items)
    details: dict[str, Json] = {"task": task, "part": part, "failures": len(answered.failures)}
    return StageResult(StageCounts(count, count), details)


def score(context: StageContext) -> StageResult:
    """Stage ``score``: answers against the gold of the pack."""
    from pingce.evaluation.files import score_files
    from pingce.formats.write import write_jsonl, write_text
    from pingce.report.score import score_page

    (answering,) = context.earlier()
    training = context.benchmark.by_name[answering.inputs[0]]
    pack, task = pack_of(context.benchmark, training), str(training.settings["task"])
    part = str(answering.effective["part"])
    gold = needed_file(context.benchmark, pack, task, part, "gold")
    scored = score_files(find_task(task), str(context.benchmark.output(answering)), str(gold))
    result = scored.result
    measure, number = result.ranked_by
    record: dict[str, Json] = {
        "task": task,
        "part": part,
        "ranked_by": f"{measure}.{number}",
        "value": result.main,
        "n": result.n,
        "answered": result.answered,
        "measures": {name: dict(measured.numbers) for name, measured in result.measures.items()},
        "signatures": {name: measured.signature for name, measured in result.measures.items()},
    }
    if context.settings["intervals"]:
        record["intervals"] = {
            name: {number: list(around) for number, around in numbers.items()}
            for name, numbers in result.intervals.items()
        }
    import json

    write_jsonl(context.out.with_name(f"{context.stage.name}.rows.jsonl"), scored.row_records())
    write_text(context.out, json.dumps(record, ensure_ascii=False, indent=2) + "\n")
    counts = StageCounts(result.n, result.answered, {"unanswered": result.n - result.answered})
    page = score_page(result, gold=gold.name, predicted=context.benchmark.output(answering).name)
    return StageResult(counts, record, [page])
