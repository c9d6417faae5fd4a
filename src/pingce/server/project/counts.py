"""What there is so far, stage by stage: live from the database and from the files of the folder.

For the start page: passages, replaced sentences, answers, models, submissions. Files are told apart by the keys of
their first record and counted by lines.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import orjson
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pingce.annotate.workflow import ItemState
from pingce.flow.layout import FILES, PUBLIC, packs, report_stage, reports
from pingce.release.manifest import read_manifest
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.tables.annotate import Campaign, Item, Member
from pingce.store.tables.competition import Competition, Entry, Submission, Team

RECORDS: Mapping[str, frozenset[str]] = {
    "passages": frozenset({"weight", "density", "text"}),
    "replaced": frozenset({"origin", "mode", "replaced"}),
    "words": frozenset({"word", "senses", "frequency"}),
    "sentences": frozenset({"word", "start", "senses"}),
}
"""What a file of the corpus stage holds, told by the keys of its first record."""
DROPPED = "reason"
"""Passages that were not kept say why."""


@dataclass(frozen=True)
class Figure:
    """A number with its name; the first of a stage is the one the flow shows."""

    key: str
    title: Words
    value: int
    not_for_annotators: bool = False
    """Watching it while one works would tell which answers were drawn."""


def stage_figures(db: Session, folder: Path | None, models: int) -> dict[str, list[Figure]]:
    """For every stage, also where there is nothing yet."""
    counts = _files(folder) if folder is not None else {}
    pages = _report_counts(folder) if folder is not None else {}
    return {
        "corpus": _named(counts, "passages", "replaced", "words", "sentences"),
        "annotate": _annotate(db),
        "quality": [
            Figure(
                "double",
                Words("两人以上答过的题", "items answered by two or more"),
                _double(db),
                not_for_annotators=True,
            ),
            Figure("reports", Words("报告", "reports"), pages.get("quality", 0)),
        ],
        "release": _release(folder),
        "systems": [Figure("models", Words("训练好的系统", "trained systems"), models)],
        "score": [
            Figure("scored", Words("已评分的答案文件", "answer files scored"), _count(db, Entry.state == "scored")),
            Figure("reports", Words("成绩报告", "score reports"), pages.get("score", 0)),
        ],
        "leaderboard": _leaderboard(db),
    }


TITLES = {
    "passages": Words("筛选留下的段落", "passages kept"),
    "replaced": Words("替换句", "replaced sentences"),
    "words": Words("选出的词", "words chosen"),
    "sentences": Words("待标的词义句", "sentences for senses"),
}


def _named(counts: Mapping[str, int], *keys: str) -> list[Figure]:
    return [Figure(key, TITLES[key], counts.get(key, 0)) for key in keys]


def _annotate(db: Session) -> list[Figure]:
    campaigns, items = db.execute(select(func.count(), func.coalesce(func.sum(Campaign.size), 0))).one()
    answers = db.scalar(select(func.coalesce(func.sum(Member.submitted), 0))) or 0
    decided = _count(db, Item.state == ItemState.DECIDED)
    return [
        Figure("decided", Words("已定的题", "items decided"), decided, not_for_annotators=True),
        Figure("items", Words("题目", "items"), int(items)),
        Figure("answers", Words("交来的答案", "answers handed in"), int(answers)),
        Figure("campaigns", Words("活动", "campaigns"), campaigns),
    ]


def _double(db: Session) -> int:
    return _count(db, Item.answers >= 2)


def _release(folder: Path | None) -> list[Figure]:
    items, released = 0, packs(folder) if folder is not None else []
    for pack in released:
        try:
            items += sum(sum(parts.values()) for parts in read_manifest(pack / PUBLIC).items.values())
        except UserError:
            continue  # pingce release verify says what is wrong
    return [
        Figure("packs", Words("发布包", "packs"), len(released)),
        Figure("items", Words("包中的题目", "items in packs"), items),
    ]


def _leaderboard(db: Session) -> list[Figure]:
    return [
        Figure("teams", Words("队伍", "teams"), _count(db, Team.state == "approved", Team.baseline.is_(False))),
        Figure("submissions", Words("提交", "submissions"), db.scalar(select(func.count(Submission.id))) or 0),
        Figure("competitions", Words("评测", "competitions"), db.scalar(select(func.count(Competition.id))) or 0),
    ]


def _count(db: Session, *conditions: object) -> int:
    return db.scalar(select(func.count()).where(*conditions)) or 0  # type: ignore[arg-type] # comparisons of columns


def _report_counts(folder: Path) -> dict[str, int]:
    counts: dict[str, int] = {}
    for report in reports(folder):
        stage = report_stage(report.name)
        counts[stage] = counts.get(stage, 0) + 1
    return counts


def _files(folder: Path) -> dict[str, int]:
    counts: dict[str, int] = {}
    for path in sorted((folder / FILES["corpus"]).glob("*.jsonl")):
        try:
            stat = path.stat()
            kind, records = _look(path, stat.st_mtime_ns, stat.st_size)
        except OSError:
            continue  # gone meanwhile
        if kind:
            counts[kind] = counts.get(kind, 0) + records
    return counts


@lru_cache(maxsize=256)
def _look(path: Path, _changed: int, _size: int) -> tuple[str, int]:
    """What a file holds and how much of it; read again only when it has changed."""
    with path.open("rb") as file:
        first = file.readline()
        records = 1 + sum(1 for _ in file) if first.strip() else 0
    return _kind(first), records


def _kind(line: bytes) -> str:
    try:
        record = orjson.loads(line)
    except orjson.JSONDecodeError:
        return ""
    if not isinstance(record, dict) or DROPPED in record:
        return ""
    return next((kind for kind, keys in RECORDS.items() if keys <= record.keys()), "")
