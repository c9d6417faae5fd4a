"""The page of a tour: the seven stages one after another, what was run, what it said, what it left."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import orjson

from pingce.report.charts import Bar, BarTable
from pingce.report.page import render
from pingce.spec.words import Lang, Words, same

STAGES = {
    "corpus": (
        Words("语料", "Corpus"),
        Words("从原始文本和词典到可以标注的题目", "from raw text and dictionaries to items"),
    ),
    "annotate": (Words("标注", "Annotate"), Words("双人标注、审核、申诉", "double annotation, review, appeal")),
    "quality": (Words("质量", "Quality"), Words("一致性、分级、偏差与泄漏", "agreement, tiers, biases, leaks")),
    "release": (Words("发布", "Release"), Words("按原句划分，题目与答案分存", "split by original, answers apart")),
    "systems": (Words("系统", "Systems"), Words("训练、作答、评测", "train, answer, evaluate")),
    "score": (Words("评分", "Score"), Words("检查、评分、比较", "check, score, compare")),
    "leaderboard": (Words("排行榜", "Leaderboard"), Words("报名、提交、Z 与排名", "teams, submissions, Zs, ranking")),
}
MOST_FILES = 80
"""Of a folder that a step made."""
SCREENED = {"corpus/screened.jsonl": "kept", "corpus/dropped.jsonl": "dropped"}
BOARD = "boards/board.json"


class StepShown(NamedTuple):
    """A step of the tour as the report shows it: what was run, what it printed, how long it took, what it made."""

    stage: str
    title: Words
    command: str
    output: str
    seconds: float
    made: Sequence[str]


class StageShown(NamedTuple):
    """``steps`` with the files each of them left."""

    id: str
    title: Words
    about: Words
    steps: Sequence[tuple[StepShown, Sequence[str]]]
    pages: Sequence[str]
    """Reports among them, which are worth opening first."""
    chart: BarTable | None
    seconds: float


def tour_page(steps: Sequence[StepShown], folder: Path, *, lang: Lang = "zh") -> str:
    """One HTML document; its links lead to files beside it."""
    stages = [_stage(id_, list(group), folder) for id_, group in groupby(steps, key=lambda step: step.stage)]
    return render(
        "tour.html",
        lang=lang,
        title=Words("从原始文本到排行榜", "From raw text to leaderboard"),
        stages=stages,
        count=len(steps),
        seconds=sum(step.seconds for step in steps),
    )


def _stage(stage: str, steps: Sequence[StepShown], folder: Path) -> StageShown:
    left = [(step, list(_files(folder, step.made))) for step in steps]
    pages = [path for _, files in left for path in files if path.endswith(".html")]
    chart = {"corpus": _kept_by_genre, "leaderboard": _board}.get(stage, lambda _: None)(folder)
    return StageShown(stage, *STAGES[stage], left, pages, chart, sum(step.seconds for step in steps))


def _files(folder: Path, made: Sequence[str]) -> Iterator[str]:
    for name in made:
        path = folder / name
        if path.is_file():
            yield name
        elif path.is_dir():
            inside = sorted(file for file in path.rglob("*") if file.is_file())
            yield from (file.relative_to(folder).as_posix() for file in inside[:MOST_FILES])


def _kept_by_genre(folder: Path) -> BarTable | None:
    counts = {key: Counter[str]() for key in SCREENED.values()}
    for name, key in SCREENED.items():
        if not (folder / name).is_file():
            return None
        with (folder / name).open("rb") as file:
            counts[key].update(str(orjson.loads(line)["source"]["genre"]) for line in file)
    genres = sorted(counts["kept"] | counts["dropped"])
    bars = [
        Bar(
            same(genre),
            [counts["kept"][genre] / (counts["kept"][genre] + counts["dropped"][genre])],
            n=counts["kept"][genre],
        )
        for genre in genres
    ]
    return BarTable(Words("体裁", "genre"), [Words("留下", "kept")], bars, Words("段数", "passages"))


def _board(folder: Path) -> BarTable | None:
    """Every team's score in every task, on one axis."""
    if not (folder / BOARD).is_file():
        return None
    tasks = orjson.loads((folder / BOARD).read_bytes())["tasks"]
    bars = [
        Bar(
            same(f"{row['team']} · {task['task']}"),
            [row["value"]],
            interval=(row["low"], row["high"]) if row["low"] is not None else None,
        )
        for task in tasks
        for row in task["rows"]
        if row["value"] is not None
    ]
    note = Words("得分与 95 % 区间", "scores and their 95 % intervals")
    return BarTable(Words("队伍与任务", "team and task"), [Words("得分", "score")], bars, same(""), note)
