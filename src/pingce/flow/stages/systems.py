"""Training on the benchmark's own pack, answering its questions, scoring the answers."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pingce.flow.benchmark import Benchmark, RecipeStage
from pingce.flow.endpoints import find_endpoint
from pingce.flow.packs import file_in_pack, part_of_pack
from pingce.flow.plan import pack_of
from pingce.flow.result_pages import model_page, usage_page
from pingce.formats.encode import Json
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.tasks.catalog import find_task

from .context import StageContext, StageCounts, StageResult


def pack_file(benchmark: Benchmark, pack: RecipeStage, task: str, part: str | None, content: str) -> Path | None:
    """A file of the benchmark's own pack by what it holds; never one that leads out of the benchmark."""
    return _inside(benchmark, file_in_pack(benchmark.output(pack), task, part, content))


def needed_file(benchmark: Benchmark, pack: RecipeStage, task: str, part: str, content: str) -> Path:
    """The file of a pack with this content (questions, gold …) of a task's part; it has to be there."""
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
    from pingce.systems.learning.curves import read_curves
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
        # What the administrator says of an endpoint comes last: it counts.
        changes=(
            *(setting_change(name, value) for name, value in settings.items()),
            *_asking(given, at_run_time=False),
        ),
        may_replace=True,
    )
    card, continued = train_model(order, context.log.progress)
    if continued:
        context.log.words(Words("接着上次中断处继续训练。", "An interrupted run was continued."))
    return StageResult(
        None, {"system": card.system, "task": task, "dev": dict(card.dev)}, [model_page(card, read_curves(context.out))]
    )


def _asking(training: Mapping[str, Any], *, at_run_time: bool) -> tuple[str, ...]:
    """What a system is told that asks an endpoint; with ``at_run_time`` only what its model does not keep."""
    if "endpoint" not in training:
        return ()
    from pingce.systems.catalog import open_system
    from pingce.systems.settings import EndpointSettings

    endpoint = find_endpoint(str(training["endpoint"]))
    system = str(training["system"])
    settings = open_system(system, find_task(str(training["task"]))).Settings
    if not issubclass(settings, EndpointSettings):
        raise UserError(
            Words(f"系统 {system} 不向语言模型提问。", f"The system {system} asks no language model."),
            hint=Words("去掉 endpoint，或换成系统 llm。", "Leave out endpoint, or take the system llm."),
            code="asks-nobody",
        )
    return endpoint.run_time_changes() if at_run_time else endpoint.changes(settings)


def setting_change(name: str, value: object) -> str:
    """A setting of a system as commands write it."""
    return f"{name}={str(value).lower() if isinstance(value, bool) else value}"


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
        changes=_asking(training.settings, at_run_time=True),
    )
    for item, why in answered.failures:
        context.log.words(Words(f"{item}：{why.zh}", f"{item}: {why.en}"))
    count = len(answered.items)
    details: dict[str, Json] = {"task": task, "part": part, "failures": len(answered.failures)}
    pages = []
    if "endpoint" in training.settings:
        from pingce.systems.llm.report import report
        from pingce.systems.llm.settings import LlmSettings

        asked = find_endpoint(str(training.settings["endpoint"]))
        prices = LlmSettings(price_in=asked.price("price_in"), price_out=asked.price("price_out"))
        used = report(answered.predictions, prices)
        details["usage"] = asdict(used)
        pages.append(usage_page(used))
    return StageResult(StageCounts(count, count), details, pages)


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
    answers = str(context.benchmark.output(answering))
    scored = score_files(find_task(task), answers, str(gold), rules=context.settings["rules"])
    result = scored.result
    measure, number = result.ranked_by
    record: dict[str, Json] = {
        "task": task,
        "part": part,
        "rules": result.rules,
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
    page = score_page(result, gold=gold.name, predicted=context.benchmark.output(answering).name, with_names=False)
    return StageResult(counts, record, [page])


def curve(context: StageContext) -> StageResult:
    """Stage ``curve``: a word-sense system on the sentences of more and more words of a pack."""
    from pingce.report.curve import curve_page
    from pingce.systems.catalog import SENSES
    from pingce.systems.senses.curve import learning_curve
    from pingce.systems.train import Order

    given = context.settings
    (pack,), (task,) = context.earlier(), SENSES
    settings: dict[str, Any] = given["settings"]
    protocol = given["protocol"]
    train, dev, test = (pack_file(context.benchmark, pack, task, part, "gold") for part in ("train", "dev", "test"))
    order = Order(
        task=find_task(task),
        system=str(given["system"]),
        train=str(train or needed_file(context.benchmark, pack, task, "train", "gold")),
        out=context.out,
        dev=str(dev) if dev is not None else None,
        encoder=str(context.setting_path("encoder")) if "encoder" in given else None,
        encoder_name=given.get("encoder"),
        inventory=_inventory(context, pack, task),
        changes=tuple(setting_change(name, value) for name, value in settings.items()),
        may_replace=True,
    )
    sizes, seeds = ([int(number) for number in given[name].split(",")] for name in ("points", "seeds"))
    more = str(test) if test is not None and protocol == "resplit" else None
    points = list(learning_curve(order, sizes, seeds, context.log.progress, protocol=protocol, test=more))
    record: dict[str, Json] = {"protocol": protocol, "points": [vars(point) for point in points]}
    return StageResult(None, record, [curve_page(points, protocol)])
