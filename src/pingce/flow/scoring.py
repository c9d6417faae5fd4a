"""Score answers, sent or of a model, against a pack of the benchmark, for its builders.

Never against answers that a competition still holds back: whoever could ask as often as they like would learn them.
There only submissions are scored, which are counted.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.formats.checksum import file_sha256
from pingce.leaderboard.competition.phases import PhaseKind
from pingce.leaderboard.competition.services.access import plans_of
from pingce.spec.errors import UserError
from pingce.spec.task import RuleSet
from pingce.spec.words import Words, same
from pingce.store.database import clock
from pingce.store.errors import NotAllowed
from pingce.store.tables.competition import Competition, DataFile
from pingce.tasks.catalog import find_task

from .benchmark import Benchmark
from .plan import pack_of
from .stages.systems import needed_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pingce.report.sections import Page


def pack_gold(db: Session, benchmark: Benchmark, pack: str, task: str, part: str) -> "Path":
    """The right answers of a part, unless a competition that is not published yet holds them back."""
    stage = benchmark.stage(pack)
    if stage.kind.name != "pack":
        raise UserError(Words(f"{pack} 不是发布包。", f"{pack} is no pack."), code="no-pack")
    gold = needed_file(benchmark, stage, task, part, "gold")
    same = select(Competition).join(DataFile, DataFile.competition_id == Competition.id)
    for competition in db.scalars(same.where(DataFile.sha256 == file_sha256(gold), DataFile.content == "gold")):
        public = next((plan for plan in plans_of(db, competition.id) if plan.kind is PhaseKind.PUBLISHED), None)
        if public is None or public.starts_at > clock(db):
            raise NotAllowed(
                Words(
                    f"评测“{competition.title}”还没有公布，它的 {part} 答案不能用来打分。",
                    f"The competition '{competition.title}' is not published yet; nothing is scored with its {part} "
                    "answers.",
                ),
                hint=Words("请在评测里提交。", "Hand the answers in there."),
                code="held-back",
            )
    return gold


def model_answers(benchmark: Benchmark, name: str, pack: str, task: str, part: str) -> "Path":
    """The answers of a model of the benchmark to a part of one of its packs."""
    stage = benchmark.stage(name)
    if stage.kind.name != "predict":
        raise UserError(Words(f"{name} 不是预测。", f"{name} gives no answers."), code="no-answers")
    training = benchmark.by_name[stage.inputs[0]]
    answered = pack_of(benchmark, stage).name, str(training.settings["task"]), str(stage.effective["part"])
    if answered != (pack, task, part):
        told = " · ".join(answered)
        raise UserError(
            Words(f"{name} 答的是另一些题：{told}。", f"{name} answers other questions: {told}."),
            code="other-questions",
        )
    path = benchmark.output(stage)
    if not path.is_file():
        raise UserError(
            Words(f"{name} 还没有答案。", f"{name} has no answers yet."),
            hint=Words("先运行这一步。", "Run that step first."),
            code="no-answers",
        )
    return path


def answers_pages(task: str, answers: "Mapping[str, str]", gold: "Path", rules: RuleSet = "official") -> "list[Page]":
    """All about files of answers, by the names that whoever asks knows them by; several are compared besides.

    ``rules``: one of the sets the task can be scored by.
    """
    from pingce.evaluation.files import compare_files, score_files
    from pingce.report.score import comparison_page, score_page

    spec = find_task(task)
    pages = []
    for i, (name, path) in enumerate(answers.items()):
        result = score_files(spec, path, str(gold), rules=rules).result
        page = score_page(result, gold=gold.name, predicted=name, with_names=False)
        pages.append(page._replace(title=same(name), name=f"score-{i}"))
    if len(answers) > 1:
        compared = compare_files(spec, list(answers.values()), str(gold), rules=rules)
        shown = {path: name for name, path in answers.items()}
        renamed = replace(
            compared,
            values={shown[path]: value for path, value in compared.values.items()},
            comparisons=[
                replace(pair, first=shown[pair.first], second=shown[pair.second]) for pair in compared.comparisons
            ],
        )
        pages.insert(0, comparison_page(renamed, gold=gold.name)._replace(name="comparison"))
    return pages
