"""Score a file of answers against a pack of the benchmark, for its builders.

Never against answers that a competition still holds back: whoever could ask as often as they like would learn them.
There only submissions are scored, which are counted.
"""

from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.formats.checksum import file_sha256
from pingce.leaderboard.competition.phases import PhaseKind
from pingce.leaderboard.competition.services.access import plans_of
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import NotAllowed
from pingce.store.tables.competition import Competition, DataFile
from pingce.tasks.catalog import find_task

from .benchmark import Benchmark
from .stages.systems import needed_file

if TYPE_CHECKING:
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


def answers_page(task: str, answers: str, gold: "Path", name: str) -> "Page":
    """All about a file of answers; ``name`` is how whoever sent it knows it."""
    from pingce.evaluation.files import score_files
    from pingce.report.score import score_page

    return score_page(score_files(find_task(task), answers, str(gold)).result, gold=gold.name, predicted=name)
