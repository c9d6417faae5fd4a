"""Writes examples/space2023: CRLF lines as published, predictions, and ratings of explanations."""

from collections.abc import Sequence
from pathlib import Path
from typing import cast

from pingce.formats.encode import encode_record
from pingce.formats.write import write_jsonl, write_lines
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item, Verdict
from pingce.tasks.catalog import TASKS

from .answers import Line, reasons2023, records, step2023, steps2022
from .pairs import PAIRS, Pair
from .slips import Reasons, Steps, by_trigger, first_reason, one_of_each_type, without_time

TASK1, TASK2, TASK3 = (TASKS[f"space2023/task{n}"] for n in (1, 2, 3))
MISJUDGED_A, MISJUDGED_B = (3, 7), (5,)
POINTS = (
    # fluency, accuracy, entities, relations as given to system a by three raters, pair by pair
    ((95, 85, 90, 70), (90, 80, 90, 65), (92, 88, 95, 75)),
    ((90, 80, 90, 60), (85, 85, 90, 70), (90, 78, 88, 66)),
    ((80, 20, 85, 10), (75, 10, 80, 15), (82, 15, 88, 12)),
    ((95, 90, 90, 75), (90, 85, 95, 70), (94, 88, 90, 78)),
    ((90, 85, 80, 70), (88, 80, 85, 65), (91, 82, 80, 70)),
    ((92, 75, 90, 60), (90, 70, 85, 55), (90, 78, 92, 64)),
    ((85, 25, 80, 20), (80, 15, 85, 10), (84, 20, 82, 18)),
    ((95, 92, 95, 80), (92, 90, 90, 85), (96, 90, 94, 82)),
)


def write(folder: Path) -> None:
    train, dev = steps2022("train"), steps2022("dev")
    _write(folder, TASK1, 1, reasons2023("train"), reasons2023("dev"))
    _write(folder, TASK2, 2, [_line2023(line) for line in train], [_line2023(line) for line in dev])
    for system in ("a", "b"):
        start = len(reasons2023("train")) + 1
        guesses = records(TASK1, "1-dev", start, _guessed_reasons(system, reasons2023("dev")), texts=False)
        write_jsonl(folder / f"pred-{system}-task1.jsonl", guesses)
        found = records(TASK2, "2-dev", len(train) + 1, _guessed_steps(system, dev), texts=False)
        write_jsonl(folder / f"pred-{system}-task2.jsonl", found)
    _write_pairs(folder)
    _write_ratings(folder / "ratings.csv")


def _write(folder: Path, task: TaskSpec, number: int, train: Sequence[Line], dev: Sequence[Line]) -> None:
    name, start = f"task{number}", len(train) + 1
    write_jsonl(folder / f"{name}_train.jsonl", records(task, f"{number}-train", 1, train), newline="crlf", final=False)
    write_jsonl(folder / f"{name}_dev.jsonl", records(task, f"{number}-dev", start, dev), newline="crlf", final=False)
    asked = records(task, f"{number}-dev", start, dev, answers=False)
    write_jsonl(folder / f"{name}_dev_input.jsonl", asked, final=False)


def _line2023(line: Line) -> Line:
    tuples = tuple(step2023(one) for one in cast("Steps", line.answer["tuples"]))
    return Line(line.text, {**line.answer, "tuples": tuples})


def _guessed_reasons(system: str, lines: Sequence[Line]) -> list[Line]:
    slip = first_reason if system == "a" else one_of_each_type
    return [
        Line(line.text, {"reasons": slip(i, cast("Reasons", line.answer["reasons"]))})
        for i, line in enumerate(lines, start=1)
    ]


def _guessed_steps(system: str, lines: Sequence[Line]) -> list[Line]:
    miss = by_trigger if system == "a" else without_time
    return [
        _line2023(Line(line.text, {"tuples": miss(i, cast("Steps", line.answer["tuples"]))}))
        for i, line in enumerate(lines, start=1)
    ]


def _write_pairs(folder: Path) -> None:
    items = [Item(f"3-{i}", dict(zip(("text1", "text2"), p.texts, strict=True))) for i, p in enumerate(PAIRS, start=1)]
    gold = [Verdict(_label(pair.same), pair.explanation) for pair in PAIRS]
    lines = [encode_record(TASK3, item, {"verdicts": (one,)}) for item, one in zip(items, gold, strict=True)]
    write_jsonl(folder / "task3_examples.jsonl", lines, newline="crlf")
    for system in ("a", "b"):
        answers = [_explained(system, i, pair) for i, pair in enumerate(PAIRS, start=1)]
        said = [
            encode_record(TASK3, item, {"verdicts": (one,)}, with_texts=False, gold=False)
            for item, one in zip(items, answers, strict=True)
        ]
        write_jsonl(folder / f"pred-{system}-task3.jsonl", said)


def _explained(system: str, number: int, pair: Pair) -> Verdict:
    """System a follows the pattern but judges worse; system b judges better and says little."""
    same = pair.same != (number in (MISJUDGED_A if system == "a" else MISJUDGED_B))
    if system == "b":
        verb = "意思差不多" if same else "说的位置不一样"
        return Verdict(_label(same), f"“{pair.first}”和“{pair.second}”{verb}，场景{'一样' if same else '不一样'}。")
    named = "、".join(f"“{name}”" for name in pair.entities)
    relation, end = ("相同", "可以") if same else ("不同", "不能")
    return Verdict(
        _label(same),
        f"两段文本的差异在“{pair.first}”和“{pair.second}”。空间实体包括{named}。"
        f"“{pair.first}”和“{pair.second}”描述的{pair.about}{relation}，因此{end}描述同一场景。",
    )


def _label(same: bool) -> str:
    return "true" if same else "false"


def _write_ratings(path: Path) -> None:
    rows = ["qid,rater,fluency,accuracy,entities,relations"]
    for number, raters in enumerate(POINTS, start=1):
        rows += [f"3-{number},r{k},{','.join(map(str, points))}" for k, points in enumerate(raters, start=1)]
    write_lines(path, rows)
